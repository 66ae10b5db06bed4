"""The prompt at a table: the scores, the open ends, and the player in turn."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from ...domain.game.state import Game, standing_of
from ...domain.layout.ends import End
from ...domain.layout.line import LEFT, RIGHT, counts
from ...domain.round.calls import calls_due
from ...domain.round.state import Round
from ...domain.tiles import WILD
from ...projections.messages import mark_plural, one_of, plural, text
from ...projections.messages.act_words import calls_text
from ...projections.messages.ends import end_text
from ...projections.replay.frames import frames
from ...projections.replay.news import current_view
from ...projections.results.sides import points_by_team

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
