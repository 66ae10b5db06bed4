"""The journal of all bookings: accounts, days, sums, and two file formats."""

from datetime import date
from typing import Any
from uuid import UUID

import pytest
from beancount.core.account import is_valid

from domino_ledger.domain.house import PlayerPosting
from domino_ledger.projections.accounting.journal import (
    EARLIEST,
    LATEST,
    account,
    beancount,
    hledger,
    journal_of,
)
from domino_ledger.projections.reports.payouts import Entry

ANA, BEN = UUID("1f9f10ae-322c-4c5c-8a5a-b16df1b2a001"), UUID(int=2)
NAMES = {ANA: "ana", BEN: "ben"}


def entry(amount: int = 5, **other: Any) -> Entry:
    postings = (
        PlayerPosting(player=ANA, amount=-amount, reason="pays-for-his-pips"),
        PlayerPosting(player=BEN, amount=amount, reason="shares-the-pool"),
    )
    usual = Entry("settlement", date(2025, 3, 1), "one", 0, "mine@1", "EUR", postings)
    return usual._replace(**other)


@pytest.mark.parametrize(
    ("name", "leaf"),
    [
        ("ana", "Ana"),
        ("Łukasz O'Neil", "Łukasz-O-Neil"),
        ("e\u0301lan", "Élan"),
        ("ßtraße", "Player-ßtraße"),
        ("2 of us", "2-of-us"),
        ("a--:b ", "A-b"),
        ("🎲", "Player"),
        ("", "Player"),
        ("-", "Player"),
        ("中文", "Player-中文"),
        ("क्षितिज", "Player-क-ष-त-ज"),
        ("ŉ", "Player-ŉ"),
        ("player-1f9f10ae322c", "Player"),
        ("1f9f10ae322c", "Player"),
    ],
)
def test_accounts(name: str, leaf: str) -> None:
    assert account(ANA, name) == f"Assets:Players:{leaf}-1f9f10ae322c"
    assert is_valid(account(ANA, name))


def test_days_outside_the_supported_range_are_moved() -> None:
    days = [date(1, 1, 1), date(9999, 12, 31)]
    journal = journal_of([entry(date=day) for day in days], NAMES.__getitem__)
    assert [each.date for each in journal.entries] == [EARLIEST, LATEST]


def test_balances_and_sums() -> None:
    journal = journal_of([entry(5), entry(7), entry(100, currency="JPY")], NAMES.__getitem__)
    ana, ben = (journal.owners[player].account for player in (ANA, BEN))
    assert list(journal.owners) == [ANA, BEN]
    assert journal.balances == {
        (ana, "EUR"): -12,
        (ana, "JPY"): -100,
        (ben, "EUR"): 12,
        (ben, "JPY"): 100,
    }
    assert journal.sums == {"EUR": 0, "JPY": 0}


def test_nothing_booked() -> None:
    journal = journal_of([], NAMES.__getitem__)
    assert (journal.entries, journal.opened, journal.sums) == ([], EARLIEST, {})
    assert list(beancount(journal))[1:] == ['option "title" "Domino Ledger"', "", ""]
    assert list(hledger(journal))[1:] == ["", ""]


JOURNAL = journal_of(
    [entry(record='a "b" \\ \n; [c]', kind="adjustment", round=3, rules='house"; 2@1')],
    {ANA: "ana: 2020-01-01", BEN: 'b"e, date: n'}.__getitem__,
)
A, B = "Assets:Players:Ana-2020-01-01-1f9f10ae322c", "Assets:Players:B-e-date-n-000000000000"


def test_a_file_of_beancount() -> None:
    assert list(beancount(JOURNAL)) == [
        "; Money of domino games. What an account has, its player gets; what it lacks, they owe.",
        'option "title" "Domino Ledger"',
        'option "operating_currency" "EUR"',
        "",
        "2025-03-01 commodity EUR",
        f"2025-03-01 open {A}",
        f'  player: "{ANA}"',
        '  name: "ana: 2020-01-01"',
        f"2025-03-01 open {B}",
        f'  player: "{BEN}"',
        '  name: "b\\"e, date: n"',
        "",
        '2025-03-01 * "a \\"b\\" \\\\ ?; [c], round 4: adjustment"',
        '  game: "a \\"b\\" \\\\ ?; [c]"',
        "  round: 4",
        '  kind: "adjustment"',
        '  rules: "house\\"; 2@1"',
        f"  {A}  -0.05 EUR",
        '    reason: "pays-for-his-pips"',
        f"  {B}  0.05 EUR",
        '    reason: "shares-the-pool"',
        "",
        f"; {A}: EUR -0.05",
        f"; {B}: EUR 0.05",
        "; all together: EUR 0.00",
    ]


def test_a_file_of_hledger() -> None:
    assert list(hledger(JOURNAL)) == [
        "; Money of domino games. What an account has, its player gets; what it lacks, they owe.",
        "",
        "commodity 1000.00 EUR",
        f"account {A}  ; player: {ANA}, name: ana_ 2020-01-01",
        f'account {B}  ; player: {BEN}, name: b"e_ date_ n',
        "",
        '2025-03-01 * domino | a "b" \\ __ _c_, round 4: adjustment',
        '    ; game: a "b" \\ __ _c_, round: 4, kind: adjustment',
        '    ; rules: house"_ 2@1',
        f"    {A}  -0.05 EUR  ; reason: pays-for-his-pips",
        f"    {B}  0.05 EUR  ; reason: shares-the-pool",
        "",
        f"; {A}: EUR -0.05",
        f"; {B}: EUR 0.05",
        "; all together: EUR 0.00",
    ]
