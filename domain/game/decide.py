"""`decide`: the events of a command at a live table, or the reason why it is refused."""

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
    PipsNoted,
    PlayPaused,
    PlayResumed,
    RoundDealt,
    Seat,
    ShuffleAborted,
    TilesShown,
    TurnEnded,
)
from ..faults.act import act_fault, may_be_stepped_over, not_over, wrong_tiles_left
from ..faults.codes import Fault, Refusal, seat_fault
from ..faults.deal import deal_faults, hub_faults
from ..hidden.doubts import Question, moves_in, proven_end, question_of_block
from ..hidden.inference import Whereabouts, excluded_by_rules, whereabouts
from ..hidden.pips_left import noted_pips, pips_fault, pips_known
from ..round import legal
from ..round.calls import may_leave_call
from ..round.state import Act, Round, evolve
from ..seats import UNDECIDED
from ..tiles import Tile, tile_set, tiles_of
from .certain import certain_breach, is_surely_won, led_wrongly
from .next_lead import next_lead, redeal_is_open
from .noted_result import Result, report_faults, report_of
from .state import Game, evolve_game, hub_of, standing_of, winners_of
from .undo import events_that_undo


class Refused(Exception):
    """The rules do not allow it; ``fault`` is the reason."""

    def __init__(self, fault: Fault | Refusal) -> None:
        super().__init__(fault.code, fault.params)
        self.fault = fault


class DealRound(NamedTuple):
    """Deal these hands; ``leader`` is needed only if several seats may lead.

    ``first_leaders`` lead the first deal by the result of the game before. ``shuffled`` deals by
    the seeds that were committed to last. ``hub`` may be left out if it follows from the rules.
    ``as_played`` accepts tiles that the rules do not deal so.
    """

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...] | None
    leader: Seat | None = None
    first_leaders: frozenset[Seat] = UNDECIDED
    shuffled: bool = False
    hub: Tile | None = None
    as_played: bool = False


class ReportRound(NamedTuple):
    """Only the result of a round is known. ``as_played``: even if the pips prove it wrong."""

    result: Result
    as_played: bool = False


class DoAct(NamedTuple):
    """A seat lays, draws or passes."""

    act: Act


class UndoAct(NamedTuple):
    """Take back what was last done: see `events_that_undo`."""


class CallBlocked(NamedTuple):
    """The players agree that nobody can play; needed if some tiles are unseen.

    ``as_played``: they stopped the round even if a seat could still play. Not a round that the
    program dealt: the stop would show all hands, and an undo would go on with them.
    """

    as_played: bool = False


class Redeal(NamedTuple):
    """A player asks for a new deal, since a hand has so many doubles (`Play.redeal`).

    ``seat``: whose hand; None: any.
    """

    seat: Seat | None = None


class ShowTiles(NamedTuple):
    """A seat shows its tiles left after the round; ``as_played``: even if they prove a breach."""

    seat: Seat
    tiles: tuple[Tile, ...]
    as_played: bool = False


class NotePips(NamedTuple):
    """Note pips left after the round, without tiles; ``as_played``: even if tiles disprove them."""

    pips: tuple[int | None, ...]
    """By seat; None: not known."""
    as_played: bool = False


class Pause(NamedTuple):
    """Pause play."""


class Resume(NamedTuple):
    """Resume play."""


class Abandon(NamedTuple):
    """Break the game off."""

    reason: str = ""


class Forfeit(NamedTuple):
    """A seat gives the game up."""

    seat: Seat
    reason: str = ""


Command: TypeAlias = (
    DealRound | Redeal | ReportRound | DoAct | UndoAct | CallBlocked | ShowTiles | NotePips
    | Pause | Resume | Abandon | Forfeit
)  # fmt: skip


def decide(game: Game, command: Command) -> tuple[Event, ...]:
    """The events of this command; raises Refused if the rules do not allow it."""
    if isinstance(command, ShowTiles):  # Also after the round that won the game.
        return _show(game, command)
    if isinstance(command, NotePips):
        return _note_pips(game, command)
    if game.left_or_void or (game.over and not isinstance(command, UndoAct)):
        raise Refused(Refusal("game-is-over"))
    given_up = () if game.committed is None else (ShuffleAborted(),)
    match command:
        case DealRound():
            return (*(() if command.shuffled else given_up), *_deal(game, command))
        case Redeal():
            return _redeal(game, command.seat)
        case ReportRound():
            return (*given_up, *_report(game, command))
        case DoAct():
            return _act(game, command.act)
        case UndoAct():
            events = events_that_undo(game)
            if isinstance(events, Refusal):
                raise Refused(events)
            after = reduce(evolve_game, events, game)
            return events if after.running is not None else (*events, *outcome(after))
        case CallBlocked():
            return _call_blocked(game, command)
        case Pause():
            return () if game.paused else (PlayPaused(),)
        case Resume():
            return (PlayResumed(),) if game.paused else ()
        case Abandon():
            return (GameAbandoned(reason=command.reason),)
        case Forfeit():
            check_seat(game, command.seat)
            return (GameForfeited(seat=command.seat, reason=command.reason),)
        case _:
            assert_never(command)


def check_seat(game: Game, seat: Seat) -> None:
    """Raises Refused if the game has no such seat."""
    fault = seat_fault(seat, game.table.seats)
    if fault is not None:
        raise Refused(fault)


def advance(round: Round, act: Act) -> Round:
    """The round after this act, and its closing event if it ends. Raises Refused if illegal."""
    if not legal.is_legal(round, act):
        raise Refused(act_fault(round, act))
    return legal.advance_legal(round, act)


def outcome(game: Game) -> tuple[GameWon, ...]:
    """`GameWon` if the last round has decided the game."""
    winners = winners_of(game)
    return () if winners is None else (GameWon(seats=winners),)


TIME = "time"
"""The reason of a game that was broken off by its clock."""


def time_up(game: Game, minutes: float) -> tuple[GameAbandoned, ...]:
    """The end of a game that has been played for so long, if its clock breaks it off now.

    A round that is being played is finished first, unless it is void. While several sides lead
    alike, play goes on.
    """
    clock = game.opened.rules.score.clock
    if clock is None or minutes < clock.minutes or game.over:
        return ()
    if game.running is not None and clock.in_play == "finish":
        return ()
    broken_off = GameAbandoned(reason=TIME)
    return (broken_off,) if standing_of(evolve_game(game, broken_off)).winners else ()


def _act(game: Game, act: Act) -> tuple[Event, ...]:
    before = game.current
    if before is None:
        raise Refused(Refusal("no-round"))
    if before.ended is None and game.running is None:
        raise Refused(Refusal("round-void-by-ruling"))
    after = advance(before if act.KIND.calls else without_call(before), act)
    breach = certain_breach(game, after)
    if breach is not None:
        raise Refused(breach)
    return new_events(game, after)


def without_call(round: Round) -> Round:
    """The round after the call that is due was left unsaid, if it may be."""
    if not may_leave_call(round):
        return round
    return legal.advance_legal(round, TurnEnded(seat=round.seat, inferred=True))


def block_called(
    round: Round, move: int, known: Whereabouts | None, ended: str
) -> tuple[Round, Question | Fault | None]:
    """The round when the players agree that nobody can play, and what there is against it.

    None: it is over. A question: the unseen tiles decide; without ``known`` any answer is
    possible. A fault: a seat surely can play. ``move``: the number of moves so far. ``ended``: the
    end as it was said, a parameter of the fault.
    """
    round = _before_block(round)
    if round.ended is not None:
        return round, None
    question = question_of_block(round, move, ended)
    if question is None:
        return round, not_over(round, ended)
    if known is not None and known.held(question.absent):
        return round, question.fault
    return round, question


def _before_block(round: Round) -> Round:
    """The round after what is left unsaid at a block: the turn is over, the markers are up."""
    round = without_call(round)
    if round.ended is None and round.table.turn != "one-tile" and legal.in_mid_turn(round):
        round = legal.advance_legal(round, TurnEnded(seat=round.seat, inferred=True))
    while round.ended is None and legal.only_markers_help(round) and may_be_stepped_over(round):
        round = legal.advance_legal(round, legal.inferred_end_of_turn(round))
    return round


def new_events(game: Game, after: Round) -> tuple[Event, ...]:
    """The events that lead from the current round to ``after``, with any end of round and game."""
    assert game.current is not None
    if after.ended is None and after.start.unseen:
        closing = proven_end(after)
        after = after if closing is None else evolve(after, closing)
    events = after.events[len(game.current.events) :]
    return events if after.ended is None else (*events, *outcome(game._replace(current=after)))


def _call_blocked(game: Game, command: CallBlocked) -> tuple[Event, ...]:
    round = game.running
    if round is None:
        raise Refused(Refusal("no-round-running"))
    closing = legal.end_of_blocked(round)
    ended: str = closing.HOW
    called, fault = block_called(round, moves_in(round), whereabouts(round), ended)
    if fault is None:
        return new_events(game, called)
    if isinstance(fault, Question):
        over = evolve(called, closing)
        fault = certain_breach(game, over)
        if fault is None:
            return new_events(game, over)
    if not command.as_played or game.shuffle_of(game.dealt - 1):
        raise Refused(fault)
    if not round.front.ends:
        raise Refused(Refusal("nothing-laid"))
    noted = replace(_noted(fault), recorded=json.dumps(ended))
    return new_events(game, evolve(evolve(without_call(round), noted), closing))


def _show(game: Game, command: ShowTiles) -> tuple[Event, ...]:
    seat, tiles, as_played = command
    round = _round_over(game)
    hand = round.hands[seat]
    if sorted(tiles) == list(tiles_of(hand)):
        return ()  # Already known.
    if not legal.may_show(round, seat, tiles):
        raise Refused(wrong_tiles_left(round, seat, tiles))
    shown = TilesShown(seat=seat, tiles=tuple(sorted(tiles)))
    after = evolve(round, shown)
    impossible = round.regular and whereabouts(after).without(excluded_by_rules(after)).deal is None
    fault = Fault("no-possible-deal", {"seat": seat}) if impossible else led_wrongly(game, after)
    fault = fault or pips_fault(after, noted_pips(after))
    return _after_round(game, shown, fault, as_played=as_played)


def _after_round(
    game: Game, event: TilesShown | PipsNoted, fault: Fault | None, *, as_played: bool
) -> tuple[Event, ...]:
    """The event, and what follows from it; or with the fault that it proves, if as played."""
    if fault is None:
        return (event, *(() if game.over else outcome(evolve_game(game, event))))
    if not as_played:
        raise Refused(fault)
    return (event, _noted(fault))


def _noted(fault: Fault) -> IrregularityNoted:
    return IrregularityNoted(code=fault.code, params=fault.params)


def _round_over(game: Game) -> Round:
    """The last round, which was played and is over."""
    round = game.current
    if round is None or round.ended is None:
        raise Refused(Refusal("round-running"))
    if round.report is not None:
        raise Refused(Refusal("only-reported"))
    return round


def _note_pips(game: Game, command: NotePips) -> tuple[Event, ...]:
    round = _round_over(game)
    fault = pips_fault(round, command.pips)
    if fault is not None and not command.as_played:
        raise Refused(fault)
    known = zip(command.pips, pips_known(round), strict=True)
    if all(noted in {None, by_tiles} for noted, by_tiles in known):
        return ()
    return _after_round(game, PipsNoted(pips=command.pips), fault, as_played=command.as_played)


def _deal(game: Game, command: DealRound) -> tuple[Event, ...]:
    hands, boneyard, leader, first_leaders, _, said, as_played = command
    check_next_round(game)
    expected = hub_of(game)
    hub = said if game.table.play.turned_up else expected
    faults = [
        *hub_faults(game.table, expected, said),
        *deal_faults(game.table, hands, boneyard, hub),
    ]
    recordable = len(hands) == game.table.seats and not (game.table.play.turned_up and hub is None)
    if faults and not (as_played and recordable):
        raise Refused(faults[0])
    noted = tuple(map(_noted, faults))
    may_lead = next_lead(game, tuple(map(tile_set, hands)), first_leaders).seats
    dealt = RoundDealt(hands=hands, boneyard=boneyard, hub=hub)
    if not may_lead:
        return (dealt, *noted, DealVoid())
    if leader is None and len(may_lead) == 1:
        (leader,) = may_lead
    if leader is None:
        raise Refused(Refusal("leader-needed", {"expected": tuple(sorted(may_lead))}))
    if leader not in may_lead:
        raise Refused(Refusal("may-not-lead", {"leader": leader}))
    return (replace(dealt, leader=leader), *noted)


def _redeal(game: Game, seat: Seat | None) -> tuple[Event, ...]:
    rule = game.table.play.redeal
    if seat is not None:
        check_seat(game, seat)
    if game.running is None:
        raise Refused(Refusal("no-round-running"))
    if rule is None or not redeal_is_open(game, seat):
        raise Refused(Refusal("no-redeal", {} if rule is None else {"doubles": rule.doubles}))
    return (DealVoid(),)


def _report(game: Game, command: ReportRound) -> tuple[Event, ...]:
    check_next_round(game)
    rules = game.opened.rules.score
    report = report_of(game.table, rules, command.result)
    if isinstance(report, Fault):
        raise Refused(report)
    faults = report_faults(game.table, rules, report)
    if faults and not command.as_played:
        raise Refused(faults[0])
    events: tuple[Event, ...] = (report, *map(_noted, faults))
    return (*events, *outcome(reduce(evolve_game, events, game)))


def check_next_round(game: Game) -> None:
    """Raise Refused if the next round cannot begin now."""
    if game.running is not None:
        raise Refused(Refusal("round-before-running"))
    if game.played_out:
        raise Refused(Refusal("played-out"))
    if is_surely_won(game):
        raise Refused(Refusal("game-is-over"))
