"""A game of the book, a round, a move or a seat of it, as the user names them."""

import sys
from typing import NamedTuple
from uuid import UUID

from ..domain.events import Seat
from ..domain.game.state import Game
from ..ledger.book import Book
from ..ledger.errors import LedgerError, UnknownGame
from ..ledger.registry.players import people_names, seat_of
from ..ledger.registry.stored_names import shown_name
from ..ledger.store.ids import game_id
from ..ledger.store.stream import Stream
from ..projections.messages import mark, shortened, text
from ..projections.places import address_in
from .declaring import usage_error
from .output import LONGEST_NAME, prompt, say, say_lines
from .terminal.line_input import at_terminal


class BookedGame(NamedTuple):
    """A game of the book, with the names of all people in the book."""

    book: Book
    stream: Stream
    names: dict[UUID, str]

    @property
    def record(self) -> str:
        """The record's id."""
        return self.stream.game.opened.record

    @property
    def players(self) -> tuple[str, ...]:
        """Names by seat."""
        return tuple(shown_name(self.names, one) for one in self.stream.game.opened.players)


def game_called(book: Book, name: str) -> UUID:
    """The game of this name (`find_game`); if several come close, the user is asked for one.

    Says which game was found if it has another name. Raises UnknownGame if nobody answers.
    """
    try:
        game = book.find(name)
    except UnknownGame as error:
        address = address_in(name)
        if address is not None and error.code == "unknown-game":
            refusal = mark(
                "there is no game {name!r} in the book, and no round of {game} can be given here"
            )
            names = {"name": shortened(name), "game": shortened(address.game)}
            raise usage_error(refusal, **names) from None
        candidates: list[str] = error.params.get("candidates", [])
        if not (candidates and at_terminal() and sys.stderr.isatty()):
            raise
        from ..projections.messages.errors import error_text  # noqa: PLC0415 - only to ask

        say(error_text(error))
        numbers = {str(number): record for number, record in enumerate(candidates, 1)}
        say_lines(f"{number:>4}  {record}" for number, record in numbers.items())
        prompt(text("Which one? Type its number, or Enter for none: "))
        chosen = numbers.get(sys.stdin.readline().strip())
        if chosen is None:
            raise
        return game_id(chosen)
    if game != game_id(name) and game.hex != name.replace("-", ""):
        record = book.stream(game).game.opened.record
        say(text("{name} is {game}", name=shortened(name), game=shortened(record)))
    return game


class Place(NamedTuple):
    """A game of the book; a round of it, or a move of that round."""

    game: UUID
    round: int | None = None
    move: int | None = None
    """Indices, as in `Address`. They may not exist."""


def place_called(book: Book, name: str) -> Place:
    """The game of this name, even if it looks like an address; else the round or move there."""
    address = address_in(name)
    if address is None or book.version(game_id(name)):
        return Place(game_called(book, name))
    return Place(game_called(book, address.game), address.round, address.move)


def given_once(*rounds: int | None) -> int | None:
    """The round that one of several parameters gives; UsageError if more than one does."""
    given = [round for round in rounds if round is not None]
    if len(given) > 1:
        raise usage_error("the round is given more than once")
    return given[0] if given else None


def only_round(game: Game) -> int:
    """The first round, where none is given; UsageError if there are others."""
    if game.dealt > 1:
        refusal = mark("say which round of {game}: the rounds are 1 to {last}")
        raise usage_error(refusal, game=shortened(game.opened.record), last=game.dealt)
    return 0


def booked_game(book: Book, game: str) -> BookedGame:
    """The game of this name, as `game_called` finds it."""
    return booked_at(book, Place(game_called(book, game)))


def booked_at(book: Book, place: Place) -> BookedGame:
    """The game of this place."""
    return BookedGame(book, book.stream(place.game), people_names(book))


def seat_called(game: BookedGame, name: str) -> Seat:
    """The seat with this number, or of the player with this name; UsageError if there is none."""
    players = game.stream.game.opened.players
    if name.isdecimal() and name.isascii() and int(name) < len(players):
        return int(name)
    try:
        seat = seat_of(game.book, players, name)
    except LedgerError:
        seat = None
    if seat is None:
        refusal = mark("{name} is neither a seat nor a player of {game}: {players}")
        short = (shortened(each, LONGEST_NAME) for each in game.players)
        shown = ", ".join(f"{seat} {each}" for seat, each in enumerate(short))
        found = {"game": shortened(game.record), "players": shown}
        raise usage_error(refusal, name=shortened(name), **found)
    return seat
