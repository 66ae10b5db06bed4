"""Options that several commands share: defaults of the parameters of commands.

The book that the command line names is opened by `Ledger.open`.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..ledger.errors import Tampered, UnknownVersion
from ..ledger.records.unreadable import Unreadable
from ..projections.days import Span, span_of
from ..projections.messages import ENGLISH, mark, speak, text
from .club_file import zone_here
from .declaring import argument, bad_value, option, several, usage_error
from .output import say

if TYPE_CHECKING:
    from ..ledger.book import Book
    from ..ledger.signing.keys import PrivateKey
    from ..ledger.store.base import Holder

_SHORTEST, _LONGEST = 0.01, 3600.0
"""Seconds between two looks at the log."""


def _seconds(_: click.Context, __: click.Parameter, value: float) -> float:
    if not _SHORTEST <= value <= _LONGEST:  # Also refuses NaN.
        refusal = mark("{value:g} is not between {shortest:g} and {longest:g} seconds")
        raise bad_value(refusal, value=value, shortest=_SHORTEST, longest=_LONGEST)
    return value


def _day(_: click.Context, __: click.Parameter, value: str | None) -> date | None:
    try:
        return None if value is None else date.fromisoformat(value)
    except ValueError:
        refusal = mark("{value!r} is not a day: expected one such as 2026-11-20")
        raise bad_value(refusal, value=value) from None


def _key(_: click.Context, __: click.Parameter, file: str | None) -> "PrivateKey | None":
    from ..ledger.signing.keys import read_private_key  # noqa: PLC0415 - not for all commands

    return None if file is None else read_private_key(Path(file))


def storable(_: click.Context, __: click.Parameter, value: str) -> str:
    """Callback for text that will be stored: UTF-8 of limited length."""
    from ..ledger.texts import LONGEST_REASON, check_text  # noqa: PLC0415 - as above

    try:
        check_text(value, LONGEST_REASON)
    except Unreadable as error:
        from ..projections.messages.errors import error_text  # noqa: PLC0415 - only if it is refused

        raise click.BadParameter(error_text(error)) from None
    return value


def required_reason(help: str) -> Any:
    """The default of a parameter that is a reason; it must be given, and not be empty."""

    def not_empty(context: click.Context, parameter: click.Parameter, value: str) -> str:
        if not value.strip():
            raise click.BadParameter(text("the reason is empty"), param_hint="--reason")
        return storable(context, parameter, value)

    return option(help, required=True, metavar="TEXT", callback=not_empty)


class Ledger(NamedTuple):
    """The book that the command line names."""

    url: str
    dry_run: bool = False
    """Nothing is written: what is opened is a temporary copy."""

    @contextmanager
    def open(self, *, create: bool = False) -> Iterator["Book"]:
        """Open or ``create`` the book; closed afterwards. Raises UsageError for UnknownVersion."""
        from ..ledger.book import open_book  # noqa: PLC0415 - not for all commands

        with (
            _copied(self.url) if self.dry_run else nullcontext(self.url) as address,
            closing(open_book(address, create=create, on_wait=say_wait)) as book,
        ):
            try:
                yield book
            except UnknownVersion as error:
                from ..projections.messages.errors import error_text  # noqa: PLC0415 - as above

                raise click.UsageError(error_text(error)) from None
            except Tampered as error:
                from ..projections.verification.tampered_place import named  # noqa: PLC0415

                raise named(book, error) from error

    def say_done(self, template: str, /, **values: object) -> None:
        """Say what is done, as `done` does; the words and values are those of `text`."""
        say(self.done(text(template, **values)))

    def done(self, sentence: str) -> str:
        """The sentence about what is done; after a dry run, with "nothing written" added."""
        return text("{done}, nothing written", done=sentence) if self.dry_run else sentence


@contextmanager
def scratch_book() -> Iterator["Book"]:
    """An empty book in a temporary file, removed afterwards."""
    from ..ledger.book import open_book  # noqa: PLC0415 - as above

    with _scratch_file() as file, closing(open_book(file, create=True)) as book:
        yield book


@contextmanager
def _copied(url: str) -> Iterator[Path]:
    """A temporary copy of the book at this address; no file yet if there is no book."""
    from ..ledger.book import may_be_there, open_book  # noqa: PLC0415 - as above

    with _scratch_file() as file:
        if may_be_there(url):
            with closing(open_book(url)) as book:
                book.copy(file)
        yield file


@contextmanager
def _scratch_file() -> Iterator[Path]:
    """Where a temporary book can be made; removed afterwards."""
    from tempfile import TemporaryDirectory  # noqa: PLC0415 - only for what is not kept

    with TemporaryDirectory() as directory:
        yield Path(directory) / "dry-run.db"


def say_wait(book: str, holder: "Holder") -> None:
    from ..projections.messages.errors import wait_text  # noqa: PLC0415 - as above

    say(wait_text(book, holder))


class Days(NamedTuple):
    """The days on which the games begun that are asked for, both included; None: no limit."""

    first: date | None = option(
        "Only games begun on this day or later.", "--from DATE", callback=_day
    )
    last: date | None = option(
        "Only games begun on this day or before.", "--to DATE", callback=_day
    )

    @property
    def span(self) -> Span:
        """These days of the club; raises UsageError if the last is before the first."""
        first, last = self
        if first is not None and last is not None and last < first:
            raise usage_error("--to {last} is before --from {first}", last=last, first=first)
        return span_of(first, last, zone_here())


_url = option(
    "The book: a file, or postgresql://user@host/database (or set DOMINO_LEDGER).",
    "--ledger URL",
    envvar="DOMINO_LEDGER",
    default="domino.db",
    show_default=True,
)
_dry_run = option("Say what would happen and write nothing.", is_flag=True)
ledger = several(Ledger, url=_url)
ledger_to_write = several(Ledger, dry_run=_dry_run, url=_url)


def not_both(as_json: bool, as_csv: bool) -> None:
    """Raise UsageError if both are asked for."""
    if as_json and as_csv:
        raise usage_error("--json and --csv exclude each other")


def _in_english(_: click.Context, __: click.Parameter, asked: bool) -> bool:
    """What programs read is in no other language."""
    if asked:
        speak(ENGLISH)
    return asked


json = option("Print JSON, for programs.", "--json", is_flag=True, callback=_in_english)
csv = option("Print CSV, for spreadsheets.", "--csv", is_flag=True, callback=_in_english)
open_hands = option("Show hidden tiles of rounds that are not over.")
version = option("Version N of the game, from 1.  [default: the newest]", metavar="N")

day = argument(metavar="[DATE]", callback=_day)
evening = option("A whole evening on one sheet.", "--night DATE", callback=_day)
days = several(Days)
player = option("Only games of this player.", metavar="PLAYER")
played_under = option("Only games played under these rules.", metavar="ID")
rules_that_count = option(
    "Count games of OLD by the score and payout of NEW; without OLD, games that were played "
    "by rules that differ in score or payout alone. all=NEW: all games played alike. Repeatable.",
    metavar="[OLD=]NEW",
)

new = option("Add the person if the book has none.", is_flag=True)
reason = option("The reason.", default="", metavar="TEXT", callback=storable)
ordered_by = option("The person who orders it, kept with what is recorded.", metavar="NAME")
signing_key = option(
    "Sign with the private key in FILE (see domino key).", metavar="FILE", callback=_key
)

key_of_log = option(
    "The private key of the log (or set DOMINO_KEY).",
    metavar="FILE",
    envvar="DOMINO_KEY",
    callback=_key,
)
tiles = option(
    "The tiles of the log (or set DOMINO_TILES).  [default: beside the file of the book]",
    metavar="DIRECTORY",
    envvar="DOMINO_TILES",
)

follow = option("Keep running and take in what is recorded later.", "--follow", "-f")
seconds = option(
    "With --follow: how often to look for new events.",
    "--every SECONDS",
    type=float,
    default=0.5,
    show_default=True,
    callback=_seconds,
)
