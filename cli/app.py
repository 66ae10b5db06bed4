"""The command's subcommands, and how failures come out."""

import errno
import gettext
import os
import sys

import click

from ledger.errors import Conflict, LedgerError, Tampered
from ledger.records.format import Unreadable
from projections import messages

from . import exit_codes as exits
from .interrupts import is_interrupt
from .lazy_group import LazyGroup, translated
from .output import say

COMMANDS = {
    "abandon": "abandon:abandon",
    "amend": "amend:amend",
    "audit": "audit:audit_",
    "catch-up": "catch_up:catch_up",
    "demo": "demo:demo",
    "dispute": "dispute:dispute",
    "explain": "explain:explain_",
    "export": "export:export",
    "forfeit": "abandon:forfeit",
    "games": "games:games",
    "import": "import_:import_",
    "init": "init:init",
    "league": "league:league_",
    "payouts": "payouts:payouts_",
    "play": "play:play",
    "players": "players:players",
    "rebuild": "rebuild:rebuild",
    "record": "record:record",
    "replay": "replay:replay",
    "rules": "rules:rules",
    "sheet": "sheet:sheet",
    "simulate": "simulate:simulate",
    "sql": "sql:sql",
    "stats": "stats:stats",
    "tables": "tables:tables",
    "tail": "tail:tail",
    "whatif": "whatif:whatif",
}
"""By name, where each command is."""


@click.group(
    cls=LazyGroup, where=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="domino-ledger", prog_name="domino")
def domino() -> None:
    """The book of record for domino games: record, replay, audit, settle."""


def run() -> int:
    """Run the command; its exit code. Every failure comes out as a sentence.

    Only what `is_interrupt` is let out.
    """
    gettext.bindtextdomain(messages.DOMAIN, messages.LOCALES)
    gettext.textdomain(messages.DOMAIN)  # For the words of click, which are in our catalogue, too.
    try:
        result = translated(domino).main(prog_name="domino", standalone_mode=False)
        if sys.stdout is not None:  # It is None where the shell closed it.
            sys.stdout.flush()
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.exceptions.Abort as error:  # What click makes of it.
        raise KeyboardInterrupt from error
    except click.exceptions.NoArgsIsHelpError as error:
        say(error.format_message())
        return exits.USAGE
    except click.UsageError as error:
        hint = f" (see '{error.ctx.command_path} --help')" if error.ctx else ""
        say(f"domino: {error.format_message()}{hint}")
        return exits.USAGE
    except (BrokenPipeError, SystemExit):  # The second is what click makes of the first.
        return exits.FINE  # Whoever read us has gone: say nothing.
    except Exception as error:
        if is_interrupt(error) or os.environ.get("DOMINO_TRACEBACK"):
            raise
        say(f"domino: {_sentence(error)}")
        return _code(error)
    return result if isinstance(result, int) else exits.FINE


def _code(error: Exception) -> int:
    match error:
        case Tampered():
            return exits.TAMPERING
        case Conflict():
            return exits.CONFLICT
        case _:
            return exits.FAILURE


def _sentence(error: Exception) -> str:
    match error:
        case LedgerError() | Unreadable() | click.ClickException():
            return str(error)
        case OSError() if error.errno == errno.ENOSPC:
            return "the disk is full"
        case OSError() if error.filename is not None:
            return f"{error.filename}: {error.strerror}"
        case _:
            kind = type(error).__name__
            return f"unexpected {kind}: {error} (set DOMINO_TRACEBACK=1 to see where)"
