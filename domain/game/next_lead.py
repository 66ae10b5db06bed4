"""Who leads the next round (docs/rules/play.md)."""

from collections.abc import Collection, Sequence
from typing import NamedTuple
from uuid import UUID

from ..round.lead import ANY_DOUBLE, OWN_HIGHEST, holders
from ..round.state import union
from ..rules.rule_set import RuleSet
from ..rules.table import Table
from ..seats import UNDECIDED, Seat
from ..tiles import DOUBLES, NO_TILES, SEEN, Tiles, count_unseen
from .state import Game, lead_after_round, lead_of


class NextLead(NamedTuple):
    """The seats and tiles that may lead the next round."""

    seats: frozenset[Seat]
    """Empty if the deal is void."""
    tiles: Tiles


def next_lead(
    game: Game, hands: tuple[Tiles, ...], first_leaders: frozenset[Seat] = UNDECIDED
) -> NextLead:
    """Who may lead a round with these hands, after the rounds so far.

    ``first_leaders`` lead the first deal by the result of the game before, if they may lead it.
    """
    table = game.table
    tiles = lead_of(game, union(hands))
    seats = holders(hands, tiles, table.tiles) if tiles > NO_TILES else frozenset()
    drawn_for = table.draws_for_lead and not union(hands) & tiles & SEEN
    if tiles < NO_TILES or drawn_for:
        seats |= leaders_of_next_game(game) or frozenset(range(table.seats))
    # A hand has a double, or an unseen tile that may be one.
    unseen_doubles = DOUBLES & table.tiles & ~union(hands)
    hold = tuple(bool(hand & DOUBLES or (hand > SEEN and unseen_doubles)) for hand in hands)
    if tiles in {ANY_DOUBLE, OWN_HIGHEST}:
        seats = _first_with_double(table, hands, hold, seats)
    if (table.begins_trains and not all(hold)) or must_redeal(table, hands):
        seats = frozenset()
    if game.current is None:
        seats = first_leaders & seats or seats
    return NextLead(seats, tiles)


def must_redeal(table: Table, hands: tuple[Tiles, ...]) -> bool:
    """A hand surely has so many doubles that the deal is void."""
    rule = table.play.redeal
    if rule is None or rule.who != "must":
        return False
    return any((hand & DOUBLES).bit_count() >= rule.doubles for hand in hands)


def may_redeal(table: Table, hands: tuple[Tiles, ...], seat: Seat | None = None) -> bool:
    """A hand has so many doubles that the deal is void if a player says so, or may have them.

    ``seat``: whose; None: any.
    """
    rule = table.play.redeal
    if rule is None:
        return False
    elsewhere = (DOUBLES & table.tiles & ~union(hands)).bit_count()
    return any(
        (hand & DOUBLES).bit_count() + min(count_unseen(hand), elsewhere) >= rule.doubles
        for hand in (hands if seat is None else (hands[seat],))
    )


def redeal_is_open(game: Game, seat: Seat | None = None) -> bool:
    """A new deal may be asked for now: no tile lies, and a hand has the doubles, or may have them.

    ``seat``: whose hand; None: any.
    """
    round = game.running
    if round is None or round.acts:
        return False
    return may_redeal(game.table, round.start.hands, seat)


def redeal_is_possible(game: Game) -> bool:
    """A player may be about to ask for a new deal, as far as everybody knows.

    Where it is due without being asked for, a deal that goes on has no such hand that is known.
    """
    rule, round = game.table.play.redeal, game.running
    if rule is None or round is None or round.acts:
        return False
    return rule.who == "may" or round.start.unseen


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


def leaders_of_next_game(game: Game) -> frozenset[Seat]:
    """Who may lead the game after this one, by the last round that is not void."""
    return lead_after_round(game).seats


def leads_on(rules: RuleSet) -> bool:
    """One round is a game, and its result decides who leads the game after it."""
    return rules.score.one_round and rules.play.next_lead != "same-rule"


def players_to_lead_next(game: Game) -> frozenset[UUID]:
    """The players who may lead the game after this one; none: it is not decided."""
    return frozenset(game.opened.players[seat] for seat in leaders_of_next_game(game))


def seats_to_lead(leaders: Collection[UUID], players: Sequence[UUID]) -> frozenset[Seat]:
    """The seats of those who lead by the result of the game before, as far as they play again."""
    return frozenset(seat for seat, player in enumerate(players) if player in leaders)
