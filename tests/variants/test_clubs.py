"""The rules clubs play agree with an independent referee: each round, its bonuses, and the game."""

import json
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

from domino_ledger.domain.events import GameOpened, RoundDealt, RoundReported
from domino_ledger.domain.game.state import Game, evolve_game, lead_after_round, open_game
from domino_ledger.domain.round.lead import ANY_TILE
from domino_ledger.domain.scoring.bonuses import Bonus
from domino_ledger.domain.scoring.score import bonuses_in, hands_left, points_that_count, way_of
from domino_ledger.domain.scoring.standing import counts_as
from domino_ledger.domain.tiles import bit, tile_named

from .fives_and_threes import points_in_play, refused
from .referee import Json, Refereed, by_seat, current, played_out, tiles

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


@pytest.mark.unmeasured
@pytest.mark.parametrize("given", ROUNDS, ids=lambda given: given.name)
def test_a_round(given: Refereed) -> None:
    game, said = played_out(before_the_round(given), given), given.said
    round = current(game)
    if given.rules.score.in_play != "none":
        assert points_in_play(round) == said["points_in_play"][: len(round.acts)]
        assert refused(round) == [(each["move"], each["points"]) for each in said["refused"]]
    judged = game.judged[-1]
    assert (judged.facts.ended, list(judged.facts.pips)) == (said["ended"], said["pips"])
    score, rules = judged.score, given.rules.score
    assert score is not None
    assert score.points is not None
    assert list(score.winners) == said["winners"]
    in_play = points_that_count(rules, hands_left(rules, judged.facts, judged.before))
    made = [sum(in_play[seat] for seat in side) for side in game.table.sides]
    points = tuple(own - side for own, side in zip(score.points, made, strict=True))
    assert by_seat(game, points) == said["points"]
    bonuses = bonuses_in(rules, game.table, judged.facts, judged.before)
    assert sorted(map(as_said, bonuses), key=str) == sorted(said["bonuses"], key=str)
    if said.get("way") is not None:
        assert way_of(rules, judged.facts) == said["way"]
    totals = game.totals
    assert by_seat(game, totals.standing.scores or ()) == said["scores_after"]
    assert totals.standing.winners == (None if said["game"] is None else tuple(said["game"]))
    if said["game"] is not None:
        assert counts_as(rules, game.table.sides, totals.standing) == said["games"]
        return
    assert totals.standing.led_anew is bool(said.get("reset"))
    if said.get("carry_next") is not None:
        assert totals.before.carried == said["carry_next"]
    rule, seats = lead_after_round(game)
    leaders = sorted(seats) if len(seats) > 1 else next(iter(seats), None)
    assert (None if rule == "first-lead" else leaders) == said["next"]


def as_said(bonus: Bonus) -> Json:
    """A bonus as the referee writes it."""
    worth = {"points": bonus.points} if bonus.factor is None else {"factor": bonus.factor}
    return {
        "name": bonus.name,
        "seat": bonus.seat,
        "side": list(bonus.side),
        **worth,
        "move": bonus.move,
    }


def test_every_row_has_rounds() -> None:
    assert len(ROUNDS) == 84
