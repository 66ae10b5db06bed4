"""The rules of fives and threes to 61, and games that stand somehow before a round."""

from typing import Any

from domino_ledger.domain.events import RoundReported
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.rules.rule_set import RuleSet
from tests.domain.builders import altered, evolved, new_game

PLAY: dict[str, Any] = {
    "hand": {2: 7, 3: 5, 4: 5},
    "first_lead": {"kind": "lot"},
    "next_lead": "rotate",
    "layout": {"kind": "crosswise"},
    "win_in_play": True,
    "exact_target": True,
}
SCORE: dict[str, Any] = {
    "out_winner": "that-seat",
    "blocked_winner": "nobody",
    "points": "tiles",
    "in_play": "fives-and-threes",
    "bonuses": {"out_points": 1},
    "target": 61,
}
TEAMS = {"hand": {4: 5}, "partners": True, "until": "side-out"}


def to_61(*, partners: bool = False, play: dict[str, Any] | None = None) -> RuleSet:
    values = PLAY | (TEAMS if partners else {}) | (play or {})
    return altered("block@1", play=values, score=SCORE)


def standing_at(rules: RuleSet, *scores: int, seats: int) -> Game:
    """A game in which sides have so many points."""
    report = RoundReported(winners=(0,), ended=None, out=None, points=scores, pips=None)
    return evolved(new_game(rules, seats), [report])
