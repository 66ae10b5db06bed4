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
from ..faults.act import DeskFault, Fault, act_fault, deal_faults, not_over, wrong_tiles_left
from ..hidden.doubts import question_of_block
from ..hidden.inference import lawful, told_by_the_rules, whereabouts
from ..round.legal import Closing, end_of_blocked, ended_by, ending, legal_moves, may_show
from ..round.state import Act, Round, evolve
from ..tiles import UNSEEN, Tile, tile_set, tiles_of
from .next_lead import next_lead
from .state import Game, evolve_game, winners_of
from .undo import taking_back


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
        raise Refused(Fault("game-over", "the game is over"))
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
    return brought_about(game, advance(before, act))


def brought_about(game: Game, after: Round) -> tuple[Event, ...]:
    """The events that make this round of the current one, and those that follow from them."""
    assert game.current is not None
    if after.ended is None and after.start.unseen:
        closing = _proven_end(after)
        after = after if closing is None else evolve(after, closing)
    events = after.events[len(game.current.events) :]
    return events if after.ended is None else (*events, *outcome(game._replace(current=after)))


def _proven_end(round: Round) -> Closing | None:
    """The end of a round of which not all was seen, where what was done tells that it is over."""
    question = question_of_block(round, moves_in(round), "blocked")
    over = question is not None and lawful(round).held(question.absent) is False
    return end_of_blocked(round) if over else None


def moves_in(round: Round) -> int:
    """The moves of a round as the record counts them: without passes it only steps over."""
    return sum(not is_inferred(act) for act in round.acts)


def _call_blocked(game: Game, command: CallBlocked) -> tuple[Event, ...]:
    round = game.running
    if round is None:
        raise Refused(Fault("round-over", "no round is being played"))
    closing = end_of_blocked(round)
    said = ended_by(closing)
    fault = _not_blocked(round, said)
    if fault is None:
        return brought_about(game, evolve(round, closing))
    if not command.as_played:
        raise Refused(fault)
    if not round.front.ends:
        raise Refused(Fault("round-not-over", "nothing lies on the table yet"))
    noted = IrregularityNoted(code=fault.code, message=fault.message, recorded=json.dumps(said))
    return brought_about(game, evolve(evolve(round, noted), closing))


def _not_blocked(round: Round, said: str) -> Fault | None:
    """Why somebody can still play; None where nobody can, or nobody can say."""
    question = question_of_block(round, moves_in(round), said)
    if question is None:
        return not_over(round, said)
    return question.fault if whereabouts(round).held(question.absent) else None


_NOT_BY_THE_RULES = "somebody passed, drew or led against the rules"


def _show(game: Game, command: ShowTiles) -> tuple[Event, ...]:
    seat, tiles, as_played = command
    round = game.current
    if round is None or round.ended is None:
        raise Refused(Fault("round-not-over", "tiles are shown when the round is over"))
    hand = round.hands[seat]
    if sorted(tiles) == list(tiles_of(hand)):
        return ()  # Everybody knew.
    if not may_show(round, seat, tiles):
        raise Refused(wrong_tiles_left(round, seat, tiles))
    shown = TilesShown(seat=seat, tiles=tuple(sorted(tiles)))
    after = evolve(round, shown)
    if round.regular and whereabouts(after).without(told_by_the_rules(after)).deal is None:
        fault = Fault("no-possible-deal", f"with what seat {seat} shows {_NOT_BY_THE_RULES}")
        if not as_played:
            raise Refused(fault)
        return (shown, IrregularityNoted(code=fault.code, message=fault.message))
    return (shown, *(() if game.over else outcome(game._replace(current=after))))


def _undo(game: Game) -> tuple[Event, ...]:
    undone = taking_back(game)
    if isinstance(undone, Fault):
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
        raise Refused(Fault("round-not-over", "the round before is not over"))
    if game.played_out:
        raise Refused(Fault("game-over", "one round is a game here, and it was played"))
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
        seats = " or ".join(map(str, sorted(may_lead)))
        raise Refused(Fault("wrong-leader", f"seat {seats} may lead: say who does"))
    if leader not in may_lead:
        raise Refused(Fault("wrong-leader", f"seat {leader} may not lead this round"))
    return (replace(dealt, leader=leader),)
