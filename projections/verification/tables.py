"""The tables against the events: all of them are made again, elsewhere, and compared.

Nothing is taken from the tables in use but what they say they are: by which rules, and up to which
event. Verdicts are found again, money is settled again.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from decimal import Decimal
from hashlib import sha256
from itertools import takewhile, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, select

from domain.house.events import MoneyBooked
from domain.readings import SEARCH_VERSION
from ledger.book import Book
from ledger.errors import Tampered
from ledger.registry.counting import counting
from ledger.store.house import JOURNAL

from ..tables.accumulate.bookings import ADJUSTMENT, SETTLEMENT
from ..tables.accumulate.journal import (
    Journal,
    last_entry,
    numbers_of,
    postings_of,
)
from ..tables.accumulate.ratings import rate_some
from ..tables.catch_up import Keeper
from ..tables.database import read_models_in
from ..tables.facts.verdicts import find_all
from ..tables.generations import BUILDING, Made, begin, in_use, put_into_use
from ..tables.schema.column_types import ROUNDS_A_GAME
from ..tables.schema.generation import MODELS
from ..tables.schema.permanent import POSTING, VERDICT
from ..tables.structure import require_defined


class TablesCovered(NamedTuple):
    """What was compared, and found equal."""

    tables: int
    rows: int
    postings: int
    position: int
    """The position in the log of the last event taken in."""


def verify_tables(keeper: Keeper) -> TablesCovered:
    """Make all tables in use again in a temporary file, and compare them row by row.

    Call `Keeper.catch_up` first. Raises Tampered at the first view or index that is not as it is
    defined, and at the first table, posting or verdict that does not follow from the events;
    NotALedger if columns are missing or unknown.
    """
    keeper.require_intact(MODELS)
    require_defined(keeper.models)
    _check_journal(keeper.book)
    with (
        TemporaryDirectory() as directory,
        closing(read_models_in(Path(directory) / "it")) as models,
    ):
        anew = Journal(keeper.book, on_record=False, follows=False)
        again = Keeper(keeper.book, models, journal=anew)
        with keeper.one_moment() as connection:
            used = [in_use(connection, model) for model in MODELS]
            _check_counting(keeper.book, used)
            _make_again(again, used)
            _check_verdicts(_verdicts(connection), again)
            with models.reading() as other:
                postings = _check_postings(connection, keeper)
                _check_money(connection, other)
                rows = [_check_rows(connection, other, each) for each in used]
    tables = sum(len(each.tables.shown) for each in used)
    return TablesCovered(tables, sum(rows), postings, used[0].progress.position)


def _check_counting(book: Book, used: Sequence[Made]) -> None:
    """Raise Tampered if tables are counted by other rules than the house decided on."""
    decided = counting(book.house())
    for each in used:
        if each.counting != decided[each.model]:
            raise Tampered("counting-differs", model=each.model)


def _make_again(again: Keeper, used: Sequence[Made]) -> None:
    """Take in what the tables in use have taken in, by their rules."""
    again.require_intact(MODELS)
    list(again.catch_up([]))  # Players who count as others, and names.
    with again.models.writing() as connection:
        for each in used:
            if each.counting:
                put_into_use(connection, begin(connection, each.model, each.counting, BUILDING))
            while again.take_in(connection, in_use(connection, each.model), each.progress.position):
                pass
        while rate_some(connection, in_use(connection, "figures")):
            pass


# -- figures and the article's tables


def _check_rows(connection: Connection, other: Connection, used: Made) -> int:
    """The number of rows of a model. Raises Tampered at the first table that differs."""
    made, number = in_use(other, used.model), 0
    if (used.progress, used.rated) != (made.progress, made.rated):
        raise Tampered("table-differs", table="generation")
    for name, rows in used.tables.shown.items():
        found = _digest(connection, rows)
        if found != _digest(other, made.tables.shown[name]):
            raise Tampered("table-differs", table=name)
        number += found[0]
    return number


def _digest(connection: Connection, rows: Select[Any]) -> tuple[int, int]:
    """The number of rows, and a sum of their hashes, whatever their order."""
    number = total = 0
    for row in connection.execute(rows):
        number += 1
        total += int.from_bytes(sha256(repr(tuple(map(_plain, row))).encode()).digest(), "big")
    return number, total


def _plain(value: Any) -> Any:
    """A value in the form that all databases share."""
    return int(value) if isinstance(value, Decimal) else value


# -- verdicts


def _verdicts(connection: Connection) -> dict[tuple[int, str], tuple[Any, ...]]:
    asked = select(VERDICT).where(VERDICT.c.search_version == SEARCH_VERSION)
    return {(row.round_id, row.reading): tuple(row) for row in connection.execute(asked)}


def _check_verdicts(found: dict[tuple[int, str], tuple[Any, ...]], again: Keeper) -> None:
    """Raise Tampered at the first verdict that is not found again."""
    with again.models.reading() as connection:
        expected = _verdicts(connection)
    if found.keys() - expected.keys():  # More than their rules need: all readings were asked for.
        expected = _all_verdicts(again)
    for (round_id, reading), row in sorted(found.items()):
        if expected.get((round_id, reading)) != row:
            game, round = divmod(round_id, ROUNDS_A_GAME)
            raise Tampered("verdict-differs", number=game, round=round, reading=reading)


def _all_verdicts(again: Keeper) -> dict[tuple[int, str], tuple[Any, ...]]:
    last: int | None = 0
    while last is not None:
        with again.models.writing() as connection:
            tables = in_use(connection, "figures").tables
            _, last = find_all(connection, again.book, tables, last)
    with again.models.reading() as connection:
        return _verdicts(connection)


# -- money


class _Entries(NamedTuple):
    """What is booked for a round."""

    settled: Counter[tuple[Any, ...]]
    """Settling postings: rules, player, currency, amount, reason."""
    sums: Counter[tuple[str, str]]
    """By player and currency, what all postings come to."""
    rules: set[str]
    """The rule sets by which something is booked."""
    adjusted: bool


def _check_journal(book: Book) -> None:
    """Raise Tampered at the first entry of a game that is not in the book."""
    last = book.house().journal[0]
    numbers = numbers_of(book)
    with book.journal() as entries:
        for stored in takewhile(lambda each: each.version <= last, entries):
            if isinstance(stored.event, MoneyBooked) and stored.event.game not in numbers:
                raise Tampered("event-cannot-follow", game=str(JOURNAL), event=stored.version)


def _check_postings(connection: Connection, keeper: Keeper) -> int:
    """The number of postings. Raises Tampered at the first that is not as in the journal.

    Tables that do not last may have more than the journal.
    """
    posted = connection.execute(select(POSTING).order_by(POSTING.c.id))
    number, last, numbers = 0, last_entry(connection), numbers_of(keeper.book)
    with keeper.book.journal() as entries:
        until = takewhile(lambda stored: stored.version <= last, entries)
        on_record = (row for stored in until for row in postings_of(numbers, stored))
        for number, (row, booked) in enumerate(zip_longest(posted, on_record), 1):
            is_booked_here = booked is None and not keeper.models.lasting
            if not is_booked_here and (row is None or tuple(row) != (number, *(booked or ()))):
                raise Tampered("posting-differs", posting=number)
    return number


def _check_money(connection: Connection, other: Connection) -> None:
    """Raise Tampered at the first round with money it does not owe.

    What is booked by the rules in use alone, and not adjusted, is compared posting by posting. Of
    the rest the sums follow from the events.
    """
    found, expected = _booked(connection), _booked(other)
    for round_id in sorted(found.keys() | expected.keys()):
        booked, owed = found.get(round_id, _nothing()), expected.get(round_id, _nothing())
        same = +booked.sums == +owed.sums and -booked.sums == -owed.sums
        earlier = booked.adjusted or booked.rules != owed.rules
        if not (same and (earlier or booked.settled == owed.settled)):
            game, round = divmod(round_id, ROUNDS_A_GAME)
            raise Tampered("money-differs", number=game, round=round)


def _nothing() -> _Entries:
    return _Entries(Counter(), Counter(), set(), adjusted=False)


def _booked(connection: Connection) -> dict[int, _Entries]:
    """By round, what is booked for it."""
    rounds: dict[int, _Entries] = {}
    for row in connection.execute(select(POSTING)):
        before = rounds.get(row.round_id) or _nothing()
        before.sums[row.player_id, row.currency] += row.amount
        before.rules.add(row.rules)
        if row.kind == SETTLEMENT:
            settled = row.rules, row.player_id, row.currency, row.amount, row.reason
            before.settled[settled] += 1
        adjusted = before.adjusted or row.kind == ADJUSTMENT
        rounds[row.round_id] = before._replace(adjusted=adjusted)
    return rounds
