"""`legal_moves`: the one definition of legality; and when a round is over."""

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from ..events import (
    NO_WAY,
    Closing,
    Ended,
    IrregularityNoted,
    MarkerRaised,
    RoundBlocked,
    RoundWon,
    Seat,
    SilentAct,
    TargetReached,
    TileDrawn,
    TileLaid,
    TileRuledOut,
    TileSetAside,
    TurnEnded,
    TurnLost,
    TurnPassed,
    drew,
    laid,
    passed,
)
from ..layout.front import Front, leads_of
from ..rules.layouts import rules_fit
from ..tiles import NO_TILES, SEEN, UNSEEN, Tile, Tiles, bit, seen_of, tile_set, tiles_of
from .calls import calls_due, is_due, owes_call
from .course import first_out, last_to_lay
from .in_play import reached_target
from .lead import led_from
from .state import (
    Act,
    Round,
    barred,
    begins_train,
    drawn_for_lead,
    evolve,
    lays_again,
    playable,
    surely_playable,
    turn_may_be_over,
    union,
    unlocated,
)

Acts: TypeAlias = tuple[Act, ...]

_BLOCKED = RoundBlocked()
_WON = tuple(RoundWon(seat=seat) for seat in range(UNSEEN))
_ONLY_PASS: tuple[Acts, ...] = tuple((passed(seat),) for seat in range(UNSEEN))
_MAY_STOP: tuple[Acts, ...] = tuple((TurnEnded(seat=seat),) for seat in range(UNSEEN))


def legal_moves(round: Round) -> Acts:
    """Everything the seat in turn may do, as the events that would record it.

    Empty if the round is over. A tile that fits two ends is listed twice, even if both ends show
    the same pip. A seat that can play must play; it may draw or pass only if it cannot, unless the
    rules allow drawing when able (docs/rules/play.md). If the order of the boneyard is unknown, any
    of its tiles may be drawn. A lead is listed once, although it may also be laid flipped. For a
    hand with unseen tiles, or at ends of which the pip is not known, the list contains everything
    that some values of these would make legal. An unseen draw, or an unseen tile set aside, is
    legal if any is, and is not listed. Nor is a call by another seat. After an unseen draw for the
    tile to lead the list has the leads of the seat that drew, too.
    """
    if round.ended is not None:
        return ()
    seat, front, table = round.seat, round.front, round.start.table
    if table.calls and (due := calls_due(round)):
        stop = _MAY_STOP[seat]
        return (*due, *((_draws(round) or stop) if owes_call(round) else stop))
    hand = round.hands[seat]
    if hand > SEEN or front.unsure:
        return _possible_moves(round, hand)
    if not front.ends:
        return _before_lead(round, hand)
    moves: Acts = ()
    for fits, lays in front.lays[seat]:
        fitting = hand & fits
        if fitting:
            moves += lays[fitting]
    if table.lay_or_pass:
        return moves or _ONLY_PASS[seat]  # The common case.
    if moves and table.must_lay:
        return moves
    if round.drawn and table.may_keep:
        return _lays(round, hand & _drawn_tiles(round)) + _ONLY_PASS[seat]
    if table.bars_tiles:
        moves = _lays(round, hand & ~barred(round, seat))
    if moves and (not table.may_draw_when_able or lays_again(round)):
        return moves + _MAY_STOP[seat] if in_mid_turn(round) else moves
    if table.draws_a_turn:
        moves += _draws(round)
    return moves or _unable(round, hand)


def is_legal(round: Round, act: Act) -> bool:
    """The act is one of `legal_moves`, a lead in either orientation.

    A lost turn is legal after the lead, but is not listed among the moves; nor are calls of
    seats that are not in turn, nor a ruling that a tile does not fit, which is possible for every
    tile that could be laid.
    """
    moves = legal_moves(round)
    for move in moves:
        if move is act:  # The common case: acts are interned, and `==` is slower.
            return True
    if act.KIND.by_any:
        return is_due(round, act)
    if isinstance(act, TurnLost):
        return bool(moves and round.front.ends) and act.seat == round.seat
    if isinstance(act, TileRuledOut):
        return rules_fit(round.table.layout) and bool(round.front.ends) and act.lay in moves
    if isinstance(act, TileDrawn) and act.tile == UNSEEN:
        return any(isinstance(move, TileDrawn) and move.seat == act.seat for move in moves)
    if isinstance(act, TileSetAside) and act.tile == UNSEEN and act.seat == round.seat:
        hand = round.hands[act.seat]
        return hand > SEEN and any(isinstance(move, TileSetAside) for move in moves)
    if isinstance(act, TileLaid) and round.front.unsure and _is_called(round.front, act):
        # Nothing tells at which end it fits, so nobody need name it.
        return any(isinstance(move, TileLaid) and move.tile == act.tile for move in moves)
    return upright(act) in moves


def _is_called(front: Front, lay: TileLaid) -> bool:
    """The lay says nothing of its end, or calls it by pips that an open end may show."""
    if lay.end is None or not lay.end.isdecimal():
        return lay.end is None
    return any(int(lay.end) in end.pips for end in front.open_to[lay.seat])


def upright(act: Act) -> Act:
    """The act, unflipped if it is a lead: `legal_moves` lists each lead once."""
    if isinstance(act, TileLaid) and act.flipped and act.end is None and act.way == NO_WAY:
        return laid(act.seat, act.tile, None)
    return act


def _possible_moves(round: Round, hand: Tiles) -> Acts:
    """Moves of a hand with unseen tiles (each any tile not located), or at ends of unknown pip."""
    seat, front, table = round.seat, round.front, round.start.table
    possible = possible_tiles(round, hand)
    if not front.ends:
        return _before_lead(round, possible)
    if table.bars_tiles:
        possible &= ~barred(round, seat)
    if table.may_keep and round.drawn:
        drawn = _drawn_tiles(round)
        return _lays(round, possible & drawn) + _ONLY_PASS[seat]
    moves = _lays(round, possible)
    if moves and begins_train(round, seat):
        return moves  # No hand is without a double: the deal would be void.
    stop = _MAY_STOP[seat] if turn_may_be_over(round) else ()
    able = NO_TILES if stop else hand & surely_playable(round, seat)
    if in_mid_turn(round) or (lays_again(round) and not able):
        return moves + _MAY_STOP[seat]
    if lays_again(round):
        return moves
    if able and not table.may_draw_when_able:
        return moves
    draws = _draws(round) if table.draws_a_turn else ()
    if draws or able:
        return moves + draws + stop
    return moves + _unable(round, possible) + stop


def _before_lead(round: Round, hand: Tiles) -> Acts:
    """The leads with these tiles, or the draws for one: then only the tile drawn last may lead."""
    table, start, seat = round.start.table, round.start, round.seat
    last = drawn_for_lead(round)
    if last is None:
        may_lead, sure = hand & led_from(start.lead, round.hands[seat]), round.hands[seat] <= SEEN
    elif last.tile == UNSEEN:
        seat, may_lead, sure = last.seat, start.lead & unlocated(round), False
    else:
        may_lead, sure = start.lead & bit(last.tile) if last.seat == seat else NO_TILES, True
    leads = leads_of(table, seat, may_lead, start.lead)
    dealt = union(round.hands) & start.lead & SEEN
    if not table.draws_for_lead or dealt or (leads and sure):
        return leads
    return leads + (tuple(drew(round.seat, tile) for tile in _next_tiles(round)))


def _lays(round: Round, tiles: Tiles) -> Acts:
    """The lays with these tiles."""
    moves: Acts = ()
    for fits, lays in round.front.lays[round.seat]:
        moves += lays[tiles & fits]
    return moves


def _drawn_tiles(round: Round) -> Tiles:
    """The tile drawn last; every tile not located if it is unseen."""
    drawn = next(event for event, _ in round.backwards() if isinstance(event, TileDrawn))
    return unlocated(round) if drawn.tile == UNSEEN else bit(drawn.tile)


def _unable(round: Round, hand: Tiles) -> Acts:
    """What a seat does that can neither lay nor draw; ``hand`` are the tiles it may hold."""
    seat = round.seat
    match round.start.table.cannot_play:
        case "pass":
            return _ONLY_PASS[seat]
        case "set-aside":
            asides = tuple(TileSetAside(seat=seat, tile=tile) for tile in tiles_of(hand))
            return asides or _ONLY_PASS[seat]
        case "raise-marker":
            marked = {
                any(end.owner == seat and end.marked for end in ends)
                for ends in round.front.possible
            }
            raises = () if marked == {True} else (MarkerRaised(seat=seat),)
            return raises if marked == {False} else raises + _ONLY_PASS[seat]
        case rule:
            assert_never(rule)


def in_mid_turn(round: Round) -> bool:
    """The seat in turn has laid a tile, and may end its turn."""
    match round.start.table.turn:
        case "one-tile":
            return bool(calls_due(round))
        case "cover-doubles":
            return False
        case "guest-tiles":
            return any(end.served for end in round.front.ends)
        case "while-able":
            acts = (event for event, _ in round.backwards() if isinstance(event, Act))
            last = next(acts, None)
            return isinstance(last, TileLaid) and last.seat == round.seat
        case turn:
            assert_never(turn)


def possible_tiles(round: Round, hand: Tiles) -> Tiles:
    """The tiles of this hand, and all that its unseen tiles could be."""
    return seen_of(hand) | unlocated(round) if hand > SEEN else hand


def may_show(round: Round, seat: Seat, tiles: Sequence[Tile]) -> bool:
    """These tiles, shown at the end, are consistent with what is known of the hand."""
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
    if round.boneyard_is_ordered or not boneyard:
        return boneyard[:1]
    return tiles_of(unlocated(round)) if boneyard[0] == UNSEEN else boneyard


def may_draw(round: Round) -> bool:
    """The seat in turn has tiles, the boneyard allows a draw, and so does the limit of the turn."""
    table = round.start.table
    return (
        round.drawn < table.draws_a_turn
        and len(round.boneyard) > table.reserve
        and round.hands[round.seat] != NO_TILES
    )


def is_blocked(round: Round) -> bool:
    """There are open ends, no seat can play, and nothing can change that."""
    if not only_lays_help(round):
        return False
    front, one_tile = round.front, round.start.table.turn == "one-tile"
    for seat, hand in enumerate(round.hands):
        may_hold = hand if hand <= SEEN else possible_tiles(round, hand)
        tiles = may_hold & front.playable[seat]
        if tiles and (one_tile or tiles & playable(round, seat)):
            return False
    return True


def only_lays_help(round: Round) -> bool:
    """There are open ends, no tile may be drawn, and no marker can go up to let others lay."""
    return _nothing_to_draw(round) and not _markers_are_down(round)


def only_markers_help(round: Round) -> bool:
    """There are open ends, no tile may be drawn, but a marker can go up to let others lay."""
    return _markers_are_down(round) and _nothing_to_draw(round)


def _nothing_to_draw(round: Round) -> bool:
    table = round.start.table
    drawn = not table.draws_a_turn or len(round.boneyard) <= table.reserve
    return bool(round.front.ends) and drawn


def _markers_are_down(round: Round) -> bool:
    if round.start.table.cannot_play != "raise-marker":
        return False
    possible = round.front.possible
    return any(not end.marked for ends in possible for end in ends if end.owner is not None)


def inferred_end_of_turn(round: Round) -> SilentAct:
    """How the seat in turn must have ended its turn, if nobody said so."""
    moves, seat = legal_moves(round), round.seat
    if any(isinstance(move, TurnEnded) for move in moves):
        return TurnEnded(seat=seat, inferred=True)
    if any(isinstance(move, MarkerRaised) for move in moves):
        return MarkerRaised(seat=seat, inferred=True)
    return passed(seat, inferred=True)


def ending(round: Round) -> Closing | None:
    """The closing event if the round is over now; with `play_on`, once nobody can lay or draw."""
    hands, table = round.hands, round.start.table
    if calls_due(round):
        return None
    if table.until_side_out:
        goes_on = first_out(round) is None
    else:
        goes_on = any(hands) if table.play.play_on else all(hands)
    if goes_on:
        goal = round.start.goal
        winner = None if goal is None else reached_target(round, goal)
        if winner is not None:
            return TargetReached(seat=winner)
        if not is_blocked(round):
            return None
        if not table.play.play_on:
            return _BLOCKED
    return end_of_blocked(round)


def advance_legal(round: Round, act: Act) -> Round:
    """The round after a legal act, and after its closing event if the act ends the round."""
    after = evolve(round, act)
    if isinstance(act, TurnPassed) and round.past is not None:
        return after  # The act before it would have ended the round: a pass moves no tile.
    hands = after.hands
    table, seat = after.start.table, after.seat
    if hands[seat] & after.front.playable[seat] and hands[act.seat] and not table.ends_early:
        return after  # The common case: the next seat can play.
    closing = ending(after)
    return after if closing is None else evolve(after, closing)


def end_of_blocked(round: Round) -> RoundWon | RoundBlocked:
    """The closing event of a round in which nobody can play: a seat may already be out."""
    out = first_out(round)
    return _BLOCKED if out is None else _WON[out]


def recorded_ending(round: Round, ended: Ended | None) -> Closing | None:
    """The closing event that a record gives for the round; legality is not checked.

    None if the round cannot have ended in this way: no seat is out, or no tile was laid.
    """
    if ended == "target":
        last = last_to_lay(round)
        return None if last is None else TargetReached(seat=last)
    closing = end_of_blocked(round)
    return closing if round.front.ends and ended == closing.HOW else None


def was_stopped(round: Round) -> bool:
    """The players ended the round although it was not over by the rules."""
    noted = (event.code for event in round.events if isinstance(event, IrregularityNoted))
    return round.ended is not None and "round-not-over" in noted
