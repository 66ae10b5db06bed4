"""The code and parameters of each fault."""

import pytest

from domain.events import Way, laid
from domain.faults.act import act_fault, duty, may_end_turn, tiles_laid
from domain.faults.codes import DeskFault, Fault, Params, Refusal
from domain.faults.deal import deal_faults
from domain.game.decide import DealRound, DoAct, Refused, decide
from domain.game.state import Game
from domain.rules.rule_set import RuleSet
from domain.tiles import names_of, tile_named, tile_set

from .builders import (
    abandon,
    act_of,
    any_hand,
    deal,
    hands,
    new_game,
    now,
    play,
    rest,
    tiles,
)

TWO = any_hand("block@1", 2, 2)
LOT = any_hand("block-lot@1", 2, 2)
DRAW = any_hand("forced-block@1", 2, 2)
DRAW_ONE = any_hand("forced-block@1", 2, 2, play={"draw": 1})
ABLE = any_hand("forced-block@1", 2, 2, play={"draw": 1, "may_draw_when_able": True})
SEVENS = any_hand("matador@1", 2, 2)
ALL_STAY = any_hand("forced-block@1", 2, 2, play={"stays_in_boneyard": 24})


def table(rules: RuleSet, *each: str, leader: int | None = 0, ordered: bool = True) -> Game:
    return deal(new_game(rules, 2), *each, leader=leader, next_tiles="1-1 2-2", ordered=ordered)


def refused(game: Game, act: str) -> Fault | Refusal | DeskFault:
    with pytest.raises(Refused) as refusal:
        decide(game, DoAct(act_of(act)))
    return refusal.value.fault


DEALT = ("4-3 3-0", "6-4 5-5")
ABLE_TO_LAY = play(table(DRAW, *DEALT), "0 lays 4-3")
STUCK = ("4-3 4-0", "6-6 5-5")
HAS_TO_DRAW = play(table(DRAW, *STUCK), "0 lays 4-3")
HAS_TO_PASS = play(table(LOT, *STUCK), "0 lays 4-3")
DREW_ONE = play(table(DRAW_ONE, *STUCK), "0 lays 4-3", "1 draws 1-1")
SEVENS_LED = play(table(SEVENS, "6-6 5-2", "6-1 5-1", leader=None), "0 lays 6-6")
NOTHING_YIELDED = play(table(ALL_STAY, *STUCK), "0 lays 4-3")
FREE_TO_DRAW = play(table(ABLE, *DEALT), "0 lays 4-3")
UNORDERED = play(table(DRAW, *STUCK, ordered=False), "0 lays 4-3")


@pytest.mark.parametrize(
    ("game", "act", "code", "params"),
    [
        (
            ABLE_TO_LAY,
            "0 lays 3-0 left",
            "wrong-turn",
            {"seat": 0, "turn": 1},
        ),
        (ABLE_TO_LAY, "9 passes", "wrong-turn", {"seat": 9, "turn": 1}),
        (
            ABLE_TO_LAY,
            "1 lays 4-3 left",
            "tile-twice",
            {"seat": 1, "tile": "4-3"},
        ),
        (
            ABLE_TO_LAY,
            "1 lays 3-0 left",
            "not-held",
            {"seat": 1, "tile": "3-0"},
        ),
        (
            ABLE_TO_LAY,
            "1 lays 6-4 middle",
            "no-such-end",
            {"seat": 1, "tile": "6-4", "end": "middle", "ends": ("left", "right"), "pips": (3, 4)},
        ),
        (
            ABLE_TO_LAY,
            "1 lays 6-4",
            "no-such-end",
            {"seat": 1, "tile": "6-4", "ends": ("left", "right"), "pips": (3, 4)},
        ),
        (
            table(LOT, *DEALT),
            "0 lays 4-3 left",
            "no-such-end",
            {"seat": 0, "tile": "4-3", "end": "left", "ends": (), "pips": ()},
        ),
        (
            ABLE_TO_LAY,
            "1 lays 6-4 left",
            "does-not-fit",
            {"seat": 1, "tile": "6-4", "end": "left", "pip": 3},
        ),
        (
            ABLE_TO_LAY,
            "1 lays 5-5 right",
            "does-not-fit",
            {"seat": 1, "tile": "5-5", "end": "right", "pip": 4},
        ),
        (
            SEVENS_LED,
            "1 lays 6-1 left",
            "wrong-half-open",
            {"seat": 1, "tile": "6-1", "end": "left", "either": (1, 6)},
        ),
        (
            SEVENS_LED,
            "1 lays 5-1 left open 1",
            "wrong-half-open",
            {"seat": 1, "tile": "5-1", "end": "left", "open": 1, "half": 5},
        ),
        (
            table(TWO, "3-3 6-5", "0-0 6-4", leader=None),
            "0 lays 6-5",
            "wrong-lead-tile",
            {"seat": 0, "tile": "6-5", "wanted": ("3-3",)},
        ),
        (
            ABLE_TO_LAY,
            "1 passes",
            "could-play",
            {"seat": 1, "act": "pass", "could": ("6-4",)},
        ),
        (
            table(LOT, *DEALT),
            "0 passes",
            "could-play",
            {"seat": 0, "act": "pass", "could": ("3-0", "4-3")},
        ),
        (HAS_TO_DRAW, "1 passes", "could-play", {"seat": 1, "act": "pass", "duty": "draw"}),
        (
            FREE_TO_DRAW,
            "1 passes",
            "could-play",
            {"seat": 1, "act": "pass", "could": ("6-4",)},
        ),
        (
            ABLE_TO_LAY,
            "1 draws 1-1",
            "could-play",
            {"seat": 1, "act": "draw", "draw": "1-1", "could": ("6-4",)},
        ),
        (
            HAS_TO_PASS,
            "1 draws 1-1",
            "nothing-to-draw",
            {"seat": 1, "draw": "1-1", "most": 0},
        ),
        (
            NOTHING_YIELDED,
            "1 draws 1-1",
            "nothing-to-draw",
            {"seat": 1, "draw": "1-1"},
        ),
        (
            table(ABLE, *DEALT),
            "0 draws 1-1",
            "nothing-to-draw",
            {"seat": 0, "draw": "1-1"},
        ),
        (
            play(FREE_TO_DRAW, "1 draws 1-1"),
            "1 draws 2-2",
            "drew-too-many",
            {"seat": 1, "draw": "2-2"},
        ),
        (DREW_ONE, "1 draws 2-2", "drew-too-many", {"seat": 1, "draw": "2-2"}),
        (
            HAS_TO_DRAW,
            "1 draws 2-2",
            "drew-out-of-order",
            {"seat": 1, "draw": "2-2", "next": "1-1"},
        ),
        (
            FREE_TO_DRAW,
            "1 draws 2-2",
            "drew-out-of-order",
            {"seat": 1, "draw": "2-2", "next": "1-1"},
        ),
        (
            UNORDERED,
            "1 draws 6-6",
            "tile-twice",
            {"seat": 1, "draw": "6-6"},
        ),
    ],
)
def test_refused_with_code_and_params(game: Game, act: str, code: str, params: Params) -> None:
    assert refused(game, act) == Fault(code, params)  # type: ignore[arg-type]


def test_of_a_lead_no_half_that_stays_open_is_said() -> None:
    lead = laid(0, tile_named("6-6"), None, way=Way(open=6))
    with pytest.raises(Refused) as refusal:
        decide(table(SEVENS, "6-6 5-2", "6-1 5-1", leader=None), DoAct(lead))
    assert refusal.value.fault == ("wrong-half-open", {"seat": 0, "tile": "6-6", "open": 6})


def test_no_act_after_the_end_of_a_round() -> None:
    goes_on = any_hand("draw@1", 2, 2)
    over = play(deal(new_game(goes_on, 2), "4-4 4-0", "6-4 6-5"), "0 lays 4-4", "1 lays 6-4 left")
    over = play(over, "0 lays 4-0 right")
    assert refused(over, "1 passes") == ("round-over", {"seat": 1, "ended": "out"})


def test_no_act_after_a_void_deal() -> None:
    void = table(TWO, "6-5 6-4", "2-1 3-1", leader=None)
    assert refused(void, "0 lays 6-5") == (
        "round-over",
        {"seat": 0, "ended": "void"},
    )


def test_a_lead_in_a_deal_that_is_void() -> None:
    void = now(table(TWO, "6-5 6-4", "2-1 3-1", leader=None))
    void.ended = None
    assert act_fault(void, act_of("0 lays 6-5")) == (
        "wrong-lead-tile",
        {"seat": 0, "tile": "6-5", "wanted": ()},
    )


def test_no_act_before_the_first_deal_or_after_the_end_of_the_game() -> None:
    game = new_game(LOT, 2)
    assert refused(game, "0 passes") == ("no-round", {})
    assert refused(abandon(game), "0 passes") == ("game-is-over", {})


def deal_refused(
    game: Game, *each: str, boneyard: str | None = None
) -> Fault | Refusal | DeskFault:
    dealt = hands(*each)
    under = rest(dealt) if boneyard is None else tiles(boneyard)
    with pytest.raises(Refused) as refusal:
        decide(game, DealRound(dealt, under, leader=0))
    return refusal.value.fault


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


def test_tiles_laid() -> None:
    assert names_of(tiles_laid(now(play(ABLE_TO_LAY, "1 lays 6-4 right")))) == ["4-3", "6-4"]
