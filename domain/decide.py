"""`decide`: what a command makes happen at a live table, or why it is refused."""

from dataclasses import replace
from typing import NamedTuple, TypeAlias, assert_never

from .events import (
    ActUndone,
    DealVoid,
    Event,
    GameAbandoned,
    GameForfeited,
    GameWon,
    PlayPaused,
    PlayResumed,
    RoundDealt,
    Seat,
    TileDrawn,
    TileLaid,
    TurnLost,
    laid,
)
from .faults import DeskFault, Fault, act_fault, deal_faults
from .game import Game, next_lead, winners_of
from .legal import ending, legal_moves
from .round import Act, Round, evolve
from .tiles import UNSEEN, Tile, tile_set


class Refused(Exception):
    """The rules do not allow it; the fault says why, in words a player understands."""

    def __init__(self, fault: Fault | DeskFault) -> None:
        super().__init__(fault.message)
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
    """Take the last act back: only before the round is over."""


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


Command: TypeAlias = DealRound | DoAct | UndoAct | Pause | Resume | Abandon | Forfeit


def decide(game: Game, command: Command) -> tuple[Event, ...]:
    """The events this command makes happen; Refused where the rules do not allow it."""
    if game.over:
        raise Refused(Fault("game-over", "the game is over"))
    match command:
        case DealRound():
            return _deal(game, command)
        case DoAct():
            return _act(game, command.act)
        case UndoAct():
            return _undo(game)
        case Pause() | Resume():
            return _rest(game, paused=isinstance(command, Pause))
        case Abandon():
            return (GameAbandoned(reason=command.reason),)
        case Forfeit():
            return (GameForfeited(seat=command.seat, reason=command.reason),)
        case _:
            assert_never(command)


def advance(round: Round, act: Act) -> Round:
    """The round after a seat's act and what that brings about; its `past` tells the events.

    Raises Refused where the act is not among `legal_moves`.
    """
    if not is_legal(round, act):
        raise Refused(act_fault(round, act))
    return take(round, act)


def is_legal(round: Round, act: Act) -> bool:
    """The act is among `legal_moves`, a lead whichever way it lies.

    Whoever is in turn after the lead can lose the turn, too, though nobody chooses to.
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
    """The same act with a lead turned back: how a lead lies is free, so it is listed once."""
    if isinstance(act, TileLaid) and act.flipped and act.end is None:
        return laid(act.seat, act.tile, None)
    return act


def take(round: Round, act: Act) -> Round:
    """The same for an act just taken from `legal_moves`, which needs no second look."""
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
        raise Refused(Fault("round-over", "no round has been dealt"))
    if before.ended is None and game.running is None:
        raise Refused(Fault("round-over", "the round is void by a ruling"))
    after = advance(before, act)
    events = after.events[len(before.events) :]
    return events if after.ended is None else (*events, *outcome(game._replace(current=after)))


def _undo(game: Game) -> tuple[Event, ...]:
    round = game.current
    if round is None or not round.acts:
        raise Refused(Fault("round-over", "nothing has been done that could be taken back"))
    if round.ended is not None:
        raise Refused(Fault("round-over", f"the round is over ({round.ended}): amend the game"))
    return (ActUndone(),)


def _rest(game: Game, *, paused: bool) -> tuple[Event, ...]:
    if game.paused == paused:
        return ()
    return (PlayPaused() if paused else PlayResumed(),)


def _deal(game: Game, command: DealRound) -> tuple[Event, ...]:
    hands, boneyard, leader = command
    if game.running is not None:
        raise Refused(Fault("round-not-over", "the round before is not over"))
    faults = deal_faults(game.table, hands, boneyard)
    if faults:
        raise Refused(faults[0])
    may_lead = next_lead(game, tuple(map(tile_set, hands))).seats
    dealt = RoundDealt(hands=hands, boneyard=boneyard)
    if not may_lead:
        return (dealt, DealVoid())
    if leader is None and len(may_lead) == 1:
        (leader,) = may_lead
    if leader not in may_lead:
        raise Refused(Fault("wrong-leader", f"seat {leader} may not lead this round"))
    return (replace(dealt, leader=leader),)
