"""`domino payouts`: what each player gets, or the whole journal for accounting programs."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Literal

import click
from click.core import ParameterSource

from ...ledger.registry.stored_names import all_names, shown_name
from ...projections.accounting.journal import Journal, beancount, hledger, journal_of
from ...projections.messages import ENGLISH, shortened, speak, text
from ...projections.messages.money import money, money_figure
from ...projections.reports import payouts
from .. import options
from ..archive_options import Archived
from ..club_file import zone_here
from ..declaring import command, option, several, usage_error
from ..output import print_csv, print_data, print_json, print_table, say, say_plural
from ..read_models import current_tables

_JOURNALS: Mapping[str, Callable[[Journal], Iterator[str]]] = {
    "beancount": beancount,
    "hledger": hledger,
}


@command(paged=True)
def payouts_(
    by: Literal["player", "game"] = option(default="player", show_default=True),
    format_: str = option(
        "beancount, hledger: the whole journal, with an account for each player.",
        "--format",
        type=click.Choice(["table", "json", "csv", *_JOURNALS]),
        default="table",
        show_default=True,
    ),
    archived: Archived = several(Archived),
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
) -> None:
    """Show what each player gets or owes from games played for money.

    A negative amount is owed.
    """
    source = click.get_current_context().get_parameter_source
    if as_json and format_ != "json" and source("format_") is not ParameterSource.DEFAULT:
        raise usage_error("--json and --format {format} exclude each other", format=format_)
    if format_ in _JOURNALS and source("by") is not ParameterSource.DEFAULT:
        raise usage_error("--format {format} writes everything: --by has no effect", format=format_)
    archived.check()
    if archived.name is not None and format_ in _JOURNALS:
        raise usage_error(
            "--archive excludes --format {format}: no journal is in it", format=format_
        )
    form = "json" if as_json else format_
    if form != "table":
        speak(ENGLISH)
    if archived.name is not None:
        _show(_archived(archived, by_game=by == "game"), form, by_game=by == "game")
        return
    with ledger.open() as book, current_tables(book) as connection:
        names = all_names(book)
        if format_ in _JOURNALS:
            booked = payouts.entries(connection, zone_here())
            journal = journal_of(booked, lambda player: shown_name(names, player))
            print_data(_JOURNALS[format_](journal))
            return
        found = payouts.payouts_in(connection, names, by_game=by == "game")
    _show(found, form, by_game=by == "game")


def _archived(archived: Archived, *, by_game: bool) -> payouts.Payouts:
    partitions, names = archived.partitions(), archived.names()
    from ...projections.archive.totals import payouts_of, payouts_part  # noqa: PLC0415 - an extra

    parts = archived.parts(partial(payouts_part, by_game=by_game), partitions)
    return payouts_of(parts, names, by_game=by_game)


def _show(found: payouts.Payouts, form: str, *, by_game: bool) -> None:
    _print(form, found.dues, with_game=by_game)
    if form == "table":
        for currency, total in payouts.totals(found.dues).items():
            say(text("all together: {amount}", amount=money(total, currency)))
    if found.unsettled:
        say_plural(
            "{number} game is not wholly settled: {games} (see domino audit)",
            "{number} games are not wholly settled: {games} (see domino audit)",
            len(found.unsettled),
            games=shortened(", ".join(found.unsettled)),
        )


def _print(form: str, dues: list[payouts.Due], *, with_game: bool) -> None:
    if form == "json":
        for due in dues:
            figures = due._asdict() | {"player": str(due.player)}
            if not with_game:
                del figures["game"]
            print_json(figures)
        return
    first = 0 if with_game else 1
    if form == "csv":
        heads = ("game", "player", "name", "currency", "amount", "money")
        rows = ((*due, money_figure(due.amount, due.currency)) for due in dues)
        print_csv(heads[first:], (row[first:] for row in rows))
        return
    shown = ((due.game, due.name, money(due.amount, due.currency)) for due in dues)
    titles = (text("game"), text("player"), text("amount"))
    print_table(titles[first:], (row[first:] for row in shown))
