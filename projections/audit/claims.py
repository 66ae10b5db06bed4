"""Claims in a record about its results, compared with the figures that the ledger finds."""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from ...domain.block_verdicts import NOT_KNOWN, READINGS
from ...domain.events import TileLaid
from ...domain.faults.codes import Params, frozen
from ...domain.game.state import Game, Played, lead_after_round
from ...domain.hidden.inference import hindsight
from ...domain.round.course import last_to_lay
from ...domain.round.legal import legal_moves
from ...domain.round.state import Round
from ...domain.scoring.standing import standing_at_first
from ...domain.seats import Sides
from ...domain.tiles import SEEN, names_of, tile_named
from ...ledger.transcript.game import Unchecked, Violation
from ..messages.bonuses import bonuses_json
from ..results.block_verdicts import before_acts, readings_of
from ..results.game_result import GameResult, RoundResult, net_of_game
from ..results.hidden_tiles import certain_figures, certain_standing
from ..results.sides import points_by_team, teams_of

Figures = Mapping[str, Any]
"""By the name of a claim, the figure."""

_OF_A_GAME = frozenset(
    {"winners", "games", "scores", "points", "team_scores", "winning_team", "net"}
)
_BY_SIDE = frozenset({"points", "scores", "team_points", "team_scores"})
"""Claims with a figure a side, in the order of the record's teams."""
_BY_READING = frozenset({"readings", "net_by_reading"})


class Found(NamedTuple):
    """The figures that the ledger finds."""

    figures: Figures
    """Without those that the rules do not have. None in a list by seat: uncertain."""
    unknown: frozenset[str] = frozenset()
    """Figures that depend on unseen tiles, wholly or partly."""


# -- Comparing


def check_claims(
    round: int | None, claims: Figures, found: Found, sides: Sides
) -> tuple[list[Violation], list[Unchecked]]:
    """The false claims about this round, or the game, and those that cannot be checked.

    ``sides``: in the order of the record's teams.
    """
    false: list[Violation] = []
    unchecked: list[Unchecked] = []
    for name, claimed in claims.items():
        differences = list(false_claims({name: claimed}, found.figures))
        more: Params = {"sides": sides} if name in _BY_SIDE else {}
        false += (Violation(round, None, "false-claim", {**each, **more}) for each in differences)
        if claimed is not None and name in found.unknown and not differences:
            unchecked.append(Unchecked(round, None, "false-claim", {"claim": name}))
    return false, unchecked


def false_claims(claims: Figures, found: Figures) -> Iterator[Params]:
    """The parameters of each claim that differs. One that is null, or has no figure, is ignored."""
    for name, claimed in claims.items():
        if claimed is not None and name in found:
            yield from _differences(name, frozen(claimed), frozen(found[name]))


def _differences(name: str, claimed: Any, found: Any) -> Iterator[Params]:
    if isinstance(claimed, dict) and isinstance(found, dict):
        for key in claimed:
            # In a reading, null means that nobody blocked or assisted.
            if key in found and (claimed[key] is not None or not isinstance(found[key], tuple)):
                yield from _differences(f"{name}.{key}", claimed[key], found[key])
    elif not _agree(_comparable(name, claimed), _comparable(name, found)):
        yield {"claim": name, "claimed": claimed, "found": found}


def _agree(claimed: Any, found: Any) -> bool:
    if isinstance(claimed, tuple) and isinstance(found, tuple) and len(claimed) == len(found):
        pairs = zip(claimed, found, strict=True)
        return all(other is None or one == other for one, other in pairs)
    return bool(claimed == found)


def _comparable(name: str, figure: Any) -> Any:
    """Sort winners, leaders, bonuses and tiles left in hands: their order does not matter."""
    try:
        if name == "winners":
            return tuple(sorted(figure))
        if name == "next":
            return tuple(sorted(figure)) if isinstance(figure, tuple) else (figure,)
        if name == "bonuses":
            return sorted(json.dumps(bonus, sort_keys=True) for bonus in figure)
        if name == "left_in_hand":
            return tuple(hand and sorted(map(tile_named, hand)) for hand in figure)
    except (TypeError, ValueError):
        pass
    return figure


# -- The figures


def round_figures(counted: GameResult, found: RoundResult, claimed: Collection[str]) -> Found:
    """By claim, the figure of a round; figures that these rules do not have are left out.

    A round without a result has no winners, points or money. Slow figures are found only if they
    are ``claimed``.
    """
    game, rules, round = counted.game, counted.rules, found.round
    pips, winners, points, net = certain_figures(counted, found)
    if not found.facts.counts:
        winners, points = (), standing_at_first(rules.score, game.table.sides).scores
        net = (0,) * game.table.seats
    by_team = points_by_team(game, points)
    figures: dict[str, Any] = {
        "pips": pips,
        "winners": winners,
        "left_in_hand": None
        if round.report is not None
        else [names_of(hand) if hand <= SEEN else None for hand in hindsight(round).hands],
    }
    if rules.score.points != "none":
        figures["points"] = by_team
        if game.table.play.partners:
            figures["team_points"] = by_team
    if rules.payout is not None:
        figures["net"] = net
    if "choices" in claimed:
        figures["choices"] = _choices(round)
    if "scores" in claimed and rules.score.points != "none":
        figures["scores"] = _scores_after(game, found.number)
    if "bonuses" in claimed and rules.score.points != "none":
        figures["bonuses"] = None if points is None else bonuses_json(counted.bonuses_of(found))
    if "next" in claimed:
        figures["next"] = _leaders_after(game, found.number)
    unknown = {name for name, figure in figures.items() if figure is None or None in figure}
    known = {name: figure for name, figure in figures.items() if figure is not None}
    if not _BY_READING.isdisjoint(claimed):
        more = _by_reading(counted, found, known.get("net"))
        known |= more.figures
        unknown |= more.unknown
    return Found(known | {"last_to_lay": last_to_lay(round)}, frozenset(unknown))


def _leaders_after(game: Game, number: int) -> list[int] | None:
    """Who may lead after this round; none if the first lead is made again, or the game is over.

    None: it depends on what is not known.
    """
    played = _played_up_to(game, number)
    then = game._replace(past=played.earlier, current=played.last.round)
    rule, seats = lead_after_round(then)
    if rule == "first-lead" or then.totals.standing.winners is not None:
        return []
    return None if rule is None else sorted(seats)


def _scores_after(game: Game, number: int) -> list[int] | None:
    """The scores up to this round; None if they depend on a ruling or on unseen tiles."""
    totals = _played_up_to(game, number).totals
    return None if totals.waiting else points_by_team(game, totals.standing.scores)


def _played_up_to(game: Game, number: int) -> Played:
    assert game.played is not None
    return next(each for each in game.played.all if each.number == number)


def _by_reading(counted: GameResult, found: RoundResult, net: tuple[int, ...] | None) -> Found:
    """The blocker and the net amounts under every reading with a verdict."""
    readings = readings_of(counted, found)
    if readings is None:
        nobody = {"blocker": None, "assistant": None, "move": None}
        nets = {} if net is None else dict.fromkeys(READINGS, net)
        return Found({"readings": dict.fromkeys(READINGS, nobody), "net_by_reading": nets})
    answers = {
        name: each for name, each in readings.items() if each.verdict.status != "undetermined"
    }
    blockers = {
        name: {"blocker": verdict.blocker, "assistant": verdict.assistant, "move": move}
        for name, (verdict, move, _) in answers.items()
    }
    nets = {name: each.net for name, each in answers.items() if each.net is not None}
    depends = found.score is None or NOT_KNOWN in (each.verdict for each in readings.values())
    figures = {"readings": blockers, "net_by_reading": nets}
    return Found(figures, frozenset(figures if depends else ()))


def game_figures(result: GameResult) -> Found:
    """By claim, the figure of the game; figures that these rules do not have are left out.

    In a game in which nothing counts yet, nobody gets anything.
    """
    game, stands = result.game, certain_standing(result)
    if stands is None:
        return Found({}, _OF_A_GAME)
    winners, scores = stands.winners or (), points_by_team(game, stands.scores)
    figures: dict[str, Any] = {"winners": winners, "games": result.counts_as if winners else 0}
    if scores is not None:
        figures |= {"scores": scores, "points": scores}
    if game.table.play.partners:
        won = (team for team, seats in enumerate(teams_of(game)) if set(seats) <= set(winners))
        figures |= {"team_scores": scores, "winning_team": next(won, None)}
    paid = result.rules.payout is not None
    if not result.complete or (paid and any(found.net is None for found in result.counted)):
        return Found(figures, frozenset({"net"}))
    if paid:
        figures["net"] = net_of_game(result) or (0,) * game.table.seats
    return Found(figures)


def _choices(round: Round) -> list[int] | None:
    """The number of legal lays at each lay, by pips; None if it depends on unseen tiles."""
    round = hindsight(round)
    if round.start.unseen:
        return None
    counts = []
    for before, act in zip(before_acts(round), round.acts, strict=True):
        if isinstance(act, TileLaid):
            pips = {end.name: end.pip for end in before.front.ends}
            lays = (move for move in legal_moves(before) if isinstance(move, TileLaid))
            counts.append(len({(lay.tile, pips.get(lay.end or ""), lay.open) for lay in lays}))
    return counts
