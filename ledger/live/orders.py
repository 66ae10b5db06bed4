"""The events of an order typed at a live table, or the reason why it is refused."""

from functools import reduce
from itertools import takewhile

from ...domain.events import (
    Act,
    Event,
    IrregularityNoted,
    RoundBlocked,
    RoundEvent,
    Seat,
    SilentAct,
    TileDrawn,
    drew,
)
from ...domain.faults.codes import Params, Refusal
from ...domain.game.certain import certain_breach
from ...domain.game.decide import (
    DealRound,
    DoAct,
    NotePips,
    Pause,
    Refused,
    ReportRound,
    Resume,
    ShowTiles,
    decide,
    new_events,
)
from ...domain.game.state import Game, evolve_game
from ...domain.hidden.doubts import proven_end
from ...domain.hidden.pips_left import pips_fault
from ...domain.layout.line import LEFT, RIGHT
from ...domain.round import legal
from ...domain.round.calls import may_follow_lay, may_leave_call
from ...domain.round.state import Round, as_dealt, evolve, leads_unseen
from ...domain.rules.table import Table
from ...domain.seats import UNDECIDED
from ...domain.tiles import NAMES, UNSEEN, Tile, tile_named, tile_or_unseen
from ..errors import NotNow
from ..notation.move_grammar import Json
from ..records.format import Move, Reported
from ..records.parsing import valid
from ..transcript.given import GivenAct, given_act, result_of
from ..transcript.round import RoundScribe, act_in, gravest_fault
from .typed_lines import Order, Playing, TypedDeal, TypedMove, TypedPips, TypedResult


def events_of(
    game: Game, order: Order, first_leaders: frozenset[Seat] = UNDECIDED
) -> tuple[Event, ...]:
    """The events of an order; ``first_leaders``: by the game before. Raises Refused and NotNow."""
    if game.paused and isinstance(order, Playing):
        raise NotNow("play-paused")
    match order:
        case TypedDeal():
            return decide(game, _deal(game.table, order)._replace(first_leaders=first_leaders))
        case TypedMove(move, as_played):
            round = _in_play(game)
            whole = _with_seat(round, move)
            return _as_played(game, round, whole) if as_played else _by_rules(game, round, whole)
        case TypedResult(reported, as_played):
            result = result_of(valid(Reported, reported), game.table, game.opened.teams)
            return decide(game, ReportRound(result, as_played))
        case TypedPips():
            return _left(game, order)
        case Pause() if game.paused:
            raise NotNow("paused-already")
        case Resume() if not game.paused:
            raise NotNow("not-paused")
        case _:
            return decide(game, order)


def _left(game: Game, typed: TypedPips) -> tuple[Event, ...]:
    """The events of pips left, or of a last tile. Raises Refused; NotNow if it may be either."""
    round, pips = game.current, list(typed.pips)
    events: tuple[Event, ...] = ()
    if round is not None and round.ended is not None and round.report is None:
        for seat, tile in typed.tiles.items():
            if not legal.may_show(round, seat, (tile,)):
                continue
            alone = [noted if at == seat else None for at, noted in enumerate(typed.pips)]
            if pips_fault(round, alone) is None:
                raise NotNow("tile-or-pips", tile=NAMES[tile], pips=typed.pips[seat])
            shown = ShowTiles(seat, (tile,), typed.as_played)
            events += decide(reduce(evolve_game, events, game), shown)
            pips[seat] = None
    if any(noted is not None for noted in pips):
        left = NotePips(tuple(pips), typed.as_played)
        events += decide(reduce(evolve_game, events, game), left)
    return events


def _with_seat(round: Round, move: Json) -> GivenAct:
    """The move; without a seat it is that of the seat in turn, or of the next if a call was left.

    A lead after an unseen draw for the tile to lead is that of the seat that drew. No end exists
    before the lead, so `left` and `right` say nothing of it.
    """
    drew = leads_unseen(round) if "lay" in move else None
    if not round.front.ends and move.get("at") in {LEFT, RIGHT}:
        move = move | {"at": None}
    whole = {"seat": round.seat if drew is None else drew} | move
    given = given_act(valid(Move, whole))
    if "seat" in move or not may_leave_call(round) or may_follow_lay(round, given.act):
        return given
    return given_act(valid(Move, whole | {"seat": round.table.next_seat[round.seat]}))


def _in_play(game: Game) -> Round:
    if game.over:
        raise Refused(Refusal("game-is-over"))
    if game.current is None:
        raise NotNow("no-round-dealt")
    return game.current


def _by_rules(game: Game, round: Round, move: GivenAct) -> tuple[Event, ...]:
    """The events of a move that must be legal."""
    if round.ended is not None:
        raise NotNow("next-round-not-dealt")
    act, fault = act_in(round, move)
    if fault is not None and act.seat == round.seat:
        raise Refused(gravest_fault(round, act, fault))
    try:
        return decide(game, DoAct(act))
    except Refused as refused:
        first = _turns_first(round, move) if refused.fault.code == "wrong-turn" else ()
        if not first:
            raise
        params: Params = {"seat": act.seat, "turn": round.seat, "turns_first": first}
        raise Refused(Refusal("turns-first", params)) from None


def _turns_first(round: Round, move: GivenAct) -> tuple[tuple[Seat, str], ...]:
    """What to type before this move, each with its seat, so that it is legal.

    Empty if nothing does: a seat in between surely had to lay, or may draw several times. Which
    of several ends was meant is asked when it is the turn of the move.
    """
    first: list[tuple[Seat, str]] = []
    while round.seat != move.act.seat and len(first) < 2 * round.table.seats:
        may = legal.legal_moves(round)
        ends = [act for act in may if isinstance(act, SilentAct)]
        step: Act | None = next((act for act in ends if act.KIND.unable), next(iter(ends), None))
        draws = any(isinstance(act, TileDrawn) for act in may)
        if step is None and draws and round.drawn == 0 and round.front.ends:
            step = drew(round.seat, UNSEEN)
        if step is None:
            return ()
        first.append((round.seat, step.KIND.name))
        round = legal.advance_legal(round, step)
    act, fault = act_in(round, move)
    may_follow = legal.is_legal(round, act) if fault is None else fault.code == "ambiguous-end"
    return tuple(first) if may_follow else ()


def _as_played(game: Game, round: Round, move: GivenAct) -> tuple[Event, ...]:
    """The events of a move as it was played, with an event for each fault."""
    if round.report is not None:
        raise NotNow("next-round-not-dealt")
    called = (
        move.act.KIND.says == "tile" and round.ended == "blocked" and not _block_is_proven(round)
    )
    if legal.was_stopped(round) or called:  # A record cannot contain moves after either.
        raise NotNow("round-stopped")
    scribe = RoundScribe(round)
    scribe.act(move)
    if not scribe.recordable:
        raise Refused(scribe.faults[0][1])
    events = new_events(game, scribe.round)
    played = reduce(evolve, (each for each in events if isinstance(each, RoundEvent)), round)
    fault = certain_breach(game, played)
    if fault is None:
        return events
    noted = IrregularityNoted(code=fault.code, params=fault.params)
    return new_events(game, evolve(played, noted))


def _block_is_proven(round: Round) -> bool:
    """The acts before the end prove the block; False: the table called it."""
    if not round.start.unseen:
        return True
    before = as_dealt(round)
    for event in takewhile(lambda each: not isinstance(each, RoundBlocked), round.events):
        before = evolve(before, event)
    return (legal.ending(before) or proven_end(before)) is not None


def _deal(table: Table, typed: TypedDeal) -> DealRound:
    """A hand that was not typed is unseen and has the size that the rules give."""
    boneyard = None if typed.boneyard is None else tuple(map(tile_named, typed.boneyard))
    unseen_hand: tuple[Tile, ...] = (UNSEEN,) * table.hand
    names = (typed.hands.get(seat, [NAMES[UNSEEN]]) for seat in range(table.seats))
    hands = tuple(
        unseen_hand if hand == [NAMES[UNSEEN]] else tuple(map(tile_or_unseen, hand))
        for hand in names
    )
    hub = None if typed.hub is None else tile_named(typed.hub)
    return DealRound(hands, boneyard, typed.leader, hub=hub, as_played=typed.as_played)
