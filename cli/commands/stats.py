"""`domino stats`: ranks the players, or shows all figures of one."""

from collections.abc import Iterable, Iterator

import click

from ledger.registry.house_rules import all_rules, rules_called
from ledger.registry.players import all_names, shown_name
from projections.messages import text
from projections.reports.players import find_player
from projections.reports.profiles import (
    Profile,
    profile_json,
    profile_of,
    ranking_json,
    rounded,
)
from projections.reports.statistics import Figures, PlayerStatistics, Statistics, player_statistics

from ..ledger_option import book_at, ledger_option
from ..options import json_option
from ..output import print_json, print_lines, say
from ..read_models import current_models
from ..terminal.pager import paged
from ..terminal.tables import show_table
from ..text.csv import csv_option, not_both, print_csv
from ..text.statistics import (
    Names,
    course_table,
    family_table,
    figures_tables,
    opponents_table,
    ranking,
)


@click.command()
@click.argument("player", required=False)
@click.option("--rules", metavar="ID", help="Only games played under these rules.")
@ledger_option
@json_option
@csv_option
@paged
def stats(player: str | None, rules: str | None, ledger: str, as_json: bool, as_csv: bool) -> None:
    """Rank the players, or show all about PLAYER.

    The figures are games, points, blocks, money and rating.
    """
    not_both(as_json, as_csv)
    with book_at(ledger) as book:
        if rules is not None:
            rules_called(all_rules(book), rules)
        with current_models(book) as models, models.reading() as connection:
            only = None if player is None else find_player(book, connection, player)
            everybody = player_statistics(connection, rules)
            found = [one for one in everybody if only in {None, one.player}]
            names = all_names(book)
            if rules is not None and not found:
                _say_nothing_counts(player, rules)
            if as_csv:
                print_csv(*_spreadsheet(found, names))
            elif only is not None:
                for one in found:
                    profile = profile_of(connection, one, names, rules)
                    if as_json:
                        print_json(profile_json(profile, names, rules))
                    else:
                        _show(profile, names)
            elif as_json:
                for figures in ranking_json(connection, found, names, rules):
                    print_json(figures)
            else:
                show_table(ranking(found, names))


def _say_nothing_counts(player: str | None, rules: str) -> None:
    if player is None:
        say(text("no round that was played under {rules} counts", rules=rules))
    else:
        say(text("no round counts that {player} played under {rules}", player=player, rules=rules))


def _show(profile: Profile, names: Names) -> None:
    one = profile.statistics
    tables = figures_tables(one, shown_name(names, one.player))
    if profile.article is not None:
        tables.append(family_table(profile.article))
    tables.append(opponents_table(profile.opponents, names))
    tables.append(course_table(profile.last_games))
    for number, table in enumerate(table for table in tables if table.rows):
        if number:
            print_lines([""])
        show_table(table)


def _spreadsheet(
    found: Iterable[PlayerStatistics], names: Names
) -> tuple[list[str], Iterator[list[object]]]:
    """Heads, and a row for each player and rule set; money in minor units."""
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
