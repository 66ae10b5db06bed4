"""A block that was called comes back from a record as it was called at the table."""

import json
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.domain.events import TurnPassed
from domino_ledger.domain.round.state import Act
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.live.session import open_table
from domino_ledger.ledger.registry.rule_sets import rules_agreed_on
from domino_ledger.projections.audit.audit import Auditor

from .games import exported, game_of, kept, new_book
from .typed import fixed_clock, typed

SMALL = {"play.highest_pip": 3}
SLEEP = {"play.hand": {"2": 2}, "play.stays_in_boneyard": 5}
TRAINS = rules_agreed_on(PUBLISHED, PUBLISHED["mexican-train@1"], SMALL | SLEEP)
GUESTS = rules_agreed_on(PUBLISHED, PUBLISHED["basic-train@1"], SMALL | {"play.hand": {"2": 3}})
SEEN = "deal p0: 0-0 2-0 / p1: 3-1 2-2 / begins p0"
"""All tiles with the pip of the hub sleep, but for 3-1."""


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        (TRAINS, "deal p0: 0-0 1-0 / p1: 1-1 2-1 / begins p0|blocked"),
        (TRAINS, f"{SEEN}|marker|3-1 train-2|blocked"),
        (TRAINS, "deal begins p0|blocked"),
        (TRAINS, "deal begins p0|marker|3-1 train-2|blocked"),
        (TRAINS, "deal begins p0|marker|3-1 train-2|-|blocked"),
        (TRAINS, "deal begins p0|marker|3-1 train-2|-|timeout|blocked"),
        (GUESTS, "deal p0: 3-3 0-0 1-0 / p1: 2-2 2-1 3-0|3-3|2-2|-|2-1 train-2-left|blocked"),
        (GUESTS, "deal lead p0|3-3|2-2|-|2-1 train-2-left|blocked"),
        (GUESTS, "deal lead p0|3-3|2-2|-|2-1 train-2-left|done|-|blocked"),
        (GUESTS, "deal lead p0|3-3|2-2|-|2-1 train-2-left|done|blocked"),
        (PUBLISHED["block@1"], "deal lead p0|6-6|timeout|blocked"),
        (PUBLISHED["block@1"], "deal lead p0|6-6|timeout|-|blocked"),
        (PUBLISHED["block@1"], "deal lead p0|6-6|! p0 -|! p0 -|blocked"),
        (PUBLISHED["block@1"], "deal lead p0|6-6|timeout|-|timeout|-|blocked"),
    ],
)
def test_it_comes_back_as_it_was_called(tmp_path: Path, rules: RuleSet, lines: str) -> None:
    with closing(new_book(tmp_path)) as book:
        session = open_table(book, "a", rules, ["p0", "p1"], clock=fixed_clock)
        typed(session, *lines.split("|"))
        assert session.game.current is not None
        assert (session.game.current.ended, session.game.current.regular) == ("blocked", True)
        assert Auditor(book).of_game(book.stream(session.id), open=True).violations == ()
        out = kept(tmp_path, json.loads(exported(book)[0]))
        (round,) = game_of(out).rounds
        assert without_passes(round.acts) == without_passes(session.game.current.acts)


def without_passes(acts: Iterable[Act]) -> list[Act]:
    """A pass tells nothing after the block, nor before it: the block says the same."""
    return [act for act in acts if not isinstance(act, TurnPassed)]
