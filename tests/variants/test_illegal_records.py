"""Records that are wrong in other ways than by an illegal move of hands that were seen."""

from typing import Any

import pytest

from domino_ledger.domain.hidden.inference import Whereabouts, lawful
from domino_ledger.domain.tiles import tile_named
from tests.domain.builders import now
from tests.ledger.games import read

GAPLE = ("0-0 6-1 6-3", "5-1 2-1 4-1", "3-0 4-0 2-2", "6-5 6-6 5-5")
HUB = ("12-7 7-7 5-0 2-1", "12-3 7-4 3-1 10-2", "6-5 12-9 9-7 11-10")
ENGINES = ("9-9 9-4 5-0 5-3 7-6", "5-5 1-1 4-1 5-2 8-6", "3-3 2-2 8-7 3-1 7-2")
LONG_FIRST_TURN = "+play.layout.first_turn=as-many-as-fit"
FIRST_SEAT_LAYS_HUB = (
    "+play.first_lead.kind=own-highest-double+play.hand.2=3"
    "+play.later_lead.kind=own-highest-double"
    "+play.layout.hub=led"
)


ONE_TILE = {
    "gaple@1": ("0-0", "6-1", "6-3", "6-5"),
    "chicken-foot@1": ("9-9", "8-8"),
    "mexican-train@1": ("12-1", "11-11"),
    "spinner@1": ("9-9", "W-W"),
}
"""Hands of a round that the first tile ends."""


def test_a_later_round_of_gaple_begins_with_a_double() -> None:
    rules = "gaple@1+play.hand.4=1"
    first = played(ONE_TILE["gaple@1"], "0 0-0") | {"ended": "out"}
    second = played(("6-5", "3-3", "4-4", "2-1"), "1 3-3") | {"leader": 1, "ended": "out"}
    assert violations(record_of(rules, first, second)) == []
    wrong = played(("6-5 1-0", "3-3 2-0", "4-4 2-2", "2-1 3-0"), "1 2-0") | {"leader": 1}
    first = played(("0-0 6-6", "6-1 1-1", "6-3 2-1", "6-5 6-4"), "0 0-0") | {"ended": "blocked"}
    found = violations(record_of("gaple@1+play.hand.4=2", first, wrong))
    doubles = tuple(f"{pip}-{pip}" for pip in range(7))
    params = {"seat": 1, "tile": "2-0", "wanted": doubles}
    assert found == [(1, 0, "wrong-lead-tile", params)]


@pytest.mark.parametrize("rules", ["chicken-foot@1", "spinner@1"])
def test_a_later_round_has_its_own_double(rules: str) -> None:
    """In round 2 it is 8-8, and 9-9 may not be led."""
    first = played(("9-9", "8-8"), "0 9-9") | {"ended": "out"}
    second = played(("8-8", "9-9"), "0 8-8") | {"ended": "out"}
    wrong = played(("8-8", "9-9"), "1 9-9") | {"ended": "out"}
    rule_set = f"{rules}+play.hand.2=1"
    assert violations(record_of(rule_set, first, second)) == []
    found = violations(record_of(rule_set, first, wrong))
    assert found == [
        (1, None, "wrong-leader", {"leader": 1, "expected": (0,)}),
        (1, 0, "wrong-lead-tile", {"seat": 1, "tile": "9-9", "wanted": ("8-8",)}),
    ]


@pytest.mark.parametrize("rules", ["chicken-foot@1", "mexican-train@1", "spinner@1"])
def test_a_round_after_the_last(rules: str) -> None:
    tile, at = ("12-1", " train-0") if rules == "mexican-train@1" else ("9-9", "")
    only = played(ONE_TILE[rules], f"0 {tile}{at}") | {"ended": "out"}
    rounds = f"{rules}+play.hand.2=1+score.rounds=1"
    assert violations(record_of(rounds, only)) == []
    again = violations(record_of(rounds, only, only))
    assert (1, None, "game-over", {"done": "dealt"}) in again


def violations(record: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [tuple(each) for each in read(record).violations]


def inferred(record: dict[str, Any]) -> Whereabouts:
    game = read(record).game
    assert game is not None
    return lawful(now(game))


def played(hands: tuple[str, ...], *moves: str) -> dict[str, Any]:
    """A round that was broken off; the seat that acts first is the leader."""
    acts = [acted(move) for move in moves]
    return {
        "leader": acts[0]["seat"] if acts else None,
        "hands": [hand.split() for hand in hands],
        "moves": acts,
    }


def record_of(rules: str, *rounds: dict[str, Any]) -> dict[str, Any]:
    players = ["ana", "ben", "cleo", "dan"][: len(rounds[0]["hands"])]
    return {
        "format": "domino-record/1",
        "id": "illegal",
        "rules": rules,
        "players": players,
        "rounds": rounds,
    }


def acted(text: str) -> dict[str, Any]:
    """``"0 9-4 arm-1"``, ``"0 done"``."""
    seat, what, *end = text.split()
    if what == "done":
        return {"seat": int(seat), "done": True}
    return {"seat": int(seat), "lay": what} | ({"at": end[0]} if end else {})


OWN_HIGHEST = "basic-train@1+play.hand.3=5+play.layout.engine=own-highest"


def test_an_engine_says_which_doubles_its_seat_did_not_hold() -> None:
    """Nobody saw the hand of seat 1, which begins with 1-1."""
    round = played(ENGINES, "0 9-9 train-0", "1 1-1 train-1", "2 3-3 train-2")
    round["hands"][1] = None
    known = inferred(record_of(OWN_HIGHEST, round))
    assert not known.may_be_dealt(tile_named("5-5"), 1)
    assert known.may_be_dealt(tile_named("0-0"), 1)


@pytest.mark.parametrize(("done", "proves"), [((), False), (("0 done",), True)])
def test_a_first_turn_of_a_hand_that_nobody_saw_ends_when_the_next_seat_acts(
    done: tuple[str, ...], proves: bool
) -> None:
    """That nothing more fitted depends on the tiles left; only a turn said to be over proves it."""
    round = played(HUB, "0 12-7 train-0", *done, "1 12-3 public")
    round["hands"][0] = None
    known = inferred(record_of(f"mexican-train@1+play.hand.3=4{LONG_FIRST_TURN}", round))
    assert known.may_be_dealt(tile_named("11-7"), 0) is not proves
    assert known.may_be_dealt(tile_named("8-8"), 0)


def test_a_hub_from_a_hand_that_nobody_saw() -> None:
    round = played(("7-7 11-11 7-1", "12-12 4-3 7-3"), "0 7-7")
    round["hands"][0] = None
    known = inferred(record_of(f"mexican-train@1{FIRST_SEAT_LAYS_HUB}", round))
    assert not known.may_be_dealt(tile_named("11-11"), 0)


@pytest.mark.parametrize(("hub", "recordable"), [(None, False), ("6-1", True)])
def test_a_round_without_its_turned_up_tile_cannot_be_recorded(
    hub: str | None, *, recordable: bool
) -> None:
    """One whose tile is in a hand as well can."""
    turned_up = (
        "gaple@1+play.first_lead.kind=lot+play.first_lead.tile=null+play.hand.4=3"
        "+play.later_lead.kind=null+play.turned_up=true"
    )
    found = read(record_of(turned_up, played(GAPLE) | {"leader": 1, "hub": hub}))
    assert found.recordable == recordable
