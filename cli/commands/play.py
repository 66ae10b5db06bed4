"""`domino play`: a game against bots in the terminal."""

from collections.abc import Iterator
from datetime import datetime
from secrets import token_hex
from shlex import quote

import click

from domain.events import Event, Seat
from domain.game.decide import Refused
from domain.hidden.seat_view import SeatView
from ledger.book import Book
from ledger.live.bot_table import BotSession, BotTable, open_bot_game, resume_bot_game
from ledger.live.bots import BOTS, BotName
from ledger.live.commands import NotNow
from ledger.records.validation import Unreadable
from ledger.registry.house_rules import all_rules, rules_called
from projections.messages import text
from projections.messages.acts import Seating, hands_text, labelled, line_text, move_text
from projections.replay.news import current_view

from .. import exit_codes as exits
from ..booked_game import game_called
from ..ledger_option import book_at, ledger_option
from ..options import WholeNumber
from ..output import plain, print_lines, say, say_lines
from ..people import names_meant
from ..terminal.line_input import typed_lines
from ..text.live import TableText, introduce
from ..text.replay import plain_seating


@click.command()
@click.option("--rules", metavar="ID", help="The rule set of a new game.")
@click.option("--seat", type=WholeNumber(0), help="Your seat.  [default: 0]")
@click.option("--name", metavar="NAME", help="Your name.  [default: player]")
@click.option("--bots", type=WholeNumber(1), help="How many bots.  [default: the fewest]")
@click.option("--bot", type=click.Choice(list(BOTS)), help="How they play.  [default: greedy]")
@click.option("--seed", type=WholeNumber(0), help="The same seed and moves give the same game.")
@click.option("--resume", "resumed", metavar="GAME", help="Continue this game.")
@ledger_option
def play(
    *,
    rules: str | None,
    seat: Seat | None,
    name: str | None,
    bots: int | None,
    bot: BotName | None,
    seed: int | None,
    resumed: str | None,
    ledger: str,
) -> int:
    """Play a game against bots.

    You see what your seat may see; each bot sees only its own legal moves. Every move is in the
    book before it is shown; Ctrl-C loses nothing.
    """
    new_game = (rules, seat, name, bots, bot)
    if resumed is not None and any(option is not None for option in new_game):
        raise click.UsageError(text("--resume continues a game that has rules, players and seats"))
    if resumed is None and rules is None:
        raise click.UsageError(text("a new game needs --rules; --resume continues one"))
    with book_at(ledger, create=resumed is None) as book:
        if resumed is not None:
            session = resume_bot_game(book, game_called(book, resumed), seed)
        else:
            table = BotTable(seat or 0, bot or "greedy", seed)
            session = _opened(book, rules or "", table, bots, name)
        return _Game(session).play()


def _opened(
    book: Book, rules: str, table: BotTable, bots: int | None, name: str | None
) -> BotSession:
    played_by = rules_called(all_rules(book), rules)
    seats = min(seats for seats in played_by.play.hand if seats > 1) if bots is None else bots + 1
    if table.seat >= seats:
        raise click.UsageError(
            text(
                "there is no seat {seat}: the seats are 0 to {last}",
                seat=table.seat,
                last=seats - 1,
            )
        )
    record = f"play-{datetime.now().astimezone().date()}-{token_hex(4)}"
    person = "player" if name is None else names_meant(book, [name])[0]
    return open_bot_game(book, record, played_by, table, table.names(seats, person))


class _Game:
    """One game, played move by move."""

    def __init__(self, session: BotSession) -> None:
        self._session = session
        seating = plain_seating(session.game, session.session.players)
        self._table = TableText(seating, session.table.seat)
        self._lines = typed_lines(lambda: "? ")

    def play(self) -> int:
        """Play until the game is over or the person stops; return the exit code."""
        introduce(self._table, self._session.game)
        code = exits.INTERRUPTED
        try:
            code = self._rounds()
        except KeyboardInterrupt:
            say("")
        finally:
            game = self._session.game
            if not game.over:
                command = f"domino play --resume {quote(plain(game.opened.record))}"
                say(text("nothing is lost; continue with: {command}", command=command))
        return code

    def _rounds(self) -> int:
        session = self._session
        while not session.game.over:
            before = session.game
            events = session.play_on() or self._persons_move()
            if isinstance(events, int):
                return events
            print_lines(self._table.news(before, events, session.game))
        return exits.FINE

    def _persons_move(self) -> tuple[Event, ...] | int:
        """The events of the person's move; an exit code if the person stops."""
        view = current_view(self._session.game, self._session.table.seat)
        assert view is not None
        say_lines(choice(view, self._table.seating))
        for line in self._lines:
            try:
                taken = self._take(line)
            except (Unreadable, Refused, NotNow) as error:
                say(self._table.refusal(error))
                continue
            if taken is not None:
                return taken
        return exits.INTERRUPTED

    def _take(self, line: str | Unreadable) -> tuple[Event, ...] | int | None:
        """Carry out a line; None if it asks for something to be shown."""
        if isinstance(line, Unreadable):
            raise line
        match line.strip().casefold():
            case "quit":
                return exits.FINE
            case "help":
                moves = "6-4, 6-4 left, draw, pass"
                say(text("Type the number of a move, or a move: {moves}.", moves=moves))
                say(text("Press Enter alone to make the only possible move."))
                say(text("{word}: show everything you may see.", word="show"))
                say(text("{word}: leave the game, to continue it later.", word="quit"))
            case "show":
                print_lines(self._table.position(self._session.game))
            case _:
                return self._session.take(line)
        return None


def choice(view: SeatView, seating: Seating) -> Iterator[str]:
    """What the seat in turn sees, with its moves numbered from 1."""
    if view.line:
        yield labelled("line", line_text(view))
    yield labelled("hands", hands_text(view, seating.names))
    if view.boneyard.size:
        yield labelled("boneyard", f"({view.boneyard.size})")
    moves = (f"{number}) {move_text(move)}" for number, move in enumerate(view.moves or (), 1))
    yield labelled("you may", "  ".join(moves))
