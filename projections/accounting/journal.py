"""The money booked as a journal of plain-text accounting: an account a player, the sums, the days.

Accounts are the players' side: what an account has, its player gets; what it lacks, they owe.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple
from uuid import UUID

from ..reports.payouts import Entry
from .money import money

PARENT = "Assets:Players"
HEADING = "; Money of domino games. What an account has, its player gets; what it lacks, they owe."
EARLIEST, LATEST = date(1900, 1, 1), date(2999, 12, 31)
"""Days that every program reads; a game that claims another is booked on the nearest of them."""


class Owner(NamedTuple):
    """Who is behind an account."""

    account: str
    player: UUID
    name: str


class Journal(NamedTuple):
    """The contents of a file of plain-text accounting."""

    entries: Sequence[Entry]
    """By day; those of one day in the order of booking."""
    owners: dict[UUID, Owner]
    """By player, in the order of the accounts' names."""
    opened: date
    """No entry has an earlier day."""
    balances: dict[tuple[str, str], int]
    """By account and currency, in that order, in minor units."""
    sums: dict[str, int]
    """By currency, what all accounts come to: nothing, since every entry does."""


def closing_lines(journal: Journal) -> Iterator[str]:
    """Comments at the end of the file: the balance of every account."""
    for (owner, currency), amount in journal.balances.items():
        yield f"; {owner}: {money(amount, currency)}"
    for currency, amount in journal.sums.items():
        yield f"; all together: {money(amount, currency)}"


def journal_of(entries: Iterable[Entry], name_of: Callable[[UUID], str]) -> Journal:
    """The journal of these entries."""
    booked = sorted((_on_a_known_day(entry) for entry in entries), key=lambda entry: entry.date)
    owners = _owners({posting.player for entry in booked for posting in entry.postings}, name_of)
    balances: Counter[tuple[str, str]] = Counter()
    sums: Counter[str] = Counter()
    for entry in booked:
        for player, amount, _ in entry.postings:
            balances[owners[player].account, entry.currency] += amount
            sums[entry.currency] += amount
    return Journal(
        entries=booked,
        owners=owners,
        opened=booked[0].date if booked else EARLIEST,
        balances=dict(sorted(balances.items())),
        sums=dict(sorted(sums.items())),
    )


def _on_a_known_day(entry: Entry) -> Entry:
    return entry._replace(date=min(max(entry.date, EARLIEST), LATEST))


def _owners(players: Iterable[UUID], name_of: Callable[[UUID], str]) -> dict[UUID, Owner]:
    names = {player: name_of(player) for player in players}
    owners = [Owner(account(player, name), player, name) for player, name in names.items()]
    return {owner.player: owner for owner in sorted(owners)}


def account(player: UUID, name: str) -> str:
    """The name of a player's account: ``Assets:Players:Ana-1f9f10ae322c``.

    The digits begin the id. Before them stand the letters and digits of the name, as Beancount
    takes them; ``Player`` where it takes none.
    """
    digits = player.hex[:12]
    return f"{PARENT}:{_legible(name.removesuffix(digits))}-{digits}"


def _legible(name: str) -> str:
    letters = (each if _is_taken(each) else "-" for each in unicodedata.normalize("NFC", name))
    words = re.sub("-+", "-", "".join(letters)).strip("-")
    begun = words[:1].upper() + words[1:]
    return begun if _begins_well(begun, len(words)) else f"Player-{words}".rstrip("-")


def _begins_well(words: str, length: int) -> bool:
    """Its first letter is a capital, and one alone, or a digit."""
    return 0 < len(words) == length and unicodedata.category(words[0]) in {"Lu", "Nd"}


def _is_taken(letter: str) -> bool:
    category = unicodedata.category(letter)
    return category.startswith("L") or category == "Nd"
