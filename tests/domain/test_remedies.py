"""Remedies that are refused.

A line of `refused_remedies.jsonl` names a game, remedies, and the code and parameters of the fault.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from domino_ledger.domain.disputes.events import (
    CorrectPoints,
    CountPips,
    ImposePenalty,
    Remedy,
    Uphold,
    VoidRound,
)
from domino_ledger.domain.events import GameWon
from domino_ledger.domain.game.decide import DealRound, decide
from domino_ledger.domain.game.decrees import penalty_postings
from domino_ledger.domain.game.next_lead import next_lead
from domino_ledger.domain.game.state import Game, standing_of, winners_of
from domino_ledger.domain.scoring.standing import Progress, Standing, standing_at_first
from domino_ledger.domain.tiles import UNSEEN, tile_set

from .builders import altered, any_hand, deal, evolved, new_game, play, tiles, unseen
from .dispute_builders import POINTS, blocks, irregular, ordered, refused_remedies, won, won_once

REFUSED = (Path(__file__).parent / "refused_remedies.jsonl").read_text(encoding="utf-8")
REMEDIES = TypeAdapter[tuple[Remedy, ...]](tuple[Remedy, ...])
LOT = any_hand("block-lot@1", 3, 2)
ANY = tile_set(tiles("6-6 5-4"))
NOBODY_SAW = unseen(LOT, "0 lays 6-6", "1 passes", "0 passes")
RUNNING = play(deal(won_once(), "4-4 4-0", "6-4 6-5", leader=0), "0 lays 4-4")


def partly_seen() -> Game:
    game = new_game(LOT, 2)
    dealt = tiles("6-6 1-0 2-0"), (*tiles("1-1"), UNSEEN, UNSEEN)
    return play(evolved(game, decide(game, DealRound(dealt, None, 0))), "0 lays 6-6", "1 passes")


GAMES = {
    "won": won(),
    "blocked": blocks(),
    "irregular": irregular(),
    "running": RUNNING,
    "voided": ordered(won(), VoidRound(round=0)),
    "void deal": deal(new_game(altered("draw@1", play={"hand": {2: 2}}), 2), "4-3 4-0", "6-4 6-5"),
    "unseen": NOBODY_SAW,
    "unseen, running": unseen(LOT, "0 lays 6-6"),
    "partly seen": partly_seen(),
}


def as_tuples(value: Any) -> Any:
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


@pytest.mark.parametrize("line", REFUSED.splitlines())
def test_a_refused_ruling(line: str) -> None:
    game, remedies, code, params = json.loads(line)
    fault = code, {key: as_tuples(value) for key, value in params.items()}
    assert refused_remedies(GAMES[game], *REMEDIES.validate_python(remedies)) == fault


def test_the_penalties_of_a_game_have_a_limit_together() -> None:
    """Each penalty costs two million pips, a million for each of two seats."""
    dear = ImposePenalty(round=0, seat=0, offence="revoke", pips_to_others=10**6)
    least = ImposePenalty(round=0, seat=1, offence="revoke", pips_to_others=1)
    game = ordered(ordered(blocks(), *[dear] * 300), *[dear] * 200)
    paid = penalty_postings(game.table.sides, game.decrees.of(0), 1)
    assert sum(posting.amount for posting in paid if posting.amount > 0) == 10**9
    high = "penalties-too-high", {"most": 10**9, "given": 10**9 + 2}
    assert refused_remedies(game, least) == high
    assert ordered(game, ImposePenalty(round=0, seat=1, offence="time")).judged[0].facts.settled


def revoked(points: int) -> ImposePenalty:
    """Seat 1 revoked in round 1: the round is void, and the seat after it leads the next."""
    penalty = {"round": 1, "seat": 1, "offence": "revoke", "points_to_others": points}
    return ImposePenalty.model_validate(penalty | {"voids_round": True, "next_lead": "offended"})


def test_a_revoke_stops_the_round_and_costs_points_beside_it() -> None:
    after = ordered(RUNNING, revoked(0))
    assert (after.running, after.judged[1].void) == (None, True)
    assert standing_of(after) == Standing((11, 0), None, 1)
    assert next_lead(after, (ANY, ANY)).seats == {0}
    fined = ordered(RUNNING, revoked(1))
    assert standing_of(fined) == Standing((12, 0), (0,), 1)
    assert fined.won == GameWon(seats=(0,))


def test_a_fine_beside_a_void_round_goes_when_the_round_is_upheld() -> None:
    upheld = ordered(ordered(won(), revoked(5)), Uphold(round=1))
    assert (upheld.judged[1].fine, standing_of(upheld).scores) == (None, (27, 0))


def test_in_a_game_of_one_round_a_fine_is_no_round() -> None:
    rules = any_hand("block-lot@1", 2, 2)
    dealt = deal(new_game(rules, 2), "4-4 4-0", "6-4 6-5", leader=0)
    penalty = {"round": 0, "seat": 1, "offence": "revoke", "voids_round": True}
    fined = ordered(dealt, ImposePenalty.model_validate(penalty | {"points_to_others": 3}))
    assert standing_of(fined) == Standing((3, 0), None, 0)


def test_what_is_ruled_on_together_with_a_remedy_that_it_needs() -> None:
    penalty = ImposePenalty(round=0, seat=0, offence="revoke", points_off=1)
    assert ordered(irregular(), Uphold(round=0), penalty).judged[0].facts.settled
    assert ordered(RUNNING, VoidRound(round=1)).running is None
    points, counted = CorrectPoints(round=0, points=(5, 0)), CountPips(round=0, pips=(3, 5))
    after = ordered(NOBODY_SAW, points, counted)
    assert (after.judged[0].facts.pips, after.judged[0].score) == ((3, 5), ((0,), (5, 0)))
    assert winners_of(after) == (0,)


def test_the_next_round_may_depend_on_a_fine() -> None:
    rules = POINTS.score.model_copy(update={"tied": "leading-side"})
    sides = (0,), (1,)
    first = Progress(standing_at_first(rules, sides))
    fined = first.after(rules, sides, None, (5, 0), None)
    assert (fined.before.points, fined.standing.scores) == ((5, 0), (5, 0))
    assert fined.after(rules, sides, None, None, None) is fined
    assert fined.after(rules, sides, None, (1, 0), None).standing.scores == (6, 0)
    no_points = rules.model_copy(update={"points": "none", "target": None})
    unscored = Progress(standing_at_first(no_points, sides))
    assert unscored.after(no_points, sides, None, (1, 0), None) is unscored
