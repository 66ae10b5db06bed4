"""`domino simulate`: games played by bots."""

from contextlib import nullcontext

import click

from ...ledger.live.bots import BotName
from ...ledger.live.simulation import CannotSimulate, Simulation, simulate_into
from ...ledger.registry.changed_rules import Settings
from ...ledger.registry.rule_sets import rules_called
from ...ledger.store.batch import Progress
from ...projections.messages import plural
from ...projections.messages.errors import error_text
from .. import options
from ..declaring import command, option, usage_error
from ..files import writing
from ..game_files import saying_what_is_kept
from ..new_game import agreed, settings_option
from ..output import print_json, say
from ..terminal.progress import tracked
from .rules import known_rules


@command()
def simulate(
    rules: str = option("The rule set to play by.", required=True, metavar="ID"),
    settings: Settings = settings_option,
    players: int = option("Seats at the table.", required=True, least=1),
    games: int = option("Games to play.", required=True, least=0),
    seed: int = option("The same seed gives the same games.", required=True, least=0),
    bot: BotName = option("How they play.", default="random", show_default=True),
    shuffle: bool = option("Deal by a shuffle that can be checked."),
    out: str | None = option(
        "Write records to FILE (`-`: standard output) instead of a book.", metavar="FILE"
    ),
    ledger: options.Ledger = options.ledger_to_write,
    as_json: bool = options.json,
) -> None:
    """Play full games under a rule set, into the book or as records.

    The bot `random` chooses among the legal moves, each with the same probability. `greedy` lays
    the heaviest tile it can; of two equally heavy ones, the double. A game that is already in the
    book is not played again. With --shuffle each deal follows from seeds that are recorded, and the
    audit derives it again; the seeds follow from --seed, so such a deal is repeatable, not fair.
    """
    if as_json and out == "-":
        raise usage_error("--json and --out - cannot share standard output")
    known = known_rules(ledger)
    played_by = agreed(known, rules_called(known, rules), settings)
    try:
        simulation = Simulation(played_by, players, seed, bot, shuffle)
    except CannotSimulate as error:
        raise click.UsageError(error_text(error)) from None
    if out is None:
        progress = Progress()
        with (
            ledger.open(create=True) as book,
            saying_what_is_kept(progress, dry_run=ledger.dry_run),
        ):
            played = simulate_into(book, simulation, games, progress)
            added = sum(tracked(played, games, "games"))
        figures = {"added": added, "there_already": games - added}
        done = plural(
            "{number} game added, {there} there already",
            "{number} games added, {there} there already",
            added,
            there=games - added,
        )
    else:
        with nullcontext() if ledger.dry_run else writing(out) as file:
            for line in tracked(simulation.lines(games), games, "games"):
                if file is not None:
                    file.write(line)
        done = plural("{number} game played", "{number} games played", games)
        figures = {"games": games}
    if as_json:
        print_json(figures)
    say(ledger.done(done))
