"""`domino record`: records a game at the table, line by line."""

from collections.abc import Mapping, Sequence
from shlex import quote
from typing import NamedTuple
from uuid import uuid4

import click

from domain.rules.rule_set import RuleSet, Stake
from ledger.book import Book
from ledger.errors import LedgerError
from ledger.live.session import TableSession, open_table, resume_table
from ledger.records.validation import Unreadable
from ledger.registry.changed_rules import Settings
from ledger.registry.names import simplest_form
from ledger.registry.rule_sets import all_rules, rules_called, unknown_rules
from projections.days import day_of
from projections.messages import one_of, plural, text
from projections.messages.errors import error_text

from .. import exit_codes as exits
from ..booked_game import BookedGame, game_called
from ..club_file import Club, club_here, speak, stake_typed
from ..ledger_option import book_at, ledger_option
from ..new_game import after_option, agreed, agreed_option, game_before
from ..options import dry_run_option
from ..output import plain, say, unless_dry
from ..people import names_meant
from ..terminal.line_input import at_terminal, typed_line
from ..terminal.scribe import Scribe
from ..text.live import TableText, introduce
from ..text.replay import plain_seating


@click.command()
@click.option("--rules", metavar="ID", help="The rule set of a new game.")
@agreed_option
@click.option("--players", metavar="NAME,...", help="The players in seat order, clockwise.")
@click.option("--id", "name", metavar="NAME", help="The id of the game.  [default: a random one]")
@click.option("--stake", metavar="EUR:5", help="Currency, and minor units a pip.")
@after_option
@click.option("--resume", "resumed", metavar="GAME", help="Continue this game.")
@dry_run_option
@ledger_option
def record(
    *,
    rules: str | None,
    settings: Settings,
    players: str | None,
    name: str | None,
    stake: str | None,
    after: str | None,
    resumed: str | None,
    dry_run: bool,
    ledger: str,
) -> int:
    """Record a game as it is played, line by line.

    Each line is one thing that happens. It is in the book before it is answered. A line that is
    refused changes nothing; the reason is printed. Type `help` to see what can be typed. Options
    that are left out are taken from the game before (--after) or the club file domino.toml, or
    asked for at a terminal. When a payout game is over, `deal` begins the next one, which its
    winner leads.
    """
    given = _Given(rules, settings, players, name, stake, after)
    if name is not None and not name.strip():
        raise click.UsageError(text("the id of a game has more than blanks"))
    if resumed is not None and given != _NOTHING_GIVEN:
        raise click.UsageError(text("--resume continues a game that has rules, players and an id"))
    club = club_here()
    speak(club)
    if resumed is None and not at_terminal():
        _check_all_is_given(given, club)
    with book_at(ledger, create=resumed is None, dry_run=dry_run) as book:
        if resumed is not None:
            session = resume_table(book, game_called(book, resumed), clock=club.clock)
        else:
            session = _opened(book, club, given)
        return _record(session, dry_run=dry_run)


class _Given(NamedTuple):
    """The options of a new game."""

    rules: str | None
    settings: Settings
    players: str | None
    name: str | None
    stake: str | None
    after: str | None


_NOTHING_GIVEN = _Given(None, {}, None, None, None, None)


def _check_all_is_given(given: _Given, club: Club) -> None:
    """Refuse a new game of which something is missing that nobody can be asked."""
    if given.after is not None:
        return
    if (given.rules or club.rules) is None or not (given.players or club.players):
        raise _incomplete()


def _incomplete() -> click.UsageError:
    return click.UsageError(text("a new game needs --rules and --players; --resume continues one"))


def _opened(book: Book, club: Club, given: _Given) -> TableSession:
    """A new game.

    With what is typed, else what the game before had or the club file gives, else what is asked.
    """
    stake = None if given.stake is None else _stake(given.stake)
    known = all_rules(book)
    before = None if given.after is None else game_before(book, given.after)
    rules = agreed(known, _rules(known, given, before, club), given.settings)
    if given.players is not None:
        players = names_meant(book, _names(given.players, club))
    elif before is not None:
        players = list(before.players)
    else:
        players = names_meant(book, _asked_players(rules, club))
    if stake is None and rules.payout is not None:
        stake = club.stake_a_pip if before is None else before.stream.game.opened.stake
    return open_table(
        book,
        given.name or f"{day_of(club.clock().isoformat(), club.zone)}-{uuid4().hex[:8]}",
        rules,
        players,
        stake=stake,
        after=None if before is None else before.record,
        clock=club.clock,
    )


def _rules(
    known: Mapping[str, RuleSet], given: _Given, before: BookedGame | None, club: Club
) -> RuleSet:
    if given.rules is None and before is not None:
        return before.stream.game.opened.rules
    id = given.rules or club.rules
    return _asked_rules(known) if id is None else rules_called(known, id)


def _stake(given: str) -> Stake:
    stake = stake_typed(given)
    if stake is None:
        raise click.BadParameter(
            text("{given!r} is not a stake such as {example}", given=given, example="EUR:5"),
            param_hint="'--stake'",
        )
    return stake


def _asked_rules(known: Mapping[str, RuleSet]) -> RuleSet:
    """The rules typed at a terminal."""
    while True:
        typed = _asked(text("rules ({known})> ", known=", ".join(known)))
        if typed in known:
            return known[typed]
        say(error_text(unknown_rules(known, typed)))


def _asked_players(rules: RuleSet, club: Club) -> list[str]:
    """The players typed at a terminal; the usual players without a terminal, or after Enter."""
    usual = list(club.players)
    if not at_terminal():
        return usual
    complete = len(usual) in rules.play.hand
    while True:
        shown = plain(", ".join(usual))
        asked = (
            text("players, clockwise [{usual}]> ", usual=shown)
            if complete
            else text("players, clockwise, with commas> ")
        )
        typed = _asked(asked)
        names = usual if complete and not typed else _names(typed, club)
        if len(names) in rules.play.hand:
            return names
        seats = one_of(sorted(rules.play.hand))
        say(text("{rules} seats {seats} players", rules=rules.id, seats=seats))


def _asked(question: str) -> str:
    """The answer at a terminal; raises UsageError at its end."""
    answer = typed_line(question)
    if answer is None:
        raise _incomplete()
    if isinstance(answer, Unreadable):
        raise answer
    return answer.strip()


def _names(typed: str, club: Club) -> list[str]:
    """The names between commas; a usual player may be typed without accents and capitals."""
    return [_usual_name(name.strip(), club.players) for name in typed.split(",")]


def _usual_name(typed: str, usual: Sequence[str]) -> str:
    form = simplest_form(typed)
    alike = [name for name in usual if simplest_form(name) == form]
    return alike[0] if len(alike) == 1 and typed not in usual else typed


def _record(session: TableSession, *, dry_run: bool) -> int:
    """Take every line; return the exit code."""
    table = TableText(plain_seating(session.game, session.players), None)
    introduce(table, session.game)
    scribe = Scribe(session, table)
    try:
        scribe.take_all()
    except KeyboardInterrupt:
        say("")
        say(_state_text(session, dry_run=dry_run))
        return exits.INTERRUPTED
    except (LedgerError, OSError):  # Only the newest line is lost.
        say(_state_text(session, dry_run=dry_run))
        raise
    if scribe.refused:
        say(plural("{number} line refused", "{number} lines refused", scribe.refused))
    say(_state_text(session, dry_run=dry_run))
    return exits.REJECTED if scribe.refused and not at_terminal() else exits.FINE


def _state_text(session: TableSession, *, dry_run: bool) -> str:
    game = session.game
    values = {"game": plain(game.opened.record)}
    rounds = game.dealt
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
