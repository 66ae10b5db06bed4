"""The journal for plain-text accounting, as a file of Beancount or hledger.

There is an account for each player; balances and sums stand at the end.

A positive balance is what the player gets; a negative one is what the player owes.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple
from uuid import UUID

from ..messages.money import digits, money, money_figure
from ..places import number_of
from ..reports.payouts import Entry

PARENT = "Assets:Players"
HEADING = "; Money of domino games. What an account has, its player gets; what it lacks, they owe."
EARLIEST, LATEST = date(1900, 1, 1), date(2999, 12, 31)
"""Days that every program accepts; other days are replaced by the nearest of them."""


class Owner(NamedTuple):
    """The owner of an account."""

    account: str
    player: UUID
    name: str


class Journal(NamedTuple):
    """The contents of a journal file."""

    entries: Sequence[Entry]
    """By day, then in the order of booking."""
    owners: dict[UUID, Owner]
    """By player, in the order of the accounts' names."""
    opened: date
    """The day of the first entry."""
    balances: dict[tuple[str, str], int]
    """By account and currency, in that order, in minor units."""
    sums: dict[str, int]
    """By currency, the sum of all accounts: 0, as each entry sums to zero."""


def journal_of(entries: Iterable[Entry], name_of: Callable[[UUID], str]) -> Journal:
    """The journal of these entries."""
    dated = (entry._replace(date=min(max(entry.date, EARLIEST), LATEST)) for entry in entries)
    booked = sorted(dated, key=lambda entry: entry.date)
    owners = _owners({posting.player for entry in booked for posting in entry.postings}, name_of)
    balances: Counter[tuple[str, str]] = Counter()
    sums: Counter[str] = Counter()
    for entry in booked:
        for posting in entry.postings:
            balances[owners[posting.player].account, entry.currency] += posting.amount
            sums[entry.currency] += posting.amount
    return Journal(
        entries=booked,
        owners=owners,
        opened=booked[0].date if booked else EARLIEST,
        balances=dict(sorted(balances.items())),
        sums=dict(sorted(sums.items())),
    )


def _owners(players: Iterable[UUID], name_of: Callable[[UUID], str]) -> dict[UUID, Owner]:
    names = {player: name_of(player) for player in players}
    owners = [Owner(account(player, name), player, name) for player, name in names.items()]
    return {owner.player: owner for owner in sorted(owners)}


def account(player: UUID, name: str) -> str:
    """The name of a player's account: ``Assets:Players:Ana-1f9f10ae322c``.

    The letters and digits of the name that Beancount accepts (``Player`` if there are none), then
    the first digits of the id.
    """
    digits = player.hex[:12]
    return f"{PARENT}:{_legible(name.removesuffix(digits))}-{digits}"


def _legible(name: str) -> str:
    letters = (each if _is_accepted(each) else "-" for each in unicodedata.normalize("NFC", name))
    words = re.sub("-+", "-", "".join(letters)).strip("-")
    begun = words[:1].upper() + words[1:]
    return begun if _begins_well(begun, len(words)) else f"Player-{words}".rstrip("-")


def _begins_well(words: str, length: int) -> bool:
    """Whether the first character is a capital letter or a digit, and still one character."""
    return 0 < len(words) == length and unicodedata.category(words[0]) in {"Lu", "Nd"}


def _is_accepted(letter: str) -> bool:
    category = unicodedata.category(letter)
    return category.startswith("L") or category == "Nd"


# -- files


def beancount(journal: Journal) -> Iterator[str]:
    """The lines of a file of Beancount (https://beancount.github.io/docs/)."""
    yield HEADING
    yield 'option "title" "Domino Ledger"'
    for currency in journal.sums:
        yield f'option "operating_currency" "{currency}"'
    yield ""
    for currency in journal.sums:
        yield f"{journal.opened} commodity {currency}"
    for owner in journal.owners.values():
        yield f"{journal.opened} open {owner.account}"
        yield f"  player: {_text(str(owner.player))}"
        yield f"  name: {_text(owner.name)}"
    for entry in journal.entries:
        yield ""
        round = number_of(entry.round)
        narration = f"{entry.record}, round {round}: {entry.kind}"
        yield f"{entry.date} * {_text(narration)}"
        yield f"  game: {_text(entry.record)}"
        yield f"  round: {round}"
        yield f"  kind: {_text(entry.kind)}"
        yield f"  rules: {_text(entry.rules)}"
        for posting in entry.postings:
            figure = money_figure(posting.amount, entry.currency)
            yield f"  {journal.owners[posting.player].account}  {figure} {entry.currency}"
            yield f"    reason: {_text(posting.reason)}"
    yield ""
    yield from _closing_lines(journal)


def _text(value: str) -> str:
    """A quoted string; control characters are replaced, since they would end the line."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in value)
    return '"' + printable.replace("\\", "\\\\").replace('"', '\\"') + '"'


def hledger(journal: Journal) -> Iterator[str]:
    """The lines of a file of hledger (https://hledger.org/hledger.html#journal)."""
    yield HEADING
    yield ""
    for currency in journal.sums:
        yield f"commodity 1000.{'0' * digits(currency)} {currency}"
    for owner in journal.owners.values():
        yield f"account {owner.account}  ; player: {owner.player}, name: {_tag(owner.name)}"
    for entry in journal.entries:
        yield ""
        record = _tag(entry.record)
        round = number_of(entry.round)
        yield f"{entry.date} * domino | {record}, round {round}: {entry.kind}"
        yield f"    ; game: {record}, round: {round}, kind: {entry.kind}"
        yield f"    ; rules: {_tag(entry.rules)}"
        for posting in entry.postings:
            figure = money_figure(posting.amount, entry.currency)
            account = journal.owners[posting.player].account
            yield f"    {account}  {figure} {entry.currency}  ; reason: {posting.reason}"
    yield ""
    yield from _closing_lines(journal)


def _tag(value: str) -> str:
    """A value of a tag; characters that would end it, or begin a date or comment, are replaced."""
    return "".join(
        letter if letter.isprintable() and letter not in ",:;[]|" else "_" for letter in value
    )


def _closing_lines(journal: Journal) -> Iterator[str]:
    """Comments at the end of the file: the balance of every account."""
    for (owner, currency), amount in journal.balances.items():
        yield f"; {owner}: {money(amount, currency)}"
    for currency, amount in journal.sums.items():
        yield f"; all together: {money(amount, currency)}"
