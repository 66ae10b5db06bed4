"""A game step by step, as one observer may see it."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from ...domain.block_verdicts import Evidence
from ...domain.events import (
    Act,
    ActStep,
    ActUndone,
    Ended,
    Ending,
    IrregularityNoted,
    RoundEvent,
    RoundReported,
    Seat,
    TileDrawn,
    TileLaid,
    TurnPassed,
    is_inferred,
)
from ...domain.faults.codes import Remark
from ...domain.game.noted_result import remarks_on
from ...domain.game.state import Game, JudgedRound, round_waits, standing_of, winners_of
from ...domain.hidden.inference import whereabouts
from ...domain.hidden.pips_left import pips_known
from ...domain.hidden.seat_view import SeatView, is_hidden, position_at, seat_view
from ...domain.layout.ends import shown_pips
from ...domain.round.calls import points_in_play
from ...domain.round.in_play import made_in_play
from ...domain.round.legal import legal_moves, was_stopped
from ...domain.round.state import Playback, Round, as_dealt, evolve, surely_playable
from ...domain.round.told import as_told
from ...domain.rules.rule_set import RuleSet
from ...domain.scoring.bonuses import Bonus
from ...domain.scoring.score import HandsLeft, counted_points, points_that_count
from ...domain.scoring.standing import counts_as
from ...domain.tiles import WILD, Pip
from ..results.block_verdicts import before_acts
from ..results.sides import points_by_team

Kind: TypeAlias = ActStep | Literal["deal", "end", "stop"]
ReasonCode: TypeAlias = Literal[
    "round-over", "hand-empty", "no-double", "nothing-fits",
    "nobody-draws", "boneyard-empty", "reserve", "draw-limit",
]  # fmt: skip

_NOTED_AT_THE_END = {"round-not-over", "wrong-ending", "wrong-tiles-left", "wrong-pips-left"}


class PassReason(NamedTuple):
    """Why a seat had to pass. From the third code on, no tile in its hand fits.

    ``no-double``: it cannot begin its train. The last four say why it did not draw.
    """

    code: ReasonCode
    pips: tuple[Pip, ...] = ()
    """At the open ends, in ascending order."""
    limit: int = 0
    """The tiles that stay in the boneyard, or the most drawn in a turn."""


class Result(NamedTuple):
    """The result of a round that is over."""

    ended: Ended
    out: Seat | None
    pips: tuple[int | None, ...]
    """By seat, left in hand; None if some tiles are unseen."""
    winners: tuple[Seat, ...] | None
    """None if the round is not settled: void, irregular, or with unseen tiles."""
    points: list[int] | None
    """By team in the record's order, else by seat. None also in games without points."""
    game: tuple[Seat, ...] | None
    """The seats that won the game with this round."""
    regular: bool
    """No irregularity was noted."""
    stopped: bool
    """The players ended it before it was over by the rules."""
    waits: bool
    """An unsettled round may be settled later; False: it counts for nothing."""
    report: RoundReported | None = None
    """The noted result, if nothing else of the round is known."""
    remarks: tuple[Remark, ...] = ()
    """What the rules do not give of the noted result."""
    bonuses: tuple[Bonus, ...] = ()
    """Those among the points."""
    again: bool = False
    """The round is no round, and is played again."""
    counts_as: int = 1
    """As how many games the game counts that was won with this round."""


class Frame(NamedTuple):
    """One step of a game: the act and the position after it."""

    round: int
    move: int | None
    """Its index among the moves of the record; None if the record has no such move."""
    kind: Kind
    """``stop``: the end of the record in a round that is not over."""
    noted: tuple[IrregularityNoted, ...]
    """New irregularities, as far as the observer may know them."""
    view: SeatView
    act: Act | None = None
    could: tuple[Act, ...] | None = None
    """All legal acts, including this one; None if they are hidden."""
    reason: PassReason | None = None
    result: Result | None = None
    voided: bool = False
    """At the last step of a round: an arbiter made the round void."""
    scored: int | None = None
    """Points in play that the act brings.

    None: none fall, or nothing tells how a misplaced tile lies, and it depends on that."""
    begins: bool = False
    """At a deal: the seat in turn begins, but perhaps not with a lead."""
    number: int = 0
    """Its index among the steps shown."""

    def to_json(self) -> str:
        """The step as JSON, tiles by name: docs/replay.md lists the keys."""
        from .json_format import step_json  # noqa: PLC0415 - it imports this module

        return json.dumps(step_json(self), ensure_ascii=False)


def frames(
    game: Game,
    viewer: Seat | None = None,
    *,
    open: bool = False,
    only: int | None = None,
    since: int = 0,
) -> tuple[Frame, ...]:
    """Every step of the game, or of round ``only``, as the viewer saw it.

    Without a viewer, rounds that are over are shown whole; hidden tiles of other rounds are shown
    only with ``open``. ``since``: so many first steps of each round are left out; the last step is
    always there.
    """
    rounds: Iterable[tuple[int, JudgedRound]] = enumerate(game.judged if only is None else ())
    if only is not None and only in range(game.dealt):
        rounds = [(only, game.judged_round(only))]
    steps = (
        step
        for number, judged in rounds
        for step in _frames(game, number, judged, viewer, since, open=open)
    )
    return tuple(step._replace(number=number) for number, step in enumerate(steps, since))


def frames_instead(round: Round, number: int, evidence: Evidence) -> tuple[Frame, ...]:
    """The other tile that the evidence names, and its line of play, with all hands open.

    ``number``: of the round in its game. The first frame is the position before that tile. Empty
    if there is no other tile.
    """
    if evidence.instead is None:
        return ()
    position, shown = list(before_acts(round))[evidence.act], list[Frame]()
    for act in (None, evidence.instead, *(evidence.line or ())):
        position = position if act is None else evolve(position, act)
        view = seat_view(position, None, open=True)
        kind: Kind = "deal" if act is None else act.KIND.step
        shown.append(Frame(number, None, kind, (), view, act, number=len(shown)))
    return tuple(shown)


@dataclass(slots=True)
class _Step:
    """An act (None: the deal), its irregularities, and the events that close the round."""

    act: Act | None
    noted: list[IrregularityNoted] = field(default_factory=list)
    closing: list[RoundEvent] = field(default_factory=list)

    @property
    def recorded(self) -> bool:
        """It is a move of the record."""
        return self.act is not None and not is_inferred(self.act)

    @property
    def closes(self) -> bool:
        """The act ended the round by the rules, not by a declaration."""
        return isinstance(next(iter(self.closing), None), Ending)


def _steps(round: Round) -> list[_Step]:
    if round.report is not None:
        return []
    steps = [_Step(None)]
    for event in round.events:
        assert not isinstance(event, ActUndone)  # Not in a round as it stands.
        if isinstance(event, Act):
            steps.append(_Step(event))
        elif isinstance(event, IrregularityNoted) and event.code not in _NOTED_AT_THE_END:
            steps[-1].noted.append(event)
        else:
            steps[-1].closing.append(event)
    if round.start.unseen:
        # A record that says how a round ended is blocked before its last passes. They show the
        # block, so it follows them, as at a table where nobody saw all hands.
        for step, after in pairwise(steps):
            if step.closes and isinstance(after.act, TurnPassed) and not after.noted:
                after.closing[:0] = step.closing
                step.closing.clear()
    return steps


def _frames(
    game: Game, number: int, judged: JudgedRound, viewer: Seat | None, since: int, *, open: bool
) -> Iterator[Frame]:
    round, lies_open = as_told(judged.round), not is_hidden(game, number, judged.round)
    open = open or (viewer is None and lies_open)
    rules, steps = game.opened.rules, _steps(round)
    position, playback = as_dealt(round), Playback(round)
    known = whereabouts(round) if round.start.unseen and open else None
    came_in = {seat for seat, made in enumerate(judged.before.came_in) if made}
    noted = moves = skipped = 0
    if since > 1 and not round.start.unseen and rules.score.in_play == "none":
        skipped = min(since, len(steps)) - 1  # Nothing that is shown depends on these steps.
        position = _position_before(steps[skipped:], round)
        moves = sum(step.recorded for step in steps[:skipped])
    for at, step in enumerate(steps[skipped:], skipped):
        before, move, act = position, moves, step.act
        for event in (*(() if act is None else (act,)), *step.noted):
            position = playback.after(position, event)
        after = position
        for event in step.closing:
            position = playback.after(position, event)
        moves += step.recorded
        scored = _scored(rules, before, after, came_in)
        if at < since - 1:
            continue
        view = seat_view(after, viewer, open=open)
        if step.closes:
            view = view._replace(turn=None, moves=())  # No turn follows.
        new, noted = view.noted[noted:], len(view.noted)
        if at < since:
            continue
        frame = Frame(number, move if step.recorded else None, "deal", new, view)
        if act is None:
            leads = not after.front.ends and all(
                isinstance(each, TileLaid) for each in legal_moves(after)
            )
            yield frame._replace(begins=not leads)
            continue
        frame = _acted(frame, seat_view(before, viewer, open=open), before)._replace(scored=scored)
        if known and known.surely_held(act.seat, move) & surely_playable(before, act.seat):
            frame = frame._replace(reason=None)  # A later act proves that the seat could play.
        yield frame
    if round.report is not None:
        position, viewer = round, None
    view = seat_view(position, viewer, open=open or lies_open)
    frame = Frame(number, None, "stop", view.noted[noted:], view, voided=judged.decreed.void)
    if view.ended is not None:
        frame = frame._replace(kind="end", result=_result(game, number, judged, view.ended))
    yield frame


def _position_before(steps: Iterable[_Step], round: Round) -> Round:
    """The position before these steps, the last ones of the round."""
    past = round.past
    for step in steps:
        for _ in range((step.act is not None) + len(step.noted) + len(step.closing)):
            assert past is not None
            past = past[2]
    return position_at(round, past)


def _acted(frame: Frame, seen: SeatView, before: Round) -> Frame:
    """The frame of the last act; ``seen`` is the view of the round ``before``."""
    act = frame.view.acts[-1]
    in_turn = act.seat == seen.turn
    could = seen.moves if in_turn else None
    # A step over an able seat is noted with the next act, which may be legal.
    legal = all(note.params.get("act") == "skip" for note in frame.noted)
    shown = could is not None or not is_inferred(act)
    had_to = legal and shown and (in_turn or seen.ended == "blocked")
    reason = why_passed(seen, before) if had_to and act.KIND.unable else None
    return frame._replace(kind=act.KIND.step, act=act, could=could, reason=reason)


def _scored(rules: RuleSet, before: Round, after: Round, came_in: set[Seat]) -> int | None:
    """The points in play of a step; adds its seat to those that have come in, if it does now."""
    if rules.score.in_play == "none":
        return None
    if rules.score.in_play == "fives-and-threes" or after.table.play.exact_target:
        return _made(rules, after, before.seat) - _made(rules, before, before.seat)
    fell = points_in_play(after)[len(points_in_play(before)) :]
    seat, made = fell[0] if fell else (before.seat, None)
    if made is None:
        return None
    if made >= rules.score.to_get_in > 0:
        came_in.add(seat)
    counts = rules.score.to_get_in == 0 or seat in came_in
    points: int = counted_points(rules.score, made * counts)
    return points


def _made(rules: RuleSet, round: Round, seat: Seat) -> int:
    """The points in play of a seat so far that count."""
    made, seats = made_in_play(round), (0,) * len(round.hands)
    left = HandsLeft(-1, seats, seats, made.fives or seats, -1, -1, threes=made.threes or seats)
    points: int = points_that_count(rules.score, left)[seat]
    return counted_points(rules.score, points) if rules.score.in_play == "fives" else points


def why_passed(seen: SeatView, round: Round) -> PassReason | None:
    """Why the seat in turn had to pass; None if the viewer can see that it could play.

    If its hand is hidden, the reason is inferred from the pass, so the pass must be an act of the
    seat, not a turn that the record leaves out. A record may list passes after a block.
    """
    if seen.ended is not None:
        return PassReason("round-over")
    if round.table.may_keep and round.drawn:
        return None  # The seat may have kept the tile drawn.
    ends = round.front.open_to[round.seat] if seen.ends else ()
    able = seen.moves is not None and any(
        isinstance(move, TileLaid | TileDrawn) for move in seen.moves
    )
    if able or not ends:
        return None
    if seen.hands[round.seat].size == 0:
        return PassReason("hand-empty")
    if any(end.pip == WILD for end in ends):
        return PassReason("no-double")
    pips = tuple(sorted(shown_pips(ends)))
    if not pips:
        return None  # A tile was misplaced, and nothing tells which half lies outward.
    table, left = round.table, seen.boneyard.size
    if not table.draws_a_turn:
        return PassReason("nobody-draws", pips)
    if not left:
        return PassReason("boneyard-empty", pips)
    if left <= table.reserve:
        return PassReason("reserve", pips, table.reserve)
    if round.drawn >= table.draws_a_turn:
        return PassReason("draw-limit", pips, table.draws_a_turn)
    return PassReason("nothing-fits", pips)


def _result(game: Game, number: int, judged: JudgedRound, ended: Ended) -> Result:
    facts, score = judged.facts, judged.score
    last = number == game.dealt - 1
    won = winners_of(game) if last and game.won is not None else None
    rules, sides = game.opened.rules.score, game.table.sides
    return Result(
        ended=ended,
        out=facts.out,
        pips=facts.pips or pips_known(judged.round),
        winners=None if score is None else score.winners,
        points=None if score is None else points_by_team(game, score.points),
        game=won,
        regular=facts.regular,
        stopped=was_stopped(judged.round),
        waits=round_waits(game, rules, facts),
        report=facts.report,
        remarks=remarks_on(rules, judged.round),
        bonuses=judged.bonuses,
        again=judged.again,
        counts_as=counts_as(rules, sides, standing_of(game)) if won else 1,
    )
