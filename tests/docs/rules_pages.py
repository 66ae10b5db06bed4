"""The tables of fields and values on the pages about rules, made from the fields themselves.

    python -m tests.docs.rules_pages

rewrites them. Words around the tables are written by hand.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from domino_ledger.domain.rules.catalogue import PUBLISHED, ROWS
from domino_ledger.domain.rules.field import Value
from domino_ledger.domain.rules.field_list import RuleField, rule_fields
from domino_ledger.domain.rules.payout import Stake
from domino_ledger.domain.rules.rule_set import Penalty, RuleSet
from domino_ledger.projections.messages.rules import field_text

from .pages import ROOT

RULES = ROOT / "docs" / "rules"


class Listing(NamedTuple):
    """A table of a page: the first one under a heading that has these columns."""

    page: Path
    heading: str
    columns: str
    rows: Sequence[str]

    def in_page(self, text: str) -> str:
        """The page with up-to-date rows."""
        start = text.index(f" {self.heading}\n")
        table = text.index(f"\n| {self.columns} |\n", start) + 1
        end = text.index("\n\n", table)
        rule = "|".join("---" for _ in self.columns.split(" | "))
        lines = f"| {self.columns} |", f"|{rule}|", *self.rows
        return text[:table] + "\n".join(lines) + text[end:]


def with_tables(page: Path, text: str) -> str:
    """The page with up-to-date tables."""
    for listing in listings():
        if listing.page == page:
            text = listing.in_page(text)
    return text


def listings() -> Iterator[Listing]:
    """All tables."""
    for page, heading, model, part in (
        ("play", "The fields", RuleSet, "play."),
        ("score", "The fields", RuleSet, "score."),
        ("payout", "The fields", RuleSet, "payout."),
        ("payout", "Stakes", Stake, ""),
        ("rulings", "Penalties", Penalty, ""),
        ("catalogue", "A rule set", RuleSet, ""),
    ):
        rows = tuple(_field(each) for each in _of_part(model, part) if each.of is None)
        yield Listing(_page(page), heading, "field | values | default | decides", rows)
    columns = "field | values | default | decides"
    for page, heading, of in (
        ("score", "Bonuses", "score.bonuses."),
        ("score", "Points by a scale", "score.scale."),
        ("score", "Points by the way of winning", "score.ways."),
        ("score", "Shutouts", "score.shutout."),
        ("score", "A clock", "score.clock."),
        ("play", "Deals again", "play.redeal."),
    ):
        inner = [each for each in rule_fields() if each.path.startswith(of)]
        rows = tuple(_field(each, name=each.path.removeprefix(of)) for each in inner)
        yield Listing(_page(page), heading, columns, rows)
    program = [_field(each) for each in _of_part(RuleSet, "payout.") if each.of == "program"]
    yield Listing(_page("payout"), "As a program says", columns, program)
    headings = {"play.first_lead": "The first lead", "play.layout": "Layouts"}
    for field in rule_fields():
        if field.path not in headings:
            continue
        heading = headings[field.path]
        kinds = [f"| `{kind}` | {what} |" for kind, what in field.kinds.items()]
        yield Listing(_page("play"), heading, "kind | what it is", kinds)
        own = [each for each in rule_fields() if each.path.startswith(f"{field.path}.")]
        rows = tuple(f"| `{each.of}` {_field(each)}" for each in own)
        yield Listing(_page("play"), heading, "kind | field | values | default | decides", rows)
    for id in PUBLISHED:
        yield Listing(_page("catalogue"), id, "field | value", tuple(_values(id)))


def _page(name: str) -> Path:
    return RULES / f"{name}.md"


def _of_part(model: type[Value], part: str) -> Iterable[RuleField]:
    for each in rule_fields(model):
        name = each.path.removeprefix(part)
        if each.path.startswith(part) and "." not in name:
            yield each


def _field(field: RuleField, name: str | None = None) -> str:
    values, default, decides = field_text(field)
    shown = ", ".join(
        each if " " in each or not each else f"`{each}`" for each in values.split(", ")
    )
    name, usual = name or field.path.rpartition(".")[2], f"`{default}`" if default else "empty"
    return f"| `{name}` | {shown} | {usual if default != 'required' else default} | {decides} |"


def _values(id: str) -> Iterator[str]:
    """What a published rule set says of itself."""
    for part in ("play", "score", "payout"):
        for name, value in ROWS[id].get(part, {}).items():
            shown = value if isinstance(value, str) else json.dumps(value)
            yield f"| `{part}.{name}` | `{shown}` |"


if __name__ == "__main__":
    for page in {each.page for each in listings()}:
        page.write_text(with_tables(page, page.read_text(encoding="utf-8")), encoding="utf-8")
