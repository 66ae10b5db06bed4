"""Events in typed columns, of which their stored bytes are made again exactly.

The columns are read off the events: the fields of all acts (docs/decisions/0098), each once, so
that a new act is described in one place. An event that has no other fields stands in them, too: a
round that was won has a seat. Every other event, and one of an old version, stands as JSON in
``body``. The hash of the entry before is left out: it follows from the entries before.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, Final, NamedTuple, TypeAlias, get_args
from uuid import UUID

import pyarrow as pa
from pydantic import TypeAdapter

from ...domain.events import KINDS, Event
from ...ledger.errors import Tampered
from ...ledger.store.chain import NOTHING_BEFORE, hash_in, stream_tag
from ...ledger.store.codec import body_of, event_of, joined, parts_of
from ...ledger.store.rows import StoredRow, links

Values: TypeAlias = tuple[Any, ...]
"""Of an event, what stands in the `FIELDS`, and then its body, which is None if they say all."""

_TYPES: Final = {"integer": pa.int64(), "string": pa.string(), "boolean": pa.bool_()}
_MOMENT = pa.timestamp("us", tz="UTC")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_LARGEST = 1 << 63


def _fields_of(kind: type[Event]) -> dict[str, pa.DataType | None]:
    """By name, the type of the column for a field; None: no column can hold it."""
    schema = TypeAdapter(kind).json_schema(mode="serialization")
    found = dict[str, pa.DataType | None]()
    for name, said in schema.get("properties", {}).items():
        types = {each.get("type") for each in said.get("anyOf", [said])} - {"null"}
        found[name] = _TYPES.get(*types) if len(types) == 1 else None
    return found


def _fields_of_acts() -> dict[str, pa.DataType]:
    fields = dict[str, pa.DataType]()
    for kind in KINDS.values():
        for name, type in _fields_of(kind).items():
            assert fields.setdefault(name, type) == type is not None, (kind, name)
    return fields


FIELDS: Final[Mapping[str, pa.DataType]] = _fields_of_acts()
"""By name of a field of an act, the type of its column."""
_NO_VALUES = (None,) * len(FIELDS)
SCHEMA: Final = pa.schema(
    [
        pa.field("game", pa.string(), nullable=False),
        pa.field("version", pa.int32(), nullable=False),
        pa.field("leaf", pa.int64(), nullable=False),
        pa.field("topic", pa.string(), nullable=False),
        pa.field("recorded_at", _MOMENT, nullable=False),
        pa.field("clock", _MOMENT),
        pa.field("happened_at", pa.string()),
        pa.field("salt", pa.binary(16)),
        *(pa.field(name, type) for name, type in FIELDS.items()),
        pa.field("body", pa.string()),
    ]
)
"""``leaf`` is the index of the event in the log over all games of its book, from 0. The other
columns that are no fields are the parts of an entry (docs/book.md#the-bytes-of-an-entry)."""


@cache
def _held() -> frozenset[str]:
    """The topics of events that have no other fields than acts have."""
    return frozenset(
        kind.TOPIC for kind in get_args(Event) if _fields_of(kind).items() <= FIELDS.items()
    )


class GameEvents(NamedTuple):
    """A game with its place in the log."""

    game: UUID
    rows: list[StoredRow]
    """All events up to some version, in order."""
    leaves: list[int]
    """The index of each in the log over all games, from 0."""


# -- to columns


def table_of(games: Iterable[GameEvents]) -> pa.Table:
    """The events of these games; raises Tampered if one has no hash of the event before it."""
    lines = (line for each in games for line in _lines(each))
    columns = [*zip(*lines, strict=True)] or [()] * len(SCHEMA)
    arrays = [pa.array(of, type) for of, type in zip(columns, SCHEMA.types, strict=True)]
    return pa.Table.from_arrays(arrays, schema=SCHEMA)


def _lines(events: GameEvents) -> Iterator[tuple[Any, ...]]:
    game = events.game.hex
    for (version, topic, *_, state), leaf in zip(
        links(events.game, events.rows), events.leaves, strict=True
    ):
        try:
            body, recorded_at, clock, happened_at, salt = parts_of(state)
            times = _number(recorded_at), None if clock is None else _number(clock)
            values = _values(topic, body)
        except (Tampered, ValueError):
            raise Tampered("event-unreadable", game=str(events.game), event=version) from None
        yield game, version, leaf, topic, *times, happened_at, salt or None, *values


@lru_cache(maxsize=1 << 14)
def _values(topic: str, body: bytes) -> Values:
    if topic in _held():
        said = json.loads(body)
        values = tuple(said.get(name) for name in FIELDS)
        if not any(type(each) is int and abs(each) >= _LARGEST for each in values):
            found = *values, None
            if _body(topic, found) == body:
                return found
    return *_NO_VALUES, body.decode()


@lru_cache(maxsize=1 << 10)
def _number(time: str) -> int:
    """Microseconds since 1970. Raises ValueError if there is no such time."""
    return (datetime.fromisoformat(time) - _EPOCH) // _MICROSECOND


# -- and back


def games_in(table: pa.Table) -> Iterator[GameEvents]:
    """The games in these columns, each with the stored bytes of its events.

    Raises Tampered if there are none that say what the columns say.
    """
    columns = (_listed(table.column(name)) for name in SCHEMA.names)
    for name, lines in groupby(zip(*columns, strict=True), lambda line: line[0]):
        game = _game(name)
        found, tag, previous = GameEvents(game, [], []), stream_tag(game), NOTHING_BEFORE
        for _, version, leaf, topic, recorded_at, clock, happened_at, salt, *values in lines:
            try:
                state = joined(
                    previous,
                    _body(topic, tuple(values)),
                    recorded_at=_time(recorded_at),
                    clock=None if clock is None else _time(clock),
                    happened_at=happened_at,
                    salt=salt or b"",
                )
            except (Tampered, OverflowError):
                raise Tampered("event-unreadable", game=str(game), event=version) from None
            previous = hash_in(tag, version, topic, state)
            found.rows.append((version, topic, state))
            found.leaves.append(leaf)
        yield found


def _game(name: str) -> UUID:
    try:
        return UUID(name)
    except ValueError:
        raise Tampered("event-malformed", game=name, event=1) from None


def _listed(column: pa.ChunkedArray) -> list[Any]:
    times = column.type == _MOMENT
    found: list[Any] = (column.cast(pa.int64()) if times else column).to_pylist()
    return found


@lru_cache(maxsize=1 << 14)
def _body(topic: str, values: Values) -> bytes:
    """The event as JSON. Raises Tampered if these are no values of one."""
    *of_fields, body = values
    if body is not None:
        return str(body).encode()
    said = {name: each for name, each in zip(FIELDS, of_fields, strict=True) if each is not None}
    return body_of(event_of(topic, json.dumps(said).encode()))


@lru_cache(maxsize=1 << 10)
def _time(number: int) -> str:
    """A time in the form of `ledger.store.rows.TIME`."""
    moment = _EPOCH + number * _MICROSECOND
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
