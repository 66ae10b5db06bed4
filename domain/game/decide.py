"""`decide`: what a command makes happen at a live table, or why it is refused."""

import json
from dataclasses import replace
from functools import reduce
from typing import NamedTuple, TypeAlias, assert_never

from ..events import (
    DealVoid,
    Event,
    GameAbandoned,
    GameForfeited,
    GameWon,
    IrregularityNoted,
    PlayPaused,
    PlayResumed,
    RoundDealt,
    Seat,
    TileDrawn,
    TileLaid,
    TilesShown,
    TurnLost,
    is_inferred,
    laid,
)
from ..faults.act import act_fault, not_over, wrong_tiles_left
from ..faults.codes import DeskFault, Fault, Refusal
from ..faults.deal import deal_faults
from ..hidden.doubts import question_of_block
from ..hidden.inference import excluded_by_rules, lawful, whereabouts
from ..round.legal import Closing, end_of_blocked, ended_by, ending, legal_moves, may_show
from ..round.state import Act, Round, evolve
from ..tiles import UNSEEN, Tile, tile_set, tiles_of
from .next_lead import next_lead
from .state import Game, evolve_game, winners_of
from .undo import events_that_undo


class Refused(Exception):
    """The rules do not allow it, and the fault says why."""

    def __init__(self, fault: Fault | Refusal | DeskFault) -> None:
        super().__init__(fault.code, fault.params)
        self.fault = fault


class DealRound(NamedTuple):
    """Deal these hands; ``leader`` is needed only where the lot decides who leads."""

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...] | None
    leader: Seat | None = None


class DoAct(NamedTuple):
    """A seat lays, draws or passes."""

    act: Act


class UndoAct(NamedTuple):
    """Take the last act back, and the passes it stepped over: only before the round is over.

    Where nothing was done since the deal it takes back the deal.
    """


class CallBlocked(NamedTuple):
    """The table agrees that nobody can play; needed where not all tiles were seen.

    ``as_played``: it stopped the round, also where somebody could still play.
    """

    as_played: bool = False


class ShowTiles(NamedTuple):
    """A seat shows what it has left when the round is over.

    ``as_played``: also where they show that somebody cannot have kept to the rules.
    """

    seat: Seat
    tiles: tuple[Tile, ...]
    as_played: bool = False


class Pause(NamedTuple):
    """Let the table rest."""


class Resume(NamedTuple):
    """Let it go on."""


class Abandon(NamedTuple):
    """Break the game off."""

    reason: str = ""


class Forfeit(NamedTuple):
    """A seat gives the game up."""

    seat: Seat
    reason: str = ""


Command: TypeAlias = (
    DealRound | DoAct | UndoAct | CallBlocked | ShowTiles | Pause | Resume | Abandon | Forfeit
)


def decide(game: Game, command: Command) -> tuple[Event, ...]:
    """The events this command makes happen; Refused where the rules do not allow it."""
    if isinstance(command, ShowTiles):  # Also after the round that won the game.
        return _show(game, command)
    if game.over:
        raise Refused(Refusal("game-is-over"))
    match command:
        case DealRound():
            return _deal(game, command)
        case DoAct():
            return _act(game, command.act)
        case UndoAct():
            return _undo(game)
        case CallBlocked():
            return _call_blocked(game, command)
        case Pause() | Resume():
            return _rest(game, paused=isinstance(command, Pause))
        case Abandon():
            return (GameAbandoned(reason=command.reason),)
        case Forfeit():
            return (GameForfeited(seat=command.seat, reason=command.reason),)
        case _:
            assert_never(command)


def advance(round: Round, act: Act) -> Round:
    """The round after a seat's act, and after its end where the act ends it.

    Raises Refused where the act is not among `legal_moves`.
    """
    if not is_legal(round, act):
        raise Refused(act_fault(round, act))
    return advance_legal(round, act)


def is_legal(round: Round, act: Act) -> bool:
    """The act is among `legal_moves`, a lead whichever way it lies.

    A turn can also be lost after the lead, though it is no move to choose.
    """
    moves = legal_moves(round)
    for move in moves:
        if move is act:  # Nearly always: acts of one value are one object, and `==` takes its time.
            return True
    if isinstance(act, TurnLost):
        return bool(moves and round.front.ends) and act.seat == round.seat
    if isinstance(act, TileDrawn) and act.tile == UNSEEN:
        return any(isinstance(move, TileDrawn) and move.seat == act.seat for move in moves)
    return upright(act) in moves


def upright(act: Act) -> Act:
    """The act with a lead not flipped: a lead may lie either way, and is listed once."""
    if isinstance(act, TileLaid) and act.flipped and act.end is None:
        return laid(act.seat, act.tile, None)
    return act


def advance_legal(round: Round, act: Act) -> Round:
    """`advance` for an act known to be legal: not checked again."""
    after = evolve(round, act)
    hands = after.hands
    if hands[after.seat] & after.front.playable and hands[act.seat]:
        return after  # Nearly always: the next seat can play, so the round goes on.
    closing = ending(after)
    return after if closing is None else evolve(after, closing)


def outcome(game: Game) -> tuple[GameWon, ...]:
    """The event that ends a game which its last round has decided, if it has."""
    winners = winners_of(game)
    return () if winners is None else (GameWon(seats=winners),)


def _act(game: Game, act: Act) -> tuple[Event, ...]:
    before = game.current
    if before is None:
        raise Refused(Refusal("no-round"))
    if before.ended is None and game.running is None:
        raise Refused(Refusal("round-void-by-ruling"))
    return new_events(game, advance(before, act))


def new_events(game: Game, after: Round) -> tuple[Event, ...]:
    """The events since the current round, of which ``after`` is a continuation.

    With the end of the round and of the game where they follow.
    """
    assert game.current is not None
    if after.ended is None and after.start.unseen:
        closing = _proven_end(after)
        after = after if closing is None else evolve(after, closing)
    events = after.events[len(game.current.events) :]
    return events if after.ended is None else (*events, *outcome(game._replace(current=after)))


def _proven_end(round: Round) -> Closing | None:
    """The end of a round with unseen tiles, where what was done proves that it is over."""
    question = question_of_block(round, moves_in(round), "blocked")
    over = question is not None and lawful(round).held(question.absent) is False
    return end_of_blocked(round) if over else None


def moves_in(round: Round) -> int:
    """The moves of a round as the record counts them: without passes it only steps over."""
    return sum(not is_inferred(act) for act in round.acts)


def _call_blocked(game: Game, command: CallBlocked) -> tuple[Event, ...]:
    round = game.running
    if round is None:
        raise Refused(Refusal("no-round-running"))
    closing = end_of_blocked(round)
    said = ended_by(closing)
    fault = _not_blocked(round, said)
    if fault is None:
        return new_events(game, evolve(round, closing))
    if not command.as_played:
        raise Refused(fault)
    if not round.front.ends:
        raise Refused(Refusal("nothing-laid"))
    noted = IrregularityNoted(code=fault.code, params=fault.params, recorded=json.dumps(said))
    return new_events(game, evolve(evolve(round, noted), closing))


def _not_blocked(round: Round, said: str) -> Fault | None:
    """Why a seat can still play; None where none can, or where it depends on unseen tiles."""
    question = question_of_block(round, moves_in(round), said)
    if question is None:
        return not_over(round, said)
    return question.fault if whereabouts(round).held(question.absent) else None


def _show(game: Game, command: ShowTiles) -> tuple[Event, ...]:
    seat, tiles, as_played = command
    round = game.current
    if round is None or round.ended is None:
        raise Refused(Refusal("round-running"))
    hand = round.hands[seat]
    if sorted(tiles) == list(tiles_of(hand)):
        return ()  # Known before.
    if not may_show(round, seat, tiles):
        raise Refused(wrong_tiles_left(round, seat, tiles))
    shown = TilesShown(seat=seat, tiles=tuple(sorted(tiles)))
    after = evolve(round, shown)
    if round.regular and whereabouts(after).without(excluded_by_rules(after)).deal is None:
        fault = Fault("no-possible-deal", {"seat": seat})
        if not as_played:
            raise Refused(fault)
        return (shown, IrregularityNoted(code=fault.code, params=fault.params))
    return (shown, *(() if game.over else outcome(game._replace(current=after))))


def _undo(game: Game) -> tuple[Event, ...]:
    undone = events_that_undo(game)
    if isinstance(undone, Refusal):
        raise Refused(undone)
    after = reduce(evolve_game, undone, game)
    return undone if after.running is not None else (*undone, *outcome(after))


def _rest(game: Game, *, paused: bool) -> tuple[Event, ...]:
    if game.paused == paused:
        return ()
    return (PlayPaused() if paused else PlayResumed(),)


def _deal(game: Game, command: DealRound) -> tuple[Event, ...]:
    hands, boneyard, leader = command
    if game.running is not None:
        raise Refused(Refusal("round-before-running"))
    if game.played_out:
        raise Refused(Refusal("played-out"))
    faults = deal_faults(game.table, hands, boneyard)
    if faults:
        raise Refused(faults[0])
    may_lead = next_lead(game, tuple(map(tile_set, hands))).seats
    dealt = RoundDealt(hands=hands, boneyard=boneyard)
    if not may_lead:
        return (dealt, DealVoid())
    if leader is None and len(may_lead) == 1:
        (leader,) = may_lead
    if leader is None:
        raise Refused(Refusal("leader-needed", {"expected": tuple(sorted(may_lead))}))
    if leader not in may_lead:
        raise Refused(Refusal("may-not-lead", {"leader": leader}))
    return (replace(dealt, leader=leader),)
