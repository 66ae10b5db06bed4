"""Rules of clubs of which there are no records by a referee: examples computed by hand."""

from collections.abc import Mapping
from typing import Any

import pytest

from domino_ledger.domain.disputes.events import ImposePenalty
from domino_ledger.domain.game.state import standing_of
from domino_ledger.domain.rules.penalties import penalty_of
from domino_ledger.domain.rules.rule_set import Offence

from .builders import altered, any_hand, deal, new_game, play
from .dispute_builders import ordered

Points = tuple[int, ...]


def after_the_lead(score: Mapping[str, Any], *dealt: str) -> tuple[Points | None, Points]:
    """The winners of a round in which seat 0 leads 3-3, and the points.

    No other tile has a 3: the round is blocked, or seat 0 is out.
    """
    rules = any_hand(
        "block-lot@1",
        len(dealt[0].split()),
        len(dealt),
        score={"points": "all-hands", "difference": "none"} | dict(score),
    )
    (judged,) = play(deal(new_game(rules, len(dealt)), *dealt, leader=0), "0 lays 3-3").judged
    assert judged.score is not None
    return judged.score.points, judged.score.winners


@pytest.mark.parametrize(
    ("dealt", "points", "winners"),
    [
        # 4 and 6 pips are left, and 0, 2 and 8: 0 is the lightest.
        (("3-3 4-0 5-1", "0-0 2-0 6-2"), (0, 20), (1,)),
        # 0 and 10, and 1, 2 and 7.
        (("3-3 0-0 6-4", "1-0 2-0 5-2"), (20, 0), (0,)),
        # 2 and 8, and 2, 4 and 4: the second tile decides.
        (("3-3 1-1 6-2", "2-0 4-0 2-2"), (0, 20), (1,)),
        # Of three seats the first is no part of the tie: 1 and 6, and 2 and 5.
        (("3-3 6-6", "1-0 4-2", "2-0 4-1"), (0, 26, 0), (1,)),
        # 2 and 7, and 2 and 7.
        (("3-3 6-6", "2-0 6-1", "1-1 5-2"), (0, 0, 0), ()),
    ],
)
def test_a_tie_goes_to_the_lightest_tile(
    dealt: tuple[str, ...], points: Points, winners: Points
) -> None:
    """CLUBS 8."""
    assert after_the_lead({"tied": "lightest-tile"}, *dealt) == (points, winners)


@pytest.mark.parametrize(
    ("dealt", "points"),
    [
        (("3-3 1-0", "6-6 5-4"), (1 + 12 + 9 + 100, 0)),
        (("3-3 6-4", "1-0 2-0"), (0, 10 + 1 + 2 + 100)),
        (("3-3 2-0", "0-0 1-1"), (0, 0)),
        (("3-3", "6-6"), (12, 0)),
    ],
)
def test_a_bonus_for_a_block(dealt: tuple[str, ...], points: Points) -> None:
    """CLUBS 5: 100 for the winner of a block; none if nobody wins it, or if a seat is out."""
    assert after_the_lead({"block_bonus": 100, "tied": "nobody"}, *dealt)[0] == points


@pytest.mark.unmeasured
@pytest.mark.parametrize("offence", ["revoke", "wrong-count", "overdraw", "signalling"])
@pytest.mark.parametrize(
    ("penalty", "target", "others"),
    [
        ({"points_to_others": 50}, 200, 50),
        # 20 % of 200 are 40, of 500 are 100.
        ({"points_to_others": 30, "of_target_percent": 20}, 200, 40),
        ({"points_to_others": 50, "of_target_percent": 20}, 200, 50),
        ({"points_to_others": 50, "of_target_percent": 20}, 500, 100),
    ],
)
def test_what_an_offence_costs(
    offence: Offence, penalty: dict[str, int], target: int, others: int
) -> None:
    """CLUBS 11: the greater of both counts, and the round is void."""
    rules = any_hand(
        "block-lot@1",
        *(2, 2),
        score={"target": target},
        penalties={offence: penalty | {"voids_round": True, "next_lead": "offended"}},
    )
    costs = penalty_of(rules, offence)
    assert (costs.points_to_others, costs.points_off) == (others, 0)
    begun = deal(new_game(rules, 2), "3-3 1-0", "6-6 5-4", leader=0)
    remedy = ImposePenalty(
        round=0, seat=1, offence=offence, **costs.model_dump(exclude={"of_target_percent"})
    )
    fined = ordered(begun, remedy)
    assert (fined.judged[0].void, standing_of(fined).scores) == (True, (others, 0))


@pytest.mark.parametrize(
    ("offence", "others"),
    [("out-of-turn", 50), ("overdraw", 50), ("wrong-count", 100), ("signalling", 25)],
)
def test_what_an_offence_costs_by_default(offence: Offence, others: int) -> None:
    """CLUBS 11: 42 rules, the world championship, rocoh, gorka."""
    rules = altered("block-lot@1", score={"target": 500})
    assert penalty_of(rules, offence).points_to_others == others
