"""The `domino` command: its subcommands, and how it reports errors."""

import gettext
import os
import sys

import click

from ledger.errors import Conflict, Tampered
from projections import messages
from projections.messages import mark, text

from . import exit_codes as exits
from .interrupts import is_interrupt
from .lazy_group import LazyGroup, translated
from .output import say, say_lines

COMMANDS = {
    mark("Write"): {
        "record": "record:record",
        "play": "play:play",
        "deal": "deal:deal",
        "import": "import_:import_",
        "simulate": "simulate:simulate",
        "amend": "amend:amend",
        "abandon": "abandon:abandon",
        "forfeit": "abandon:forfeit",
    },
    mark("Look"): {
        "games": "games:games",
        "night": "night:night_",
        "replay": "replay:replay",
        "audit": "audit:audit_",
        "sheet": "sheet:sheet",
        "dossier": "dossier:dossier",
        "export": "export:export",
        "tail": "tail:tail",
    },
    mark("Settle"): {
        "dispute": "dispute:dispute",
        "explain": "explain:explain_",
        "payouts": "payouts:payouts_",
        "league": "league:league_",
    },
    mark("Ask"): {
        "search": "search:search",
        "stats": "stats:stats",
        "whatif": "whatif:whatif",
        "tables": "tables:tables",
        "sql": "sql:sql",
    },
    mark("Keep"): {
        "demo": "demo:demo",
        "init": "init:init",
        "backup": "backup:backup_",
        "restore": "backup:restore_",
        "players": "players:players",
        "rules": "rules:rules",
        "key": "key:key",
        "catch-up": "catch_up:catch_up",
        "rebuild": "rebuild:rebuild",
    },
    mark("Prove"): {
        "verify": "verify:verify",
        "checkpoint": "checkpoint:checkpoint",
        "prove": "prove:prove",
        "witness": "witness:witness",
    },
}
"""By heading of the help, then by name: `module:attribute`, the module in `cli.commands`."""


@click.group(
    cls=LazyGroup, sections=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="domino-ledger", prog_name="domino")
def domino() -> None:
    """The book of record for domino games: record, replay, audit, settle."""


def run() -> int:
    """Run the command and return its exit code. Prints errors; raises interrupts."""
    gettext.bindtextdomain(messages.DOMAIN, messages.LOCALES)
    gettext.textdomain(messages.DOMAIN)  # click's words are in this catalogue too.
    try:
        result = translated(domino).main(prog_name="domino", standalone_mode=False)
        if sys.stdout is not None:  # None if the shell closed it.
            sys.stdout.flush()
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.exceptions.Abort as error:  # click made it of KeyboardInterrupt.
        raise KeyboardInterrupt from error
    except click.exceptions.NoArgsIsHelpError as error:
        say_lines(error.format_message().splitlines())
        return exits.USAGE
    except click.UsageError as error:
        say(f"domino: {_usage(error)}")
        return exits.USAGE
    except click.ClickException as error:
        say(f"domino: {error.format_message()}")
        return exits.FAILURE
    except (BrokenPipeError, SystemExit):  # click turns a broken pipe into SystemExit.
        return exits.FINE
    except Exception as error:
        # What another program wrote is no consequence of Ctrl-C.
        interrupted = is_interrupt(error) and not isinstance(error, Conflict)
        if interrupted or os.environ.get("DOMINO_TRACEBACK"):
            raise
        from projections.messages.errors import (  # noqa: PLC0415 - imports the book
            error_text,
            unchanged_lines,
        )

        say(f"domino: {error_text(error)}")
        if isinstance(error, Tampered):
            for line in unchanged_lines(error):
                say(line)
        return _code(error)
    return result if isinstance(result, int) else exits.FINE


def _usage(error: click.UsageError) -> str:
    if error.ctx is None:
        return error.format_message()
    return text(
        "{sentence} (see '{command} --help')",
        sentence=error.format_message(),
        command=error.ctx.command_path,
    )


def _code(error: Exception) -> int:
    match error:
        case Tampered():
            return exits.TAMPERING
        case Conflict():
            return exits.CONFLICT
        case _:
            return exits.FAILURE
