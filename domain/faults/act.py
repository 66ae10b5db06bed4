"""What is wrong with an act, or with the recorded end of a round."""

from collections.abc import Iterable
from typing import assert_never

from ..events import (
    NO_WAY,
    Act,
    Call,
    MarkerRaised,
    Seat,
    SecretAct,
    SilentAct,
    TileDrawn,
    TileLaid,
    TileRuledOut,
    TileSetAside,
    TurnEnded,
    TurnLost,
    TurnPassed,
    is_inferred,
)
from ..layout.ends import End, fitting, outer_half, ways
from ..layout.front import end_of_lead, leads_of
from ..round.calls import call_fault, has_call, may_leave_call, not_called, owes_call
from ..round.lead import led_from
from ..round.legal import legal_moves, possible_tiles
from ..round.state import Round, barred, begins_train, drawn_for_lead, surely_playable, unlocated
from ..rules.layouts import HubTrains, rules_fit
from ..rules.table import Table
from ..tiles import DOUBLES, HALVES, NAMES, SEEN, UNSEEN, Tile, bit, names_of, seen_of, tile_set
from .codes import Fault, Params


def act_fault(round: Round, act: Act) -> Fault:
    """Why this act is illegal: the gravest reason that applies."""
    return _turn_fault(round, act) or _fault_in_turn(round, act)


def _turn_fault(round: Round, act: Act) -> Fault | None:
    """The seat may not act now; None if it may."""
    seat = act.seat
    if act.KIND.by_any:
        return None
    if round.ended is not None:
        return Fault("round-over", {"seat": seat, "ended": round.ended})
    if owes_call(round) and not (act.KIND.owed or isinstance(act, TileDrawn)):
        return not_called(round)
    if seat != round.seat:
        return Fault("wrong-turn", {"seat": seat, "turn": round.seat})
    if may_leave_call(round):
        return Fault("wrong-turn", {"seat": seat, "turn": round.table.next_seat[seat]})
    return None


def _fault_in_turn(round: Round, act: Act) -> Fault:
    seat = act.seat
    if not _in_these_rules(round.table, act):
        return Fault("not-in-these-rules", {"seat": seat, "act": act.KIND.name})
    foreign = _foreign_tile(round.table, act)
    if foreign is not None:
        return Fault("not-in-the-set", foreign)
    match act:
        case TileLaid():
            return _lay_fault(round, act)
        case TileDrawn():
            return _draw_fault(round, act)
        case TileSetAside():
            if act.tile == UNSEEN or not bit(act.tile) & possible_tiles(round, round.hands[seat]):
                return Fault("not-held", {"seat": seat, "aside": NAMES[act.tile]})
            return could_play(round, act)
        case TurnPassed() | MarkerRaised() | TurnEnded():
            return could_play(round, act)
        case _ if isinstance(act, Call):
            return call_fault(round, act)
        case TileRuledOut() if round.front.ends:
            return _lay_fault(round, act.lay)
        case TurnLost() | TileRuledOut():
            return Fault("wrong-turn", {"seat": seat, "duty": "lead"})
        case _:
            assert_never(act)


def _in_these_rules(table: Table, act: Act) -> bool:
    match act:
        case MarkerRaised():
            return table.cannot_play == "raise-marker"
        case TileSetAside():
            return table.cannot_play == "set-aside"
        case TurnEnded():
            # A turn may go on after a lay without a duty that passes on.
            if table.turn == "cover-doubles":
                layout = table.layout
                longer = isinstance(layout, HubTrains) and layout.first_turn == "as-many-as-fit"
                return longer or table.calls
            return table.turn != "one-tile" or table.calls
        case TileRuledOut():
            return rules_fit(table.layout)
        case _ if isinstance(act, Call):
            return has_call(table, act)
        case TileLaid() | TileDrawn() | TurnPassed() | TurnLost():
            return True
        case _:
            assert_never(act)


def _foreign_tile(table: Table, act: Act) -> Params | None:
    """Who plays which tile, if there is none such in the set."""
    match act:
        case TileLaid(seat=seat, tile=tile) | TileRuledOut(seat=seat, tile=tile):
            played = "tile"
        case TileDrawn(seat=seat, tile=tile) | TileSetAside(seat=seat, tile=tile):
            played = act.KIND.name
        case _:
            return None
    if tile == UNSEEN or bit(tile) & table.tiles:
        return None
    return {"seat": seat, played: NAMES[tile]}


def deed(act: Act) -> Params:
    """Who did what instead of a lay; a record that leaves the act out steps over the seat."""
    did: Params = {"seat": act.seat, "act": "skip" if is_inferred(act) else act.KIND.name}
    return {**did, act.KIND.name: NAMES[act.tile]} if isinstance(act, SecretAct) else did


def could_play(round: Round, act: Act) -> Fault:
    """The fault of an act in place of a lay, or of another duty."""
    return Fault("could-play", {**deed(act), **duty(round)})


def duty(round: Round) -> Params:
    """What the seat in turn must do: lay one of the tiles in ``could``, or its ``duty``."""
    moves, hand, front = legal_moves(round), round.hands[round.seat], round.front
    lays = hand & tile_set(move.tile for move in moves if isinstance(move, TileLaid))
    surely = lays & surely_playable(round, round.seat) if front.unsure else lays
    if surely:
        return {"could": tuple(names_of(surely))}
    # What any seat may do is no duty of one.
    must = (act.KIND for act in moves if not isinstance(act, TileLaid))
    other = next((kind.name for kind in must if not kind.by_any), "pass")
    if hand <= SEEN and not lays:
        return {"duty": other}
    return {"duty": f"lay-or-{other}" if front.ends else "lead"}


def not_over(round: Round, ended: str) -> Fault:
    """The fault of a round recorded as ``ended`` in which the seat in turn must still act."""
    return Fault("round-not-over", {"said": ended, "seat": round.seat, **duty(round)})


def may_end_turn(round: Round) -> bool:
    """The seat in turn may end it without a lay, or may depending on unseen tiles."""
    moves = legal_moves(round)
    return not moves or any(not isinstance(move, TileLaid | TileDrawn) for move in moves)


def may_be_stepped_over(round: Round) -> bool:
    """As `may_end_turn`, and by an act that a record may leave out: it moves no tile."""
    moves = legal_moves(round)
    return not moves or any(isinstance(move, SilentAct) for move in moves)


def _lay_fault(round: Round, act: TileLaid) -> Fault:
    seat, name, end = act.seat, NAMES[act.tile], act.end
    laid: Params = {"seat": seat, "tile": name}
    on_table = tile_set(other.tile for other in round.acts if isinstance(other, TileLaid))
    if bit(act.tile) & on_table:
        return Fault("tile-twice", laid)
    drawn_by_others = drawn_for_lead(round) is not None and bit(act.tile) & round.start.lead
    if drawn_by_others or not bit(act.tile) & possible_tiles(round, round.hands[seat]):
        return Fault("not-held", laid)
    if not round.front.ends:
        return _lead_fault(round, act, laid)
    fault = _end_fault(round, act, laid)
    if fault is not None:
        return fault
    if round.table.may_keep and round.drawn:
        return Fault("other-tile-after-draw", laid)
    at: Params = {**laid, "end": end}
    if round.table.bars_tiles and bit(act.tile) & barred(round, seat):
        if not begins_train(round, seat):
            return Fault("out-on-double", at)
        wanted = names_of(round.hands[seat] & DOUBLES & ~barred(round, seat))
        return Fault("wrong-lead-tile", {**laid, "wanted": tuple(wanted)})
    served = next(other for other in round.front.open_to[seat] if other.name == end)
    if served.needs_double and not bit(act.tile) & DOUBLES:
        return Fault("double-first", at)
    if bit(act.tile) & fitting(round.front.matching, served):
        return _way_fault(round, act, served, at)
    if any(bit(act.tile) & round.front.matching.fits[pip] for pip in served.pips):
        return Fault("no-room", at)
    return Fault("does-not-fit", {**at, "pip": served.pip})


def _lead_fault(round: Round, act: TileLaid, laid: Params) -> Fault:
    table, lead = round.table, led_from(round.start.lead, round.hands[act.seat])
    if act.end != end_of_lead(table, act.seat):
        return _no_such_end(round, act, laid)
    if act.open is not None:
        return Fault("wrong-half-open", {**laid, "open": act.open})
    if act.bend is not None:
        return Fault("wrong-bend", {**laid, "bend": act.bend, "may": ()})
    leads = leads_of(table, act.seat, bit(act.tile) & lead, lead)
    if not leads:
        wanted = names_of(lead & round.start.tiles)
        return Fault("wrong-lead-tile", {**laid, "wanted": tuple(wanted)})
    (expected,) = leads
    may = () if expected.wild is None else (expected.wild,)
    return Fault("wrong-wild", {**laid, "wild": act.wild, "may": may})


def _end_fault(round: Round, act: TileLaid, laid: Params) -> Fault | None:
    """Why the seat may not lay at this end now, whatever tile; None if it may."""
    end, ends, own = act.end, round.front.ends, round.front.open_to[act.seat]
    if any(other.name == end for other in own):
        return None
    at: Params = {**laid, "end": end}
    named = next((other for other in ends if other.name == end), None)
    if named is None:
        return _no_such_end(round, act, laid)
    open_ends = tuple(other.name for other in own)
    if any(other.first or other.again for other in own):
        return Fault("other-end-first", {**at, "first": open_ends})
    if named.bare and named.owner is None:
        return Fault("own-train-first", at)
    if named.owner == act.seat or any(end.owner == named.owner and end.served for end in ends):
        return Fault("train-served", {**at, "open_ends": open_ends})
    return Fault("train-closed", {**at, "owner": named.owner, "open_ends": open_ends})


def _no_such_end(round: Round, act: TileLaid, laid: Params) -> Fault:
    ends = round.front.ends
    open_ends: Params = {
        "ends": tuple(other.name for other in ends),
        "pips": tuple(other.pip for other in ends),
    }
    return Fault(
        "no-such-end", {**laid, **({} if act.end is None else {"end": act.end}), **open_ends}
    )


def _way_fault(round: Round, act: TileLaid, served: End, at: Params) -> Fault:
    """The fault of a tile that fits, but not the way it was laid."""
    may = ways(round.front.matching, served, act.tile)
    wild = tuple(way.wild for way in may if way.wild is not None)
    bends = tuple(way.bend for way in may if way.bend is not None)
    if wild or act.wild is not None:
        return Fault("wrong-wild", {**at, "wild": act.wild, "may": wild})
    if bends or act.bend is not None:
        return Fault("wrong-bend", {**at, "bend": act.bend, "may": bends})
    said: Params = {} if act.open is None else {"open": act.open}
    matching = round.front.matching
    if bit(act.tile) & matching.either_way:
        return Fault("wrong-half-open", {**at, **said, "either": HALVES[act.tile]})
    taking = (each for each in served.readings if fitting(matching, each) & bit(act.tile))
    half = outer_half(matching, next(taking), (act.tile, act.end, False, *NO_WAY))
    return Fault("wrong-half-open", {**at, **said, "half": half})


def _draw_fault(round: Round, act: TileDrawn) -> Fault:
    table, seat = round.table, act.seat
    drawn: Params = {"seat": seat, "draw": NAMES[act.tile]}
    moves = legal_moves(round)
    draws = [move for move in moves if isinstance(move, TileDrawn)]
    fitting = surely_playable(round, seat) if round.front.ends else round.start.lead
    if round.hands[seat] & fitting and not table.may_draw_when_able:
        return could_play(round, act)
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
    named = tuple(NAMES[tile] for tile in tiles)
    params: Params = {"seat": seat, "held": tuple(names_of(hand)), "shown": named}
    elsewhere = names_of(tile_set(tiles) & ~(seen_of(hand) | unlocated(round)))
    if hand > SEEN and elsewhere:
        params = {**params, "elsewhere": tuple(elsewhere)}
    return Fault("wrong-tiles-left", params)
