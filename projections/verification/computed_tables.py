"""The tables against the events: all of them are made again, elsewhere, and compared.

Nothing is taken from the tables in use but what they say they are: by which rules, and up to which
event. Verdicts are found again, money is settled again.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import takewhile, zip_longest
from typing import NamedTuple, TypeAlias

from ...domain.block_verdicts import SEARCH_VERSION
from ...domain.house import MoneyBooked
from ...ledger.book import Book
from ...ledger.errors import Tampered
from ...ledger.registry.counting import counting
from ...ledger.store.ids import JOURNAL
from ..tables.catch_up import Keeper
from ..tables.connection import ROUNDS_A_GAME, Connection, Row
from ..tables.journal import ADJUSTMENT, SETTLEMENT, last_entry, numbers_of, postings_of
from ..tables.player_aliases import aliases_in, known_aliases
from ..tables.progress import progress_in, require_defined
from ..tables.ratings import rate_some
from ..tables.rebuild import compared, digest, made_anew, rows_of
from ..tables.unpaid import require_paid
from ..tables.verdicts import find_all


class TablesCovered(NamedTuple):
    """What was compared, and found equal."""

    tables: int
    rows: int
    postings: int
    position: int
    """The position in the log of the last event taken in."""


def verify_tables(keeper: Keeper) -> TablesCovered:
    """Make all tables again in a temporary file, and compare them row by row.

    Call `Keeper.catch_up` first. Raises Tampered at the first view or index that is not as it is
    defined, and at the first table, posting or verdict that does not follow from the events;
    NotALedger if columns are missing or unknown; UnknownPayout if the function of a payout is
    missing.
    """
    keeper.require_intact()
    require_defined(keeper.models)
    _check_journal(keeper.book)
    with keeper.one_moment() as connection:
        progress = progress_in(connection)
        house = keeper.book.house()
        if progress.counting != counting(house):
            raise Tampered("counting-differs")
        if known_aliases(connection) != aliases_in(house):
            raise Tampered("table-differs", table="known_alias")
        with made_anew(keeper, progress.counting) as anew:
            anew.follow_house()
            with anew.models.writing() as other:
                while anew.take_in(other, progress.position):
                    pass
                while rate_some(other):
                    pass
            _check_verdicts(_verdicts(connection), anew)
            with anew.models.reading() as other:
                require_paid(other)
                require_paid(connection)
                postings = _check_postings(connection, keeper)
                _check_money(connection, other)
                if progress != progress_in(other):
                    raise Tampered("table-differs", table="progress")
                tables, rows = compared(), 0
                for name in tables:
                    found = digest(connection, name)
                    if found != digest(other, name):
                        raise Tampered("table-differs", table=name)
                    rows += found[0]
    return TablesCovered(len(tables), rows, postings, progress.position)


# -- verdicts


_Verdicts: TypeAlias = dict[tuple[int, str], Row]
"""By round id and reading, the row."""


def _verdicts(connection: Connection) -> _Verdicts:
    rows = rows_of(connection, "verdict")
    return {(row[0], row[1]): row for row in rows if row[2] == SEARCH_VERSION}


def _check_verdicts(found: _Verdicts, again: Keeper) -> None:
    """Raise Tampered at the first verdict that is not found again."""
    with again.models.writing() as connection:
        expected = _verdicts(connection)
        last: int | None = None if found.keys() <= expected.keys() else 0
        while last is not None:  # More than the rules need: all readings were asked for.
            _, last = find_all(connection, again.book, last)
        expected = _verdicts(connection)
    for (round_id, reading), row in sorted(found.items()):
        if expected.get((round_id, reading)) != row:
            game, round = divmod(round_id, ROUNDS_A_GAME)
            raise Tampered("verdict-differs", number=game, round=round, reading=reading)


# -- money


@dataclass
class _Entries:
    """What is booked for a round."""

    settled: Counter[Row] = field(default_factory=Counter)
    """Settling postings: rules, player, currency, amount, reason."""
    sums: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By player and currency, what all postings come to."""
    rules: set[str] = field(default_factory=set)
    """The rule sets by which something is booked."""
    adjusted: bool = False


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
    posted = connection.rows("SELECT * FROM posting ORDER BY id")
    number, last, numbers = 0, last_entry(connection), numbers_of(keeper.book)
    with keeper.book.journal() as entries:
        until = takewhile(lambda stored: stored.version <= last, entries)
        on_record = (row for stored in until for row in postings_of(numbers, stored))
        for number, (row, booked) in enumerate(zip_longest(posted, on_record), 1):
            is_booked_here = booked is None and not keeper.models.lasting
            if not is_booked_here and (row is None or row != (number, *(booked or ()))):
                raise Tampered("posting-differs", posting=number)
    return number


def _check_money(connection: Connection, other: Connection) -> None:
    """Raise Tampered at the first round with money it does not owe.

    What is booked by the rules in use alone, and not adjusted, is compared posting by posting; of
    the rest, the sums.
    """
    found, expected = _booked(connection), _booked(other)
    for round_id in sorted(found.keys() | expected.keys()):
        booked, owed = found[round_id], expected[round_id]
        same = +booked.sums == +owed.sums and -booked.sums == -owed.sums
        earlier = booked.adjusted or booked.rules != owed.rules
        if not (same and (earlier or booked.settled == owed.settled)):
            game, round = divmod(round_id, ROUNDS_A_GAME)
            raise Tampered("money-differs", number=game, round=round)


def _booked(connection: Connection) -> defaultdict[int, _Entries]:
    """By round, what is booked for it."""
    rounds = defaultdict[int, _Entries](_Entries)
    for round_id, kind, rules, player, currency, amount, reason in connection.rows(
        "SELECT round_id, kind, rules, player_id, currency, amount, reason FROM posting"
    ):
        booked = rounds[round_id]
        booked.sums[player, currency] += amount
        booked.rules.add(rules)
        booked.adjusted |= kind == ADJUSTMENT
        if kind == SETTLEMENT:
            booked.settled[rules, player, currency, amount, reason] += 1
    return rounds
