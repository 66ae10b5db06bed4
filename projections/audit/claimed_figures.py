"""The figures against which claims are checked."""

from collections.abc import Collection
from typing import Any

from domain.block_verdicts import NOT_KNOWN, READINGS
from domain.events import Seat, TileLaid
from domain.game.state import Game
from domain.hidden.inference import hindsight
from domain.round.facts import last_to_lay
from domain.round.legal import legal_moves
from domain.round.state import Round, as_dealt, evolve
from domain.scoring.score import RoundScore, standing
from domain.tiles import SEEN, names_of

from ..results.block_verdicts import readings_of
from ..results.game_result import GameResult, RoundResult, net_of_game
from ..results.hidden_tiles import certain_figures, certain_standing
from ..results.sides import points_by_team, teams_of
from .claim_check import Found

Json = dict[str, Any]

BY_SIDE = frozenset({"points", "scores", "team_points", "team_scores"})
"""Claims with a figure a side, in the order of the record's teams."""

_NOBODY = {"blocker": None, "assistant": None, "move": None}


def round_figures(counted: GameResult, found: RoundResult, claimed: Collection[str]) -> Found:
    """By claim, the figure of a round; figures that these rules do not have are left out.

    A round without a result has no winners, points or money. Slow figures are found only if they
    are ``claimed``.
    """
    game, rules = counted.game, counted.rules
    certain = certain_figures(counted, found)
    winners, points, net = certain.winners, certain.points, certain.net
    if not found.facts.counts:
        winners, points = RoundScore((), standing(rules.score, game.table.sides, ()).scores)
        net = (0,) * game.table.seats
    figures: Json = {
        "pips": list(certain.pips),
        "winners": listed(winners),
        "left_in_hand": None if found.round.report is not None else left_in_hand(found.round),
    }
    if rules.score.points != "none":
        figures["points"] = points_by_team(game, points)
        if game.table.play.partners:
            figures["team_points"] = figures["points"]
    if rules.payout is not None:
        figures["net"] = listed(net)
    if "choices" in claimed:
        figures["choices"] = choices(found.round)
    if "scores" in claimed and rules.score.points != "none":
        figures["scores"] = _scores_after(game, found.number)
    known = {name: figure for name, figure in figures.items() if figure is not None}
    partly_known = {name for name, figure in known.items() if None in figure}
    unknown = frozenset(figures.keys() - known.keys() | partly_known)
    result = Found(known | {"last_to_lay": last_to_lay(found.round)}, unknown)
    if "readings" in claimed or "net_by_reading" in claimed:
        return _with_readings(result, counted, found)
    return result


def _scores_after(game: Game, number: int) -> list[int] | None:
    """The scores up to this round; None if they depend on a ruling or on unseen tiles."""
    assert game.played is not None
    totals = next(each.totals for each in game.played.all if each.number == number)
    return None if totals.waiting else points_by_team(game, totals.standing.scores)


def listed(figures: tuple[int, ...] | None) -> list[int] | None:
    """The figures as a list, for JSON."""
    return None if figures is None else list(figures)


def _with_readings(result: Found, counted: GameResult, found: RoundResult) -> Found:
    """Add the blocker and the net amounts under every reading with a verdict."""
    readings = readings_of(counted, found)
    net = result.figures.get("net")
    if readings is None:
        nets = {} if net is None else dict.fromkeys(READINGS, net)
        by_reading: Json = {"readings": dict.fromkeys(READINGS, _NOBODY), "net_by_reading": nets}
        return Found(result.figures | by_reading, result.unknown)
    answers = {
        name: (verdict, move, net)
        for name, (verdict, move, net) in readings.items()
        if verdict.status != "undetermined"
    }
    by_reading = {
        "readings": {
            name: {"blocker": verdict.blocker, "assistant": verdict.assistant, "move": move}
            for name, (verdict, move, _) in answers.items()
        },
        "net_by_reading": {
            name: list(net) for name, (_, _, net) in answers.items() if net is not None
        },
    }
    depends = found.score is None or NOT_KNOWN in (each.verdict for each in readings.values())
    unknown = by_reading.keys() if depends else ()
    return Found(result.figures | by_reading, result.unknown.union(unknown))


def game_figures(result: GameResult) -> Found:
    """By claim, the figure of the game; figures that these rules do not have are left out.

    In a game in which nothing counts yet, nobody gets anything.
    """
    game, stands = result.game, certain_standing(result)
    if stands is None:
        return Found({}, _OF_A_GAME)
    winners, scores = stands.winners or (), points_by_team(game, stands.scores)
    figures: Json = {"winners": list(winners)}
    if scores is not None:
        figures |= {"scores": scores, "points": scores}
    if game.table.play.partners:
        figures |= {"team_scores": scores, "winning_team": _winning_team(game, winners)}
    if not result.complete:
        return Found(figures, frozenset({"net"}))
    if result.rules.payout is None:
        return Found(figures)
    if any(found.net is None for found in result.counted):
        return Found(figures, frozenset({"net"}))
    return Found(figures | {"net": list(net_of_game(result) or (0,) * game.table.seats)})


_OF_A_GAME = frozenset({"winners", "scores", "points", "team_scores", "winning_team", "net"})


def _winning_team(game: Game, winners: tuple[Seat, ...]) -> int | None:
    teams = enumerate(teams_of(game))
    return next((team for team, seats in teams if set(seats) <= set(winners)), None)


def left_in_hand(round: Round) -> list[list[str] | None]:
    """By seat, the names of the tiles left; None if some are unseen."""
    return [names_of(hand) if hand <= SEEN else None for hand in hindsight(round).hands]


def choices(round: Round) -> list[int] | None:
    """The number of legal placements at each lay-down; ends with equal pips count once.

    None if it depends on unseen tiles.
    """
    round = hindsight(round)
    if round.start.unseen:
        return None
    counts = []
    before = as_dealt(round)
    for event in round.events:
        if isinstance(event, TileLaid):
            pips = {end.name: end.pip for end in before.front.ends}
            lays = (move for move in legal_moves(before) if isinstance(move, TileLaid))
            counts.append(len({(lay.tile, pips.get(lay.end or ""), lay.open) for lay in lays}))
        before = evolve(before, event)
    return counts
