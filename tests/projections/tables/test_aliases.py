"""Merged players in the tables: as if the games had been recorded with one name."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domino_ledger.domain.house import PlayersMerged, PlayersUnmerged
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.registry.aliases import aliases
from domino_ledger.ledger.registry.merging import NotMerged, add_merge, unmerge
from domino_ledger.ledger.registry.players import player_called
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.reports.payouts import dues_by_player
from domino_ledger.projections.reports.profiles import article_figures
from domino_ledger.projections.reports.statistics import player_statistics
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.database import read_models_of
from domino_ledger.projections.tables.merged_players import merge_players
from domino_ledger.projections.tables.player_aliases import known_aliases
from domino_ledger.projections.tables.rebuild import made_anew, rows_of, switch
from domino_ledger.projections.tables.schema import described
from domino_ledger.projections.verification.chains import verify_book
from tests.domain.builders import altered
from tests.ledger.games import Json, new_book, record, take_one
from tests.messages.raises import raises_message
from tests.projections.tables.everywhere import everywhere

from .modelled import exhaust, rebuild

LAMPUNG = altered("forced-block@1", payout={"loss_factor": 3})
BLOCKED, OUT = record("payout.jsonl"), record("payout.jsonl", 1)
EVENING = [
    BLOCKED | {"players": ["Ana", "Ben", "Cid", "Dan"]},
    OUT | {"players": ["Anna", "Ben", "Cid", "Dan"]},
    record("payout.jsonl", 53) | {"players": ["Ann", "Ben"]},
    record("payout.jsonl", 3) | {"players": ["Cid", "Ben", "Eve"]},
]
MERGES = (("Anna", "Ana"), ("Ann", "Anna"))


def booked(directory: Path, games: list[Json]) -> Book:
    directory.mkdir(exist_ok=True)
    book = new_book(directory)
    for game in games:
        assert take_one(book, game).outcome == "added"
    return book


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with closing(booked(tmp_path / "merged", EVENING)) as book:
        yield book


@pytest.fixture
def keeper(book: Book) -> Iterator[Keeper]:
    with closing(read_models_of(book)) as models:
        keeper = Keeper(book, models)
        exhaust(keeper.catch_up())
        yield keeper


def merge(keeper: Keeper, *pairs: tuple[str, str]) -> None:
    for name, into in pairs:
        with keeper.models.reading() as connection:
            merge_players(keeper.book, connection, name, into)
        exhaust(keeper.catch_up())


def reports_of(keeper: Keeper) -> dict[str, Any]:
    """Every report by the names of players."""
    names = all_names(keeper.book)
    with keeper.models.reading() as connection:
        every = player_statistics(connection)
        article = article_figures(connection)
        return {
            "statistics": {names[one.player]: (one.together, one.by_rules) for one in every},
            "article": {names[player]: figures for player, figures in article.items()},
            "money": {
                (names[each.player], each.currency): each.amount
                for each in dues_by_player(connection, {})
                if each.amount
            },
        }


@pytest.fixture
def of_one_name(tmp_path: Path) -> Iterator[Keeper]:
    """These games, played under one name."""
    same = [
        game | {"players": ["Ana" if name in {"Anna", "Ann"} else name for name in game["players"]]}
        for game in EVENING
    ]
    with closing(booked(tmp_path / "one", same)) as book, closing(read_models_of(book)) as models:
        keeper = Keeper(book, models)
        exhaust(keeper.catch_up())
        yield keeper


@pytest.mark.unmeasured
def test_all_reports_have_one_person(keeper: Keeper, of_one_name: Keeper) -> None:
    before, together = reports_of(keeper), reports_of(of_one_name)
    assert before != together
    merge(keeper, *MERGES)
    assert reports_of(keeper) == together
    unmerge(keeper.book, "Anna")
    exhaust(keeper.catch_up())
    assert reports_of(keeper)["statistics"].keys() == before["statistics"].keys() - {"Ann"}
    unmerge(keeper.book, "Ann")
    exhaust(keeper.catch_up())
    assert reports_of(keeper) == before


@pytest.mark.unmeasured
def test_games_recorded_later(keeper: Keeper, of_one_name: Keeper) -> None:
    merge(keeper, *MERGES)
    for each, name in ((keeper, "Ann"), (of_one_name, "Ana")):
        later = record("payout.jsonl", 5)
        names = [name, "Ben", "Cid", "Dan"][: len(later["players"])]
        take_one(each.book, later | {"players": names})
        exhaust(each.catch_up())
    assert reports_of(keeper) == reports_of(of_one_name)


@pytest.mark.unmeasured
def test_tables_made_anew(keeper: Keeper, of_one_name: Keeper) -> None:
    """Also if the players were merged meanwhile."""
    counting = everywhere(keeper.book, LAMPUNG)
    with made_anew(keeper, counting) as anew:
        exhaust(anew.catch_up())
        merge(keeper, *MERGES)
        switch(keeper, counting, anew)
    rebuild(of_one_name, LAMPUNG)
    for each in (keeper, of_one_name):
        exhaust(each.catch_up())
    assert reports_of(keeper) == reports_of(of_one_name)


def test_what_was_booked_stays(keeper: Keeper) -> None:
    def postings() -> list[dict[str, Any]]:
        with keeper.models.reading() as connection:
            rows = sorted(rows_of(connection, "posting"))
            columns = [column.name for column in described("posting").columns]
            return [dict(zip(columns, row, strict=True)) for row in rows]

    before = postings()
    merge(keeper, *MERGES)
    after = postings()
    assert after[: len(before)] == before
    more = after[len(before) :]
    assert {row["kind"] for row in more} == {"adjustment"}
    sums: Counter[int] = Counter()
    for row in more:
        sums[row["entry"]] += row["amount"]
    assert set(sums.values()) == {0}


@pytest.mark.unmeasured
def test_flawed_tables_are_replaced_by_others_that_know(
    keeper: Keeper, of_one_name: Keeper
) -> None:
    with keeper.models.reading() as connection:
        merge_players(keeper.book, connection, *MERGES[0])
        merge_players(keeper.book, connection, "Ann", "Ana")
    with keeper.models.writing() as connection:
        connection.rows("DROP VIEW player")
    again = Keeper(keeper.book, keeper.models)
    rebuild(again)
    exhaust(again.catch_up())
    assert reports_of(again) == reports_of(of_one_name)


def test_two_who_sat_together_are_not_one(keeper: Keeper) -> None:
    with (
        keeper.models.reading() as connection,
        raises_message(NotMerged, f"sat at one table in {BLOCKED['id']}"),
    ):
        merge_players(keeper.book, connection, "Cid", "Ana")
    merge(keeper, MERGES[0])
    with keeper.models.reading() as connection, raises_message(NotMerged, "sat at one table in"):
        merge_players(keeper.book, connection, "Dan", "Anna")
    with keeper.models.reading() as connection:
        assert len(known_aliases(connection)) == len(aliases(keeper.book)) == 1


@pytest.mark.parametrize("late", [["Ana", "Anna", "Cid", "Dan"], ["Ana", "Ben", "Cid", "Dan"]])
def test_a_game_recorded_while_two_are_merged(
    late: list[str], keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the tables were asked who sat together, and before the house decides."""
    book = keeper.book

    def merge_late(*arguments: Any) -> None:
        take_one(book, BLOCKED | {"id": "late", "players": late})
        add_merge(*arguments)

    monkeypatch.setattr("domino_ledger.projections.tables.merged_players.add_merge", merge_late)
    if "Anna" in late:
        with raises_message(NotMerged, "sat at one table in late"):
            merge(keeper, ("Anna", "Ana"))
    else:
        merge(keeper, ("Anna", "Ana"))
    assert len(aliases(book)) == ("Anna" not in late)
    verify_book(book)


def test_who_ordered_a_merge(keeper: Keeper) -> None:
    with keeper.models.reading() as connection:
        merge_players(keeper.book, connection, "Anna", "Ana", "Marta")
    unmerge(keeper.book, "Anna", "Marta")
    marta, anna, ana = (player_called(keeper.book, name) for name in ("Marta", "Anna", "Ana"))
    assert [entry.event for entry in keeper.book.house().entries] == [
        PlayersMerged(player=anna, into=ana, by=marta),
        PlayersUnmerged(player=anna, by=marta),
    ]
    verify_book(keeper.book)
