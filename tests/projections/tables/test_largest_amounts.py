"""Money at the documented maxima (docs/money.md), against sums in Python integers."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from annotated_types import Le
from pydantic import BaseModel

from domino_ledger.domain.disputes.events import ImposePenalty, RulingMade
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import AS_PLAYED
from domino_ledger.domain.rules.payout import Payout, Stake
from domino_ledger.domain.rules.penalties import MOST_PENALTY_PIPS
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import HIGHEST_PIP, pips_of, set_up_to
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.disputes import open_dispute, rule_on_dispute
from domino_ledger.ledger.records.format import MOST_ROUNDS
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.listings.table import Table
from domino_ledger.projections.listings.whatif import whatif_lists
from domino_ledger.projections.messages.states import left_out_text
from domino_ledger.projections.reports.game_filter import GameFilter
from domino_ledger.projections.reports.league import league
from domino_ledger.projections.reports.payouts import dues_by_game, dues_by_player, entries
from domino_ledger.projections.reports.statistics import player_statistics
from domino_ledger.projections.reports.whatif import Alternative, whatif_reports
from domino_ledger.projections.reports.whatif_answer import whatif_json
from domino_ledger.projections.results.game_result import GameResult, count_game, net_of_game
from domino_ledger.projections.tables.arrow import as_arrow
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.connection import LARGEST, Connection
from domino_ledger.projections.tables.database import read_models_of
from domino_ledger.projections.tables.queries import query_answer
from domino_ledger.projections.tables.rebuild import judge_all, made_anew, switch
from tests.ledger.games import Json, new_book, record, take_one
from tests.projections.reports.books import asked, kept
from tests.projections.reports.test_postgres import copy
from tests.projections.ruled import ARBITER
from tests.projections.tables.everywhere import everywhere

GAMES = 25
"""Each moves almost 10^18 minor units, so that all together pass 2^64."""
PENALTY = 10**6
RULES = PUBLISHED["forced-block@1"].model_copy(
    update={
        "id": "dearest@1",
        "payout": Payout(reading="could-have-forced-open", win_factor=100, loss_factor=100),
    }
)
STAKE = {"currency": "EUR", "minor_per_pip": 10**9}
Sums: TypeAlias = Counter[str]


def game_of(number: int) -> Json:
    """A game of four seats; seat 1 blocked, and lost."""
    rules = RULES.model_dump(mode="json")
    return (
        record("payout.jsonl")
        | {"id": f"game-{number}", "rules": rules, "stake": STAKE}
        | {
            "claims": None,
            "rounds": [record("payout.jsonl")["rounds"][0] | {"claims": None}],
        }
    )


def booked(directory: Path, games: int) -> Book:
    """Each game has the most penalties allowed, all on seat 1."""
    book = new_book(directory)
    penalty = ImposePenalty(round=0, seat=1, offence="revoke", pips_to_others=PENALTY)
    for number in range(games):
        assert take_one(book, game_of(number)).outcome == "added"
        game = game_id(f"game-{number}")
        open_dispute(book, game, "Marta", "too many")
        most = MOST_PENALTY_PIPS // (3 * PENALTY)
        rule_on_dispute(book, game, 1, "Marta", [penalty] * most)
    return book


def test_money_of_a_game_within_the_limits_fits_in_64_bits() -> None:
    most_pips = pips_of(set_up_to(HIGHEST_PIP))
    factor = max(most(Payout, name) for name in ("win_factor", "loss_factor"))
    stake = most(Stake, "minor_per_pip")
    assert (MOST_ROUNDS * most_pips * factor + MOST_PENALTY_PIPS) * stake < LARGEST
    assert LARGEST < 2**63 * (1 - 2**-10)
    text = (Path(__file__).parents[3] / "docs" / "money.md").read_text(encoding="utf-8")
    table = text.partition("## How large amounts may be")[2].partition("Within them")[0]
    for limit in (
        *(stake, factor, most_pips, MOST_ROUNDS, MOST_PENALTY_PIPS),
        *(most(ImposePenalty, name) for name in ("pips_to_others", "points_off")),
    ):
        assert f" {limit:,}" in table


def most(model: type[BaseModel], field: str) -> int:
    """The maximum of a field."""
    (limit,) = (rule.le for rule in model.model_fields[field].metadata if isinstance(rule, Le))
    assert isinstance(limit, int)
    return limit


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("dear")
    booked(directory, GAMES).close()
    return directory / "book.db"


@pytest.fixture(params=["file", "database"])
def book(request: pytest.FixtureRequest, file: Path) -> Iterator[Book]:
    with closing(open_book(file)) as one:
        if request.param == "file":
            yield one
        else:
            with closing(copy(one, request.getfixturevalue("database"))) as other:
                yield other


def rulings(book: Book, rules: RuleSet | None = None) -> Iterator[GameResult]:
    for number in range(GAMES):
        yield count_game(book.stream(game_id(f"game-{number}")).game, rules)


def recount(book: Book, rules: RuleSet | None = None) -> tuple[Sums, Sums]:
    """By player, the total received and the total paid."""
    received, paid = Counter[str](), Counter[str]()
    for ruling in rulings(book, rules):
        players = map(str, ruling.game.opened.players)
        for player, net in zip(players, net_of_game(ruling) or (), strict=True):
            received[player] += max(net, 0)
            paid[player] += max(-net, 0)
    return received, paid


def nets(received: Sums, paid: Sums) -> dict[str, int]:
    return {player: received[player] - paid[player] for player in received}


@pytest.mark.unmeasured
def test_every_sum_is_exact(book: Book) -> None:
    received, paid = recount(book)
    net = nets(received, paid)
    assert min(net.values()) < -(2**64)
    with asked(book) as connection:
        assert {str(each.player): each.amount for each in dues_by_player(connection, {})} == net
        booked_sums = Counter[str]()
        for each in dues_by_game(connection, {}):
            booked_sums[str(each.player)] += each.amount
        for entry in entries(connection):
            assert sum(posting.amount for posting in entry.postings) == 0
        assert dict(booked_sums) == net
        for one in player_statistics(connection):
            money = one.together.money["EUR"]
            assert (money.received, money.paid) == (
                received[str(one.player)],
                paid[str(one.player)],
            )
        places = league(connection, GameFilter()).places
        assert {str(place.player): place.net["EUR"] for place in places} == net
        assert in_sql(connection) == in_arrow(connection) == (dict(received), dict(paid))
    other = PUBLISHED["forced-block@1"]
    with kept(book) as keeper:
        for _ in judge_all(keeper):
            pass
        with keeper.models.reading() as connection:
            (report,) = whatif_reports(connection, book, [Alternative(everywhere(book, other), {})])
    then = nets(*recount(book, other))
    by_player = {each["player"]: each for each in whatif_json(report)["players"]}
    assert {player: each["now"]["net"]["EUR"] for player, each in by_player.items()} == net
    assert {player: each["then"]["net"]["EUR"] for player, each in by_player.items()} == then
    ruled = whatif_json(report)["readings"]["could-have-forced-open"]["net"]
    assert {player: each["EUR"] for player, each in ruled.items()} == then
    shown = f"{min(then.values())}"
    cells = [cell for each in whatif_lists(report) for row in rows_of(each) for cell in row]
    assert any(f"EUR {shown[:-2]}.{shown[-2:]}" in str(cell) for cell in cells)


def rows_of(shown: str | Table) -> Sequence[Sequence[object]]:
    return () if isinstance(shown, str) else shown.rows


def in_sql(connection: Connection) -> tuple[dict[str, int], ...]:
    query = "SELECT player_id, received, paid FROM turnover"
    with query_answer(connection, query) as answer:
        rows = [(player, int(received), int(paid)) for player, received, paid in answer.rows]
    return {player: each for player, each, _ in rows}, {player: each for player, _, each in rows}


def in_arrow(connection: Connection) -> tuple[dict[str, int], ...]:
    found: Any = as_arrow(connection, "turnover").to_pydict()
    return tuple(
        dict(zip(found["player_id"], map(int, found[name]), strict=True))
        for name in ("received", "paid")
    )


@pytest.mark.parametrize(
    "amounts",
    [
        [5, -7],
        [2**63 - 1] * 3,
        [-(2**63)] * 3,
        [2**63 - 1, -(2**63), 2**63 - 1, 1, 1],
        [8 * 10**18 - 1],
        [8 * 10**18, -999_999_999],
        [-8 * 10**18, 999_999_999],
        [9 * 10**18, 9 * 10**18, -1],
        [-9 * 10**18, -9 * 10**18, 1],
        [2**62] * 1000,
    ],
)
def test_a_sum_has_no_limit_on_sqlite(amounts: list[int]) -> None:
    asked = "SELECT {exact_sum(amount)} FROM money"
    with closing(sqlite3.connect(":memory:")) as driver:
        connection = Connection(driver, "sqlite")
        connection.execute("CREATE TABLE money (amount integer)")
        assert connection.value(asked) == 0
        for amount in amounts:
            connection.rows("INSERT INTO money VALUES (:amount)", amount=amount)
        assert int(connection.value(asked)) == sum(amounts)


def test_what_is_booked_of_a_game_that_tables_cannot_hold_any_more(tmp_path: Path) -> None:
    """The ruling came while a table was missing: a rebuild takes back what was booked before."""
    with closing(booked(tmp_path, 1)) as book, kept(book) as keeper:
        with keeper.models.reading() as connection:
            assert dues_by_player(connection, {}) != []
        with keeper.models.writing() as connection:
            connection.rows("DROP TABLE rated")
        stream = book.stream(game_id("game-0"))
        penalty = ImposePenalty(round=0, seat=1, offence="revoke", pips_to_others=PENALTY)
        more = RulingMade(dispute=1, by=ARBITER, remedies=(penalty,) * 3_067)
        book.append(stream, (more,))
        with closing(read_models_of(book)) as models:
            again = Keeper(book, models)
            with made_anew(again, AS_PLAYED) as anew:
                assert switch(again, AS_PLAYED, anew) > 0
            assert len(again.left_out()) == 1
            with models.reading() as connection:
                assert {each.amount for each in dues_by_player(connection, {})} <= {0}


@pytest.mark.parametrize("penalties", [3_067, 10_000])
def test_a_game_that_the_tables_cannot_hold_is_named(penalties: int, tmp_path: Path) -> None:
    """As in a release that allowed more penalties: too much to sum up, and more than 64 bits."""
    with closing(booked(tmp_path, 1)) as book:
        stream = book.stream(game_id("game-0"))
        penalty = ImposePenalty(round=0, seat=1, offence="revoke", pips_to_others=PENALTY)
        more = RulingMade(dispute=1, by=ARBITER, remedies=(penalty,) * penalties)
        book.append(stream, (more,))
        with kept(book) as keeper:
            (left,) = keeper.left_out()
            assert left.unheld == "money"
            assert left_out_text(left).endswith(" is not in the tables: it moves too much money")
            with keeper.models.reading() as connection:
                assert dues_by_player(connection, {}) == []
