"""Who leads the first round, with which tile, and what happens if no seat holds it."""

import pytest

from domino_ledger.domain.events import DealVoid, RoundDealt
from domino_ledger.domain.faults.codes import Refusal
from domino_ledger.domain.game.decide import DealRound, decide
from domino_ledger.domain.layout.front import leads_of
from domino_ledger.domain.round.lead import ANY_TILE
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.rules.table import table_for
from domino_ledger.domain.tiles import DOUBLE_WILD, tile_named, tile_set

from .builders import any_hand, deal, hands, new_game, now, play, refusal, rest

TWO = any_hand("block@1", 2, 2, 3)
SIX_SIX = any_hand("block@1", 2, 2, play={"first_lead": {"kind": "named-tile", "tile": "6-6"}})
LOT = any_hand("block-lot@1", 2, 2, 3)


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


def test_a_deal_without_the_named_tile_is_void() -> None:
    assert now(deal(new_game(SIX_SIX, 2), "5-5 2-1", "6-5 0-0")).ended == "void"


def test_the_lead_lies_with_its_lower_half_to_the_left_unless_it_is_flipped() -> None:
    dealt = deal(new_game(LOT, 2), "6-4 0-0", "4-3 5-5", leader=0)
    as_it_lies = now(play(dealt, "0 lays 6-4")).front
    flipped = now(play(dealt, "0 lays 6-4 flipped")).front
    assert [(end.name, end.pip) for end in as_it_lies.ends] == [("left", 4), ("right", 6)]
    assert [(end.name, end.pip) for end in flipped.ends] == [("left", 6), ("right", 4)]


@pytest.mark.parametrize(
    ("rules", "leader", "why"),
    [
        (LOT, None, ("leader-needed", {"expected": (0, 1)})),
        (LOT, 2, ("may-not-lead", {"leader": 2})),
        (LOT, -1, ("may-not-lead", {"leader": -1})),
        (TWO, 0, ("may-not-lead", {"leader": 0})),
    ],
)
def test_a_leader_that_the_deal_does_not_allow(
    rules: RuleSet, leader: int | None, why: Refusal
) -> None:
    dealt = hands("6-5 0-0", "4-3 5-5")
    assert refusal(new_game(rules, 2), DealRound(dealt, rest(dealt), leader)) == why


@pytest.mark.parametrize(("lead", "wild"), [(ANY_TILE, 0), (tile_set([tile_named("7-7")]), 7)])
def test_a_double_wild_that_is_led_stands_for_the_double_of_the_round(lead: int, wild: int) -> None:
    table = table_for(PUBLISHED["spinner@1"].play, 4)
    (led,) = leads_of(table, 0, tile_set([DOUBLE_WILD]), lead)
    assert (led.tile, led.wild) == (DOUBLE_WILD, wild)
