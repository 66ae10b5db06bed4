"""What the commands of the desk share: a game of the book, whom one names, and what follows."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple
from uuid import UUID

import click

from domain.events import Event, Seat
from domain.game.decide import Refused
from ledger.book import Book
from ledger.errors import LedgerError
from ledger.records.format import LONGEST_REASON
from ledger.registry.players import all_names, is_meant, player_called, shown_name
from ledger.store.stream import Stream
from projections.accounting.money import money_figure
from projections.rulings.consequences import Follows, Stands

from .output import print_table


def told(_: click.Context, __: click.Parameter, value: str) -> str:
    """A text that can be written down: in UTF-8, and not too long."""
    if len(value) > LONGEST_REASON:
        raise click.BadParameter(f"it is longer than {LONGEST_REASON} characters")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise click.BadParameter("it is not UTF-8") from None
    return value


by_option = click.option("--by", required=True, metavar="NAME", callback=told, help="Who says so.")


class RefusedAtTheDesk(LedgerError):
    """The rules of the desk do not allow it; the message says why."""


@contextmanager
def refusals(stream: Stream) -> Iterator[None]:
    """What is refused inside comes out as one sentence that names the game."""
    try:
        yield
    except Refused as refused:
        raise RefusedAtTheDesk(f"{stream.game.opened.record}: {refused}") from None


class AtTheDesk(NamedTuple):
    """A game, and everybody's name."""

    book: Book
    stream: Stream
    names: dict[UUID, str]

    @property
    def record(self) -> str:
        """What the game is called."""
        return self.stream.game.opened.record

    @property
    def players(self) -> tuple[str, ...]:
        """Names by seat."""
        return tuple(shown_name(self.names, one) for one in self.stream.game.opened.players)

    def append(self, events: Sequence[Event], names: Sequence[tuple[str, str]] = ()) -> "AtTheDesk":
        """Record this; the game as it is then."""
        self.book.append(self.stream, events, names)
        return at_the_desk(self.book, str(self.stream.id))


def at_the_desk(book: Book, game: str) -> AtTheDesk:
    """The game called so."""
    return AtTheDesk(book, book.stream(book.find(game)), all_names(book))


def seat_called(desk: AtTheDesk, said: str) -> Seat:
    """The seat of that number, or of the player of that name; UsageError where there is none."""
    players = desk.stream.game.opened.players
    if said.isdecimal() and said.isascii() and int(said) < len(players):
        return int(said)
    found = next((seat for seat, one in enumerate(players) if is_meant(one, said)), None)
    if found is not None:
        return found
    shown = ", ".join(f"{seat} {name}" for seat, name in enumerate(desk.players))
    sentence = f"{said} is neither a seat nor a player of {desk.record}: {shown}"
    try:
        player = player_called(desk.book, said)
    except LedgerError:
        raise click.UsageError(sentence) from None
    if player not in players:
        raise click.UsageError(sentence)
    return players.index(player)


def print_follows(desk: AtTheDesk, follows: Follows) -> None:
    """A table of how the game stands, without and with it."""
    heads = ("", "without", "with it")
    rows = [
        (name, tell(desk, follows.without), tell(desk, follows.with_it)) for name, tell in _ROWS
    ]
    print_table(heads, rows)


def _won_by(desk: AtTheDesk, stands: Stands) -> str:
    if stands.winners is None:
        return "-"
    return " ".join(desk.players[seat] for seat in stands.winners) or "nobody"


def _scores(_: AtTheDesk, stands: Stands) -> str:
    return "-" if stands.scores is None else " ".join(map(str, stands.scores))


def _net(desk: AtTheDesk, stands: Stands) -> str:
    if stands.net is None:
        return "-"
    currency = desk.stream.game.opened.stake.currency
    return " ".join(money_figure(amount, currency) for amount in stands.net)


_ROWS: tuple[tuple[str, Callable[[AtTheDesk, Stands], str]], ...] = (
    ("state", lambda _, stands: stands.state),
    ("won by", _won_by),
    ("scores", _scores),
    ("net", _net),
)
