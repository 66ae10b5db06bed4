"""What depends on unseen tiles: legal if certain tiles were not in certain hands.

Each question is asked of all possible deals (`inference`): yes, no, or it depends on the deal.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..events import Seat, TileDrawn, TileLaid, TurnPassed
from ..faults.codes import Code, Fault, Params
from ..round.lead import ANY_TILE, before
from ..round.state import Act, Round, union
from ..tiles import NAMES, SEEN, bit, count_unseen, tiles_of
from .inference import Absent, Whereabouts


class Question(NamedTuple):
    """By the rules if none of these tiles was there; else it is this fault."""

    fault: Fault
    absent: Absent
    needs: Params
    """The unseen tiles that would settle it."""
    act: Params
    """What was done."""


class Doubt(NamedTuple):
    """A question whose answer depends on unseen tiles."""

    move: int | None
    code: Code
    """Of the fault that it would be."""
    needs: Params
    """What would settle it: the `unseen_tiles` of some hands, or a round whose tiles left would."""
    question: Question | None = None
    """None where the rules are kept only if one of the tiles was held."""


def question_of(round: Round, act: Act, move: int) -> Question | None:
    """What the legality of this act depends on; None where all that matters was seen."""
    match act:
        case TileLaid():
            return None if round.front.ends else _of_a_lead(round, act, move)
        case TurnPassed():
            code: Code = "skipped-though-able" if act.inferred else "passed-though-able"
            return _whether_able(round, act.seat, move, Fault(code, {"seat": act.seat}))
        case TileDrawn() if not round.table.may_draw_when_able:
            drawn: Params = {"seat": act.seat, "drawn": NAMES[act.tile]}
            return _whether_able(round, act.seat, move, Fault("drew-though-able", drawn))
        case _:
            return None


def _whether_able(round: Round, seat: Seat, move: int, fault: Fault) -> Question | None:
    """Whether a seat that did not lay could have laid."""
    if round.hands[seat] <= SEEN:
        return None
    pips = tuple(sorted({end.pip for end in round.front.ends}))
    return Question(
        Fault(fault.code, {**fault.params, "duty": "lay-unseen"}),
        Absent(round.front.playable, (seat,), move),
        unseen_tiles(round, [seat]),
        {"code": fault.code, **fault.params, "pips": pips, "move": move},
    )


def _of_a_lead(round: Round, act: TileLaid, move: int) -> Question | None:
    lead = round.start.lead
    if lead == ANY_TILE or union(round.hands) <= SEEN:
        return None
    led: Params = {"seat": act.seat, "tile": NAMES[act.tile]}
    return Question(
        Fault("wrong-lead-tile", {**led, "duty": "lay-unseen"}),
        Absent(lead & before(act.tile), _all_seats(round), move),
        unseen_tiles(round),
        {"code": "wrong-lead-tile", **led, "move": move},
    )


def question_of_block(round: Round, move: int, said: str) -> Question | None:
    """Whether the round is over at this move; None where the tiles seen say that it is, or not."""
    table, playable = round.table, round.front.playable
    drawable = table.draws_a_turn and len(round.boneyard) > table.reserve
    held = union(round.hands)
    if not round.front.ends or drawable or held <= SEEN or held & playable:
        return None
    return Question(
        Fault("round-not-over", {"said": said, "duty": "lay-unseen"}),
        Absent(playable, _all_seats(round), move),
        unseen_tiles(round),
        {"code": "round-not-over", "said": said, "move": move},
    )


def who_may_lead(round: Round, known: Whereabouts) -> frozenset[Seat | None]:
    """The seats that can have held the tile to lead; with None if the deal can be void.

    ``round`` is as dealt. Empty where what was recorded contradicts itself.
    """
    lead, seats = round.start.lead & round.table.tiles, range(round.table.seats)
    found: set[Seat | None] = set()
    for tile in tiles_of(lead):
        rest = known.without([Absent(lead & before(tile), _all_seats(round), 0)])
        for seat in seats:
            if bit(tile) & round.hands[seat]:
                found |= {seat} if rest.deal is not None else set()
            elif tile in known.allowed and rest.dealt(tile, seat).deal is not None:
                found.add(seat)
    nobody = known.without([Absent(lead, _all_seats(round), 0)])
    if not lead & union(round.hands) and nobody.deal is not None:
        found.add(None)
    return frozenset(found)


def _all_seats(round: Round) -> tuple[Seat, ...]:
    return tuple(range(round.table.seats))


def unseen_tiles(round: Round, seats: Iterable[Seat] | None = None) -> Params:
    """The seats, all if None, that hold unseen tiles, and how many each."""
    counts = {
        seat: count_unseen(round.hands[seat])
        for seat in (_all_seats(round) if seats is None else seats)
    }
    holders = tuple(seat for seat, number in counts.items() if number)
    return {"holders": holders, "counts": tuple(counts[seat] for seat in holders)}


def no_possible_deal(known: Whereabouts, doubts: Sequence[Doubt]) -> Fault | None:
    """Where each act by itself can have kept the rules, but not all of them together."""
    asked = [doubt.question for doubt in doubts if doubt.question is not None]
    if known.deal is None or known.without(each.absent for each in asked).deal is not None:
        return None
    for question in list(asked):
        others = [other for other in asked if other is not question]
        if known.without(each.absent for each in others).deal is None:
            asked = others
    return Fault("no-possible-deal", {"acts": tuple(question.act for question in asked)})
