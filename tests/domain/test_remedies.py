"""Remedies that cannot be ordered, and the sentence that says so."""

from collections.abc import Sequence

import pytest

from domain.disputes.remedies import (
    CorrectPoints,
    CountPips,
    ImposePenalty,
    NameBlocker,
    Remedy,
    ReplayRound,
    Uphold,
    VoidGame,
    VoidRound,
)
from domain.game.decide import DealRound, decide
from domain.game.state import Game, winners_of
from domain.tiles import UNSEEN, Tile

from .desk_talk import (
    blocks,
    irregular,
    ordered,
    refused_remedies,
    won,
    won_once,
)
from .table_talk import any_hand, deal, evolved, house, new_game, play, tiles


def test_a_ruling_orders_something() -> None:
    assert refused_remedies(won()) == (
        "a ruling orders something: uphold, where nothing is to change"
    )


@pytest.mark.parametrize(
    ("remedies", "sentence"),
    [
        ([VoidRound(round=5)], "there is no round 5, they are 0 to 1"),
        (
            [Uphold(round=0), VoidRound(round=0)],
            "what becomes of round 0 is said more than once: uphold and void-round",
        ),
        (
            [ReplayRound(round=1), ReplayRound(round=1)],
            "what becomes of round 1 is said more than once: replay-round and replay-round",
        ),
        (
            [VoidGame(), Uphold(round=0)],
            "a void game counts for nothing: nothing else can be ordered beside it",
        ),
        (
            [CorrectPoints(round=0, points=(1, 2)), CorrectPoints(round=0, points=(2, 1))],
            "the points of round 0 are said more than once",
        ),
        (
            [VoidRound(round=0), CorrectPoints(round=0, points=(1, 2))],
            "round 0 is void and counts for nothing: nothing can be charged to it",
        ),
        (
            [VoidRound(round=0), ImposePenalty(round=0, seat=0, offence="time")],
            "round 0 is void and counts for nothing: nothing can be charged to it",
        ),
        ([CorrectPoints(round=0, points=(1,))], "1 points for 2 sides, one for each is needed"),
        (
            [ImposePenalty(round=0, seat=2, offence="time")],
            "there is no seat 2: the seats are 0 to 1",
        ),
        (
            [ImposePenalty(round=0, seat=0, offence="time", pips_to_others=1)],
            "the game is not played for money: a penalty cannot be paid in pips",
        ),
        ([NameBlocker(round=0, blocker=0)], "round 0 did not block: nobody is answerable for it"),
    ],
)
def test_remedies_that_make_no_sense(remedies: list[Remedy], sentence: str) -> None:
    assert refused_remedies(won(), *remedies) == sentence


def test_a_block_needs_a_blocker_before_an_assistant() -> None:
    game = blocks()
    assert refused_remedies(game, NameBlocker(round=0, assistant=1)) == (
        "somebody assisted, but nobody blocked"
    )
    assert refused_remedies(game, NameBlocker(round=0, blocker=1, assistant=1)) == (
        "seat 1 cannot have assisted itself"
    )
    assert refused_remedies(game, NameBlocker(round=0, blocker=3)) == (
        "there is no seat 3: the seats are 0 to 2"
    )
    assert refused_remedies(
        game, NameBlocker(round=0, blocker=0), NameBlocker(round=0, blocker=1)
    ) == ("who blocked round 0 is said more than once")


def test_a_game_without_points_has_none_to_correct_or_take() -> None:
    game = blocks()
    assert refused_remedies(game, CorrectPoints(round=0, points=(1, 2, 3))) == (
        "the game knows no points: none can be corrected"
    )
    assert refused_remedies(
        game, ImposePenalty(round=0, seat=0, offence="revoke", points_off=1)
    ) == ("the game knows no points: a penalty cannot take or give any")


def test_what_does_not_count_is_upheld_before_anything_is_charged_to_it() -> None:
    game = irregular()
    penalty = ImposePenalty(round=0, seat=0, offence="revoke", points_off=1)
    assert refused_remedies(game, penalty) == (
        "round 0 was not played by the rules and does not count: uphold it, too"
    )
    assert ordered(game, Uphold(round=0), penalty).judged[0].facts.settled


def test_a_round_that_is_not_over_can_be_taken_away_and_nothing_else() -> None:
    game = play(deal(won_once(), "4-4 4-0", "6-4 6-5", leader=0), "0 lays 4-4")
    assert refused_remedies(game, Uphold(round=1)) == (
        "round 1 is not over: it stands or falls when it is"
    )
    assert refused_remedies(game, CorrectPoints(round=1, points=(0, 0))) == (
        "round 1 did not come to an end: there is nothing to count in it"
    )
    assert ordered(game, VoidRound(round=1)).running is None


def test_a_void_deal_is_no_round_to_rule_on() -> None:
    rules = house("draw@1", play={"hand": {2: 2}})
    game = deal(new_game(rules, 2), "4-3 4-0", "6-4 6-5")
    assert refused_remedies(game, VoidRound(round=0)) == (
        "the deal of round 0 was void: there is nothing to rule on"
    )


def test_a_penalty_on_a_round_that_another_ruling_made_void() -> None:
    game = ordered(won(), VoidRound(round=0))
    penalty = ImposePenalty(round=0, seat=0, offence="revoke", points_off=1)
    assert refused_remedies(game, penalty) == (
        "round 0 is void and counts for nothing: nothing can be charged to it"
    )


# -- tiles that nobody saw


LOT = any_hand("block-lot@1", 3, 2)
NOBODY_SAW = (UNSEEN,) * LOT.play.hand[2]
BOTH_PASS = ("0 lays 6-6", "1 passes", "0 passes")
COUNTED = CountPips(round=0, pips=(3, 5))


def dealt(*hands: tuple[Tile, ...], acts: Sequence[str] = BOTH_PASS) -> Game:
    """A game after these acts; seat 0 leads."""
    game = new_game(LOT, 2)
    return play(evolved(game, decide(game, DealRound(hands, None, 0))), *acts)


def test_what_nobody_can_count_is_counted_before_anything_is_charged_to_it() -> None:
    game = dealt(NOBODY_SAW, NOBODY_SAW)
    points = CorrectPoints(round=0, points=(5, 0))
    assert refused_remedies(game, points) == (
        "round 0 ended with tiles that nobody saw: count the pips left, too"
    )
    after = ordered(game, points, COUNTED)
    assert after.judged[0].facts.pips == (3, 5)
    assert after.judged[0].score == ((0,), (5, 0))
    assert winners_of(after) == (0,)


PARTLY_SEEN = dealt(tiles("6-6 1-0 2-0"), (*tiles("1-1"), UNSEEN, UNSEEN), acts=BOTH_PASS[:2])


@pytest.mark.parametrize(
    ("game", "pips", "sentence"),
    [
        (
            dealt(NOBODY_SAW, NOBODY_SAW),
            (1, 2, 3),
            "expected the pips of each of 2 seats, not of 3",
        ),
        (
            dealt(NOBODY_SAW, NOBODY_SAW, acts=["0 lays 6-6"]),
            (1, 2),
            "round 0 did not come to an end: there is nothing to count in it",
        ),
        (
            blocks(),
            (1, 2, 3),
            "every tile left in round 0 is known: nobody has to count the pips",
        ),
        (
            PARTLY_SEEN,
            (2, 9),
            "seat 0 is known to have had 3 pips left in round 0, not 2",
        ),
        (
            PARTLY_SEEN,
            (3, 1),
            "seat 1 was seen to have 2 pips left in round 0, not 1",
        ),
    ],
)
def test_pips_that_cannot_be(game: Game, pips: tuple[int, ...], sentence: str) -> None:
    assert refused_remedies(game, CountPips(round=0, pips=pips)) == sentence


def test_pips_are_counted_once() -> None:
    assert refused_remedies(dealt(NOBODY_SAW, NOBODY_SAW), COUNTED, COUNTED) == (
        "the pips left in round 0 are said more than once"
    )
