"""The `domino` command: its subcommands, and how it reports errors."""

import gettext
import os
import sys

import click

from ..ledger.errors import Conflict, Tampered
from ..projections import messages
from ..projections.messages import mark, text
from . import exit_codes as exits
from .club_file import speak_as_club
from .interrupts import is_interrupt
from .lazy_group import LANGUAGE, LazyGroup
from .output import say, say_lines

COMMANDS = {
    mark("Write"): {
        "record": mark("Record a game as it is played, line by line."),
        "play": mark("Play a game against bots."),
        "deal": mark("Deal by a shuffle that everybody at the table can check."),
        "import": mark("Add games from files to the book."),
        "simulate": mark("Play full games under a rule set, into the book or as records."),
        "amend": mark("Make the record in FILE the newest version of GAME."),
        "abandon": mark("Abandon GAME: it will not go on."),
        "forfeit": mark("Forfeit GAME for a seat."),
    },
    mark("Look"): {
        "games": mark("List games, newest first: who played, who won, how they stand."),
        "night": mark("Sum up an evening: its games, standings, money, open disputes."),
        "replay": mark("Show GAME step by step, a round of it, or one move."),
        "audit": mark("Check games move by move."),
        "sheet": mark("Write the score sheet of GAME, to be signed."),
        "dossier": mark("Write all that is known of GAME to one file, for a dispute."),
        "export": mark("Write games as records; all games if none is named."),
        "tail": mark("Print the log over all games as JSON Lines."),
        "serve": mark("Serve pages to look at games, and an API, over HTTP."),
    },
    mark("Settle"): {
        "dispute": mark("Dispute, answer, rule, appeal, withdraw; list and show disputes."),
        "explain": mark("Explain a round of GAME: the facts, each figure's rule, the sum."),
        "payouts": mark("Show what each player gets or owes from games played for money."),
        "league": mark("Rank players by the games of some days, rule set by rule set."),
    },
    mark("Ask"): {
        "search": mark("Find rounds by tiles, results and positions, newest first."),
        "stats": mark("Rank the players, or show all about PLAYER."),
        "whatif": mark("Show what would differ under other rules of score and payout."),
        "tables": mark("List the tables that follow from the book."),
        "sql": mark("Answer a QUERY in SQL from the tables."),
    },
    mark("Keep"): {
        "demo": mark("Load sample games, rank the players, and settle a forced block."),
        "init": mark("Create the book: a file, or the tables in a database."),
        "backup": mark("Copy the book into the new file FILE, and check the copy."),
        "restore": mark("Make a book of the backup FILE, after it was checked."),
        "archive": mark("Copy the closed games of books into an archive of Parquet files."),
        "players": mark("List, show, rename, merge and erase players."),
        "rules": mark("List, show and publish rule sets, and what offences cost."),
        "token": mark("Make, list and revoke the tokens of `domino serve`."),
        "key": mark("Make, show, register, replace, revoke and list keys that sign."),
        "catch-up": mark("Bring the tables up to date, for other programs that read them."),
        "rebuild": mark("Make the tables again, or count all games by other rules."),
    },
    mark("Prove"): {
        "verify": mark("Check that no event of GAME or the book was changed or lost."),
        "checkpoint": mark("Sign the log over all games, and print the checkpoint."),
        "prove": mark("Write one file that proves what was recorded of GAME."),
        "witness": mark("Keep the checkpoint in SUBMISSION if the log only grew."),
    },
}
"""By heading of the help, then by name: the first sentence of its help."""


@click.group(
    cls=LazyGroup, sections=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="domino-ledger", prog_name="domino")
@click.option(
    LANGUAGE,
    type=click.Choice(tuple(messages.LANGUAGES)),
    expose_value=False,
    help="Speak this language.  [default: that of the environment, else of the club]",
)
def domino() -> None:
    """The book of record for domino games: record, replay, audit, settle."""
    take_in_payout_rules()


def take_in_payout_rules() -> None:
    """Run the file with payout rules, if one is named. Raises LedgerError."""
    file = os.environ.get("DOMINO_PAYOUTS")
    if file:
        from .payout_file import load_payout_rules  # noqa: PLC0415 - few have one

        load_payout_rules(file)


def run() -> int:
    """Run the command and return its exit code. Prints errors; raises interrupts."""
    gettext.bindtextdomain(messages.DOMAIN, messages.LOCALES)
    gettext.textdomain(messages.DOMAIN)  # click's words are in this catalogue too.
    try:
        speak_as_club()
        result = domino.main(prog_name="domino", standalone_mode=False)
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
        sentence = error.format_message()
        if error.ctx is not None:
            see = mark("{sentence} (see '{command} --help')")
            sentence = text(see, sentence=sentence, command=error.ctx.command_path)
        say(f"domino: {sentence}")
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
        from ..projections.messages.errors import error_text, unchanged_lines  # noqa: PLC0415 - imports the book

        say(f"domino: {error_text(error)}")
        if isinstance(error, Tampered):
            for line in unchanged_lines(error):
                say(line)
            return exits.TAMPERING
        return exits.CONFLICT if isinstance(error, Conflict) else exits.FAILURE
    return result if isinstance(result, int) else exits.FINE
