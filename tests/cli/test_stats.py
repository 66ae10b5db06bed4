"""`domino stats`."""

from .command import Command
from .samples import BLOCKED, LOT, put

OTHER = LOT | {"id": "begun", "players": ["a", "b"], "rounds": []}


def test_ratings_are_compared_within_one_rule_set_alone(domino: Command) -> None:
    put(domino, BLOCKED, LOT)
    assert "rating" not in domino("stats").out
    assert "rating" in domino("stats --rules block-lot@1").out


def test_a_missing_number_leaves_the_others_where_they_are(domino: Command) -> None:
    put(domino, LOT, OTHER)
    heads, *found = domino("stats").out.splitlines()
    end = heads.index("pips") + len("pips")
    assert {row[end - 1] == " " for row in found} == {False}
    assert {row[end - 1] for row in found} >= {"-"}


def test_many_rule_sets_stand_below_each_other(domino: Command) -> None:
    draws = ("block@1", "draw@1", "draw-three@1", "forced-block@1")
    for rules in draws:
        assert domino(f"simulate --rules {rules} --players 2 --games 1 --seed 1").code == 0
    printed = domino("stats simulated-1").out
    heads = [line.split()[1:] for line in printed.splitlines() if line.startswith("simulated-1 ")]
    assert heads == [["together", "block@1", "draw@1"], ["draw-three@1", "forced-block@1"]]
