"""How long each seat has thought."""

from datetime import datetime
from uuid import UUID

from domino_ledger.domain.events import ActUndone, Event, TurnPassed
from domino_ledger.ledger.store.codec import Entry, encode
from domino_ledger.projections.replay.clocks import seconds_used


def recorded(event: Event, time: str) -> Entry:
    state = encode(event, "", f"2026-01-01T20:{time}.000000Z")
    return Entry(UUID(int=1), 1, event.TOPIC, event, "", "", state)


ENTRIES = (
    recorded(ActUndone(), "00:00"),
    recorded(TurnPassed(seat=0), "00:07"),
    recorded(TurnPassed(seat=1), "00:10"),
    recorded(ActUndone(), "01:00"),  # To take something back is nobody's time.
    recorded(TurnPassed(seat=1), "01:20"),
    recorded(TurnPassed(seat=0), "01:21"),
)


def at(time: str) -> datetime:
    return datetime.fromisoformat(f"2026-01-01T20:{time}+00:00")


def test_the_time_before_an_act_is_that_of_its_seat() -> None:
    assert seconds_used(ENTRIES, 3, None, at("09:00")) == [8, 23, 0]


def test_the_seat_in_turn_thinks_until_now() -> None:
    assert seconds_used(ENTRIES, 3, 2, at("02:00")) == [8, 23, 39]


def test_a_clock_that_was_put_back_takes_no_time_away() -> None:
    assert seconds_used(ENTRIES, 3, 2, at("00:00")) == [8, 23, 0]
