"""`domino league`: a league table of some days."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any
from uuid import UUID

import click

from domain.words import counted
from ledger.registry.house_rules import all_rules, rules_called
from ledger.registry.players import all_names, shown_name
from projections.accounting.money import money
from projections.reports.league import League, Place, Span, league

from ..document.html import html_of
from ..document.page import Page, Table
from ..ledger_option import book_at, ledger_option
from ..output import json_option, print_json, print_table, say
from ..read_models import caught_up
from ..text.csv import csv_option, not_both, print_csv

_HEADS = (
    *("place", "player", "games", "won", "lost", "rounds won"),
    *("points", "against", "difference", "money", "last played"),
)
_FIGURES = (
    *("place", "player", "name", "games", "won", "lost", "rounds_won"),
    *("points", "points_against", "difference", "last"),
)
Ranked = list[tuple[int, str, Place]]
"""Place, name and figures of each player, best first."""


def _day(_: click.Context, __: click.Parameter, text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is no day: expected one such as 2026-11-20") from None


def _day_option(name: str, parameter: str, help: str) -> Callable[[Any], Any]:
    return click.option(name, parameter, metavar="DATE", callback=_day, help=help)


@click.command("league")
@_day_option("--from", "first", "Only games begun on this day (UTC) or later.")
@_day_option("--to", "last", "Only games begun on this day (UTC) or before.")
@click.option("--rules", metavar="ID", help="Only games played under these rules.")
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
    """Rank the players by the games of some days: games won, point difference, name.

    Games count that were played to an end and are neither void nor disputable.
    """
    not_both(as_json, as_csv)
    if as_html and (as_json or as_csv):
        raise click.UsageError("--html excludes --json and --csv")
    if first is not None and last is not None and last < first:
        raise click.UsageError(f"--to {last} is before --from {first}")
    span = Span(first, last, rules)
    with book_at(ledger) as book:
        if rules is not None:
            rules_called(all_rules(book), rules)
        with caught_up(book) as models, models.reading() as connection:
            found = league(connection, span)
        names = all_names(book)
    ranked = _ranked(found, names)
    if as_json:
        for place in ranked:
            print_json(_json(*place))
    elif as_csv:
        print_csv(*_spreadsheet(ranked))
    elif as_html:
        click.echo(html_of(_page(ranked, found, span)), nl=False)
    else:
        print_table(_HEADS, (_cells(*place) for place in ranked))
    say(_account(found))


def _ranked(found: League, names: dict[UUID, str]) -> Ranked:
    named = [(shown_name(names, each.player), each) for each in found.places]
    named.sort(key=lambda each: (-each[1].won, -each[1].difference, each[0]))
    ranked: Ranked = []
    for number, (name, place) in enumerate(named, start=1):
        equal = bool(ranked) and _worth(ranked[-1][2]) == _worth(place)
        ranked.append((ranked[-1][0] if equal else number, name, place))
    return ranked


def _worth(place: Place) -> tuple[int, int]:
    return place.won, place.difference


def _cells(number: int, name: str, place: Place) -> tuple[object, ...]:
    owed = ", ".join(money(amount, currency) for currency, amount in place.net.items())
    figures = place.games, place.won, place.lost, place.rounds_won
    points = place.points, place.points_against, place.difference
    return (number, name, *figures, *points, owed or "-", place.last[:10])


def _json(number: int, name: str, place: Place) -> dict[str, Any]:
    named = {"place": number, "player": str(place.player), "name": name}
    return named | place._asdict() | {"player": str(place.player), "difference": place.difference}


def _spreadsheet(ranked: Ranked) -> tuple[list[str], Iterator[list[object]]]:
    currencies = sorted({currency for _, _, place in ranked for currency in place.net})
    heads = [*_FIGURES, *(f"net_{currency}" for currency in currencies)]
    rows = (
        [
            *(_json(*each)[name] for name in _FIGURES),
            *(each[2].net.get(currency, "") for currency in currencies),
        ]
        for each in ranked
    )
    return heads, rows


def _page(ranked: Ranked, found: League, span: Span) -> Page:
    rows = tuple(tuple(map(str, _cells(*place))) for place in ranked)
    facts = (
        ("From", "-" if span.first is None else span.first.isoformat()),
        ("To", "-" if span.last is None else span.last.isoformat()),
        ("Rules", span.rules or "all"),
        ("Games", _account(found)),
    )
    order = "Games won, then point difference, then name"
    table = Table(order, _HEADS, rows, figures_from=2, dense=True)
    return Page("League table", facts, (table,))


def _account(found: League) -> str:
    said = "".join(f", {games} left out: {state}" for state, games in found.left_out.items())
    return f"{counted(found.games, 'game')} counted{said}"
