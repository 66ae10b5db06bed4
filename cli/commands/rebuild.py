"""`domino rebuild`: makes the tables again from the events."""

from collections.abc import Iterable
from typing import Literal
from uuid import UUID

import click

from ...domain.rules.counting import Counting, counting_text
from ...ledger.registry.counting import SeveralRules, counting_for
from ...ledger.registry.stored_names import all_names, shown_name
from ...projections.messages import all_of, mark_plural, plural, text
from ...projections.messages.errors import error_text
from ...projections.messages.money import money
from ...projections.messages.rule_names import kept_text
from ...projections.tables.catch_up import Keeper
from ...projections.tables.rebuild import (
    ToBook,
    compare,
    filled_anew,
    judge_all,
    kept_by_own,
    require_lasting,
    switch,
    switch_if_agreed,
    tables_to_use,
)
from .. import exit_codes as exits
from .. import options
from ..declaring import command, option, usage_error
from ..output import print_json, print_table, say, say_lines, say_plural
from ..read_models import open_keeper, saying_how_far
from ..terminal.line_input import at_terminal
from ..terminal.progress import tracked_by


@command()
def rebuild(
    only: Literal["verdicts"] | None = option("verdicts: who blocked."),
    rules: tuple[str, ...] = options.rules_that_count,
    by: str | None = options.ordered_by,
    compare_only: bool = option(
        "Make the tables again and compare, but change nothing.", "--compare"
    ),
    yes: bool = option("Book adjustments without asking."),
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
) -> int:
    """Make the tables again, or count all games by other rules.

    With --rules, the rules named count from then on; games that none are named for, or that do not
    fit, count by the rules they were played under. Without, the tables are made again beside those
    in use and take their place; each game counts by its own rules. Money that is booked stays;
    differences are shown, and booked as adjustments if you agree.
    """
    if only and (rules or compare_only):
        raise usage_error(
            "verdicts do not depend on score or payout: leave out --rules and --compare"
        )
    if by is not None and (only or compare_only):
        raise usage_error("--by is for a rebuild that switches to the new tables")
    if as_json and not compare_only:
        raise usage_error("--json is for --compare")
    with ledger.open() as book, open_keeper(book) as keeper:
        require_lasting(keeper)
        if only:
            rounds = tracked_by(judge_all(keeper), None, "rounds")
            say_plural(
                "{number} blocked round is judged under every reading",
                "{number} blocked rounds are judged under every reading",
                rounds,
            )
            return exits.FINE
        try:
            counting = counting_for(book, rules)
        except SeveralRules as error:
            raise click.UsageError(error_text(error)) from None
        with saying_how_far(keeper):
            if compare_only:
                with filled_anew(keeper, counting, _work) as made:
                    return _compare(keeper, counting, made, as_json=as_json)
            with tables_to_use(keeper, counting, _work) as anew:
                return _switch(keeper, counting, anew, by, yes=yes)


def _work(steps: Iterable[int], events: int | None) -> None:
    taken_in = tracked_by(steps, events, "events")
    if events is not None:
        say_plural("{number} event taken in", "{number} events taken in", taken_in)


def _switch(
    keeper: Keeper, counting: Counting, anew: Keeper | None, by: str | None, *, yes: bool
) -> int:
    """Switch at once with --yes or if nothing is booked; else show what would be, and ask."""
    say_lines(map(kept_text, kept_by_own(anew or keeper, counting)))
    postings = 0

    def agreed(would: ToBook) -> bool:
        nonlocal postings
        postings = would.postings
        if postings:
            names = all_names(keeper.book)
            rows = [
                (shown_name(names, UUID(account.player)), money(amount, account.currency))
                for account, amount in would.changes.items()
            ]
            print_table((text("player"), text("would get, or owe")), sorted(rows))
        if postings and not yes and not at_terminal():
            raise click.UsageError(
                plural(
                    "this books {number} adjusting posting: --yes agrees to it",
                    "this books {number} adjusting postings: --yes agrees to them",
                    postings,
                )
            )
        return yes or not postings

    adjusted = switch_if_agreed(keeper, counting, anew, agreed, by)
    if adjusted is None:  # Nobody waits while a person thinks.
        question = plural(
            "book {number} adjusting posting?", "book {number} adjusting postings?", postings
        )
        if not click.confirm(question, err=True):
            say(text("nothing is booked, and the tables in use stay"))
            return exits.FAILURE
        adjusted = switch(keeper, counting, anew, by)
    forms = mark_plural(
        "games count by the rules they were played under; {number} adjusting posting booked",
        "games count by the rules they were played under; {number} adjusting postings booked",
    )
    if in_use := counting_text(counting):
        forms = mark_plural(
            "games count by {rules}; {number} adjusting posting booked",
            "games count by {rules}; {number} adjusting postings booked",
        )
    say_plural(*forms, adjusted, rules=in_use)
    return exits.FINE


def _compare(keeper: Keeper, counting: Counting, anew: Keeper, *, as_json: bool) -> int:
    found = compare(keeper, counting, anew)
    say_lines(map(kept_text, found.kept))
    if as_json:
        print_json(
            {
                "tables": [each._asdict() for each in found.differences],
                "kept": [each._asdict() for each in found.kept],
                "adjusting": found.adjusting,
                "gone": found.gone,
            }
        )
    else:
        heads = text("table"), text("rows only in use"), text("rows only in the new")
        print_table(heads, found.differences)
    if found.gone:
        say_plural(
            "{number} game is in the tables in use, but no longer in the book: {games}",
            "{number} games are in the tables in use, but no longer in the book: {games}",
            len(found.gone),
            games=all_of(found.gone),
        )
        return exits.TAMPERING
    say_plural(
        "not in use yet: a rebuild without --compare books {number} adjusting posting",
        "not in use yet: a rebuild without --compare books {number} adjusting postings",
        found.adjusting,
    )
    return exits.FINE
