"""Deals again for doubles, tiles taken out, and what doubles count: CLUBS, section 12."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from domino_ledger.domain.events import DealVoid, RoundDealt
from domino_ledger.domain.game.decide import (
    CallBlocked,
    DealRound,
    Redeal,
    Refused,
    ShowTiles,
    decide,
)
from domino_ledger.domain.game.next_lead import redeal_is_open, redeal_is_possible
from domino_ledger.domain.game.shuffles import stock_of
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.rules.agreed import agreed_id
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.rules.table import table_for
from domino_ledger.domain.tiles import HALVES, NAMES, tile_set, tiles_of
from tests.lanes import examples

from .builders import altered, any_hand, deal, evolved, hands, new_game, now, play, tiles

LOT = {"first_lead": {"kind": "lot"}}


def redeals(doubles: int, who: str, **more: Any) -> RuleSet:
    values = LOT | {"redeal": {"doubles": doubles, "who": who}} | more
    return any_hand("block@1", 4, 2, play=values)


FOUR = "6-6 5-5 4-4 3-3", "6-5 6-4 6-3 6-2"
THREE = "6-6 5-5 4-4 3-2", "6-5 6-4 6-3 6-2"
UNSEEN = "? ? ? ?", "? ? ? ?"


@pytest.mark.parametrize(("doubles", "void"), [(3, True), (4, True), (5, False)])
def test_a_hand_with_so_many_doubles_must_be_dealt_again(doubles: int, void: bool) -> None:
    game, dealt = new_game(redeals(doubles, "must"), 2), hands(*FOUR)
    events = decide(game, DealRound(dealt, None, 0 if not void else None))
    assert (events[-1] == DealVoid()) is void
    if void:
        assert now(evolved(game, events)).ended == "void"
        assert evolved(game, events).running is None
        assert evolved(game, [*events, *events]).dealt == 2


def test_who_leads_a_deal_that_is_void_is_not_asked() -> None:
    game = new_game(redeals(4, "must"), 2)
    dealt, void = decide(game, DealRound(hands(*FOUR), None, 1))
    assert isinstance(dealt, RoundDealt)
    assert (dealt.leader, void) == (None, DealVoid())


def test_a_player_may_ask_for_a_new_deal() -> None:
    game = deal(new_game(redeals(4, "may"), 2), *FOUR, leader=0)
    assert now(game).ended is None
    assert decide(game, Redeal()) == (DealVoid(),)
    again = evolved(game, decide(game, Redeal()))
    assert again.running is None
    assert now(deal(again, *THREE, leader=1)).seat == 1


@pytest.mark.parametrize("each", [UNSEEN, ("6-6 ? ? ?", UNSEEN[1])])
def test_of_hands_that_nobody_saw_the_player_is_believed(each: tuple[str, ...]) -> None:
    for who in ("may", "must"):
        game = deal(new_game(redeals(4, who), 2), *each, leader=0, ordered=False)
        assert decide(game, Redeal()) == (DealVoid(),)


def refusal(game: Game) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Refused) as refused:
        decide(game, Redeal())
    return refused.value.fault.code, dict(refused.value.fault.params)


def test_there_is_no_new_deal_without_a_reason_or_after_the_lead() -> None:
    rules = redeals(4, "may")
    assert refusal(new_game(rules, 2))[0] == "no-round-running"
    assert refusal(deal(new_game(rules, 2), *THREE, leader=0)) == ("no-redeal", {"doubles": 4})
    seen = deal(new_game(rules, 2), "6-6 5-5 3-2 ?", "? ? ? ?", leader=0, ordered=False)
    assert decide(
        deal(new_game(redeals(3, "may"), 2), "6-6 5-5 3-2 ?", "? ? ? ?", leader=0, ordered=False),
        Redeal(),
    ) == (DealVoid(),)
    hidden = deal(new_game(rules, 2), "6-6 5-5 3-2 ?", "3-3 2-2 1-1 1-0", leader=0, ordered=False)
    assert now(seen).ended is None
    assert refusal(hidden)[0] == "no-redeal"  # Three doubles each at most.
    led = play(deal(new_game(rules, 2), *FOUR, leader=0), "0 lays 6-6")
    assert refusal(led) == ("no-redeal", {"doubles": 4})
    assert refusal(deal(new_game(any_hand("block@1", 4, 2), 2), *FOUR)) == ("no-redeal", {})


def test_a_player_asks_for_their_own_hand() -> None:
    game = deal(new_game(redeals(4, "may"), 2), *FOUR, leader=1)
    assert decide(game, Redeal(0)) == (DealVoid(),)
    for seat, code in ((1, "no-redeal"), (2, "unknown-seat")):
        with pytest.raises(Refused) as refused:
            decide(game, Redeal(seat))
        assert refused.value.fault.code == code
    assert [redeal_is_open(game, seat) for seat in (0, 1, None)] == [True, False, True]
    unseen = deal(new_game(redeals(4, "may"), 2), FOUR[0], UNSEEN[1], leader=1, ordered=False)
    # Three doubles are elsewhere: the hand that nobody saw cannot have four.
    assert [redeal_is_open(unseen, seat) for seat in (0, 1)] == [True, False]


def test_what_everybody_knows_of_a_new_deal_does_not_depend_on_hands_that_somebody_knows() -> None:
    for each in (FOUR, THREE, UNSEEN):
        assert redeal_is_possible(
            deal(new_game(redeals(4, "may"), 2), *each, leader=0, ordered=False)
        )
    must = new_game(redeals(4, "must"), 2)
    assert not redeal_is_possible(must)
    assert not redeal_is_possible(deal(must, *THREE, leader=0))  # It would be void already.
    assert redeal_is_possible(deal(must, *UNSEEN, leader=0, ordered=False))
    led = play(deal(new_game(redeals(4, "may"), 2), *FOUR, leader=0), "0 lays 6-6")
    assert not redeal_is_possible(led)
    assert not redeal_is_possible(deal(new_game(any_hand("block@1", 4, 2), 2), *FOUR))


def test_tiles_that_prove_that_the_deal_was_void() -> None:
    """Seat 1 held four doubles, and nobody said so: that shows with the tiles left."""
    rules = redeals(4, "must")
    game = deal(new_game(rules, 2), *UNSEEN, leader=0, ordered=False)
    game = play(game, "0 lays 6-5", "1 lays 6-6 right", "0 lays 5-0 left")
    game = evolved(game, decide(game, CallBlocked()))
    with pytest.raises(Refused, match="wrong-leader"):
        decide(game, ShowTiles(1, tiles("4-4 3-3 2-2")))
    assert decide(game, ShowTiles(1, tiles("4-4 3-3 2-1")))
    may = deal(new_game(redeals(4, "may"), 2), *UNSEEN, leader=0, ordered=False)
    may = play(may, "0 lays 6-5", "1 lays 6-6 right", "0 lays 5-0 left")
    may = evolved(may, decide(may, CallBlocked()))
    assert decide(may, ShowTiles(1, tiles("4-4 3-3 2-2")))


# -- what doubles count


@pytest.mark.parametrize(
    ("play", "hand", "pips"),
    [
        ({}, "4-4 5-1", 14),
        ({"double_counts": "full"}, "4-4 5-1", 14),
        ({"double_counts": "once"}, "4-4 5-1", 10),
        ({"double_counts": "none"}, "4-4 5-1", 6),
        ({"double_counts": "once"}, "6-6 5-5 0-0 6-5", 22),
        ({"double_counts": "none"}, "6-6 5-5 0-0 6-5", 11),
        ({"double_counts": "once", "double_blank": 50}, "1-1 0-0", 51),
        ({"double_counts": "none", "double_blank": 50}, "1-1 0-0", 50),
        ({"double_counts": "once", "blank": 10}, "2-0 0-0", 22),
        ({"double_counts": "none", "blank": 10}, "2-0 0-0", 12),
        ({"blank": 10}, "2-0 0-0", 32),
    ],
)
def test_what_doubles_count(play: dict[str, Any], hand: str, pips: int) -> None:
    table = table_for(altered("block@1", play=play).play, 2)
    assert table.pips_left(tile_set(tiles(hand))) == pips


def test_the_halves_of_a_wild_tile_count_each_by_its_own_rule() -> None:
    table = table_for(altered("spinner@1", play={"wild_half": 30, "blank": 25}).play, 2)
    hands = [table.pips_left(tile_set(tiles(hand))) for hand in ("W-W", "W-0", "W-7 2-0")]
    assert hands == [60, 55, 64]


@settings(max_examples=examples(60))
@given(
    seed=st.integers(0, 2**32),
    counts=st.sampled_from(["full", "once", "none"]),
    blank=st.sampled_from([0, 25]),
    double_blank=st.sampled_from([0, 50]),
)
def test_a_hand_counts_tile_by_tile(seed: int, counts: str, blank: int, double_blank: int) -> None:
    values = {"double_counts": counts, "blank": blank, "double_blank": double_blank}
    table = table_for(altered("block@1", play=values).play, 2)
    hand = Random(seed).sample(range(28), 9)
    in_all = 0
    for tile in hand:
        low, high = HALVES[tile]
        halves = [half or blank for half in (low, high)]
        if low == high:
            halves = halves[: {"full": 2, "once": 1, "none": 0}[counts]]
        in_all += double_blank if (low, high) == (0, 0) and double_blank else sum(halves)
    assert table.pips_left(tile_set(hand)) == in_all


# -- tiles taken out

NINES = {"hand": {2: 14, 3: 9, 4: 7}, "taken_out": {3: ["0-0"]}}


def test_three_hands_of_nine_from_27_tiles() -> None:
    rules = altered("block@1", play=NINES)
    assert [table_for(rules.play, seats).tiles.bit_count() for seats in (2, 3, 4)] == [28, 27, 28]
    game = new_game(rules, 3)
    assert [NAMES[tile] for tile in range(28) if not stock_of(game) >> tile & 1] == ["0-0"]
    stock = tiles_of(stock_of(game))
    dealt = stock[:9], stock[9:18], stock[18:]
    (event,) = decide(game, DealRound(dealt, ()))
    assert isinstance(event, RoundDealt)
    assert event.leader == 2
    with pytest.raises(Refused) as refused:
        decide(
            game,
            DealRound((tiles("0-0 " + " ".join(NAMES[t] for t in stock[1:9])), *dealt[1:]), ()),
        )
    assert refused.value.fault.params == {"foreign": ("0-0",)}


def test_the_id_of_rules_names_the_tiles_taken_out() -> None:
    parent = PUBLISHED["block@1"]
    one = altered("block@1", play={"taken_out": {3: ["0-0", "1-1"], 2: []}})
    assert agreed_id(parent, one) == "block@1+play.taken_out.2=none+play.taken_out.3=0-0.1-1"
    id = agreed_id(parent, one)
    assert RuleSet.model_validate(one.model_dump() | {"id": id, "parent": parent.id}).id == id


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ({"taken_out": {2: ["7-7"]}}, "taken-out-of-no-set"),
        ({"hand": {4: 7}, "taken_out": {4: ["0-0"]}}, "deal-too-big"),
        (
            {"first_lead": {"kind": "named-tile", "tile": "6-6"}, "taken_out": {2: ["6-6"]}},
            "lead-taken-out",
        ),
        ({"first_lead": {"kind": "round-double"}, "taken_out": {2: ["0-0"]}}, "lead-taken-out"),
        ({"redeal": {"doubles": 0}}, "greater than or equal to 1"),
        ({"redeal": {"doubles": 4, "who": "all"}}, "'may' or 'must'"),
    ],
)
def test_where_a_field_makes_no_sense(play: dict[str, Any], code: str) -> None:
    with pytest.raises(ValidationError, match=code):
        altered("block@1", play=play)


def test_a_hub_that_is_set_aside_cannot_be_taken_out() -> None:
    with pytest.raises(ValidationError, match="lead-taken-out"):
        altered("mexican-train@1", play={"taken_out": {2: ["0-0"]}})
    assert altered("mexican-train@1", play={"taken_out": {2: ["1-0"]}})


def test_wild_tiles_are_no_doubles_to_count_once() -> None:
    with pytest.raises(ValidationError, match="does-not-go-with"):
        altered("spinner@1", play={"double_counts": "once"})
