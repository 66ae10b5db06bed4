"""What each reading of a block would do to money."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

from domain.readings import READINGS
from domain.rules import Payout, Reading, RuleSet

from .columns import BoolArray, IntArray
from .judging import add_money, no_money, rounds_under
from .loading import Loaded, Played
from .ruling_columns import Ruled, of_games, paid
from .verdict_columns import Verdicts, at_rounds


class Effect(NamedTuple):
    """What one reading would do to money."""

    blockers: int
    """Rounds that count in which it names one."""
    unjudged: int
    """Blocked rounds of which no verdict is kept."""
    net: IntArray
    """(p, c) in minor units."""


def effects(
    loaded: Loaded,
    rules: RuleSet,
    verdicts: Mapping[Reading, Verdicts],
    then: Sequence[tuple[Played, Ruled]],
) -> dict[Reading, Effect]:
    """By reading, its effect; none where these rules ask for no blocker.

    ``then`` are the games with the ruling on them. The money of rounds that did not block is the
    same under all readings.
    """
    payout = rules.payout
    if payout is None or payout.reading is None:
        return {}
    others = no_money(loaded)
    for played, ruled in then:
        add_money(others, played, _without_blocks(played, ruled))
    blocks = [_Blocks.of(played, ruled) for played, ruled in then]
    return {reading: _effect(others, payout, verdicts[reading], blocks) for reading in READINGS}


def _without_blocks(played: Played, ruled: Ruled) -> IntArray:
    """(g, S) from the rounds that did not block."""
    assert ruled.net is not None, "the rules have a payout"
    counts = ruled.counts & ~played.blocked
    return of_games(len(played.game), played.facts.game[counts], ruled.net[counts])


class _Blocks(NamedTuple):
    """The blocked rounds of games of one kind."""

    played: Played
    won: BoolArray
    """(n, S)"""
    counts: BoolArray
    """(n,)"""

    @classmethod
    def of(cls, played: Played, ruled: Ruled) -> Self:
        which = played.blocked
        return cls(played.only(which), ruled.won[which], ruled.counts[which])


def _effect(
    others: IntArray, payout: Payout, verdicts: Verdicts, blocks: Sequence[_Blocks]
) -> Effect:
    blockers = unjudged = 0
    net = others.copy()
    for played, won, counts in blocks:
        blocker, assistant, known = at_rounds(verdicts, played.round_id)
        rounds = rounds_under(played, blocker, assistant)
        by_readings = played.decrees.of_readings(len(played.round_id))
        blockers += int(((blocker >= 0) & by_readings & counts).sum())
        unjudged += int((by_readings & ~known).sum())
        add_money(net, played, paid(payout, played.per_pip, rounds, won, counts).game_net)
    return Effect(blockers, unjudged, net)
