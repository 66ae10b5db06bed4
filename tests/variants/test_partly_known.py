"""Rounds of the referee as records in which hands, draws and ends of turns are not written."""

from typing import Any

import pytest

from tests.ledger.games import read

from .referee import Refereed, refereed

Json = dict[str, Any]

ROUNDS = [
    each
    for each in refereed()
    # The leader of a later round of these depends on the rounds before it.
    if each.said["round"] == 1 or each.rules.play.next_lead in {"same-rule", "rotate"}
]
KEYS = "leader", "starter", "hub", "hands", "boneyard", "moves", "ended"


def record_of(given: Refereed, round: Json) -> Json:
    """A record in which only the results of the rounds before are known."""
    said = given.said
    sides = said["seats"] // (2 if given.rules.play.partners else 1)
    before = {"reported": {"winners": [0], "points": [1] * sides}}
    return {
        "format": "domino-record/1",
        "id": given.name,
        "rules": said["rules"],
        "players": [f"player {seat}" for seat in range(said["seats"])],
        "rounds": [*[before] * (said["round"] - 1), round],
    }


def round_of(said: Json) -> Json:
    return {key: said[key] for key in KEYS if key in said}


def unseen(said: Json, seen: int | None) -> Json:
    """The round as a player at this seat saw it, or as somebody who saw no hand."""
    hands = [hand if seat == seen else None for seat, hand in enumerate(said["hands"])]
    moves = [
        {**move, what: "?"} if what in move and move["seat"] != seen else move
        for move in said["moves"]
        for what in ["aside" if "aside" in move else "draw"]
    ]
    return round_of(said) | {"hands": hands, "boneyard": None, "moves": moves}


@pytest.mark.unmeasured
@pytest.mark.parametrize("given", ROUNDS, ids=lambda given: given.name)
def test_a_round_as_it_was_played(given: Refereed) -> None:
    found = read(record_of(given, round_of(given.said)))
    assert (found.violations, found.unchecked) == ([], [])


@pytest.mark.unmeasured
@pytest.mark.parametrize("seen", [None, 0])
@pytest.mark.parametrize("given", ROUNDS, ids=lambda given: given.name)
def test_hands_that_nobody_saw(given: Refereed, seen: int | None) -> None:
    assert read(record_of(given, unseen(given.said, seen))).violations == []


@pytest.mark.unmeasured
@pytest.mark.parametrize("given", ROUNDS, ids=lambda given: given.name)
def test_passes_markers_and_ends_of_turns_that_are_not_written(given: Refereed) -> None:
    """They are inferred, where another seat acts next."""
    moves = [move for move in given.said["moves"] if not {"pass", "marker", "done"} & move.keys()]
    whole = read(record_of(given, round_of(given.said)))
    found = read(record_of(given, round_of(given.said) | {"moves": moves}))
    assert found.violations == []
    assert whole.game is not None
    assert found.game is not None
    assert found.game.judged[-1].facts == whole.game.judged[-1].facts
