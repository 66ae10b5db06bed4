"""`domino record`: a game written down at the table, line by line."""

import re
import sys
from datetime import datetime
from shlex import quote
from uuid import uuid4

import click

from domain.game.decide import Refused
from domain.rules.rule_set import Stake
from domain.words import counted
from ledger.book import Book
from ledger.errors import LedgerError
from ledger.live.commands import NotNow
from ledger.live.session import TableSession, open_table, resume_table
from ledger.live.typed_commands import Question
from ledger.records.format import Unreadable
from ledger.registry.house_rules import all_rules, rules_called
from projections.messages.errors import error_text

from .. import exit_codes as exits
from ..ledger_option import book_at, ledger_option
from ..output import NOTHING_WRITTEN, dry_run_option, plain, print_lines, say
from ..terminal.line_input import typed_lines
from ..text.live import Witness, introduce
from ..text.replay import cast_of

HELP = """\
deal NAME: 6-6 5-4 ... / NAME: ... / boneyard: ... / lead NAME   a round begins
NAME 6-4 left (or right, or nothing where only one end fits)     a tile is laid
NAME draw 5-3, NAME pass, NAME timeout, NAME absent
undo                       take the last act back, or the deal where nothing was done
blocked, left NAME: 5-3    where nobody saw all hands: nobody can play; what was left
pause, resume, abandon REASON, forfeit NAME REASON
show, moves, help, quit
Without a name it is whoever is in turn. A line may begin with a time: 20:31 NAME 6-4
! NAME 6-4, ! blocked record what the rules do not allow, as it was played. # begins a remark."""


@click.command()
@click.option("--rules", metavar="ID", help="The rule set of a new game.")
@click.option("--players", metavar="NAME,...", help="Who plays, in seat order, clockwise.")
@click.option("--id", "name", metavar="NAME", help="What to call it.  [default: date and chance]")
@click.option("--stake", metavar="EUR:5", help="Currency, and its minor units a pip.")
@click.option("--resume", "resumed", metavar="GAME", help="Go on with this game.")
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
    """Write a game down as it is played, one line for what happens.

    Each line is in the book when it is answered. A line that cannot be is refused with a sentence,
    and nothing of it is written. The line `help` tells what can be typed.
    """
    _check(rules, players, name, stake, resumed)
    with book_at(ledger, create=resumed is None, dry_run=dry_run) as book:
        if resumed is not None:
            session = resume_table(book, book.find(resumed))
        else:
            session = _opened(book, rules or "", players or "", name, stake)
        return _write_down(session, dry_run=dry_run)


def _check(
    rules: str | None, players: str | None, name: str | None, stake: str | None, resumed: str | None
) -> None:
    """Refuse options that contradict each other, and miss those that are needed."""
    if resumed is not None:
        if any(option is not None for option in (rules, players, name, stake)):
            raise click.UsageError("--resume goes on with a game that has rules, players and name")
    elif rules is None or players is None:
        raise click.UsageError("a new game needs --rules and --players; --resume goes on with one")


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


def _stake(text: str) -> Stake:
    found = re.fullmatch(r"([A-Z]{3}):([0-9]{1,9})", text)
    if found is None:
        raise click.BadParameter(f"{text!r} is not a stake such as EUR:5", param_hint="'--stake'")
    return Stake(currency=found[1], minor_per_pip=int(found[2]))


def _write_down(session: TableSession, *, dry_run: bool) -> int:
    """Take line after line; the exit code."""
    witness = Witness(cast_of(session.game, session.players), None)
    introduce(witness, session.game)
    desk = _Desk(session, witness)
    try:
        desk.take_all()
    except KeyboardInterrupt:
        say("")
        say(_where_it_stands(session, dry_run=dry_run))
        return exits.INTERRUPTED
    except (LedgerError, OSError):  # Nothing of the last line is written; all before it is.
        say(_where_it_stands(session, dry_run=dry_run))
        raise
    refused = f", {counted(desk.refused, 'line')} refused" if desk.refused else ""
    say(f"{_where_it_stands(session, dry_run=dry_run)}{refused}")
    return exits.REJECTED if desk.refused and not sys.stdin.isatty() else exits.FINE


def _where_it_stands(session: TableSession, *, dry_run: bool) -> str:
    game = session.game
    name, rounds = plain(game.opened.record), counted(len(game.rounds), "round")
    if dry_run or game.over:
        return f"{name}: {rounds}, {'over' if game.over else 'not over'}{NOTHING_WRITTEN[dry_run]}"
    return f"{name}: {rounds}, not over; it goes on with: domino record --resume {quote(name)}"


class _Desk:
    """Where lines come in, and are answered."""

    def __init__(self, session: TableSession, witness: Witness) -> None:
        self._session = session
        self._witness = witness
        self.refused = 0
        self._may = ""
        """What was said last of the moves there are."""

    def take_all(self) -> None:
        """Every line, up to `quit`."""
        for number, text in enumerate(typed_lines(self._prompt), 1):
            try:
                if self._answer(text) == "quit":
                    return
            except (Unreadable, Refused, NotNow) as error:
                self.refused += 1
                why = self._witness.in_names(plain(error_text(error)))
                self._may = may = self._witness.moves(self._session.game)
                say(f"line {number}: {why}" if may in why else f"line {number}: {why}; {may}")

    def _answer(self, text: str | Unreadable) -> Question | None:
        if isinstance(text, Unreadable):
            raise text
        taken = self._session.take(text)
        if taken is None:
            return None
        game = self._session.game
        if isinstance(taken.typed, str):
            self._tell(taken.typed)
            return taken.typed
        news = list(self._witness.news(taken.before, taken.events, game))
        print_lines(news if taken.events else ["that is known already"])
        self._may = next(reversed(news), self._may)
        return None

    def _tell(self, question: Question) -> None:
        game = self._session.game
        match question:
            case "show":
                print_lines(self._witness.table(game))
            case "moves":
                print_lines([self._witness.moves(game)])
            case "help":
                say(HELP)
            case "quit":
                pass

    def _prompt(self) -> str:
        """Who is next, below what he may do, unless that was said just now."""
        game = self._session.game
        may = self._witness.moves(game)
        told = "" if may == self._may else f"{may}\n"
        self._may = may
        return f"{told}{self._who()}> "

    def _who(self) -> str:
        game = self._session.game
        view = self._witness.sees(game)
        if view is None or view.turn is None or game.running is None:
            return ""
        return self._witness.cast.names[view.turn]
