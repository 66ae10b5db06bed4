"""Every figure of every report equals the fold of all games of the book."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import open_book
from domino_ledger.projections.reports.breakdown import By, breakdown
from domino_ledger.projections.reports.game_filter import GameFilter
from domino_ledger.projections.reports.games import game_overviews
from domino_ledger.projections.reports.league import league
from domino_ledger.projections.reports.payouts import dues_by_game, dues_by_player, entries
from domino_ledger.projections.reports.profiles import Role, form_of, last_games, others_met
from domino_ledger.projections.reports.statistics import PlayerStatistics, player_statistics
from domino_ledger.projections.results.game_state import State
from domino_ledger.projections.tables.connection import Connection
from domino_ledger.projections.tables.rebuild import switch
from tests.projections.tables.everywhere import everywhere

from . import folded, folded_league
from .books import kept, of_every_kind, ordered, with_other

pytestmark = pytest.mark.unmeasured

OTHERS = (
    None,
    PUBLISHED["forced-block@1"],
    PUBLISHED["partnership-sanjuan@1"],
    with_other(PUBLISHED["block-lot@1"], "score", target=60, abandoned="as-it-stands"),
    with_other(PUBLISHED["block@1"], "score", points="own-hand", target=40, winners="lowest"),
)


class Reports(NamedTuple):
    """The tables of a book, and its games, folded."""

    connection: Connection
    games: folded.Games
    rebuilt: bool

    @property
    def everybody(self) -> list[PlayerStatistics]:
        return player_statistics(self.connection)


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a book of games of every kind."""
    directory = tmp_path_factory.mktemp("every-kind")
    of_every_kind(directory).close()
    return directory


@pytest.fixture(scope="module", params=OTHERS, ids=lambda rules: rules.id if rules else "its-own")
def reports(request: pytest.FixtureRequest, directory: Path) -> Iterator[Reports]:
    """The games' own rules, then other rules that are put into use one after another."""
    rules: RuleSet | None = request.param
    with closing(open_book(directory / "book.db")) as book, kept(book) as keeper:
        if rules is not None:
            switch(keeper, everywhere(keeper.book, rules), None)
        with keeper.models.reading() as connection:
            yield Reports(connection, list(folded.ruled(book, rules)), rules is not None)


def test_games(reports: Reports) -> None:
    assert list(game_overviews(reports.connection)) == list(map(folded.overview, reports.games))


def test_games_in_a_state(reports: Reports) -> None:
    every = list(map(folded.overview, reports.games))
    for state in get_args(State):
        found = list(game_overviews(reports.connection, GameFilter(state=state)))
        assert found == [each for each in every if each.state == state]


def test_the_newest_games_of_a_player(reports: Reports) -> None:
    every = list(map(folded.overview, reports.games))
    player = every[-1].players[0]
    own = [each for each in every if player in each.players]
    newest = sorted(enumerate(own), key=lambda each: (each[1].started_at, each[0]), reverse=True)
    which = GameFilter(player=player)
    found = list(game_overviews(reports.connection, which, limit=3, newest_first=True))
    assert found == [each for _, each in newest[:3]]


def test_leagues(reports: Reports) -> None:
    for rules in (None, "block-lot@1", "partnership-sanjuan@1"):
        which = GameFilter(rules=rules)
        found = league(reports.connection, which)
        assert ordered(found) == folded_league.league(reports.games, which)


def test_statistics(reports: Reports) -> None:
    found = reports.everybody
    assert {
        (one.player, under): of.figures for one in found for under, of in one.by_rules.items()
    } == folded.figures(reports.games)
    assert {
        (one.player, under, currency): tuple(turnover)
        for one in found
        for under, of in one.by_rules.items()
        for currency, turnover in of.money.items()
        if any(turnover)
    } == folded.money(reports.games)
    low = {each.played_under for each in reports.games if each.result.rules.score.lowest_wins}
    assert found == sorted(found, key=lambda one: rank(one, low))


def test_the_view_of_streaks(reports: Reports) -> None:
    """Queries of others find in SQL what `player_statistics` counts without it."""
    rows = reports.connection.rows("SELECT player_id, rule_set, streak, longest_streak FROM streak")
    found = {(id, under): streaks for id, under, *streaks in rows}
    wanted = {
        (str(player), under): [of.streak, of.longest_streak]
        for (player, under), of in folded.figures(reports.games).items()
    }
    assert wanted
    assert {key: found[key] for key in wanted} == wanted


def rank(one: PlayerStatistics, low: set[str]) -> tuple[int, ...]:
    """``low``: under these rules a player has done better with fewer points."""
    figures = one.together.figures
    points = {under: of.figures.points or 0 for under, of in one.by_rules.items()}
    bad = sum(of for under, of in points.items() if under in low)
    return -figures.games_won, -figures.rounds_won, 2 * bad - sum(points.values())


def test_ratings(reports: Reports) -> None:
    found = {
        (one.player, under): (of.rating.mu, of.rating.sigma)
        for one in reports.everybody
        for under, of in one.by_rules.items()
        if of.rating is not None
    }
    wanted = {key: (of.mu, of.sigma) for key, of in folded.ratings(reports.games).items()}
    assert found == {key: pytest.approx(of) for key, of in wanted.items()}


def test_all_rule_sets_together(reports: Reports) -> None:
    under = folded.figures(reports.games)
    finished = folded.finished(reports.games)
    lowest = {each.played_under for each in reports.games if each.result.rules.score.lowest_wins}
    several = mixed = 0
    for one in reports.everybody:
        found = one.together.figures
        sums = [
            known(of) for of in zip(*(under[one.player, id] for id in one.by_rules), strict=True)
        ]
        course = [
            seat in (each.result.winners or ())
            for each in finished
            for seat, player in enumerate(each.players)
            if player == one.player
        ]
        low = {id in lowest for id in one.by_rules}
        if len(low) > 1:
            points = found._fields.index("points")
            sums[points : points + 2] = [None, None]
            mixed += 1
        assert list(found)[:-2] == sums[:-2]
        assert (found.streak, found.longest_streak) == (folded.streak(course) if course else (0, 0))
        several += len(one.by_rules) > 1
    assert several > 3
    assert mixed > 0 or len({id in lowest for _, id in under}) == 1


def known(figures: Iterable[int | None]) -> int | None:
    """The sum of those that there are."""
    found = [figure for figure in figures if figure is not None]
    return sum(found) if found else None


def test_under_one_rule_set(reports: Reports) -> None:
    every = {one.player: one.by_rules for one in reports.everybody}
    for id in PUBLISHED:
        found = {one.player: one for one in player_statistics(reports.connection, id)}
        assert set(found) == {player for player, under in every.items() if id in under}
        assert all(one.together == every[player][id] for player, one in found.items())


@pytest.mark.parametrize("role", get_args(Role))
def test_results_with_others(reports: Reports, role: Role) -> None:
    met = folded.others_met(reports.games, role)
    assert met
    for one in reports.everybody:
        found = others_met(reports.connection, one.player, role)
        assert set(found) == met.get(one.player, set())
        assert len(found) == len(set(found))
        for id in one.by_rules:
            under = others_met(reports.connection, one.player, role, id)
            assert under == [each for each in found if each.rules == id]


@pytest.mark.parametrize("by", get_args(By))
def test_breakdowns(reports: Reports, by: By) -> None:
    lines = breakdown(reports.connection, by, {})
    found = {
        (line.rules, frozenset(line.of) if isinstance(line.of, tuple) else line.of): line.figures
        for line in lines
    }
    assert len(found) == len(lines) > 3
    assert found == folded.breakdown(reports.games, by)


def test_form(reports: Reports) -> None:
    wanted = {
        (player, under, len(won), sum(won), sum(won[-10:]), sum(won[-50:]))
        for (player, under), won in folded.courses(reports.games).items()
    }
    assert any(games > 10 for _, _, games, *_ in wanted)
    every = ((one.player, form_of(reports.connection, one.player)) for one in reports.everybody)
    assert {(player, *each) for player, form in every for each in form} == wanted


def test_last_games(reports: Reports) -> None:
    finished = folded.finished(reports.games)
    for one in reports.everybody:
        wanted = [
            (each.stream.game.opened.record, seat in (each.result.winners or ()))
            for each in finished
            for seat, player in enumerate(each.players)
            if player == one.player
        ]
        found = last_games(reports.connection, one.player, most=10**6)
        assert [(game.record, game.result == "won") for game in found] == wanted
        assert last_games(reports.connection, one.player, most=2) == found[-2:]
        for id in one.by_rules:
            under = last_games(reports.connection, one.player, id, most=10**6)
            assert under == [game for game in found if game.rules == id]


def test_payouts(reports: Reports) -> None:
    found = {
        (each.game, each.player, each.currency): each.amount
        for each in dues_by_game(reports.connection, {})
        if each.amount
    }
    assert found == folded.payouts(reports.games)
    sums: Counter[tuple[object, ...]] = Counter()
    for (_, player, currency), amount in found.items():
        sums[player, currency] += amount
    dues = dues_by_player(reports.connection, {})
    assert {(each.player, each.currency): each.amount for each in dues if each.amount} == {
        key: amount for key, amount in sums.items() if amount
    }


def test_every_entry_sums_to_zero(reports: Reports) -> None:
    found = list(entries(reports.connection))
    assert all(sum(posting.amount for posting in each.postings) == 0 for each in found)
    kinds = {each.kind for each in found}
    assert kinds == {"settlement"} if not reports.rebuilt else {"settlement", "adjustment"}
    settled = [(each.record, each.round) for each in found if each.kind == "settlement"]
    assert len(settled) == len(set(settled)) > 50


def test_the_book_holds_games_of_every_kind(reports: Reports) -> None:
    games = list(game_overviews(reports.connection))
    states = {game.state for game in games}
    assert states >= {"over", "in progress", "disputable", "abandoned"}
    if reports.rebuilt:
        assert any(game.surplus or game.state == "unfinished" for game in games)
