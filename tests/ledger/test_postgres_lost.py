"""The connection breaks at a COMMIT: no false conflict, and nothing is written twice."""

import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial

import pytest

from domino_ledger.domain.events import GameAbandoned, TurnPassed
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book, make_book, open_book
from domino_ledger.ledger.errors import Conflict, Unavailable
from domino_ledger.ledger.registry.name_changes import rename
from domino_ledger.ledger.registry.rule_sets import add, all_rules
from domino_ledger.ledger.registry.stored_names import all_names

from .contract_together import together
from .cutting import Moment, cut_wire
from .games import lines, record, take, take_one

OWN = PUBLISHED["block@1"].model_copy(update={"id": "house@1"})
MOMENTS = ["before", "after", "in flight"]


@pytest.fixture
def book(database: str) -> Iterator[Book]:
    """A book with a game."""
    make_book(database)
    with closing(open_book(database)) as book:
        assert take_one(book, record("payout.jsonl")).outcome == "added"
        yield book


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_event_is_written_once(database: str, book: Book, moment: Moment) -> None:
    (game,) = book.games()
    before = book.stream(game)
    slow = (lambda: time.sleep(0.5)) if moment == "in flight" else (lambda: None)
    with (
        cut_wire(database, moment, meanwhile=slow) as url,
        closing(open_book(url)) as far,
    ):
        far.append(before, [TurnPassed(seat=1), GameAbandoned()])
    after = book.stream(game)
    assert after.version == before.version + 2
    assert [entry.event for entry in after.entries[-2:]] == [TurnPassed(seat=1), GameAbandoned()]


@pytest.mark.parametrize("moment", MOMENTS)
def test_whole_games_and_names(database: str, book: Book, moment: Moment) -> None:
    with cut_wire(database, moment) as url, closing(open_book(url)) as far:
        taken = take(far, lines("openspiel-block.jsonl")[:20])
    assert [each.outcome for each in taken] == ["added"] * 20
    assert len(list(book.games())) == 21
    assert {"p0", "p1"} < set(all_names(book).values())
    again = take(book, lines("openspiel-block.jsonl")[:20])
    assert [each.outcome for each in again] == ["unchanged"] * 20


def test_written_and_then_extended_by_somebody_else(database: str, book: Book) -> None:
    """Between the COMMIT and the check after it; this program's event is in the book."""
    (game,) = book.games()
    before = book.stream(game)

    def theirs() -> None:
        book.append(book.stream(game), [GameAbandoned()])

    with (
        cut_wire(database, "after", meanwhile=theirs) as url,
        closing(open_book(url)) as far,
    ):
        far.append(before, [TurnPassed(seat=1)])
    events = [entry.event for entry in book.stream(game).entries[before.version :]]
    assert events == [TurnPassed(seat=1), GameAbandoned()]


def test_a_lost_write_whose_version_is_taken_is_a_conflict(database: str, book: Book) -> None:
    """Even if the other program writes an equal event: the bytes contain the time of recording."""
    (game,) = book.games()
    before = book.stream(game)

    def theirs() -> None:
        book.append(before, [TurnPassed(seat=1)])

    with (
        cut_wire(database, "before", meanwhile=theirs) as url,
        closing(open_book(url)) as far,
        pytest.raises(Conflict),
    ):
        far.append(before, [TurnPassed(seat=1)])
    assert book.version(game) == before.version + 1


def test_a_connection_that_is_always_cut(database: str, book: Book) -> None:
    (game,) = book.games()
    before = book.stream(game)
    with (
        cut_wire(database, "before", cuts=2) as url,
        closing(open_book(url)) as far,
        pytest.raises(Unavailable, match="perhaps-written"),
    ):
        far.append(before, [TurnPassed(seat=1)])
    assert book.stream(game) == before


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_tables_beside_the_events(database: str, book: Book, moment: Moment) -> None:
    with cut_wire(database, moment) as url, closing(open_book(url)) as far:
        add(far, OWN)
    assert all_rules(book)[OWN.id] == OWN
    name = next(iter(all_names(book).values()))
    with cut_wire(database, moment) as url, closing(open_book(url)) as far:
        rename(far, name, "somebody")
    assert "somebody" in all_names(book).values()
    assert book.query("SELECT name FROM former_name") == [(name,)]


@pytest.mark.parametrize("moment", MOMENTS)
def test_threads_that_write_together(database: str, book: Book, moment: Moment) -> None:
    """Each event is written once, and the conflict amid them stays one."""
    take(book, lines("payout.jsonl")[1:6])
    streams = [book.stream(game) for game in book.games()]
    for gone_on in (streams[0], streams[3]):
        book.append(gone_on, [GameAbandoned()])
    with cut_wire(database, moment) as url, closing(open_book(url)) as far:
        appends = [partial(far.append, of, [TurnPassed(seat=1)]) for of in streams]
        # The first, alone, comes to no COMMIT: it is cut at that of the others.
        (first, *after), transactions = together(far, *appends)
    assert transactions == 2
    assert isinstance(first, Conflict)
    assert isinstance(after.pop(2), Conflict)
    before = streams[1:3] + streams[4:]
    assert after == [book.stream(of.id) for of in before]
    assert [each.version - 1 for each in after] == [of.version for of in before]
