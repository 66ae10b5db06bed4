"""Who leads the first round, with which tile, and what happens if no seat holds it."""

import pytest

from domain.events import DealVoid, RoundDealt
from domain.faults.codes import Refusal
from domain.game.decide import DealRound, Refused, decide
from domain.game.next_lead import next_lead
from domain.layout.front import leads_of
from domain.round.lead import ANY_TILE
from domain.round.legal import legal_moves
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet
from domain.rules.table import table_for
from domain.tiles import DOUBLE_WILD, tile_named, tile_set

from .builders import any_hand, deal, hands, new_game, now, play, rest, text_of

TWO = any_hand("block@1", 2, 2, 3)
HEAVIEST = any_hand("block-heaviest@1", 2, 2, 3)
SIX_SIX = any_hand("block@1", 2, 2, play={"first_lead": {"kind": "named-tile", "tile": "6-6"}})
LOT = any_hand("block-lot@1", 2, 2, 3)


def first_moves(rules: RuleSet, *each: str, leader: int | None = None) -> list[str]:
    game = deal(new_game(rules, len(each)), *each, leader=leader)
    return [text_of(act) for act in legal_moves(now(game))]


def test_the_holder_of_the_highest_double_lays_it() -> None:
    assert first_moves(TWO, "3-3 6-5", "4-4 2-2") == ["1 lays 4-4"]


def test_a_heavier_tile_that_is_no_double_does_not_lead() -> None:
    assert first_moves(TWO, "6-5 6-4", "0-0 2-1") == ["1 lays 0-0"]


def test_the_highest_double_dealt_leads_though_a_higher_one_is_in_the_boneyard() -> None:
    assert first_moves(TWO, "1-1 6-5", "0-0 2-1") == ["0 lays 1-1"]


def test_a_deal_without_a_double_is_void_and_stays_on_record() -> None:
    dealt = hands("6-5 6-4", "2-1 3-1")
    events = decide(new_game(TWO, 2), DealRound(dealt, rest(dealt)))
    assert events == (RoundDealt(hands=dealt, boneyard=rest(dealt)), DealVoid())


def test_after_a_void_deal_only_a_new_deal_is_legal() -> None:
    void = deal(new_game(TWO, 2), "6-5 6-4", "2-1 3-1")
    assert now(void).ended == "void"
    assert legal_moves(now(void)) == ()
    again = deal(void, "6-5 6-4", "2-2 3-1")
    assert [round.ended for round in again.rounds] == ["void", None]


def test_the_holder_of_the_tile_with_most_pips_lays_it() -> None:
    assert first_moves(HEAVIEST, "5-5 2-1", "6-5 0-0") == ["1 lays 6-5"]


def test_of_equal_pips_the_tile_with_the_higher_half_leads() -> None:
    assert first_moves(HEAVIEST, "5-5 2-1", "6-4 0-0") == ["1 lays 6-4"]
    assert first_moves(HEAVIEST, "5-3 2-1", "4-4 0-0") == ["0 lays 5-3"]


def test_the_heaviest_tile_leads_where_there_is_no_double() -> None:
    assert first_moves(HEAVIEST, "4-3 2-1", "3-2 1-0") == ["0 lays 4-3"]


def test_the_holder_of_the_named_tile_lays_it() -> None:
    assert first_moves(SIX_SIX, "5-5 2-1", "6-6 0-0") == ["1 lays 6-6"]


def test_a_deal_without_the_named_tile_is_void() -> None:
    assert now(deal(new_game(SIX_SIX, 2), "5-5 2-1", "6-5 0-0")).ended == "void"


def test_by_lot_any_seat_leads_any_tile() -> None:
    assert first_moves(LOT, "6-5 0-0", "4-3 5-5", "6-6 6-3", leader=1) == [
        "1 lays 4-3",
        "1 lays 5-5",
    ]


def test_by_lot_every_seat_may_lead() -> None:
    dealt = hands("6-5 0-0", "4-3 5-5", "6-6 6-3")
    lead = next_lead(new_game(LOT, 3), tuple(map(tile_set, dealt)))
    assert lead.seats == {0, 1, 2}


def test_san_juan_begins_with_6_6() -> None:
    dealt = (
        "0-0 1-0 1-1 2-0 2-1 2-2 3-0",
        "3-1 3-2 3-3 4-0 4-1 4-2 4-3",
        "4-4 5-0 5-1 5-2 5-3 5-4 5-5",
        "6-0 6-1 6-2 6-3 6-4 6-5 6-6",
    )
    assert first_moves(PUBLISHED["partnership-sanjuan@1"], *dealt) == ["3 lays 6-6"]


def test_the_lead_lies_with_its_lower_half_to_the_left_unless_it_is_flipped() -> None:
    dealt = deal(new_game(LOT, 2), "6-4 0-0", "4-3 5-5", leader=0)
    as_it_lies = now(play(dealt, "0 lays 6-4")).front
    flipped = now(play(dealt, "0 lays 6-4 flipped")).front
    assert [(end.name, end.pip) for end in as_it_lies.ends] == [("left", 4), ("right", 6)]
    assert [(end.name, end.pip) for end in flipped.ends] == [("left", 6), ("right", 4)]


@pytest.mark.parametrize(
    ("leader", "why"),
    [
        (None, ("leader-needed", {"expected": (0, 1)})),
        (2, ("may-not-lead", {"leader": 2})),
        (-1, ("may-not-lead", {"leader": -1})),
    ],
)
def test_where_the_lot_decides_a_leader_must_be_named(leader: int | None, why: Refusal) -> None:
    dealt = hands("6-5 0-0", "4-3 5-5")
    with pytest.raises(Refused, match=why[0]) as refused:
        decide(new_game(LOT, 2), DealRound(dealt, rest(dealt), leader))
    assert refused.value.fault == why


def test_no_other_seat_leads_than_the_holder() -> None:
    dealt = hands("6-5 0-0", "4-3 5-5")
    with pytest.raises(Refused, match="may-not-lead"):
        decide(new_game(TWO, 2), DealRound(dealt, rest(dealt), leader=0))


@pytest.mark.parametrize(("lead", "wild"), [(ANY_TILE, 0), (tile_set([tile_named("7-7")]), 7)])
def test_a_double_wild_that_is_led_stands_for_the_double_of_the_round(lead: int, wild: int) -> None:
    table = table_for(PUBLISHED["spinner@1"].play, 4)
    (led,) = leads_of(table, 0, tile_set([DOUBLE_WILD]), lead)
    assert (led.tile, led.wild) == (DOUBLE_WILD, wild)
