"""What can be wrong with the remedies of a ruling."""

from collections.abc import Iterator
from itertools import pairwise
from typing import assert_never

from ..faults.codes import Refusal, seat_fault
from ..game.state import Game, JudgedRound
from ..hidden.inference import hindsight
from ..hidden.pips_left import pips_known
from ..round.state import union, unlocated
from ..rules.penalties import MOST_PENALTY_PIPS
from ..tiles import SEEN, seen_of
from .events import (
    CorrectPoints,
    CountPips,
    ImposePenalty,
    NameBlocker,
    Remedy,
    ReplayRound,
    RoundRemedy,
    Uphold,
    VoidGame,
    VoidRound,
)

_ROUND_OUTCOMES = Uphold | VoidRound | ReplayRound
"""Whether a round counts."""
_ONCE_A_ROUND = frozenset({"name-blocker", "count-pips", "correct-points"})
"""The kinds of remedies allowed once a round."""


def remedy_faults(game: Game, after: Game, remedies: tuple[Remedy, ...]) -> Iterator[Refusal]:
    """Each reason why these remedies cannot be ordered; ``after``: the game with them in force."""
    if not remedies:
        yield Refusal("no-remedy")
    yield from _contradictions(remedies)
    for remedy in remedies:
        if isinstance(remedy, VoidGame):
            continue
        if remedy.round >= game.dealt:
            yield Refusal("unknown-round", {"round": remedy.round, "rounds": game.dealt})
        else:
            yield from _round_faults(game, after, remedy)
    if any(isinstance(remedy, ImposePenalty) and remedy.pips_to_others for remedy in remedies):
        yield from _penalties_in_all(after)


def _contradictions(remedies: tuple[Remedy, ...]) -> Iterator[Refusal]:
    if len(remedies) > 1 and any(isinstance(remedy, VoidGame) for remedy in remedies):
        yield Refusal("void-game-and-more")
    of_rounds = [remedy for remedy in remedies if not isinstance(remedy, VoidGame)]
    for number in sorted({remedy.round for remedy in of_rounds}):
        of_round = [remedy for remedy in of_rounds if remedy.round == number]
        outcomes = tuple(remedy.kind for remedy in of_round if isinstance(remedy, _ROUND_OUTCOMES))
        if len(outcomes) > 1:
            yield Refusal("ruled-twice", {"round": number, "kinds": outcomes})
        kinds = sorted(remedy.kind for remedy in of_round if remedy.kind in _ONCE_A_ROUND)
        for kind in (kind for kind, following in pairwise(kinds) if kind == following):
            yield Refusal("ruled-twice", {"round": number, "remedy": kind})


def _round_faults(game: Game, after: Game, remedy: RoundRemedy) -> Iterator[Refusal]:
    number = remedy.round
    judged = after.judged[number]
    if judged.round.ended == "void":
        yield Refusal("void-deal", {"round": number})
    match remedy:
        case Uphold():
            if game.running is not None and number == game.dealt - 1:
                yield Refusal("upheld-while-running", {"round": number})
        case VoidRound() | ReplayRound():
            pass
        case NameBlocker():
            yield from _unsettled(number, judged)
            yield from _blocker_faults(after, judged, remedy)
        case CountPips():
            if len(remedy.pips) != after.table.seats:
                seats = {"seats": after.table.seats, "given": len(remedy.pips)}
                yield Refusal("pips-of-other-seats", seats)
            yield from _unsettled(number, judged)
            yield from _pips_faults(judged, remedy)
        case CorrectPoints():
            yield from _unsettled(number, judged)
            sides, given = len(after.table.sides), len(remedy.points)
            if after.opened.rules.score.points == "none":
                yield Refusal("no-points-to-correct")
            elif given != sides:
                yield Refusal("points-of-other-sides", {"count": sides, "given": given})
        case ImposePenalty():
            yield from _penalty_faults(after, judged, remedy)
        case _:
            assert_never(remedy)


def _unsettled(number: int, judged: JudgedRound) -> Iterator[Refusal]:
    facts = judged.facts
    if facts.voided:
        yield Refusal("charged-to-void-round", {"round": number})
    elif facts.ended is None:
        yield Refusal("round-without-end", {"round": number})
    elif not facts.regular:
        yield Refusal("round-irregular", {"round": number})
    elif not facts.settled:
        yield Refusal("round-with-unseen-tiles", {"round": number})


def _blocker_faults(game: Game, judged: JudgedRound, remedy: NameBlocker) -> Iterator[Refusal]:
    blocker, assistant = remedy.blocker, remedy.assistant
    if not judged.facts.blocked:
        yield Refusal("round-not-blocked", {"round": remedy.round})
    yield from _seat_faults(game, blocker, assistant)
    if assistant is not None and blocker is None:
        yield Refusal("assistant-without-blocker", {"seat": assistant})
    if assistant is not None and assistant == blocker:
        yield Refusal("assistant-is-blocker", {"seat": assistant})


def _penalty_faults(game: Game, judged: JudgedRound, remedy: ImposePenalty) -> Iterator[Refusal]:
    if not remedy.voids_round:
        yield from _unsettled(remedy.round, judged)
    yield from _seat_faults(game, remedy.seat)
    points, rules = remedy.points_off or remedy.points_to_others, game.opened.rules
    if points and rules.score.points == "none":
        yield Refusal("no-points-to-penalize")
    if remedy.pips_to_others and rules.payout is None:
        yield Refusal("no-money-to-pay")
    elif remedy.pips_to_others and remedy.voids_round:
        yield Refusal("void-round-paid", {"round": remedy.round})


def _pips_faults(judged: JudgedRound, remedy: CountPips) -> Iterator[Refusal]:
    number, report = remedy.round, judged.round.report
    round = hindsight(judged.round)
    hands = round.hands
    if None not in pips_known(judged.round):
        yield Refusal("pips-known", {"round": number})
    possible = unlocated(round) | union(hands) & SEEN
    most, given = round.table.pips_left(possible), sum(remedy.pips)
    if given > most:
        yield Refusal("more-pips-than-possible", {"most": most, "given": given})
    for seat, (hand, pips) in enumerate(zip(hands, remedy.pips, strict=True)):
        seen = round.table.pips_left(seen_of(hand))
        params = {"seat": seat, "seen": seen, "round": number, "given": pips}
        if report is None and hand <= SEEN and pips != seen:
            yield Refusal("pips-differ", params)
        elif pips < seen:
            yield Refusal("fewer-pips-than-seen", params)


def _penalties_in_all(after: Game) -> Iterator[Refusal]:
    """Too much for one game, so that sums of its money stay within 64 bits (docs/money.md)."""
    table = after.table
    given = sum(
        penalty.pips_to_others * (table.seats - len(table.sides[table.side_of(penalty.seat)]))
        for decreed in after.decrees.rounds.values()
        for penalty in decreed.penalties
    )
    if given > MOST_PENALTY_PIPS:
        yield Refusal("penalties-too-high", {"most": MOST_PENALTY_PIPS, "given": given})


def _seat_faults(game: Game, *seats: int | None) -> Iterator[Refusal]:
    for seat in seats:
        fault = None if seat is None else seat_fault(seat, game.table.seats)
        if fault is not None:
            yield fault
