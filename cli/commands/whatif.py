"""`domino whatif`: shows what other score and payout rules would change."""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import product
from typing import Literal

import click

from domain.block_verdicts import READINGS
from domain.rules.rule_set import Reading
from ledger.records.validation import Unreadable
from ledger.registry.changed_rules import Settings, setting_in
from ledger.registry.counting import countings
from ledger.registry.rule_sets import all_rules
from projections.messages import text
from projections.messages.errors import error_text
from projections.reports.whatif import READING_FIELD, Question, find_whatif, whatif_json

from ..booked_game import game_called
from ..ledger_option import book_at, ledger_option
from ..new_game import field_and_value
from ..options import (
    days_typed,
    from_option,
    json_option,
    player_option,
    rules_that_count_option,
    to_option,
)
from ..output import print_json, say
from ..read_models import open_keeper, say_how_far
from ..terminal.pager import paged
from ..terminal.progress import tracked_by
from ..text.whatif import print_comparison, print_whatif


def _settings(_: click.Context, __: click.Parameter, values: Sequence[str]) -> tuple[Settings, ...]:
    """Every combination of the values given for each field."""
    by_field: dict[str, list[object]] = {}
    for value in values:
        field, typed = field_and_value(value)
        if field.partition(".")[0] not in {"score", "payout"}:
            raise click.BadParameter(
                text(
                    "{field} is no field of score or payout, and play stays as it was", field=field
                )
            )
        by_field.setdefault(field, []).extend(map(setting_in, typed.split(",")))
    chosen = product(*by_field.values())
    return tuple(dict(zip(by_field, each, strict=True)) for each in chosen)


def _by_readings(
    settings: tuple[Settings, ...], readings: Sequence[Reading]
) -> tuple[Settings, ...]:
    """Each of the settings by each reading; raises UsageError if they name one themselves."""
    if readings and any(READING_FIELD in each for each in settings):
        raise click.UsageError(
            text("--reading and --set {field} exclude each other", field=READING_FIELD)
        )
    by = [{READING_FIELD: reading} for reading in dict.fromkeys(readings)] or [{}]
    return tuple({**each, **one} for each in settings for one in by)


@click.command()
@rules_that_count_option
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="FIELD=VALUE,...",
    callback=_settings,
    help="Change a field of score or payout; each of several values is compared. Can be repeated.",
)
@click.option(
    "--reading",
    "readings",
    multiple=True,
    type=click.Choice(READINGS),
    metavar="READING",
    help="Judge blocks by this reading, and show its effect alone. Can be repeated.",
)
@click.option("--game", metavar="GAME", help="Only this game, round by round.")
@from_option
@to_option
@player_option
@json_option
@ledger_option
@paged
def whatif(
    *,
    rules: tuple[str, ...],
    settings: tuple[Settings, ...],
    readings: tuple[Reading, ...],
    game: str | None,
    first: date | None,
    last: date | None,
    player: str | None,
    as_json: bool,
    ledger: str,
) -> None:
    """Show what would differ under other rules of score and payout.

    Compares winners, points, money and standings, and money under every reading (a rule that says
    who blocked a round). Several rule sets for the same games, or several settings, are compared
    side by side. Nothing in the book changes. Verdicts on blocks are kept for later.
    """
    span = days_typed(first, last)
    settings = _by_readings(settings, readings)
    if not rules and not any(settings):
        raise click.UsageError(
            text("name rules with --rules, a field with --set, or a reading with --reading")
        )
    with book_at(ledger) as book, open_keeper(book) as keeper:
        others = countings(all_rules(book), rules) if rules else []
        only = None if game is None else game_called(book, game)
        asked = Question(others, settings, span, player, only)
        try:
            reports = find_whatif(keeper, asked, work=_work)
        except Unreadable as error:
            raise click.BadParameter(error_text(error), param_hint="'--set'") from None
        say_how_far(keeper)
    if as_json:
        for report in reports:
            print_json(whatif_json(report))
    elif len(reports) == 1:
        print_whatif(reports[0])
    else:
        print_comparison(reports)


def _work(steps: Iterable[int], unit: Literal["events", "rounds"]) -> None:
    if unit == "rounds":
        say(text("first, the blocked rounds of these games are judged; this happens once"))
    tracked_by(steps, None, unit)
