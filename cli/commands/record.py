"""`domino record`: records a game at the table, line by line."""

from collections.abc import Mapping
from shlex import quote
from typing import NamedTuple
from uuid import uuid4

import click

from ...domain.rules.rule_set import RuleSet
from ...ledger.book import Book
from ...ledger.club import Club, stake_typed
from ...ledger.errors import LedgerError
from ...ledger.live.session import TableSession, open_table, resume_table
from ...ledger.names import simplest_form
from ...ledger.records.unreadable import Unreadable
from ...ledger.registry.changed_rules import Settings
from ...ledger.registry.rule_sets import all_rules, rules_called, unknown_rules
from ...projections.days import day_of
from ...projections.messages import mark_plural, one_of, plural, text
from ...projections.messages.errors import error_text
from ...projections.messages.harmless import plain
from .. import exit_codes as exits
from .. import options
from ..booked_game import game_called
from ..club_file import club_here
from ..declaring import command, option, several, usage_error
from ..new_game import after_option, agreed, game_before, names_meant, settings_option
from ..output import say, say_plural
from ..terminal.line_input import at_terminal, typed_line
from ..terminal.scribe import Scribe
from ..text.live import TableText, introduce
from ..text.replay import plain_seating


class _Given(NamedTuple):
    """The options of a new game."""

    rules: str | None = option("The rule set of a new game.", metavar="ID")
    settings: Settings = settings_option
    players: str | None = option("The players in seat order, clockwise.", metavar="NAME,...")
    name: str | None = option("The id of the game.  [default: a random one]", "--id NAME")
    stake: str | None = option("Currency, and minor units a pip.", metavar="EUR:5")
    after: str | None = after_option


@command()
def record(
    given: _Given = several(_Given),
    resumed: str | None = option("Continue this game.", "--resume GAME"),
    ledger: options.Ledger = options.ledger_to_write,
) -> int:
    """Record a game as it is played, line by line.

    Each line is one thing that happens. It is in the book before it is answered. A line that is
    refused changes nothing; the reason is printed. Type `help` to see what can be typed. Options
    that are left out are taken from the game before (--after) or the club file domino.toml, or
    asked for at a terminal. When a payout game is over, `deal` begins the next one, which its
    winner leads.
    """
    if given.name is not None and not given.name.strip():
        raise usage_error("the id of a game has more than blanks")
    if resumed is not None and given != _Given(None, {}, None, None, None, None):
        raise usage_error("--resume continues a game that has rules, players and an id")
    club = club_here()
    known = (given.rules or club.rules) is not None and (given.players or club.players)
    if not (known or resumed is not None or given.after is not None or at_terminal()):
        raise _incomplete()  # Nobody can be asked.
    with ledger.open(create=resumed is None) as book:
        if resumed is not None:
            session = resume_table(book, game_called(book, resumed), clock=club.now)
        else:
            session = _opened(book, club, given)
        return _record(session, ledger)


def _incomplete() -> click.UsageError:
    return usage_error("a new game needs --rules and --players; --resume continues one")


def _opened(book: Book, club: Club, given: _Given) -> TableSession:
    """A new game with what is typed, was so in the game before, is the club's, or is asked."""
    stake = None
    if given.stake is not None and (stake := stake_typed(given.stake)) is None:
        raise click.BadParameter(
            text("{given!r} is not a stake such as {example}", given=given.stake, example="EUR:5"),
            param_hint="'--stake'",
        )
    known = all_rules(book)
    before = None if given.after is None else game_before(book, given.after)
    if given.rules is None and before is not None:
        rules = before.stream.game.opened.rules
    else:
        id = given.rules or club.rules
        rules = _asked_rules(known) if id is None else rules_called(known, id)
    rules = agreed(known, rules, given.settings)
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
        given.name or f"{day_of(club.now().isoformat(), club.zone)}-{uuid4().hex[:8]}",
        rules,
        players,
        stake=stake,
        after=None if before is None else before.record,
        clock=club.now,
    )


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
        asked = text("players, clockwise, with commas> ")
        if complete:
            asked = text("players, clockwise [{usual}]> ", usual=shown)
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
    names = [name.strip() for name in typed.split(",")]
    for at, name in enumerate(names):
        alike = [one for one in club.players if simplest_form(one) == simplest_form(name)]
        if len(alike) == 1 and name not in club.players:
            names[at] = alike[0]
    return names


def _record(session: TableSession, ledger: options.Ledger) -> int:
    """Take every line; return the exit code."""
    table = TableText(plain_seating(session.game, session.players), None)
    introduce(table, session.game)
    scribe = Scribe(session, table)
    try:
        scribe.take_all()
    except KeyboardInterrupt:
        say("")
        say(_state_text(session, ledger))
        return exits.INTERRUPTED
    except (LedgerError, OSError):  # Only the newest line is lost.
        say(_state_text(session, ledger))
        raise
    if scribe.refused:
        say_plural("{number} line refused", "{number} lines refused", scribe.refused)
    say(_state_text(session, ledger))
    return exits.REJECTED if scribe.refused and not at_terminal() else exits.FINE


def _state_text(session: TableSession, ledger: options.Ledger) -> str:
    game, record = session.game, plain(session.game.opened.record)
    forms = mark_plural("{game}: {number} round, not over", "{game}: {number} rounds, not over")
    if game.over:
        forms = mark_plural("{game}: {number} round, over", "{game}: {number} rounds, over")
    state = plural(*forms, game.dealt, game=record)
    if game.over or ledger.dry_run:
        return ledger.done(state)
    command = f"domino record --resume {quote(record)}"
    return text("{state}; continue with: {command}", state=state, command=command)
