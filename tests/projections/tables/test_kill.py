"""Work on read models fails, or is killed, at any point: nothing is lost."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from domino_ledger.ledger.book import open_book
from domino_ledger.projections.tables import database as store
from domino_ledger.projections.tables.progress import columns_in
from tests.lanes import examples
from tests.ledger.games import lines, take

from .figures_by_fold import rulings
from .killing import faults, killed_after, killed_at, killed_at_line, points_of, started, was_killed
from .modelled import (
    Everything,
    booked,
    everything,
    exhaust,
    opened,
    owed,
    rebuilt_rows,
    small_book,
    various_book,
)
from .places import BATCH, OTHER, InFile, OnServer, Place
from .two_stores import fill


def place_of(kind: str, book: Path, request: pytest.FixtureRequest, batch: int) -> Place:
    """The book in this file, or a copy of it in a database."""
    if kind == "file":
        return InFile(book, batch)
    url = request.getfixturevalue("database")
    fill(url, book)
    return OnServer(request.getfixturevalue("server"), url, batch)


@pytest.fixture(params=["file", pytest.param("server", marks=pytest.mark.deep)])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A book of which nothing is taken in yet."""
    various_book(tmp_path).close()
    return place_of(request.param, tmp_path / "book.db", request, BATCH)


@pytest.fixture
def place(fresh: Place) -> Place:
    """A book that is caught up."""
    fresh.catch_up()
    fresh.keep()
    return fresh


def some(points: int, most: int) -> Iterator[int]:
    """The first, the last and some points between, evenly spread; in the deep lane up to all."""
    most = min(points, examples(most))
    yield from sorted({1 + at * (points - 1) // (most - 1) for at in range(most)})


SWITCHING: dict[str, Callable[[Place], None]] = {
    "from facts": lambda place: place.switch(),
    "made anew": lambda place: place.rebuild(),
}

# -- faults in this process, at one statement after the other, with a small book

pytestmark = [pytest.mark.no_cover, pytest.mark.unmeasured]

EVERY = max(1, 150 // examples(10))
"""Every fifteenth statement, or a part of that where there are few; in the deep lane every one."""


@pytest.fixture(params=["file", pytest.param("server", marks=pytest.mark.deep)])
def small_fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A small book of which nothing is taken in yet."""
    small_book(tmp_path).close()
    return place_of(request.param, tmp_path / "book.db", request, batch=60)


@pytest.fixture
def small(small_fresh: Place) -> Place:
    """A small book that is caught up."""
    small_fresh.catch_up()
    small_fresh.keep()
    return small_fresh


def test_catching_up_fails(small_fresh: Place) -> None:
    check_failing(small_fresh, small_fresh.catch_up, EVERY, Place.rows, before={})


def test_judging_fails(small: Place) -> None:
    check_failing(small, small.judge, 1, Place.rows, before=small.rows())


@pytest.mark.parametrize("by", SWITCHING)
def test_a_switch_fails(by: str, small: Place) -> None:
    work = SWITCHING[by]
    check_failing(small, lambda: work(small), -(-EVERY // 3), _settled, before=_settled(small))


def check_failing(
    place: Place,
    work: Callable[[], None],
    every: int,
    rows: Callable[[Place], Everything],
    *,
    before: Everything,
) -> None:
    """Let the work fail again and again: then all is as before or as after it, and it can be done.

    Where there was nothing before, some of the work may be done.
    """
    work()
    after = rows(place)
    assert after != before
    failed = 0
    for _ in faults(work, place.bring_back, every):
        failed += 1
        assert not before or rows(place) in (before, after)
        work()
        assert rows(place) == after
    assert failed > 5


# -- kills


def test_catching_up(fresh: Place) -> None:
    """Also from nothing, and at each point of the setup."""
    points = points_of(fresh.catch_up)
    whole = fresh.rows()
    killed = 0
    for point in some(points, 6):
        fresh.bring_back()
        killed += killed_at(point, fresh.catch_up)
        fresh.catch_up()
        assert fresh.rows() == whole
    assert killed >= 6
    with closing(open_book(fresh.book)) as book:
        assert booked(whole) == owed(rulings(book)) != {}


def test_making_the_file(tmp_path: Path) -> None:
    """A half-made file is made again."""
    various_book(tmp_path).close()
    fresh = InFile(tmp_path / "book.db")
    lines_passed = 1
    while killed_at_line(lines_passed, store._make_ready, fresh.catch_up):
        fresh.catch_up()
        fresh.bring_back()
        lines_passed += 1
    assert lines_passed > 8


def test_concurrent_first_uses(fresh: Place) -> None:
    """The file is made once, and nothing is taken in or booked twice."""
    children = [started(fresh.catch_up) for _ in range(6)]
    assert [was_killed(child) for child in children] == [False] * 6
    together = fresh.rows()
    fresh.bring_back()
    fresh.catch_up()
    assert fresh.rows() == together


def test_catching_up_batch_by_batch(fresh: Place) -> None:
    """A reader after a kill sees the result of whole batches."""
    stages: list[Everything] = [{}]
    with opened(fresh.book, BATCH) as keeper:
        stages += [rebuilt_rows(everything(keeper.models)) for _ in keeper.catch_up()]
    fresh.bring_back()
    points = points_of(fresh.catch_up)
    seen = []
    for point in some(points, 8):
        fresh.bring_back()
        killed_at(point, fresh.catch_up)
        with closing(fresh.models()) as models, models.reading() as connection:
            there = "progress" in columns_in(connection)
        found = rebuilt_rows(fresh.rows()) if there else {}
        seen.append(_figures(found))
    known = [_figures(stage) for stage in stages]
    assert all(rows in known or not any(rows.values()) for rows in seen)
    assert len({known.index(rows) for rows in seen if rows in known}) >= 3


def _figures(rows: Everything) -> Everything:
    """The rows that every batch adds to."""
    names = "game_fact", "game_seat", "statistic", "turnover"
    return {name: rows[name] for name in names if name in rows}


@pytest.mark.parametrize("by", SWITCHING)
def test_switching(by: str, place: Place) -> None:
    """A reader sees only old or only new tables; the difference is booked once."""
    with closing(open_book(place.book)) as book:
        take(book, [*lines("sanjuan.jsonl")[:1], *lines("payout.jsonl")[25:26]])  # For the switch.
        last = len(list(book.games()))
    place.keep()

    def work() -> None:
        SWITCHING[by](place)

    old = _settled(place)
    points = points_of(work)
    new = _settled(place)
    assert new["game_seat"] != old["game_seat"]
    assert {row[0] for row in new["posting"] if row[3] == last - 1} == {"adjustment"}
    assert "settlement" in {row[0] for row in new["posting"] if row[3] == last}
    seen = []
    for point in some(points, 6):
        place.bring_back()
        assert killed_at(point, work)
        found = _settled(place)
        assert found in (old, new)
        seen.append(found == new)
        work()
        assert _settled(place) == new
    assert seen[0] is False
    with closing(open_book(place.book)) as book:
        assert booked(new) == owed(rulings(book, OTHER))


def _settled(place: Place) -> Everything:
    """The rows without those that a switch leaves to the next catch-up."""
    return place.rows() | {"known_name": [], "rated": [], "rating": []}


def test_rebuilding_at_random_moments(place: Place) -> None:
    """A concurrent reader sees only old or only new tables."""
    old = rebuilt_rows(place.rows())
    began = monotonic()
    assert not was_killed(started(place.rebuild))
    took = monotonic() - began
    new = place.rows()
    chance = Random(7).random
    killed = 0
    for _ in range(examples(4)):
        place.bring_back()
        seen: list[bool] = []

        def look(seen: list[bool] = seen) -> None:
            rows = rebuilt_rows(place.rows())
            assert rows in (old, rebuilt_rows(new))
            seen.append(rows["game_seat"] == new["game_seat"])

        killed += killed_after(took * chance(), place.rebuild, look)
        look()
        assert seen == sorted(seen)
        place.rebuild()
        assert place.rows() == new
    assert killed >= 1


def test_judging(place: Place) -> None:
    points = points_of(place.judge)
    whole = place.rows()
    assert len({row[1] for row in whole["verdict"]}) > 3
    for point in some(points, 4):
        place.bring_back()
        killed_at(point, place.judge)
        place.judge()
        assert place.rows() == whole


def test_games_added_during_a_rebuild(place: Place) -> None:
    """Writers take no lock of the tables, a catch-up waits briefly; no event is missing."""
    child = started(place.rebuild)
    with opened(place.book, BATCH) as keeper:
        for number, line in enumerate(lines("payout.jsonl")[25:45]):
            take(keeper.book, [line])
            sleep(0.01)
            if number % 5 == 0:
                exhaust(keeper.catch_up())
    assert not was_killed(child)
    place.catch_up()
    found = place.rows()
    with closing(open_book(place.book)) as book:
        assert len(found["game_fact"]) == len(list(book.games()))
        assert booked(found) == owed(rulings(book, OTHER))
    place.rebuild()
    assert rebuilt_rows(place.rows()) == rebuilt_rows(found)
