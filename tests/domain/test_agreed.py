"""The ids of rule sets that players agreed on."""

from typing import Any

import pytest
from pydantic import ValidationError

from domino_ledger.domain.rules.agreed import agreed_id, hands_from_set
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet


def changed(parent: str, changes: dict[str, dict[str, Any] | None]) -> RuleSet:
    """The parent's values with others in some parts; None: without this part."""
    values = PUBLISHED[parent].model_dump(mode="json")
    for part, own in changes.items():
        values[part] = None if own is None else (values[part] or {}) | own
    return RuleSet.model_validate(values)


@pytest.mark.parametrize(
    ("parent", "changes", "id"),
    [
        ("draw@1", {}, "draw@1"),
        ("draw@1", {"score": {"target": 100}}, "draw@1"),
        ("draw@1", {"score": {"target": 50}}, "draw@1+score.target=50"),
        ("draw@1", {"score": {"target": None}}, "draw@1+score.target=null"),
        (
            "draw@1",
            {"score": {"target": 50}, "play": {"may_draw_when_able": True}},
            "draw@1+play.may_draw_when_able=true+score.target=50",
        ),
        ("draw@1", {"play": {"draw": 1}}, "draw@1+play.draw=1"),
        ("partnership-sanjuan@1", {"payout": {}}, "partnership-sanjuan@1+payout.reading=null"),
        (
            "block@1",
            {"payout": {"reading": "last-to-lay", "loss_factor": 1, "win_factor": 3}},
            "block@1+payout.reading=last-to-lay+payout.win_factor=3",
        ),
        ("forced-block@1", {"payout": None}, "forced-block@1+payout=null"),
        ("block@1", {"play": {"hand": {"2": 6, "3": 5}}}, "block@1+play.hand.2=6+play.hand.4=null"),
        (
            "partnership-sanjuan@1",
            {"play": {"first_lead": {"kind": "lot"}}},
            "partnership-sanjuan@1+play.first_lead.kind=lot+play.first_lead.tile=null",
        ),
    ],
)
def test_the_id_says_what_differs(
    parent: str, changes: dict[str, dict[str, Any] | None], id: str
) -> None:
    rules = changed(parent, changes)
    assert agreed_id(PUBLISHED[parent], rules) == id
    named = rules.model_copy(update={"id": id, "parent": parent if "+" in id else None})
    assert RuleSet.model_validate_json(named.model_dump_json()) == named


@pytest.mark.parametrize(
    ("id", "parent"),
    [
        ("draw@1", "draw@1"),
        ("draw@1+score.target=50", None),
        ("draw@1+score.target=50", "block@1"),
        ("draw@1+score.target=50", "draw@1+score.target=50"),
    ],
)
def test_the_parent_is_the_one_that_the_id_names(id: str, parent: str | None) -> None:
    values = PUBLISHED["draw@1"].model_dump() | {"id": id, "parent": parent}
    with pytest.raises(ValidationError, match="other-parent"):
        RuleSet.model_validate(values)


@pytest.mark.parametrize("id", ["draw@1+", "draw@1+score.target", "draw@1+a=b c", "+a=1", "d@1+=1"])
def test_what_is_no_id_of_agreed_rules(id: str) -> None:
    values = PUBLISHED["draw@1"].model_dump() | {"id": id, "parent": "draw@1"}
    with pytest.raises(ValidationError, match="String should match pattern"):
        RuleSet.model_validate(values)


def test_rules_that_nobody_changed_are_written_as_before() -> None:
    assert "parent" not in PUBLISHED["draw@1"].model_dump(mode="json")


# -- hands that follow from the set


@pytest.mark.parametrize(
    ("parent", "play", "hands"),
    [
        # 90 tiles beside the hub are 54: 15 of 90 are 9 of 54, 12 are 7.2, 10 are 6.
        ("mexican-train@1", {"highest_pip": 9}, {2: 9, 3: 9, 4: 9, 5: 7, 6: 7, 7: 6, 8: 6}),
        ("mexican-train@1", {"highest_pip": 6}, {2: 4, 3: 4, 4: 4, 5: 3, 6: 3, 7: 3, 8: 3}),
        # They fit, so they stay.
        ("mexican-train@1", {"highest_pip": 15}, {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10}),
        ("block@1", {"highest_pip": 9}, {2: 7, 3: 5, 4: 5}),
        ("block@1", {"highest_pip": 4}, {2: 3, 3: 2, 4: 2}),
        ("partnership-sanjuan@1", {"highest_pip": 3}, {4: 2}),
        ("partnership-sanjuan@1", {"highest_pip": 1}, {4: 1}),
        ("partnership-sanjuan@1", {"taken_out": {"4": ["0-0"]}}, {4: 6}),
        (
            "spinner@1",
            {"wild_tiles": False, "highest_pip": 8},
            {2: 9, **dict.fromkeys(range(3, 9), 4)},
        ),
        ("gaple@1", {"turned_up": True}, {4: 6}),
    ],
)
def test_hands_follow_from_the_set(
    parent: str, play: dict[str, Any], hands: dict[int, int]
) -> None:
    rules = PUBLISHED[parent]
    changed_play = rules.play.model_dump(mode="json") | play
    found = hands_from_set(rules.play, changed_play)
    assert {int(seats): hand for seats, hand in found.items()} == hands


def test_an_id_does_not_name_hands_that_follow() -> None:
    parent = PUBLISHED["mexican-train@1"]
    hands = {"2": 9, "3": 9, "4": 9, "5": 7, "6": 7, "7": 6, "8": 6}
    rules = changed(parent.id, {"play": {"highest_pip": 9, "hand": hands}})
    assert agreed_id(parent, rules) == "mexican-train@1+play.highest_pip=9"
    other = changed(parent.id, {"play": {"highest_pip": 9, "hand": hands | {"4": 10}}})
    assert agreed_id(parent, other) == "mexican-train@1+play.hand.4=10+play.highest_pip=9"
