"""Legality that depends on unseen tiles: an act is legal if certain hands lacked certain tiles.

Each question is answered over all possible deals (`inference`): yes, no, or it depends on the deal.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..events import Act, Closing, RoundBlocked, Seat, TileLaid, is_inferred
from ..faults.act import deed
from ..faults.codes import NO_PARAMS, Code, Fault, Params
from ..layout.ends import shown_pips
from ..round.calls import calls_due
from ..round.lead import preceding
from ..round.legal import end_of_blocked, only_lays_help
from ..round.state import Round, surely_playable, union
from ..tiles import NAMES, NO_TILES, SEEN, bit, count_unseen, tiles_of
from . import inference


class Question(NamedTuple):
    """Legal if these tiles were absent; otherwise this fault."""

    fault: Fault
    absent: inference.Absent
    needs: Params
    """The unseen tiles that would answer it."""
    act: Params
    """The act in question, for a `no-possible-deal` fault."""


class Doubt(NamedTuple):
    """A question whose answer depends on unseen tiles."""

    move: int | None
    code: Code
    needs: Params
    """What would answer it: the `unseen_tiles` of some hands, or the tiles left in other rounds."""
    question: Question | None = None
    """None if the act is legal only if one of the tiles was held."""


def question_of(round: Round, act: Act, move: int) -> Question | None:
    """The question that decides the legality of this act; None if no unseen tile matters."""
    seat, lead = act.seat, round.start.lead
    if not isinstance(act, TileLaid):
        # Whether a seat that did not lay could have laid.
        if round.hands[seat] <= SEEN or not inference.says_unable(round, act):
            return None
        did, pips = deed(act), tuple(sorted(shown_pips(round.front.open_to[seat])))
        absent = inference.unable(round, [seat], move)
        return _question(round, "could-play", did, absent, {"pips": pips})
    if inference.owes_highest_double(round, seat):
        unseen, absent = round.hands[seat] > SEEN, inference.no_higher_double(act, move)
    else:
        unseen = not round.front.ends and lead >= NO_TILES and union(round.hands) > SEEN
        absent = inference.absent_from(_all_seats(round), lead & preceding(act.tile), move)
    if not unseen:
        return None
    led: Params = {"seat": seat, "tile": NAMES[act.tile]}
    return _question(round, "wrong-lead-tile", led, absent)


def question_of_block(round: Round, move: int, ended: str) -> Question | None:
    """Whether it is blocked at this move; None if that is known. ``ended``: the recorded end."""
    if calls_due(round):
        return None
    able = any(hand & surely_playable(round, seat) for seat, hand in enumerate(round.hands))
    known = union(round.hands) <= SEEN and not round.front.unsure
    if not only_lays_help(round) or able or known:
        return None
    absent = inference.unable(round, _all_seats(round), move)
    return _question(round, "round-not-over", {"said": ended}, absent)


def _question(
    round: Round, code: Code, done: Params, absent: inference.Absent, more: Params = NO_PARAMS
) -> Question:
    """Whether a seat held a tile that it had to lay instead; ``more``: of the act in question."""
    act: Params = {"code": code, **done, **more, "move": absent.move}
    fault = Fault(code, {**done, "duty": "lay-unseen"})
    return Question(fault, absent, unseen_tiles(round, dict(absent.tiles)), act)


def moves_in(round: Round) -> int:
    """The number of moves as a record counts them: without inferred passes."""
    return sum(not is_inferred(act) for act in round.acts)


def proven_end(round: Round) -> Closing | None:
    """The end of a round with unseen tiles, if its acts prove that it is over."""
    question = question_of_block(round, moves_in(round), "blocked")
    if question is None or round.front.unsure:
        return None
    over = inference.lawful(round).held(question.absent) is False
    return end_of_blocked(round) if over else None


def proven_breach(round: Round) -> Fault | None:
    """The fault if the round, though no act in it is illegal by itself, cannot have been legal.

    Names the first act that was against the rules under every possible deal, or else a minimal set
    of acts that contradict each other. A round with an irregularity is not asked again.
    """
    if not (round.start.unseen and round.regular):
        return None
    known = inference.whereabouts(round)
    if known.without(inference.excluded_by_rules(round)).deal is not None:
        return None
    doubts = []
    for step in inference.steps_of(round):
        event, before = step.event, step.before
        question = None
        if isinstance(event, RoundBlocked):
            question = question_of_block(before, step.move, "blocked")
        elif isinstance(event, Act) and before.ended is None:
            question = question_of(before, event, step.move)
        if question is not None and known.held(question.absent):
            return Fault("no-possible-deal", _against(question, round))
        if question is not None:
            doubts.append(Doubt(step.move, question.fault.code, question.needs, question))
    return no_possible_deal(known, doubts) or Fault("no-possible-deal")


def _against(question: Question, round: Round) -> Params:
    """The act in question, and the tile just laid if the same seat passed before."""
    acts: Params = {"acts": (question.act,)}
    last = round.acts[-1]
    by_the_same = question.act.get("seat") == last.seat
    passed = question.act.get("act") not in {None, "draw", "skip"}
    if not (by_the_same and passed and isinstance(last, TileLaid)):
        return acts
    now: Params = {"seat": last.seat, "tile": NAMES[last.tile]}
    return {**acts, **now, "move": question.act["move"], "pips": question.act["pips"]}


def who_may_lead(round: Round, known: inference.Whereabouts) -> frozenset[Seat | None]:
    """The seats that may have held the tile to lead, and None if the deal may be void.

    If nobody may have held it and the seats draw for it, any of them may have begun. ``round`` is
    the round as dealt. Empty if the record contradicts itself.
    """
    lead, seats = round.start.lead & round.start.tiles, range(round.table.seats)
    found: set[Seat | None] = set()
    for tile in tiles_of(lead):
        rest = known.without([inference.absent_from(_all_seats(round), lead & preceding(tile), 0)])
        for seat in seats:
            if bit(tile) & round.hands[seat]:
                found |= {seat} if rest.deal is not None else set()
            elif rest.may_be_dealt(tile, seat):
                found.add(seat)
    nobody = known.without([inference.absent_from(_all_seats(round), lead, 0)])
    if not lead & union(round.hands) and nobody.deal is not None:
        found |= {*seats} if round.table.draws_for_lead else {None}
    return frozenset(found)


def _all_seats(round: Round) -> tuple[Seat, ...]:
    return tuple(range(round.table.seats))


def unseen_tiles(round: Round, seats: Iterable[Seat] | None = None) -> Params:
    """The seats with unseen tiles and their counts, among these seats (None: all)."""
    counts = {
        seat: count_unseen(round.hands[seat])
        for seat in (_all_seats(round) if seats is None else seats)
    }
    holders = tuple(seat for seat, number in counts.items() if number)
    return {"holders": holders, "counts": tuple(counts[seat] for seat in holders)}


def no_possible_deal(known: inference.Whereabouts, doubts: Sequence[Doubt]) -> Fault | None:
    """The fault if each act alone may be legal, but not all of them together.

    Names a minimal set of acts that contradict each other.
    """
    questions = [doubt.question for doubt in doubts if doubt.question is not None]
    if known.deal is None or known.without(each.absent for each in questions).deal is not None:
        return None
    for question in list(questions):
        others = [other for other in questions if other is not question]
        if known.without(each.absent for each in others).deal is None:
            questions = others
    return Fault("no-possible-deal", {"acts": tuple(question.act for question in questions)})
