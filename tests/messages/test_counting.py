"""Sentences about the rules by which games count, and about games that keep theirs."""

from typing import get_args

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import ALL, SAME_PLAY, CountedBy, Difference
from domino_ledger.projections.messages.rule_names import (
    counted_by_text,
    differences_text,
    kept_text,
)
from domino_ledger.projections.tables.kept_games import Kept


@pytest.mark.parametrize(
    ("played", "said"),
    [
        (SAME_PLAY, "games of the same play count by block@1, since the last rebuild"),
        (ALL, "all games played alike count by block@1, since the last rebuild"),
        ("gaple@1", "games of gaple@1 count by block@1, since the last rebuild"),
    ],
)
def test_which_games_count_by_which_rules(played: str, said: str) -> None:
    assert counted_by_text(CountedBy(played=played, rules=PUBLISHED["block@1"])) == said


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        (
            Kept("gaple@1", (), 1, ["a"]),
            "1 game of gaple@1 keeps its rules, none are named for it: a",
        ),
        (
            Kept("gaple@1", (), 4, ["a", "b", "c"]),
            "4 games of gaple@1 keep their rules, none are named for them: a, b, c, ...",
        ),
        (
            Kept("gaple@1", ("players",), 1, ["a"]),
            "1 game of gaple@1 keeps its rules, since these differ in the number of players: a",
        ),
        (
            Kept("gaple@1", ("partners", "players"), 2, ["a", "b"]),
            (
                "2 games of gaple@1 keep their rules, since these differ in partners and the "
                "number of players: a, b"
            ),
        ),
    ],
)
def test_games_that_keep_their_rules_are_named_with_the_reason(kept: Kept, said: str) -> None:
    assert kept_text(kept) == said


def test_each_difference_has_its_own_words() -> None:
    differences: list[Difference] = list(get_args(Difference))
    assert len({differences_text([each]) for each in differences}) == len(differences)
