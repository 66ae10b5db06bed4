"""The API over HTTP: what lists, streams and steps answer, and what goes wrong."""

import json
import logging
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from domino_ledger import Move, Table, open_book
from domino_ledger.ledger.log.checkpoints import make_checkpoint
from domino_ledger.ledger.registry.keys import add_key
from domino_ledger.ledger.signing.keys import new_key
from domino_ledger.projections.verification.make_proof import VERIFIER
from domino_ledger.web.settings import Settings

from .club import LIVE, OVER, write_games
from .served import serving

CLEAN = Path(__file__).parents[2] / "docs" / "examples" / "clean.jsonl"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "club.db"
    write_games(path)
    return path


@pytest.fixture
def client(book: Path) -> Iterator[httpx.Client]:
    with serving(book) as address, httpx.Client(base_url=f"{address}/api/v1", timeout=30) as made:
        yield made


@pytest.fixture(scope="module")
def samples(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{address}/api/v1", timeout=30) as made:
        yield made


@pytest.mark.parametrize(
    ("path", "limit", "number"),
    [("games", 50, 148), ("games?rules=block-lot@1", 7, 40), ("players", 3, 10), ("rules", 10, 0)],
)
def test_a_list_goes_on_where_it_stopped(
    samples: httpx.Client, path: str, limit: int, number: int
) -> None:
    found, after = list[Mapping[str, Any]](), None
    while after is not None or not found:
        params = {"limit": limit} | ({} if after is None else {"after": after})
        answer = samples.get(path, params={**httpx.QueryParams(path.partition("?")[2]), **params})
        assert len(answer.json()["items"]) <= limit
        found += answer.json()["items"]
        after = answer.json()["next"]
    ids = [json.dumps(each, sort_keys=True) for each in found]
    assert len(ids) == len(set(ids))
    assert not number or len(ids) == number
    whole = samples.get(path, params={**httpx.QueryParams(path.partition("?")[2]), "limit": 200})
    assert whole.json() == {"items": found, "next": None}


def events(answer: httpx.Response) -> Iterator[dict[str, str]]:
    """The server-sent events of a stream, each with its fields."""
    found = dict[str, str]()
    for line in answer.iter_lines():
        name, _, value = line.partition(": ")
        if line:
            found[name] = value
        elif found:
            yield found
            found = {}


def test_the_log_goes_on_after_the_last_event_that_came(client: httpx.Client) -> None:
    with client.stream("GET", "/log", params={"follow": False}) as answer:
        every = list(events(answer))
    for read in (0, 1, len(every) - 1, len(every)):
        headers = {"Last-Event-ID": every[read - 1]["id"]} if read else {}
        with client.stream("GET", "/log", params={"follow": False}, headers=headers) as answer:
            assert list(events(answer)) == every[read:]
        after = every[read - 1]["id"] if read else "0"
        with client.stream("GET", "/log", params={"follow": False, "after": after}) as answer:
            assert list(events(answer)) == every[read:]


def test_the_log_has_what_is_recorded_later(book: Path, client: httpx.Client) -> None:
    with (
        client.stream("GET", "/log", params={"after": "0"}) as answer,
        open_book(book) as opened,
    ):
        stream, table = events(answer), opened.resume_game(LIVE)
        for event in stream:
            last = json.loads(event["data"])
            if last["gameversion"] == table.version and last["subject"] == str(_id(book)):
                break
        assert isinstance(table, Table)
        table.play(Move(1, "lay", "6-4", "right"))
        assert json.loads(next(stream)["data"])["data"]["tile"] == "6-4"


def _id(book: Path) -> object:
    with open_book(book) as opened:
        return opened.game(LIVE).id


@pytest.mark.parametrize(
    ("after", "status", "code"),
    [
        ("1000000", 422, "unknown-position"),
        ("now", 422, "invalid-value"),
        ("0123456789abcdef:1", 409, "unknown-epoch"),
    ],
)
def test_a_place_that_the_log_does_not_have_is_refused(
    client: httpx.Client, after: str, status: int, code: str
) -> None:
    for answer in (
        client.get("/log", params={"after": after}),
        client.get("/log", headers={"Last-Event-ID": after}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (status, code)


def outcomes(answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.status_code == 200
    return [json.loads(line) for line in answer.text.splitlines()]


def test_games_go_out_and_come_in_again(samples: httpx.Client, client: httpx.Client) -> None:
    exported = samples.get("/export")
    lines = exported.text.splitlines()
    assert exported.headers["content-type"] == "application/jsonl"
    assert len(lines) == 148
    *games, sums = outcomes(client.post("/import", content=exported.content))
    assert {each["outcome"] for each in games} == {"added"}
    assert sums == {"added": 148, "extended": 0, "unchanged": 0, "rejected": 0}
    name = json.loads(lines[0])["id"]
    assert client.get("/export", params={"game": name}).text.splitlines() == lines[:1]
    assert client.get(f"/games/{name}/record").json() == json.loads(lines[0])


def test_a_dry_run_writes_nothing(client: httpx.Client, samples: httpx.Client) -> None:
    game = samples.get("/export", params={"game": "payout-12-00053"}).content
    assert outcomes(client.post("/import?dry_run=true", content=game))[-1]["added"] == 1
    assert client.get("/games/payout-12-00053").status_code == 404


def test_a_line_that_is_no_game_does_not_stop_an_import(client: httpx.Client) -> None:
    record = client.get(f"/games/{OVER}/record").json() | {"id": "again-1"}
    body = f"nonsense\n{json.dumps(record)}\n{CLEAN.read_text()}"
    nonsense, again, clean, sums = outcomes(client.post("/import", content=body))
    assert (nonsense["outcome"], nonsense["code"]) == ("rejected", "not-json")
    assert again == {
        "line": 2,
        "record": "again-1",
        "outcome": "added",
        "irregularities": 0,
        "code": None,
        "sentence": None,
    }
    assert clean["code"] == "unknown-rules"
    assert sums == {"added": 1, "extended": 0, "unchanged": 0, "rejected": 2}


def test_a_game_is_amended(client: httpx.Client) -> None:
    record = client.get(f"/games/{OVER}/record").json()
    first = {**record, "rounds": record["rounds"][:1]}
    first["rounds"][0]["moves"] = first["rounds"][0]["moves"][:1]
    first["rounds"][0]["ended"] = None
    sent = {"record": first, "reason": "it was broken off", "by": "Ana"}
    assert client.post(f"/games/{OVER}/amendments", json=sent).json() == {
        "game": OVER,
        "version": 2,
    }
    (amended,) = client.get(f"/games/{OVER}/versions").json()
    assert (amended["version"], amended["by"]) == (2, "Ana")
    assert client.get(f"/games/{OVER}").json()["version"] == 2
    hidden = client.get(f"/games/{OVER}/record", params={"version": 1})
    assert (hidden.status_code, hidden.json()["code"]) == (403, "versions-hidden")


def test_a_proof_is_what_a_stranger_can_check(book: Path, tmp_path: Path) -> None:
    key, tiles = new_key("club.example/log"), tmp_path / "tiles"
    with open_book(book) as opened:
        add_key(opened.ledger, key.public, "log")
        make_checkpoint(opened.ledger, tiles, key)
    with serving(book, Settings(key=key, tiles=tiles)) as address:
        answer = httpx.get(f"{address}/api/v1/games/{OVER}/proof")
    proof = tmp_path / "proof.json"
    proof.write_bytes(answer.content)
    assert "attachment" in answer.headers["content-disposition"]
    command = [sys.executable, str(VERIFIER), str(proof), "--key", str(key.public)]
    checked = subprocess.run(command, check=True, capture_output=True, text=True)
    assert OVER in checked.stdout


def test_a_changed_event_is_an_answer_and_not_an_error(book: Path, client: httpx.Client) -> None:
    with sqlite3.connect(book) as raw:
        triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%UPDATE%'"
        for (name,) in raw.execute(triggers).fetchall():
            raw.execute(f'DROP TRIGGER "{name}"')
        raw.execute(
            "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), '6-5', '6-4') "
            "AS BLOB) WHERE topic LIKE '%dealt%'"
        )
    found = client.get(f"/games/{OVER}/verification").json()
    assert not found["intact"]
    assert OVER in found["sentence"]
    assert client.get(f"/games/{OVER}/record").status_code == 500


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nothing", 404, "no-such-page"),
        ("DELETE", "/api/v1/games", 405, "method-not-allowed"),
        ("GET", "/api/v1/games/nope", 404, "unknown-game"),
        ("GET", f"/api/v1/games/{OVER}/rounds/9", 404, "unknown-round"),
        ("GET", f"/api/v1/games/{OVER}/rounds/0/moves/99", 404, "unknown-move"),
        ("GET", f"/api/v1/games/{OVER}/rounds/x", 422, "invalid-request"),
        ("GET", f"/api/v1/games/{OVER}/record?version=9", 404, "unknown-version"),
        ("GET", f"/api/v1/games/{OVER}/disputes/1", 404, "unknown-dispute"),
        ("GET", "/api/v1/games?rules=nope@1", 404, "unknown-rules"),
        ("GET", "/api/v1/games?since=yesterday", 422, "invalid-request"),
        ("GET", "/api/v1/players/Nobody", 404, "unknown-player"),
        ("POST", "/api/v1/what-if", 422, "invalid-request"),
    ],
)
def test_an_error_is_a_problem_with_a_code(
    client: httpx.Client, method: str, path: str, status: int, code: str
) -> None:
    answer = client.request(method, httpx.URL(client.base_url).copy_with(path="/").join(path))
    problem = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, problem["status"], problem["code"]) == (status, status, code)
    assert problem["type"] == f"/problems/{code}"
    assert problem["detail"]


@pytest.mark.parametrize("body", [b"{nope", b"\xff", b"[]", b"null", b'{"claim": "\\ud800"}'])
def test_a_body_that_is_none_is_refused(client: httpx.Client, body: bytes) -> None:
    answer = client.post(
        f"/games/{OVER}/disputes", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code in {400, 422}
    assert answer.json()["detail"]


def test_what_goes_wrong_on_this_machine_stays_there(
    book: Path, client: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    book.rename(book.with_name("gone.db"))
    book.write_bytes(b"something else")
    with caplog.at_level(logging.ERROR):
        answers = [client.get(path) for path in (f"/games/{OVER}", "/payouts", "/export")]
    for answer in answers:
        assert str(book.parent) not in answer.text
        assert "Traceback" not in answer.text


def test_those_who_run_it_see_health_and_figures(book: Path) -> None:
    with serving(book) as address:
        for _ in range(2):
            httpx.get(f"{address}/api/v1/games/{OVER}")
        httpx.get(f"{address}/nothing")
        health = httpx.get(f"{address}/health").json()
        text = httpx.get(f"{address}/metrics").text
    with open_book(book) as opened:
        position = opened.ledger.last_position()
    assert health == {"status": "ok", "position": position}
    figures = {
        (each.name, each.labels.get("route"), each.labels.get("status")): each.value
        for family in text_string_to_metric_families(text)
        for each in family.samples
    }
    assert figures["domino_requests_total", "api.game", "200"] == 2
    assert figures["domino_requests_total", "none", "404"] == 1
    assert figures["domino_log_position", None, None] == position


def test_a_line_for_each_request(book: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with serving(book, Settings(json_log=True)) as address:
        httpx.get(f"{address}/api/v1/games/{OVER}?as=1")
        httpx.get(f"{address}/nothing")
    first, second = map(json.loads, capfd.readouterr().err.splitlines())
    assert (
        first.items()
        >= {
            "method": "GET",
            "path": f"/api/v1/games/{OVER}",
            "route": "api.game",
            "status": 200,
            "address": "127.0.0.1",
            "token": None,
        }.items()
    )
    assert second["status"] == 404
    assert first["bytes"] > 100
    assert first["seconds"] > 0


def test_nothing_is_written_by_default(book: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with serving(book) as address:
        httpx.get(f"{address}/api/v1/games/{OVER}")
    assert capfd.readouterr().err == ""
