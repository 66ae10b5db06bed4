"""Remedies in the words of the desk: short, with the names of those they concern."""

from collections.abc import Sequence
from typing import assert_never

from domain.disputes.remedies import (
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
from domain.game.state import Game
from domain.seats import Seat

from ..rulings.sides import points_by_team
from .wording import several


def remedy_text(remedy: Remedy, game: Game, names: Sequence[str]) -> str:
    """One remedy; ``names`` by seat."""
    match remedy:
        case Uphold():
            return f"round {remedy.round} stands as it was played"
        case VoidRound():
            return f"round {remedy.round} is void"
        case ReplayRound():
            return f"round {remedy.round} is void, and is played again"
        case VoidGame():
            return "the game is void"
        case NameBlocker():
            return f"{_blocked(remedy, names)} round {remedy.round}"
        case CountPips():
            return f"the pips left in round {remedy.round} are {' '.join(map(str, remedy.pips))}"
        case CorrectPoints():
            fits = len(remedy.points) == len(game.table.sides)
            by_team = points_by_team(game, remedy.points) if fits else remedy.points
            points = " ".join(map(str, by_team or ()))
            return f"the points of round {remedy.round} are {points}"
        case ImposePenalty():
            return (
                f"{_who(remedy.seat, names)} is penalized in round {remedy.round}: {_cost(remedy)}"
            )
        case _:
            assert_never(remedy)


def _blocked(remedy: NameBlocker, names: Sequence[str]) -> str:
    if remedy.blocker is None:
        return "nobody blocked"
    if remedy.assistant is None:
        return f"{_who(remedy.blocker, names)} blocked"
    return f"{_who(remedy.blocker, names)}, assisted by {_who(remedy.assistant, names)}, blocked"


def _cost(remedy: ImposePenalty) -> str:
    figures = [
        (remedy.points_off, "{} off"),
        (remedy.points_to_others, "{} to each other side"),
    ]
    told = [words.format(several(figure, "point")) for figure, words in figures if figure]
    if remedy.pips_to_others:
        told.append(f"{several(remedy.pips_to_others, 'pip')} to each seat of another side")
    return f"{remedy.offence}, {', '.join(told) or 'a warning'}"


def _who(seat: Seat, names: Sequence[str]) -> str:
    """A seat with its player, where there is such a seat."""
    return f"seat {seat} ({names[seat]})" if seat in range(len(names)) else f"seat {seat}"
