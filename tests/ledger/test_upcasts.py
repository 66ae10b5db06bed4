"""Old versions of events are read as the newest: here of an invented event."""

from typing import Any

import pytest

from domino_ledger.domain.events import TurnPassed
from domino_ledger.ledger.errors import Tampered
from domino_ledger.ledger.store.codec import event_in
from domino_ledger.ledger.store.upcasts import UPCASTS, Upcast, upcast

KNOCKED = b'{"previous":"","recorded_at":"2026-01-02T03:04:05.000006Z","event":%b}'


def with_seat(fields: dict[str, Any]) -> dict[str, Any]:
    """Version 1 of the invented event counts seats from 1."""
    return {"seat": fields["chair"] - 1, "inferred": False}


def with_chair(fields: dict[str, Any]) -> dict[str, Any]:
    """Version 0 names a seat by a letter."""
    return {"chair": "abcd".index(fields["letter"]) + 1}


@pytest.fixture(autouse=True)
def _invented(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(UPCASTS, "knocked/1", Upcast(TurnPassed.TOPIC, with_seat))
    monkeypatch.setitem(UPCASTS, "knocked/0", Upcast("knocked/1", with_chair))


@pytest.mark.parametrize(
    ("topic", "body"), [("knocked/1", b'{"chair":3}'), ("knocked/0", b'{"letter":"c"}')]
)
def test_every_old_version_is_read_as_the_newest(topic: str, body: bytes) -> None:
    assert event_in(topic, KNOCKED % body) == TurnPassed(seat=2)


def test_the_newest_version_is_left_as_it_is() -> None:
    assert upcast("turn-passed/1", b"as it is") == ("turn-passed/1", b"as it is")


@pytest.mark.parametrize("body", [b"{}", b"[]", b"nothing", b'{"chair":"x"}', b'{"letter":"z"}'])
@pytest.mark.parametrize("topic", ["knocked/0", "knocked/1"])
def test_an_invalid_old_version_is_tampering(topic: str, body: bytes) -> None:
    with pytest.raises(Tampered):
        event_in(topic, KNOCKED % body)
