"""Live tables over HTTP: each change once, refusals and conflicts with the state, events."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from domino_ledger import make_book, open_book

from .club import LIVE, club
from .served import serving

GAMES = "/api/v1/games"
PLAYERS = ["Ana", "Ben", "Cy", "Dee"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "club.db"
    make_book(path)
    return path


@pytest.fixture
def client(path: Path) -> Iterator[httpx.Client]:
    with serving(path) as address, httpx.Client(base_url=address) as made:
        yield made


def opened(client: httpx.Client, name: str = "evening", rules: str = "block@1") -> dict[str, Any]:
    answer = client.post(GAMES, json={"name": name, "rules": rules, "players": PLAYERS})
    assert answer.status_code == 201, answer.text
    state: dict[str, Any] = answer.json()
    return state


def noted(version: int, seat: int = 0, pips: int = 10) -> dict[str, Any]:
    left = [0 if at == seat else pips for at in range(4)]
    return {"expected_version": version, "winners": [seat], "ended": "out", "pips": left}


def test_a_game_is_opened_once(client: httpx.Client) -> None:
    assert opened(client) == opened(client)
    assert client.post(f"{GAMES}/evening/results", json=noted(1)).status_code == 200
    again = client.post(GAMES, json={"name": "evening", "rules": "block@1", "players": PLAYERS})
    assert again.status_code == 409
    assert again.json()["state"]["scores"] == [30, 0, 0, 0]


def test_a_result_is_noted_corrected_and_taken_back(client: httpx.Client) -> None:
    version = opened(client)["version"]
    first = client.post(f"{GAMES}/evening/results", json=noted(version)).json()
    second = client.post(f"{GAMES}/evening/results", json=noted(first["version"], seat=1)).json()
    assert second["scores"] == [30, 30, 0, 0]
    other = noted(second["version"], pips=5)
    third = client.put(f"{GAMES}/evening/results/0", json=other).json()
    assert third["scores"] == [15, 30, 0, 0]
    last = client.post(f"{GAMES}/evening/undo", json={"expected_version": third["version"]}).json()
    assert last["scores"] == [15, 0, 0, 0]


def test_the_same_key_gets_the_same_answer_and_changes_nothing(client: httpx.Client) -> None:
    body, key = noted(opened(client)["version"]), {"Idempotency-Key": "one"}
    first = client.post(f"{GAMES}/evening/results", json=body, headers=key)
    again = client.post(f"{GAMES}/evening/results", json=body, headers=key)
    assert first.json() == again.json()
    assert client.get(f"{GAMES}/evening/state").json()["scores"] == [30, 0, 0, 0]
    without = client.post(f"{GAMES}/evening/results", json=body)
    assert (without.status_code, without.json()["code"]) == (409, "game-changed")
    assert without.json()["state"]["version"] == first.json()["version"]


def test_a_move_that_the_rules_refuse_comes_with_the_state(client: httpx.Client) -> None:
    version = opened(client)["version"]
    dealt = client.post(f"{GAMES}/evening/deal", json={"expected_version": version}).json()
    seat = dealt["turn"]
    act = {"expected_version": dealt["version"], "seat": seat, "act": "pass"}
    refused = client.post(f"{GAMES}/evening/acts", json=act)
    assert refused.status_code == 422
    assert refused.headers["content-type"] == "application/problem+json"
    problem = refused.json()
    assert problem["state"]["version"] == dealt["version"]
    assert [at for at, hand in enumerate(problem["state"]["hands"]) if hand] == [seat]
    move = problem["state"]["moves"][0]
    played = client.post(
        f"{GAMES}/evening/acts",
        json={"expected_version": dealt["version"]}
        | {name: value for name, value in move.items() if value is not None},
    )
    assert played.status_code == 200, played.text


def test_a_line_is_taken_once_where_it_begins_the_next_game(client: httpx.Client) -> None:
    version = opened(client, rules="forced-block@1")["version"]
    first = client.post(
        f"{GAMES}/evening/lines", json={"expected_version": version, "line": "Ana out"}
    )
    line = {"expected_version": first.json()["version"], "line": "Ben out"}
    assert client.post(f"{GAMES}/evening/lines", json=line).json()["game"] == "evening-2"
    assert client.post(f"{GAMES}/evening/lines", json=line).status_code == 409
    assert client.get(f"{GAMES}/evening-3/state").status_code == 404


def events(client: httpx.Client, number: int, **headers: str) -> list[dict[str, Any]]:
    """So many events of the stream."""
    found = []
    with client.stream("GET", f"{GAMES}/evening/events", headers=headers) as stream:
        for line in stream.iter_lines():
            if line.startswith("data:"):
                found.append(json.loads(line.removeprefix("data:")))
            if len(found) == number:
                break
    return found


def test_events_come_from_other_programs_too_and_go_on_where_they_were(
    client: httpx.Client, path: Path
) -> None:
    opened(client)
    with open_book(path) as other:
        other.resume_game("evening").take("Ana 35 out")
    found = events(client, 2)
    assert [each["type"] for each in found] == ["game-opened", "round-reported"]
    after = events(client, 1, **{"Last-Event-ID": "1"})
    assert after[0]["version"] == 2


def test_what_is_no_table_is_one_sentence(client: httpx.Client) -> None:
    for path in ("/nope/state", "/nope/events"):
        answer = client.get(GAMES + path)
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-game")
    opened(client)
    assert client.post(f"{GAMES}/evening/undo", json={"expected_version": "x"}).status_code == 422
    assert client.post(f"{GAMES}/evening/undo", json={"expected_version": 1}).status_code == 422


def test_a_new_deal_and_bonuses(client: httpx.Client) -> None:
    version = opened(client, rules="partnership-cafe-250@1")["version"]
    many = ["6-6", "5-5", "4-4", "3-3", "6-5", "6-4", "6-3"]
    deal = {"expected_version": version, "hands": [many, None, None, None]}
    version = client.post(f"{GAMES}/evening/deal", json=deal).json()["version"]
    refused = client.post(f"{GAMES}/evening/redeal", json={"expected_version": version, "seat": 2})
    assert (refused.status_code, refused.json()["code"]) == (422, "no-redeal")
    again = client.post(f"{GAMES}/evening/redeal", json={"expected_version": version})
    assert (again.status_code, again.json()["ended"]) == (200, "void")
    result = {"expected_version": version + 1, "winners": [0], "points": [62, 0], "ended": "out"}
    noted = result | {"bonuses": [{"name": "capicua"}]}
    assert client.post(f"{GAMES}/evening/results", json=noted).json()["scores"] == [62, 0]
    played = client.get(f"{GAMES}/evening/record").json()["rounds"][1]
    assert played["reported"]["bonuses"] == [{"name": "capicua"}]
    wrong = result | {"bonuses": [{"name": "tip"}]}
    assert client.post(f"{GAMES}/evening/results", json=wrong).status_code == 422


def test_a_player_asks_for_a_new_deal_for_their_own_hand_alone(tmp_path: Path) -> None:
    with club(tmp_path) as served, served.client("player") as client:
        version = client.get(f"{GAMES}/{LIVE}/state").json()["version"]
        asked = {"expected_version": version, "seat": 0}
        answer = client.post(f"{GAMES}/{LIVE}/redeal", json=asked)
        assert answer.json()["code"] == "seat-of-another"
        answer = client.post(f"{GAMES}/{LIVE}/redeal", json={"expected_version": version})
        assert answer.json()["code"] == "no-redeal"


def test_who_opens_a_game_writes_it_and_nobody_else(tmp_path: Path) -> None:
    with club(tmp_path) as served:
        with served.client("scribe") as client:
            assert opened(client)["hands"] == []
            assert client.post(f"{GAMES}/evening/results", json=noted(1)).status_code == 200
            page = client.get("/record/evening")
            assert page.status_code == 200
        with served.client("other scribe") as client:
            assert client.post(f"{GAMES}/evening/results", json=noted(1)).status_code == 403
            assert client.get("/record/evening").status_code == 403


def test_a_player_acts_for_their_seat_alone_and_sees_no_other_hand(tmp_path: Path) -> None:
    with club(tmp_path) as served, served.client("player") as client:
        version = client.get(f"{GAMES}/{LIVE}/state").json()["version"]
        act = {"expected_version": version, "seat": 0, "act": "lay", "tile": "6-5"}
        assert client.post(f"{GAMES}/{LIVE}/acts", json=act).json()["code"] == "seat-of-another"
        act = {"expected_version": version, "seat": 1, "act": "lay", "tile": "6-4", "end": "left"}
        state = client.post(f"{GAMES}/{LIVE}/acts", json=act).json()
        assert state["version"] == version + 1
        assert state["hands"][0] is None
        assert len(state["hands"][1]) == 6
        assert client.get(f"{GAMES}/{LIVE}/state?open=true").status_code == 403
