"""Certain figures of rounds with unseen tiles: those that are equal under every possible deal."""

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from ...domain.block_verdicts import search_bound
from ...domain.block_verdicts.partly_known import MOST_DEALS, deals_tried
from ...domain.events import Seat
from ...domain.game.certain import certain_score, score_of_a_deal
from ...domain.game.state import JudgedRound, as_left
from ...domain.hidden.inference import possibilities
from ...domain.hidden.pips_left import pips_known
from ...domain.scoring.standing import Standing, standing_after, standing_at_first
from .game_result import GameResult, RoundResult, count_round

Figure = TypeVar("Figure")


class CertainFigures(NamedTuple):
    """The figures of one round; None for what is uncertain, or does not apply."""

    pips: tuple[int | None, ...]
    """By seat, left in hand."""
    winners: tuple[Seat, ...] | None
    points: tuple[int, ...] | None
    """By side."""
    net: tuple[int, ...] | None


def certain_figures(result: GameResult, found: RoundResult) -> CertainFigures:
    """The certain figures of this round by these rules."""
    score = found.score
    pips = found.facts.pips or pips_known(found.round)
    if found.facts.pips or found.facts.report is not None:
        winners, points = (None, None) if score is None else score
        return CertainFigures(pips, winners, points, found.net)
    if not (found.facts.counts and found.round.regular):
        return _NOTHING_MORE._replace(pips=pips)
    game, rules = result.game, result.rules
    bound = search_bound(game.table, found.number)
    most = MOST_DEALS if rules.reading is None else deals_tried(bound)
    deals = possibilities(found.round, most)
    if deals is None:
        return _figures_of_many(result, found, pips)
    number, before = found.number, found.before
    each = (count_round(game, rules, number, deal, before, deals=len(deals)) for deal in deals)
    return _common(pips, each)


_NOTHING_MORE = CertainFigures((), None, None, None)


def _common(pips: tuple[int | None, ...], results: Iterable[RoundResult]) -> CertainFigures:
    agreed: CertainFigures | None = None
    for each in results:
        winners, points = (None, None) if each.score is None else each.score
        this = CertainFigures(each.facts.pips, winners, points, each.net)
        if agreed is not None:
            this = CertainFigures(
                tuple(map(same, agreed.pips, this.pips)),
                same(agreed.winners, this.winners),
                same(agreed.points, this.points),
                same(agreed.net, this.net),
            )
        agreed = this
        if agreed == _NOTHING_MORE._replace(pips=pips):
            break
    return agreed or _NOTHING_MORE._replace(pips=pips)


def same(one: Figure | None, other: Figure | None) -> Figure | None:
    """The figure, if both are equal."""
    return one if one == other else None


def _figures_of_many(
    result: GameResult, found: RoundResult, pips: tuple[int | None, ...]
) -> CertainFigures:
    """The figures that are certain without trying every deal: those of a seat that is out."""
    nothing = _NOTHING_MORE._replace(pips=pips)
    score, points_are_certain = score_of_a_deal(_judged(result, found))
    if score is None:
        return nothing
    points = score.points if points_are_certain else None
    return nothing._replace(winners=score.winners, points=points)


def _judged(result: GameResult, found: RoundResult) -> JudgedRound:
    sides = result.game.table.sides
    return JudgedRound(found.round, result.rules.score, sides, found.decreed, found.before)


def certain_standing(result: GameResult) -> Standing | None:
    """The standing of the game; None if it depends on unseen tiles.

    Rounds that wait for a ruling do not count until then. In a game that was left and no longer
    waits (`domain.game.abandonment`) they never count.
    """
    if result.void or result.complete:
        return result.standing
    so_far = CertainSoFar(result)
    for found in result.rounds:
        so_far.add(found)
    if so_far.uncertain or result.rules.score.asks_what_was_before:
        return None
    return as_left(result.game, result.rules.score, so_far.standing)


class CertainSoFar:
    """What is certain after some rounds of a game that nobody abandoned or forfeited."""

    def __init__(self, result: GameResult) -> None:
        self.standing = standing_at_first(result.rules.score, result.game.table.sides)
        self.uncertain: list[int] = []
        """The rounds whose winners or points are uncertain."""
        self._result = result

    def add(self, found: RoundResult) -> None:
        """Count the next round of the game."""
        result, score = self._result, found.score
        if depends_on_unseen(found):
            score = certain_score(_judged(result, found))
            if score is None:
                self.uncertain.append(found.number)
        rules, sides = result.rules.score, result.game.table.sides
        self.standing = standing_after(rules, sides, self.standing, score, found.fine)


def awaits_ruling(result: GameResult) -> bool:
    """The game or one of its rounds is irregular."""
    if result.game.decrees.void:
        return False
    return bool(result.game.noted) or any(not found.facts.regular for found in result.rounds)


def depends_on_unseen(found: RoundResult) -> bool:
    """The result of the round depends on unseen tiles."""
    return found.facts.waiting and found.facts.regular
