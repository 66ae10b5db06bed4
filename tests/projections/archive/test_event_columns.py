"""Events in columns, and their stored bytes made again."""

import json
from random import Random
from typing import Any, get_args
from uuid import UUID

import pyarrow as pa
import pytest

from domino_ledger.domain.events import KINDS, Event
from domino_ledger.ledger.errors import Tampered
from domino_ledger.ledger.store.chain import NOTHING_BEFORE, entry_hash
from domino_ledger.ledger.store.codec import joined
from domino_ledger.projections.archive.event_columns import (
    FIELDS,
    SCHEMA,
    GameEvents,
    games_in,
    table_of,
)
from tests.docs.pages import ROOT
from tests.lanes import examples
from tests.messages.raises import raises_message
from tests.projections.random_histories import random_history, rows_of

GAME = UUID(int=7)
AT = "2026-11-20T20:06:40.000001Z"
HOLDS_ALL = {"tile-laid/1", "turn-passed/1", "round-won/1", "act-undone/1", "points-claimed/1"}
HAS_MORE = {"game-opened/1", "round-dealt/1", "game-won/1", "entry-signed/1", "tiles-shown/1"}


def stored(*events: tuple[str, bytes], **parts: Any) -> GameEvents:
    """A game of these topics and bodies, with a right chain."""
    rows, previous = [], NOTHING_BEFORE
    fields = {"recorded_at": AT, "clock": None, "happened_at": None, "salt": b"", **parts}
    for version, (topic, body) in enumerate(events, 1):
        state = joined(previous, body, **fields)
        rows.append((version, topic, state))
        previous = entry_hash(GAME, version, topic, state)
    return GameEvents(GAME, rows, [3 * version for version, *_ in rows])


def line(events: GameEvents, number: int = 0) -> dict[str, Any]:
    """What the columns say of an event."""
    found: dict[str, Any] = table_of([events]).to_pylist()[number]
    return found


def changed(events: GameEvents, **values: Any) -> pa.Table:
    """The columns with other values in the first line."""
    lines = table_of([events]).to_pylist()
    return pa.Table.from_pylist([lines[0] | values, *lines[1:]], schema=SCHEMA)


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(examples(12)))
def test_the_bytes_of_random_games_of_all_variants_are_made_again(seed: int) -> None:
    chance, games, leaf = Random(f"columns {seed}"), list[GameEvents](), 0
    for number in range(8):
        history = random_history(chance, f"game {number}")
        rows = [row[1:] for row in rows_of(history, chance)]
        games.append(GameEvents(history.game, rows, [*range(leaf, leaf + 2 * len(rows), 2)]))
        leaf += 2 * len(rows)
    table = table_of(games)
    assert [*games_in(table)] == games
    assert table.schema == SCHEMA
    topics = zip(table["topic"].to_pylist(), table["body"].to_pylist(), strict=True)
    said = {(topic, body is None) for topic, body in topics}
    assert {topic for topic, in_fields in said if in_fields} & HAS_MORE == set()
    assert {topic for topic, in_fields in said if not in_fields} & HOLDS_ALL == set()


def test_every_kind_of_event_is_made_again() -> None:
    """The stored events that are kept for good, with all parts that an entry may have."""
    files = sorted((ROOT / "tests" / "events").glob("*.json"))
    bodies = {file: json.loads(file.read_text(encoding="utf-8")) for file in files}
    events = [
        (
            f"{file.stem.partition('-1')[0]}/1",
            json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(),
        )
        for file, body in bodies.items()
    ]
    assert {topic for topic, _ in events} >= {kind.TOPIC for kind in get_args(Event)}
    parts = {"clock": AT, "happened_at": "2026-11-20T21:06:40+01:00", "salt": bytes(range(16))}
    for game in (stored(*events), stored(*events, **parts)):
        assert [*games_in(table_of([game]))] == [game]


def test_acts_stand_in_columns_that_are_called_as_their_fields() -> None:
    lead = b'{"seat":2,"tile":"6-6","end":null,"flipped":false}'
    lay = b'{"seat":3,"tile":"6-4","end":"right","flipped":false,"bend":"left"}'
    won = b'{"seat":3}'
    game = stored(("tile-laid/1", lead), ("tile-laid/1", lay), ("round-won/1", won))
    nothing = dict.fromkeys([*FIELDS, "clock", "happened_at", "salt", "body"])
    found = line(game, 1)
    assert found == nothing | {
        "game": GAME.hex,
        "version": 2,
        "leaf": 6,
        "topic": "tile-laid/1",
        "recorded_at": found["recorded_at"],
        **json.loads(lay),
    }
    assert found["recorded_at"].isoformat() == AT.replace("Z", "+00:00")
    assert line(game, 0)["tile"] == "6-6"
    assert line(game, 2)["seat"] == 3
    assert {kind.KIND.name for kind in KINDS.values()} == set(KINDS)
    assert FIELDS.keys() >= {"seat", "tile", "end", "wild", "bend", "inferred", "points", "cause"}


@pytest.mark.parametrize(
    ("topic", "body"),
    [
        ("turn-passed/0", b'{"seat":1}'),
        ("turn-passed/1", b'{"inferred":false,"seat":1}'),
        ("turn-passed/1", b'{"seat":1, "inferred":false}'),
        ("turn-passed/1", b'{"seat":1}'),
        ("points-claimed/1", b'{"seat":1,"points":9223372036854775808}'),
        ("no-topic/9", "{Zoë}".encode()),
    ],
)
def test_what_columns_would_not_give_back_stays_as_it_is(topic: str, body: bytes) -> None:
    game = stored((topic, body))
    assert line(game)["body"] == body.decode()
    assert {line(game)[name] for name in FIELDS} == {None}
    assert [*games_in(table_of([game]))] == [game]


def test_no_games() -> None:
    assert table_of([]).num_rows == 0
    assert [*games_in(table_of([]))] == []


@pytest.mark.parametrize(
    ("topic", "body", "parts"),
    [
        ("tile-laid/1", b'{"seat":', {}),
        ("tile-laid/1", b'{"seat":0,"tile":"9-x","end":null,"flipped":false}', {}),
        ("game-won/1", b'{"seats":[\xff]}', {}),
        ("play-paused/1", b"{}", {"recorded_at": "2026-13-20T20:06:40.000001Z"}),
        ("play-paused/1", b"{}", {"clock": "2026-11-31T20:06:40.000001Z"}),
        ("play-paused/1", b"[]", {}),
    ],
)
def test_what_is_no_event_is_not_taken(topic: str, body: bytes, parts: dict[str, str]) -> None:
    with raises_message(Tampered, f"event 1 of game {GAME} is not readable"):
        table_of([stored((topic, body), **parts)])


def test_a_broken_chain_is_not_taken() -> None:
    good = stored(("play-paused/1", b"{}"), ("play-resumed/1", b"{}"))
    other = stored(("act-undone/1", b"{}"))
    with raises_message(Tampered, f"event 1 of game {GAME} is not what was recorded"):
        table_of([good._replace(rows=[other.rows[0], good.rows[1]])])


@pytest.mark.parametrize(
    "values",
    [
        {"tile": "99-99"},
        {"seat": None},
        {"topic": "no-topic/1"},
        {"recorded_at": pa.scalar(1 << 62, pa.timestamp("us", tz="UTC"))},
        {"clock": pa.scalar(-(1 << 62), pa.timestamp("us", tz="UTC"))},
    ],
)
def test_columns_that_say_no_event(values: dict[str, Any]) -> None:
    lay = b'{"seat":2,"tile":"6-6","end":null,"flipped":false}'
    table = table_of([stored(("tile-laid/1", lay))])
    for name, value in values.items():
        at = SCHEMA.get_field_index(name)
        column = pa.array([value], SCHEMA.field(name).type)
        table = table.set_column(at, SCHEMA.field(name), column)
    with raises_message(Tampered, f"event 1 of game {GAME} is not readable"):
        list(games_in(table))


def test_columns_of_no_game() -> None:
    with raises_message(Tampered, "event 1 of game x does not have the form of an event"):
        list(games_in(changed(stored(("play-paused/1", b"{}")), game="x")))


def test_a_changed_value_changes_the_chain() -> None:
    paused = stored(("turn-passed/1", b'{"seat":2,"inferred":false}'), ("play-resumed/1", b"{}"))
    (found,) = games_in(changed(paused, seat=3))
    assert found.rows[0][2] == paused.rows[0][2].replace(b'"seat":2', b'"seat":3')
    assert found.rows[1][2] != paused.rows[1][2]
