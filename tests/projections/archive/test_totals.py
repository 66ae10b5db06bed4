"""Statistics and payouts of an archive are those of its books."""

import pickle
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any
from uuid import UUID

import pyarrow as pa
import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import Counting
from domino_ledger.ledger.errors import Tampered
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.registry.counting import one_counting
from domino_ledger.projections.archive.manifest import hash_of_content, write_manifest
from domino_ledger.projections.archive.partition import partitions, rules_of
from domino_ledger.projections.archive.place import NoArchive
from domino_ledger.projections.archive.read import Archive, open_archive
from domino_ledger.projections.archive.totals import (
    payouts_of,
    payouts_part,
    statistics_of,
    statistics_part,
)
from domino_ledger.projections.archive.verify_archive import verify_archive
from domino_ledger.projections.archive.write import parquet_of
from domino_ledger.projections.reports.game_filter import GameFilter
from domino_ledger.projections.reports.league import uncounted
from domino_ledger.projections.reports.payouts import dues_by_game, dues_by_player, unsettled
from domino_ledger.projections.reports.profiles import article_figures
from domino_ledger.projections.reports.statistics import player_statistics
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.connection import Connection
from domino_ledger.projections.tables.database import ReadModels
from domino_ledger.projections.tables.rebuild import switch
from tests.domain.builders import altered
from tests.lanes import examples
from tests.ledger.games import new_book
from tests.messages.raises import raises_message
from tests.projections.tables.articles import add
from tests.projections.tables.everywhere import everywhere
from tests.projections.tables.modelled import recount, small_book, various_book

from .archives import WIDTH, archive_of, archived, kept, names_of, random_rows

OF_OPEN_GAMES = "game_id IN (SELECT id FROM game_fact WHERE closed IS NULL)"


@contextmanager
def closed_games_of(keeper: Keeper) -> Iterator[Connection]:
    """A copy of the tables of a book, without the games that are not closed."""
    tables = Path(f"{keeper.book.address}.tables")
    with closing(ReadModels("copy", copied=tables)) as models, models.writing() as connection:
        for table in ("game_seat", "game_sum", "round_end", "posting"):
            connection.execute(f"DELETE FROM {table} WHERE {OF_OPEN_GAMES}")
        connection.execute("DELETE FROM game_fact WHERE closed IS NULL")
        yield connection


def of_book(keeper: Keeper, rules: str | None = None) -> dict[str, Any]:
    """Everything that statistics and payouts say of the closed games of a book.

    Without dues of nothing: a book has them from what was booked and taken back.
    """
    with closed_games_of(keeper) as connection:
        dues = dues_by_player(connection, {}), dues_by_game(connection, {})
        return {
            "players": player_statistics(connection, rules),
            "article": article_figures(connection),
            "uncounted": uncounted(connection, GameFilter(rules=rules)),
            "dues": [[due for due in each if due.amount] for each in dues],
            "unsettled": unsettled(connection),
        }


def of_archive(
    archive: Archive, counting: Counting | None = None, rules: str | None = None
) -> dict[str, Any]:
    """The same of an archive, added up from its partitions."""
    parts = partitions(archive, counting)
    found = statistics_of((statistics_part(each, rules) for each in parts), rules)
    by_player, by_game = (
        payouts_of((payouts_part(each, by_game=by) for each in parts), {}, by_game=by)
        for by in (False, True)
    )
    assert by_player.unsettled == by_game.unsettled
    dues = by_player.dues, by_game.dues
    return {
        **found._asdict(),
        "dues": [[due for due in each if due.amount] for each in dues],
        "unsettled": by_player.unsettled,
    }


# -- one book


@pytest.fixture(scope="module")
def various(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a book of various games with an archive."""
    directory = tmp_path_factory.mktemp("various")
    various_book(directory).close()
    archived(directory / "book.db", directory / "archive")
    return directory


@pytest.mark.parametrize("rules", PUBLISHED)
def test_by_every_rule_set_all_figures_are_those_of_the_book(rules: str, various: Path) -> None:
    """The archive is not written again: its verdicts are those of the rules that count in it."""
    archive = open_archive(str(various / "archive"))
    assert len(partitions(archive)) > 3
    counting = one_counting(PUBLISHED, [f"all={rules}"])
    with kept(various / "book.db") as keeper:
        switch(keeper, counting, None)
        assert of_archive(archive, counting) == of_book(keeper)


def test_only_of_some_rules(various: Path) -> None:
    archive = open_archive(str(various / "archive"))
    with kept(various / "book.db") as keeper:
        recount(keeper)
        for rules in rules_of(archive):
            assert of_archive(archive, rules=rules) == of_book(keeper, rules)


@pytest.mark.parametrize("seed", range(examples(3)))
def test_of_random_games_all_figures_are_those_of_the_book(seed: int, tmp_path: Path) -> None:
    """Games of all variants, disputed, ruled on, amended and broken off."""
    games = random_rows(f"totals {seed}", 12)
    with closing(new_book(tmp_path)) as book:
        book.write([], names_of([history for history, _ in games]))
        for _, rows in games:
            book.write(rows)
    archive = archive_of(tmp_path / "book.db", tmp_path / "archive")
    with kept(tmp_path / "book.db") as keeper:
        assert of_archive(archive) == of_book(keeper)
        for rules in ("partnership-sanjuan@1", "forced-block@1"):
            counting = one_counting(PUBLISHED, [f"all={rules}"])
            switch(keeper, counting, None)
            assert of_archive(archive, counting) == of_book(keeper)
    again = archive_of(tmp_path / "book.db", tmp_path / "archive")
    assert again.manifest.logs[0].counting == counting
    with kept(tmp_path / "book.db") as keeper:
        assert of_archive(again) == of_book(keeper)


def test_verdicts_in_the_archive_are_used(tmp_path: Path) -> None:
    """Events are read where a verdict that the rules need is not among them."""
    various_book(tmp_path).close()
    book, folder = tmp_path / "book.db", tmp_path / "archive"
    before = archive_of(book, folder)
    with kept(book) as keeper:
        counting = everywhere(keeper.book, PUBLISHED["forced-block@1"])
        switch(keeper, counting, None)
        expected = of_book(keeper)
    assert of_archive(before, counting) == expected
    events = folder / "events"
    events.rename(tmp_path / "away")
    with raises_message(Tampered, "is missing"):
        of_archive(before, counting)
    (tmp_path / "away").rename(events)
    after = archive_of(book, folder)
    rmtree(events)
    assert of_archive(after, counting) == expected


def test_a_part_is_all_that_another_process_needs(various: Path) -> None:
    archive = open_archive(str(various / "archive"))
    parts = partitions(archive)
    for part in parts:
        given = pickle.dumps(part)
        assert statistics_part(pickle.loads(given), None) == statistics_part(part, None)
        named = {file.path for file in archive.manifest.files if file.path.encode() in given}
        assert named == {file.path for file in part.bucket.tables.values()}


# -- several books

PLAYERS = [UUID(int=number) for number in range(1, 5)]
KINDS = ("forced-block@1", "block-lot@1", "partnership-sanjuan@1")


def play(directory: Path, seeds: range) -> Path:
    """A book of the same four players, three games for each seed."""
    directory.mkdir()
    with closing(new_book(directory)) as book:
        book.write([], [(each.hex, f"player {each.int}") for each in PLAYERS])
        for seed in seeds:
            for id in KINDS:
                add(book, Simulation(PUBLISHED[id], 4, seed).play(seed, PLAYERS).events)
    return directory / "book.db"


def test_books_side_by_side_add_up(tmp_path: Path) -> None:
    """As one book in which the games of one log follow those of the other."""
    seeds = {play(tmp_path / f"{each}", each): each for each in (range(1, 4), range(4, 6))}
    order = {}
    for path, of_book_ in seeds.items():
        archived(path, tmp_path / "archive", WIDTH)
        order[archive_of(path, path.parent / "alone").manifest.logs[0].log] = of_book_
    whole = tmp_path / "whole"
    whole.mkdir()
    with closing(new_book(whole)) as book:
        book.write([], [(each.hex, f"player {each.int}") for each in PLAYERS])
        for log in sorted(order):
            for seed in order[log]:
                for id in KINDS:
                    add(book, Simulation(PUBLISHED[id], 4, seed).play(seed, PLAYERS).events)
    archive = open_archive(str(tmp_path / "archive"))
    with kept(whole / "book.db") as keeper:
        for rules in (None, PUBLISHED["forced-block@1"]):
            recount(keeper, rules)
            found = of_archive(archive, everywhere(keeper.book, rules))
            assert found == of_book(keeper)
            assert len(found["players"]) == len(PLAYERS)


def test_books_with_other_rules_of_one_id(tmp_path: Path) -> None:
    for number, target in enumerate((100, 150)):
        (tmp_path / f"{number}").mkdir()
        rules = altered("block@1", score={"target": target})
        with closing(new_book(tmp_path / f"{number}")) as book:
            book.write([], [(each.hex, f"player {each.int}") for each in PLAYERS])
            add(book, Simulation(rules, 4, 1).play(1, PLAYERS).events)
        archived(tmp_path / f"{number}" / "book.db", tmp_path / "archive")
    with raises_message(NoArchive, "have different rules called house@1"):
        rules_of(open_archive(str(tmp_path / "archive")))


# -- archives that are not as they were written


def test_other_columns(tmp_path: Path) -> None:
    small_book(tmp_path).close()
    archive = archive_of(tmp_path / "book.db", tmp_path / "archive")
    (part, *_) = partitions(archive)
    content = parquet_of(pa.table({"seat": [1]}))
    (tmp_path / "archive" / part.bucket.tables["game_seat"].path).write_bytes(content)
    with raises_message(Tampered, "game_seat"), part.tables():
        pass
    hash = hash_of_content(content)
    changed = part.bucket.tables["game_seat"].model_copy(update={"sha256": hash})
    tables = part.bucket.tables | {"game_seat": changed}
    other = part._replace(bucket=part.bucket.model_copy(update={"tables": tables}))
    with raises_message(NoArchive, "does not have the columns of its table"), other.tables():
        pass


def test_a_manifest_that_says_that_games_count_by_other_rules(various: Path) -> None:
    archive = open_archive(str(various / "archive"))
    (log,) = archive.manifest.logs
    with kept(various / "book.db") as keeper:
        recount(keeper)
    archived(various / "book.db", various / "archive")
    archive = open_archive(str(various / "archive"))
    (log,) = archive.manifest.logs
    with kept(various / "book.db") as keeper:
        assert verify_archive(archive, keepers=[keeper]).books == 1
        counting = everywhere(keeper.book, PUBLISHED["block@1"])
        changed = archive.manifest.with_log(log.model_copy(update={"counting": counting}))
        write_manifest(archive.place, changed)
        with raises_message(Tampered, "count by other rules than those of"):
            verify_archive(open_archive(str(various / "archive")), keepers=[keeper])
