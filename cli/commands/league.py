"""`domino league`: a league table of the games of some days."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, tzinfo
from typing import NamedTuple

import click

from ledger.registry.players import all_names
from projections.messages import plural, text
from projections.messages.left_out import uncounted_text
from projections.messages.rule_names import rules_text
from projections.reports.game_filter import GameFilter
from projections.reports.league import League, Rank, Reason, league, leagues, rank_json, ranked
from projections.reports.season import Season, season, season_json

from ..club_file import club_here
from ..document.page import Page, Pairs, Table
from ..ledger_option import book_at, ledger_option
from ..options import (
    WholeNumber,
    days_typed,
    from_option,
    json_option,
    played_under_option,
    to_option,
)
from ..output import print_data, print_json, print_lines, say_lines
from ..read_models import check_known_rules, current_models
from ..terminal.pager import paged
from ..terminal.printed_tables import show_table
from ..text.csv import csv_option, not_both, print_csv
from ..text.league import FIGURES_FROM, league_table, season_tables
from ..text.statistics import Names
from ..text.statistics import Table as Shown

_FIGURES = (
    *("rules", "place", "player", "name", "games", "won", "lost", "won_percentage"),
    *("rounds_won", "reported_won", "points", "points_against", "difference", "last"),
)


class _Ranking(NamedTuple):
    """The players of a league who have played enough."""

    rules: str | None
    ranks: list[Rank]
    season: Season | None = None
    """None unless asked for."""


@click.command("league")
@from_option
@to_option
@played_under_option
@click.option("--together", is_flag=True, help="One table of all games, under any rules.")
@click.option(
    "--min-games",
    type=WholeNumber(1),
    default=1,
    metavar="N",
    help="Rank only players with N games or more in a table.",
)
@click.option(
    "--season",
    "as_season",
    is_flag=True,
    help="Add the months, each two players against each other, and games left out.",
)
@click.option("--html", "as_html", is_flag=True, help="Print a page of HTML.")
@ledger_option
@json_option
@csv_option
@paged
def league_(
    *,
    first: date | None,
    last: date | None,
    rules: str | None,
    together: bool,
    min_games: int,
    as_season: bool,
    as_html: bool,
    ledger: str,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Rank players by the games of some days, rule set by rule set.

    They are ranked by games won, then by point difference, then by name. Only games that are over
    count, and neither void nor disputable ones.
    """
    not_both(as_json, as_csv)
    if as_html and (as_json or as_csv):
        raise click.UsageError(text("--html excludes --json and --csv"))
    if as_season and as_csv:
        raise click.UsageError(text("--season and --csv exclude each other"))
    if together and rules is not None:
        raise click.UsageError(text("--rules and --together exclude each other"))
    zone = club_here().zone
    days, which = (first, last), GameFilter(*days_typed(first, last), rules)
    with book_at(ledger) as book:
        check_known_rules(book, rules)
        with current_models(book) as models, models.reading() as connection:
            found = [league(connection, which)] if together else leagues(connection, which)
            names = all_names(book)
            seasons = {
                each.rules: season(connection, each, which, names, zone)
                for each in found
                if as_season
            }
    rankings = [
        _Ranking(each.rules, ranked(each, names, min_games), seasons.get(each.rules))
        for each in found
    ]
    rankings = [each for each in rankings if each.ranks or each.season] or [_Ranking(rules, [])]
    remarks = [_count_text(found), *_too_few_games(found, min_games)]
    if as_json:
        for each in seasons.values():
            print_json(season_json(each, names, min_games))
        for ranking in () if as_season else rankings:
            for rank in ranking.ranks:
                print_json(rank_json(rank, ranking.rules))
    elif as_csv:
        print_csv(*_spreadsheet(rankings))
    elif as_html:
        from ..document.html import html_of  # noqa: PLC0415 - imports much

        page = _page(_facts(*days, rules), rankings, remarks, names, zone)
        print_data([html_of(page).removesuffix("\n")])
    else:
        _print(rankings, names, zone)
    say_lines(remarks)


def _print(rankings: list[_Ranking], names: Names, zone: tzinfo | None) -> None:
    for number, (rules, ranks, of_season) in enumerate(rankings):
        if number:
            print_lines([""])
        if rules is not None:
            print_lines([rules_text(rules)])
        show_table(league_table(ranks, zone))
        for table in () if of_season is None else season_tables(of_season, names):
            print_lines([""])
            show_table(table)


def _spreadsheet(rankings: list[_Ranking]) -> tuple[list[str], Iterator[list[object]]]:
    every = [(rules, rank) for rules, ranks, _ in rankings for rank in ranks]
    currencies = sorted({currency for _, rank in every for currency in rank.place.net})
    heads = [*_FIGURES, *(f"net_{currency}" for currency in currencies)]
    rows = (
        [
            *(rank_json(rank, rules)[name] for name in _FIGURES),
            *(rank.place.net.get(currency, "") for currency in currencies),
        ]
        for rules, rank in every
    )
    return heads, rows


def _facts(first: date | None, last: date | None, rules: str | None) -> Iterator[tuple[str, str]]:
    """Which games the page is about."""
    yield text("From"), "-" if first is None else first.isoformat()
    yield text("To"), "-" if last is None else last.isoformat()
    yield text("Rules"), rules_text(rules) if rules else text("all")


def _page(
    facts: Iterable[tuple[str, str]],
    rankings: list[_Ranking],
    remarks: list[str],
    names: Names,
    zone: tzinfo | None,
) -> Page:
    pairs = (*facts, *((text("Games"), remark) for remark in remarks))
    tables = (table for ranking in rankings for table in _page_tables(ranking, names, zone))
    return Page(text("League table"), (Pairs(pairs), *tables))


def _page_tables(ranking: _Ranking, names: Names, zone: tzinfo | None) -> Iterator[Table]:
    yield _page_table(league_table(ranking.ranks, zone), _caption(ranking))
    for table in () if ranking.season is None else season_tables(ranking.season, names):
        yield _page_table(table, "")


def _caption(ranking: _Ranking) -> str:
    if ranking.rules is None:
        return text("Games won, then point difference, then name")
    return text(
        "{rules}: games won, then point difference, then name", rules=rules_text(ranking.rules)
    )


def _page_table(table: Shown, caption: str) -> Table:
    rows = tuple(tuple(map(str, row)) for row in table.rows)
    return Table(caption, tuple(table.heads), rows, figures_from=FIGURES_FROM, dense=True)


def _count_text(found: Sequence[League]) -> str:
    games = sum(each.games for each in found)
    counted = plural("{number} game counted", "{number} games counted", games)
    uncounted: Counter[Reason] = Counter()
    for each in found:
        uncounted.update(each.uncounted)
    return ", ".join([counted, uncounted_text(uncounted)] if uncounted else [counted])


def _too_few_games(found: Sequence[League], min_games: int) -> Iterator[str]:
    """How many players each table leaves out because they played too few games."""
    for each in found:
        too_few = sum(place.games < min_games for place in each.places)
        if too_few and each.rules is None:
            yield plural(
                "{number} player with fewer than {games} games is not ranked",
                "{number} players with fewer than {games} games are not ranked",
                too_few,
                games=min_games,
            )
        elif too_few and each.rules:
            yield plural(
                "{number} player with fewer than {games} games under {rules} is not ranked",
                "{number} players with fewer than {games} games under {rules} are not ranked",
                too_few,
                games=min_games,
                rules=rules_text(each.rules),
            )
