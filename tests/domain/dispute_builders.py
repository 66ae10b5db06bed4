"""Helpers for tests of disputes."""

from collections.abc import Callable
from typing import TypeAlias
from uuid import UUID

import pytest

from domino_ledger.domain.disputes.decide import (
    answer_dispute,
    appeal_ruling,
    open_dispute,
    rule_on_dispute,
)
from domino_ledger.domain.disputes.events import Remedy, disputes_of
from domino_ledger.domain.events import Event, IrregularityNoted
from domino_ledger.domain.faults.codes import Refusal
from domino_ledger.domain.game.decide import Refused
from domino_ledger.domain.game.state import Game

from .builders import altered, deal, evolved, new_game, play

NOTED = IrregularityNoted(code="not-held")
ANA, ARBITER = UUID(int=1), UUID(int=99)

PARTNERS = altered(
    "partnership-sanjuan@1",
    play={"hand": {4: 2}, "first_lead": {"kind": "lot"}},
    score={"target": 60},
    payout={},
)
"""Seats 0 and 2 against 1 and 3, for points and for money."""
POINTS = altered(
    "draw@1", play={"hand": {2: 2}, "first_lead": {"kind": "lot"}}, score={"target": 12}
)
MONEY = altered("forced-block@1", play={"hand": {3: 2}, "draw": "none"})
"""Three seats, for money alone."""


Step: TypeAlias = Callable[[Game], tuple[Event, ...]]


def step(take: Callable[..., tuple[Event, ...]], *values: object, **more: object) -> Step:
    """A step of a dispute, to be taken in any game."""
    return lambda game: take(game, *values, **more)


def said(game: Game, *steps: Step) -> Game:
    """The game after these steps."""
    for taken in steps:
        game = evolved(game, taken(game))
    return game


def disputed(game: Game, round: int | None = None) -> Game:
    """The game with one more dispute."""
    return said(game, step(open_dispute, ANA, "so it was not", round))


def ruled(game: Game, *remedies: Remedy, dispute: int = 1) -> Game:
    """The game after this ruling."""
    return said(game, step(rule_on_dispute, dispute, ARBITER, remedies))


def ordered(game: Game, *remedies: Remedy) -> Game:
    """The game with one more dispute, and this ruling on it."""
    number = 1 + max((event.dispute for event in game.desk), default=0)
    return ruled(disputed(game), *remedies, dispute=number)


def appealed(game: Game, dispute: int = 1) -> Game:
    """The game after an appeal against the ruling on this dispute."""
    return said(game, step(appeal_ruling, dispute, ANA, "no"))


def answered(game: Game, dispute: int = 1) -> Game:
    """The game after an answer to the claim."""
    return said(game, step(answer_dispute, dispute, ANA, "yes, it was"))


def out_in_two(game: Game) -> Game:
    """One more round of two seats: seat 0 goes out, seat 1 keeps 6-5 (11 pips)."""
    dealt = deal(game, "4-4 4-0", "6-4 6-5", leader=0)
    return play(dealt, "0 lays 4-4", "1 lays 6-4 left", "0 lays 4-0 right")


def won() -> Game:
    """A game over two rounds of 11 points each: seat 0 has 22 points, the target is 12."""
    return out_in_two(out_in_two(new_game(POINTS, 2)))


def blocks() -> Game:
    """A blocked round of three seats for money: 12, 8 and 21 pips are left; seat 1 wins."""
    dealt = deal(new_game(MONEY, 3), "0-0 6-6", "1-0 4-4", "6-5 5-5", leader=0)
    return play(dealt, "0 lays 0-0", "1 lays 1-0 right")


def refusal(game: Game, step: Step) -> Refusal:
    with pytest.raises(Refused) as refused:
        step(game)
    fault = refused.value.fault
    assert isinstance(fault, Refusal)
    return fault


def refused_remedies(game: Game, *remedies: Remedy) -> Refusal:
    again = disputed(game)
    return refusal(again, step(rule_on_dispute, len(disputes_of(again.desk)), ARBITER, remedies))


def irregular() -> Game:
    """A round worth 11 points for seat 0, with a noted irregularity."""
    dealt = deal(new_game(POINTS, 2), "4-4 4-0", "6-4 6-5", leader=0)
    noted = evolved(play(dealt, "0 lays 4-4"), [NOTED])
    return play(noted, "1 lays 6-4 left", "0 lays 4-0 right")


def won_once() -> Game:
    """One round played: 11 of 12 points."""
    return out_in_two(new_game(POINTS, 2))
