"""What depends on tiles that nobody saw: legal if certain tiles were not in certain hands.

Each question is asked of all deals that there can have been (`inference`), and has three answers.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..events import Seat, TileDrawn, TileLaid, TurnPassed
from ..faults.act import Code, Fault
from ..round.lead import ANY_TILE, before
from ..round.state import Act, Round, union
from ..tiles import NAMES, SEEN, UNSEEN, bit, count_unseen, tiles_of
from .inference import Absent, Whereabouts


class Question(NamedTuple):
    """By the rules if none of these tiles was there; else it is this fault."""

    fault: Fault
    absent: Absent
    needs: str
    """What would settle it."""
    what: str
    """What was done, in a few words."""


class Doubt(NamedTuple):
    """A question to which the answer depends on what nobody saw."""

    move: int | None
    code: Code
    needs: str
    question: Question | None = None
    """None where the rules are kept only if somebody did hold one of the tiles."""


def question_of(round: Round, act: Act, move: int) -> Question | None:
    """What this act, which may be legal, depends on; None where all that matters was seen."""
    match act:
        case TileLaid():
            return None if round.front.ends else _of_a_lead(round, act, move)
        case TurnPassed():
            code: Code = "skipped-though-able" if act.inferred else "passed-though-able"
            does = "is stepped over" if act.inferred else "passes"
            return _of_who_cannot_play(round, act.seat, move, code, does)
        case TileDrawn() if not round.table.may_draw_when_able:
            does = "draws a tile" if act.tile == UNSEEN else f"draws {NAMES[act.tile]}"
            return _of_who_cannot_play(round, act.seat, move, "drew-though-able", does)
        case _:
            return None


def _of_who_cannot_play(
    round: Round, seat: Seat, move: int, code: Code, does: str
) -> Question | None:
    if round.hands[seat] <= SEEN:
        return None
    pips = " and ".join(map(str, sorted({end.pip for end in round.front.ends})))
    return Question(
        Fault(
            code, f"seat {seat} {does} though a tile of its hand that nobody saw must have fitted"
        ),
        Absent(round.front.playable, (seat,), move),
        needs_of(round, [seat]),
        f"seat {seat} {does} on {pips} (move {move})",
    )


def _of_a_lead(round: Round, act: TileLaid, move: int) -> Question | None:
    lead, name = round.start.lead, NAMES[act.tile]
    if lead == ANY_TILE or union(round.hands) <= SEEN:
        return None
    message = f"seat {act.seat} leads {name}, but a tile that goes before it must have been held"
    return Question(
        Fault("wrong-lead-tile", message),
        Absent(lead & before(act.tile), _everybody(round), move),
        needs_of(round),
        f"seat {act.seat} leads {name} (move {move})",
    )


def question_of_block(round: Round, move: int, said: str) -> Question | None:
    """Whether the round is over at this move: None where it is seen that it is, or is not."""
    table, playable = round.table, round.front.playable
    drawable = table.draws_a_turn and len(round.boneyard) > table.reserve
    held = union(round.hands)
    if not round.front.ends or drawable or held <= SEEN or held & playable:
        return None
    message = f"said to be {said}, but a tile that nobody saw must have been held that fits"
    return Question(
        Fault("round-not-over", message),
        Absent(playable, _everybody(round), move),
        needs_of(round),
        f"the round is {said} (move {move})",
    )


def who_may_lead(round: Round, known: Whereabouts) -> frozenset[Seat | None]:
    """The seats that can have held the tile to lead; with None if the deal can be void.

    ``round`` is as dealt. Empty where what was recorded contradicts itself.
    """
    lead, seats = round.start.lead & round.table.tiles, range(round.table.seats)
    found: set[Seat | None] = set()
    for tile in tiles_of(lead):
        rest = known.without([Absent(lead & before(tile), _everybody(round), 0)])
        for seat in seats:
            if bit(tile) & round.hands[seat]:
                found |= {seat} if rest.deal is not None else set()
            elif tile in known.allowed and rest.dealt(tile, seat).deal is not None:
                found.add(seat)
    nobody = known.without([Absent(lead, _everybody(round), 0)])
    if not lead & union(round.hands) and nobody.deal is not None:
        found.add(None)
    return frozenset(found)


def _everybody(round: Round) -> tuple[Seat, ...]:
    return tuple(range(round.table.seats))


def needs_of(round: Round, seats: Iterable[Seat] | None = None) -> str:
    """The tiles of these hands that nobody saw, in words."""
    counts = [
        (seat, count_unseen(round.hands[seat]))
        for seat in (_everybody(round) if seats is None else seats)
    ]
    hands = [
        f"{'tile' if number == 1 else f'{number} tiles'} of seat {seat}"
        for seat, number in counts
        if number
    ]
    return f"the {' and the '.join(hands)} that nobody saw"


def no_possible_deal(known: Whereabouts, doubts: Sequence[Doubt]) -> Fault | None:
    """Where each act alone can have been by the rules, and all of them together cannot."""
    asked = [doubt.question for doubt in doubts if doubt.question is not None]
    if known.deal is None or known.without(each.absent for each in asked).deal is not None:
        return None
    for question in list(asked):
        others = [other for other in asked if other is not question]
        if known.without(each.absent for each in others).deal is None:
            asked = others
    acts = "; ".join(question.what for question in asked)
    message = f"whatever was dealt, one of these was against the rules: {acts}"
    return Fault("no-possible-deal", message)
