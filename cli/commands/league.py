"""`domino league`: a league table of the games of some days."""

from collections.abc import Iterator
from datetime import date

import click

from ledger.registry.house_rules import all_rules, rules_called
from ledger.registry.players import all_names
from projections.accounting.money import money
from projections.messages import plural, text
from projections.messages.states import state_text
from projections.reports.game_filter import GameFilter
from projections.reports.league import League, Rank, league, rank_json, ranked

from ..document.html import html_of
from ..document.page import Page, Row, Table
from ..ledger_option import book_at, ledger_option
from ..options import check_days, from_option, json_option, played_under_option, to_option
from ..output import print_data, print_json, print_table, say
from ..read_models import current_models
from ..text.csv import csv_option, not_both, print_csv

_FIGURES = (
    *("place", "player", "name", "games", "won", "lost", "rounds_won"),
    *("points", "points_against", "difference", "last"),
)


@click.command("league")
@from_option
@to_option
@played_under_option
@click.option("--html", "as_html", is_flag=True, help="Print a page of HTML.")
@ledger_option
@json_option
@csv_option
def league_(
    *,
    first: date | None,
    last: date | None,
    rules: str | None,
    as_html: bool,
    ledger: str,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Rank the players by the games of some days.

    They are ranked by games won, then by point difference, then by name. Only games that are over
    count, and neither void nor disputable ones.
    """
    not_both(as_json, as_csv)
    if as_html and (as_json or as_csv):
        raise click.UsageError(text("--html excludes --json and --csv"))
    check_days(first, last)
    which = GameFilter(first, last, rules)
    with book_at(ledger) as book:
        if rules is not None:
            rules_called(all_rules(book), rules)
        with current_models(book) as models, models.reading() as connection:
            found = league(connection, which)
        names = all_names(book)
    ranks = ranked(found, names)
    if as_json:
        for rank in ranks:
            print_json(rank_json(rank))
    elif as_csv:
        print_csv(*_spreadsheet(ranks))
    elif as_html:
        print_data([html_of(_page(ranks, found, which)).removesuffix("\n")])
    else:
        print_table(_heads(), map(_cells, ranks))
    say(_count_text(found))


def _heads() -> Row:
    return (
        *(text("place"), text("player"), text("games"), text("won"), text("lost")),
        *(text("rounds won"), text("points"), text("against"), text("difference")),
        *(text("money"), text("last played")),
    )


def _cells(rank: Rank) -> tuple[object, ...]:
    number, name, place = rank
    amounts = ", ".join(money(amount, currency) for currency, amount in place.net.items())
    figures = place.games, place.won, place.lost, place.rounds_won
    points = place.points, place.points_against, place.difference
    return (number, name, *figures, *points, amounts or "-", place.last[:10])


def _spreadsheet(ranks: list[Rank]) -> tuple[list[str], Iterator[list[object]]]:
    currencies = sorted({currency for rank in ranks for currency in rank.place.net})
    heads = [*_FIGURES, *(f"net_{currency}" for currency in currencies)]
    rows = (
        [
            *(rank_json(rank)[name] for name in _FIGURES),
            *(rank.place.net.get(currency, "") for currency in currencies),
        ]
        for rank in ranks
    )
    return heads, rows


def _page(ranks: list[Rank], found: League, which: GameFilter) -> Page:
    rows = tuple(tuple(map(str, _cells(rank))) for rank in ranks)
    facts = (
        (text("From"), "-" if which.first is None else which.first.isoformat()),
        (text("To"), "-" if which.last is None else which.last.isoformat()),
        (text("Rules"), which.rules or text("all")),
        (text("Games"), _count_text(found)),
    )
    order = text("Games won, then point difference, then name")
    table = Table(order, _heads(), rows, figures_from=2, dense=True)
    return Page(text("League table"), facts, (table,))


def _count_text(found: League) -> str:
    counted = plural("{number} game counted", "{number} games counted", found.games)
    left_out = (
        text("{number} left out: {state}", number=games, state=state_text(state))
        for state, games in found.left_out.items()
    )
    return ", ".join([counted, *left_out])
