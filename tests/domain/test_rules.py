"""Rule sets, and what is none. The values of the published ones stand in docs/rules."""

from typing import Any

import pytest
from pydantic import ValidationError

from domino_ledger.domain.events import GameOpened
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.field import Value
from domino_ledger.domain.rules.field_list import rule_fields
from domino_ledger.domain.rules.layouts import Arms
from domino_ledger.domain.rules.payout import Stake
from domino_ledger.domain.rules.play import Play
from domino_ledger.domain.rules.rule_set import Penalty, RuleSet
from domino_ledger.domain.rules.table import table_for

from .builders import altered

LOT = {"kind": "lot"}


def test_the_default_stake_is_one_unit_of_no_currency() -> None:
    assert Stake() == Stake(currency="XXX", minor_per_pip=1)
    assert GameOpened(record="r", rules=PUBLISHED["draw@1"], players=()).stake == Stake()


@pytest.mark.unmeasured
@pytest.mark.parametrize("rules", PUBLISHED.values(), ids=PUBLISHED)
def test_a_rule_set_is_read_as_it_was_written(rules: RuleSet) -> None:
    assert RuleSet.model_validate_json(rules.model_dump_json()) == rules
    assert RuleSet.model_validate(rules.model_dump()) == rules


def led(**play: Any) -> dict[str, Any]:
    """Rules of play with trains from a hub that is led."""
    return {"hand": {2: 7}, "layout": {"kind": "hub-trains", "hub": "led"}, **play}


@pytest.mark.parametrize(
    ("play", "message"),
    [
        ({"hand": {}}, "at least 1 item"),
        ({"hand": {5: 6}}, "deal-too-big"),
        ({"hand": {1: 7}}, "deal-too-big"),
        ({"hand": {2: 0}}, "deal-too-big"),
        ({"hand": {3: 5}, "partners": True}, "odd-partners"),
        ({"hand": {2: 7}, "first_lead": {"kind": "named-tile", "tile": "7-0"}}, "lead-not-in-set"),
        ({"hand": {2: 7}, "highest_pip": 19}, "less than or equal to 18"),
        ({"hand": {2: 7}, "draw": 0}, "greater than or equal to 1"),
        ({"hand": {4: 7}, "layout": {"kind": "hub-trains"}}, "deal-too-big"),
        ({"hand": {4: 7}, "turned_up": True, "first_lead": LOT}, "deal-too-big"),
        ({"hand": {2: 7}, "layout": {"kind": "engine-trains", "hub": "led"}}, "not permitted"),
        ({"hand": {2: 7}, "layout": {"kind": "hub-trains", "train_ends": 1}}, "not permitted"),
        (led(first_lead={"kind": "lot"}), "hub-is-no-double"),
        (led(first_lead={"kind": "heaviest-tile"}), "hub-is-no-double"),
        (led(first_lead={"kind": "named-tile", "tile": "6-5"}), "hub-is-no-double"),
        (led(first_lead={"kind": "highest-double", "unheld": "heaviest-tile"}), "hub-is-no-double"),
        (led(next_lead="rotate"), "hub-is-no-double"),
        ({"hand": {2: 7}, "drow": 1}, "Extra inputs are not permitted"),
        ({"hand": {2: 7}, "first_lead": {"kind": "oldest"}}, "does not match any of the expected"),
    ],
)
def test_invalid_play_rules(play: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Play.model_validate(play)


@pytest.mark.parametrize("id", ["Block@1", "block", "block@0", "block@01", "-block@1", "b--c@1"])
def test_invalid_rule_set_ids(id: str) -> None:
    with pytest.raises(ValidationError, match="String should match pattern"):
        RuleSet.model_validate(PUBLISHED["block@1"].model_dump() | {"id": id})


def test_the_family_follows_drawing() -> None:
    assert [PUBLISHED[id].family for id in ("block@1", "draw@1", "cyprus@1")] == [
        *("block", "draw", "draw")
    ]


@pytest.mark.parametrize("stake", [{"currency": "eur"}, {"minor_per_pip": -1}])
def test_invalid_stakes(stake: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Stake.model_validate(stake)


@pytest.mark.parametrize(
    ("part", "field", "most"),
    [("payout", "win_factor", 100), ("payout", "loss_factor", 100), ("score", "target", 10**9)],
)
def test_figures_of_a_rule_set_fit_into_any_database(part: str, field: str, most: int) -> None:
    like = "forced-block@1" if part == "payout" else "draw@1"
    assert getattr(getattr(altered(like, **{part: {field: most}}), part), field) == most
    with pytest.raises(ValidationError, match=f"less than or equal to {most}"):
        altered(like, **{part: {field: most + 1}})


@pytest.mark.parametrize("model", [RuleSet, Penalty, Stake])
def test_a_default_that_is_a_number_may_be_written(model: type[Value]) -> None:
    defaults = [
        (field.number, int(field.default))
        for field in rule_fields(model)
        if field.number and field.default.isdigit()
    ]
    assert defaults
    for (least, most), default in defaults:
        assert least <= default
        assert most is None or default <= most


def test_seats_and_sides_of_a_table() -> None:
    table = table_for(PUBLISHED["partnership-sanjuan@1"].play, 4)
    assert table.sides == ((0, 2), (1, 3))
    assert [table.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [table.left_of(seat) for seat in range(4)] == [1, 2, 3, 0]
    assert [table.right_of(seat) for seat in range(4)] == [3, 0, 1, 2]
    assert table.clockwise_from(2) == (2, 3, 0, 1)
    assert table.next_seat == (1, 2, 3, 0)


def test_tables_of_equal_rules_are_interned() -> None:
    assert table_for(Play(hand={2: 7}), 2) is table_for(Play(hand={2: 7}), 2)
    with pytest.raises(KeyError):
        table_for(Play(hand={2: 7}), 3)


@pytest.mark.parametrize("field", ["double_blank", "blank", "wild_half"])
def test_what_tiles_count_has_a_limit(field: str) -> None:
    play = PUBLISHED["block@1"].play.model_dump()
    assert getattr(Play.model_validate(play | {field: 100}), field) == 100
    with pytest.raises(ValidationError):
        Play.model_validate(play | {field: 101})


def test_a_star_has_three_to_eight_arms() -> None:
    assert [Arms(arms=arms).arms for arms in (3, 8)] == [3, 8]
    for arms in (2, 9):
        with pytest.raises(ValidationError):
            Arms(arms=arms)
