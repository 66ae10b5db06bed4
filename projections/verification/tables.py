"""The tables against the events: all of them are made again, elsewhere, and compared.

Nothing is taken from the tables in use but what they say they are: by which rules, and up to which
event. Verdicts are found again, money is settled again.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, select

from domain.readings import SEARCH_VERSION
from ledger.errors import Tampered

from ..tables.accumulate.bookings import ADJUSTING, ADJUSTMENT, SETTLEMENT
from ..tables.accumulate.ratings import rate_some
from ..tables.catch_up import Keeper
from ..tables.database import read_models_in
from ..tables.facts.verdicts import find_all
from ..tables.generations import BUILDING, Made, begin, in_use, put_into_use
from ..tables.schema.column_types import ROUNDS_A_GAME
from ..tables.schema.generation import MODELS
from ..tables.schema.permanent import POSTING, VERDICT


class TablesCovered(NamedTuple):
    """What was compared, and found equal."""

    tables: int
    rows: int
    postings: int
    position: int
    """The position in the log of the last event taken in."""


def verify_tables(keeper: Keeper) -> TablesCovered:
    """Make all tables in use again in a temporary file, and compare them row by row.

    Call `Keeper.catch_up` first. Raises Tampered at the first table, posting or verdict that does
    not follow from the events; NotALedger if the tables are not as they are defined.
    """
    keeper.require_intact(MODELS)
    with (
        TemporaryDirectory() as directory,
        closing(read_models_in(Path(directory) / "it")) as models,
    ):
        again = Keeper(keeper.book, models)
        with keeper.one_moment() as connection:
            used = [in_use(connection, model) for model in MODELS]
            _make_again(again, used)
            _check_verdicts(_verdicts(connection), again)
            with models.reading() as other:
                postings = _check_money(connection, other)
                rows = [_check_rows(connection, other, each) for each in used]
    tables = sum(len(each.tables.shown) for each in used)
    return TablesCovered(tables, sum(rows), postings, used[0].progress.position)


def _make_again(again: Keeper, used: Sequence[Made]) -> None:
    """Take in what the tables in use have taken in, by their rules."""
    again.require_intact(MODELS)
    list(again.catch_up([]))  # Players who count as others, and names.
    with again.models.writing() as connection:
        for each in used:
            if each.rules is not None:
                put_into_use(connection, begin(connection, each.model, each.rules, BUILDING))
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
    """Settling postings: player, currency, amount, reason."""
    sums: Counter[tuple[str, str]]
    """By player and currency, what all postings come to."""
    by_others: bool
    """Some postings are of earlier rules, or adjust: only the sums follow from the events."""


def _check_money(connection: Connection, other: Connection) -> int:
    """The number of postings. Raises Tampered at the first round with money it does not owe."""
    number, found = _booked(connection)
    _, expected = _booked(other)
    for round_id in sorted(found.keys() | expected.keys()):
        booked, owed = found.get(round_id, _nothing()), expected.get(round_id, _nothing())
        same = +booked.sums == +owed.sums and -booked.sums == -owed.sums
        if not (same and (booked.by_others or booked.settled == owed.settled)):
            game, round = divmod(round_id, ROUNDS_A_GAME)
            raise Tampered("money-differs", number=game, round=round)
    return number


def _nothing() -> _Entries:
    return _Entries(Counter(), Counter(), by_others=False)


def _booked(connection: Connection) -> tuple[int, dict[int, _Entries]]:
    """The number of postings, and by round what they are.

    Raises Tampered if they are not numbered from 1, or one is not of its kind.
    """
    rounds: dict[int, _Entries] = {}
    number, used = 0, in_use(connection, "figures").id
    for number, row in enumerate(connection.execute(select(POSTING).order_by(POSTING.c.id)), 1):
        _, kind, generation, round_id, game, player, currency, amount, reason = row
        of_its_kind = kind == SETTLEMENT or (kind, reason) == (ADJUSTMENT, ADJUSTING)
        if (row.id, game) != (number, round_id // ROUNDS_A_GAME) or not of_its_kind:
            raise Tampered("posting-differs", posting=number)
        before = rounds.get(round_id, _nothing())
        before.sums[player, currency] += amount
        if kind == SETTLEMENT:
            before.settled[player, currency, amount, reason] += 1
        by_others = before.by_others or kind == ADJUSTMENT or generation != used
        rounds[round_id] = before._replace(by_others=by_others)
    return number, rounds
