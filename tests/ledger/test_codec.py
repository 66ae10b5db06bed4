"""Events as bytes: stored bytes stay readable and unchanged."""

import json
import sqlite3
from contextlib import closing
from datetime import timedelta, timezone
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domino_ledger.domain.disputes.events import DisputeOpened
from domino_ledger.domain.events import (
    DealVoid,
    Event,
    GameOpened,
    IrregularityNoted,
    PipsNoted,
    RoundBlocked,
    RoundDealt,
    TileDrawn,
    TileLaid,
    TurnPassed,
)
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.payout import Stake
from domino_ledger.domain.tiles import UNSEEN
from domino_ledger.ledger.errors import Tampered
from domino_ledger.ledger.store.chain import entry_hash
from domino_ledger.ledger.store.codec import chained, decode, encode, house_entries
from domino_ledger.ledger.store.rows import StoredRow
from tests.domain.test_events import EXAMPLES
from tests.messages.raises import raises_message

from .games import booked

GAME = UUID(int=7)
NOW = "2026-01-02T03:04:05.000006Z"
STORED = Path(__file__).parents[1] / "golden" / "stored"

seats = st.integers(0, 9)
tiles = st.integers(0, UNSEEN - 1)
perhaps_unseen = st.lists(st.integers(0, UNSEEN), max_size=9).map(tuple)
hands = st.lists(tiles, max_size=9).map(tuple)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
minutes = st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
moments = st.datetimes(timezones=minutes)

ANY_EVENT: st.SearchStrategy[Event] = st.one_of(
    st.builds(
        GameOpened,
        record=texts,
        rules=st.sampled_from(sorted(PUBLISHED.values(), key=lambda rules: rules.id)),
        players=st.lists(st.uuids(), max_size=4).map(tuple),
        stake=st.builds(Stake, currency=st.sampled_from(["EUR", "XXX"])),
        teams=st.none() | st.just(((0, 2), (1, 3))),
        source=st.none() | texts,
        started_at=st.none() | moments,
        after=st.none() | texts,
    ),
    st.builds(
        RoundDealt,
        hands=st.lists(perhaps_unseen, max_size=4).map(tuple),
        boneyard=st.none() | hands,
        leader=st.none() | seats,
    ),
    st.builds(TileDrawn, seat=seats, tile=st.integers(0, UNSEEN)),
    st.builds(TileLaid, seat=seats, tile=tiles, end=st.none() | texts, flipped=st.booleans()),
    st.builds(
        IrregularityNoted,
        code=texts,
        params=st.dictionaries(texts, seats | texts | st.lists(texts).map(tuple)),
        recorded=st.none() | texts,
    ),
    st.builds(PipsNoted, pips=st.lists(st.none() | seats).map(tuple)),
    st.builds(DisputeOpened, dispute=seats, by=st.uuids(), claim=texts, round=st.none() | seats),
    st.sampled_from([example for example in EXAMPLES if isinstance(example, Event)]),
)


@given(ANY_EVENT, st.none() | st.just(NOW))
def test_every_event_is_restored(event: Event, happened_at: str | None) -> None:
    state = encode(event, "ab" * 32, NOW, happened_at)
    entry = decode(GAME, 5, event.TOPIC, state)
    assert entry.event == event
    assert type(entry.event) is type(event)
    assert (entry.previous, entry.recorded_at, entry.happened_at) == ("ab" * 32, NOW, happened_at)
    assert entry.hash == entry_hash(GAME, 5, event.TOPIC, state)
    assert encode(entry.event, "ab" * 32, NOW, happened_at) == state
    assert json.loads(state)["recorded_at"] == NOW


@pytest.mark.parametrize("stored", sorted(STORED.glob("*.txt")), ids=lambda path: path.stem)
def test_stored_bytes_are_readable(stored: Path) -> None:
    """Each file: topic, version, hash and bytes of one entry, kept as they were written."""
    topic, version, hashed, state = stored.read_bytes().rstrip(b"\n").split(b"\n", 3)
    entry = decode(GAME, int(version), topic.decode(), state)
    assert entry.hash == hashed.decode()
    assert entry.topic == topic.decode()
    times = entry.recorded_at, entry.happened_at
    assert encode(entry.event, entry.previous, *times, entry.salt) == state


def test_every_topic_has_stored_bytes() -> None:
    kept = {path.read_text().split("\n")[0] for path in STORED.glob("*.txt")}
    assert {kind.TOPIC for kind in Event.__args__} == kept


@given(st.integers(1, 50), st.integers(1, 50), st.sampled_from(["tile-laid/1", "tile-drawn/1"]))
def test_the_version_is_part_of_the_hash(one: int, other: int, topic: str) -> None:
    place = entry_hash(GAME, one, "tile-laid/1", b"x")
    same = (one, "tile-laid/1") == (other, topic)
    assert (entry_hash(GAME, other, topic, b"x") == place) is same
    assert entry_hash(UUID(int=8), one, "tile-laid/1", b"x") != place
    assert entry_hash(GAME, one, "tile-laid/1", b"y") != place


LAID = encode(TileLaid(seat=1, tile=5, end="left"), "", NOW)


@pytest.mark.parametrize(
    ("topic", "state"),
    [
        ("tile-laid/1", b""),
        ("tile-laid/1", b"{}"),
        ("tile-laid/1", LAID[:-1]),
        ("tile-laid/1", LAID + b" "),
        ("tile-laid/1", LAID.replace(b'"seat":1', b'"seat":"one"')),
        ("tile-laid/1", LAID.replace(b"2-2", b"99-2")),
        ("tile-laid/1", LAID.replace(b'"seat"', b'"saet"')),
        ("tile-laid/1", LAID.replace(b"left", b"l\xffft")),
        ("tile-laid/1", LAID.replace(b'"previous":""', b'"previous":"0"')),
        ("tile-laid/1", LAID.replace(b'"flipped":false', b'"flipped":false,"open":"x"')),
        ("tile-laid/2", LAID),
        ("", LAID),
        ("round-dealt/1", LAID),
        ("game-opened/1", LAID),
    ],
)
def test_an_invalid_event_is_tampering(topic: str, state: bytes) -> None:
    with pytest.raises(Tampered):
        decode(GAME, 3, topic, state)


def test_an_unknown_topic_is_named() -> None:
    with pytest.raises(Tampered) as found:
        decode(GAME, 3, "tile-turned/1", LAID)
    assert (found.value.code, found.value.params) == ("unknown-topic", {"topic": "tile-turned/1"})


@pytest.mark.parametrize(
    ("topic", "code"),
    [("counting-changed/1", "event-not-of-topic"), ("tile-laid/1", "unknown-topic")],
)
def test_an_invalid_event_of_the_house_is_tampering(topic: str, code: str) -> None:
    """The entry is chained, but its event is of a game."""
    with pytest.raises(Tampered) as found:
        list(house_entries(GAME, [(1, topic, LAID)]))
    assert (found.value.code, found.value.params) == (code, {"topic": topic})


@pytest.mark.parametrize(
    "change",
    ["state = replace(state, 'seat', 'saet')", "state = NULL", "topic = NULL", "topic = x'00'"],
)
def test_text_in_place_of_bytes_is_tampering(tmp_path: Path, change: str) -> None:
    """SQLite functions turn bytes into text, as in an edit by hand."""
    book, game = booked(tmp_path)
    with closing(sqlite3.connect(tmp_path / "book.db", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER stored_events_refuses_update")
        connection.execute(f"UPDATE stored_events SET {change} WHERE rowid = 5")
    with pytest.raises(Tampered, match="'event': 5"):
        book.stream(game)


def test_the_event_before_a_broken_link_is_named() -> None:
    game, last = UUID(int=1), "0" * 64
    rows: list[StoredRow] = []
    events: list[Event] = [DealVoid(), RoundBlocked(), TurnPassed(seat=0)]
    for version, event in enumerate(events, 1):
        state = encode(event, "" if version == 1 else last, "2020-01-01T00:00:00.000000Z")
        rows.append((version, event.TOPIC, state))
        last = entry_hash(game, version, event.TOPIC, state)
    assert [entry.originator_version for entry in chained(game, rows)] == [1, 2, 3]
    version, topic, state = rows[1]
    rows[1] = version, topic, state.replace(b"2020", b"2021")
    with raises_message(Tampered, "event 2 of game .* its hash has changed"):
        chained(game, rows)
