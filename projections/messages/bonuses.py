"""Bonuses in words."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ...domain.events import BonusName
from ..as_json import Json
from . import mark, text
from .templates import Template, Wording

if TYPE_CHECKING:
    from ...domain.scoring.bonuses import Bonus

_NAMES: Mapping[BonusName, str] = {
    "capicua": mark("capicúa"),
    "chuchazo": mark("chuchazo"),
    "opening-pass": mark("opening pass"),
    "round-pass": mark("round pass"),
    "each-pass": mark("forced pass"),
    "out": mark("going out"),
    "round": mark("bonus of the round"),
    "carry": mark("carried over"),
}


def bonus_text(name: BonusName) -> str:
    """What a bonus is called."""
    return text(_NAMES[name])


def bonus_names(bonuses: "Iterable[Bonus]") -> list[str]:
    """What these bonuses are called, each kind once, with how many there are of several."""
    numbers = Counter(bonus.name for bonus in bonuses)
    return [
        text("{bonus} x {number}", bonus=bonus_text(name), number=number)
        if number > 1
        else bonus_text(name)
        for name, number in numbers.items()
    ]


def bonuses_json(bonuses: "Iterable[Bonus]") -> list[Json]:
    """Each bonus, with what is known of it."""
    return [
        {name: value for name, value in bonus._asdict().items() if value is not None}
        for bonus in bonuses
    ]


def _for(bonus: BonusName, one: str, many: str) -> Template:
    return Template((one, many), {"bonus": bonus}, "points")


EXPLAINED: Wording = (
    _for(
        "capicua",
        "{number} point for {players}: {player} is out with a capicúa, which fits both ends",
        "{number} points for {players}: {player} is out with a capicúa, which fits both ends",
    ),
    _for(
        "chuchazo",
        "{number} point for {players}: {player} is out with 0-0, a chuchazo",
        "{number} points for {players}: {player} is out with 0-0, a chuchazo",
    ),
    _for(
        "opening-pass",
        "{number} point for {players}: the next player had to pass after the lead of {player}",
        "{number} points for {players}: the next player had to pass after the lead of {player}",
    ),
    _for(
        "round-pass",
        "{number} point for {players}: after a tile of {player} all others had to pass",
        "{number} points for {players}: after a tile of {player} all others had to pass",
    ),
    _for(
        "each-pass",
        "{number} point for {players}: the player after {player} had to pass",
        "{number} points for {players}: the player after {player} had to pass",
    ),
    _for(
        "out",
        "{number} point for {players}: {player} is out",
        "{number} points for {players}: {player} is out",
    ),
    _for(
        "round",
        "{number} point for {players}: the bonus for winning this round",
        "{number} points for {players}: the bonus for winning this round",
    ),
    _for(
        "carry",
        "{number} point for {players}: carried over from a round that nobody won",
        "{number} points for {players}: carried over from rounds that nobody won",
    ),
)
"""Why points beside those for hands were counted."""
