"""Who leads and who begins a round: where the text does not say it, the moves do."""

from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from domain.rules.rule_set import RuleSet
from domain.rules.table import table_for

from ..registry.rule_sets import UnknownRules, rules_called
from .move_grammar import Json


def first_seats(moves: Sequence[Json], *, drawn_for: bool) -> Json:
    """The fields ``leader`` and ``starter`` of a round with these moves.

    ``drawn_for``: if nobody holds the tile to lead, the seats draw for it. A round that begins with
    a draw has a starter, and another seat may lead.
    """
    first = moves[0]["seat"] if moves else None
    if not (drawn_for and moves and moves[0].get("draw") is not None):
        return {"leader": first}
    led = next((move["seat"] for move in moves if move.get("lay") is not None), None)
    return {"leader": led, "starter": first}


def draws_for_lead(record: Json, known: Mapping[str, RuleSet]) -> bool:
    """The seats draw for the tile to lead under the rules of this record; False if unusable."""
    written = record["rules"]
    try:
        if isinstance(written, str):
            rules = rules_called(known, written)
        else:
            rules = RuleSet.model_validate(written)
        return table_for(rules.play, len(record["players"])).draws_for_lead
    except (UnknownRules, ValidationError, KeyError):
        return False
