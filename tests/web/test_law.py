"""What a seat may know, over every route, stream and error.

Two books differ only in tiles that somebody does not see. Whatever that somebody asks of a server,
the two answers are the same, but for ids and times that are by chance anyway.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any, NamedTuple

import httpx
import pytest

from .club import ANA, BEN, LIVE, Club, club
from .test_access import ROUTES

OTHER_ANA = (ANA[0], "1-0", "2-0", "3-0", "4-0", "5-0", "6-0")
"""Ana led 6-6 with another hand: Ben cannot know it, nor what is left in the boneyard."""
OTHER_BEN = ("2-1", "3-1", "4-1", "5-1", "6-1", "3-2", "4-2")
"""Another hand of Ben, who has not played yet."""
_CHANCE = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|\d{4}-\d\d-\d\d[T ][0-9:.]+(Z|\+00:00)?|[0-9a-f]{16,}"
)
_STREAMS = {"api.log", "api.game.events"}
_MEASURED = {"metrics"}
"""Seconds are measured there."""


class Asked(NamedTuple):
    """A request about the game that is played."""

    method: str
    path: str
    json: Any = None


def every_request() -> Iterator[Asked]:
    """Every route, with what may lead to hidden tiles, and with what is refused."""
    for route in ROUTES:
        if route.name in _MEASURED or route.method != "GET":
            continue
        more = "?follow=false" if route.name in _STREAMS else ""
        yield Asked("GET", f"{route.address()}{more}")
        if {"game", "address", "name"} & route.parameters:
            for query in ("as=0", "as=1", "version=1"):
                yield Asked("GET", f"{route.address()}{more or '?'}{more and '&'}{query}")
    for route in ROUTES:
        if route.parameters >= {"move"}:
            for move in (1, 2, 30):
                yield Asked(route.method, route.address(move=str(move)))
    yield Asked("GET", f"/games/{LIVE}/1.1")
    yield Asked("GET", f"/games/{LIVE}/1.9?step=9")
    yield Asked("GET", f"/api/v1/export?game={LIVE}")
    yield Asked("POST", "/api/v1/what-if", {"game": LIVE, "settings": {"score.target": 5}})
    for by in ("Ana", "Ben"):
        claim = {"by": by, "claim": "which tiles?", "round": 0, "move": 0}
        yield Asked("POST", f"/api/v1/games/{LIVE}/disputes", claim)
    for remedy in (
        {"kind": "count-pips", "round": 0, "pips": [0, 0]},
        {"kind": "name-blocker", "round": 0, "blocker": 0},
        {"kind": "correct-points", "round": 0, "points": [1, 0]},
        {"kind": "uphold", "round": 0},
        {"kind": "void-round", "round": 0},
    ):
        ruling = {"by": "Judy", "new": True, "remedies": [remedy]}
        yield Asked("POST", f"/api/v1/games/{LIVE}/disputes/1/rulings", ruling)
    yield Asked("GET", f"/api/v1/games/{LIVE}/disputes/1")
    yield Asked("GET", f"/audit/{LIVE}")
    yield Asked("GET", f"/dossier/{LIVE}")


def answers(client: httpx.Client) -> dict[str, str]:
    """By request, what is answered, but for what is by chance."""
    found = {}
    for asked in every_request():
        # Some pages name the address at which they were reached.
        headers = {"Host": "club.example"}
        answer = client.request(asked.method, asked.path, json=asked.json, headers=headers)
        said = f"{answer.status_code} {answer.headers.get('location')} {answer.text}"
        found[f"{asked.method} {asked.path} {asked.json}"] = _CHANCE.sub("*", said)
    return found


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Club]]:
    """A club, and others where Ana, Ben or both hold something else."""
    hands = {
        "as it is": (ANA, BEN),
        "other Ana": (OTHER_ANA, BEN),
        "other Ben": (ANA, OTHER_BEN),
    }
    with ExitStack() as stack:
        yield {
            name: stack.enter_context(club(tmp_path_factory.mktemp("law"), ana=ana, ben=ben))
            for name, (ana, ben) in hands.items()
        }


def differing(books: Mapping[str, Club], whose: str) -> dict[str, list[str]]:
    """By book, the requests with other answers than in the first; each is asked the same."""
    found = {}
    for name, served in books.items():
        with served.client(whose) as client:
            found[name] = answers(client)
    as_it_is = found.pop("as it is")
    return {
        name: [asked for asked, answer in of.items() if answer != as_it_is[asked]]
        for name, of in found.items()
    }


@pytest.mark.parametrize("whose", ["viewer", "scribe", "arbiter", "other player"])
def test_no_answer_depends_on_what_is_hidden(books: Mapping[str, Club], whose: str) -> None:
    assert differing(books, whose) == {"other Ana": [], "other Ben": []}


def test_no_answer_to_a_player_depends_on_what_others_hold(books: Mapping[str, Club]) -> None:
    found = differing(books, "player")
    assert found["other Ana"] == []
    assert f"GET /api/v1/games/{LIVE}/rounds/0 None" in found["other Ben"]


def test_the_seat_itself_sees_its_hand(books: Mapping[str, Club]) -> None:
    """The law could be kept by an empty answer: here is what differs where it may."""
    path = f"/api/v1/games/{LIVE}/rounds/0"
    with books["as it is"].client("player") as one, books["other Ben"].client("player") as another:
        assert one.get(path).json()["steps"][-1]["hands"][1] == sorted(BEN)
        assert one.get(path).json() != another.get(path).json()


def test_a_scribe_is_not_shown_which_tiles_a_seat_could_lay(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Ben could lay in both books, and not the same tiles."""
    said = []
    for ben in (BEN, OTHER_BEN):
        directory = tmp_path_factory.mktemp("scribe")
        with club(directory, ben=ben) as served, served.client("scribe") as client:
            version = client.get(f"/api/v1/games/{LIVE}/state").json()["version"]
            passed = {"seat": 1, "act": "pass", "expected_version": version}
            answer = client.post(f"/api/v1/games/{LIVE}/acts", json=passed)
            assert answer.status_code == 422
            said.append(answer.json() | {"state": None})
    assert said[0] == said[1]
    assert said[0]["code"] == "could-play"
