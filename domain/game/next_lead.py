"""Who leads the next round (docs/rules/play.md)."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never
from uuid import UUID

from ..round.lead import ANY_DOUBLE, OWN_HIGHEST, holders
from ..round.state import union
from ..rules.rule_set import RuleSet
from ..rules.table import Table
from ..seats import Seat
from ..tiles import DOUBLES, NO_TILES, SEEN, Tiles
from .state import Game, JudgedRound, lead_of


class NextLead(NamedTuple):
    """The seats and tiles that may lead the next round."""

    seats: frozenset[Seat]
    """Empty if the deal is void."""
    tiles: Tiles


def next_lead(game: Game, hands: tuple[Tiles, ...], first_leader: Seat | None = None) -> NextLead:
    """Who may lead a round with these hands, after the rounds so far.

    ``first_leader`` leads the first deal by the result of the game before, if the seat may lead it.
    """
    table = game.table
    tiles = lead_of(game, union(hands))
    seats = holders(hands, tiles, table.tiles) if tiles > NO_TILES else frozenset()
    drawn_for = table.draws_for_lead and not union(hands) & tiles & SEEN
    if tiles < NO_TILES or drawn_for:
        seat = leader_of_next_game(game)
        seats |= frozenset(range(table.seats) if seat is None else {seat})
    # A hand has a double, or an unseen tile that may be one.
    unseen_doubles = DOUBLES & table.tiles & ~union(hands)
    hold = tuple(bool(hand & DOUBLES or (hand > SEEN and unseen_doubles)) for hand in hands)
    if tiles in {ANY_DOUBLE, OWN_HIGHEST}:
        seats = _first_with_double(table, hands, hold, seats)
    if table.begins_trains and not all(hold):
        seats = frozenset()
    if game.current is None and first_leader in seats:
        return NextLead(frozenset({first_leader}), tiles)
    return NextLead(seats, tiles)


def _first_with_double(
    table: Table, hands: tuple[Tiles, ...], hold: tuple[bool, ...], seats: frozenset[Seat]
) -> frozenset[Seat]:
    """From each of these seats, the first that holds a double; with unseen tiles, that may."""
    first = set[Seat]()
    for beginning in seats:
        seat = beginning
        for _ in hands:
            if hold[seat]:
                first.add(seat)
            if hands[seat] & DOUBLES:
                break
            seat = table.next_seat[seat]
    return frozenset(first)


def leader_after(game: Game, judged: JudgedRound) -> Seat | None:
    """Who leads by the result of this round; None if the rules or the facts do not decide it."""
    facts, next_seat, rule = judged.facts, game.table.next_seat, game.opened.rules.play.next_lead
    winners, last = None if judged.score is None else judged.score.winners, facts.last_to_lay
    if facts.report is not None:
        if winners is None or not facts.counts:
            return None
        if rule == "last-to-lay":
            return facts.report.out
        return winners[0] if rule == "winner" and len(winners) == 1 else None
    if not facts.counts or facts.leader is None:
        return None
    if last is None and not game.table.play.turned_up:
        return None
    match rule:
        case "same-rule" if not game.table.draws_for_lead:
            return None
        case "same-rule" | "rotate":
            return next_seat[facts.leader]
        case "last-to-lay" if facts.out is not None:
            return facts.out
        case "winner" | "last-to-lay" if winners is None:
            return None  # The winner depends on unseen tiles.
        case "winner":
            clockwise = game.table.clockwise_from(facts.leader)
            return next((seat for seat in clockwise if seat in winners), facts.leader)
        case "last-to-lay":
            if not winners or last is None:
                return facts.leader
            return last if last in winners else next_seat[last]
        case _:
            assert_never(rule)


def leader_of_next_game(game: Game) -> Seat | None:
    """Who leads the game after this one, by the last round that is not void; None if undecided."""
    last = game.last_valid
    return None if last is None else leader_after(game, last)


def leads_on(rules: RuleSet) -> bool:
    """One round is a game, and its result decides who leads the game after it."""
    return rules.score.one_round and rules.play.next_lead != "same-rule"


def player_to_lead_next(game: Game) -> UUID | None:
    """The player who leads the game after this one; None if undecided."""
    seat = leader_of_next_game(game)
    return None if seat is None else game.opened.players[seat]


def seat_to_lead(leader: UUID | None, players: Sequence[UUID]) -> Seat | None:
    """The seat of the player who leads by the result of the game before, if they play again."""
    return players.index(leader) if leader is not None and leader in players else None
