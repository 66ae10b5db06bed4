"""`domino league`: a league table of the games of some days."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

import click

from ledger.registry.house_rules import all_rules, rules_called
from ledger.registry.players import all_names
from projections.messages import plural, text
from projections.messages.rule_sets import rules_text
from projections.messages.states import state_text
from projections.reports.game_filter import GameFilter
from projections.reports.league import League, Rank, league, leagues, rank_json, ranked
from projections.rulings.game_state import State

from ..document.html import html_of
from ..document.page import Page, Pairs, Table
from ..ledger_option import book_at, ledger_option
from ..options import (
    WholeNumber,
    check_days,
    from_option,
    json_option,
    played_under_option,
    to_option,
)
from ..output import print_data, print_json, print_lines, say_lines
from ..read_models import current_models
from ..terminal.pager import paged
from ..terminal.tables import show_table
from ..text.csv import csv_option, not_both, print_csv
from ..text.league import FIGURES_FROM, league_table

_FIGURES = (
    *("rules", "place", "player", "name", "games", "won", "lost", "won_percentage"),
    *("rounds_won", "reported_won", "points", "points_against", "difference", "last"),
)


class _Ranking(NamedTuple):
    """The players of a league who have played enough."""

    rules: str | None
    ranks: list[Rank]


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
    if together and rules is not None:
        raise click.UsageError(text("--rules and --together exclude each other"))
    check_days(first, last)
    which = GameFilter(first, last, rules)
    with book_at(ledger) as book:
        if rules is not None:
            rules_called(all_rules(book), rules)
        with current_models(book) as models, models.reading() as connection:
            found = [league(connection, which)] if together else leagues(connection, which)
        names = all_names(book)
    rankings = [_Ranking(each.rules, ranked(each, names, min_games)) for each in found]
    rankings = [each for each in rankings if each.ranks] or [_Ranking(rules, [])]
    remarks = [_count_text(found), *_too_few_games(found, min_games)]
    if as_json:
        for ranking in rankings:
            for rank in ranking.ranks:
                print_json(rank_json(rank, ranking.rules))
    elif as_csv:
        print_csv(*_spreadsheet(rankings))
    elif as_html:
        print_data([html_of(_page(rankings, remarks, which)).removesuffix("\n")])
    else:
        _print(rankings)
    say_lines(remarks)


def _print(rankings: list[_Ranking]) -> None:
    for number, (rules, ranks) in enumerate(rankings):
        if number:
            print_lines([""])
        if rules is not None:
            print_lines([rules_text(rules)])
        show_table(league_table(ranks))


def _spreadsheet(rankings: list[_Ranking]) -> tuple[list[str], Iterator[list[object]]]:
    every = [(rules, rank) for rules, ranks in rankings for rank in ranks]
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


def _page(rankings: list[_Ranking], remarks: list[str], which: GameFilter) -> Page:
    facts = (
        (text("From"), "-" if which.first is None else which.first.isoformat()),
        (text("To"), "-" if which.last is None else which.last.isoformat()),
        (text("Rules"), rules_text(which.rules) if which.rules else text("all")),
        *((text("Games"), remark) for remark in remarks),
    )
    return Page(text("League table"), (Pairs(facts), *map(_page_table, rankings)))


def _page_table(ranking: _Ranking) -> Table:
    table = league_table(ranking.ranks)
    caption = (
        text("Games won, then point difference, then name")
        if ranking.rules is None
        else text(
            "{rules}: games won, then point difference, then name", rules=rules_text(ranking.rules)
        )
    )
    rows = tuple(tuple(map(str, row)) for row in table.rows)
    return Table(caption, tuple(table.heads), rows, figures_from=FIGURES_FROM, dense=True)


def _count_text(found: Sequence[League]) -> str:
    games = sum(each.games for each in found)
    counted = plural("{number} game counted", "{number} games counted", games)
    by_state: Counter[State] = Counter()
    for each in found:
        by_state.update(each.left_out)
    left_out = (
        text("{number} left out: {state}", number=number, state=state_text(state))
        for state, number in sorted(by_state.items())
    )
    return ", ".join([counted, *left_out])


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
