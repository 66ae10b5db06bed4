"""`domino rules`: lists, shows and publishes rule sets and penalties."""

from collections.abc import Mapping
from operator import attrgetter

import click

from ...domain.rules.agreed import values_by_field
from ...domain.rules.field_list import rule_fields
from ...domain.rules.penalties import PENALTIES, penalty_of
from ...domain.rules.rule_set import RuleSet
from ...ledger.book import may_be_there
from ...ledger.records.format import read_rules
from ...ledger.records.line_reader import LONGEST_LINE
from ...ledger.records.unreadable import Unreadable
from ...ledger.registry.rule_sets import add, all_rules, rules_called
from ...projections.messages import shortened, text
from ...projections.messages.errors import error_text
from ...projections.messages.published_rules import published_text
from ...projections.messages.rules import field_text
from .. import options
from ..declaring import argument, bad_value, command, option
from ..files import reading
from ..output import print_json, print_jsons, print_table, say
from ..remedy_options import FIGURES


@click.group()
def rules() -> None:
    """List, show and publish rule sets, and what offences cost."""


def known_rules(ledger: options.Ledger) -> Mapping[str, RuleSet]:
    """The published rule sets, and those of the book if there is one."""
    if not may_be_there(ledger.url):
        return all_rules(None)
    with options.Ledger(ledger.url).open() as book:
        return all_rules(book)


@command(rules, paged=True)
def list_(ledger: options.Ledger = options.ledger, as_json: bool = options.json) -> None:
    """List every rule set: the published ones and those of the book."""
    known = known_rules(ledger).values()
    if as_json:
        print_jsons(each.model_dump(mode="json") for each in known)
        return
    heads = text("id"), text("family"), text("seats"), text("target"), text("rounds"), text("title")
    rows = (
        (*(each.id, each.family, "-".join(map(str, seats))), *(score.target, score.rounds, title))
        for each in known
        for seats in [sorted({min(each.play.hand), max(each.play.hand)})]
        for score, title in [(each.score, published_text(each.title))]
    )
    print_table(heads, rows)


@command(rules, paged=True)
def show(
    id: str = argument(), ledger: options.Ledger = options.ledger, as_json: bool = options.json
) -> None:
    """Show every value of one rule set."""
    found = rules_called(known_rules(ledger), id)
    if as_json:
        print_json(found.model_dump(mode="json"))
        return
    values = (
        (field, "-" if own is None else published_text(own) if isinstance(own, str) else own)
        for field, own in values_by_field(found.model_dump(mode="json"))
    )
    print_table((text("field"), text("value")), values)


@command(rules, paged=True)
def fields(
    path: str = argument(metavar="[FIELD]", default=""), as_json: bool = options.json
) -> None:
    """Show the fields that rule sets have, or those of a part such as play.layout."""
    part = f"{path}." if path else ""
    found = [each for each in rule_fields() if f"{each.path}.".startswith(part)]
    if not found:
        raise bad_value("there is no field {field!r} here", field=shortened(path))
    if as_json:
        print_jsons(each._asdict() for each in found)
        return
    heads = text("field"), text("of"), text("values"), text("default"), text("decides")
    print_table(heads, ((each.path, each.of, *field_text(each)) for each in found))


@command(rules, paged=True)
def penalties(
    id: str | None = option("The penalties of this rule set.", "--rules ID"),
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
) -> None:
    """Show the penalty for each offence. An arbiter may order another."""
    costs = PENALTIES
    if id is not None:
        found = rules_called(known_rules(ledger), id)
        costs = {offence: penalty_of(found, offence) for offence in PENALTIES}
    if as_json:
        print_json({offence: penalty.model_dump() for offence, penalty in costs.items()})
        return
    figures = attrgetter(*FIGURES.values())
    print_table((text("offence"), *FIGURES), ((name, *figures(costs[name])) for name in costs))


@command(rules)
def add_(file: str = argument(), ledger: options.Ledger = options.ledger_to_write) -> None:
    """Publish a rule set of your own: a JSON FILE as `rules show --json` prints it.

    A published name@version can never be replaced.
    """
    with reading(file) as opened:
        written = opened.read(LONGEST_LINE)
    try:
        new = read_rules(written)
    except Unreadable as error:
        sentence = text("{file}: {sentence}", file=shortened(file), sentence=error_text(error))
        raise click.ClickException(sentence) from None
    with ledger.open(create=True) as book:
        added = add(book, new)
    if added:
        ledger.say_done("{rules} is published", rules=new.id)
    else:
        say(text("{rules} is published already", rules=new.id))
