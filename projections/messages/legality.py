"""Sentences about the hand that made an act legal, or against the rules."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.layout.line import LEFT, RIGHT
from domain.tiles import WILD, Pip

from ..explain.steps import Code
from . import all_of, mark, one_of, plural, text
from .ends import end_text

Params: TypeAlias = Mapping[str, Any]
Names: TypeAlias = Sequence[str]
"""The players in seat order."""


def _nothing(params: Params, names: Names) -> str:
    values = _hand(params, names)
    if not params["tiles"] and not params["unseen"]:
        return text("{player} held no tile", **values)
    if not params["unseen"]:
        return text("{player} held {tiles}: {missing}", **values)
    if not params["tiles"]:
        return plural(
            "{player} held {number} tile that nobody saw: {missing}, "
            "as all that fit were elsewhere",
            "{player} held {number} tiles that nobody saw: {missing}, "
            "as all that fit were elsewhere",
            params["unseen"],
            **values,
        )
    return plural(
        "{player} held {tiles} and {number} tile that nobody saw: {missing}, "
        "as all that fit were elsewhere",
        "{player} held {tiles} and {number} tiles that nobody saw: {missing}, "
        "as all that fit were elsewhere",
        params["unseen"],
        **values,
    )


def _what_fits(params: Params, names: Names) -> str:
    could = params["could"]
    return plural(
        "{player} held {could}, which fits",
        "{player} held {could}, which fit",
        len(could),
        player=names[params["player"]],
        could=all_of(could),
    )


def _must_fit(params: Params, names: Names) -> str:
    return text("{player} must have held {could}, which fits", **_hand(params, names))


def _may_fit(params: Params, names: Names) -> str:
    values = _hand(params, names)
    if not params["tiles"]:
        return plural(
            "legal unless {could} was the tile of {player} that nobody saw",
            "legal unless {could} was among the {number} tiles of {player} that nobody saw",
            params["unseen"],
            **values,
        )
    return plural(
        "{player} held {tiles} and {number} tile that nobody saw: legal unless that was {could}",
        "{player} held {tiles} and {number} tiles that nobody saw: "
        "legal unless {could} was among those",
        params["unseen"],
        **values,
    )


def _hand(params: Params, names: Names) -> dict[str, str]:
    return {
        "player": names[params["player"]],
        "tiles": " ".join(params["tiles"]),
        "missing": all_of(
            [
                *map(no_pip_text, params["pips"]),
                *([text("no double")] if "doubles" in params else ()),
                *([text("no matador")] if "matadors" in params else ()),
            ]
        ),
        "could": one_of(params["could"]),
    }


def no_pip_text(pip: Pip) -> str:
    """What a hand lacks: halves with this pip, or wild ones."""
    return text("no wild half") if pip == WILD else text("no {pip}", pip=pip)


def _laid_later(params: Params, names: Names) -> str:
    laid = (text("{tile} at move {move}", tile=tile, move=move) for tile, move in params["laid"])
    return text("{player} laid {tiles}", player=names[params["player"]], tiles=all_of(laid))


def _tiles(template: str) -> Callable[[Params, Names], str]:
    def sentence(params: Params, names: Names) -> str:
        return text(template, player=names[params["player"]], tiles=all_of(params["tiles"]))

    return sentence


def _fits(params: Params, names: Names) -> str:
    match params["end"]:
        case end if end == LEFT:
            return text("{tile} fits the {pip} at the left end", **params)
        case end if end == RIGHT:
            return text("{tile} fits the {pip} at the right end", **params)
        case _:
            values = {**params, "end": end_text(params["end"], names)}
            return text("{tile} fits the {pip} at {end}", **values)


def _may_go_before(params: Params, names: Names) -> str:
    del names
    could = one_of(params["could"])
    return text(
        "legal unless somebody held {could}, which goes before {tile}",
        could=could,
        tile=params["tile"],
    )


SENTENCES: Mapping[Code, Callable[[Params, Names], str]] = {
    "held-nothing-that-fits": _nothing,
    "held-what-fits": _what_fits,
    "must-have-held-what-fits": _must_fit,
    "may-have-held-what-fits": _may_fit,
    "laid-later": _laid_later,
    "shown-at-the-end": _tiles(mark("{player} showed {tiles} at the end")),
    "held-by-nobody-else": _tiles(mark("nobody but {player} can have held {tiles}")),
    "tile-fits": _fits,
    "something-may-go-before": _may_go_before,
}
"""By code."""
