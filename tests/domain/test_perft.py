"""Perft: lines of play from fixed deals, counted by the domain and by the naive model."""

from copy import deepcopy

import pytest

from domain.game.decide import decide
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet

from .builders import evolved, new_game
from .perft import file_of, lines, read, round_of
from .reference import Naive
from .test_reference import lead_of, naive_of

pytestmark = pytest.mark.unmeasured

NAIVE_LINES = 400


def naive_lines(position: Naive, depth: int) -> int:
    moves = position.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        then = deepcopy(position)
        then.do(move)
        total += naive_lines(then, depth - 1)
    return total


@pytest.mark.parametrize("rules", PUBLISHED.values(), ids=PUBLISHED)
def test_the_domain_agrees_with_the_file(rules: RuleSet) -> None:
    counted = list(read(file_of(rules).read_text()))
    assert {len(count.deal.hands) for count in counted} == set(rules.play.hand)
    for count in counted:
        round = round_of(rules, count.deal)
        depths = range(1, len(count.lines) + 1)
        assert tuple(lines(round, depth) for depth in depths) == count.lines


@pytest.mark.parametrize("rules", PUBLISHED.values(), ids=PUBLISHED)
def test_the_naive_model_agrees_with_the_file(rules: RuleSet) -> None:
    for count in read(file_of(rules).read_text()):
        game = new_game(rules, len(count.deal.hands))
        game = evolved(game, decide(game, count.deal))
        assert game.current is not None
        position = naive_of(game, game.current.deal, lead_of(game, game.current.deal))
        few = [number for number in count.lines if number <= NAIVE_LINES]
        assert len(few) >= 4
        for depth, number in enumerate(few, start=1):
            assert naive_lines(position, depth) == number
