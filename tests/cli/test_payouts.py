"""`domino payouts`; files for accounting programs are checked by these programs."""

import json
import shutil
import subprocess
import sys
from contextlib import chdir
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from beancount import loader
from beancount.core.data import Open, Transaction

from domino_ledger.domain.rules.catalogue import PUBLISHED
from tests.ledger.games import DATA, FILES, Json
from tests.projections.reports.books import IRREGULAR

from .command import Command, run
from .other_rules import add_counted
from .samples import BLOCKED, LOT, jsons, put, spreadsheet

NAMES = ["Łukasz O'Neil", "🎲", "ana: 2025-01-01", 'b "x\\y"; z, date: |', "-- e\u0301lan", "中文"]
STAKES = (("EUR", 5), ("JPY", 100), ("KWD", 7), ("XXX", 1))
DATED = BLOCKED | {"started_at": "2025-03-01T23:30:00+02:00"}

needs_hledger = pytest.mark.skipif(
    shutil.which("hledger") is None, reason="hledger is not installed: its files are not checked"
)


def test_games_that_are_not_wholly_settled_are_named(domino: Command) -> None:
    waits = IRREGULAR | {"id": "waits"}
    put(domino, LOT | {"id": "one"}, waits)
    ran = domino("payouts --json")
    assert len(jsons(ran.out)) == 2
    assert ran.err == "1 game is not wholly settled: waits (see domino audit)\n"


# -- files for other programs


def many_stakes() -> list[Json]:
    """Games of two and four players, with names and record ids that need quoting."""
    return [
        LOT
        | {"id": f'{currency}; "|" [2020-01-01] date: 3,', "players": NAMES[:2]}
        | {"stake": {"currency": currency, "minor_per_pip": per_pip}}
        for currency, per_pip in STAKES
    ] + [DATED | {"players": NAMES[2:]}]


@pytest.fixture
def booked(domino: Command) -> Command:
    """A book of games for money, and of a game that was first booked by other rules."""
    put(domino, *many_stakes())
    return domino


def checked(program: list[str], path: Path) -> str:
    """The output of the program, which must accept the file without a warning."""
    done = subprocess.run(
        [*program, path],
        check=False,
        capture_output=True,
        text=True,
        env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(path.parent)},
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr + done.stdout
    return done.stdout


def beancount_errors(text: str) -> str:
    """The errors that beancount's own check finds in this file."""
    Path("domino.beancount").write_text(text, encoding="utf-8")
    program = [sys.executable, "-m", "beancount.scripts.check", "--no-cache"]
    return checked(program, Path("domino.beancount").absolute())


def hledger(text: str, *asked: str) -> str:
    Path("domino.hledger").write_text(text, encoding="utf-8")
    return checked(["hledger", *asked, "-f"], Path("domino.hledger").absolute())


def test_beancount_accepts_the_file(booked: Command) -> None:
    assert beancount_errors(booked("payouts --format beancount").out) == ""


@pytest.fixture(scope="module")
def all_samples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of all sample games, by format."""
    with chdir(tmp_path_factory.mktemp("samples")):
        for file in FILES:
            assert run(f"import {DATA / file}").code == 0
        return {form: run(f"payouts --format {form}").out for form in ("beancount", "hledger")}


@pytest.mark.usefixtures("domino")
def test_beancount_accepts_all_sample_games(all_samples: dict[str, str]) -> None:
    assert beancount_errors(all_samples["beancount"]) == ""


def test_the_beancount_check_can_fail(booked: Command) -> None:
    text = booked("payouts --format beancount").out
    for wrong in (text.replace("  1.55 EUR", "  1.56 EUR"), text.replace("open Assets", "close A")):
        assert wrong != text
        with pytest.raises(AssertionError):
            beancount_errors(wrong)


def test_beancount_accepts_a_book_without_money(domino: Command) -> None:
    put(domino, LOT | {"rounds": []})
    assert beancount_errors(domino("payouts --format beancount").out) == ""


@needs_hledger
def test_hledger_accepts_the_file(booked: Command) -> None:
    text = booked("payouts --format hledger").out
    assert hledger(text, "check", "--strict", "ordereddates") == ""
    balances = hledger(text, "balance", "--no-total", "-O", "csv")
    for due in spreadsheet(booked("payouts --format csv").out):
        assert f"{due['money']} {due['currency']}" in balances, due


@needs_hledger
@pytest.mark.usefixtures("domino")
def test_hledger_accepts_all_sample_games(all_samples: dict[str, str]) -> None:
    assert hledger(all_samples["hledger"], "check", "--strict", "ordereddates") == ""


def test_beancount_reads_every_posting(booked: Command) -> None:
    transactions, balances = loaded(booked("payouts --format beancount").out)
    assert len(transactions) == len(STAKES) + 1
    last = transactions[0]
    assert (last.date.isoformat(), last.narration) == (
        "2025-03-01",
        f"{DATED['id']}, round 1: settlement",
    )
    assert {posting.meta["reason"] for posting in last.postings} == {
        "pays-as-blocker",
        "receives-from-the-blocker",
    }
    dues = spreadsheet(booked("payouts --format csv").out)
    said = {(due["player"], due["currency"]): Decimal(due["money"]) for due in dues}
    assert balances == said


def loaded(text: str) -> tuple[list[Any], dict[tuple[str, str], Decimal]]:
    """The transactions, and their sums by player and currency."""
    entries, faults, _ = loader.load_string(text)
    assert faults == []
    players = {each.account: each.meta["player"] for each in entries if isinstance(each, Open)}
    transactions: list[Any] = [each for each in entries if isinstance(each, Transaction)]
    balances: dict[tuple[str, str], Decimal] = {}
    for transaction in transactions:
        amounts = [posting.units.number for posting in transaction.postings]
        assert sum(amounts) == 0
        for posting, amount in zip(transaction.postings, amounts, strict=True):
            key = players[posting.account], posting.units.currency
            balances[key] = balances.get(key, Decimal()) + amount
    return transactions, balances


def test_an_adjustment_is_an_entry_of_its_own(booked: Command) -> None:
    rules: Json = PUBLISHED["forced-block@1"].model_dump(mode="json") | {"id": "house@1"}
    rules["payout"]["loss_factor"] = 3
    Path("house.json").write_text(json.dumps(rules))
    assert booked("rules add house.json").code == 0
    before, _ = loaded(booked("payouts --format beancount").out)
    assert booked("rebuild --rules house@1 --yes").code == 0
    text = booked("payouts --format beancount").out
    assert beancount_errors(text) == ""
    after, balances = loaded(text)
    assert len(after) > len(before)
    adjusted = [each for each in after if each.meta["kind"] == "adjustment"]
    assert [each for each in after if each not in adjusted] == before
    assert {each.date for each in adjusted} == {max(each.date for each in before)}
    dues = spreadsheet(booked("payouts --format csv").out)
    assert balances == {(due["player"], due["currency"]): Decimal(due["money"]) for due in dues}


@needs_hledger
def test_hledger_accepts_adjustments(booked: Command) -> None:
    add_counted(booked, "dear@1", "block-lot@1", "forced-block@1")
    assert booked("rebuild --rules dear@1 --yes").code == 0
    text = booked("payouts --format hledger").out
    assert ": adjustment" in text
    assert hledger(text, "check", "--strict", "ordereddates") == ""
