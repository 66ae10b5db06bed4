"""Concurrent users of read models in a PostgreSQL database, some of them killed."""

from contextlib import closing

import psycopg
import pytest

from domino_ledger.domain.rules.counting import AS_PLAYED
from domino_ledger.ledger.book import Book, make_book, open_book
from domino_ledger.ledger.errors import Unavailable
from domino_ledger.ledger.registry.name_changes import erase
from domino_ledger.ledger.store.postgres.connection import LIMITS
from domino_ledger.projections.tables.catch_up import Keeper, set_up_in_database
from domino_ledger.projections.tables.changed_names import names_copied_from
from domino_ledger.projections.tables.progress import progress_in
from domino_ledger.projections.tables.rebuild import switch
from tests.ledger.games import lines, take
from tests.postgres import other_role
from tests.projections.tables.everywhere import everywhere

from .figures_by_fold import rulings
from .killing import killed_at, points_of, started, was_killed
from .modelled import Everything, booked, everything, exhaust, opened, owed, rebuild, recount
from .two_stores import BATCH, LAMPUNG, compared

pytestmark = pytest.mark.unmeasured

# -- concurrent writers, and kills


def catch_up(database: str) -> None:
    with opened(database, BATCH) as keeper:
        exhaust(keeper.catch_up())


def rows(database: str) -> Everything:
    with opened(database, BATCH) as keeper:
        return everything(keeper.models)


def test_concurrent_catch_ups(both: tuple[Keeper, Keeper], filled: str) -> None:
    exhaust(both[0].catch_up())
    children = [started(lambda: catch_up(filled)) for _ in range(4)]
    assert [was_killed(child) for child in children] == [False] * 4
    compared(both)


def test_killed_during_a_catch_up(both: tuple[Keeper, Keeper], filled: str) -> None:
    """Each kill leaves whole batches, and nothing is taken in twice."""
    exhaust(both[0].catch_up())
    killed = sum(killed_at(point, lambda: catch_up(filled)) for point in range(5, 75, 7))
    assert killed >= 8
    catch_up(filled)
    compared(both)


def test_killed_during_a_rebuild(both: tuple[Keeper, Keeper], filled: str) -> None:
    for keeper in both:
        exhaust(keeper.catch_up())
    rebuild(both[0], LAMPUNG)

    def rebuild_again() -> None:
        with opened(filled, BATCH) as keeper:
            rebuild(keeper, LAMPUNG)

    for point in (4, 30, 60, 90, 120, 150, 180):
        killed_at(point, rebuild_again)
    exhaust(both[1].catch_up())
    rebuild_again()
    assert compared(both)["posting"]


def test_killed_at_the_switch(filled: str) -> None:
    with opened(filled, BATCH) as keeper:
        exhaust(keeper.catch_up())
        old = everything(keeper.models)

        def put_into_use() -> None:
            with opened(filled, BATCH) as keeper:
                switch(keeper, everywhere(keeper.book, LAMPUNG), None)

        points = 0
        for point in range(1, 400, 17):
            if not killed_at(point, put_into_use):
                break
            if everything(keeper.models) != old:  # Committed; killed while games were rated.
                break
            points += 1
        assert points >= 4
        assert booked(everything(keeper.models)) == owed(rulings(keeper.book, LAMPUNG))
    assert points_of(put_into_use) > 0


# -- readers


def test_a_reader_sees_one_moment(filled: str) -> None:
    """A reader sees the old rows during its transaction, and the new ones after it."""
    with opened(filled, BATCH) as keeper:
        exhaust(keeper.catch_up())
        question = "SELECT sum(abs(net)) FROM round_fact"
        amounts = (
            "SELECT sum(abs(amount)) FROM (SELECT sum(amount) AS amount FROM posting GROUP BY "
        )
        amounts += "round_id, player_id) AS booked"
        with opened(filled, BATCH) as reader, reader.models.reading() as connection:
            money = connection.value(amounts)
            assert switch(keeper, everywhere(keeper.book, LAMPUNG), None) > 0
            assert connection.value(question) >= money
            assert connection.value(amounts) == money
            assert progress_in(connection).counting == AS_PLAYED
        assert read(filled, amounts) not in (None, money)


def read(database: str, question: str) -> object:
    with opened(database, BATCH) as keeper, keeper.models.reading() as connection:
        assert progress_in(connection).position > 0
        return connection.value(question)


def test_a_catch_up_that_waits_too_long_fails(filled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "lock_timeout", "100ms")
    with (
        opened(filled, BATCH) as one,
        opened(filled, BATCH) as other,
        one.models.writing(),
        pytest.raises(Unavailable) as error,
    ):
        exhaust(other.catch_up())
    assert error.value.code == "locked"


def test_views_of_users_and_rights_survive_a_rebuild(filled: str) -> None:
    catch_up(filled)
    with other_role(filled, "analyst") as (owner, theirs):
        owner.execute("GRANT SELECT ON statistic TO analyst")
        owner.execute("CREATE VIEW mine AS SELECT player_id, games FROM statistic")
        with opened(filled, BATCH) as keeper:
            recount(keeper, LAMPUNG)
            rebuild(keeper, None)
        with psycopg.connect(theirs) as analyst:
            counted = analyst.execute("SELECT count(*) FROM statistic").fetchone()
        assert counted == owner.execute("SELECT count(*) FROM mine").fetchone()
        assert counted not in {None, (0,)}


def test_a_reader_cannot_write(filled: str) -> None:
    catch_up(filled)
    before = rows(filled)
    for statement in (
        "DELETE FROM posting",
        "DROP VIEW game",
        "CREATE TABLE mine (id int)",
        "SELECT nextval('stored_events_notification_id_seq')",
        "SET TRANSACTION READ WRITE",
    ):
        with pytest.raises(Unavailable):
            read(filled, statement)
    assert rows(filled) == before


def test_a_reader_without_rights_sees_the_tables_as_they_are(filled: str) -> None:
    catch_up(filled)
    with other_role(filled, "reader") as (owner, theirs):
        owner.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
        assert rows(theirs) == rows(filled)
        catch_up(theirs)
        with closing(open_book(filled)) as book:
            take(book, lines("payout.jsonl")[25:26])
        before = rows(filled)
        catch_up(theirs)
        assert rows(theirs) == rows(filled) == before


def test_a_book_in_its_own_schema(filled: str) -> None:
    """Another book in the same database has read models of its own."""
    with psycopg.connect(filled, autocommit=True) as owner:
        owner.execute("CREATE SCHEMA second")
    joint = "&" if "?" in filled else "?"
    other = f"{filled}{joint}options=-csearch_path%3Dsecond"
    make_book(other)
    with closing(open_book(other)) as book:
        assert isinstance(book, Book)
        assert set_up_in_database(book)
        take(book, lines("payout.jsonl")[:2])
    catch_up(other)
    catch_up(filled)
    assert len(rows(other)["game_fact"]) == 2
    assert len(rows(filled)["game_fact"]) > 20


def test_an_erased_name_is_gone(filled: str) -> None:
    catch_up(filled)
    (player, name), *_ = rows(filled)["known_name"]
    with closing(open_book(filled)) as book, names_copied_from(book):
        erase(book, player)
    assert (player, name) not in rows(filled)["known_name"]
    assert player not in {row[0] for row in rows(filled)["known_name"]}
