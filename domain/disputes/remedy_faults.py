"""What can be wrong with the remedies of a ruling, and the sentence that says so."""

from collections.abc import Iterator
from itertools import pairwise
from typing import assert_never

from ..faults.act import DeskFault
from ..game.state import Game, Judged
from ..hidden.inference import hindsight
from ..round.state import union
from ..tiles import SEEN, pips_of, seen_of
from ..words import no_such
from .remedies import (
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

_WHETHER = Uphold | VoidRound | ReplayRound
"""Whether a round counts."""
_SAID_OF_A_ROUND = {
    "name-blocker": "who blocked round {} is",
    "count-pips": "the pips left in round {} are",
    "correct-points": "the points of round {} are",
}
"""By kind what is told of a round once at most, and how the sentence begins where it is not."""


def remedies_fault(game: Game, after: Game, remedies: tuple[Remedy, ...]) -> DeskFault | None:
    """Why these cannot be ordered, the first reason; ``after`` is the game as they would leave it.

    None where they can.
    """
    sentence = next(_faults(game, after, remedies), None)
    return None if sentence is None else DeskFault("wrong-remedy", sentence)


def _faults(game: Game, after: Game, remedies: tuple[Remedy, ...]) -> Iterator[str]:
    if not remedies:
        yield "a ruling orders something: uphold, where nothing is to change"
    yield from _contradictions(remedies)
    for remedy in remedies:
        if isinstance(remedy, VoidGame):
            continue
        if remedy.round >= len(game.rounds):
            yield no_such("round", remedy.round, len(game.rounds))
        else:
            yield from _round_faults(game, after, remedy)


def _contradictions(remedies: tuple[Remedy, ...]) -> Iterator[str]:
    if len(remedies) > 1 and any(isinstance(remedy, VoidGame) for remedy in remedies):
        yield "a void game counts for nothing: nothing else can be ordered beside it"
    of_rounds = [remedy for remedy in remedies if not isinstance(remedy, VoidGame)]
    for number in sorted({remedy.round for remedy in of_rounds}):
        here = [remedy for remedy in of_rounds if remedy.round == number]
        whether = [remedy for remedy in here if isinstance(remedy, _WHETHER)]
        if len(whether) > 1:
            kinds = " and ".join(remedy.kind for remedy in whether)
            yield f"what becomes of round {number} is said more than once: {kinds}"
        kinds_told = sorted(remedy.kind for remedy in here if remedy.kind in _SAID_OF_A_ROUND)
        for kind in (one for one, other in pairwise(kinds_told) if one == other):
            yield f"{_SAID_OF_A_ROUND[kind].format(number)} said more than once"


def _round_faults(game: Game, after: Game, remedy: RoundRemedy) -> Iterator[str]:
    number = remedy.round
    judged = after.judged[number]
    if judged.round.ended == "void":
        yield f"the deal of round {number} was void: there is nothing to rule on"
    match remedy:
        case Uphold():
            if game.running is not None and number == len(game.rounds) - 1:
                yield f"round {number} is not over: it stands or falls when it is"
        case VoidRound() | ReplayRound():
            pass
        case NameBlocker():
            yield from _unsettled(number, judged)
            yield from _blocker_faults(after, judged, remedy)
        case CountPips():
            yield from _hands_faults(after, remedy)
            yield from _unsettled(number, judged)
            yield from _pips_faults(judged, remedy)
        case CorrectPoints():
            yield from _unsettled(number, judged)
            yield from _points_faults(after, remedy)
        case ImposePenalty():
            yield from _unsettled(number, judged)
            yield from _penalty_faults(after, remedy)
        case _:
            assert_never(remedy)


def _unsettled(number: int, judged: Judged) -> Iterator[str]:
    facts = judged.facts
    if facts.voided:
        yield f"round {number} is void and counts for nothing: nothing can be charged to it"
    elif facts.ended is None:
        yield f"round {number} did not come to an end: there is nothing to count in it"
    elif not facts.regular:
        yield f"round {number} was not played by the rules and does not count: uphold it, too"
    elif not facts.settled:
        yield f"round {number} ended with tiles that nobody saw: count the pips left, too"


def _blocker_faults(game: Game, judged: Judged, remedy: NameBlocker) -> Iterator[str]:
    blocker, assistant = remedy.blocker, remedy.assistant
    if judged.facts.ended != "blocked":
        yield f"round {remedy.round} did not block: nobody is answerable for it"
    yield from _seat_faults(game, blocker, assistant)
    if assistant is not None and blocker is None:
        yield "somebody assisted, but nobody blocked"
    if assistant is not None and assistant == blocker:
        yield f"seat {assistant} cannot have assisted itself"


def _hands_faults(game: Game, remedy: CountPips) -> Iterator[str]:
    if len(remedy.pips) != game.table.seats:
        yield f"expected the pips of each of {game.table.seats} seats, not of {len(remedy.pips)}"


def _pips_faults(judged: Judged, remedy: CountPips) -> Iterator[str]:
    number = remedy.round
    hands = hindsight(judged.round).hands
    if union(hands) <= SEEN:
        yield f"every tile left in round {number} is known: nobody has to count the pips"
    for seat, (hand, pips) in enumerate(zip(hands, remedy.pips, strict=True)):
        seen = pips_of(seen_of(hand))
        if hand <= SEEN and pips != seen:
            yield f"seat {seat} is known to have had {seen} pips left in round {number}, not {pips}"
        elif pips < seen:
            yield f"seat {seat} was seen to have {seen} pips left in round {number}, not {pips}"


def _points_faults(game: Game, remedy: CorrectPoints) -> Iterator[str]:
    sides = len(game.table.sides)
    if game.opened.rules.score.points == "none":
        yield "the game knows no points: none can be corrected"
    elif len(remedy.points) != sides:
        yield f"{len(remedy.points)} points for {sides} sides, one for each is needed"


def _penalty_faults(game: Game, remedy: ImposePenalty) -> Iterator[str]:
    yield from _seat_faults(game, remedy.seat)
    points = remedy.points_off or remedy.points_to_others
    if points and game.opened.rules.score.points == "none":
        yield "the game knows no points: a penalty cannot take or give any"
    if remedy.pips_to_others and game.opened.rules.payout is None:
        yield "the game is not played for money: a penalty cannot be paid in pips"


def _seat_faults(game: Game, *seats: int | None) -> Iterator[str]:
    for seat in seats:
        if seat is not None and seat not in range(game.table.seats):
            yield f"there is no seat {seat}: the seats are 0 to {game.table.seats - 1}"
