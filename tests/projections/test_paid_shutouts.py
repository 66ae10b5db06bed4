"""A shutout that is paid as several games: the example of docs/rules/payout.md, by hand."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from pydantic import ValidationError

from domino_ledger.book import Book as ShownBook
from domino_ledger.domain.disputes.events import ImposePenalty
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.session import open_table
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.reports.payouts import Entry, dues_by_player, entries
from domino_ledger.projections.reports.score_sheet import sheet_of
from domino_ledger.projections.results.game_result import count_game, net_of_game
from domino_ledger.projections.tables.compared_rules import what_if
from domino_ledger.projections.tables.progress import progress_in
from domino_ledger.table import Table
from domino_ledger.web.score import score_of
from tests.domain.builders import altered
from tests.domain.programs import deciding, pool
from tests.ledger.games import Json, game_of, game_with, new_book, take_one
from tests.ledger.typed import fixed_clock
from tests.projections.tables.everywhere import everywhere
from tests.projections.tables.refolding import Refold, answer_of

from .explaining import explained
from .reports.books import asked
from .ruled import ruled_game
from .test_sheet import STREAM

PLAYERS = ("ana", "ben", "carl", "dora")
LEFT = [0, 8, 11, 3], [0, 5, 2, 6]
"""Pips left in the two rounds. Ana goes out in each."""
FIRST, SECOND = (22, -8, -11, -3), (13, -5, -2, -6)
"""What the seats get for them, once."""
ONCE, TWICE = (35, -13, -13, -9), (70, -26, -26, -18)


def rules_of(paid: str, **score: Any) -> RuleSet:
    score = {"target": 30, "shutout": {}} | score
    return altered(score=score, payout={"shutout": paid})


EACH_GAME = rules_of("each-game")


def noted(left: list[int]) -> Json:
    """A round that was won by the seat with nothing left."""
    out = left.index(0)
    return {"winners": [out], "out": out, "ended": "out", "pips": left}


def game(*lefts: list[int], rules: RuleSet = EACH_GAME, **changes: Any) -> Json:
    rounds = ({"reported": noted(left)} for left in lefts)
    return game_with(rules, PLAYERS, *rounds, id="shutout", **changes)


def nets(record: Json) -> list[tuple[int, ...] | None]:
    result = count_game(game_of(record))
    return [*(found.net for found in result.rounds), net_of_game(result)]


def twice(amounts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(2 * amount for amount in amounts)


def test_every_round_of_a_shutout_is_paid_twice() -> None:
    assert nets(game(*LEFT)) == [twice(FIRST), twice(SECOND), TWICE]
    assert nets(game(*LEFT, rules=rules_of("once"))) == [FIRST, SECOND, ONCE]


def test_a_game_that_is_no_shutout_or_not_over_is_paid_once() -> None:
    assert nets(game(LEFT[0])) == [FIRST, FIRST]
    # Ben wins a round: A 22, B 8, then A 35. Ben's points are more than none.
    ben = (-1, 8, -3, -4)
    assert nets(game(LEFT[0], [1, 0, 3, 4], LEFT[1])) == [FIRST, ben, SECOND, (34, -5, -16, -13)]
    few = rules_of("each-game", shutout={"at_most": 8, "games": 3})
    three = [tuple(3 * amount for amount in each) for each in (FIRST, ben, SECOND)]
    assert nets(game(LEFT[0], [1, 0, 3, 4], LEFT[1], rules=few)) == [*three, (102, -15, -48, -39)]


def test_a_stake_and_a_round_after_the_game_was_won() -> None:
    stake = {"currency": "EUR", "minor_per_pip": 5}
    euro = nets(game(*LEFT, stake=stake))
    assert euro[2] == tuple(5 * amount for amount in TWICE)
    result = count_game(game_of(game(*LEFT)), rules_of("each-game", target=20))
    assert net_of_game(result) == twice(FIRST)
    assert result.surplus == (1,)


def test_penalties_are_paid_once() -> None:
    penalty = ImposePenalty(round=1, seat=1, offence="revoke", points_off=0, pips_to_others=3)
    ruled = ruled_game(game(*LEFT), penalty)
    assert net_of_game(count_game(ruled)) == (73, -35, -23, -15)
    sheet = sheet_of(count_game(ruled), PLAYERS, STREAM)
    assert [line.played_net for line in sheet.rounds] == [twice(FIRST), twice(SECOND)]
    assert [line.net_totals for line in sheet.rounds] == [twice(FIRST), (73, -35, -23, -15)]
    said = explained(ruled, 1)
    start = said.index("ben pays for the 5 pips left in their hand: -5")
    assert said[start:] == [
        "ben pays for the 5 pips left in their hand: -5",
        "carl pays for the 2 pips left in their hand: -2",
        "dora pays for the 6 pips left in their hand: -6",
        "ana won, and gets all of it: 13",
        "ben pays a penalty: -9",
        *(f"{name} gets their part of a penalty: 3" for name in ("ana", "carl", "dora")),
        "the game is a shutout: all but penalties is paid 2 times, once for each game it counts as",
        "in all ana gets 29",
        "in all ben owes 19",
        "in all carl owes 1",
        "in all dora owes 9",
    ]
    assert not any("paid 2 times" in each for each in explained(ruled, 0, rules=rules_of("once")))


def test_a_function_of_a_program_is_paid_as_often() -> None:
    with deciding(pool) as payout:
        rules = rules_of("each-game").model_copy(
            update={"payout": payout.model_copy(update={"shutout": "each-game"})}
        )
        each = (30, -10, -10, -10)
        assert nets(game(*LEFT, rules=RuleSet.model_validate(rules.model_dump()))) == [
            *(each, each),
            twice(each),
        ]


# -- rules that make no sense


@pytest.mark.parametrize(
    ("score", "payout"),
    [
        ({"target": 30}, {}),
        ({"target": 30}, {"kind": "program", "name": "pool", "sha256": "0" * 64}),
    ],
)
def test_without_shutouts_none_is_paid(score: Json, payout: Json) -> None:
    with pytest.raises(ValidationError, match="does-not-go-with"):
        altered(score=score, payout=payout | {"shutout": "each-game"})
    assert altered(score=score, payout=payout | {"shutout": "once"}).payout is not None


def test_a_pip_is_paid_at_most_100_times() -> None:
    for games, factor in ((50, 2), (100, 1), (2, 50)):
        factors = {"win_factor": factor, "loss_factor": 1, "shutout": "each-game"}
        score = {"target": 30, "shutout": {"games": games}}
        assert altered(score=score, payout=factors).payout is not None
        for other in ("win_factor", "loss_factor"):
            with pytest.raises(ValidationError, match="too-much-for-a-shutout"):
                altered(score=score, payout=factors | {other: factor + 1})
    dear = {"win_factor": 100, "loss_factor": 100, "shutout": "once"}
    assert altered(score={"target": 30, "shutout": {}}, payout=dear).payout is not None


# -- a book


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with closing(new_book(tmp_path)) as book:
        yield book


def booked(book: Book) -> list[Entry]:
    with asked(book) as connection:
        found = list(entries(connection))
    for entry in found:
        assert sum(each.amount for each in entry.postings) == 0
    return found


def dues(book: Book) -> tuple[int, ...]:
    """What each player gets by the journal."""
    names = all_names(book)
    with asked(book) as connection:
        due = {names[each.player]: each.amount for each in dues_by_player(connection, {})}
    return tuple(due[name] for name in PLAYERS)


def test_rounds_that_were_booked_are_adjusted_when_the_game_is_a_shutout(book: Book) -> None:
    table = Table(open_table(book, "shutout", EACH_GAME, PLAYERS, clock=fixed_clock))
    table.note_result(pips=LEFT[0])
    assert [(each.kind, each.round) for each in booked(book)] == [("settlement", 0)]
    assert dues(book) == FIRST
    assert score_of_table(book, table) == [FIRST, FIRST]
    table.note_result(pips=LEFT[1])
    assert [(each.kind, each.round) for each in booked(book)] == [
        *(("settlement", 0), ("adjustment", 0), ("settlement", 1)),
    ]
    assert dues(book) == TWICE
    assert score_of_table(book, table) == [twice(FIRST), twice(SECOND), TWICE]
    # Ben won the first round after all: the game is not over, and nothing counts twice.
    table.undo(2)
    table.note_result(pips=[1, 0, 3, 4])
    assert dues(book) == (-1, 8, -3, -4)


def score_of_table(book: Book, table: Table) -> list[tuple[int, ...]]:
    """The amounts of the rounds on the pages of the table, and their sums."""
    score = score_of(ShownBook(book), table)
    return [tuple(map(int, each)) for each in (*(row.figures for row in score.rows), score.totals)]


@pytest.mark.parametrize("shutout", ["once", "each-game"])
def test_what_if_asks_for_the_money(book: Book, shutout: str) -> None:
    take_one(book, game(*LEFT, rules=rules_of("once")))
    other = game([3, 0, 1, 1], [0, 9, 9, 9], rules=rules_of("once")) | {"id": "no shutout"}
    take_one(book, other)
    rules = rules_of(shutout)
    with asked(book) as connection:
        now = progress_in(connection).counting
        (found,) = what_if(connection, now, [everywhere(book, rules)])
    assert answer_of(found) == Refold.of(book).under(rules)
    names = all_names(book)
    ana = [names[UUID(player)] for player in found.players].index("ana")
    amounts = [figures.net[ana].sum() for figures in found.figures]
    assert amounts == [35 + 24, (35 if shutout == "once" else 70) + 24]
