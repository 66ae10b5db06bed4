"""`domino play`: a person against bots, in the terminal."""

from collections.abc import Iterator
from datetime import datetime
from secrets import token_hex
from shlex import quote

import click

from domain.events import Event, Seat
from domain.game.decide import Refused
from domain.hidden.seat_view import SeatView
from domain.rules.rule_set import RuleSet
from ledger.book import Book
from ledger.errors import UnknownGame
from ledger.live.bot_table import BotTable, bot_table_of, events_meant
from ledger.live.commands import NotNow
from ledger.live.session import TableSession, open_table, resume_table
from ledger.live.simulation import BOTS, BotName
from ledger.records.format import Unreadable
from ledger.registry.house_rules import all_rules, rules_called
from projections.messages.errors import error_text
from projections.replay.json_format import as_it_lies

from .. import exit_codes as exits
from ..ledger_option import book_at, ledger_option
from ..number_types import WholeNumber
from ..output import plain, print_lines, say
from ..terminal.line_input import typed_lines
from ..text.live import Witness, introduce
from ..text.replay import Cast, act_words, cast_of, hand_words

HELP = """\
A number, or a move: 6-4, 6-4 left, draw, pass. Enter alone where only one thing can be done.
show: everything you may see; help; quit (the game can be gone on with)."""


@click.command()
@click.option("--rules", metavar="ID", help="The rule set of a new game.")
@click.option("--seat", type=WholeNumber(0), help="Where you sit.  [default: 0]")
@click.option("--name", metavar="NAME", help="What you are called.  [default: player]")
@click.option("--bots", type=WholeNumber(1), help="How many.  [default: the fewest]")
@click.option("--bot", type=click.Choice(list(BOTS)), help="How they play.  [default: greedy]")
@click.option("--seed", type=WholeNumber(0), help="Same seed and moves, same game.")
@click.option("--resume", "resumed", metavar="GAME", help="Go on with this game.")
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

    You see what your seat may see, and so do they. Every move is in the book when it is made;
    Ctrl-C loses nothing.
    """
    told = (rules, seat, name, bots, bot)
    if resumed is not None and any(option is not None for option in told):
        raise click.UsageError("--resume goes on with a game that has rules, players and seats")
    if resumed is None and rules is None:
        raise click.UsageError("a new game needs --rules; --resume goes on with one")
    with book_at(ledger, create=resumed is None) as book:
        if resumed is not None:
            session, table = _resumed(book, resumed, seed)
        else:
            played_by = rules_called(all_rules(book), rules or "")
            table = BotTable(seat or 0, bot or "greedy", seed)
            session = _opened(book, played_by, table, bots, name or "player")
        return _Game(session, table).play()


def _resumed(book: Book, game: str, seed: int | None) -> tuple[TableSession, BotTable]:
    session = resume_table(book, book.find(game))
    table = bot_table_of(session.game, seed)
    if table is None:
        raise UnknownGame("not-begun-by-play", game=str(game))
    if session.game.paused:
        raise NotNow(f"{game} is paused: 'resume' at 'domino record --resume' lets it go on")
    return session, table


def _opened(
    book: Book, rules: RuleSet, table: BotTable, bots: int | None, name: str
) -> TableSession:
    seats = min(seats for seats in rules.play.hand if seats > 1) if bots is None else bots + 1
    if table.seat >= seats:
        raise click.UsageError(f"there is no seat {table.seat}: the seats are 0 to {seats - 1}")
    return open_table(
        book,
        f"play-{datetime.now().astimezone().date()}-{token_hex(4)}",
        rules,
        table.names(seats, name),
        source=table.source,
    )


class _Game:
    """One game, played move by move."""

    def __init__(self, session: TableSession, table: BotTable) -> None:
        self._session = session
        self._table = table
        self._witness = Witness(cast_of(session.game, session.players), table.seat)
        self._lines = typed_lines(lambda: "? ")

    def play(self) -> int:
        """Play it to its end, or as far as the person goes on; the exit code."""
        session = self._session
        introduce(self._witness, session.game)
        code = exits.INTERRUPTED
        try:
            code = self._rounds()
        except KeyboardInterrupt:
            say("")
        finally:
            if not session.game.over:
                record = quote(plain(session.game.opened.record))
                say(f"nothing is lost; it goes on with: domino play --resume {record}")
        return code

    def _rounds(self) -> int:
        session = self._session
        while not session.game.over:
            events = self._table.next_events(session.game) or self._asked()
            if isinstance(events, int):
                return events
            before = session.game
            session.write(events)
            print_lines(self._witness.news(before, events, session.game))
        return exits.FINE

    def _asked(self) -> tuple[Event, ...] | int:
        """What the person makes happen; an exit code where that is no more."""
        self._show_choice()
        for text in self._lines:
            try:
                events = self._meant(text)
            except (Unreadable, Refused, NotNow) as error:
                say(self._witness.in_names(plain(error_text(error))))
                continue
            if events is not None:
                return events
        return exits.INTERRUPTED

    def _meant(self, text: str | Unreadable) -> tuple[Event, ...] | int | None:
        """What a line makes happen; None where it only asks something."""
        if isinstance(text, Unreadable):
            raise text
        match text.strip().casefold():
            case "quit":
                return exits.FINE
            case "help":
                say(HELP)
            case "show":
                print_lines(self._witness.table(self._session.game))
            case _:
                return events_meant(self._session.game, text, self._session.players)
        return None

    def _show_choice(self) -> None:
        view = self._witness.sees(self._session.game)
        assert view is not None
        for line in choice(view, self._witness.cast):
            say(line)


def choice(view: SeatView, cast: Cast) -> Iterator[str]:
    """What the seat in turn sees, and what it may do, numbered from 1."""
    if view.line:
        pips = " and ".join(str(end.pip) for end in view.ends)
        yield f"line      {' '.join(map(as_it_lies, view.line))}  open {pips}"
    hands = zip(cast.names, view.hands, strict=True)
    yield "hands     " + " | ".join(f"{name} {hand_words(hand)}" for name, hand in hands)
    if view.boneyard.size:
        yield f"boneyard  ({view.boneyard.size})"
    moves = (f"{number}) {act_words(move)}" for number, move in enumerate(view.moves or (), 1))
    yield f"you may   {'  '.join(moves)}"
