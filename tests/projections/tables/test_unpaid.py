"""Games under a payout rule, counted by programs with its function and by others."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from domino_ledger.domain.disputes.events import ImposePenalty, VoidRound
from domino_ledger.domain.house import CountingChanged
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import AS_PLAYED, SAME_PLAY, CountedBy
from domino_ledger.domain.rules.payout import ProgramPayout, Reading
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.scoring.programs import Payment, SettledRound
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import Unavailable
from domino_ledger.ledger.registry.payout_rules import UnknownPayout
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.reports.payouts import dues_by_game, dues_by_player, entries
from domino_ledger.projections.reports.whatif import Question, find_whatif
from domino_ledger.projections.results.game_result import count_game, net_of_game
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.database import read_models_of
from domino_ledger.projections.tables.rebuild import compare, made_anew, switch
from domino_ledger.projections.tables.unpaid import require_paid
from domino_ledger.projections.verification.computed_tables import verify_tables
from tests.domain.programs import deciding, pool
from tests.ledger.games import Json, game_with, line, new_book, record, take
from tests.messages.raises import raises_message
from tests.projections.ruled import disputed_and_ruled

from .modelled import exhaust

PLAYED = PUBLISHED["forced-block@1"]


def pool_rules(payout: ProgramPayout) -> RuleSet:
    return PLAYED.model_copy(update={"id": "night-pool@1", "payout": payout})


def under(rules: RuleSet, number: int, game: Json | None = None) -> Json:
    """A game under these rules; None: that of this number, of one round for money."""
    game = game or record("payout.jsonl", number)
    return game | {"rules": rules.model_dump(mode="json")}


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with closing(new_book(tmp_path)) as book:
        yield book


@contextmanager
def kept(book: Book) -> Iterator[Keeper]:
    """Tables that a program of its own has brought up to date."""
    with closing(read_models_of(book)) as models:
        keeper = Keeper(book, models)
        exhaust(keeper.catch_up())
        yield keeper


def given_to(book: Book, rules: RuleSet, numbers: range) -> None:
    take(book, [line(under(rules, number)) for number in numbers])


def booked(book: Book) -> Counter[str]:
    """By game and seat, what the tables have booked. Nothing that is zero."""
    with kept(book) as keeper, keeper.models.reading() as connection:
        rows = connection.rows("SELECT game_id, player_id, sum(amount) FROM posting GROUP BY 1, 2")
        return Counter({f"{game} {player}": amount for game, player, amount in rows if amount})


def owed(book: Book) -> Counter[str]:
    """The same, by the domain."""
    found = Counter[str]()
    for number, id in enumerate(book.games(), 1):
        game = book.stream(id).game
        net = net_of_game(count_game(game)) or (0,) * game.table.seats
        for player, amount in zip(game.opened.players, net, strict=True):
            found[f"{number} {player}"] += amount
    return Counter({account: amount for account, amount in found.items() if amount})


def unpaid(book: Book) -> list[int]:
    """The numbers of the games whose money waits."""
    with kept(book) as keeper, keeper.models.reading() as connection:
        return connection.column("SELECT id FROM game_fact WHERE unpaid = 'Y' ORDER BY id")


class Answer(NamedTuple):
    """What a program that has the function says of a book."""

    dues: list[tuple[str | None, str, int]]
    entries: int
    tables: int


def answer(book: Book) -> Answer:
    """Everything that needs money, as far as it is compared here."""
    with kept(book) as keeper:
        with keeper.models.reading() as connection:
            dues = dues_by_game(connection, all_names(book))
            number = len(list(entries(connection)))
        tables = verify_tables(keeper).tables
    return Answer([(due.game, due.name, due.amount) for due in dues], number, tables)


@pytest.mark.parametrize("reading", [None, "last-to-lay"])
def test_tables_pay_as_the_domain_does(book: Book, reading: Reading | None) -> None:
    with deciding(pool, reading=reading) as payout:
        given_to(book, pool_rules(payout), range(8))
        assert booked(book) == owed(book)
        assert any(booked(book).values())
        assert unpaid(book) == []
        assert answer(book).tables > 10


def test_the_function_sees_the_same_in_tables_and_domain(book: Book) -> None:
    """Of games with partners and points, of a blocked round, and of noted results."""
    seen: list[SettledRound] = []

    def look(round: SettledRound) -> Iterator[Payment]:
        seen.append(round)
        return pool(round)

    with deciding(look, reading="last-to-lay") as payout:
        forced, series = pool_rules(payout), record("sanjuan.jsonl")
        points = PUBLISHED[series["rules"]].model_copy(update={"id": "p@1", "payout": payout})
        noted = game_with(forced, "abcd", {"reported": {"out": 0, "pips": [0, 7, 8, 9]}})
        dear = under(forced, 1) | {"stake": {"currency": "EUR", "minor_per_pip": 5}}
        games = [under(forced, 0), dear, under(points, 0, series), noted]
        assert {each.outcome for each in take(book, map(line, games))} == {"added"}
        booked(book)
        in_tables = set(seen)
        seen.clear()
        for id in book.games():
            count_game(book.stream(id).game)
        assert set(seen) <= in_tables
        assert {round.minor_per_pip for round in in_tables - set(seen)} == {1}  # Worth in pips.
        assert {round.minor_per_pip for round in seen} == {1, 5}
        assert {round.points is None for round in seen} == {True, False}
        assert None in {round.leader for round in seen}


def test_a_program_without_the_function_takes_in_all_but_money(book: Book) -> None:
    with deciding(pool) as payout:
        rules = pool_rules(payout)
    given_to(book, rules, range(3))
    assert unpaid(book) == [1, 2, 3]
    assert booked(book) == Counter()
    with kept(book) as keeper:
        error = keeper.unpaid()
        assert isinstance(error, UnknownPayout)
        with keeper.models.reading() as connection:
            assert connection.column("SELECT state FROM game_fact") == ["over"] * 3
            assert set(connection.column("SELECT net FROM game_seat")) == {None}
            for ask in (dues_by_player, dues_by_game):
                with raises_message(UnknownPayout, "night-pool@1 is paid by .* night-pool with"):
                    ask(connection, {})
            with raises_message(UnknownPayout, "missing here"):
                list(entries(connection))
        with raises_message(UnknownPayout, "missing here"):
            verify_tables(keeper)
        counting = (CountedBy(played=SAME_PLAY, rules=PLAYED),)
        with raises_message(UnknownPayout, "missing here"):
            find_whatif(keeper, Question([counting]))
        for rebuilt in (AS_PLAYED, None):
            with ExitStack() as stack:
                anew = None if rebuilt is None else stack.enter_context(made_anew(keeper, rebuilt))
                with raises_message(UnknownPayout, "missing here"):
                    switch(keeper, AS_PLAYED, anew)
        with made_anew(keeper, AS_PLAYED) as anew, raises_message(UnknownPayout, "missing here"):
            compare(keeper, AS_PLAYED, anew)
        assert switch(keeper, counting, None) > 0  # By rules without a function they are paid.
        assert keeper.unpaid() is None


def test_the_next_program_with_the_function_pays(book: Book) -> None:
    with deciding(pool) as payout:
        rules = pool_rules(payout)
    given_to(book, rules, range(3))
    assert unpaid(book) == [1, 2, 3]
    with deciding(pool):
        assert booked(book) == owed(book)
        assert unpaid(book) == []
        paid = answer(book)
    assert paid.entries == 3
    with kept(book) as keeper, keeper.models.reading() as connection:
        assert len(dues_by_game(connection, all_names(book))) == len(paid.dues)


def test_what_is_booked_stays_while_the_function_is_missing(book: Book) -> None:
    """And a ruling that a program without it takes in is paid for later."""
    with deciding(pool) as payout:
        given_to(book, pool_rules(payout), range(2))
        before = booked(book)
        assert sum(1 for amount in before.values() if amount > 0) == 2
    first, second = book.games()
    book.append(book.stream(first), disputed_and_ruled(VoidRound(round=0)))
    penalty = ImposePenalty(round=0, seat=1, offence="revoke", points_off=0, pips_to_others=3)
    book.append(book.stream(second), disputed_and_ruled(penalty))
    assert unpaid(book) == [1, 2]
    assert booked(book) == before
    with deciding(pool):
        after = booked(book)
        assert after == owed(book)
        assert not any(account.startswith("1 ") for account in after)
        assert answer(book).entries == 4


def test_the_house_may_count_by_a_payout_rule(book: Book) -> None:
    take(book, [line(record("payout.jsonl", number)) for number in range(3)])
    with deciding(pool) as payout:
        counting = (CountedBy(played=SAME_PLAY, rules=pool_rules(payout)),)
        with kept(book) as keeper:
            assert switch(keeper, counting, None) > 0
        before = booked(book)
    take(book, [line(record("payout.jsonl", 3))])
    assert unpaid(book) == [4]
    assert booked(book) == before
    book.append_to_house(book.house(), [CountingChanged(rules=AS_PLAYED)])
    assert unpaid(book) == []


def test_of_a_user_who_may_only_read(book: Book) -> None:
    with deciding(pool) as payout:
        rules = pool_rules(payout)
    given_to(book, rules, range(1))
    assert unpaid(book) == [1]
    with (
        deciding(pool),
        closing(read_models_of(book)) as models,
        models.reading() as connection,
        raises_message(Unavailable, "not booked yet"),
    ):
        require_paid(connection)


def test_another_source_is_another_function(book: Book) -> None:
    with deciding(pool, sha256="1" * 64) as payout:
        rules = pool_rules(payout)
    given_to(book, rules, range(1))
    with deciding(pool, sha256="2" * 64), kept(book) as keeper:
        error = keeper.unpaid()
        with keeper.models.reading() as connection:
            pattern = f"{'1' * 64}, but .* here has {'2' * 64}: its source has changed"
            with raises_message(UnknownPayout, pattern):
                require_paid(connection)
    assert error is not None
