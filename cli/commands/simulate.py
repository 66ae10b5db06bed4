"""`domino simulate`: games played by bots."""

from collections import Counter
from contextlib import ExitStack

import click

from ledger.house_rules import rules_called
from ledger.simulation import BOTS, BotName, CannotSimulate, Simulation, simulate_into

from ..book import book_at, ledger_option
from ..files import writing
from ..output import NOTHING_WRITTEN, dry_run_option, say
from ..progress import tracked
from .rules import known_rules


@click.command()
@click.option("--rules", required=True, metavar="ID", help="The rule set to play by.")
@click.option("--players", required=True, type=click.IntRange(min=1), help="Seats at the table.")
@click.option("--games", required=True, type=click.IntRange(min=0), help="Games to play.")
@click.option("--seed", required=True, type=click.IntRange(min=0), help="Same seed, same games.")
@click.option("--bot", type=click.Choice(list(BOTS)), default="random", show_default=True)
@click.option("--out", metavar="FILE", help="Write records here (`-`: standard output), no book.")
@dry_run_option
@ledger_option
def simulate(
    *,
    rules: str,
    players: int,
    games: int,
    seed: int,
    bot: BotName,
    out: str | None,
    dry_run: bool,
    ledger: str,
) -> None:
    """Play full games under a rule set, into the book or as records.

    Bot `random` does any legal act, each as likely as the others; `greedy` lays the heaviest tile
    it can, of equally heavy ones the double. A game that is in the book already is left as it is.
    """
    played_by = rules_called(known_rules(ledger), rules)
    try:
        simulation = Simulation(played_by, players, seed, bot)
    except CannotSimulate as error:
        raise click.UsageError(str(error)) from None
    if out is None:
        done = _into_book(simulation, games, ledger, dry_run)
    else:
        done = _into_file(simulation, games, None if dry_run else out)
    say(f"{done}{NOTHING_WRITTEN[dry_run]}")


def _into_book(simulation: Simulation, games: int, ledger: str, dry_run: bool) -> str:
    with book_at(ledger, create=True, dry_run=dry_run) as book:
        added = tracked(simulate_into(book, simulation, games), games, "games")
        counted = Counter(added)
    return f"{counted[True]} games added, {counted[False]} there already"


def _into_file(simulation: Simulation, games: int, out: str | None) -> str:
    """Write the records, or nowhere."""
    lines = tracked(map(simulation.line, range(1, games + 1)), games, "games")
    with ExitStack() as stack:
        file = stack.enter_context(writing(out)) if out else None
        for line in lines:
            if file is not None:
                file.write(line)
    return f"{games} games played"
