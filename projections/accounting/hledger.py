"""A journal as a file of hledger (https://hledger.org/hledger.html#journal)."""

from collections.abc import Iterator

from ..places import number_of
from ..reports.payouts import Entry
from .journal import HEADING, Journal, closing_lines
from .money import digits, money_figure


def hledger(journal: Journal) -> Iterator[str]:
    """The lines of the file."""
    yield HEADING
    yield ""
    for currency in journal.sums:
        yield f"commodity 1000.{'0' * digits(currency)} {currency}"
    for owner in journal.owners.values():
        yield f"account {owner.account}  ; player: {owner.player}, name: {_tag(owner.name)}"
    for entry in journal.entries:
        yield ""
        yield from _entry(entry, journal)
    yield ""
    yield from closing_lines(journal)


def _entry(entry: Entry, journal: Journal) -> Iterator[str]:
    record = _tag(entry.record)
    round = number_of(entry.round)
    yield f"{entry.date} * domino | {record}, round {round}: {entry.kind}"
    yield f"    ; game: {record}, round: {round}, kind: {entry.kind}"
    yield f"    ; rules: {_tag(entry.rules)}"
    for posting in entry.postings:
        figure = money_figure(posting.amount, entry.currency)
        account = journal.owners[posting.player].account
        yield f"    {account}  {figure} {entry.currency}  ; reason: {posting.reason}"


def _tag(value: str) -> str:
    """A value of a tag; characters that would end it, or begin a date or comment, are replaced."""
    return "".join(
        letter if letter.isprintable() and letter not in ",:;[]|" else "_" for letter in value
    )
