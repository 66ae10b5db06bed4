"""The names of open ends, as people type and read them.

Records name a train by the index of its seat: `train-0-left`. People name it by the player whose it
is, or count from 1: `train Ana left`, `train 1 left`. All other ends have the names of records.
"""

import re
from collections.abc import Sequence

from ...domain.events import EndName
from ...domain.layout.line import LEFT, RIGHT
from ...domain.tiles import WILD, Pip
from . import mark, text

_TRAIN = re.compile(r"train-(\d+)(?:-(left|right))?")
_TRAINS = {
    None: mark("train {player}"),
    "left": mark("train {player} left"),
    "right": mark("train {player} right"),
}
"""By the side of the train that grows, if it grows at both; as it can be typed."""
_OF_A_LINE = {LEFT: mark("the left end"), RIGHT: mark("the right end")}


def end_text(end: EndName, names: Sequence[str]) -> str:
    """The name of an end; ``names`` by seat, empty if they are not known."""
    found = _TRAIN.fullmatch(end)
    if found is None:
        return end
    return text(_TRAINS[found[2]], player=whose(int(found[1]), names))


def where_text(end: EndName, names: Sequence[str]) -> str:
    """The end in a sentence: of a line `the left end`, of other layouts as in `end_text`."""
    return text(_OF_A_LINE[end]) if end in _OF_A_LINE else end_text(end, names)


def whose(seat: int, names: Sequence[str]) -> str:
    """The player whose train it is; the number of the train, from 1, if the name is not known."""
    return names[seat] if seat < len(names) else str(seat + 1)


def no_pip_text(pip: Pip) -> str:
    """What a hand lacks: halves with this pip, or wild ones."""
    return text("no wild half") if pip == WILD else text("no {pip}", pip=pip)
