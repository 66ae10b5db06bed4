"""Who leads after a round, by its result (docs/rules/play.md#the-leads-after-it)."""

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, assert_never

from ..facts import RoundFacts
from ..hidden.inference import hindsight
from ..round.state import Round
from ..rules.play import Play
from ..rules.score import Score
from ..rules.table import Table
from ..scoring.score import RoundScore, score_round
from ..seats import UNDECIDED, Seat
from ..tiles import DOUBLES, SEEN, tiles_of

if TYPE_CHECKING:
    from .state import JudgedRound

LeadRule: TypeAlias = Literal[
    "first-lead", "last-leader", "next-seat", "that-seat", "last-to-lay", "first-of-winners",
    "lightest", "winning-side", "blocker-or-side", "compare-doubles",
    "offended",
]  # fmt: skip
"""What decides who leads; words as in `Play.next_lead`, `out_lead`, `block_lead`, `after_tie`,
and of `Penalty.next_lead`."""
Seats: TypeAlias = tuple[Seat, ...]


class LeadAfter(NamedTuple):
    """Who may lead after a round."""

    rule: LeadRule | None
    """None: it depends on what is not known of the round, or the round does not count."""
    seats: frozenset[Seat] = UNDECIDED
    """If several, they choose one of them."""


def lead_after(table: Table, judged: "JudgedRound", *, anew: bool = False) -> LeadAfter:
    """Who may lead after this round; ``anew``: after it the first lead is made again."""
    rules, facts, score = judged.rules, judged.facts, judged.score
    known = facts.counts and (facts.report is not None or _was_played(table, facts))
    rule: LeadRule | None = "first-lead"
    if judged.again:
        rule = "last-leader"
    elif table.play.next_lead != "same-rule" and not anew:
        rule = _rule(table, rules, facts, score) if known else None
    if rule is None or not known:
        return LeadAfter(rule)
    if rule == "compare-doubles":
        tied = _tied(table, rules, facts) or tuple(range(table.seats))
        seats = _with_highest_double(tied, judged.round, facts)
    else:
        seats = _seats(table, rule, facts, () if score is None else score.winners)
    return LeadAfter(rule, frozenset(seats))


def _was_played(table: Table, facts: RoundFacts) -> bool:
    """It is known who led, and a tile was laid or turned up."""
    laid = facts.last_to_lay is not None or table.play.turned_up
    return laid and facts.leader is not None


def _rule(
    table: Table, rules: Score, facts: RoundFacts, score: RoundScore | None
) -> LeadRule | None:
    """What decides after this round, where its result does; None: that is not known."""
    play, out = table.play, _out(facts)
    if play.after_tie is None and play.next_lead == "rotate":
        return "next-seat"
    if play.after_tie is None and play.next_lead == "last-to-lay" and out is not None:
        return "that-seat"
    if score is None:
        return None
    if not score.winners:
        return _after_tie(table, rules, facts)
    match play.next_lead:
        case "rotate":
            return "next-seat"
        case "last-to-lay":
            return "last-to-lay" if out is None else "that-seat"
        case "winning-side":
            return "winning-side"
        case "winner" | "same-rule":
            return _of_winners(play, facts, score.winners)
        case _:
            assert_never(play.next_lead)


def _of_winners(play: Play, facts: RoundFacts, winners: Seats) -> LeadRule | None:
    """What decides which winner leads, under ``winner``."""
    if len(winners) == 1 and play.block_lead != "first-lead":
        return "first-of-winners"
    ended = facts.ended if facts.report is None else facts.report.ended
    if ended is None and play.block_lead != play.out_lead:
        return None  # Only the result is known, and not how the round ended.
    if ended == "blocked":
        return play.block_lead
    return play.out_lead if _out(facts) in winners else "first-of-winners"


def _after_tie(table: Table, rules: Score, facts: RoundFacts) -> LeadRule | None:
    match table.play.after_tie:
        case None:
            return "last-leader"
        case "leader-if-tied" if facts.leader is None:
            return None
        case "leader-if-tied":
            tied = facts.leader in _tied(table, rules, facts)
            return "last-leader" if tied else "first-lead"
        case rule:
            return rule


def _out(facts: RoundFacts) -> Seat | None:
    return facts.out if facts.report is None else facts.report.out


def _tied(table: Table, rules: Score, facts: RoundFacts) -> Seats:
    """The seats of the sides that tied for lowest; none if only the result is known."""
    each = rules.model_copy(update={"tied": "each"})
    return () if facts.report is not None else score_round(each, table.sides, facts).winners


def _seats(table: Table, rule: LeadRule, facts: RoundFacts, winners: Seats) -> Seats:
    """Who may lead; none: that is not decided. ``rule``: any but ``compare-doubles``."""
    leader, last = facts.leader, facts.last_to_lay
    match rule:
        case "winning-side":
            return winners
        case "blocker-or-side":
            return winners if last is None or last not in winners else (last,)
        case "first-of-winners":
            return _first_of_winners(table, facts, winners)
        case "lightest":
            return _lightest(table, facts, winners)
        case "last-leader":
            return _one(leader)
        case "next-seat":
            return _next_to(table, leader)
        case "that-seat":
            return _one(_out(facts))
        case "last-to-lay":
            if last is None:
                return _one(leader)  # Nobody laid a tile beside one that was turned up.
            return _one(last) if last in winners else _next_to(table, last)
        case _:  # The seats draw for the tile to lead, or the hands decide.
            return _next_to(table, leader) if table.draws_for_lead else ()


def _one(seat: Seat | None) -> Seats:
    return () if seat is None else (seat,)


def _next_to(table: Table, seat: Seat | None) -> Seats:
    return () if seat is None else (table.next_seat[seat],)


def _first_of_winners(table: Table, facts: RoundFacts, winners: Seats) -> Seats:
    if len(winners) == 1:
        return winners
    clockwise = () if facts.leader is None else table.clockwise_from(facts.leader)
    return tuple(seat for seat in clockwise if seat in winners)[:1]


def _lightest(table: Table, facts: RoundFacts, winners: Seats) -> Seats:
    """The lightest winner; of equal ones the first in order of play from the last to lay."""
    if not facts.pips:
        return ()
    lightest = min(facts.pips[seat] for seat in winners)
    equal = tuple(seat for seat in winners if facts.pips[seat] == lightest)
    first = facts.leader if facts.last_to_lay is None else facts.last_to_lay
    if len(equal) == 1 or first is None:
        return equal
    seat = first
    while seat not in equal:
        seat = table.next_seat[seat]
    return (seat,)


def _with_highest_double(tied: Seats, round: Round, facts: RoundFacts) -> Seats:
    """Who of them was dealt the highest double; the last leader if none was dealt one."""
    hands = hindsight(round).start.hands
    if facts.report is not None or any(hands[seat] > SEEN for seat in tied):
        return ()  # Nobody saw some of their tiles.
    dealt = {max(tiles_of(hands[seat] & DOUBLES), default=-1): seat for seat in tied}
    highest = max(dealt)
    return _one(dealt[highest] if highest >= 0 else facts.leader)
