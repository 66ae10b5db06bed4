"""The id of a rule set that players agreed on: its parent, and what they changed.

The players of one game may agree on another target, hand size, or value of any other field
(docs/rules/catalogue.md). They then play by a rule set of its own.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from .ids import AGREED
from .payout import Payout
from .play import Play
from .rule_set import RuleSet

PARTS = {"play", "score", "payout", "penalties"}
"""The fields that decide something."""


def agreed_id(parent: RuleSet, rules: RuleSet) -> str:
    """The id of these rules as a change of the parent: `draw@1+score.target=50`.

    The fields that differ are in the order of their names; one that only the parent has is null.
    Hands that follow from another set (`hands_from_set`) are no changes.
    """
    old, new = (each.model_dump(mode="json", include=PARTS) for each in (parent, rules))
    old["play"]["hand"] |= hands_from_set(parent.play, new["play"])
    if old["payout"] is None and new["payout"] is not None:
        old["payout"] = Payout().model_dump(mode="json", exclude={"reading"})
    before, after = (
        {field: _in_id(value) for field, value in of}
        for of in (values_by_field(old), values_by_field(new))
    )
    gone = (field for field in before if not any(_within(field, other) for other in after))
    changed = dict.fromkeys(gone, "null") | {
        field: value for field, value in after.items() if before.get(field) != value
    }
    return AGREED.join((parent.id, *(f"{field}={changed[field]}" for field in sorted(changed))))


def hands_from_set(parent: Play, changed: Mapping[str, Any]) -> dict[str, int]:
    """By number of seats, the hands of these rules of play in JSON, if they name none themselves.

    If a hand of the parent does not fit their set, each keeps its share of the set, rounded down,
    and at least one tile. Else they are those of the parent.
    """
    hands = {str(seats): hand for seats, hand in parent.hand.items()}
    before = parent.model_dump(mode="json", exclude={"hand"})
    sizes = {seats: _dealt_from(changed, seats) for seats in hands}
    if all(int(seats) * hand <= sizes[seats] for seats, hand in hands.items()):
        return hands
    return {
        seats: max(1, hand * sizes[seats] // _dealt_from(before, seats))
        for seats, hand in hands.items()
    }


def _dealt_from(play: Mapping[str, Any], seats: str) -> int:
    """How many tiles these rules of play in JSON can deal to so many seats."""
    highest, layout = play["highest_pip"], play["layout"]
    tiles = (highest + 1) * (highest + 2) // 2
    tiles += (highest + 2) * bool(play.get("wild_tiles"))
    trains = isinstance(layout, Mapping) and layout.get("kind") == "hub-trains"
    tiles -= trains and layout.get("hub", "set-aside") == "set-aside"
    return int(tiles - len(play.get("taken_out", {}).get(seats, ())) - bool(play.get("turned_up")))


def _in_id(value: object) -> str:
    """A value as an id has it; of a list the values, separated by points."""
    if isinstance(value, list):
        return ".".join(map(_in_id, value)) or "none"
    return value if isinstance(value, str) else json.dumps(value)


def values_by_field(part: Mapping[str, Any], of: str = "") -> Iterator[tuple[str, Any]]:
    """Each field of a part in JSON, by its path such as `score.target`."""
    for name, value in part.items():
        if isinstance(value, dict):
            yield from values_by_field(value, f"{of}{name}.")
        else:
            yield f"{of}{name}", value


def _within(field: str, other: str) -> bool:
    """The field is the other one, or a part of it, or the other is a part of the field."""
    return f"{field}.".startswith(f"{other}.") or f"{other}.".startswith(f"{field}.")
