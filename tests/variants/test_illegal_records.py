"""Records that are wrong in other ways than by an illegal move of hands that were seen."""

from typing import Any

import pytest

from domain.faults.codes import Param
from domain.hidden.inference import lawful
from domain.tiles import tile_named
from tests.ledger.games import read

GAPLE = ("0-0 6-1 6-3", "5-1 2-1 4-1", "3-0 4-0 2-2", "6-5 6-6 5-5")
HUB = ("12-7 7-7 5-0 2-1", "12-3 7-4 3-1 10-2", "6-5 12-9 9-7 11-10")
ENGINES = ("9-9 9-4 5-0 5-3 7-6", "5-5 1-1 4-1 5-2 8-6", "3-3 2-2 8-7 3-1 7-2")
BEGUN = ("0 9-9 train-0", "1 5-5 train-1", "2 3-3 train-2")


LONG_FIRST_TURN = "+play.layout.first_turn=as-many-as-fit"
FIRST_SEAT_LAYS_HUB = (
    "+play.first_lead.kind=own-highest-double+play.later_lead.kind=own-highest-double"
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
    """``"0 9-4 arm-1"``, ``"0 W-7 arm-1 wild 4"``, ``"0 draw 9-8"``, ``"0 claim 5"``."""
    seat, what, *more = text.split()
    move: dict[str, Any] = {"seat": int(seat)}
    match what, more:
        case "draw" | "aside", [tile]:
            return move | {what: tile}
        case "claim", [points]:
            return move | {"claim": int(points)}
        case "pass" | "done" | "knock", []:
            return move | {what: True}
        case "marker", []:
            return move | {"marker": "up"}
        case _:
            return move | {"lay": what} | where(more)


def where(words: list[str]) -> dict[str, Any]:
    """The end of a lay-down and how the tile lies there, as far as they are said."""
    match words:
        case [*end, "wild", pip]:
            return where(end) | {"wild": int(pip)}
        case [*end, "unfit"]:
            return where(end) | {"ruling": "does-not-fit"}
        case [*end, "bend", bend]:
            return where(end) | {"bend": bend}
        case [end]:
            return {"at": end}
        case _:
            assert not words
            return {}


OWN_HIGHEST = "basic-train@1+play.hand.3=5+play.layout.engine=own-highest"


def unseen_engine(*moves: str) -> dict[str, Any]:
    """Nobody saw the hand of seat 1, which begins with 1-1."""
    round = played(ENGINES, *BEGUN[:1], "1 1-1 train-1", *BEGUN[2:], *moves)
    round["hands"][1] = None
    return record_of(OWN_HIGHEST, round)


def test_an_engine_says_which_doubles_its_seat_did_not_hold() -> None:
    game = read(unseen_engine()).game
    assert game is not None
    assert game.current is not None
    known = lawful(game.current)
    assert not known.may_be_dealt(tile_named("5-5"), 1)
    assert known.may_be_dealt(tile_named("0-0"), 1)


TURNED_UP = (
    "gaple@1+play.first_lead.kind=lot+play.first_lead.tile=null+play.hand.4=3"
    "+play.later_lead.kind=null+play.turned_up=true"
)


@pytest.mark.parametrize(
    ("hub", "params"), [(None, {"lacks": "hub"}), ("6-1", {"twice": ("6-1",)})]
)
def test_what_is_wrong_with_a_tile_turned_up(hub: str | None, params: dict[str, Param]) -> None:
    found = read(record_of(TURNED_UP, played(GAPLE) | {"leader": 1, "hub": hub}))
    assert found.violations == [(0, None, "bad-deal", params)]
    assert found.recordable == (hub is not None)


def long_first_turn(*moves: str) -> dict[str, Any]:
    """Nobody saw the hand of seat 0."""
    round = played(HUB, *moves)
    round["hands"][0] = None
    return record_of(f"mexican-train@1+play.hand.3=4{LONG_FIRST_TURN}", round)


@pytest.mark.parametrize(
    ("done", "asked", "proves"),
    [((), (1, "skipped-though-able"), False), (("0 done",), (1, "ended-too-soon"), True)],
)
def test_a_first_turn_of_a_hand_that_nobody_saw_ends_when_the_next_seat_acts(
    done: tuple[str, ...], asked: tuple[int, str], proves: bool
) -> None:
    """That nothing more fitted depends on the tiles left; only a turn said to be over proves it."""
    found = read(long_first_turn("0 12-7 train-0", *done, "1 12-3 public"))
    assert found.violations == []
    assert [(each.move, each.code) for each in found.unchecked] == [asked]
    assert found.game is not None
    assert found.game.current is not None
    assert lawful(found.game.current).may_be_dealt(tile_named("11-7"), 0) is not proves
    assert lawful(found.game.current).may_be_dealt(tile_named("8-8"), 0)


def highest_of_a_hidden_hand(*moves: str) -> dict[str, Any]:
    round = played(("7-7 11-11 7-1", "12-12 4-3 7-3"), *moves)
    round["hands"][0] = None
    agreed = FIRST_SEAT_LAYS_HUB.replace("+play.later", "+play.hand.2=3+play.later")
    return record_of(f"mexican-train@1{agreed}", round)


def test_a_hub_from_a_hand_that_nobody_saw() -> None:
    found = read(highest_of_a_hidden_hand("0 7-7"))
    assert found.violations == []
    assert [(each.move, each.code) for each in found.unchecked] == [(0, "wrong-lead-tile")]
    assert found.game is not None
    assert found.game.current is not None
    assert not lawful(found.game.current).may_be_dealt(tile_named("11-11"), 0)
