"""Remedies that are refused."""

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
from domain.disputes.rulings_in_force import penalty_postings
from domain.faults.codes import DeskFault
from domain.game.decide import DealRound, decide
from domain.game.state import Game, winners_of
from domain.scoring.settlement import Posting
from domain.tiles import UNSEEN, Tile

from .builders import any_hand, deal, evolved, house, new_game, play, tiles
from .dispute_builders import (
    blocks,
    irregular,
    ordered,
    refused_remedies,
    won,
    won_once,
)


def test_a_ruling_needs_a_remedy() -> None:
    assert refused_remedies(won()) == (("no-remedy", {}))


@pytest.mark.parametrize(
    ("remedies", "fault"),
    [
        ([VoidRound(round=5)], ("unknown-round", {"round": 5, "rounds": 2})),
        (
            [Uphold(round=0), VoidRound(round=0)],
            ("ruled-twice", {"round": 0, "kinds": ("uphold", "void-round")}),
        ),
        (
            [ReplayRound(round=1), ReplayRound(round=1)],
            ("ruled-twice", {"round": 1, "kinds": ("replay-round", "replay-round")}),
        ),
        (
            [VoidGame(), Uphold(round=0)],
            ("void-game-and-more", {}),
        ),
        (
            [CorrectPoints(round=0, points=(1, 2)), CorrectPoints(round=0, points=(2, 1))],
            ("ruled-twice", {"round": 0, "remedy": "correct-points"}),
        ),
        (
            [VoidRound(round=0), CorrectPoints(round=0, points=(1, 2))],
            ("charged-to-void-round", {"round": 0}),
        ),
        (
            [VoidRound(round=0), ImposePenalty(round=0, seat=0, offence="time")],
            ("charged-to-void-round", {"round": 0}),
        ),
        (
            [CorrectPoints(round=0, points=(1,))],
            ("points-of-other-sides", {"count": 2, "given": 1}),
        ),
        (
            [ImposePenalty(round=0, seat=2, offence="time")],
            ("unknown-seat", {"no_seat": 2, "last": 1}),
        ),
        (
            [ImposePenalty(round=0, seat=0, offence="time", pips_to_others=1)],
            ("no-money-to-pay", {}),
        ),
        ([NameBlocker(round=0, blocker=0)], ("round-not-blocked", {"round": 0})),
    ],
)
def test_invalid_remedies(remedies: list[Remedy], fault: DeskFault) -> None:
    assert refused_remedies(won(), *remedies) == fault


def test_a_block_needs_a_blocker_before_an_assistant() -> None:
    game = blocks()
    assert refused_remedies(game, NameBlocker(round=0, assistant=1)) == (
        ("assistant-without-blocker", {"seat": 1})
    )
    assert refused_remedies(game, NameBlocker(round=0, blocker=1, assistant=1)) == (
        ("assistant-is-blocker", {"seat": 1})
    )
    assert refused_remedies(game, NameBlocker(round=0, blocker=3)) == (
        ("unknown-seat", {"no_seat": 3, "last": 2})
    )
    assert refused_remedies(
        game, NameBlocker(round=0, blocker=0), NameBlocker(round=0, blocker=1)
    ) == (("ruled-twice", {"round": 0, "remedy": "name-blocker"}))


def test_the_penalties_of_a_game_have_a_limit_together() -> None:
    """Each penalty costs two million pips, a million for each of two seats."""
    dear = ImposePenalty(round=0, seat=0, offence="revoke", pips_to_others=10**6)
    least = ImposePenalty(round=0, seat=1, offence="revoke", pips_to_others=1)
    game = ordered(ordered(blocks(), *[dear] * 300), *[dear] * 200)
    assert sum(posting.amount for posting in paid_in(game) if posting.amount > 0) == 10**9
    assert refused_remedies(game, least) == (
        ("penalties-too-high", {"most": 10**9, "given": 10**9 + 2})
    )
    assert ordered(game, ImposePenalty(round=0, seat=1, offence="time")).judged[0].facts.settled


def paid_in(game: Game) -> tuple[Posting, ...]:
    return penalty_postings(game.table.sides, game.decrees.of(0), 1)


def test_a_game_without_points_has_none_to_correct_or_take() -> None:
    game = blocks()
    assert refused_remedies(game, CorrectPoints(round=0, points=(1, 2, 3))) == (
        ("no-points-to-correct", {})
    )
    assert refused_remedies(
        game, ImposePenalty(round=0, seat=0, offence="revoke", points_off=1)
    ) == (("no-points-to-penalize", {}))


def test_a_round_that_does_not_count_must_be_upheld_before_a_penalty() -> None:
    game = irregular()
    penalty = ImposePenalty(round=0, seat=0, offence="revoke", points_off=1)
    assert refused_remedies(game, penalty) == (("round-irregular", {"round": 0}))
    assert ordered(game, Uphold(round=0), penalty).judged[0].facts.settled


def test_a_round_in_play_can_only_be_made_void() -> None:
    game = play(deal(won_once(), "4-4 4-0", "6-4 6-5", leader=0), "0 lays 4-4")
    assert refused_remedies(game, Uphold(round=1)) == (("upheld-while-running", {"round": 1}))
    assert refused_remedies(game, CorrectPoints(round=1, points=(0, 0))) == (
        ("round-without-end", {"round": 1})
    )
    assert ordered(game, VoidRound(round=1)).running is None


def test_a_void_deal_cannot_be_ruled_on() -> None:
    rules = house("draw@1", play={"hand": {2: 2}})
    game = deal(new_game(rules, 2), "4-3 4-0", "6-4 6-5")
    assert refused_remedies(game, VoidRound(round=0)) == (("void-deal", {"round": 0}))


def test_a_penalty_on_a_round_that_another_ruling_made_void() -> None:
    game = ordered(won(), VoidRound(round=0))
    penalty = ImposePenalty(round=0, seat=0, offence="revoke", points_off=1)
    assert refused_remedies(game, penalty) == (("charged-to-void-round", {"round": 0}))


# -- with unseen tiles


LOT = any_hand("block-lot@1", 3, 2)
NOBODY_SAW = (UNSEEN,) * LOT.play.hand[2]
BOTH_PASS = ("0 lays 6-6", "1 passes", "0 passes")
COUNTED = CountPips(round=0, pips=(3, 5))


def dealt(*hands: tuple[Tile, ...], acts: Sequence[str] = BOTH_PASS) -> Game:
    """A game after these acts; seat 0 leads."""
    game = new_game(LOT, 2)
    return play(evolved(game, decide(game, DealRound(hands, None, 0))), *acts)


def test_unknown_pips_must_be_counted_before_a_penalty() -> None:
    game = dealt(NOBODY_SAW, NOBODY_SAW)
    points = CorrectPoints(round=0, points=(5, 0))
    assert refused_remedies(game, points) == (("round-with-unseen-tiles", {"round": 0}))
    after = ordered(game, points, COUNTED)
    assert after.judged[0].facts.pips == (3, 5)
    assert after.judged[0].score == ((0,), (5, 0))
    assert winners_of(after) == (0,)


PARTLY_SEEN = dealt(tiles("6-6 1-0 2-0"), (*tiles("1-1"), UNSEEN, UNSEEN), acts=BOTH_PASS[:2])


@pytest.mark.parametrize(
    ("game", "pips", "fault"),
    [
        (
            dealt(NOBODY_SAW, NOBODY_SAW),
            (1, 2, 3),
            ("pips-of-other-seats", {"seats": 2, "given": 3}),
        ),
        (
            dealt(NOBODY_SAW, NOBODY_SAW, acts=["0 lays 6-6"]),
            (1, 2),
            ("round-without-end", {"round": 0}),
        ),
        (
            blocks(),
            (1, 2, 3),
            ("pips-known", {"round": 0}),
        ),
        (
            PARTLY_SEEN,
            (2, 9),
            ("pips-differ", {"seat": 0, "seen": 3, "round": 0, "given": 2}),
        ),
        (
            PARTLY_SEEN,
            (3, 1),
            ("fewer-pips-than-seen", {"seat": 1, "seen": 2, "round": 0, "given": 1}),
        ),
        (
            PARTLY_SEEN,
            (3, 154),
            ("more-pips-than-possible", {"most": 156, "given": 157}),
        ),
    ],
)
def test_impossible_pips(game: Game, pips: tuple[int, ...], fault: DeskFault) -> None:
    assert refused_remedies(game, CountPips(round=0, pips=pips)) == fault


def test_pips_are_counted_once() -> None:
    assert refused_remedies(dealt(NOBODY_SAW, NOBODY_SAW), COUNTED, COUNTED) == (
        ("ruled-twice", {"round": 0, "remedy": "count-pips"})
    )
