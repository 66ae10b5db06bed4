"""`domino whatif`: shows what other score and payout rules would change."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Literal

import click

from ...domain.rules.payout import Reading
from ...ledger.records.unreadable import Unreadable
from ...ledger.registry.changed_rules import Settings, setting_in
from ...ledger.registry.counting import SeveralRules, countings, one_counting
from ...ledger.registry.rule_sets import all_rules
from ...projections.listings.table import Table
from ...projections.listings.whatif import comparison_lists, whatif_lists
from ...projections.messages import text
from ...projections.messages.errors import error_text
from ...projections.reports.whatif import READING_FIELD, Question, check_counted, find_whatif
from ...projections.reports.whatif_answer import whatif_json
from .. import options
from ..booked_game import game_called
from ..declaring import command, option, usage_error
from ..new_game import field_and_value
from ..output import print_jsons, print_lines, print_table, say
from ..read_models import open_keeper, say_how_far
from ..terminal.progress import tracked_by


def _settings(_: click.Context, __: click.Parameter, values: Sequence[str]) -> tuple[Settings, ...]:
    """Every combination of the values given for each field."""
    by_field: dict[str, list[object]] = {}
    for value in values:
        field, typed = field_and_value(value)
        try:
            check_counted(field)
        except Unreadable as error:
            raise click.BadParameter(error_text(error)) from None
        by_field.setdefault(field, []).extend(map(setting_in, typed.split(",")))
    chosen = product(*by_field.values())
    return tuple(dict(zip(by_field, each, strict=True)) for each in chosen)


@command(paged=True)
def whatif(
    rules: tuple[str, ...] = options.rules_that_count,
    settings: tuple[Settings, ...] = option(
        "Change a field of score or payout; each of several values is compared. Can be repeated.",
        "--set FIELD=VALUE,...",
        multiple=True,
        callback=_settings,
    ),
    readings: tuple[Reading, ...] = option(
        "Judge blocks by this reading, and show its effect alone. Can be repeated.",
        "--reading READING",
    ),
    game: str | None = option("Only this game, round by round.", metavar="GAME"),
    against: tuple[str, ...] = option(
        "Compare with these rules, and not with those that count. Can be repeated.",
        metavar="[OLD=]NEW",
    ),
    days: options.Days = options.days,
    player: str | None = options.player,
    as_json: bool = options.json,
    ledger: options.Ledger = options.ledger,
) -> None:
    """Show what would differ under other rules of score and payout.

    Compares winners, points, money and standings, and money under every reading (a rule that says
    who blocked a round). Several rule sets for the same games, or several settings, are compared
    side by side. Nothing in the book changes. Verdicts on blocks are kept for later.
    """
    span = days.span
    if readings:
        if any(READING_FIELD in each for each in settings):
            raise usage_error("--reading and --set {field} exclude each other", field=READING_FIELD)
        chosen = dict.fromkeys(readings)
        settings = tuple({**each, READING_FIELD: one} for each in settings for one in chosen)
    if not rules and not any(settings):
        raise usage_error(
            "name rules with --rules, a field with --set, or a reading with --reading"
        )
    with ledger.open() as book, open_keeper(book) as keeper:
        known = all_rules(book)
        others = countings(known, rules) if rules else []
        try:
            now = one_counting(known, against) if against else None
        except SeveralRules as error:
            raise click.BadParameter(error_text(error), param_hint="'--against'") from None
        only = None if game is None else game_called(book, game)
        asked = Question(others, settings, span, player, only, against=now)
        try:
            reports = find_whatif(keeper, asked, work=_work)
        except Unreadable as error:
            raise click.BadParameter(error_text(error), param_hint="'--set'") from None
        say_how_far(keeper)
    if as_json:
        print_jsons(whatif_json(report) for report in reports)
    else:
        _print(whatif_lists(*reports) if len(reports) == 1 else comparison_lists(reports))


def _print(lists: Iterable[str | Table]) -> None:
    """The tables, with a blank line between them; remarks are said."""
    below = False
    for each in lists:
        if isinstance(each, str):
            say(each)
            continue
        if below:
            print_lines([""])
        print_table(each.heads, each.rows)
        below = True


def _work(steps: Iterable[int], unit: Literal["events", "rounds"]) -> None:
    if unit == "rounds":
        say(text("first, the blocked rounds of these games are judged; this happens once"))
    tracked_by(steps, None, unit)
