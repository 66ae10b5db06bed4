"""`domino simulate`: games played by bots."""

from contextlib import ExitStack

import click

from ledger.live.bots import BOTS, BotName
from ledger.live.simulation import CannotSimulate, Simulation, simulate_into
from ledger.registry.changed_rules import Settings
from ledger.registry.rule_sets import rules_called
from ledger.store.batch import Progress
from projections.messages import plural, text
from projections.messages.errors import error_text

from ..files import writing
from ..game_files import saying_what_is_kept
from ..ledger_option import book_at, ledger_option
from ..new_game import agreed, agreed_option
from ..options import WholeNumber, dry_run_option, json_option
from ..output import print_json, say, unless_dry
from ..terminal.progress import tracked
from .rules import known_rules


@click.command()
@click.option("--rules", required=True, metavar="ID", help="The rule set to play by.")
@agreed_option
@click.option("--players", required=True, type=WholeNumber(1), help="Seats at the table.")
@click.option("--games", required=True, type=WholeNumber(0), help="Games to play.")
@click.option(
    "--seed", required=True, type=WholeNumber(0), help="The same seed gives the same games."
)
@click.option(
    "--bot",
    type=click.Choice(list(BOTS)),
    default="random",
    show_default=True,
    help="How they play.",
)
@click.option("--shuffle", is_flag=True, help="Deal by a shuffle that can be checked.")
@click.option(
    "--out", metavar="FILE", help="Write records to FILE (`-`: standard output) instead of a book."
)
@dry_run_option
@ledger_option
@json_option
def simulate(
    *,
    rules: str,
    settings: Settings,
    players: int,
    games: int,
    seed: int,
    bot: BotName,
    shuffle: bool,
    out: str | None,
    dry_run: bool,
    ledger: str,
    as_json: bool,
) -> None:
    """Play full games under a rule set, into the book or as records.

    The bot `random` chooses among the legal moves, each with the same probability. `greedy` lays
    the heaviest tile it can; of two equally heavy ones, the double. A game that is already in the
    book is not played again. With --shuffle each deal follows from seeds that are recorded, and the
    audit derives it again; the seeds follow from --seed, so such a deal is repeatable, not fair.
    """
    if as_json and out == "-":
        raise click.UsageError(text("--json and --out - cannot share standard output"))
    known = known_rules(ledger)
    played_by = agreed(known, rules_called(known, rules), settings)
    try:
        simulation = Simulation(played_by, players, seed, bot, shuffle)
    except CannotSimulate as error:
        raise click.UsageError(error_text(error)) from None
    if out is None:
        added = _into_book(simulation, games, ledger, dry_run)
        there = games - added
        done = plural(
            "{number} game added, {there} there already",
            "{number} games added, {there} there already",
            added,
            there=there,
        )
        figures = {"added": added, "there_already": there}
    else:
        _into_file(simulation, games, None if dry_run else out)
        done = plural("{number} game played", "{number} games played", games)
        figures = {"games": games}
    if as_json:
        print_json(figures)
    say(unless_dry(done, dry_run=dry_run))


def _into_book(simulation: Simulation, games: int, ledger: str, dry_run: bool) -> int:
    """Simulate games into the book; return the number of new games."""
    progress = Progress()
    with (
        book_at(ledger, create=True, dry_run=dry_run) as book,
        saying_what_is_kept(progress, dry_run=dry_run),
    ):
        played = simulate_into(book, simulation, games, progress)
        return sum(tracked(played, games, "games"))


def _into_file(simulation: Simulation, games: int, out: str | None) -> None:
    """Write records to a file; None: simulate only."""
    lines = tracked(simulation.lines(games), games, "games")
    with ExitStack() as stack:
        file = stack.enter_context(writing(out)) if out else None
        for line in lines:
            if file is not None:
                file.write(line)
