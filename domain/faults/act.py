"""What is wrong with an act, or with the recorded end of a round."""

from collections.abc import Iterable
from typing import assert_never

from ..events import Seat, TileDrawn, TileLaid, TurnLost, TurnPassed
from ..layout.ends import End, fitting
from ..round.legal import legal_moves, possible_tiles
from ..round.state import Act, Round, unlocated
from ..tiles import DOUBLES, HALVES, NAMES, SEEN, Tile, Tiles, bit, names_of, seen_of, tile_set
from .codes import Fault, Params


def act_fault(round: Round, act: Act) -> Fault:
    """Why this act is illegal: the gravest reason that applies."""
    seat = act.seat
    if round.ended is not None:
        return Fault("round-over", {"seat": seat, "ended": round.ended})
    if seat != round.seat:
        return Fault("wrong-turn", {"seat": seat, "turn": round.seat})
    match act:
        case TileLaid():
            return _lay_fault(round, act)
        case TileDrawn():
            return _draw_fault(round, act)
        case TurnPassed():
            return Fault("passed-though-able", {"seat": seat, **duty(round)})
        case TurnLost():
            return Fault("wrong-turn", {"seat": seat, "duty": "lead"})
        case _:
            assert_never(act)


def duty(round: Round) -> Params:
    """What the seat in turn must do: lay one of the tiles in ``could``, or its ``duty``."""
    moves, hand = legal_moves(round), round.hands[round.seat]
    lays = hand & tile_set(move.tile for move in moves if isinstance(move, TileLaid))
    if lays:
        return {"could": tuple(names_of(lays))}
    must = "draw" if any(isinstance(move, TileDrawn) for move in moves) else "pass"
    if hand <= SEEN:
        return {"duty": must}
    return {"duty": f"lay-or-{must}" if round.front.ends else "lead"}


def not_over(round: Round, ended: str) -> Fault:
    """The fault of a round recorded as ``ended`` in which the seat in turn must still act."""
    return Fault("round-not-over", {"said": ended, "seat": round.seat, **duty(round)})


def may_pass(round: Round) -> bool:
    """A pass is legal now, or may be, depending on unseen tiles."""
    moves = legal_moves(round)
    return not moves or any(isinstance(move, TurnPassed) for move in moves)


def tiles_laid(round: Round) -> Tiles:
    """The tiles on the table."""
    return tile_set(act.tile for act in round.acts if isinstance(act, TileLaid))


def _lay_fault(round: Round, act: TileLaid) -> Fault:
    seat, name, end = act.seat, NAMES[act.tile], act.end
    laid: Params = {"seat": seat, "tile": name}
    if bit(act.tile) & tiles_laid(round):
        return Fault("tile-twice", laid)
    if not bit(act.tile) & possible_tiles(round, round.hands[seat]):
        return Fault("not-held", laid)
    ends = round.front.ends
    if not ends and end is None and act.open is not None:
        return Fault("wrong-half-open", {**laid, "open": act.open})
    if not ends and end is None:
        wanted = names_of(round.start.lead & round.table.tiles)
        return Fault("wrong-lead-tile", {**laid, "wanted": tuple(wanted)})
    served = next((other for other in ends if other.name == end), None)
    if served is None:
        open_ends: Params = {
            "ends": tuple(other.name for other in ends),
            "pips": tuple(other.pip for other in ends),
        }
        return Fault("no-such-end", {**laid, **({} if end is None else {"end": end}), **open_ends})
    first = tuple(other.name for other in ends if other.first)
    if first and end not in first:
        return Fault("other-end-first", {**laid, "end": end, "first": first})
    if served.needs_double and not bit(act.tile) & DOUBLES:
        return Fault("double-first", {**laid, "end": end})
    if bit(act.tile) & fitting(round.front.matching, served):
        said: Params = {} if act.open is None else {"open": act.open}
        return Fault("wrong-half-open", {**laid, "end": end, **said, **_halves(round, act, served)})
    return Fault("does-not-fit", {**laid, "end": end, "pip": served.pip})


def _halves(round: Round, act: TileLaid, served: End) -> Params:
    """The halves that may stay open, if the tile may lie either way; else the one that does."""
    matching = round.front.matching
    if bit(act.tile) & matching.either_way:
        return {"either": HALVES[act.tile]}
    return {"half": matching.outward[act.tile][served.pip]}


def _draw_fault(round: Round, act: TileDrawn) -> Fault:
    table, seat = round.table, act.seat
    drawn: Params = {"seat": seat, "drawn": NAMES[act.tile]}
    moves = legal_moves(round)
    draws = [move for move in moves if isinstance(move, TileDrawn)]
    fitting = round.front.playable[seat] if round.front.ends else round.start.lead
    if round.hands[seat] & fitting and not table.may_draw_when_able:
        return Fault("drew-though-able", {**drawn, **duty(round)})
    if not draws and round.drawn >= table.draws_a_turn > 0:
        return Fault("drew-too-many", drawn)
    if not draws:
        return Fault("nothing-to-draw", drawn if table.draws_a_turn else {**drawn, "most": 0})
    if round.boneyard_is_ordered:
        return Fault("drew-out-of-order", {**drawn, "next": NAMES[round.boneyard[0]]})
    return Fault("tile-twice", drawn)


def wrong_tiles_left(round: Round, seat: Seat, shown: Iterable[Tile]) -> Fault:
    """The fault of tiles that the seat cannot have shown at the end (`legal.may_show`)."""
    hand, tiles = round.hands[seat], sorted(shown)
    params: Params = {
        "seat": seat,
        "held": tuple(names_of(hand)),
        "shown": tuple(NAMES[tile] for tile in tiles),
    }
    elsewhere = names_of(tile_set(tiles) & ~(seen_of(hand) | unlocated(round)))
    if hand > SEEN and elsewhere:
        params = {**params, "elsewhere": tuple(elsewhere)}
    return Fault("wrong-tiles-left", params)
