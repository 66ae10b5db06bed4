"""Payout rules of programs: how they are hashed and checked, and what a book does with them."""

import math
import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256
from math import floor
from pathlib import Path
from typing import Any

import pytest

from domino_ledger import (
    BadPayout,
    Book,
    Payment,
    ProgramPayout,
    RuleSet,
    SettledRound,
    Stake,
    State,
    UnknownPayout,
    Unreadable,
    error_text,
    open_book,
    payout_rule,
)
from domino_ledger.domain.scoring import programs
from domino_ledger.domain.scoring.programs import MOST_PAID, function_of
from domino_ledger.ledger.registry.payout_rules import source_of
from tests.domain.programs import pool

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "cli" / "samples" / "payout.jsonl").read_bytes().splitlines()[:5]
ROUND = SettledRound(
    number=0,
    winners=(1,),
    points=None,
    pips=(4, 0, 9),
    leader=0,
    ended="out",
    out=1,
    last_to_lay=1,
    blocker=None,
    assistant=None,
    minor_per_pip=1,
)
RATE = 50


@pytest.fixture(autouse=True)
def no_function_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_FUNCTIONS", {})


def night_pool(round: SettledRound) -> Iterator[Payment]:
    """Who did not win pays the winner 50 units."""
    for seat in round.seats:
        if seat not in round.winners:
            yield Payment(seat, round.winners[0], 50, "night-pool")


def paid(payout: ProgramPayout, round: SettledRound = ROUND) -> Iterable[Payment]:
    function = function_of(payout)
    assert function is not None
    return function(round)


# -- the hash


def test_name_and_hash_of_the_source() -> None:
    payout = payout_rule("night-pool", night_pool, reading="set-up")
    source = source_of(night_pool)
    assert source.startswith("def night_pool(round: SettledRound)")
    assert source.endswith('50, "night-pool")\n')
    assert payout == ProgramPayout(
        name="night-pool", sha256=sha256(source.encode()).hexdigest(), reading="set-up"
    )
    assert paid(payout) == (Payment(0, 1, 50, "night-pool"), Payment(2, 1, 50, "night-pool"))


def test_where_it_stands_in_a_file_does_not_matter() -> None:
    def night_pool(round: SettledRound) -> Iterator[Payment]:
        """Who did not win pays the winner 50 units."""
        for seat in round.seats:
            if seat not in round.winners:
                yield Payment(seat, round.winners[0], 50, "night-pool")

    assert source_of(night_pool) == source_of(globals()["night_pool"])
    assert payout_rule("p", night_pool) == payout_rule("p", globals()["night_pool"])
    assert payout_rule("p", night_pool) != payout_rule("q", night_pool)


def run(source: str, directory: Path, name: str = "night_pool") -> Callable[..., Any]:
    file = directory / "pool.py"
    file.write_text("from domino_ledger import Payment\n" + source)
    made: dict[str, Any] = {"__name__": "pool"}
    exec(compile(file.read_text(), str(file), "exec"), made)
    function: Callable[..., Any] = made[name]
    return function


def test_blanks_at_the_ends_of_lines_do_not_matter_but_comments_do(tmp_path: Path) -> None:
    plain = "def night_pool(round):\n    return []\n"
    hashes = []
    commented = plain.replace("    return", "    # Nobody pays.\n    return")
    for number, source in enumerate((plain, plain.replace(":\n", ":  \n"), commented)):
        directory = tmp_path / str(number)
        directory.mkdir()
        hashes.append(payout_rule("p", run(source, directory)).sha256)
    assert hashes[0] == hashes[1] != hashes[2]


def test_a_bad_name() -> None:
    with pytest.raises(Unreadable) as caught:
        payout_rule("Night Pool", night_pool)
    assert "expected a name such as 'night-pool'" in error_text(caught.value)


def test_what_has_no_source_is_no_payout_rule() -> None:
    without: dict[str, Any] = {}
    exec("def night_pool(round): return []", without)
    wrong: list[tuple[Any, str]] = [
        (lambda _: [], "a function made by def, not <lambda>"),
        (partial(night_pool), "made by def, not partial"),
        (math.floor, "made by def, not floor"),
        (without["night_pool"], "the source of night_pool cannot be read"),
    ]
    for function, sentence in wrong:
        with pytest.raises(BadPayout) as caught:
            payout_rule("p", function)
        assert sentence in error_text(caught.value)


def uses_a_value(_: SettledRound) -> list[Payment]:
    return [Payment(0, 1, RATE, "p")]


def uses_a_neighbour(settled: SettledRound) -> list[Payment]:
    return list(night_pool(settled))


def uses_within(_: SettledRound) -> list[Payment]:
    return [Payment(seat, 1, amount, "p") for seat in (0,) for amount in [RATE]]


def uses_what_is_not_there(_: SettledRound) -> list[Payment]:
    return [Payment(0, 1, not_there, "p")]  # type: ignore[name-defined]  # noqa: F821


def with_a_default(_: SettledRound, rate: int = RATE) -> list[Payment]:
    return [Payment(0, 1, rate, "p")]


def stores(_: SettledRound) -> list[Payment]:
    global RATE  # noqa: PLW0603 - so it should not
    RATE = 7
    return []


@pytest.mark.parametrize(
    ("function", "used"),
    [
        (uses_a_value, "RATE"),
        (uses_a_neighbour, "night_pool"),
        (uses_within, "RATE"),
        (uses_what_is_not_there, "not_there"),
        (with_a_default, "rate"),
        (stores, "RATE"),
    ],
)
def test_it_depends_on_nothing_else(
    function: Callable[[SettledRound], list[Payment]], used: str
) -> None:
    with pytest.raises(BadPayout) as caught:
        payout_rule("p", function)
    assert f"the payout rule p uses {used}, whose value its own source" in error_text(caught.value)


def test_nor_on_variables_around_it() -> None:
    rate = 5

    def closed(_: SettledRound) -> list[Payment]:
        return [Payment(0, 1, rate, "p")]

    with pytest.raises(BadPayout, match="rate"):
        payout_rule("p", closed)


def uses_what_is_imported(_: SettledRound) -> list[Payment]:
    return [Payment(0, 1, floor(max(3.5, math.pi)), "p")]


def test_it_may_use_what_is_imported() -> None:
    assert paid(payout_rule("p", uses_what_is_imported)) == (Payment(0, 1, 3, "p"),)


# -- what it gives


def fails(round: SettledRound) -> list[Payment]:
    raise ValueError(f"no rule for {len(round.pips)} seats")


def fails_later(round: SettledRound) -> Iterator[Payment]:
    yield Payment(0, 1, 5, "p")
    yield Payment(0, round.pips[7], 5, "p")


def gives_a_number(_: SettledRound) -> Any:
    return 5


def gives_tuples(_: SettledRound) -> Any:
    return [(0, 1, 5, "p")]


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (fails, "the payout rule p stopped with ValueError: no rule for 3 seats"),
        (fails_later, "the payout rule p stopped with IndexError: tuple index out of range"),
        (gives_a_number, "the payout rule p gave no payments: 5"),
        (gives_tuples, "the payout rule p gave (0, 1, 5, 'p'), which is no Payment"),
    ],
)
def test_what_fails_is_a_sentence(function: Callable[..., Any], sentence: str) -> None:
    payout = payout_rule("p", function)
    with pytest.raises(BadPayout) as caught:
        paid(payout)
    assert error_text(caught.value) == sentence


@pytest.mark.parametrize(
    ("payments", "wrong"),
    [
        ([Payment(0, 3, 5, "p")], "two seats"),
        ([Payment(-1, 0, 5, "p")], "two seats"),
        ([Payment(1, 1, 5, "p")], "two seats"),
        ([Payment(True, 0, 5, "p")], "two seats"),
        ([Payment(0, 1, -5, "p")], "whole number"),
        ([Payment(0, 1, 2.5, "p")], "whole number"),  # type: ignore[arg-type]
        ([Payment(0, 1, MOST_PAID + 1, "p")], "at most 1000000000000 in all"),
        ([Payment(0, 1, MOST_PAID, "p"), Payment(0, 2, 1, "p")], "at most 1000000000000 in all"),
        ([Payment(0, 1, 5, "Two words")], "the reason"),
        ([Payment(0, 1, 5, None)], "the reason"),  # type: ignore[arg-type]
    ],
)
def test_payments_are_checked(
    payments: list[Payment], wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random, "payments", payments, raising=False)
    with pytest.raises(BadPayout) as caught:
        paid(payout_rule("p", gives_what_is_set))
    assert wrong in error_text(caught.value)


def gives_what_is_set(_: SettledRound) -> Any:
    return random.payments  # type: ignore[attr-defined]


def test_the_largest_payments_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    payments = [Payment(0, 1, MOST_PAID, "p"), Payment(0, 1, 0, "p")]
    monkeypatch.setattr(random, "payments", payments, raising=False)
    assert paid(payout_rule("p", gives_what_is_set)) == tuple(payments)


# -- in a book


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with open_book(tmp_path / "club.db", create=True) as book:
        book.add(LINES)
        yield book


def published(book: Book, payout: ProgramPayout) -> RuleSet:
    played = book.rule_sets()["forced-block@1"]
    rules = RuleSet(id="night-pool@1", play=played.play, score=played.score, payout=payout)
    assert book.add_rules(rules)
    return rules


def play(book: Book, name: str) -> None:
    table = book.open_game(
        name, "night-pool@1", ["Ana", "Ben"], stake=Stake(currency="EUR", minor_per_pip=1)
    )
    state = table.state
    while not state.over:
        answer = table.deal() if state.turn is None else table.play(state.moves[0])
        assert isinstance(answer, State)
        state = answer


def test_a_game_is_played_and_paid(book: Book) -> None:
    published(book, payout_rule("night-pool", night_pool))
    before = sum(abs(due.amount) for due in book.payouts())
    assert before > 0
    play(book, "friday-1")
    game = book.game("friday-1")
    assert sorted(game.result().rounds[-1].net or ()) == [-50, 50]
    assert sorted(due.amount for due in book.payouts(by_game=True) if due.game == game.name) == [
        -50,
        50,
    ]
    assert game.audit().clean
    (report,) = book.what_if("forced-block@1")
    assert report.games == len(LINES) + 1
    assert book.rebuild() == 0
    assert book.rebuild("night-pool@1") > 0
    assert book.rule_sets()["night-pool@1"].payout == payout_rule("night-pool", night_pool)


def test_without_the_function_the_money_is_refused_and_nothing_else(book: Book) -> None:
    payout = payout_rule("night-pool", night_pool)
    published(book, payout)
    programs._FUNCTIONS.clear()
    play(book, "friday-1")
    game = book.game("friday-1")
    asked: list[Callable[[], object]] = [
        game.result,
        book.payouts,
        lambda: book.what_if("forced-block@1"),
        book.rebuild,
        lambda: book.rebuild("night-pool@1"),
        lambda: book.game(str(next(book.games()).id)).result("night-pool@1"),
    ]
    for ask in asked:
        with pytest.raises(UnknownPayout) as caught:
            ask()
        assert error_text(caught.value) == (
            f"night-pool@1 is paid by the payout rule night-pool with the SHA-256 {payout.sha256}, "
            "which is missing here: use the program that has it, or name its file in DOMINO_PAYOUTS"
        )
        assert caught.value.params["name"] == "night-pool"
    assert game.audit().clean
    assert game.replay(open=True)
    assert book.verify().events
    assert [each.name for each in book.games(limit=1)] == ["friday-1"]
    assert book.game("friday-1").net is None
    assert len(game.winners) == 1
    assert book.add([game.record()])[0].outcome == "unchanged"
    payout_rule("night-pool", night_pool)
    assert sorted(due.amount for due in book.payouts(by_game=True) if due.game == "friday-1") == [
        -50,
        50,
    ]


def test_a_changed_function_is_another_one(book: Book) -> None:
    old = payout_rule("night-pool", night_pool)
    published(book, old)
    programs._FUNCTIONS.clear()
    new = payout_rule("night-pool", pool)
    play(book, "friday-1")
    with pytest.raises(UnknownPayout) as caught:
        book.payouts()
    sentence = error_text(caught.value)
    assert f"SHA-256 {old.sha256}, but the function of this name here has {new.sha256}" in sentence
    with pytest.raises(Exception, match="rules-published"):
        published(book, new)


def test_what_was_booked_is_shown_without_the_function(book: Book) -> None:
    published(book, payout_rule("night-pool", night_pool))
    play(book, "friday-1")
    dues = book.payouts()
    programs._FUNCTIONS.clear()
    assert book.payouts() == dues
