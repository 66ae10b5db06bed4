"""`legal_moves`: the one definition of what a seat may do, and of when a round is over."""

from collections.abc import Sequence
from typing import TypeAlias

from ..events import Ended, IrregularityNoted, RoundBlocked, RoundWon, Seat, drew, passed
from ..layout import leads_of
from ..tiles import NO_TILES, SEEN, UNSEEN, Tile, Tiles, seen_of, tile_set, tiles_of
from .facts import first_out
from .state import Act, Round, union, unlocated

Acts: TypeAlias = tuple[Act, ...]
Closing: TypeAlias = RoundWon | RoundBlocked

_BLOCKED = RoundBlocked()
_WON = tuple(RoundWon(seat=seat) for seat in range(UNSEEN))
_ONLY_PASS: tuple[Acts, ...] = tuple((passed(seat),) for seat in range(UNSEEN))


def legal_moves(round: Round) -> Acts:
    """Everything the seat whose turn it is may do, as the events that would record it.

    Empty when the round is over. A tile that fits at two ends is there twice, even where both
    ends show the same pip. A seat that can play must; drawing and passing are for those who cannot,
    unless the rules let one draw though able (docs/rules/play.md). Where the order of the boneyard
    is unknown, any of its tiles may be the one drawn. A lead is there once, though it may also
    be laid flipped. Of a hand that holds unseen tiles it is everything that is legal if they are
    such as allow it. A draw that nobody saw is legal where any draw is, and is not listed.
    """
    if round.ended is not None:
        return ()
    seat, front = round.seat, round.front
    hand = round.hands[seat]
    if hand > SEEN:
        return _possible_moves(round, hand)
    if not front.ends:
        return leads_of(seat, hand & round.start.lead)
    moves: Acts = ()
    for fits, lays in front.lays[seat]:
        fitting = hand & fits
        if fitting:
            moves += lays[fitting]
    table = round.start.table
    if moves and not table.may_draw_when_able:
        return moves
    if table.draws_a_turn:
        moves += _draws(round)
    return moves or _ONLY_PASS[seat]


def _possible_moves(round: Round, hand: Tiles) -> Acts:
    """Moves of a hand with unseen tiles: each of them may be any that was seen nowhere."""
    seat, front, table = round.seat, round.front, round.start.table
    possible = possible_tiles(round, hand)
    if not front.ends:
        return leads_of(seat, possible & round.start.lead)
    moves: Acts = ()
    for fits, lays in front.lays[seat]:
        moves += lays[possible & fits]
    if hand & front.playable and not table.may_draw_when_able:
        return moves
    draws = _draws(round) if table.draws_a_turn else ()
    if draws or hand & front.playable:
        return moves + draws
    return moves + _ONLY_PASS[seat]


def possible_tiles(round: Round, hand: Tiles) -> Tiles:
    """The tiles of this hand; for those unseen, all that they could be."""
    return seen_of(hand) | unlocated(round) if hand > SEEN else hand


def may_show(round: Round, seat: Seat, tiles: Sequence[Tile]) -> bool:
    """The seat may have shown these tiles at the end, some of which nobody had seen before."""
    hand, shown = round.hands[seat], tile_set(tiles)
    whole = len(tiles) == shown.bit_count() == hand.bit_count()
    seen = seen_of(hand)
    return whole and shown & seen == seen and not shown & ~(seen | unlocated(round))


def _draws(round: Round) -> Acts:
    if not may_draw(round):
        return ()
    return tuple(drew(round.seat, tile) for tile in _next_tiles(round))


def _next_tiles(round: Round) -> tuple[Tile, ...]:
    boneyard = round.boneyard
    if round.boneyard_is_ordered:
        return boneyard[:1]
    return tiles_of(unlocated(round)) if boneyard[0] == UNSEEN else boneyard


def may_draw(round: Round) -> bool:
    """The seat in turn has tiles, the boneyard yields one, and the allowance is not used up."""
    table = round.start.table
    return (
        round.drawn < table.draws_a_turn
        and len(round.boneyard) > table.reserve
        and round.hands[round.seat] != NO_TILES
    )


def is_blocked(round: Round) -> bool:
    """Something lies open, no seat can play, and nothing may be drawn."""
    table, front = round.start.table, round.front
    if not front.ends or (table.draws_a_turn and len(round.boneyard) > table.reserve):
        return False
    return not possible_tiles(round, union(round.hands)) & front.playable


def ending(round: Round) -> Closing | None:
    """The event that closes the round at this moment, if it is over.

    Where the rules play on after a seat is out, the round goes on until nobody can lay or draw.
    """
    hands = round.hands
    if round.start.table.play_on:
        if any(hands) and not is_blocked(round):
            return None
    elif all(hands):
        return _BLOCKED if is_blocked(round) else None
    return end_of_blocked(round)


def end_of_blocked(round: Round) -> Closing:
    """How a round ends in which nobody can play: somebody may have been out before."""
    out = first_out(round)
    return _BLOCKED if out is None else _WON[out]


def end_as_said(round: Round, said: Ended | None) -> Closing | None:
    """The event that closes the round as its record claims, over by the rules or not.

    None where it cannot have ended so: nobody is out, or nothing lies on the table.
    """
    closing = end_of_blocked(round)
    return closing if round.front.ends and ended_by(closing) == said else None


def was_stopped(round: Round) -> bool:
    """The round was closed by the table, though it was not over by the rules."""
    noted = (event.code for event in round.events if isinstance(event, IrregularityNoted))
    return round.ended is not None and "round-not-over" in noted


def ended_by(closing: Closing) -> Ended:
    """How a round has ended that this event closes."""
    return "blocked" if isinstance(closing, RoundBlocked) else "out"
