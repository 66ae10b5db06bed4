"""Steps shown in turn, without scripts.

A picture is made of layers; at each step a layer has a content. A content that stays is written
once, with the steps from and to which it is visible: CSS shows them in turn. Where nothing may
move, or a program cannot, the last step is seen.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from .shapes import number

Layer: TypeAlias = tuple[str, int | str]
"""What it shows, and of which tile, end, seat or line."""
Contents: TypeAlias = dict[Layer, str]
"""The contents of the layers at one step."""

SECONDS = 1.5
"""How long a step is shown."""


class _Shown(NamedTuple):
    """A content of a layer, and from which step, before which step it is visible."""

    content: str
    first: int
    after: int


def in_turn(steps: Sequence[Contents], order: Sequence[str]) -> tuple[str, str]:
    """The styles that show the contents of each step in turn, and all contents.

    ``order``: what layers show, the lowest first.
    """
    body, styles = [], {}
    for content, first, after in _shown(steps, order):
        if (first, after) == (0, len(steps)):
            body.append(content)
            continue
        name = f"s{first}-{after}"
        styles[name] = _style(name, first, after, len(steps))
        body.append(f'<g class="{name}">{content}</g>')
    seconds = number(len(steps) * SECONDS)
    timing = f"[class^=s]{{animation:{seconds}s step-end infinite}}\n" if styles else ""
    return timing + "".join(styles.values()), "\n".join(body)


def _shown(steps: Sequence[Contents], order: Sequence[str]) -> Iterator[_Shown]:
    """Layer by layer, what it shows in turn."""
    layers = dict.fromkeys(layer for step in steps for layer in step)
    for layer in sorted(layers, key=lambda layer: order.index(layer[0])):
        after = 0
        for content, same in groupby(step.get(layer, "") for step in steps):
            first, after = after, after + len(list(same))
            if content:
                yield _Shown(content, first, after)


def _style(name: str, first: int, after: int, steps: int) -> str:
    """A class that is visible at these steps; of a picture that stands still, at the last one."""
    begin, end = (f"{100 * at / steps:.4g}%" for at in (first, after))
    before = "0%{visibility:hidden}" if first else ""
    later = f"{end}{{visibility:hidden}}" if after < steps else ""
    still = "visibility:hidden;" if after < steps else ""
    frames = f"{before}{begin}{{visibility:visible}}{later}"
    return f".{name}{{{still}animation-name:{name}}}@keyframes {name}{{{frames}}}\n"
