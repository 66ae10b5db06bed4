"""Lists as people read them: a head for each cell, and what reports found in the cells."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from domino_ledger.domain.block_verdicts import Verdict
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.registry.counting import countings
from domino_ledger.ledger.registry.rule_sets import all_rules
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.listings.games import evening_table, games_table
from domino_ledger.projections.listings.league import NAMED, league_table, season_tables
from domino_ledger.projections.listings.night import night_tables
from domino_ledger.projections.listings.readings import readings_table
from domino_ledger.projections.listings.statistics import (
    breakdown_table,
    profile_tables,
    ranking,
    ranking_per_hundred,
)
from domino_ledger.projections.listings.table import Table
from domino_ledger.projections.listings.whatif import MOST_GAMES, comparison_lists, whatif_lists
from domino_ledger.projections.reports.breakdown import breakdown
from domino_ledger.projections.reports.game_filter import GameFilter
from domino_ledger.projections.reports.games import listed_games
from domino_ledger.projections.reports.league import leagues, ranked
from domino_ledger.projections.reports.night import last_evening, night
from domino_ledger.projections.reports.profiles import profile_of
from domino_ledger.projections.reports.season import season
from domino_ledger.projections.reports.statistics import player_statistics
from domino_ledger.projections.reports.whatif import Question, Report, find_whatif
from domino_ledger.projections.results.block_verdicts import ReadingAudit, readings_of
from domino_ledger.projections.results.game_result import count_game
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.connection import Connection

from ..reports.books import BLOCKED, SERIES, asked, kept, of_every_kind

UTC = ZoneInfo("UTC")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with closing(of_every_kind(tmp_path_factory.mktemp("every kind"))) as made:
        yield made


@pytest.fixture(scope="module")
def keeper(book: Book) -> Iterator[Keeper]:
    with kept(book) as made:
        yield made


@pytest.fixture(scope="module")
def tables(book: Book) -> Iterator[Connection]:
    with asked(book) as connection:
        yield connection


def cells(table: Table) -> dict[str, list[object]]:
    """By head, the cells from above; there is a head for each cell, and a worth for each head."""
    assert {len(row) for row in table.rows} <= {len(table.heads)}
    assert len(table.worth) in {0, len(table.heads)}
    assert len(table.shares) in {0, len(table.rows)}
    return {head: [row[at] for row in table.rows] for at, head in enumerate(table.heads)}


def test_games_say_who_sat_together_and_how_they_stand(book: Book, tables: Connection) -> None:
    games = list(listed_games(book, tables))
    listed = cells(games_table(games, UTC))
    assert listed["game"] == [game.overview.record for game in games]
    at = listed["game"].index("begun")
    assert (listed["players"][at], listed["won by"][at]) == ("north and south / east and west", "-")
    assert listed["scores"][at] == "73 / 106"
    assert listed["scores"][listed["game"].index("dealt")] == "-"
    assert cells(evening_table(games, UTC))["rounds"] == listed["rounds"]


def test_a_league_is_ranked(book: Book, tables: Connection) -> None:
    money = set[object]()
    for each in leagues(tables, GameFilter()):
        ranks = ranked(each, all_names(book))
        table = cells(league_table(ranks, UTC))
        assert table["player"] == [rank.name for rank in ranks]
        money.update(table["money"])
    assert "-" in money
    assert any("EUR" in str(amount) for amount in money)


def test_a_season_has_months_pairs_and_some_of_the_games_left_out(
    book: Book, tables: Connection
) -> None:
    which, names = GameFilter(rules="block-lot@1"), all_names(book)
    (each,) = leagues(tables, which)
    found = season(tables, each, which, names, UTC)
    months, pairs, left_out = map(cells, season_tables(found, names))
    assert months["month"] == [month.month for month in found.months]
    assert len(pairs["player"]) == len(found.pairs)
    assert left_out["games"] == [len(games) for games in found.uncounted.values()]
    many = [f"game-{number}" for number in range(NAMED + 1)]
    reason = next(iter(found.uncounted))
    named = season_tables(found._replace(uncounted={reason: many}), names)[-1].rows[0][-1]
    assert named == "game-0, game-1, game-2, game-3, game-4, ..."
    drawn = found._replace(months=[found.months[0]._replace(won={})])
    assert season_tables(drawn, names)[0].rows[0][3] == "-"
    nothing = found._replace(months=[], pairs=[], uncounted={})
    assert season_tables(nothing, names) == []


def test_an_evening_has_games_standings_and_money(book: Book, tables: Connection) -> None:
    evening = last_evening(tables, UTC)
    assert evening is not None
    found = night(book, tables, evening, UTC)
    (_, games), *others = night_tables(found, all_names(book))
    assert len(cells(games)["game"]) == len(found.games)
    assert others[-1][0] == "Money"
    assert len(cells(others[-1][1])["amount"]) == len(found.dues)
    before = night(book, tables, date(1999, 1, 1), UTC)
    ((_, none),) = night_tables(before, all_names(book))
    assert not none.rows
    league = found.standings[0]._replace(places=[])
    assert len([*night_tables(before._replace(standings=(league,)), all_names(book))]) == 1


def test_players_are_ranked_and_each_has_a_profile(book: Book, tables: Connection) -> None:
    names, everybody = all_names(book), player_statistics(tables)
    assert "rating" not in ranking(everybody, names).heads
    one_rule_set = player_statistics(tables, "block-lot@1")
    assert "rating" in ranking(one_rule_set, names).heads
    assert (
        cells(ranking_per_hundred(everybody, names))["player"]
        == cells(ranking(everybody, names))["player"]
    )
    for one in everybody:
        for rates in (False, True):
            profile = profile_of(tables, one, names, None)
            for table in profile_tables(profile, names, per_hundred=rates):
                cells(table)


@pytest.mark.parametrize("by", ["opening", "seat", "order", "partners"])
@pytest.mark.parametrize("rates", [False, True])
def test_breakdowns(book: Book, tables: Connection, by: str, rates: bool) -> None:
    names = all_names(book)
    lines = breakdown(tables, by, names)  # type: ignore[arg-type]
    table = cells(breakdown_table(lines, by, names, per_hundred=rates))  # type: ignore[arg-type]
    assert table["rounds"] == [line.figures.rounds for line in lines]


def test_the_readings_of_a_block_with_the_money_under_each(book: Book) -> None:
    result = count_game(book.stream(game_id(BLOCKED["id"])).game)
    (found,) = result.rounds
    readings = readings_of(result, found)
    assert readings is not None
    names = ("Ana", "Ben", "Cid", "Dora")
    paid = cells(
        readings_table(readings, result.rules.reading, None, round=0, names=names, currency="EUR")
    )
    counting = f"{result.rules.reading}, the one that counts"
    at = paid["Reading"].index(counting)
    assert [paid[name][at] for name in names] == ["0.12", "-0.36", "0.17", "0.07"]
    ruled = ReadingAudit(Verdict("nobody", None, None, None, None), None, None)
    plain = readings_table(
        readings, result.rules.reading, ruled, round=0, names=names, currency=None
    )
    assert plain.heads == ("Reading", "Looks at", "Verdict", "Move")
    assert cells(plain)["Reading"][-1] == "ruled by an arbiter, the one that counts"
    assert counting not in cells(plain)["Reading"]
    ruled_paid = readings_table(readings, None, ruled, round=0, names=names, currency="EUR")
    assert list(ruled_paid.rows[-1][-4:]) == ["-"] * 4


def reports(keeper: Keeper, *rules: str, game: str | None = None, **settings: Any) -> list[Report]:
    """What these rules, and these fields of score and payout, would change."""
    only = None if game is None else game_id(game)
    fields = {name.replace("__", "."): value for name, value in settings.items()}
    found = countings(all_rules(keeper.book), rules) if rules else ()
    return find_whatif(keeper, Question(found, (fields,), game=only))


def lists(shown: Iterable[str | Table]) -> tuple[list[str], list[Table]]:
    """The remarks, and the tables, each with a head for each cell."""
    remarks, found = list[str](), list[Table]()
    for each in shown:
        if isinstance(each, str):
            remarks.append(each)
        else:
            assert cells(each)
            found.append(each)
    return remarks, found


@pytest.mark.unmeasured
def test_what_other_rules_change_in_many_games(keeper: Keeper) -> None:
    (report,) = reports(keeper, score__winners="highest")
    _, (totals, differences, players, games, *_) = lists(whatif_lists(report))
    assert totals.rows[0][1:] == report.found.totals[0][:1] + report.found.totals[1][:1]
    others = sum(len(set(each.winners)) == 2 for each in report.found.changes)
    assert differences.rows[0][1] == others
    assert len(players.rows) == len(report.names)
    assert len(games.rows) == len(report.found.changes)


def test_more_than_is_listed_is_counted(keeper: Keeper) -> None:
    (report,) = reports(keeper, score__winners="highest")
    won, *_ = report.found.changes
    now, _ = won.winners
    nobody = won._replace(winners=(now, ()), leaders=now)
    many = report.found._replace(changes=[nobody] * (MOST_GAMES + 2), reported=3)
    remarks, (_, _, _, games, *_) = lists(whatif_lists(report._replace(found=many)))
    assert len(games.rows) == MOST_GAMES
    assert str(games.rows[0][2]).startswith("nobody (ahead: ")
    assert "and 2 more games: --json lists all" in remarks
    assert any(each.startswith("3 rounds of which only the result is known") for each in remarks)


def test_rules_that_are_held_against_each_other_are_named(keeper: Keeper) -> None:
    (one,) = countings(all_rules(keeper.book), ["forced-block@1"])
    (report,) = find_whatif(keeper, Question([one], against=one))
    remarks, (totals, _, players, *_) = lists(whatif_lists(report))
    assert totals.heads == ("", "forced-block@1", "forced-block@1")
    assert not any("since the last rebuild" in each for each in remarks)
    assert cells(players)["moves"] == ["-"] * len(report.names)


@pytest.mark.unmeasured
def test_what_another_reading_pays(keeper: Keeper) -> None:
    (report,) = reports(keeper, "forced-block@1", payout__reading="set-up")
    _, found = lists(whatif_lists(report))
    readings = cells(found[-1])
    assert "set-up without assistance" in readings["reading"]


def test_one_game_is_compared_round_by_round(keeper: Keeper) -> None:
    (report,) = reports(keeper, game=SERIES["id"], score__points="own-hand")
    _, found = lists(whatif_lists(report))
    rounds = cells(found[-1])
    assert rounds["round"] == [change.round + 1 for change in report.found.round_changes]
    first, *others = report.found.round_changes
    left_out = first._replace(then=first.then._replace(counts=False))
    changed = report._replace(found=report.found._replace(round_changes=[left_out, *others]))
    *_, rows = lists(whatif_lists(changed))[1]
    assert "does not count" in rows.rows[0]


def test_few_players_are_all_listed_with_their_money(keeper: Keeper) -> None:
    (report,) = reports(keeper, game=BLOCKED["id"], payout__reading="set-up")
    remarks, found = lists(whatif_lists(report))
    assert set(report.names.values()) <= set(found[-1].heads)
    assert not any("--json has all" in each for each in remarks)


def test_several_rules_stand_side_by_side(keeper: Keeper) -> None:
    several = [
        *reports(keeper, "forced-block@1", payout__reading="set-up"),
        *reports(keeper, "forced-block@1", payout__reading="last-to-lay"),
    ]
    _, (totals, *others) = lists(comparison_lists(several))
    assert [row[0] for row in totals.rows] == ["", 1, 2]
    money = next(each for each in others if each.heads[0] == "money")
    assert list(money.heads) == ["money", "now", "1", "2"]


def test_figures_that_nobody_has_are_not_compared(keeper: Keeper) -> None:
    several = [
        report
        for points in (50, 90)
        for report in reports(keeper, game=SERIES["id"], score__target=points)
    ]
    _, found = lists(comparison_lists(several))
    assert "money" not in {each.heads[0] for each in found}
