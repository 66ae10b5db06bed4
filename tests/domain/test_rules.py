"""Rule sets: the catalogue against the table of the rule text, and invalid rule sets."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.events import GameOpened
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import (
    Arms,
    Play,
    RuleSet,
    Stake,
)
from domain.rules.table import table_for

from .builders import altered

TWO_TO_FOUR = {2: 7, 3: 5, 4: 5}
SEVEN_EACH = {2: 7, 3: 7, 4: 7}
NINE, TWELVE = {5: 7, 6: 7, 7: 7}, {8: 7, 9: 7, 10: 7}
CYPRUS = {4: 9, 5: 8, 6: 7, 7: 7, 8: 6, 9: 6, 10: 5}
CROSS = {2: 7, 3: 6, 4: 5}
TWO_SEVEN = {2: 7, 3: 5, 4: 5}
FIVE_EACH = {2: 5, 3: 5, 4: 5}
CHICKEN = {2: 7, 3: 7, 4: 7, 5: 7, 6: 7, 7: 7, 8: 6}
SPINNER = {2: 14, 3: 7, 4: 7, 5: 7, 6: 7, 7: 7, 8: 7}
MEXICAN = {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10}
BASIC = {2: 13, 3: 13, 4: 13, 5: 11, 6: 9, 7: 7, 8: 6, 9: 6, 10: 5}
ARTICLE = {2: 7, 3: 7, 4: 5, 5: 5}
LOT = {"kind": "lot"}
TABLE: dict[str, tuple[object, ...]] = {
    "block@1": (TWO_TO_FOUR, "highest-double", "same-rule", "none", "block", 100, False),
    "block-heaviest@1": (TWO_TO_FOUR, "heaviest-tile", "same-rule", "none", "block", 100, False),
    "block-article@1": (ARTICLE, "highest-double", "same-rule", "none", "block", 100, False),
    "draw@1": (ARTICLE, "highest-double", "same-rule", "until-playable", "draw", 100, False),
    "draw-three@1": (ARTICLE, "highest-double", "same-rule", 3, "draw", 100, False),
    "block-nine@1": (NINE, "highest-double", "same-rule", "none", "block", 100, False),
    "block-twelve@1": (TWELVE, "highest-double", "same-rule", "none", "block", 100, False),
    "draw-nine@1": (NINE, "highest-double", "same-rule", "until-playable", "draw", 100, False),
    "draw-twelve@1": (TWELVE, "highest-double", "same-rule", "until-playable", "draw", 100, False),
    "forced-block@1": (SEVEN_EACH, "lot", "winner", "until-playable", "draw", None, True),
    "block-lot@1": (SEVEN_EACH, "lot", "same-rule", "none", "block", None, True),
    "partnership-sanjuan@1": (
        {4: 7},
        "named-tile",
        "last-to-lay",
        "none",
        "block",
        200,
        False,
    ),
    "partnership-dominican@1": ({4: 7}, "named-tile", "winner", "none", "block", 200, False),
    "partnership-puerto-rican@1": ({4: 7}, "named-tile", "winner", "none", "block", 500, False),
    "partnership-brazilian@1": ({4: 7}, "named-tile", "winner", "none", "block", 100, False),
    "block-lampung@1": ({4: 7}, "lot", "winner", "none", "block", None, True),
    "partnership-pagat@1": ({4: 7}, "named-tile", "rotate", "none", "block", 100, False),
    "sebastopol@1": ({4: 7}, "named-tile", "same-rule", "none", "block", 61, False),
    "cyprus@1": (CYPRUS, "named-tile", "same-rule", 1, "draw", 100, False),
    "maltese-cross@1": (TWO_SEVEN, "highest-double", "same-rule", 1, "draw", 61, False),
    "cross@1": (CROSS, "highest-double", "same-rule", "until-playable", "draw", 100, False),
    "all-fives@1": (TWO_SEVEN, "highest-double", "same-rule", "until-playable", "draw", 150, False),
    "muggins@1": (TWO_SEVEN, "highest-double", "same-rule", "until-playable", "draw", 150, False),
    "matador@1": (CROSS, "highest-double", "same-rule", "until-playable", "draw", 100, False),
    "gaple@1": ({4: 7}, "named-tile", "winner", "none", "block", 100, False),
    "chicken-foot@1": (CHICKEN, "round-double", "same-rule", 1, "draw", None, False),
    "spinner@1": (SPINNER, "round-double", "same-rule", 1, "draw", None, False),
    "mexican-train@1": (MEXICAN, "lot", "rotate", 1, "draw", None, False),
    "basic-train@1": (BASIC, "highest-double", "same-rule", "none", "block", 500, False),
    "bendomino@1": (CROSS, "highest-double", "same-rule", 1, "draw", 100, False),
    "doubles@1": ({4: 5}, "named-tile", "same-rule", "until-playable", "draw", 100, False),
    "five-up@1": (FIVE_EACH, "highest-double", "same-rule", "until-playable", "draw", 150, False),
}


@pytest.mark.parametrize("id", TABLE)
def test_the_catalogue_is_the_table_of_the_rule_text(id: str) -> None:
    rules = PUBLISHED[id]
    assert rules.id == id
    play = rules.play
    assert TABLE[id] == (
        play.hand,
        play.first_lead.kind,
        play.next_lead,
        play.draw,
        rules.family,
        rules.score.target,
        rules.payout is not None,
    )
    assert rules.title
    assert rules.source


def test_the_catalogue_has_no_other_rule_set() -> None:
    assert set(PUBLISHED) == set(TABLE)


@pytest.mark.parametrize("rules", PUBLISHED.values(), ids=PUBLISHED)
def test_the_choices_of_the_rule_text_are_the_defaults(rules: RuleSet) -> None:
    play, score = rules.play, rules.score
    stays = {"cyprus@1": 1, "cross@1": 2, "matador@1": 2, "doubles@1": 2}.get(rules.id, 0)
    draws = rules.id in {"bendomino@1", "doubles@1"}
    assert (play.stays_in_boneyard, play.may_draw_when_able, play.play_on) == (stays, draws, False)
    assert (score.negative_points, score.abandoned) == ("zero", "void")
    assert score.winners == ("highest" if score.rounds is None else "lowest")
    blocked = {"basic-train@1": "nobody", "partnership-dominican@1": "last-two"}
    assert score.blocked_winner == blocked.get(rules.id, "fewest-pips")


def test_the_block_rules_of_other_tables() -> None:
    ties = {id: rules.score.tied for id, rules in PUBLISHED.items()}
    assert [id for id, tied in ties.items() if tied == "not-the-blocker"] == [
        "partnership-brazilian@1"
    ]
    bonus = {id: rules.score.block_bonus for id, rules in PUBLISHED.items()}
    assert {id for id, points in bonus.items() if points} == {"partnership-puerto-rican@1"}
    lampung = PUBLISHED["block-lampung@1"].payout
    assert lampung is not None
    assert (lampung.reading, lampung.win_factor, lampung.loss_factor) == ("last-to-lay", 1, 3)


def test_the_payout_game_has_the_defaults_of_the_rule_text() -> None:
    payout = PUBLISHED["forced-block@1"].payout
    assert payout is not None
    assert payout.model_dump() == {
        "reading": "could-have-forced-open",
        "win_factor": 2,
        "loss_factor": 1,
        "loser_pays": "each-his-own",
        "assisted": "whole-amount",
        "tied_winners": "share",
        "tied_blocker": "loses",
    }


def test_the_default_stake_is_one_unit_of_no_currency() -> None:
    assert Stake() == Stake(currency="XXX", minor_per_pip=1)
    assert GameOpened(record="r", rules=PUBLISHED["draw@1"], players=()).stake == Stake()


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
        (
            {"hand": {2: 7}, "first_lead": {"kind": "named-tile", "tile": "7-0"}},
            "lead-not-in-set",
        ),
        ({"hand": {2: 7}, "highest_pip": 19}, "less than or equal to 18"),
        ({"hand": {2: 7}, "draw": 0}, "greater than or equal to 1"),
        ({"hand": {4: 7}, "layout": {"kind": "hub-trains"}}, "deal-too-big"),
        ({"hand": {4: 7}, "turned_up": True, "first_lead": LOT}, "deal-too-big"),
        ({"hand": {2: 7}, "layout": {"kind": "engine-trains", "hub": "led"}}, "not permitted"),
        ({"hand": {2: 7}, "layout": {"kind": "hub-trains", "train_ends": 1}}, "not permitted"),
        (led(first_lead={"kind": "lot"}), "hub-is-no-double"),
        (led(first_lead={"kind": "heaviest-tile"}), "hub-is-no-double"),
        (led(first_lead={"kind": "named-tile", "tile": "6-5"}), "hub-is-no-double"),
        (
            led(first_lead={"kind": "highest-double", "unheld": "heaviest-tile"}),
            "hub-is-no-double",
        ),
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
    [
        ("payout", "win_factor", 100),
        ("payout", "loss_factor", 100),
        ("score", "target", 10**9),
    ],
)
def test_figures_of_a_rule_set_fit_into_any_database(part: str, field: str, most: int) -> None:
    like = "forced-block@1" if part == "payout" else "draw@1"
    assert getattr(getattr(altered(like, **{part: {field: most}}), part), field) == most
    with pytest.raises(ValidationError, match=f"less than or equal to {most}"):
        altered(like, **{part: {field: most + 1}})


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
