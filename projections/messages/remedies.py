"""Sentences about remedies and rulings, with the names of the players."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, assert_never

from ...domain.disputes import events as ordered
from ...domain.game.state import Game
from ...domain.rules.rule_set import Offence, Penalty
from ..days import day_of
from ..results.sides import points_by_team, teams_of
from . import all_of, by_name, mark, plural, text
from .faults import player
from .formats import day_text
from .templates import Templates, filled

if TYPE_CHECKING:
    from ..results.disputes import Ruling


def remedy_text(remedy: ordered.Remedy, game: Game, names: Sequence[str]) -> str:
    """The remedy as a sentence; ``names`` by seat."""
    match remedy:
        case ordered.Uphold():
            return text("round {round} stands as it was played", round=remedy.round)
        case ordered.VoidRound():
            return text("round {round} is void", round=remedy.round)
        case ordered.ReplayRound():
            return text("round {round} is void, and is played again", round=remedy.round)
        case ordered.VoidGame():
            return text("the game is void")
        case ordered.NameBlocker():
            seats = remedy.blocker, remedy.assistant
            blocker, assistant = (None if seat is None else player(seat, names) for seat in seats)
            values = {"seat": blocker, "assistant": assistant, "round": remedy.round}
            return filled(_BLOCKER["blocker"], values, values)
        case ordered.CountPips():
            pips = _figures(names, remedy.pips)
            return text("the pips left in round {round} are {pips}", round=remedy.round, pips=pips)
        case ordered.CorrectPoints():
            sides = [all_of(names[seat] for seat in side) for side in teams_of(game)]
            fit = len(remedy.points) == len(game.table.sides)
            by_team = points_by_team(game, remedy.points) if fit else None
            points = _figures(sides, by_team or remedy.points)
            template = mark("the points of round {round} are {points}")
            return text(template, round=remedy.round, points=points)
        case ordered.ImposePenalty():
            return text(
                "{seat} is penalized in round {round}: {offence}, {cost}",
                seat=player(remedy.seat, names),
                round=remedy.round,
                offence=offence_text(remedy.offence),
                cost=cost_text(remedy),
            )
        case _:
            assert_never(remedy)


_BLOCKER: Templates = {
    "blocker": (
        "{seat}, assisted by {assistant}, blocked round {round}",
        "{seat} blocked round {round}",
        "nobody blocked round {round}",
    )
}


def _figures(names: Sequence[str], figures: Sequence[int]) -> str:
    """The figures of a ruling; without names if it has another number of them than the game."""
    fits = len(figures) == len(names)
    return by_name(names, figures) if fits else " ".join(map(str, figures))


_OFFENCES: Mapping[Offence, str] = {
    "revoke": mark("revoke"),
    "wrong-tile": mark("wrong tile"),
    "exposed-tile": mark("exposed tile"),
    "out-of-turn": mark("play out of turn"),
    "overdraw": mark("too many tiles drawn"),
    "wrong-count": mark("wrong count"),
    "signalling": mark("signals to the partner"),
    "time": mark("slow play"),
    "absent": mark("absence"),
}


def offence_text(offence: Offence) -> str:
    """The offence in a word or two."""
    return text(_OFFENCES[offence])


def cost_text(penalty: Penalty | ordered.ImposePenalty) -> str:
    """What a penalty costs, and what else it means."""
    return ", ".join(_costs(penalty)) or text("a warning")


def _costs(penalty: Penalty | ordered.ImposePenalty) -> Iterator[str]:
    yield from point_costs(penalty.points_off, penalty.points_to_others)
    if penalty.pips_to_others:
        yield plural(
            "{number} pip to each seat of another side",
            "{number} pips to each seat of another side",
            penalty.pips_to_others,
        )
    if penalty.voids_round:
        yield text("the round is void")
    if penalty.next_lead == "offended":
        yield text("the next player leads the next round")


def point_costs(points_off: int, points_to_others: int) -> Iterator[str]:
    """What a penalty costs in points, in words."""
    if points_off:
        yield plural("{number} point off", "{number} points off", points_off)
    if points_to_others:
        yield plural(
            "{number} point to each other side",
            "{number} points to each other side",
            points_to_others,
        )


def ruled_by_text(ruling: "Ruling", zone: tzinfo | None = None) -> str:
    """Who made a ruling, on which day in this time zone (`day_of`), and why."""
    template = (
        mark("ruled by {by}, {day}, on dispute {dispute}: {reason}")
        if ruling.reason
        else mark("ruled by {by}, {day}, on dispute {dispute}")
    )
    values = ruling._asdict() | {"day": day_text(day_of(ruling.at, zone))}
    return text(template, **values)


def ruling_text(
    ruling: "Ruling", game: Game, names: Sequence[str], zone: tzinfo | None = None
) -> str:
    """A ruling in one sentence; its day is that of this time zone (`day_of`)."""
    remedies = "; ".join(remedy_text(remedy, game, names) for remedy in ruling.remedies)
    ruled = ruled_by_text(ruling, zone)
    return text("Ordered: {remedies} ({ruled})", remedies=remedies, ruled=ruled)
