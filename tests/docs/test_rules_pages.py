"""The pages on rules list every field with its values and default, and every rule set."""

from pathlib import Path
from typing import get_args

import pytest

from domino_ledger.domain.disputes.events import Remedy
from domino_ledger.domain.rules.field_list import rule_fields
from domino_ledger.domain.rules.leads import NextLead
from domino_ledger.domain.rules.payout import Reading
from domino_ledger.domain.rules.penalties import PENALTIES

from .pages import code, prose, section, table
from .rules_pages import RULES, listings, with_tables


@pytest.mark.parametrize(
    "page", sorted({each.page for each in listings()}), ids=lambda page: page.stem
)
def test_tables_are_made_from_the_fields(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert with_tables(page, text) == text, "renew it: python -m tests.docs.rules_pages"


def test_the_text_explains_every_value_of_a_layout() -> None:
    """Besides the tables: each word stands somewhere in the prose of the page."""
    text = " ".join(code(prose(RULES / "play.md")))
    for field in rule_fields():
        if field.path.startswith("play.layout."):
            assert all(word in text for word in field.words), field.path


def test_every_next_lead_is_described() -> None:
    rows = table(section(RULES / "play.md", "The leads after it"), "`next_lead`")
    assert [rule.strip("`") for rule in rows] == list(get_args(NextLead))


def test_every_reading_has_its_view() -> None:
    rows = table(section(RULES / "payout.md", "Who is the blocker"), "reading")
    assert [reading.strip("`") for reading in rows] == list(get_args(Reading))


def test_every_remedy_is_described_with_its_fields() -> None:
    union, _ = get_args(Remedy)
    rows = table(section(RULES / "rulings.md", "Remedies"), "kind")
    assert {kind.strip("`") for kind in rows} == {
        kind.model_fields["kind"].default for kind in get_args(union)
    }


def test_every_offence_is_described_with_what_it_costs() -> None:
    rows = table(section(RULES / "rulings.md", "Penalties"), "offence")
    said = {name.strip("`"): tuple(map(int, figures)) for name, (*figures, _) in rows.items()}
    assert said == {name: tuple(cost.model_dump().values()) for name, cost in PENALTIES.items()}
