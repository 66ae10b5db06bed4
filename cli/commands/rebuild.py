"""`domino rebuild`: the read models made again from the events."""

import click

from domain.rules.rule_set import RuleSet
from domain.words import counted
from ledger.errors import Unavailable
from ledger.registry.house_rules import all_rules, rules_called
from projections.tables.catch_up import Keeper
from projections.tables.rebuild import build, compare, goes_on_from, judge_all, switch
from projections.tables.schema.generation import MODELS, Model

from ..ledger_option import book_at, ledger_option
from ..output import print_table, say
from ..read_models import kept
from ..terminal.progress import tracked_by

VERDICTS = "verdicts"


@click.command()
@click.option(
    "--only",
    type=click.Choice([*MODELS, VERDICTS]),
    help="figures: statistics and money; article: the article's tables; verdicts: who blocked.",
)
@click.option("--rules", metavar="ID", help="Count by the score and payout of these rules.")
@click.option("--compare", "comparing", is_flag=True, help="Build and compare, and use it not yet.")
@ledger_option
def rebuild(only: str | None, rules: str | None, comparing: bool, ledger: str) -> None:
    """Make the tables again from the events, beside those in use, and switch to them.

    Without --rules every game counts by the rules it was played under. What was stopped on the way
    goes on where it was. Money already booked stays; what differs is booked as adjustments.
    """
    if only == VERDICTS and (rules or comparing):
        raise click.UsageError("verdicts follow from the play alone: no --rules, no --compare")
    with book_at(ledger) as book, kept(book) as keeper:
        if not keeper.models.lasting:
            raise Unavailable("tables-unwritable", book=book.path)
        if only == VERDICTS:
            looked_at = tracked_by(judge_all(keeper), None, "rounds")
            are = "is" if looked_at == 1 else "are"
            say(f"{counted(looked_at, 'blocked round')} {are} judged under every reading")
            return
        ruling = None if rules is None else rules_called(all_rules(book), rules)
        models = [model for model in MODELS if only in {None, model}]
        for model in models:
            _build(keeper, model, ruling)
        if comparing:
            _compare(keeper, models, ruling)
            return
        adjusted = switch(keeper, models, ruling)
    names = " and ".join(models)
    by = "the rules each game was played under" if rules is None else rules
    money = f"; {counted(adjusted, 'adjusting posting')} booked" if "figures" in models else ""
    say(f"{names} in use, by {by}{money}")


def _build(keeper: Keeper, model: Model, rules: RuleSet | None) -> None:
    begun = goes_on_from(keeper, model, rules)
    if begun:
        say(f"{model}: goes on after event {begun}")
    events = keeper.book.last_position() - begun
    taken_in = tracked_by(build(keeper, model, rules), events, "events")
    say(f"{model}: {counted(taken_in, 'event')} taken in")


def _compare(keeper: Keeper, models: list[Model], rules: RuleSet | None) -> None:
    rows, adjusting = compare(keeper, models, rules)
    print_table(("table", "rows only in use", "rows only in the new"), rows)
    books = f"books {counted(adjusting, 'adjusting posting')}"
    does = books if "figures" in models else "does that"
    say(f"not in use yet: a rebuild without --compare {does}")
