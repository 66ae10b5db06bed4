"""Perft: lines of play from fixed deals, counted by the domain and by the naive model."""

from copy import deepcopy
from itertools import takewhile
from typing import Any

import pytest

from domain.game.decide import decide
from domain.game.state import Game
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet
from tests.lanes import examples
from tests.variants.naive import MODELS, model_of
from tests.variants.naive import Naive as NaiveVariant
from tests.variants.test_side_by_side import said_of

from .builders import evolved, new_game, now
from .perft import file_of, lines, read, round_of
from .reference import Naive
from .test_reference import lead_of, naive_of

pytestmark = pytest.mark.unmeasured

NAIVE_LINES = examples(100)
NAIVE_DEPTH = min(4, 2 + examples(2))
"""The naive model copies itself for each move: one act fewer in the quick lane."""


def naive_position(game: Game) -> Naive | NaiveVariant:
    """The naive model of the round as dealt."""
    deal = now(game).deal
    if game.opened.rules.id in MODELS:
        return model_of(said_of(game, deal))
    return naive_of(game, deal, lead_of(game, deal))


def naive_lines(position: Any, depth: int) -> int:
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
        position = naive_position(evolved(game, decide(game, count.deal)))
        most = max(NAIVE_LINES, count.lines[NAIVE_DEPTH - 1])
        few = list(takewhile(most.__ge__, count.lines))
        assert len(few) >= NAIVE_DEPTH
        for depth, number in enumerate(few, start=1):
            assert naive_lines(position, depth) == number
