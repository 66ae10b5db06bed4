"""An evening as tables and lists with headings."""

from collections.abc import Iterator
from datetime import tzinfo

from projections.accounting.money import money
from projections.days import local_time
from projections.messages import mark, text
from projections.messages.disputes import dispute_text, step_text
from projections.messages.rule_names import rules_text
from projections.messages.states import state_text
from projections.reports.games import ListedGame
from projections.reports.league import ranked
from projections.reports.night import Night
from projections.results.disputes import DisputeHistory

from .league import standings_table
from .listed_games import scores_cell, sides_cell
from .statistics import Names, Table


def night_tables(found: Night, names: Names) -> Iterator[tuple[str, Table]]:
    """Tables with their headings: the games, the standings by rule set, and money."""
    yield text("Games of the evening of {day}", day=found.evening), _games_table(found)
    for league in found.standings:
        if league.places and league.rules:
            heading = text("Standings under {rules}", rules=rules_text(league.rules))
            yield heading, standings_table(ranked(league, names))
    if found.dues:
        rows = [(due.name, money(due.amount, due.currency)) for due in found.dues]
        yield text("Money"), Table([text("player"), text("amount")], rows)


def night_lists(found: Night) -> Iterator[tuple[str, list[str]]]:
    """Lists with their headings: open disputes with every step, and what is not over."""
    if found.open_disputes:
        yield text("Open disputes"), [*_dispute_lines(found.open_disputes)]
    if found.not_over:
        yield text("Not over"), [_not_over_text(game) for game in found.not_over]


def _dispute_lines(disputes: tuple[DisputeHistory, ...]) -> Iterator[str]:
    for dispute in disputes:
        yield dispute_text(dispute)
        for step in dispute.steps:
            yield f"  {step_text(step)}"


def _not_over_text(game: ListedGame) -> str:
    template = (
        mark("{game} is in progress")
        if game.overview.state == "in progress"
        else mark("{game} waits for a ruling, or for tiles that nobody saw")
    )
    return text(template, game=game.overview.record)


def _games_table(found: Night) -> Table:
    return Table(
        [
            *(text("game"), text("began"), text("rules"), text("players"), text("state")),
            *(text("rounds"), text("scores"), text("won by")),
        ],
        [_cells(game, found.zone) for game in found.games],
        worth=[8, 3, 2, 7, 4, 1, 5, 6],
    )


def _cells(game: ListedGame, zone: tzinfo | None) -> tuple[object, ...]:
    overview = game.overview
    return (
        overview.record,
        f"{local_time(overview.started_at, zone):%H:%M}",
        overview.rules,
        sides_cell(game),
        state_text(overview.state),
        overview.rounds,
        scores_cell(game),
        ", ".join(game.winners) or "-",
    )
