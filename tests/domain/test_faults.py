"""Each way to be refused: the code, and the sentence a player reads."""

import pytest

from domain.faults.act import (
    DeskFault,
    Fault,
    act_fault,
    deal_faults,
    duty,
    may_pass,
    tiles_laid,
)
from domain.game.decide import DealRound, DoAct, Refused, decide
from domain.game.state import Game
from domain.rules.rule_set import RuleSet
from domain.tiles import names_of, tile_set

from .table_talk import (
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
ALL_STAY = any_hand("forced-block@1", 2, 2, play={"stays_in_boneyard": 24})


def table(rules: RuleSet, *each: str, leader: int | None = 0, ordered: bool = True) -> Game:
    return deal(new_game(rules, 2), *each, leader=leader, next_tiles="1-1 2-2", ordered=ordered)


def refused(game: Game, act: str) -> Fault | DeskFault:
    with pytest.raises(Refused) as refusal:
        decide(game, DoAct(act_of(act)))
    fault = refusal.value.fault
    assert str(refusal.value) == fault.message
    return fault


DEALT = ("4-3 3-0", "6-4 5-5")
ABLE_TO_LAY = play(table(DRAW, *DEALT), "0 lays 4-3")
STUCK = ("4-3 4-0", "6-6 5-5")
HAS_TO_DRAW = play(table(DRAW, *STUCK), "0 lays 4-3")
HAS_TO_PASS = play(table(LOT, *STUCK), "0 lays 4-3")
DREW_ONE = play(table(DRAW_ONE, *STUCK), "0 lays 4-3", "1 draws 1-1")
NOTHING_YIELDED = play(table(ALL_STAY, *STUCK), "0 lays 4-3")
FREE_TO_DRAW = play(table(ABLE, *DEALT), "0 lays 4-3")
UNORDERED = play(table(DRAW, *STUCK, ordered=False), "0 lays 4-3")


@pytest.mark.parametrize(
    ("game", "act", "code", "message"),
    [
        (
            ABLE_TO_LAY,
            "0 lays 3-0 left",
            "wrong-turn",
            "seat 0 acts, but it is the turn of seat 1",
        ),
        (ABLE_TO_LAY, "9 passes", "wrong-turn", "seat 9 acts, but it is the turn of seat 1"),
        (
            ABLE_TO_LAY,
            "1 lays 4-3 left",
            "tile-twice",
            "seat 1 lays 4-3, which lies on the table already",
        ),
        (
            ABLE_TO_LAY,
            "1 lays 3-0 left",
            "not-held",
            "seat 1 lays 3-0, which it does not hold",
        ),
        (
            ABLE_TO_LAY,
            "1 lays 6-4 middle",
            "no-such-end",
            "seat 1 lays 6-4 at 'middle'; open ends: left (3) and right (4)",
        ),
        (
            ABLE_TO_LAY,
            "1 lays 6-4",
            "no-such-end",
            "seat 1 lays 6-4 at None; open ends: left (3) and right (4)",
        ),
        (
            table(LOT, *DEALT),
            "0 lays 4-3 left",
            "no-such-end",
            "seat 0 lays 4-3 at 'left'; open ends: none",
        ),
        (
            ABLE_TO_LAY,
            "1 lays 6-4 left",
            "does-not-fit",
            "seat 1 lays 6-4 at left, which shows 3",
        ),
        (
            ABLE_TO_LAY,
            "1 lays 5-5 right",
            "does-not-fit",
            "seat 1 lays 5-5 at right, which shows 4",
        ),
        (
            table(TWO, "3-3 6-5", "0-0 6-4", leader=None),
            "0 lays 6-5",
            "wrong-lead-tile",
            "seat 0 leads 6-5, but 3-3 must be led",
        ),
        (
            ABLE_TO_LAY,
            "1 passes",
            "passed-though-able",
            "seat 1 passes though it could lay 6-4",
        ),
        (
            table(LOT, *DEALT),
            "0 passes",
            "passed-though-able",
            "seat 0 passes though it could lay 3-0 or 4-3",
        ),
        (HAS_TO_DRAW, "1 passes", "passed-though-able", "seat 1 passes though it had to draw"),
        (
            FREE_TO_DRAW,
            "1 passes",
            "passed-though-able",
            "seat 1 passes though it could lay 6-4",
        ),
        (
            ABLE_TO_LAY,
            "1 draws 1-1",
            "drew-though-able",
            "seat 1 draws 1-1 though it could lay 6-4",
        ),
        (
            HAS_TO_PASS,
            "1 draws 1-1",
            "nothing-to-draw",
            "seat 1 draws 1-1, but nobody draws in this game",
        ),
        (
            NOTHING_YIELDED,
            "1 draws 1-1",
            "nothing-to-draw",
            "seat 1 draws 1-1, but nothing may be drawn now",
        ),
        (
            table(ABLE, *DEALT),
            "0 draws 1-1",
            "nothing-to-draw",
            "seat 0 draws 1-1, but nothing may be drawn now",
        ),
        (
            play(FREE_TO_DRAW, "1 draws 1-1"),
            "1 draws 2-2",
            "drew-too-many",
            "seat 1 draws 2-2, its allowance used up",
        ),
        (DREW_ONE, "1 draws 2-2", "drew-too-many", "seat 1 draws 2-2, its allowance used up"),
        (
            HAS_TO_DRAW,
            "1 draws 2-2",
            "drew-out-of-order",
            "seat 1 draws 2-2 where 1-1 is next",
        ),
        (
            FREE_TO_DRAW,
            "1 draws 2-2",
            "drew-out-of-order",
            "seat 1 draws 2-2 where 1-1 is next",
        ),
        (
            UNORDERED,
            "1 draws 6-6",
            "tile-twice",
            "seat 1 draws 6-6, which is not in the boneyard",
        ),
    ],
)
def test_refused_with_code_and_sentence(game: Game, act: str, code: str, message: str) -> None:
    assert refused(game, act) == Fault(code, message)  # type: ignore[arg-type]


def test_nothing_is_done_in_a_round_that_is_over() -> None:
    goes_on = any_hand("draw@1", 2, 2)
    over = play(deal(new_game(goes_on, 2), "4-4 4-0", "6-4 6-5"), "0 lays 4-4", "1 lays 6-4 left")
    over = play(over, "0 lays 4-0 right")
    assert refused(over, "1 passes") == ("round-over", "seat 1 acts though the round is over (out)")


def test_nothing_is_done_after_a_void_deal() -> None:
    void = table(TWO, "6-5 6-4", "2-1 3-1", leader=None)
    assert refused(void, "0 lays 6-5") == (
        "round-over",
        "seat 0 acts though the round is over (void)",
    )


def test_a_lead_in_a_deal_that_is_void() -> None:
    void = now(table(TWO, "6-5 6-4", "2-1 3-1", leader=None))
    void.ended = None
    assert act_fault(void, act_of("0 lays 6-5")) == (
        "wrong-lead-tile",
        "seat 0 leads 6-5, but this deal is void: nobody holds the lead",
    )


def test_nothing_is_done_before_the_first_deal_nor_in_a_game_that_is_over() -> None:
    game = new_game(LOT, 2)
    assert refused(game, "0 passes") == ("round-over", "no round has been dealt")
    assert refused(abandon(game), "0 passes") == ("game-over", "the game is over")


def deal_refused(game: Game, *each: str, boneyard: str | None = None) -> Fault | DeskFault:
    dealt = hands(*each)
    under = rest(dealt) if boneyard is None else tiles(boneyard)
    with pytest.raises(Refused) as refusal:
        decide(game, DealRound(dealt, under, leader=0))
    return refusal.value.fault


@pytest.mark.parametrize(
    ("each", "message"),
    [
        (("4-3 3-0",), "1 hand dealt to 2 seats"),
        (("4-3 3-0", "6-6"), "seat 1 has 1 tile where 2 are dealt"),
        (("4-3 3-0", "6-6 7-7"), "7-7 not in this set"),
        (("4-3 3-0", "6-6 3-4"), "4-3 dealt more than once"),
    ],
)
def test_a_bad_deal_is_refused(each: tuple[str, ...], message: str) -> None:
    assert deal_refused(new_game(LOT, 2), *each) == ("bad-deal", message)


def test_a_boneyard_must_hold_the_rest_and_nothing_else() -> None:
    game, left = new_game(LOT, 2), " ".join(names_of(tile_set(rest(hands(*DEALT)))))
    missing = deal_refused(game, *DEALT, boneyard=left.removesuffix(" 6-6"))
    assert missing.message == "6-6 neither dealt nor in the boneyard"
    held = deal_refused(game, *DEALT, boneyard=left + " 5-5")
    assert held.message == "5-5 dealt more than once"


def test_everything_wrong_with_a_deal_is_told() -> None:
    game = new_game(LOT, 2)
    faults = deal_faults(game.table, hands("0-0 0-0", "7-0"), tiles("1-0"))
    assert [fault.message for fault in faults][:3] == [
        "seat 1 has 1 tile where 2 are dealt",
        "7-0 not in this set",
        "0-0 dealt more than once",
    ]
    assert faults[3].message.startswith("1-1, 2-0, 2-1,")
    assert faults[3].message.endswith("6-5, 6-6 neither dealt nor in the boneyard")
    assert {fault.code for fault in faults} == {"bad-deal"}


def test_a_boneyard_nobody_listed_cannot_lack_a_tile() -> None:
    assert deal_faults(new_game(LOT, 2).table, hands(*DEALT), None) == []


def test_a_deal_while_a_round_is_played_is_refused() -> None:
    assert deal_refused(ABLE_TO_LAY, *DEALT) == (
        "round-not-over",
        "the round before is not over",
    )


@pytest.mark.parametrize(
    ("game", "what", "passes"),
    [
        (ABLE_TO_LAY, "could lay 6-4", False),
        (FREE_TO_DRAW, "could lay 6-4", False),
        (HAS_TO_DRAW, "had to draw", False),
        (HAS_TO_PASS, "had to pass", True),
    ],
)
def test_duty(game: Game, what: str, passes: bool) -> None:
    assert duty(now(game)) == what
    assert may_pass(now(game)) is passes


def test_tiles_laid() -> None:
    assert names_of(tiles_laid(now(play(ABLE_TO_LAY, "1 lays 6-4 right")))) == ["4-3", "6-4"]
