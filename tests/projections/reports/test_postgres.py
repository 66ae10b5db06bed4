"""Reports on a book in PostgreSQL and on an equal one in a file are equal."""

import shlex
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import get_args

import pytest

from domino_ledger.ledger.book import Book, make_book, open_book
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.days import span_of
from domino_ledger.projections.reports.breakdown import By, breakdown
from domino_ledger.projections.reports.game_filter import GameFilter
from domino_ledger.projections.reports.games import forced_blocks, game_overviews
from domino_ledger.projections.reports.league import Place, league, leagues
from domino_ledger.projections.reports.night import games_of, last_evening
from domino_ledger.projections.reports.payouts import dues_by_game, dues_by_player, entries
from domino_ledger.projections.reports.profiles import (
    article_figures,
    form_of,
    last_games,
    others_met,
)
from domino_ledger.projections.reports.search import Search, find_rounds
from domino_ledger.projections.reports.statistics import player_statistics
from domino_ledger.projections.tables.catch_up import set_up_in_database
from domino_ledger.projections.tables.connection import Connection
from domino_ledger.projections.tables.queries import query_answer
from tests.docs.pages import ROOT, blocks
from tests.docs.test_commands import steps
from tests.ledger.games import write_copied

from .books import asked, of_every_kind, ordered

pytestmark = pytest.mark.unmeasured

SEARCHES = (
    Search(led=27, result="lost", games=GameFilter(rules="forced-block@1")),
    Search(blocked_at=(2, 5)),
    Search(line=(27, 26), ended="out"),
    Search(opening=(27, 26), held=(5,), went_out=True),
)
DAYS = GameFilter(*span_of(date(2000, 1, 1), date(2999, 12, 31)))


def copy(book: Book, database: str) -> Book:
    """A copy of the events and names in the database."""
    make_book(database)
    other = open_book(database)
    write_copied(other, book.log(0, 10**6), book.query("SELECT * FROM player_name"))
    set_up_in_database(other)
    return other


def ranked(connection: Connection) -> list[Place]:
    return sorted(league(connection, DAYS).places, key=lambda place: place.player)


def reports_of(book: Book) -> dict[str, list[object]]:
    with asked(book) as connection:
        everybody = player_statistics(connection)
        players = [one.player for one in everybody]
        return {
            "games": list(game_overviews(connection)),
            "statistics": [(one.player, one.together, one.by_rules) for one in everybody],
            "draw": [*player_statistics(connection, "draw@1")],
            "met": [others_met(connection, player, "opponent") for player in players],
            "partners": [others_met(connection, player, "partner") for player in players],
            "form": [form_of(connection, player) for player in players],
            "breakdowns": [breakdown(connection, by, all_names(book)) for by in get_args(By)],
            "last": [last_games(connection, player) for player in players],
            "article": [*sorted(article_figures(connection).items())],
            "blocks": list(forced_blocks(connection)),
            "payouts": [*dues_by_player(connection, {})],
            "by game": [*dues_by_game(connection, {})],
            "entries": list(entries(connection)),
            "league": [*ranked(connection)],
            "found": [list(find_rounds(connection, wanted)) for wanted in SEARCHES],
            "leagues": [ordered(each) for each in leagues(connection, DAYS)],
            "evening": list(evening(connection)),
        }


def evening(connection: Connection) -> Iterator[object]:
    """The games of the last evening, and their money."""
    day = last_evening(connection)
    assert day is not None
    yield day
    yield from game_overviews(connection, games_of(day))
    yield from dues_by_player(connection, {}, games_of(day))


def answers(book: Book) -> dict[str, list[tuple[object, ...]]]:
    """The queries of the page on statistics, with their rows."""
    found = {}
    with asked(book) as connection:
        for block in blocks(ROOT / "docs" / "statistics.md"):
            for step in steps(block) if block.language == "console" else ():
                _, command, *words = shlex.split(step.command)
                if command == "sql":
                    with query_answer(connection, words[0]) as answer:
                        # Rows that are equal in what orders them may come in any order.
                        found[words[0]] = sorted((tuple(row) for row in answer.rows), key=str)
    return found


def test_the_same_in_a_database(tmp_path: Path, database: str) -> None:
    with closing(of_every_kind(tmp_path)) as one, closing(copy(one, database)) as other:
        in_a_file, in_the_database = reports_of(one), reports_of(other)
        questions, same_questions = answers(one), answers(other)
    assert all(in_a_file.values())
    for name, rows in in_a_file.items():
        assert in_the_database[name] == rows, name
    assert len(questions) == 8
    assert all(questions.values())
    assert same_questions == questions
