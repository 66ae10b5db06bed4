"""Sentences about what happens at a table while it is played, and the prompt there."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ...domain.events import Event, Seat, Shown
from ...domain.game.next_lead import leads_on
from ...domain.game.state import Game, standing_of
from ...domain.layout.ends import End
from ...domain.layout.line import LEFT, RIGHT, counts
from ...domain.round.calls import calls_due
from ...domain.round.state import Round
from ...domain.shuffle import short_form
from ...domain.tiles import WILD
from ...projections.messages import acts, mark_plural, one_of, plural, steps, text
from ...projections.messages.act_words import calls_text
from ...projections.messages.ends import end_text
from ...projections.messages.refusals import refusal_text
from ...projections.replay.frames import Frame, frames
from ...projections.replay.news import current_step, current_view, last_step, news
from ...projections.results.sides import points_by_team
from ..output import print_lines, say
from .replay import frame_text, header


def introduce(table: "TableText", game: Game) -> None:
    """Print the game, the rules and the players; of a resumed game, the table too."""
    for line in header(game, table.seating, table.viewer):
        say(line)
    if game.current is not None:
        print_lines(table.position(game))
    shuffle = shuffle_now(game)
    if shuffle is not None:
        say(text("the program dealt: shuffle {shuffle}", shuffle=shuffle))


def shuffle_now(game: Game) -> str | None:
    """The short form of the commitments to the current round, if the program dealt it by seeds."""
    committed = game.shuffle_of(game.dealt - 1)
    return None if committed is None else short_form(committed.server, committed.seats)


class TableText:
    """A game in sentences, as one seat sees it; viewer None: as the scribe does."""

    def __init__(self, seating: acts.Seating, viewer: Seat | None) -> None:
        self.seating = seating
        self.viewer = viewer

    def news(self, before: Game, events: Sequence[Event], after: Game) -> Iterator[str]:
        """What these events changed."""
        new = news(before, events, after, self.viewer)
        sentences = (acts.event_text(event, self.seating.names) for event in new.events)
        yield from (sentence for sentence in sentences if sentence is not None)
        for gone in new.taken_back:
            yield text("taken back: {sentence}", sentence=self.gone(gone))
        if new.taken_back and not new.steps and self.viewer is None:
            yield self.moves(after)
        for frame in new.steps:
            yield from self._step(frame)
        if new.scores is not None:
            yield steps.labelled("standing", self.seating.by_team(new.scores))
        if new.paid is not None:
            yield from steps.payment_lines(
                new.paid, after.opened.stake.currency, self.seating.names
            )
        if new.unsettled:
            yield text("money not settled")

    def position(self, game: Game) -> Iterator[str]:
        """Everything on the table."""
        step = current_step(game, self.viewer)
        if step is None:
            yield text("no round has been dealt")
            return
        yield text("round {round}", round=step.round)
        yield from frame_text(step, self.seating, whole=True)

    def rounds(self, game: Game, first: int = 0) -> Iterator[str]:
        """A line for each round from ``first`` on, counted from 0, with the standing after it."""
        if game.played is None:
            yield text("no round has been dealt")
            return
        for played in [*game.played.all][::-1][first:]:
            step = last_step(game, self.viewer, played.number)
            scores = points_by_team(game, played.totals.standing.scores)
            yield steps.round_in_short(step, self.seating, scores)

    def moves(self, game: Game) -> str:
        """The legal moves, or what has to happen first."""
        view = current_view(game, self.viewer)
        if game.won is not None and leads_on(game.opened.rules) and self.viewer is None:
            return text("the game is over; `deal` begins the next one")
        if game.over:
            return text("the game is over")
        if game.running is None and game.played_out:
            return text("the round waits for the tiles left in hand, or for a ruling")
        if game.current is not None and game.current.report is not None:
            return text("the next round: its result, or a deal")
        if view is None or game.running is None:
            return text("the next round has to be dealt")
        if view.turn is None or not view.moves:
            return steps.turn_text(view, self.seating.names)
        names = self.seating.names
        player, moves = names[view.turn], acts.moves_text(view.moves, names)
        return text("{player} may: {moves}", player=player, moves=moves)

    def refusal(self, error: Exception, game: Game) -> str:
        """The reason for a refusal in this game, as one sentence."""
        return refusal_text(error, game, self.seating.names, self.viewer)

    def _step(self, frame: Frame) -> Iterator[str]:
        if frame.kind == "deal" or (frame.result is not None and frame.result.report is not None):
            yield text("round {round}", round=frame.round)
        yield self._with_ends(frame)
        yield from steps.outcome_lines(frame, self.seating)
        yield from steps.notes(frame.noted, self.seating.names)

    def gone(self, frame: Frame | Shown) -> str:
        """What is taken back: of a round of which only the result is known, with its points."""
        result = None if isinstance(frame, Shown) else frame.result
        if result is None or result.report is None or result.points is None:
            return self.sentence(frame)
        points = self.seating.by_team(result.points)
        return text("{step}: {points}", step=self.sentence(frame), points=points)

    def sentence(self, frame: Frame | Shown) -> str:
        """A step, or what was shown at the end; also the end of a turn that nobody typed."""
        if isinstance(frame, Shown):
            return acts.event_text(frame, self.seating.names) or ""
        stepped_over = frame.act and acts.stepped_over_text(frame.act, self.seating.names)
        return stepped_over or steps.step_text(frame, self.seating)

    def _with_ends(self, frame: Frame) -> str:
        """The step, with the open ends after an act, and whose turn it is."""
        sentence, view = self.sentence(frame), frame.view
        if frame.act is None or not view.ends:
            return sentence
        pips = steps.open_ends(view, self.seating.names)
        sentence = text("{sentence}; open: {pips}", sentence=sentence, pips=pips)
        if view.turn is None:
            return sentence
        player = self.seating.names[view.turn]
        return text("{sentence}; next: {player}", sentence=sentence, player=player)


# -- The prompt

MOST_NAMED = 9
"""Of more ends only the pips are shown, each once: the moves name the ends."""


def in_turn(game: Game, names: Sequence[str]) -> str:
    """`12-0 [6 5] Ana`: the scores, the ends where the player may lay, the player in turn.

    Of points in play also the sum of the ends: `12-0 [6 4 = 10, 10 points] Ana`.
    """
    parts = []
    if not game.opened.rules.score.one_round:
        scores = points_by_team(game, standing_of(game).scores) or ()
        parts.append("-".join(map(str, scores)))
    view = current_view(game, None)
    if view is not None and view.turn is not None and game.running is not None:
        if view.ends:
            ends = ends_in_short(game.running.front.open_to[view.turn], names)
            parts.append(f"[{_with_sum(ends, game, game.running)}]")
        parts.append(names[view.turn])
    return " ".join(parts)


def _with_sum(ends: str, game: Game, round: Round) -> str:
    """`6 4 = 10, 10 points`: of points in play also their sum, and what was or can be scored."""
    if game.opened.rules.score.in_play == "none":
        return ends
    sums = one_of(counts(round.front.possible))
    due = calls_text(calls_due(round))
    if due:
        return text("{ends} = {sum}, {due}", ends=ends, sum=sums, due=due)
    last, *_ = frames(game, only=game.dealt - 1, since=len(round.acts))
    if not last.scored:
        return text("{ends} = {sum}", ends=ends, sum=sums)
    forms = mark_plural("{ends} = {sum}, {number} point", "{ends} = {sum}, {number} points")
    return plural(*forms, last.scored, ends=ends, sum=sums)


def ends_in_short(ends: Iterable[End], names: Sequence[str]) -> str:
    """The pips of open ends, those of branches with names: `train Ana:7 Ben:12, public:3`."""
    shown = list(ends)
    if all(end.name in {LEFT, RIGHT} for end in shown):
        return " ".join(map(_pip, shown))
    if len(shown) > MOST_NAMED:
        return " ".join(map(str, sorted({pip for end in shown for pip in end.pips})))
    by_stem = groupby(shown, key=lambda end: end.name.partition("-")[0])
    return ", ".join(_alike(stem, list(alike), names) for stem, alike in by_stem)


def _alike(stem: str, ends: Sequence[End], names: Sequence[str]) -> str:
    if [end.name for end in ends] == [stem]:
        return f"{stem}:{_pip(ends[0])}"
    shown = [(end_text(end.name, names)[len(stem) + 1 :], end) for end in ends]
    numbered = (f"{name}:{_pip(end)}" for name, end in shown)
    return f"{stem} {' '.join(numbered)}"


def _pip(end: End) -> str:
    return text("double") if end.pip == WILD else str(end.pip)
