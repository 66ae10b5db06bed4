"""`domino record`: records a game at the table, line by line."""

import re
import sys
from datetime import datetime
from shlex import quote
from uuid import uuid4

import click

from domain.game.decide import Refused
from domain.rules.rule_set import Stake
from ledger.book import Book
from ledger.errors import LedgerError
from ledger.live.commands import NotNow
from ledger.live.session import TableSession, open_table, resume_table
from ledger.live.typed_commands import Question
from ledger.records.validation import Unreadable
from ledger.registry.house_rules import all_rules, rules_called
from projections.messages import mark, plural, text
from projections.replay.news import current_view

from .. import exit_codes as exits
from ..ledger_option import book_at, ledger_option
from ..options import dry_run_option
from ..output import plain, print_lines, say, unless_dry
from ..terminal.line_input import typed_lines
from ..text.live import TableText, introduce
from ..text.replay import plain_seating


@click.command()
@click.option("--rules", metavar="ID", help="The rule set of a new game.")
@click.option("--players", metavar="NAME,...", help="The players in seat order, clockwise.")
@click.option("--id", "name", metavar="NAME", help="The id of the game.  [default: a random one]")
@click.option("--stake", metavar="EUR:5", help="Currency, and minor units a pip.")
@click.option("--resume", "resumed", metavar="GAME", help="Continue this game.")
@dry_run_option
@ledger_option
def record(
    *,
    rules: str | None,
    players: str | None,
    name: str | None,
    stake: str | None,
    resumed: str | None,
    dry_run: bool,
    ledger: str,
) -> int:
    """Record a game as it is played, line by line.

    Each line is one thing that happens. It is in the book before it is answered. A line that is
    refused changes nothing; the reason is printed. Type `help` to see what can be typed.
    """
    _check(rules, players, name, stake, resumed)
    with book_at(ledger, create=resumed is None, dry_run=dry_run) as book:
        if resumed is not None:
            session = resume_table(book, book.find(resumed))
        else:
            session = _opened(book, rules or "", players or "", name, stake)
        return _record(session, dry_run=dry_run)


def _check(
    rules: str | None, players: str | None, name: str | None, stake: str | None, resumed: str | None
) -> None:
    """Refuse options that contradict each other, and missing ones."""
    if resumed is not None:
        if any(option is not None for option in (rules, players, name, stake)):
            raise click.UsageError(
                text("--resume continues a game that has rules, players and an id")
            )
    elif rules is None or players is None:
        raise click.UsageError(
            text("a new game needs --rules and --players; --resume continues one")
        )


def _opened(
    book: Book, rules: str, players: str, name: str | None, stake: str | None
) -> TableSession:
    return open_table(
        book,
        name or f"{datetime.now().astimezone().date()}-{uuid4().hex[:8]}",
        rules_called(all_rules(book), rules),
        [player.strip() for player in players.split(",")],
        stake=None if stake is None else _stake(stake),
    )


def _stake(given: str) -> Stake:
    found = re.fullmatch(r"([A-Z]{3}):([0-9]{1,9})", given)
    if found is None:
        raise click.BadParameter(
            text("{given!r} is not a stake such as {example}", given=given, example="EUR:5"),
            param_hint="'--stake'",
        )
    return Stake(currency=found[1], minor_per_pip=int(found[2]))


def _record(session: TableSession, *, dry_run: bool) -> int:
    """Take every line; return the exit code."""
    table = TableText(plain_seating(session.game, session.players), None)
    introduce(table, session.game)
    prompt = _Prompt(session, table)
    try:
        prompt.take_all()
    except KeyboardInterrupt:
        say("")
        say(_state_text(session, dry_run=dry_run))
        return exits.INTERRUPTED
    except (LedgerError, OSError):  # Only the newest line is lost.
        say(_state_text(session, dry_run=dry_run))
        raise
    if prompt.refused:
        say(plural("{number} line refused", "{number} lines refused", prompt.refused))
    say(_state_text(session, dry_run=dry_run))
    return exits.REJECTED if prompt.refused and not sys.stdin.isatty() else exits.FINE


def _state_text(session: TableSession, *, dry_run: bool) -> str:
    game = session.game
    values = {"game": plain(game.opened.record)}
    rounds = len(game.rounds)
    if game.over:
        over = plural(
            "{game}: {number} round, over", "{game}: {number} rounds, over", rounds, **values
        )
        return unless_dry(over, dry_run=dry_run)
    not_over = plural(
        "{game}: {number} round, not over", "{game}: {number} rounds, not over", rounds, **values
    )
    if dry_run:
        return unless_dry(not_over, dry_run=True)
    command = f"domino record --resume {quote(values['game'])}"
    return text("{state}; continue with: {command}", state=not_over, command=command)


class _Prompt:
    """Takes lines and answers them."""

    def __init__(self, session: TableSession, table: TableText) -> None:
        self._session = session
        self._table = table
        self.refused = 0
        self._last_moves = ""
        """The moves when they were last printed."""

    def take_all(self) -> None:
        """Take every line until `quit`."""
        for number, line in enumerate(typed_lines(self._prompt), 1):
            try:
                if self._answer(line) == "quit":
                    return
            except (Unreadable, Refused, NotNow) as error:
                self.refused += 1
                self._refuse(number, error)

    def _refuse(self, number: int, error: Exception) -> None:
        why = self._table.refusal(error)
        self._last_moves = moves = self._table.moves(self._session.game)
        if moves in why:
            say(text("line {line}: {why}", line=number, why=why))
        else:
            say(text("line {line}: {why}; {moves}", line=number, why=why, moves=moves))

    def _answer(self, line: str | Unreadable) -> Question | None:
        if isinstance(line, Unreadable):
            raise line
        taken = self._session.take(line)
        if taken is None:
            return None
        game = self._session.game
        if isinstance(taken.typed, str):
            self._question(taken.typed)
            return taken.typed
        news = list(self._table.news(taken.before, taken.events, game))
        print_lines(news if taken.events else [text("nothing changed: that is known already")])
        self._last_moves = next(reversed(news), self._last_moves)
        return None

    def _question(self, question: Question) -> None:
        game = self._session.game
        match question:
            case "show":
                print_lines(self._table.position(game))
            case "moves":
                print_lines([self._table.moves(game)])
            case "help":
                width = max(len(typed) for typed, _ in _HELP)
                for typed, meaning in _HELP:
                    say(f"{typed:<{width}}  {text(meaning)}")
                say(text("A line without a name is about the player in turn."))
            case "quit":
                pass

    def _prompt(self) -> str:
        """The player in turn, below the moves unless these were just printed."""
        moves = self._table.moves(self._session.game)
        above = "" if moves == self._last_moves else f"{moves}\n"
        self._last_moves = moves
        return f"{above}{self._in_turn()}> "

    def _in_turn(self) -> str:
        game = self._session.game
        view = current_view(game, None)
        if view is None or view.turn is None or game.running is None:
            return ""
        return self._table.seating.names[view.turn]


_HELP = (
    ("deal Ana: 6-6 5-4 ... / Ben: ... / boneyard: ... / lead Ana", mark("a round is dealt")),
    ("Ana 6-4 left", mark("a tile is laid; the end may be left out where only one fits")),
    ("Ana draw 5-3", mark("a tile is drawn; '?' if nobody saw it")),
    ("Ana pass", mark("a pass")),
    ("Ana timeout, Ana absent", mark("a turn is lost")),
    ("undo", mark("take back the last act, or the deal if nothing was done since")),
    ("blocked", mark("nobody can play, though nobody saw all hands")),
    ("left Ana: 5-3", mark("the tiles a player had left")),
    ("pause, resume", mark("play stops, and goes on")),
    ("abandon REASON", mark("the game is broken off")),
    ("forfeit Ana REASON", mark("a player gives the game up")),
    ("20:31 Ana 6-4", mark("a line with the time when it happened")),
    ("! Ana 6-4, ! blocked", mark("what the rules do not allow, as it was played")),
    ("# ...", mark("a remark")),
    ("show, moves, help, quit", mark("the table, the moves, this text, the end")),
)
"""What can be typed, with its meaning."""
