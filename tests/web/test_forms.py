"""The forms of the scribe's page as a browser without a script sends them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from domino_ledger import make_book, open_book
from domino_ledger.ledger.club import Club
from domino_ledger.web.settings import Settings

from .served import serving

PLAYERS = ("Ana", "Ben", "Cy", "Dee")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "club.db"
    make_book(path)
    return path


@pytest.fixture
def client(path: Path) -> Iterator[httpx.Client]:
    club = Club(name="Doble Seis", rules="forced-block@1", players=PLAYERS, stake="EUR:5")
    with (
        serving(path, Settings(club)) as address,
        httpx.Client(base_url=address, timeout=30) as made,
    ):
        yield made


def begun(client: httpx.Client, rules: str = "block@1", **more: Any) -> httpx.Response:
    asked = {"rules": rules, "player": list(PLAYERS), "name": "evening", **more}
    return client.post("/record", data=asked)


def result(version: int, **more: Any) -> dict[str, Any]:
    asked = {"do": "result", "version": version, "won": "0", "ended": "out", "figures": "pips"}
    return asked | {"figure": ["", "5", "5", "5"]} | more


def scores(path: Path) -> tuple[int, ...] | None:
    with open_book(path) as book:
        return book.resume_game("evening").state.scores


def test_what_the_club_mostly_plays_comes_first(client: httpx.Client) -> None:
    said = client.get("/record").text
    assert 'value="forced-block@1" selected' in said
    assert [said.index(f'value="{name}"') for name in PLAYERS] == sorted(
        said.index(f'value="{name}"') for name in PLAYERS
    )
    assert 'value="EUR"' in said
    assert 'value="5"' in said


def test_a_form_that_is_sent_twice_begins_one_game(client: httpx.Client, path: Path) -> None:
    assert [begun(client).status_code for _ in range(2)] == [303, 303]
    with open_book(path) as book:
        assert len([*book.games()]) == 1


def test_a_stake_is_of_games_for_money(client: httpx.Client, path: Path) -> None:
    begun(client, "forced-block@1", currency="eur", minor="5")
    asked = result(1)
    assert client.post("/record/evening", data=asked).status_code == 303
    with open_book(path) as book:
        assert book.game("evening").net == (75, -25, -25, -25)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"player": ["Ana"]}, "1"),
        ({"rules": "nope@1"}, "nope@1"),
        ({"rules": "forced-block@1", "currency": "euro", "minor": "5"}, "EURO"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_a_sentence(
    client: httpx.Client, more: dict[str, Any], said: str
) -> None:
    answer = begun(client, **more)
    assert answer.status_code == 422
    alert = answer.text.partition('role="alert">')[2].partition("<")[0]
    assert said in alert


def test_a_result_that_is_not_whole_is_asked_for_again(client: httpx.Client, path: Path) -> None:
    begun(client)
    answer = client.post("/record/evening", data=result(1, figure=["", "5", "", "5"]))
    assert answer.status_code == 422
    assert "Figures of all who were not out are needed." in answer.text
    assert answer.text.count('value="5"') == 2
    assert scores(path) == (0, 0, 0, 0)


@pytest.mark.parametrize("more", [{"do": "nope"}, {"do": "act", "act": "{"}, {"figure": ["x"]}])
def test_what_no_form_sends_is_refused(client: httpx.Client, more: dict[str, Any]) -> None:
    begun(client)
    assert client.post("/record/evening", data=result(1) | more).status_code == 422


def test_a_form_of_an_older_state_is_a_conflict(client: httpx.Client, path: Path) -> None:
    begun(client)
    assert client.post("/record/evening", data=result(1)).status_code == 303
    assert client.post("/record/evening", data=result(1)).status_code == 409
    assert scores(path) == (15, 0, 0, 0)


def test_the_same_key_gets_the_same_answer_and_another_key_a_conflict(
    client: httpx.Client, path: Path
) -> None:
    begun(client)
    for key, status in (("a", 200), ("a", 200), ("b", 409)):
        answer = client.post("/record/evening", data=result(1), headers={"Idempotency-Key": key})
        assert answer.status_code == status
    assert scores(path) == (15, 0, 0, 0)


def test_the_next_game_is_begun_once(client: httpx.Client, path: Path) -> None:
    begun(client, "forced-block@1")
    client.post("/record/evening", data=result(1))
    following = result(3, next="evening-2")
    for key, status in (("a", 200), ("a", 200), ("b", 409)):
        answer = client.post("/record/evening", data=following, headers={"Idempotency-Key": key})
        assert answer.status_code == status
    with open_book(path) as book:
        assert sorted(game.name for game in book.games()) == ["evening", "evening-2"]


SENT_AGAIN: dict[str, tuple[list[dict[str, Any]], str, dict[str, Any]]] = {
    "a result": ([], "evening", result(1)),
    "the result of the next game": ([result(1)], "evening", result(3, next="evening-2")),
    "a typed result that begins the next game": (
        [result(1)],
        "evening",
        {"do": "line", "version": 3, "act": "Ana out"},
    ),
    "an undo in the game before": (
        [result(1), {"do": "next", "version": 3, "next": "evening-2"}],
        "evening-2",
        {"do": "undo", "version": 1},
    ),
}
"""What was noted in `evening`, and then the game and the form that are sent once more."""


@pytest.mark.parametrize("what", SENT_AGAIN)
def test_a_form_that_another_server_has_answered_is_not_noted_twice(
    client: httpx.Client, path: Path, what: str
) -> None:
    """A key is known to the server that answered, and to no other: the versions must tell."""
    before, game, form = SENT_AGAIN[what]
    begun(client, "forced-block@1")
    for each in before:
        assert client.post("/record/evening", data=each).status_code == 303
    with serving(path) as address, httpx.Client(base_url=address, timeout=30) as other:
        answers = [
            server.post(f"/record/{game}", data=form, headers={"Idempotency-Key": "a"})
            for server in (client, other, client)
        ]
        with open_book(path) as book:
            noted = book.ledger.last_position()
        assert [each.status_code for each in answers] == [200, 409, 200]
        other.post(f"/record/{game}", data=form)
    with open_book(path) as book:
        assert book.ledger.last_position() == noted


def test_a_game_that_is_not_over_has_no_next_one(client: httpx.Client) -> None:
    begun(client, "forced-block@1")
    assert client.post("/record/evening", data=result(1, next="evening-2")).status_code == 409
    assert client.get("/record/evening-2").status_code == 404


def test_a_round_that_the_program_dealt_shows_no_tiles(client: httpx.Client, path: Path) -> None:
    begun(client)
    with open_book(path) as book:
        table = book.resume_game("evening")
        table.deal()
    said = client.get("/record/evening").text
    assert "what may be laid is not shown here" in said
    assert said.partition('id="waiting"')[0].count('data-tile="') == 28


def test_a_game_that_was_broken_off_is_shown(client: httpx.Client, path: Path) -> None:
    begun(client)
    with open_book(path) as book:
        book.resume_game("evening").abandon("lights")
    for page in ("/record/evening", "/follow/evening"):
        assert client.get(page).status_code == 200
    assert client.post("/record/evening", data=result(2)).status_code == 409
