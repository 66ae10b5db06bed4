"""After any rulings in any order, totals equal an independent recount.

The recount uses the disputes and the facts of the rounds, and follows the text of
docs/rules/rulings.md; it shares no code with `domain.decrees`.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domino_ledger.domain.block_verdicts import verdict
from domino_ledger.domain.disputes.events import (
    CorrectPoints,
    ImposePenalty,
    NameBlocker,
    Remedy,
    ReplayRound,
    RulingMade,
    Uphold,
    VoidGame,
    VoidRound,
)
from domino_ledger.domain.events import DealUndone, IrregularityNoted, RoundBlocked, Seat
from domino_ledger.domain.facts import RoundFacts, facts_of
from domino_ledger.domain.game.state import (
    Game,
    evolve_game,
    fold,
    open_game,
    standing_of,
    winners_of,
)
from domino_ledger.domain.round.state import Round
from domino_ledger.domain.scoring.score import score_round
from domino_ledger.domain.scoring.settlement import NOBODY, Blame
from domino_ledger.projections.results.game_result import count_game, net_of_game
from tests.domain.builders import settle
from tests.domain.random_games import AS_FOUND

from .random_disputes import RULE_SETS, disputed_game

pytestmark = pytest.mark.unmeasured

DISPUTED_GAMES = st.sampled_from(sorted(RULE_SETS)).flatmap(
    lambda name: st.tuples(
        st.just(name), st.sampled_from(sorted(RULE_SETS[name].play.hand)), st.integers(0, 2**32 - 1)
    )
)


class Recount(NamedTuple):
    """Winners and sums; points are zero in a game without points."""

    points: list[int]
    net: list[int]
    winners: tuple[Seat, ...] | None
    rounds: int


def orders_of(game: Game) -> list[Remedy]:
    """The remedies of each dispute's last ruling, in order of time."""
    counting: list[RulingMade] = []
    for said in game.desk:
        if isinstance(said, RulingMade):
            counting = [*(one for one in counting if one.dispute != said.dispute), said]
    return [remedy for ruling in counting for remedy in ruling.remedies]


def recount(game: Game) -> Recount:
    """A recount from the rounds and remedies only."""
    orders, score = orders_of(game), game.opened.rules.score
    target, last = score.target, score.rounds
    points, net = [0] * len(game.table.sides), [0] * game.table.seats
    winners, waits, rounds = None, False, 0
    if VoidGame() in orders:
        return Recount(points, net, None, 0)
    for number, round in enumerate(game.rounds):
        about = [one for one in orders if not isinstance(one, VoidGame) and one.round == number]
        whether = [one for one in about if decides(one)]
        if whether and not isinstance(whether[-1], Uphold):
            fines = [one for one in about if isinstance(one, ImposePenalty) and one.voids_round]
            for each in fines if winners is None and score.points != "none" else ():
                fine(game, each, points, net)
            if fines and target is not None and winners is None and max(points) >= target:
                winners = best(game, points, target)
            continue
        if not round.regular and not whether:
            waits = True
        elif round.ended in ("out", "blocked", "target") and winners is None:
            rounds += 1
            won = count(game, round, about, points, net)
            if target is None and last is None:
                winners = won
            elif rounds == last or (target is not None and max(points) >= target):
                winners = best(game, points, target or 0)
    return Recount(points, net, None if waits else winners, rounds)


def decides(remedy: Remedy) -> bool:
    """It says whether the round counts."""
    penalty = isinstance(remedy, ImposePenalty) and remedy.voids_round
    return penalty or isinstance(remedy, Uphold | VoidRound | ReplayRound)


def count(
    game: Game, round: Round, about: Sequence[Remedy], points: list[int], net: list[int]
) -> tuple[Seat, ...]:
    """Add the worth of this round; return the seats that won it."""
    rules, sides = game.opened.rules, game.table.sides
    facts = facts_of(round)._replace(regular=True)
    won, found = score_round(rules.score, sides, facts)
    for one in about:
        found = one.points if isinstance(one, CorrectPoints) else found
    for side, own in enumerate(found or ()):
        points[side] += own
    if rules.payout is not None:
        blame = blamed(game, round, about, facts)
        for seat, amount in enumerate(settle(rules.payout, facts, won, blame)):
            net[seat] += amount
    for penalty in (one for one in about if isinstance(one, ImposePenalty)):
        fine(game, penalty, points, net)
    return won


def fine(game: Game, penalty: ImposePenalty, points: list[int], net: list[int]) -> None:
    for side, seats in enumerate(game.table.sides):
        if penalty.seat in seats:
            points[side] -= penalty.points_off
            continue
        points[side] += penalty.points_to_others
        for seat in seats:
            net[seat] += penalty.pips_to_others
            net[penalty.seat] -= penalty.pips_to_others


def blamed(game: Game, round: Round, about: Sequence[Remedy], facts: RoundFacts) -> Blame:
    named = [one for one in about if isinstance(one, NameBlocker)]
    payout = game.opened.rules.payout
    if facts.ended != "blocked":
        return NOBODY
    if named:
        return Blame(named[-1].blocker, named[-1].assistant)
    if payout is None or payout.reading is None or not round.regular:
        return NOBODY
    found = verdict(round, payout.reading)
    return Blame(found.blocker, found.assistant)


def best(game: Game, points: list[int], target: int) -> tuple[Seat, ...]:
    lowest, highest = min(points), max(points)
    enough = {
        "highest": range(highest, highest + 1),
        "lowest": range(lowest, lowest + 1),
        "all-past-target": range(target, max(highest, target) + 1),
    }[game.opened.rules.score.winners]
    sides = game.table.sides
    return tuple(
        sorted(seat for side, own in enumerate(points) if own in enough for seat in sides[side])
    )


def found(game: Game) -> Recount:
    """The totals by the ledger."""
    stands = standing_of(game)
    result = count_game(game)
    assert result.standing == stands
    assert result.winners == winners_of(game)
    points = stands.scores or (0,) * len(game.table.sides)
    net = net_of_game(result) or (0,) * game.table.seats
    return Recount(list(points), list(net), winners_of(game), stands.rounds)


@AS_FOUND
@given(DISPUTED_GAMES)
def test_totals_equal_a_recount(setting: tuple[str, int, int]) -> None:
    first, *others = disputed_game(*setting)
    game = open_game(fold([first]).opened)
    for event in others:
        game = evolve_game(game, event)
    assert found(game) == recount(game)
    assert all(sum(ruling.net or ()) == 0 for ruling in count_game(game).rounds)
    at_once = fold([first, *others])
    assert (found(at_once), at_once.won) == (found(game), game.won)


def test_random_games_contain_every_remedy_stopped_rounds_and_undone_deals() -> None:
    games = [
        list(disputed_game(name, max(RULE_SETS[name].play.hand), seed))
        for name in RULE_SETS
        for seed in range(6)
    ]
    assert {remedy.kind for game in games for remedy in orders_of(fold(game))} == {
        *("uphold", "void-round", "replay-round", "void-game"),
        *("name-blocker", "correct-points", "penalty"),
    }
    happened = [event for game in games for event in game]
    stopped = [
        after
        for before, after in pairwise(happened)
        if isinstance(before, IrregularityNoted) and before.code == "round-not-over"
    ]
    assert happened.count(DealUndone()) > 10
    assert {type(event) for event in stopped} >= {RoundBlocked}
    assert len(stopped) > 10
