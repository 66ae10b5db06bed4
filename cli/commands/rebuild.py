"""`domino rebuild`: makes the tables again from the events."""

import click

from domain.rules.rule_set import RuleSet
from ledger.errors import Unavailable
from ledger.registry.house_rules import all_rules, rules_called
from ledger.registry.players import all_names
from projections.messages import all_of, plural, text
from projections.tables.catch_up import Keeper
from projections.tables.rebuild import build, compare, goes_on_from, judge_all, switch
from projections.tables.schema.generation import MODELS, Model

from .. import exit_codes as exits
from ..ledger_option import book_at, ledger_option
from ..options import json_option
from ..output import print_json, say
from ..read_models import open_keeper, saying_how_far
from ..terminal.progress import tracked_by
from ..text.rebuild import comparison_json, print_comparison

VERDICTS = "verdicts"


@click.command()
@click.option(
    "--only",
    type=click.Choice([*MODELS, VERDICTS]),
    help="figures: statistics and money; article: the article's tables; verdicts: who blocked.",
)
@click.option("--rules", metavar="ID", help="Apply the score and payout of this rule set.")
@click.option("--by", metavar="NAME", help="The person who orders it, kept with what is booked.")
@click.option(
    "--compare", "compare_only", is_flag=True, help="Build and compare, but do not switch yet."
)
@ledger_option
@json_option
def rebuild(
    *,
    only: str | None,
    rules: str | None,
    by: str | None,
    compare_only: bool,
    ledger: str,
    as_json: bool,
) -> int:
    """Make the tables again from the events, and switch to them.

    They are made beside those in use. Without --rules, each game counts by the rules it was played
    under. A stopped rebuild goes on where it was. Money that is booked stays; differences are
    booked as adjustments.
    """
    if only == VERDICTS and (rules or compare_only):
        raise click.UsageError(
            text("verdicts do not depend on score or payout: leave out --rules and --compare")
        )
    if by is not None and (only == VERDICTS or compare_only):
        raise click.UsageError(text("--by is for a rebuild that switches to the new tables"))
    if as_json and not compare_only:
        raise click.UsageError(text("--json is for --compare"))
    with book_at(ledger) as book, open_keeper(book) as keeper:
        if not keeper.models.lasting:
            raise Unavailable("tables-unwritable", book=book.path)
        if only == VERDICTS:
            rounds = tracked_by(judge_all(keeper), None, "rounds")
            say(
                plural(
                    "{number} blocked round is judged under every reading",
                    "{number} blocked rounds are judged under every reading",
                    rounds,
                )
            )
            return exits.FINE
        ruling = None if rules is None else rules_called(all_rules(book), rules)
        models = [model for model in MODELS if only in {None, model}]
        with saying_how_far(keeper):
            for model in models:
                _build(keeper, model, ruling)
            if compare_only:
                return _compare(keeper, models, ruling, as_json=as_json)
            adjusted = switch(keeper, models, ruling, by)
    say(_in_use(models, rules, adjusted))
    return exits.FINE


def _in_use(models: list[Model], rules: str | None, adjusted: int) -> str:
    """The tables in use now, their rules, and the number of adjusting postings."""
    names = all_of(models)
    if "figures" not in models:
        if rules is None:
            return text("{models} in use, by the rules each game was played under", models=names)
        return text("{models} in use, by {rules}", models=names, rules=rules)
    if rules is None:
        return plural(
            "{models} in use, by the rules each game was played under; "
            "{number} adjusting posting booked",
            "{models} in use, by the rules each game was played under; "
            "{number} adjusting postings booked",
            adjusted,
            models=names,
        )
    return plural(
        "{models} in use, by {rules}; {number} adjusting posting booked",
        "{models} in use, by {rules}; {number} adjusting postings booked",
        adjusted,
        models=names,
        rules=rules,
    )


def _build(keeper: Keeper, model: Model, rules: RuleSet | None) -> None:
    position = goes_on_from(keeper, model, rules)
    if position:
        say(text("{model}: goes on after event {event}", model=model, event=position))
    events = keeper.book.last_position() - position
    taken_in = tracked_by(build(keeper, model, rules), events, "events")
    say(
        plural(
            "{model}: {number} event taken in",
            "{model}: {number} events taken in",
            taken_in,
            model=model,
        )
    )


def _compare(keeper: Keeper, models: list[Model], rules: RuleSet | None, *, as_json: bool) -> int:
    found = compare(keeper, models, rules)
    names = all_names(keeper.book)
    if as_json:
        print_json(comparison_json(found, names))
    else:
        print_comparison(found, names)
    if found.gone:
        say(
            plural(
                "{number} game is in the tables in use, but no longer in the book: {games}",
                "{number} games are in the tables in use, but no longer in the book: {games}",
                len(found.gone),
                games=all_of(found.gone),
            )
        )
        return exits.TAMPERING
    if "figures" not in models:
        say(text("not in use yet: a rebuild without --compare does that"))
        return exits.FINE
    say(
        plural(
            "not in use yet: a rebuild without --compare books {number} adjusting posting",
            "not in use yet: a rebuild without --compare books {number} adjusting postings",
            found.adjusting,
        )
    )
    return exits.FINE
