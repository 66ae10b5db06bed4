"""Rule sets: those that are published, and those of the book."""

import json
from typing import Annotated

from fastapi import APIRouter, Body, Path, Response

from ...domain.rules.rule_set import RuleSet
from ...ledger.records.format import read_rules
from ...ledger.registry.rule_sets import rules_called
from ..asked import BookAsked, Json, LimitAsked, Name, Start, part_of
from .shapes import Items, RuleSetAdded

routes = APIRouter(tags=["rules"])


@routes.get("/rules", name="api.rules")
def rules(book: BookAsked, limit: LimitAsked, start: Start = 0) -> Items[RuleSet]:
    """Every rule set (docs/rules/catalogue.md)."""
    some, after = part_of([*book.rule_sets().values()], start, limit)
    return Items(items=some, next=after)


@routes.get("/rules/{rules}", name="api.rule-set")
def rule_set(book: BookAsked, rules: Annotated[Name, Path(description="Its id")]) -> RuleSet:
    """Every value of a rule set."""
    return rules_called(book.rule_sets(), rules)


@routes.post(
    "/rules",
    name="api.rules.add",
    status_code=201,
    responses={200: {"model": RuleSetAdded, "description": "They were published already"}},
)
def add(book: BookAsked, rules: Annotated[Json, Body()], response: Response) -> RuleSetAdded:
    """Publish a rule set of your own. A published name and version never changes."""
    read = read_rules(json.dumps(rules).encode())
    added = book.add_rules(read)
    if not added:
        response.status_code = 200
    return RuleSetAdded(id=read.id, added=added)
