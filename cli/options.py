"""Options that several commands share, and the numbers and days typed for them."""

from collections.abc import Callable
from datetime import date
from typing import Any

import click

from projections.days import Span, span_of
from projections.messages import text
from projections.places import index_of

from .club_file import club_here

_SHORTEST, _LONGEST = 0.01, 3600.0
"""Seconds between two looks at the log."""


class WholeNumber(click.ParamType[int]):
    """The type of a parameter: a whole number, at least ``least`` if that is given."""

    name = "integer"

    def __init__(self, least: int | None = None) -> None:
        self._least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; raises BadParameter."""
        try:
            number = int(value)
        except ValueError:
            self.fail(self._refusal(value), param, ctx)
        if self._least is not None and number < self._least:
            self.fail(self._refusal(value), param, ctx)
        return number

    def _refusal(self, value: Any) -> str:
        if self._least is None:
            return text("{value!r} is not a whole number", value=value)
        return text(
            "{value!r} is not a whole number of {least} or more", value=value, least=self._least
        )


class Numbered(click.ParamType[int]):
    """The type of a parameter for a round or a move, typed as people count; gives its index."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The index; raises BadParameter. There need not be such a round or move."""
        return index_of(WholeNumber().convert(value, param, ctx))


def _seconds(_: click.Context, __: click.Parameter, value: float) -> float:
    if not _SHORTEST <= value <= _LONGEST:  # Also refuses NaN.
        raise click.BadParameter(
            text(
                "{value} is not between {shortest} and {longest} seconds",
                value=f"{value:g}",
                shortest=f"{_SHORTEST:g}",
                longest=f"{_LONGEST:g}",
            )
        )
    return value


def _day(_: click.Context, __: click.Parameter, value: str | None) -> date | None:
    try:
        return None if value is None else date.fromisoformat(value)
    except ValueError:
        sentence = text("{value!r} is not a day: expected one such as 2026-11-20", value=value)
        raise click.BadParameter(sentence) from None


def _day_option(name: str, parameter: str, help: str) -> Callable[[Any], Any]:
    return click.option(name, parameter, metavar="DATE", callback=_day, help=help)


day_argument = click.argument("day", metavar="[DATE]", required=False, callback=_day)
from_option = _day_option("--from", "first", "Only games begun on this day or later.")
to_option = _day_option("--to", "last", "Only games begun on this day or before.")
night_option = _day_option("--night", "evening", "A whole evening on one sheet.")


def days_typed(first: date | None, last: date | None) -> Span:
    """These days of the club; raises UsageError if the last is before the first."""
    if first is not None and last is not None and last < first:
        raise click.UsageError(text("--to {last} is before --from {first}", last=last, first=first))
    return span_of(first, last, club_here().zone)


player_option = click.option("--player", metavar="PLAYER", help="Only games of this player.")
played_under_option = click.option(
    "--rules", metavar="ID", help="Only games played under these rules."
)
rules_that_count_option = click.option(
    "--rules",
    multiple=True,
    metavar="[OLD=]NEW",
    help="Count games of OLD by the score and payout of NEW; without OLD, games that were played "
    "by rules that differ in score or payout alone. all=NEW: all games played alike. Repeatable.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
ordered_by_option = click.option(
    "--by", metavar="NAME", help="The person who orders it, kept with what is recorded."
)
dry_run_option = click.option(
    "--dry-run", is_flag=True, help="Say what would happen and write nothing."
)
open_option = click.option(
    "--open", is_flag=True, help="Show hidden tiles of rounds that are not over."
)
version_option = click.option(
    "--version",
    type=WholeNumber(),
    metavar="N",
    help="Version N of the game, from 1.  [default: the newest]",
)
follow_option = click.option(
    "--follow", "-f", is_flag=True, help="Keep running and take in what is recorded later."
)
seconds_option = click.option(
    "--every",
    "seconds",
    type=float,
    default=0.5,
    metavar="SECONDS",
    show_default=True,
    callback=_seconds,
    help="With --follow: how often to look for new events.",
)
tiles_option = click.option(
    "--tiles",
    metavar="DIRECTORY",
    envvar="DOMINO_TILES",
    help="The tiles of the log (or set DOMINO_TILES).  [default: beside the file of the book]",
)
