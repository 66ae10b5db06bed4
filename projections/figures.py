"""The figures that a writer's claims are held against."""

from collections.abc import Collection
from typing import Any

from domain.events import Seat, TileLaid
from domain.facts import last_to_lay
from domain.game import Game
from domain.legal import legal_moves
from domain.readings import READINGS
from domain.round import Round, evolve, new_round
from domain.score import RoundScore, standing
from domain.tiles import names_of

from .blame import readings_of
from .rulings import GameRuling, RoundRuling, net_of_game
from .teams import points_by_team, teams_of

Json = dict[str, Any]

_NOBODY = {"blocker": None, "assistant": None, "move": None}


def round_figures(ruling: GameRuling, found: RoundRuling, claimed: Collection[str]) -> Json:
    """By the name of a claim, what is found; what these rules do not know is left out.

    Of a round without a result, what has come of it so far: nobody has won or gets anything.
    What is slow to find is looked for only where it is ``claimed``.
    """
    game = ruling.game
    so_far = RoundScore((), standing(ruling.rules.score, game.table.sides, ()).scores)
    winners, points = found.score or so_far
    figures: Json = {
        "pips": list(found.facts.pips),
        "winners": list(winners),
        "last_to_lay": last_to_lay(found.round),
        "left_in_hand": left_in_hand(found.round),
    }
    if points is not None:
        figures["points"] = points_by_team(game, points)
    if points is not None and game.table.play.partners:
        figures["team_points"] = figures["points"]
    if ruling.rules.payout is not None:
        figures["net"] = list(found.net or (0,) * game.table.seats)
    if "choices" in claimed:
        figures["choices"] = choices(found.round)
    if "readings" in claimed or "net_by_reading" in claimed:
        figures |= _by_reading(ruling, found, figures.get("net"))
    return figures


def _by_reading(ruling: GameRuling, found: RoundRuling, net: list[int] | None) -> Json:
    """Who blocked, and the net, under every reading that comes to an answer."""
    readings = readings_of(ruling, found)
    if readings is None:
        nets = {} if net is None else dict.fromkeys(READINGS, net)
        return {"readings": dict.fromkeys(READINGS, _NOBODY), "net_by_reading": nets}
    answers = {
        name: (verdict, move, net)
        for name, (verdict, move, net) in readings.items()
        if verdict.status != "undetermined"
    }
    return {
        "readings": {
            name: {"blocker": verdict.blocker, "assistant": verdict.assistant, "move": move}
            for name, (verdict, move, _) in answers.items()
        },
        "net_by_reading": {
            name: list(net) for name, (_, _, net) in answers.items() if net is not None
        },
    }


def game_figures(ruling: GameRuling) -> Json:
    """By the name of a claim, what is found; what these rules do not know is left out.

    Of a game in which nothing counts yet, what has come of it so far: nobody gets anything.
    """
    game, winners = ruling.game, ruling.winners or ()
    scores = points_by_team(game, ruling.standing.scores)
    figures: Json = {"winners": list(winners)}
    if scores is not None:
        figures |= {"scores": scores, "points": scores}
    if game.table.play.partners:
        figures |= {"team_scores": scores, "winning_team": _winning_team(game, winners)}
    if ruling.rules.payout is not None:
        figures["net"] = list(net_of_game(ruling) or (0,) * game.table.seats)
    return figures


def _winning_team(game: Game, winners: tuple[Seat, ...]) -> int | None:
    teams = enumerate(teams_of(game))
    return next((team for team, seats in teams if set(seats) <= set(winners)), None)


def left_in_hand(round: Round) -> list[list[str]]:
    """By seat, the names of the tiles left."""
    return [names_of(hand) for hand in round.hands]


def choices(round: Round) -> list[int]:
    """The number of legal placings at each lay-down; an end is told by the pips it shows."""
    counts = []
    before = new_round(round.table, round.deal, round.start.lead)
    for event in round.events:
        if isinstance(event, TileLaid):
            pips = {end.name: end.pip for end in before.front.ends}
            lays = (move for move in legal_moves(before) if isinstance(move, TileLaid))
            counts.append(len({(lay.tile, pips.get(lay.end or "")) for lay in lays}))
        before = evolve(before, event)
    return counts
