"""The rules by which the house counts its games."""

from collections.abc import Mapping
from typing import Literal

from domain.house.events import CountingChanged
from domain.rules.rule_set import RuleSet

from ..store.house import House


def counting(house: House) -> Mapping[Literal["figures", "article"], RuleSet | None]:
    """The rule set whose score and payout count in all games, by what is counted by them.

    None: those each game was played under, as long as the house has not decided otherwise.
    """
    rules: dict[Literal["figures", "article"], RuleSet | None] = {"figures": None, "article": None}
    for entry in house.entries:
        if isinstance(entry.event, CountingChanged):
            rules[entry.event.counted] = entry.event.rules
    return rules
