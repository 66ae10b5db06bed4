"""A journal as a file of Beancount (https://beancount.github.io/docs/)."""

from collections.abc import Iterator

from ..places import number_of
from ..reports.payouts import Entry
from .journal import HEADING, Journal, closing_lines
from .money import money_figure


def beancount(journal: Journal) -> Iterator[str]:
    """The lines of the file."""
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
        yield from _entry(entry, journal)
    yield ""
    yield from closing_lines(journal)


def _entry(entry: Entry, journal: Journal) -> Iterator[str]:
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


def _text(value: str) -> str:
    """A quoted string; control characters are replaced, since they would end the line."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in value)
    return '"' + printable.replace("\\", "\\\\").replace('"', '\\"') + '"'
