"""The code and parameters of each fault."""

import pytest

from domino_ledger.domain.events import DealVoid, IrregularityNoted, RoundDealt, passed
from domino_ledger.domain.faults.act import act_fault, duty, may_end_turn
from domino_ledger.domain.faults.codes import Fault, Params, Refusal
from domino_ledger.domain.faults.deal import deal_faults
from domino_ledger.domain.game.decide import DealRound, DoAct, decide
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import names_of, tile_set

from .builders import (
    abandon,
    act_of,
    any_hand,
    deal,
    evolved,
    hands,
    new_game,
    now,
    play,
    refusal,
    refused_act,
    rest,
    tiles,
)

TWO = any_hand("block@1", 2, 2)
LOT = any_hand("block-lot@1", 2, 2)
DRAW = any_hand("forced-block@1", 2, 2)
ABLE = any_hand("forced-block@1", 2, 2, play={"draw": 1, "may_draw_when_able": True})


def table(rules: RuleSet, *each: str, leader: int | None = 0, ordered: bool = True) -> Game:
    return deal(new_game(rules, 2), *each, leader=leader, next_tiles="1-1 2-2", ordered=ordered)


DEALT = ("4-3 3-0", "6-4 5-5")
ABLE_TO_LAY = play(table(DRAW, *DEALT), "0 lays 4-3")
STUCK = ("4-3 4-0", "6-6 5-5")
HAS_TO_DRAW = play(table(DRAW, *STUCK), "0 lays 4-3")
HAS_TO_PASS = play(table(LOT, *STUCK), "0 lays 4-3")
FREE_TO_DRAW = play(table(ABLE, *DEALT), "0 lays 4-3")


def test_no_act_after_the_end_of_a_round() -> None:
    over = play(deal(new_game(any_hand("draw@1", 2, 2), 2), "4-4 4-0", "6-4 6-5"), "0 lays 4-4")
    over = play(over, "1 lays 6-4 left", "0 lays 4-0 right")
    assert refused_act(over, "1 passes") == ("round-over", {"seat": 1, "ended": "out"})
    void = table(TWO, "6-5 6-4", "2-1 3-1", leader=None)
    assert refused_act(void, "0 lays 6-5") == ("round-over", {"seat": 0, "ended": "void"})


def test_a_lead_in_a_deal_that_is_void() -> None:
    void = now(table(TWO, "6-5 6-4", "2-1 3-1", leader=None))
    void.ended = None
    assert act_fault(void, act_of("0 lays 6-5")) == (
        "wrong-lead-tile",
        {"seat": 0, "tile": "6-5", "wanted": ()},
    )


def test_no_act_before_the_first_deal_or_after_the_end_of_the_game() -> None:
    game = new_game(LOT, 2)
    assert refusal(game, DoAct(passed(0))) == ("no-round", {})
    assert refusal(abandon(game), DoAct(passed(0))) == ("game-is-over", {})


def deal_refused(game: Game, *each: str, boneyard: str | None = None) -> Fault | Refusal:
    dealt = hands(*each)
    under = rest(dealt) if boneyard is None else tiles(boneyard)
    return refusal(game, DealRound(dealt, under, leader=0))


@pytest.mark.parametrize(
    ("each", "params"),
    [
        (("4-3 3-0",), {"hands": 1, "seats": 2}),
        (("4-3 3-0", "6-6"), {"seat": 1, "tiles": 1, "hand": 2}),
        (("4-3 3-0", "6-6 7-7"), {"foreign": ("7-7",)}),
        (("4-3 3-0", "6-6 3-4"), {"twice": ("4-3",)}),
    ],
)
def test_a_bad_deal_is_refused(each: tuple[str, ...], params: Params) -> None:
    assert deal_refused(new_game(LOT, 2), *each) == ("bad-deal", params)


@pytest.mark.parametrize(
    ("each", "params"),
    [
        (("4-3 3-0", "6-6 5-5 4-4"), {"seat": 1, "tiles": 3, "hand": 2}),
        (("4-3 3-0", "6-6 3-4"), {"twice": ("4-3",)}),
    ],
)
def test_a_bad_deal_is_recorded_as_it_was_played(each: tuple[str, ...], params: Params) -> None:
    dealt = DealRound(hands(*each), None, leader=0, as_played=True)
    deal, noted = decide(new_game(LOT, 2), dealt)
    assert deal == RoundDealt(hands=hands(*each), boneyard=None, leader=0)
    assert noted == IrregularityNoted(code="bad-deal", params=params)
    game = evolved(new_game(LOT, 2), [deal, noted])
    assert not game.judged[-1].facts.regular
    assert now(play(game, "0 lays 4-3")).seat == 1


def test_a_deal_with_too_few_hands_cannot_be_recorded() -> None:
    too_few = DealRound(hands("4-3 3-0"), None, leader=0, as_played=True)
    assert refusal(new_game(LOT, 2), too_few) == ("bad-deal", {"hands": 1, "seats": 2})


def test_a_bad_deal_that_nobody_may_lead_is_void() -> None:
    dealt = DealRound(hands("4-3 3-0", "6-4 5-4 6-5"), None, as_played=True)
    kinds = [type(event) for event in decide(new_game(any_hand("block@1", 2, 2), 2), dealt)]
    assert kinds == [RoundDealt, IrregularityNoted, DealVoid]


def test_a_boneyard_must_hold_the_rest_and_nothing_else() -> None:
    game, left = new_game(LOT, 2), " ".join(names_of(tile_set(rest(hands(*DEALT)))))
    missing = deal_refused(game, *DEALT, boneyard=left.removesuffix(" 6-6"))
    assert missing.params == {"missing": ("6-6",)}
    held = deal_refused(game, *DEALT, boneyard=left + " 5-5")
    assert held.params == {"twice": ("5-5",)}


def test_every_fault_of_a_deal_is_named() -> None:
    game = new_game(LOT, 2)
    faults = deal_faults(game.table, hands("0-0 0-0", "7-0"), tiles("1-0"))
    assert [fault.params for fault in faults][:3] == [
        {"seat": 1, "tiles": 1, "hand": 2},
        {"foreign": ("7-0",)},
        {"twice": ("0-0",)},
    ]
    missing = faults[3].params["missing"]
    assert isinstance(missing, tuple)
    assert missing[:3] == ("1-1", "2-0", "2-1")
    assert missing[-2:] == ("6-5", "6-6")
    assert {fault.code for fault in faults} == {"bad-deal"}


def test_an_unlisted_boneyard_lacks_no_tile() -> None:
    assert deal_faults(new_game(LOT, 2).table, hands(*DEALT), None) == []


def test_a_deal_while_a_round_is_played_is_refused() -> None:
    assert deal_refused(ABLE_TO_LAY, *DEALT) == ("round-before-running", {})


@pytest.mark.parametrize(
    ("game", "what", "passes"),
    [
        (ABLE_TO_LAY, {"could": ("6-4",)}, False),
        (FREE_TO_DRAW, {"could": ("6-4",)}, False),
        (HAS_TO_DRAW, {"duty": "draw"}, False),
        (HAS_TO_PASS, {"duty": "pass"}, True),
    ],
)
def test_duty(game: Game, what: Params, passes: bool) -> None:
    assert duty(now(game)) == what
    assert may_end_turn(now(game)) is passes
