"""The pages on rules list every field with its values and default, and every rule set."""

import json
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from domain.disputes.remedies import Remedy
from domain.rules.catalogue import PUBLISHED
from domain.rules.penalties import PENALTIES
from domain.rules.rule_set import (
    Layout,
    Lead,
    Payout,
    Penalty,
    Play,
    Reading,
    RuleSet,
    Score,
    Stake,
)

from .pages import ROOT, code, prose, section, table

RULES = ROOT / "docs" / "rules"
CATALOGUE = RULES / "catalogue.md"

TABLES: list[tuple[type[BaseModel], Path, str]] = [
    (Play, RULES / "play.md", "The fields"),
    (Score, RULES / "score.md", "The fields"),
    (Payout, RULES / "payout.md", "The fields"),
    (Stake, RULES / "payout.md", "Stakes"),
    (Penalty, RULES / "rulings.md", "Penalties"),
    (RuleSet, CATALOGUE, "A rule set"),
]
PART_OF_ANOTHER_PAGE = {"first_lead", "reading", "score"}
"""Fields whose values have a section of their own."""


def shown(value: object) -> str:
    """A value in the notation of the pages."""
    plain = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    return plain if isinstance(plain, str) else json.dumps(plain)


def values_of(annotation: Any) -> set[str]:
    """The values that a field may have."""
    if get_origin(annotation) is Literal:
        return {word for word in get_args(annotation) if isinstance(word, str)}
    return {word for part in get_args(annotation) for word in values_of(part)}


def default_of(name: str, field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    special = {"first_lead": "highest-double", "title": "empty", "score": "all defaults"}
    return special.get(name) or shown(field.default) or "empty"


@pytest.mark.parametrize(
    ("model", "page", "heading"), TABLES, ids=[each.__name__ for each, _, _ in TABLES]
)
def test_every_field_has_its_values_and_its_default(
    model: type[BaseModel], page: Path, heading: str
) -> None:
    rows = table(section(page, heading), "field")
    assert [name.strip("`") for name in rows] == list(model.model_fields)
    for name, field in model.model_fields.items():
        values, default, meaning = rows[f"`{name}`"]
        assert default.strip("`") == default_of(name, field), name
        assert meaning
        if name not in PART_OF_ANOTHER_PAGE:
            assert values_of(field.annotation) <= set(code(values)), name


def test_every_way_to_lead_is_described() -> None:
    union, _ = get_args(Lead)
    kinds = [kind.model_fields["kind"].default for kind in get_args(union)]
    rows = table(section(RULES / "play.md", "The first lead"), "kind")
    assert [kind.strip("`") for kind in rows] == kinds


def test_every_unheld_lead_is_described() -> None:
    union, _ = get_args(Lead)
    models = {kind.model_fields["kind"].default: kind for kind in get_args(union)}
    rows = table(section(RULES / "play.md", "The first lead"), "kind | `unheld`")
    said = {kind.strip("`"): (set(code(row[0])), row[1].strip("`")) for kind, row in rows.items()}
    fields = {kind: model.model_fields.get("unheld") for kind, model in models.items()}
    assert said == {
        kind: (values_of(field.annotation), field.default)
        for kind, field in fields.items()
        if field is not None
    }


def test_every_layout_is_described_with_its_fields() -> None:
    _, annotated = get_args(Layout)
    union, _ = get_args(annotated)
    models = {kind.model_fields["kind"].default: kind for kind in get_args(union)}
    rows = table(section(RULES / "play.md", "Layouts"), "kind")
    said = {kind.strip("`"): code(row[0]) for kind, row in rows.items()}
    text = code(prose(RULES / "play.md"))
    assert list(said) == ["line-of-play", *models]
    for kind, model in models.items():
        layout = model(**REQUIRED.get(kind, {}))
        fields = [name for name in model.model_fields if name != "kind"]
        assert said[kind] == [f'"{name}": {json.dumps(getattr(layout, name))}' for name in fields]
        for field in model.model_fields.values():
            assert all(any(value in each for each in text) for value in values_of(field.annotation))


REQUIRED = {"arms": {"arms": 4}}
"""Fields of layouts without a default."""


def test_every_next_lead_is_described() -> None:
    rows = table(section(RULES / "play.md", "The leads after it"), "`next_lead`")
    assert {rule.strip("`") for rule in rows} == values_of(
        Play.model_fields["next_lead"].annotation
    )


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


@pytest.mark.parametrize("id", PUBLISHED)
def test_the_catalogue_lists_what_differs_from_the_defaults(id: str) -> None:
    rows = table(section(CATALOGUE, id), "field")
    said = {name.strip("`"): value.strip("`") for name, (value,) in rows.items()}
    assert said == dict(differences(PUBLISHED[id]))


def differences(rules: RuleSet) -> list[tuple[str, str]]:
    """Each field that differs from its default, as the catalogue shows it."""
    own: list[tuple[str, str]] = []
    if rules.family != "block":
        own.append(("family", rules.family))
    for part in ("play", "score", "payout"):
        value = getattr(rules, part)
        if value is not None:
            own += [
                (f"{part}.{name}", shown(getattr(value, name)))
                for name, field in type(value).model_fields.items()
                if field.is_required() or getattr(value, name) != field.default
            ]
    return own
