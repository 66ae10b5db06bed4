"""What earlier versions booked in the tables alone. It is taken over into the journal once."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Row, column, inspect, select, table

from domain.house.events import CountingChanged, MoneyBooked, PlayerPosting
from domain.rules.rule_set import RuleSet
from ledger.book import Book
from ledger.registry.counting import counting
from ledger.store.event_reader import opening_in
from ledger.store.house import NO_GAMES_HEX

from ..generations import in_use
from ..schema.column_types import ROUNDS_A_GAME, id_in
from ..schema.generation import MODELS
from ..schema.permanent import GENERATION, POSTING
from .bookings import Entry

_GENERATION = "generation"
"""The column that only earlier versions had: they kept no rules with a posting."""
_COLUMNS = ("id", "kind", _GENERATION, "round_id", "player_id", "currency", "amount", "reason")
_EARLIER = table(POSTING.name, *map(column, _COLUMNS))


def are_from_earlier_version(connection: Connection) -> bool:
    """Whether the postings are those of an earlier version."""
    inspector = inspect(connection)
    if not inspector.has_table(POSTING.name):
        return False
    return _GENERATION in {each["name"] for each in inspector.get_columns(POSTING.name)}


def earlier_entries(connection: Connection, book: Book) -> list[Entry]:
    """All entries in the tables of an earlier version, in the order of booking."""
    of = _EARLIER.c
    rows = connection.execute(select(_EARLIER).order_by(of.id))
    applied = dict(map(tuple, connection.execute(_RULES)))
    games = list(_games(book))
    entries = []
    for key, run in groupby(rows, lambda row: (row.kind, row.generation, row.round_id)):
        kind, generation, round_id = key
        number, round = divmod(round_id, ROUNDS_A_GAME)
        game, rules = games[number - 1]
        for currency, postings in _by_currency(run).items():
            booked = MoneyBooked(
                kind=kind,
                game=game,
                round=round,
                rules=applied.get(generation) or rules,
                after=None,
                currency=currency,
                postings=tuple(postings),
            )
            entries.append(Entry(number, booked))
    return entries


_RULES = select(GENERATION.c.id, GENERATION.c.rules)


def _games(book: Book) -> Iterator[tuple[UUID, str]]:
    """The games in order of opening, each with the id of its rules."""
    with book.recorder.scan(book.recorder.dialect.openings, NO_GAMES_HEX) as rows:
        newest_first = [(UUID(id), opening_in(topic, state)) for id, topic, state in rows]
    for id, opening in reversed(newest_first):
        yield id, RuleSet.model_validate_json(opening.rules).id


def _by_currency(rows: Iterator[Row[Any]]) -> dict[str, list[PlayerPosting]]:
    postings: dict[str, list[PlayerPosting]] = {}
    for row in rows:
        posting = PlayerPosting(player=id_in(row.player_id), amount=row.amount, reason=row.reason)
        postings.setdefault(row.currency, []).append(posting)
    return postings


def earlier_counting(connection: Connection, book: Book) -> list[CountingChanged]:
    """By which rules the tables in use count, where the house has not decided it yet."""
    decided = counting(book.house())
    return [
        CountingChanged(counted=model, rules=made.rules)
        for model in MODELS
        for made in [in_use(connection, model)]
        if made.rules != decided[model]
    ]
