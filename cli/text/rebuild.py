"""What a rebuild would change, as tables and as JSON."""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from ledger.registry.players import shown_name
from projections.accounting.money import money
from projections.messages import plural, text
from projections.messages.states import state_text
from projections.reports.players import player_json
from projections.tables.figure_differences import FigureDifference, GameDifference, Standing
from projections.tables.rebuild import Comparison

from ..output import MOST_GAMES, print_lines, print_table, say, say_more_games

Names = Mapping[UUID, str]

FIGURES = 40
"""The most figures listed; JSON lists all."""


def print_comparison(found: Comparison, names: Names) -> None:
    """Print the tables, games and figures that differ."""
    heads = text("table"), text("rows only in use"), text("rows only in the new")
    print_table(heads, found.differences)
    if found.games:
        print_lines([""])
        _print_games(found.games, names)
    if found.figures:
        print_lines([""])
        _print_figures(found.figures, names)


def _print_games(games: list[GameDifference], names: Names) -> None:
    print_table(
        (
            *(text("game"), text("state"), text("then"), text("rounds"), text("then")),
            *(text("won by"), text("then"), text("points or money"), text("then")),
        ),
        [
            (
                each.record,
                *(_state(standing) for standing in (each.now, each.then)),
                *(_rounds(standing) for standing in (each.now, each.then)),
                *(_winners(standing, names) for standing in (each.now, each.then)),
                *_worth(each),
            )
            for each in games[:MOST_GAMES]
        ],
    )
    say_more_games(len(games))


def _state(standing: Standing | None) -> str:
    return "-" if standing is None else state_text(standing.state)


def _rounds(standing: Standing | None) -> object:
    return "-" if standing is None else standing.rounds


def _winners(standing: Standing | None, names: Names) -> str:
    players = () if standing is None else standing.winners
    return " ".join(shown_name(names, player) for player in players) or "-"


def _worth(of: GameDifference) -> Iterator[str]:
    """By seat the points, now and then; the money in minor units where the points are equal."""
    both = of.now, of.then
    scores = [() if standing is None else standing.scores for standing in both]
    nets = [() if standing is None else standing.net for standing in both]
    for figures in nets if scores[0] == scores[1] else scores:
        known = [str(figure) for figure in figures if figure is not None]
        yield " ".join(known) or "-"


def _print_figures(figures: list[FigureDifference], names: Names) -> None:
    figures = sorted(figures, key=lambda each: shown_name(names, each.player))
    print_table(
        (text("player"), text("rules"), text("figure"), text("now"), text("then"), text("change")),
        [
            (
                *(shown_name(names, each.player), each.rule_set, each.figure),
                *(_figure(each, figure) for figure in (each.now, each.then)),
                _figure(each, each.then - each.now),
            )
            for each in figures[:FIGURES]
        ],
    )
    if len(figures) > FIGURES:
        say(
            plural(
                "and {number} more figure: --json lists all",
                "and {number} more figures: --json lists all",
                len(figures) - FIGURES,
            )
        )


def _figure(of: FigureDifference, figure: int) -> object:
    return figure if of.currency is None else money(figure, of.currency)


def comparison_json(found: Comparison, names: Names) -> dict[str, Any]:
    """The comparison for programs (docs/rebuild.md)."""
    return {
        "tables": [each._asdict() for each in found.differences],
        "games": [
            {
                "game": str(each.game),
                "record": each.record,
                "now": _standing_json(each.now, names),
                "then": _standing_json(each.then, names),
            }
            for each in found.games
        ],
        "figures": [each._asdict() | player_json(each.player, names) for each in found.figures],
        "kept": [each._asdict() for each in found.kept],
        "adjusting": found.adjusting,
        "gone": found.gone,
    }


def _standing_json(standing: Standing | None, names: Names) -> dict[str, Any] | None:
    if standing is None:
        return None
    winners = [player_json(player, names) for player in standing.winners]
    return standing._asdict() | {"winners": winners}
