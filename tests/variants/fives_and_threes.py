"""The rules of fives and threes to 61, and games that stand somehow before a round."""

from typing import Any

from domino_ledger.domain.events import RoundReported, TileLaid
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.round.calls import lays_in_play
from domino_ledger.domain.round.in_play import refused_in_play
from domino_ledger.domain.round.state import Round
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


def lays(round: Round) -> list[int]:
    """The index of each lay among the acts."""
    return [number for number, act in enumerate(round.acts) if isinstance(act, TileLaid)]


def refused(round: Round) -> list[tuple[int, int]]:
    return [(lays(round)[each.lay], each.points) for each in refused_in_play(round)]


def points_in_play(round: Round) -> list[int]:
    """By act, the points that count."""
    goal = round.start.goal
    assert goal is not None
    of_lays = iter(lays_in_play(round))
    made = [
        goal.of(lay.fives or 0, lay.threes or 0)
        for act in round.acts
        for lay in ([next(of_lays)] if isinstance(act, TileLaid) else [])
    ]
    by_act = [0] * len(round.acts)
    for at, points in zip(lays(round), made, strict=True):
        by_act[at] = points
    for at, _ in refused(round):
        by_act[at] = 0
    return by_act
