"""Games, players and payouts of small books; expected values computed by hand."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.registry.players import player_called
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.reports.breakdown import By, breakdown, line_json, shown_key
from domino_ledger.projections.reports.game_filter import GameFilter
from domino_ledger.projections.reports.games import GameOverview, forced_blocks, game_overviews
from domino_ledger.projections.reports.payouts import dues_by_game, unsettled
from domino_ledger.projections.reports.profiles import ArticleFigures, article_figures
from domino_ledger.projections.reports.statistics import (
    Figures,
    PlayerStatistics,
    Turnover,
    player_statistics,
    rates,
)
from tests.ledger.games import Json, record
from tests.ledger.test_reported import RESULTS, evening

from .books import BLOCKED, EUR, IRREGULAR, JPY, LOT, OUT, SERIES, asked, booked, low

NOTHING = Figures(blocker=None, assistant=None)
"""Where no round counts, under rules that name no blocker."""


@contextmanager
def asked_of(directory: Path, *games: Json) -> Iterator["Reports"]:
    with closing(booked(directory, *games)) as book:
        yield Reports(book)


class Reports:
    """The reports on a book, by the names of players."""

    def __init__(self, book: Book) -> None:
        self._book = book
        with asked(book) as connection:
            self.games = list(game_overviews(connection))
            self.everybody = player_statistics(connection)
            self.due = dues_by_game(connection, {})
            self.blocks = list(forced_blocks(connection))
            self.article = article_figures(connection)

    @property
    def only(self) -> GameOverview:
        (game,) = self.games
        return game

    def of(self, name: str) -> PlayerStatistics:
        player = player_called(self._book, name)
        (found,) = (each for each in self.everybody if each.player == player)
        return found

    def figures(self, name: str) -> Figures:
        return self.of(name).together.figures

    @property
    def owed(self) -> list[tuple[str | None, str, str, int]]:
        names = all_names(self._book)
        return [(due.game, names[due.player], due.currency, due.amount) for due in self.due]


def test_one_round_for_money(tmp_path: Path) -> None:
    with asked_of(tmp_path, BLOCKED) as reports:
        game = reports.only
        assert (game.record, game.rules, game.state) == (BLOCKED["id"], "forced-block@1", "over")
        assert (game.rounds, game.scores, game.net) == (1, None, (12, -36, 17, 7))
        assert game.winners == (game.players[3],)
        one = reports.of("s1").together
        assert one.figures == Figures(
            games=1, games_lost=1, rounds=1, rounds_lost=1, pips_left=10, blocked=1, blocker=1
        )._replace(streak=-1)
        assert one.money == {"XXX": Turnover(received=0, paid=36)}
        assert one.money["XXX"].net == -36
        assert reports.figures("s3").games_won == reports.figures("s3").rounds_won == 1


def test_an_assistant_is_counted(tmp_path: Path) -> None:
    with asked_of(tmp_path, record("payout.jsonl", 53)) as reports:
        assert (reports.figures("s0").assistant, reports.figures("s1").blocker) == (1, 1)
        assert reports.owed == [
            ("payout-12-00053", "s0", "XXX", -20),
            ("payout-12-00053", "s1", "XXX", 20),
        ]


def test_no_blockers_where_the_rules_name_none(tmp_path: Path) -> None:
    lot = LOT | {"players": ["s0", "s1"]}
    with asked_of(tmp_path, lot, BLOCKED) as reports:
        by_rules = reports.of("s0").by_rules
        assert by_rules["block-lot@1"].figures.blocked == 1
        assert by_rules["block-lot@1"].figures[13:15] == (None, None)
        assert by_rules["forced-block@1"].figures[13:15] == (0, 0)
        assert (reports.figures("s0").blocked, reports.figures("s1").blocker) == (2, 1)


def test_figures_of_reported_rounds(tmp_path: Path) -> None:
    """Points are those of all rounds; how rounds were played is known of the others alone."""
    with asked_of(tmp_path, evening(*RESULTS[:4])) as reports:
        figures = reports.figures("Ana")
        assert (figures.rounds, figures.reported, figures.points) == (0, 4, 98)
        per_hundred = rates(figures)
        assert per_hundred is not None
        assert (per_hundred["points"], per_hundred["points_against"]) == (2450.0, 550.0)
        assert (per_hundred["rounds_won"], per_hundred["pips_left"]) == (None, None)
    assert rates(NOTHING) is None
    with closing(open_book(tmp_path / "book.db")) as book, asked(book) as connection:
        assert breakdown(connection, "seat", {}) == breakdown(connection, "partners", {}) == []


BY_PLACE: tuple[By, By] = ("seat", "order")


def test_figures_by_seat_and_by_order_of_play(tmp_path: Path) -> None:
    """Seat 3 led the block."""
    with closing(booked(tmp_path, LOT, BLOCKED)) as book, asked(book) as connection:
        left = {
            by: [(line.of, line.figures.pips_left) for line in breakdown(connection, by, {})]
            for by in BY_PLACE
        }
        over = game_overviews(connection, GameFilter(state="over"))
        assert [game.record for game in over] == [LOT["id"], BLOCKED["id"]]
        assert list(game_overviews(connection, GameFilter(state="in progress"))) == []
    assert left == {
        "seat": [(0, 17), (1, 31), (0, 12), (1, 10), (2, 17), (3, 7)],
        "order": [(1, 17), (2, 31), (1, 7), (2, 12), (3, 10), (4, 17)],
    }


def test_figures_of_one_tile_and_of_a_pair(tmp_path: Path) -> None:
    with closing(booked(tmp_path, SERIES, BLOCKED)) as book, asked(book) as connection:
        names = all_names(book)
        north = player_called(book, "north")
        pairs = breakdown(connection, "partners", names)
        own = breakdown(connection, "partners", names, north)
        south = player_called(book, "south")
        tiles = breakdown(connection, "opening", names, south, "partnership-sanjuan@1")
        (lot,) = breakdown(connection, "opening", names, rules="forced-block@1")
        as_json = [line_json(line, "partners", names)["partners"] for line in pairs]
    assert [shown_key(line, names) for line in pairs] == ["east + west", "north + south"]
    assert [shown_key(line, names) for line in own] == ["north + south"]
    assert own[0].figures == pairs[1].figures
    assert [each["name"] for each in as_json[1]] == ["north", "south"]
    assert pairs[1].figures[:5] == (12, 6, 6, 242, 194)
    assert [(line.of, line.figures.rounds) for line in tiles] == [
        *[("0-0", 2), ("2-2", 1), ("4-0", 1), ("5-1", 1)]
    ]
    assert line_json(lot, "opening", names) == {
        "rules": "forced-block@1",
        "opening": "6-5",
        **lot.figures._asdict(),
        "per_hundred_rounds": {
            "rounds_won": 100.0,
            "rounds_lost": 0.0,
            "points": 0.0,
            "points_against": 0.0,
            "pips_left": 100.0 * lot.figures.pips_left,
            "times_out": 0.0,
        },
    }


def test_blocks_with_an_assistant_are_first_then_the_most_frequent(tmp_path: Path) -> None:
    blocks = [record("payout.jsonl", number) for number in (3, 0, 53)]
    assert [len(block["players"]) for block in blocks] == [3, 4, 2]
    with asked_of(tmp_path, *blocks, OUT) as reports:
        found = [(block.record, block.round) for block in reports.blocks]
        assert found == [(block["id"], 0) for block in reversed(blocks)]
        assert reports.blocks[0].game == reports.games[2].id


def test_partners_share_points_and_games(tmp_path: Path) -> None:
    with asked_of(tmp_path, SERIES) as reports:
        game = reports.only
        assert (game.rounds, game.scores, game.net) == (12, [242, 194], None)
        points = {name: reports.figures(name)[8:10] for name in SERIES["players"]}
        ours, theirs = (242, 194), (194, 242)
        assert points == {"north": ours, "south": ours, "east": theirs, "west": theirs}
        assert [reports.figures(name).games_won for name in SERIES["players"]] == [1, 0, 1, 0]
        assert reports.owed == []
        assert reports.article[reports.only.players[0]] == ArticleFigures(
            num_block_game_played=1, num_block_game_win=1, highest_block_score=242
        )


def test_the_best_are_first_and_ties_are_in_the_order_of_first_games(tmp_path: Path) -> None:
    with asked_of(tmp_path, SERIES) as reports:
        players = dict(zip(reports.only.players, SERIES["players"], strict=True))
        order = [players[each.player] for each in reports.everybody]
        assert order == ["north", "south", "east", "west"]


def test_games_that_are_not_wholly_settled(tmp_path: Path) -> None:
    """One waits for a ruling, one has a block of which only the winner is known."""
    ids = {"id": "waits"}, {"id": "noted"}
    noted = evening({"winners": [2], "ended": "blocked"}, rules="forced-block@1", teams=None)
    games = LOT, SERIES, IRREGULAR | ids[0], noted | ids[1]
    with closing(booked(tmp_path, *games)) as book, asked(book) as connection:
        assert unsettled(connection) == ["waits", "noted"]


def test_money_of_several_currencies_is_kept_apart(tmp_path: Path) -> None:
    euros, yen = LOT | {"id": "one", "stake": EUR}, LOT | {"id": "two", "stake": JPY}
    more: dict[str, Any] = {"id": "three", "stake": EUR | {"minor_per_pip": 1}}
    other = BLOCKED | {"stake": EUR, "players": ["x", "y", "z", "p0"]}
    with asked_of(tmp_path, euros, yen, LOT | more, other) as reports:
        assert reports.of("p0").together.money == {
            "EUR": Turnover(31 * 6 + 35, 0),
            "JPY": Turnover(3100, 0),
        }
        assert [game.currency for game in reports.games] == ["EUR", "JPY", "EUR", "EUR"]
        assert reports.owed[:4] == [
            ("one", "p0", "EUR", 155),
            ("one", "p1", "EUR", -155),
            ("two", "p0", "JPY", 3100),
            ("two", "p1", "JPY", -3100),
        ]


def test_points_of_which_the_fewest_win_are_not_added_to_others(tmp_path: Path) -> None:
    """Not to 31 and 0 points, where the most win."""
    with asked_of(tmp_path, LOT, low("low")) as reports:
        both = [reports.of(name) for name in LOT["players"]]
        assert {each.together.figures.points for each in both} == {None}
        assert {each.together.figures.points_against for each in both} == {None}
        assert [each.together.figures.games for each in both] == [2, 2]
        points = {each.by_rules["house@1"].figures.points for each in both}
    assert points == {17, 31}
