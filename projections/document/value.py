"""A page as the plain value that templates print, which JSON could hold.

A block is an object with its name as `block` and its fields. Text of one line has no controls; a
picture and a QR code are SVG.
"""

import re
from collections.abc import Callable, Sequence
from html import escape
from typing import Any, get_args

from ..messages.harmless import plain
from .blocks import Block, Checkpoint, Page, Picture, Step, Stepped
from .qr_code import qr_svg


def page_value(page: Page, drawn: Callable[[Picture], dict[str, Any]]) -> dict[str, Any]:
    """The page; ``drawn``: the fields of a picture, whose words are given as SVG has them."""
    return {"title": line(page.title), "blocks": blocks_value(page.blocks, drawn)}


def blocks_value(
    blocks: Sequence[Block], drawn: Callable[[Picture], dict[str, Any]]
) -> list[dict[str, Any]]:
    """The blocks; ``drawn`` as for `page_value`."""
    return [_value(block, drawn) for block in blocks]


_BLOCKS: tuple[Any, ...] = (Step, *get_args(Block))


def _value(part: Any, drawn: Callable[[Picture], dict[str, Any]]) -> Any:
    match part:
        case str():
            return line(part)
        case Picture():
            trains = _value(part.trains, drawn)
            written = tuple(tuple(map(escape, lines)) for lines in trains)
            fields = {"words": line(part.words), "trains": trains}
            fields |= drawn(part._replace(words=escape(fields["words"]), trains=written))
        case Checkpoint():
            fields = {"note": list(map(plain, part.note.splitlines())), "code": qr_svg(part.note)}
        case _ if isinstance(part, _BLOCKS):
            fields = {name: _value(each, drawn) for name, each in part._asdict().items()}
            if fields.get("code"):
                fields["code"] = qr_svg(part.code)
            svg = ("picture", "course") if isinstance(part, Stepped) else ()
            fields |= {name: getattr(part, name) for name in svg}
        case tuple():
            return [_value(each, drawn) for each in part]
        case _:
            return part
    return {"block": type(part).__name__} | fields


_BEFORE_NUMBER = re.compile(r"([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])(?=[\W_]*[0-9])")
"""A letter from right to left with nothing but signs between it and a number."""


def line(words: str) -> str:
    """One line. A figure after a name from right to left stays after it: a mark ends the name."""
    return _BEFORE_NUMBER.sub("\\1\N{LEFT-TO-RIGHT MARK}", plain(words))
