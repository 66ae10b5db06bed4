"""`domino payouts`: what each player gets, or the whole journal for accounting programs."""

from collections.abc import Callable, Iterator, Mapping

import click
from click.core import ParameterSource

from ledger.registry.players import all_names, shown_name
from projections.accounting.journal import Journal, beancount, hledger, journal_of
from projections.accounting.money import money, money_figure
from projections.messages import plural, shortened, text
from projections.reports.payouts import (
    Due,
    dues_by_game,
    dues_by_player,
    entries,
    totals,
    unsettled,
)

from ..club_file import club_here
from ..ledger_option import book_at, ledger_option
from ..options import json_option
from ..output import print_data, print_json, print_table, say
from ..read_models import current_models
from ..terminal.pager import paged
from ..text.csv import print_csv

_JOURNALS: Mapping[str, Callable[[Journal], Iterator[str]]] = {
    "beancount": beancount,
    "hledger": hledger,
}


@click.command("payouts")
@click.option("--by", type=click.Choice(["player", "game"]), default="player", show_default=True)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["table", "json", "csv", *_JOURNALS]),
    default="table",
    show_default=True,
    help="beancount, hledger: the whole journal, with an account for each player.",
)
@ledger_option
@json_option
@click.pass_context
@paged
def payouts_(context: click.Context, by: str, format_: str, ledger: str, as_json: bool) -> None:
    """Show what each player gets or owes from games played for money.

    A negative amount is owed.
    """
    _check(context, format_, as_json)
    with book_at(ledger) as book, current_models(book) as models, models.reading() as connection:
        names = all_names(book)
        if format_ in _JOURNALS:
            booked = entries(connection, club_here().zone)
            journal = journal_of(booked, lambda player: shown_name(names, player))
            print_data(_JOURNALS[format_](journal))
            return
        dues = (dues_by_game if by == "game" else dues_by_player)(connection, names)
        waiting = unsettled(connection)
    _SHOWN["json" if as_json else format_](by, dues)
    if waiting:
        say(
            plural(
                "{number} game is not wholly settled: {games} (see domino audit)",
                "{number} games are not wholly settled: {games} (see domino audit)",
                len(waiting),
                games=shortened(", ".join(waiting)),
            )
        )


def _check(context: click.Context, format_: str, as_json: bool) -> None:
    chosen = context.get_parameter_source("format_") is not ParameterSource.DEFAULT
    if as_json and chosen and format_ != "json":
        raise click.UsageError(
            text("--json and --format {format} exclude each other", format=format_)
        )
    if format_ in _JOURNALS and context.get_parameter_source("by") is not ParameterSource.DEFAULT:
        raise click.UsageError(
            text("--format {format} writes everything: --by has no effect", format=format_)
        )


def _print_table(by: str, dues: list[Due]) -> None:
    """The table, and on standard error the sum of each currency."""
    heads = [text("player"), text("amount")]
    if by == "game":
        heads.insert(0, text("game"))
    rows = ((due.game, due.name, money(due.amount, due.currency)) for due in dues)
    print_table(heads, (row[-len(heads) :] for row in rows))
    for currency, total in totals(dues).items():
        say(text("all together: {amount}", amount=money(total, currency)))


def _print_json(by: str, dues: list[Due]) -> None:
    for due in dues:
        figures = due._asdict() | {"player": str(due.player)}
        print_json(
            {key: figure for key, figure in figures.items() if key != "game" or by == "game"}
        )


def _print_csv(by: str, dues: list[Due]) -> None:
    heads = (*("game",) * (by == "game"), "player", "name", "currency", "amount", "money")
    rows = ((*due, money_figure(due.amount, due.currency)) for due in dues)
    print_csv(heads, (row[-len(heads) :] for row in rows))


_SHOWN: Mapping[str, Callable[[str, list[Due]], None]] = {
    "table": _print_table,
    "json": _print_json,
    "csv": _print_csv,
}
