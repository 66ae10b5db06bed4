"""Shutouts, lost points and games that were broken off, wherever games and points are counted."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from domino_ledger.domain.disputes.events import CorrectPoints
from domino_ledger.domain.events import GameAbandoned
from domino_ledger.domain.game.decide import ReportRound, decide
from domino_ledger.domain.game.noted_result import Result
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.audit.audit import Auditor
from domino_ledger.projections.audit.json_format import audit_json
from domino_ledger.projections.explain.round import explain
from domino_ledger.projections.messages.acts import seating_of
from domino_ledger.projections.messages.score_sheet import sheet_json
from domino_ledger.projections.messages.steps import outcome_lines
from domino_ledger.projections.replay.frames import frames
from domino_ledger.projections.reports.game_filter import ALL_GAMES
from domino_ledger.projections.reports.games import listed_game_json, listed_games
from domino_ledger.projections.reports.league import league, ranked
from domino_ledger.projections.reports.score_sheet import score_sheet
from domino_ledger.projections.reports.season import season
from domino_ledger.projections.reports.statistics import player_statistics
from domino_ledger.projections.results.game_result import count_game
from domino_ledger.projections.tables.compared_rules import what_if
from domino_ledger.projections.tables.progress import progress_in
from tests.domain.builders import altered, evolved, new_game
from tests.domain.dispute_builders import ordered
from tests.ledger.games import Json
from tests.ledger.test_reported import evening
from tests.projections.tables.everywhere import everywhere
from tests.projections.tables.refolding import Refold, answer_of

from .books import asked, booked

CLUB = altered(
    "partnership-sanjuan@1",
    play={"next_lead": "winning-side"},
    score={
        "points": "win",
        "target": 3,
        "reset": "all-scored",
        "shutout": {},
        "abandoned": "leader-wins",
    },
).model_copy(update={"id": "club@1"})
DAY = {"rules": CLUB, "started_at": "2026-03-05T20:00:00Z"}


def won(*winners: int) -> list[Json]:
    """Rounds that these sides won: 0 that of Ana and Cruz, 1 that of Ben and Dee."""
    return [{"winners": [winner, winner + 2]} for winner in winners]


SHUTOUT = evening(*won(0, 1, 0, 0, 0), **DAY, id="shutout")
"""The second round loses the point of the first; then three in a row."""
BROKEN = evening(*won(1), **DAY, id="broken")


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with closing(booked(tmp_path, SHUTOUT, BROKEN)) as book:
        broken = book.stream(list(book.games())[1])
        book.append(broken, [GameAbandoned(reason="rain")])
        yield book


def test_a_shutout_is_two_games_of_statistics_and_of_the_league(book: Book) -> None:
    names = all_names(book)
    with asked(book) as connection:
        figures = {names[one.player]: one.together.figures for one in player_statistics(connection)}
        found = league(connection, ALL_GAMES)
        of_season = season(connection, found, ALL_GAMES, names, ZoneInfo("UTC"))
    ana, ben = figures["Ana"], figures["Ben"]
    assert (ana.games, ana.games_won, ana.games_lost) == (3, 2, 1)
    assert (ben.games, ben.games_won, ben.games_lost) == (3, 1, 2)
    assert (ana.shutouts, ben.shutouts) == (1, 0)
    assert (ana.reported, ana.reported_won, ana.points) == (6, 4, 4)
    first, *_, last = ranked(found, names)
    assert (first.name, first.place[1:4]) == ("Ana", (3, 2, 1))
    assert (last.name, last.place[1:4]) == ("Dee", (3, 1, 2))
    assert found.games == 2
    (month,) = of_season.months
    assert month.games == 2
    assert {names[player]: games for player, games in month.won.items()} == {
        "Ana": 2,
        "Cruz": 2,
        "Ben": 1,
        "Dee": 1,
    }
    pair = of_season.pairs[0]
    assert (pair.games, pair.won, pair.lost) == (3, 2, 1)


def test_a_shutout_is_two_games_in_the_views(book: Book) -> None:
    with asked(book) as connection:
        met = set(connection.rows("SELECT games, won, lost FROM head_to_head"))
        partners = set(connection.rows("SELECT games, won, lost FROM partner"))
        games = list(connection.rows("SELECT state, counts_as FROM game_fact ORDER BY id"))
    assert met == partners == {(3, 2, 1), (3, 1, 2)}
    assert games == [("over", 2), ("abandoned", 1)]


def test_a_list_of_games_an_audit_and_a_sheet_say_what_it_counts_as(book: Book) -> None:
    with asked(book) as connection:
        listed = [listed_game_json(each, {}) for each in listed_games(book, connection)]
    assert [each.get("counts_as") for each in listed] == [2, None]
    assert [each["scores"] for each in listed] == [[0, 3], [1, 0]]
    assert [each["winners"] for each in listed] == [("Ana", "Cruz"), ("Ben", "Dee")]
    shutout, broken = map(book.stream, book.games())
    audited = audit_json(Auditor(book).of_game(shutout))
    assert (audited["counts_as"], audited["scores"]) == (2, [0, 3])
    (said,) = (each for each in audited["findings"] if each["code"] == "outcome")
    won = "The game is won by Ana and Cruz. It was a shutout, and counts as 2 games."
    assert said["message"] == won
    sheet = sheet_json(score_sheet(book, shutout.id))
    assert sheet["outcome"]["message"] == won
    assert sheet["outcome"]["params"]["counts_as"] == 2
    assert [each["totals"] for each in sheet["rounds"]] == [
        *((0, 1), (0, 0), (0, 1), (0, 2), (0, 3))
    ]
    sheet = sheet_json(score_sheet(book, broken.id))
    assert sheet["outcome"]["code"] == "won-when-abandoned"
    assert "counts_as" not in audit_json(Auditor(book).of_game(broken))


def test_a_round_that_loses_all_points_is_explained(book: Book) -> None:
    shutout, _ = map(book.stream, book.games())
    result = count_game(shutout.game)
    said = [
        [step.code for step in explain(result, found, ("Ana", "Ben", "Cruz", "Dee"))]
        for found in result.rounds
    ]
    assert ["points-lost" in codes for codes in said] == [False, True, False, False, False]
    assert ["shutout" in codes for codes in said] == [False, False, False, False, True]
    one_all = CLUB.model_copy(
        update={"score": CLUB.score.model_copy(update={"reset": "one-all-play-two"})}
    )
    result = count_game(shutout.game, one_all)
    said = [
        [step.code for step in explain(result, found, ("Ana", "Ben", "Cruz", "Dee"))]
        for found in result.rounds
    ]
    assert ["one-all" in codes for codes in said] == [False, True, False, False, False]


def test_a_replay_says_that_a_game_is_a_shutout_and_that_a_round_is_played_again(
    book: Book,
) -> None:
    game = book.stream(next(iter(book.games()))).game
    seating = seating_of(game, ("Ana", "Ben", "Cruz", "Dee"))
    last = frames(game, open=True)[-1]
    assert "a shutout: it counts as 2 games" in list(outcome_lines(last, seating))
    again = altered("partnership-sanjuan@1", score={"tied": "play-again"})
    tie = new_game(again, 4)
    tie = evolved(tie, decide(tie, ReportRound(Result(winners=()))))
    last = frames(tie, open=True)[-1]
    assert list(outcome_lines(last, seating)) == ["no round: it is played again"]


def test_rules_without_points_take_no_corrected_points(book: Book) -> None:
    (shutout, _) = book.games()
    game = book.stream(shutout).game
    ruled = ordered(game, CorrectPoints(round=0, points=(0, 5)))
    book.append(book.stream(shutout), ruled.desk)
    score = {"points": "none", "tied": "play-again", "target": None, "rounds": None}
    rules = altered("partnership-sanjuan@1", score=score)
    with asked(book) as connection:
        now = progress_in(connection).counting
        (found,) = what_if(connection, now, [everywhere(book, rules)])
    assert answer_of(found) == Refold.of(book).under(rules)


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "score",
    [
        {},
        {"shutout": None},
        {"reset": "one-all-play-two"},
        {"reset": "none"},
        {"abandoned": "as-it-stands"},
        {"tied": "play-again"},
    ],
)
def test_what_if_counts_as_the_domain(book: Book, score: Json) -> None:
    rules = altered("partnership-sanjuan@1", score=CLUB.score.model_dump() | score)
    with asked(book) as connection:
        now = progress_in(connection).counting
        (found,) = what_if(connection, now, [everywhere(book, rules)])
    assert answer_of(found) == Refold.of(book).under(rules)
