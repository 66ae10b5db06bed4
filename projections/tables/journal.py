"""The postings of the tables follow from the journal of the house, and are booked there first.

So nothing is lost with the tables. A program that is stopped after it booked and before it posted
finds the entries in the journal the next time, and books nothing again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any
from uuid import UUID

from domain.house.events import CountingChanged, MoneyBooked
from ledger.book import Book, now
from ledger.errors import Conflict, Tampered
from ledger.store.codec import HouseEntry, Name
from ledger.store.house import JOURNAL, House

from .bookings import Entry
from .column_values import ROUNDS_A_GAME
from .connection import Connection

_AT_ONCE = 5_000
"""Entries of the journal that are posted by one statement."""


class Journal:
    """Books money for the tables of one book.

    ``on_record``: in the journal of the book; otherwise only in the tables, which do not last.
    ``follows``: the tables have what is in the journal.
    """

    def __init__(self, book: Book, *, on_record: bool, follows: bool = True) -> None:
        self._book = book
        self._on_record = on_record
        self._follows = follows

    def is_ahead(self, connection: Connection) -> bool:
        """Whether the journal has entries to follow that are not posted yet."""
        return self._follows and self._is_beyond(connection, self._book.house())

    def _is_beyond(self, connection: Connection, house: House) -> bool:
        """Whether there are entries to post. Those of games not in the book never are."""
        last = last_entry(connection)
        if house.journal[0] == last:
            return False
        numbers = numbers_of(self._book)
        with self._book.journal(last) as entries:
            return any(True for each in entries for _ in postings_of(numbers, each))

    def follow(self, connection: Connection) -> None:
        """Post what is in the journal, but not in the tables.

        Tables that do not last follow once, before anything is booked in them alone. Raises
        Tampered if the journal is not as it was recorded.
        """
        if self.is_ahead(connection):
            self._post_on(connection, numbers_of(self._book))
        self._follows = self._on_record

    def _post_on(self, connection: Connection, numbers: Mapping[UUID, int]) -> None:
        """Post the entries after the last one; ``numbers``: of their games."""
        with self._book.journal(last_entry(connection)) as entries:
            while some := list(islice(entries, _AT_ONCE)):
                _post(connection, (row for each in some for row in postings_of(numbers, each)))

    def book(
        self,
        connection: Connection,
        entries: Sequence[Entry],
        decisions: Sequence[CountingChanged] = (),
        names: Iterable[Name] = (),
    ) -> None:
        """Book these entries, after `follow`, in one transaction with decisions of the house.

        ``names``: of people who are new to the book.

        Raises Conflict if another program has booked since.
        """
        if not (entries or decisions):
            return
        last = last_entry(connection)
        if not self._on_record:
            for number, (game, booked) in enumerate(entries, last + 1):
                _post(connection, _rows(number, now(), game, booked))
            return
        house = self._book.house()
        if self._is_beyond(connection, house):
            raise Conflict("journal-went-on", book=self._book.path)
        owed = [each.booked for each in entries]
        self._book.append_to_house(house, [*decisions, *owed], names)
        self._post_on(connection, {each.booked.game: each.number for each in entries})


def last_entry(connection: Connection) -> int:
    """The number of the last entry that is posted; 0 if there is none."""
    return connection.value("SELECT entry FROM posting ORDER BY id DESC LIMIT 1") or 0


def numbers_of(book: Book) -> dict[UUID, int]:
    """By game, its number in the order of opening."""
    return {game: number for number, game in enumerate(book.games(), 1)}


def postings_of(numbers: Mapping[UUID, int], stored: HouseEntry) -> Iterator[tuple[Any, ...]]:
    """The rows of an entry of the journal, without the number of each posting.

    ``numbers``: those of the games. An entry of no game in the book has none: nobody owes its
    money, and it must not keep others from theirs (`verify_tables` finds it). Raises Tampered if
    the entry books nothing.
    """
    booked = stored.event
    if not isinstance(booked, MoneyBooked):
        raise Tampered("event-malformed", game=str(JOURNAL), event=stored.version)
    if booked.game not in numbers:
        return iter(())
    return _rows(stored.version, stored.recorded_at, numbers[booked.game], booked)


def _rows(number: int, at: str, game: int, booked: MoneyBooked) -> Iterator[tuple[Any, ...]]:
    for each in booked.postings:
        yield (
            number,
            at,
            None if booked.by is None else str(booked.by),
            booked.after,
            booked.kind,
            booked.rules,
            game * ROUNDS_A_GAME + booked.round,
            game,
            str(each.player),
            booked.currency,
            each.amount,
            each.reason,
        )


def _post(connection: Connection, rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert postings, numbered on from the last one."""
    last = connection.value("SELECT coalesce(max(id), 0) FROM posting")
    connection.insert("posting", [(id, *row) for id, row in enumerate(rows, last + 1)])
