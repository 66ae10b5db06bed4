"""`domino rules`: lists, shows and publishes rule sets and penalties."""

from collections.abc import Mapping

import click

from domain.rules.agreed import values_by_field
from domain.rules.fields import rule_fields
from domain.rules.penalties import PENALTIES, penalty_of
from domain.rules.rule_set import Penalty, RuleSet
from ledger.book import may_be_there
from ledger.records.format import read_rules
from ledger.records.line_reader import LONGEST_LINE
from ledger.records.validation import Unreadable
from ledger.registry.rule_sets import add, all_rules, rules_called
from projections.messages import shortened, text
from projections.messages.errors import error_text
from projections.messages.rule_names import published_text
from projections.messages.rules import field_text

from ..files import reading
from ..ledger_option import book_at, ledger_option
from ..options import dry_run_option, json_option
from ..output import print_json, print_table, say, unless_dry
from ..terminal.pager import paged


@click.group()
def rules() -> None:
    """List, show and publish rule sets, and what offences cost."""


def known_rules(ledger: str) -> Mapping[str, RuleSet]:
    """The published rule sets, and those of the book if there is one."""
    if not may_be_there(ledger):
        return all_rules(None)
    with book_at(ledger) as book:
        return all_rules(book)


@rules.command("list")
@ledger_option
@json_option
@paged
def list_(ledger: str, as_json: bool) -> None:
    """List every rule set: the published ones and those of the book."""
    known = known_rules(ledger).values()
    if as_json:
        for each in known:
            print_json(each.model_dump(mode="json"))
        return
    heads = text("id"), text("family"), text("seats"), text("target"), text("rounds"), text("title")
    print_table(heads, map(_row, known))


def _row(rules: RuleSet) -> tuple[object, ...]:
    title = published_text(rules.title)
    score = rules.score
    return rules.id, rules.family, _seats(rules), score.target, score.rounds, title


def _seats(rules: RuleSet) -> str:
    seats = sorted(rules.play.hand)
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]}-{seats[-1]}"


@rules.command()
@click.argument("id")
@ledger_option
@json_option
@paged
def show(id: str, ledger: str, as_json: bool) -> None:
    """Show every value of one rule set."""
    found = rules_called(known_rules(ledger), id)
    if as_json:
        print_json(found.model_dump(mode="json"))
        return
    values = values_by_field(found.model_dump(mode="json"))
    print_table((text("field"), text("value")), ((field, _shown(own)) for field, own in values))


@rules.command()
@click.argument("path", metavar="[FIELD]", default="")
@json_option
@paged
def fields(path: str, as_json: bool) -> None:
    """Show the fields that rule sets have, or those of a part such as play.layout."""
    found = [
        each for each in rule_fields() if f"{each.path}.".startswith(f"{path}." if path else "")
    ]
    if not found:
        raise click.BadParameter(text("there is no field {field!r} here", field=shortened(path)))
    if as_json:
        for each in found:
            print_json(each._asdict())
        return
    heads = text("field"), text("of"), text("values"), text("default"), text("decides")
    print_table(heads, ((each.path, each.of, *field_text(each)) for each in found))


@rules.command()
@click.option("--rules", "id", metavar="ID", help="The penalties of this rule set.")
@ledger_option
@json_option
@paged
def penalties(id: str | None, ledger: str, *, as_json: bool) -> None:
    """Show the penalty for each offence. An arbiter may order another."""
    costs = PENALTIES
    if id is not None:
        found = rules_called(known_rules(ledger), id)
        costs = {offence: penalty_of(found, offence) for offence in PENALTIES}
    if as_json:
        print_json({offence: penalty.model_dump() for offence, penalty in costs.items()})
        return
    heads = (text("offence"), *(name.replace("_", "-") for name in Penalty.model_fields))
    print_table(heads, ((name, *cost.model_dump().values()) for name, cost in costs.items()))


def _shown(value: object) -> object:
    if value is None:
        return "-"
    return published_text(value) if isinstance(value, str) else value


@rules.command("add")
@click.argument("file")
@dry_run_option
@ledger_option
def add_(file: str, dry_run: bool, ledger: str) -> None:
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
    with book_at(ledger, create=True, dry_run=dry_run) as book:
        added = add(book, new)
    if added:
        say(unless_dry(text("{rules} is published", rules=new.id), dry_run=dry_run))
    else:
        say(text("{rules} is published already", rules=new.id))
