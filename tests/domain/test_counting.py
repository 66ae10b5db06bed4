"""By whose score and payout games count."""

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import (
    ALL,
    AS_PLAYED,
    SAME_PLAY,
    CountedBy,
    Counting,
    counted_rules,
    counting_text,
    misfit,
    rules_that_count,
)
from domino_ledger.domain.rules.rule_set import RuleSet

from .builders import altered

FORCED, LOT, DRAW = (PUBLISHED[id] for id in ("forced-block@1", "block-lot@1", "draw@1"))
DEARER = altered("forced-block@1", payout={"loss_factor": 3})
CHEAPER = altered("forced-block@1", payout={"win_factor": 1}).model_copy(update={"id": "cheap@1"})


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        ("forced-block@1", set()),
        ("draw@1", set()),
        ("block-lot@1", {"cannot_play"}),
        ("partnership-sanjuan@1", {"partners", "cannot_play", "players"}),
        ("all-fives@1", {"layout"}),
        ("matador@1", {"matching"}),
        ("spinner@1", {"layout", "highest_pip", "wild_tiles"}),
    ],
)
def test_what_keeps_a_game_from_being_counted(other: str, differs: set[str]) -> None:
    assert set(misfit(FORCED, 3, PUBLISHED[other])) == differs


def test_turns_of_another_kind() -> None:
    longer = altered("block@1", play={"turn": "while-able"})
    assert misfit(PUBLISHED["block@1"], 4, longer) == ("turn",)


def test_a_number_of_players_that_no_rules_know_is_no_misfit() -> None:
    assert misfit(FORCED, 9, DRAW) == ()


@pytest.mark.parametrize(
    ("counting", "played", "counts"),
    [
        (AS_PLAYED, FORCED, FORCED),
        ((CountedBy(played=SAME_PLAY, rules=DEARER),), FORCED, DEARER),
        ((CountedBy(played=SAME_PLAY, rules=DEARER),), LOT, LOT),
        ((CountedBy(played=SAME_PLAY, rules=DEARER),), DRAW, DRAW),
        ((CountedBy(played=ALL, rules=DEARER),), DRAW, DEARER),
        ((CountedBy(played=ALL, rules=DEARER),), LOT, LOT),
        ((CountedBy(played="draw@1", rules=DEARER),), DRAW, DEARER),
        ((CountedBy(played="draw@1", rules=DEARER),), FORCED, FORCED),
        (
            (
                CountedBy(played=ALL, rules=DRAW),
                CountedBy(played=SAME_PLAY, rules=DEARER),
                CountedBy(played="forced-block@1", rules=CHEAPER),
            ),
            FORCED,
            CHEAPER,
        ),
        (
            (CountedBy(played=ALL, rules=DRAW), CountedBy(played=SAME_PLAY, rules=DEARER)),
            FORCED,
            DEARER,
        ),
    ],
)
def test_which_rules_count(counting: Counting, played: RuleSet, counts: RuleSet) -> None:
    assert rules_that_count(counting, played, 3) == counts
    found = counted_rules(counting, played, 3)
    assert (found.id, found.play) == (played.id, played.play)
    assert (found.score, found.payout) == (counts.score, counts.payout)


def test_how_it_is_typed() -> None:
    counting = (
        CountedBy(played=SAME_PLAY, rules=DRAW),
        CountedBy(played="block-lot@1", rules=DEARER),
    )
    assert counting_text(counting) == f"draw@1 block-lot@1={DEARER.id}"
