"""`domino tail`: prints the log of a book for other systems."""

import os
import re
import select
import sys
from pathlib import Path
from typing import NamedTuple

import click

from ...ledger.book import Book
from ...ledger.errors import Unavailable
from ...projections.feed.feed import Tail, event_json
from ...projections.feed.origin import require_position
from .. import options
from ..declaring import bad_value, command, option, usage_error
from ..interrupts import raise_if_interrupted
from ..output import print_json

NOW = "now"
_POSITION = re.compile("(?:([0-9a-f]{16}):)?([0-9]{1,19})")


class _Start(NamedTuple):
    """Where to begin: after this position, of this epoch if it is known."""

    epoch: str | None
    position: int


def _start(_: click.Context, __: click.Parameter, value: str) -> _Start | None:
    """The position given; None: the end of the log."""
    if value == NOW:
        return None
    found = _POSITION.fullmatch(value)
    if found is None:
        raise bad_value(
            "{value!r} is neither a position (0, 1, 2 ...) nor {now!r}", value=value, now=NOW
        )
    return _Start(found[1], int(found[2]))


@command()
def tail(
    start: _Start | None = option(
        "Begin after this position; `now` is the end of the log.  [default: the beginning]",
        "--from [EPOCH:]POSITION",
        default="0",
        callback=_start,
    ),
    follow: bool = options.follow,
    seconds: float = options.seconds,
    open: bool = options.open_hands,
    house: bool = option("Show also what the house decided, and the money it booked."),
    ledger: options.Ledger = options.ledger,
) -> None:
    """Print the log over all games as JSON Lines.

    Each line is a CloudEvent, for one event.

    Hidden tiles of a round are shown when it is over, in the event that ends it. A position that a
    restored book does not have, or has again with another event, is refused (exit 5).
    """
    with ledger.open() as book:
        if follow:
            _check_can_change(book)
        feed = Tail(book, _place(book, start), open=open, house=house)
        _print(feed)
        while follow and _wait(seconds):
            raise_if_interrupted()
            _print(feed)


def _place(book: Book, start: _Start | None) -> int:
    end = book.last_position()
    if start is None:
        return end
    epoch, position = start
    require_position(book, position, epoch)
    if position > end:
        raise usage_error(
            "there is no position {start}: the log ends at {end}", start=position, end=end
        )
    return position


def _wait(seconds: float) -> bool:
    """Wait; return False as soon as the reader of standard output has closed it."""
    poll = select.poll()
    poll.register(sys.stdout, 0)  # Errors and hang-ups are always reported.
    return not poll.poll(seconds * 1000)


def _print(feed: Tail) -> None:
    for event in feed.news():
        print_json(event_json(event))  # Flushes.


def _check_can_change(book: Book) -> None:
    """Raise Unavailable if the book is a file whose later changes cannot be seen."""
    address = book.address
    if isinstance(address, Path) and not (
        os.access(address.absolute().parent, os.W_OK)
        or address.with_name(f"{address.name}-wal").exists()
    ):
        raise Unavailable("cannot-follow", book=book.path)
