"""Sentences about remedies and rulings, with the names of the players."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, assert_never

from ...domain.disputes.events import (
    CorrectPoints,
    CountPips,
    ImposePenalty,
    NameBlocker,
    Remedy,
    ReplayRound,
    Uphold,
    VoidGame,
    VoidRound,
)
from ...domain.game.state import Game
from ...domain.rules.rule_set import Offence
from ..days import day_of
from ..results.sides import points_by_team, teams_of
from . import all_of, by_name, mark, plural, text
from .faults import player

if TYPE_CHECKING:
    from ..results.disputes import Ruling


def remedy_text(remedy: Remedy, game: Game, names: Sequence[str]) -> str:
    """The remedy as a sentence; ``names`` by seat."""
    match remedy:
        case Uphold():
            return text("round {round} stands as it was played", round=remedy.round)
        case VoidRound():
            return text("round {round} is void", round=remedy.round)
        case ReplayRound():
            return text("round {round} is void, and is played again", round=remedy.round)
        case VoidGame():
            return text("the game is void")
        case NameBlocker():
            return _blocker(remedy, names)
        case CountPips():
            return text(
                "the pips left in round {round} are {pips}",
                round=remedy.round,
                pips=_figures(names, remedy.pips),
            )
        case CorrectPoints():
            return text(
                "the points of round {round} are {points}",
                round=remedy.round,
                points=_points(remedy.points, game, names),
            )
        case ImposePenalty():
            return _penalty(remedy, names)
        case _:
            assert_never(remedy)


def _points(points: tuple[int, ...], game: Game, names: Sequence[str]) -> str:
    fits = len(points) == len(game.table.sides)
    sides = [all_of(names[seat] for seat in side) for side in teams_of(game)]
    return _figures(sides, (points_by_team(game, points) if fits else None) or points)


def _figures(names: Sequence[str], figures: Sequence[int]) -> str:
    """The figures of a ruling; without names if it has another number of them than the game."""
    fits = len(figures) == len(names)
    return by_name(names, figures) if fits else " ".join(map(str, figures))


def _blocker(remedy: NameBlocker, names: Sequence[str]) -> str:
    if remedy.blocker is None:
        return text("nobody blocked round {round}", round=remedy.round)
    blocker = player(remedy.blocker, names)
    if remedy.assistant is None:
        return text("{seat} blocked round {round}", seat=blocker, round=remedy.round)
    return text(
        "{seat}, assisted by {assistant}, blocked round {round}",
        seat=blocker,
        assistant=player(remedy.assistant, names),
        round=remedy.round,
    )


_OFFENCES: Mapping[Offence, str] = {
    "revoke": mark("revoke"),
    "wrong-tile": mark("wrong tile"),
    "exposed-tile": mark("exposed tile"),
    "time": mark("slow play"),
    "absent": mark("absence"),
}


def offence_text(offence: Offence) -> str:
    """The offence in a word or two."""
    return text(_OFFENCES[offence])


def _penalty(remedy: ImposePenalty, names: Sequence[str]) -> str:
    cost = costs(remedy.points_off, remedy.points_to_others, remedy.pips_to_others)
    return text(
        "{seat} is penalized in round {round}: {offence}, {cost}",
        seat=player(remedy.seat, names),
        round=remedy.round,
        offence=offence_text(remedy.offence),
        cost=", ".join(cost) or text("a warning"),
    )


def costs(points_off: int, points_to_others: int, pips_to_others: int) -> Iterator[str]:
    """What a penalty costs; nothing if it is a warning."""
    yield from point_costs(points_off, points_to_others)
    if pips_to_others:
        yield plural(
            "{number} pip to each seat of another side",
            "{number} pips to each seat of another side",
            pips_to_others,
        )


def point_costs(points_off: int, points_to_others: int) -> Iterator[str]:
    """The points of a penalty."""
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
    values = ruling._asdict() | {"day": day_of(ruling.at, zone)}
    return text(template, **values)


def ruling_text(
    ruling: "Ruling", game: Game, names: Sequence[str], zone: tzinfo | None = None
) -> str:
    """A ruling in one sentence; its day is that of this time zone (`day_of`)."""
    remedies = "; ".join(remedy_text(remedy, game, names) for remedy in ruling.remedies)
    ruled = ruled_by_text(ruling, zone)
    return text("Ordered: {remedies} ({ruled})", remedies=remedies, ruled=ruled)
