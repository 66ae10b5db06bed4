"""`domino play`: a game against bots in the terminal."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from secrets import token_hex
from shlex import quote
from typing import NamedTuple

from ...domain.events import Event, Seat
from ...domain.game.decide import Refused
from ...domain.game.next_lead import leads_on, redeal_is_open
from ...domain.hidden.seat_view import SeatView
from ...ledger.book import Book
from ...ledger.errors import NotNow
from ...ledger.live.bot_table import (
    BotSession,
    BotTable,
    bot_table_of,
    open_bot_game,
    resume_bot_game,
)
from ...ledger.live.bots import BotName
from ...ledger.records.unreadable import Unreadable
from ...ledger.registry.changed_rules import Settings
from ...ledger.registry.rule_sets import all_rules, rules_called
from ...projections.days import day_of
from ...projections.messages import mark, text
from ...projections.messages.acts import Seating, move_text
from ...projections.messages.harmless import plain
from ...projections.messages.steps import hands_text, labelled, line_text
from ...projections.replay.news import current_view
from .. import exit_codes as exits
from .. import options
from ..booked_game import game_called
from ..club_file import zone_here
from ..declaring import command, option, several, usage_error
from ..new_game import after_option, agreed, game_before, names_meant, settings_option
from ..output import print_lines, say, say_lines
from ..terminal.line_input import at_terminal, typed_line, typed_lines
from ..terminal.replay import require_whole_terminal, table_drawing, whole_terminal
from ..terminal.seeds import deal_with_seeds
from ..text.live import TableText, introduce
from ..text.replay import plain_seating


class _Given(NamedTuple):
    """The options of a new game."""

    rules: str | None = option("The rule set of a new game.", metavar="ID")
    settings: Settings = settings_option
    seat: Seat | None = option("Your seat.  [default: 0]", least=0)
    name: str | None = option("Your name.  [default: player]", metavar="NAME")
    bots: int | None = option("How many bots.  [default: the fewest]", least=1)
    bot: BotName | None = option("How they play.  [default: greedy]")
    seed: int | None = option("The same seed and moves give the same game.", least=0)
    my_seeds: bool = option("Bring a seed of your own to each deal.")
    after: str | None = after_option


@command()
def play(
    given: _Given = several(_Given),
    resumed: str | None = option("Continue this game.", "--resume GAME"),
    tui: bool = option("Play on a whole terminal, by the keys of a replay."),
    ledger: options.Ledger = options.ledger,
) -> int:
    """Play a game against bots.

    You see what your seat may see; each bot sees only its own legal moves. Every move is in the
    book before it is shown; Ctrl-C loses nothing. With --after, options that are left out are taken
    from that game; the winner of a payout game leads the next one. Without --seed each deal follows
    from seeds that were committed to before: the audit of the game derives it again.
    """
    if given.my_seeds and given.seed is not None:
        raise usage_error("--my-seeds is for deals that do not follow from --seed")
    if tui and given.my_seeds:
        raise usage_error("--tui excludes --my-seeds")
    if tui:
        require_whole_terminal()
    nothing = _Given(None, {}, None, None, None, None, given.seed, given.my_seeds, None)
    if resumed is not None and given != nothing:
        raise usage_error("--resume continues a game that has rules, players and seats")
    if resumed is None and given.rules is None and given.after is None:
        raise usage_error("a new game needs --rules; --resume continues one")
    with ledger.open(create=resumed is None) as book:
        if resumed is not None:
            session = resume_bot_game(book, game_called(book, resumed), given.seed)
        else:
            session = _opened(book, given)
        if tui:
            return _play_whole(book, session)
        return _Evening(book, session, my_seeds=given.my_seeds).play()


def _opened(book: Book, given: _Given) -> BotSession:
    """A new game by the given options; those left out are taken from the game before."""
    before = None if given.after is None else game_before(book, given.after)
    last = None if before is None else bot_table_of(before.stream.game)
    known = all_rules(book)
    if before is None or given.rules is not None:
        rules = rules_called(known, given.rules or "")
    else:
        rules = before.stream.game.opened.rules
    rules = agreed(known, rules, given.settings)
    usual = BotTable(0, "greedy") if last is None else last
    seat = usual.seat if given.seat is None else given.seat
    table = BotTable(seat, given.bot or usual.bot, given.seed)
    seats = min(rules.play.hand) if before is None else before.stream.game.table.seats
    seats = seats if given.bots is None else given.bots + 1
    if table.seat >= seats:
        refusal = mark("there is no seat {seat}: the seats are 0 to {last}")
        raise usage_error(refusal, seat=table.seat, last=seats - 1)
    person = "player" if last is None or before is None else before.players[last.seat]
    if given.name is not None:
        (person,) = names_meant(book, [given.name])
    after = None if before is None else before.record
    return open_bot_game(book, _new_record(), rules, table, table.names(seats, person), after=after)


def _new_record() -> str:
    now = datetime.now().astimezone()
    return f"play-{day_of(now.isoformat(), zone_here())}-{token_hex(4)}"


def _play_whole(book: Book, session: BotSession) -> int:
    """Play on a whole terminal."""
    with whole_terminal():
        from ..terminal.whole_table import BotGame  # noqa: PLC0415 - needs an extra

    played = BotGame(session, partial(_next_game, book))
    failed = played.run()
    _say_farewell(played.session)
    if failed is not None:
        raise failed
    return exits.FINE


def _next_game(book: Book, session: BotSession) -> BotSession | None:
    """Open the game that follows a payout game that was won; None if none does."""
    game, table = session.game, session.table
    if game.won is None or not leads_on(game.opened.rules):
        return None
    if table.seed is not None:
        table = replace(table, seed=table.seed + 1)  # The same seed would deal the same hands.
    rules, players = game.opened.rules, session.session.players
    return open_bot_game(book, _new_record(), rules, table, players, after=game.opened.record)


def _say_farewell(session: BotSession) -> None:
    """Say how the deals are checked, and how a game that is not over goes on."""
    game = session.game
    if session.table.seed is None and game.dealt:
        command = f"domino audit {quote(plain(game.opened.record))}"
        say(text("check the deals with: {command}", command=command))
    if not game.over:
        command = f"domino play --resume {quote(plain(game.opened.record))}"
        say(text("nothing is lost; continue with: {command}", command=command))


class _Evening:
    """Games played move by move, one after another."""

    def __init__(self, book: Book, session: BotSession, *, my_seeds: bool) -> None:
        self._book = book
        self._my_seeds = my_seeds
        self._lines = typed_lines(lambda: "? ")
        self._sit_down(session)

    def _sit_down(self, session: BotSession) -> None:
        """Begin or continue a game."""
        self._session = session
        seating = plain_seating(session.game, session.session.players)
        self._table = TableText(seating, session.table.seat)
        self._drawing = table_drawing(seating)
        introduce(self._table, session.game)

    def play(self) -> int:
        """Play until nothing follows or the person stops; return the exit code."""
        code = exits.INTERRUPTED
        try:
            code = self._rounds()
            while self._goes_on():
                code = self._rounds()
        except KeyboardInterrupt:
            say("")
        finally:
            _say_farewell(self._session)
        return code

    def _goes_on(self) -> bool:
        """Begin the game that follows a payout game, if a person at a terminal wants it."""
        game = self._session.game
        if game.won is None or not (leads_on(game.opened.rules) and at_terminal()):
            return False
        answer = typed_line(text("Enter plays the next game, which the winner leads; q stops> "))
        following = _next_game(self._book, self._session) if answer == "" else None
        if following is not None:
            self._sit_down(following)
        return following is not None

    def _rounds(self) -> int:
        session = self._session
        while not session.game.over:
            before = session.game
            events: tuple[Event, ...] | int = ()
            if self._my_seeds and before.running is None:
                dealt = deal_with_seeds(session.session, [session.table.seat])
                events = exits.INTERRUPTED if dealt is None else dealt
            events = events or session.play_on() or self._persons_move()
            if isinstance(events, int):
                return events
            print_lines(self._table.news(before, events, session.game))
        return exits.FINE

    def _persons_move(self) -> tuple[Event, ...] | int:
        """The events of the person's move; an exit code if the person stops."""
        view = current_view(self._session.game, self._session.table.seat)
        assert view is not None
        if self._drawing is None:
            say_lines(choice(view, self._table.seating))
        else:
            self._drawing.draw_table(view)
            say_lines(moves_to_choose(view, self._table.seating))
        if self._session.waits_for_answer:
            say(
                text(
                    "Your doubles allow a new deal: type {word}, or Enter to go on.", word="redeal"
                )
            )
        elif redeal_is_open(self._session.game, self._session.table.seat):
            say(text("Your doubles allow a new deal: type {word}.", word="redeal"))
        for line in self._lines:
            try:
                taken = self._take(line)
            except (Unreadable, Refused, NotNow) as error:
                say(self._table.refusal(error, self._session.game))
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
                say(text("{word}: take back your last move, and what followed.", word="undo"))
                if self._session.game.table.play.redeal is not None:
                    say(text("{word}: ask for a new deal, as your doubles allow.", word="redeal"))
            case "show":
                print_lines(self._table.position(self._session.game))
            case "undo":
                return self._session.take_back()
            case _:
                return self._session.take(line)
        return None


def choice(view: SeatView, seating: Seating) -> Iterator[str]:
    """What the seat in turn sees, with its moves numbered from 1."""
    if view.on_table:
        yield labelled("line", line_text(view, seating.names))
    yield labelled("hands", hands_text(view, seating.names))
    if view.boneyard.size:
        yield labelled("boneyard", f"({view.boneyard.size})")
    yield from moves_to_choose(view, seating)


def moves_to_choose(view: SeatView, seating: Seating) -> Iterator[str]:
    """The moves of the seat in turn, numbered from 1; nothing if the viewer is not in turn."""
    if view.moves is None:
        return
    moves = (
        f"{number}) {move_text(move, seating.names)}" for number, move in enumerate(view.moves, 1)
    )
    yield labelled("you may", "  ".join(moves))
