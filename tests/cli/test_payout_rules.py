"""Money of games that a payout rule in Python pays: with the file that has it, and without."""

import json
from functools import partial
from pathlib import Path

import pytest

from domino_ledger import RuleSet
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.scoring import programs
from domino_ledger.ledger.registry.payout_rules import payout_rule
from tests.ledger.games import record

from .command import Command, run
from .samples import put

POOL = """\
from domino_ledger import Payment, payout_rule


def night_pool(round):
    for seat in round.seats:
        if seat not in round.winners:
            yield Payment(seat, round.winners[0], 50, "night-pool")


payout_rule("night-pool", night_pool)
"""
LACKING = (
    "night-pool@1 is paid by the payout rule night-pool with the SHA-256 {hash}, which is missing "
    "here: use the program that has it, or name its file in DOMINO_PAYOUTS\n"
)


@pytest.fixture(autouse=True)
def no_function_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_FUNCTIONS", {})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "pool.py"
    file.write_text(POOL)
    return file


@pytest.fixture
def hashed(domino: Command, file: Path) -> str:
    """The hash of the function in the file; a game that it pays is in the book."""
    made: dict[str, object] = {"__name__": "pool"}
    exec(compile(POOL, str(file), "exec"), made)
    payout = payout_rule("night-pool", made["night_pool"])  # type: ignore[arg-type]
    programs._FUNCTIONS.clear()
    played = PUBLISHED["forced-block@1"]
    rules = RuleSet(id="night-pool@1", play=played.play, score=played.score, payout=payout)
    put(domino, record("payout.jsonl") | {"rules": rules.model_dump(mode="json")})
    return payout.sha256


def test_money_is_refused_without_the_function(domino: Command, hashed: str) -> None:
    sentence = LACKING.format(hash=hashed)
    for line in ("payouts", "payouts --format beancount", "whatif --rules forced-block@1"):
        assert domino(line).err.endswith(f"domino: {sentence}")
        assert domino(line).code == 1
    for line in ("rebuild", "rebuild --compare", "verify --all --tables"):
        assert sentence in domino(line).err
        assert domino(line).code == 1


def test_all_else_works_without_the_function(domino: Command, hashed: str) -> None:
    remark = f"the money of some games is left out: {LACKING.format(hash=hashed)}"
    for line in ("games", "stats", "league"):
        ran = domino(line)
        assert ran.code == 0
        assert remark in ran.err
        assert ran.out
    for line in ("replay last", "audit last", "verify --all", "export", "sheet last"):
        assert domino(line).code == 0
    assert "money not settled" in domino("audit last").out
    assert "payout rule night-pool is missing here" in domino("sheet last --json").out


def test_with_the_file_games_are_paid(domino: Command, hashed: str, file: Path) -> None:
    assert domino("games").code == 0
    assert hashed
    with_file = partial(run, payouts=str(file))
    amounts = [json.loads(line)["amount"] for line in with_file("payouts --json").out.splitlines()]
    assert sorted(amounts) == [-50, -50, -50, 150]
    journal = with_file("payouts --format beancount")
    assert journal.err == ""
    assert 'reason: "night-pool"' in journal.out
    for line in ("verify --all --tables", "rebuild --compare", "whatif --rules forced-block@1"):
        assert with_file(line).code == 0
    programs._FUNCTIONS.clear()
    assert domino("payouts --format beancount").out == journal.out  # It is booked.
    assert domino("verify --all --tables").code == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 / 0\n", "which DOMINO_PAYOUTS names, stopped with ZeroDivisionError: division by zero"),
        ("def f(:\n", "stopped with SyntaxError: invalid syntax"),
        (
            "from domino_ledger import payout_rule\npayout_rule('p', lambda _: [])\n",
            "a payout rule is a function made by def, not <lambda>",
        ),
        (None, "No such file or directory"),
    ],
)
def test_a_file_that_cannot_be_run(text: str | None, sentence: str, file: Path) -> None:
    file.unlink()
    if text is not None:
        file.write_text(text)
    ran = run("games", payouts=str(file))
    assert ran.code == 1
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_processes_that_count_an_archive_have_the_file(
    domino: Command, hashed: str, file: Path
) -> None:
    """Of two books: each is a part of the archive."""
    with_file = partial(run, payouts=str(file))
    line = "simulate --rules forced-block@1 --players 4 --games 1 --seed 1 --ledger other.db"
    assert with_file(line).code == 0
    assert with_file("archive domino.db other.db --to archive").code == 0
    alone = with_file("payouts --archive archive --by game --json")
    assert sum(json.loads(line)["amount"] == 150 for line in alone.out.splitlines()) == 1
    assert with_file("payouts --archive archive --by game --json --jobs 2") == alone
    programs._FUNCTIONS.clear()
    for line in ("payouts --archive archive", "payouts --archive archive --jobs 2"):
        ran = domino(line)
        assert (ran.code, ran.out) == (1, "")
        assert ran.err == f"domino: {LACKING.format(hash=hashed)}"
