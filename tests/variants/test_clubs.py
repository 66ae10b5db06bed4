"""The rules clubs play agree with an independent referee: each round, its bonuses, and the game."""

import json
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

from domino_ledger.domain.events import GameOpened, RoundDealt, RoundReported, TurnPassed
from domino_ledger.domain.game.state import Game, evolve_game, open_game
from domino_ledger.domain.round.lead import ANY_TILE
from domino_ledger.domain.round.legal import advance_legal, legal_moves
from domino_ledger.domain.tiles import bit, tile_named

from .referee import Refereed, current, tiles, written

FILES = sorted((Path(__file__).parents[1] / "data" / "clubs").glob("*.jsonl"))
ROUNDS = [
    Refereed(f"{file.stem}-{number}", json.loads(line))
    for file in FILES
    for number, line in enumerate(file.read_text().splitlines())
]


def before_the_round(given: Refereed) -> Game:
    """The game after its earlier rounds, as results that add up to the same, and the deal."""
    said = given.said
    players = tuple(UUID(int=seat + 1) for seat in range(said["seats"]))
    game = open_game(GameOpened(record=given.name, rules=given.rules, players=players))
    scores = tuple(said["scores_before"][side[0]] for side in game.table.sides)
    ties, scored = said["carry"] or 0, any(scores)
    nobody = RoundReported(winners=(), points=(0,) * len(scores))
    rounds = [nobody] * (said["round"] - 1 - ties - scored)
    if scored:
        best = game.table.sides[scores.index(max(scores))]
        rounds.append(RoundReported(winners=best, points=scores))
    for round in [*rounds, *[nobody] * ties]:
        game = evolve_game(game, round)
    deal = RoundDealt(
        hands=tuple(map(tiles, said["hands"])),
        boneyard=tiles(said["boneyard"]),
        leader=said["leader"],
    )
    game = evolve_game(game, deal)
    dealt, must = current(game), said["must_lead"]
    lead = ANY_TILE if must is None else bit(tile_named(must))
    return game._replace(current=replace(dealt, start=replace(dealt.start, lead=lead)))


def by_seat(game: Game, of_sides: tuple[int, ...]) -> list[int]:
    return [of_sides[game.table.side_of(seat)] for seat in range(game.table.seats)]


@pytest.mark.unmeasured
@pytest.mark.parametrize("given", ROUNDS, ids=lambda given: given.name)
def test_a_round(given: Refereed) -> None:
    game, said = before_the_round(given), given.said
    round = current(game)
    for number, (act, legal) in enumerate(zip(given.acts, given.legal, strict=True)):
        if round.ended is not None:  # The referee lists the passes that show a block.
            assert isinstance(act, TurnPassed)
            continue
        assert {written(move) for move in legal_moves(round)} == legal, number
        round = advance_legal(round, act)
    game = game._replace(current=round)
    judged = game.judged[-1]
    assert (judged.facts.ended, list(judged.facts.pips)) == (said["ended"], said["pips"])
    score = judged.score
    assert score is not None
    assert list(score.winners) == said["winners"]
    standing = game.totals.standing
    assert by_seat(game, standing.scores or ()) == said["scores_after"]
    assert standing.winners == (None if said["game"] is None else tuple(said["game"]))
