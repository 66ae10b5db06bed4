"""`domino stats`: the players ranked, or everything about one of them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

import click
from sqlalchemy import Connection

from ledger.registry.house_rules import all_rules, rules_called
from ledger.registry.players import all_names, shown_name
from projections.reports.players import player_asked_for
from projections.reports.results import (
    ArticleFigures,
    HeadToHead,
    article_figures,
    head_to_head,
    last_games,
)
from projections.reports.statistics import Figures, PlayerStatistics, Statistics, player_statistics

from ..ledger_option import book_at, ledger_option
from ..output import json_option, print_json, say
from ..read_models import caught_up
from ..terminal.tables import show_table
from ..text.csv import csv_option, not_both, print_csv
from ..text.statistics import (
    Names,
    course_table,
    family_table,
    figures_tables,
    opponents_table,
    ranking,
    rounded,
)

Json = dict[str, Any]


@click.command()
@click.argument("player", required=False)
@click.option("--rules", metavar="ID", help="Only games played under these rules.")
@ledger_option
@json_option
@csv_option
def stats(player: str | None, rules: str | None, ledger: str, as_json: bool, as_csv: bool) -> None:
    """Rank the players, or tell all about one PLAYER: games, points, blocks, money, rating."""
    not_both(as_json, as_csv)
    with book_at(ledger) as book:
        if rules is not None:
            rules_called(all_rules(book), rules)
        with caught_up(book) as models, models.reading() as connection:
            only = None if player is None else player_asked_for(book, connection, player)
            everybody = player_statistics(connection, rules)
            found = [one for one in everybody if only in {None, one.player}]
            names = all_names(book)
            if rules is not None and not found:
                say(f"no round counts that {player or 'anybody'} played under {rules}")
            if as_csv:
                print_csv(*_spreadsheet(found, names))
            elif as_json:
                _print_json(connection, found, names, only, rules)
            elif only is None:
                show_table(ranking(found, names))
            else:
                for one in found:
                    _show(connection, one, names, rules)


def _show(connection: Connection, one: PlayerStatistics, names: Names, rules: str | None) -> None:
    played = last_games(connection, one.player, rules)
    tables = figures_tables(one, shown_name(names, one.player))
    if rules is None:
        tables.append(family_table(article_figures(connection)[one.player]))
    tables.append(opponents_table(_met(connection, one.player, names, rules), names))
    tables.append(course_table(played))
    for number, table in enumerate(table for table in tables if table.rows):
        if number:
            click.echo()
        show_table(table)


def _met(connection: Connection, player: UUID, names: Names, rules: str | None) -> list[HeadToHead]:
    """Opponents: by rule set, those met most often first, then by name."""
    return sorted(
        head_to_head(connection, player, rules),
        key=lambda each: (each.rules, -each.games, shown_name(names, each.opponent)),
    )


# -- for programs


def _print_json(
    connection: Connection,
    found: Iterable[PlayerStatistics],
    names: Names,
    only: UUID | None,
    rules: str | None,
) -> None:
    article = article_figures(connection) if rules is None else {}
    for one in found:
        figures = _json_of(one, names, rules)
        if rules is None:
            figures |= _by_rules(one) | _article(article, one.player)
        if only is not None:
            figures |= _results(connection, one.player, names, rules)
        print_json(figures)


def _json_of(one: PlayerStatistics, names: Names, rules: str | None) -> Json:
    who = {"player": str(one.player), "name": shown_name(names, one.player), "rules": rules}
    return who | _counted(one.together)


def _counted(of: Statistics) -> Json:
    return of.figures._asdict() | {
        "received": {currency: turnover.received for currency, turnover in of.money.items()},
        "paid": {currency: turnover.paid for currency, turnover in of.money.items()},
        "net": {currency: turnover.net for currency, turnover in of.money.items()},
        "rating": None if of.rating is None else rounded(of.rating)._asdict(),
    }


def _by_rules(one: PlayerStatistics) -> Json:
    return {"by_rules": [{"rules": id} | _counted(of) for id, of in one.by_rules.items()]}


def _article(article: Mapping[UUID, ArticleFigures], player: UUID) -> Json:
    return {"article": article.get(player, ArticleFigures())._asdict()}


def _results(connection: Connection, player: UUID, names: Names, rules: str | None) -> Json:
    return {
        "against": [
            each._asdict()
            | {"opponent": str(each.opponent), "name": shown_name(names, each.opponent)}
            for each in _met(connection, player, names, rules)
        ],
        "last_games": [game._asdict() for game in last_games(connection, player, rules)],
    }


def _spreadsheet(
    found: Iterable[PlayerStatistics], names: Names
) -> tuple[list[str], Iterator[list[object]]]:
    """Heads and rows, a row for each player and rule set; money in minor units."""
    lines = [(one.player, rules, of) for one in found for rules, of in one.by_rules.items()]
    currencies = sorted({currency for *_, of in lines for currency in of.money})
    heads = ["player", "name", "rules", *Figures._fields, "rating", "uncertainty", "rated_games"]
    heads += [f"{way}_{currency}" for currency in currencies for way in ("received", "paid")]
    return heads, (
        [player, shown_name(names, player), rules, *of.figures, *_rating(of)]
        + [amount for currency in currencies for amount in of.money.get(currency, (None, None))]
        for player, rules, of in lines
    )


def _rating(of: Statistics) -> tuple[object, ...]:
    return (None, None, None) if of.rating is None else rounded(of.rating)
