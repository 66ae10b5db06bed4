"""The shapes of answers that are values: with the fields of named tuples and dataclasses."""

from collections.abc import Collection, Mapping
from functools import cache
from inspect import getdoc
from types import GenericAlias, MappingProxyType
from typing import Any, get_args, get_origin, get_type_hints
from uuid import UUID

from pydantic import Field, create_model

from ...projections.reports.league import Place
from ...projections.reports.players import Person as FoundPerson
from ...projections.reports.players import PlayedGame as GameOfPerson
from ...projections.reports.profiles import ArticleFigures, Form, Met, PlayedGame
from ...projections.reports.statistics import Figures, Rating, RoundFigures
from ...projections.reports.whatif_answer import WhatIf
from ...table import Move, State
from .shapes import Shape

LEFT_OUT: Any = Field(default_factory=lambda: None)
"""In place of a default: of a field that may be missing."""


class NamedPlayer(Shape):
    """A player with their name."""

    player: UUID
    name: str


def object_with(name: str, about: str, /, **fields: Any) -> Any:
    """An object with a type for each field, and `LEFT_OUT` beside it where it may be missing."""
    return create_model(name, __base__=Shape, __doc__=about, **fields)


def object_of(
    name: str,
    kind: type,
    about: str,
    *,
    of: Mapping[str, Any] = MappingProxyType({}),
    more: Mapping[str, Any] = MappingProxyType({}),
    without: Collection[str] = (),
) -> Any:
    """An object with the fields of this kind, after ``of`` and before ``more``.

    Both are as for `object_with`. A field that is named there has that type; one of ``without`` is
    not there.
    """
    own = get_type_hints(kind)
    left = {field: own[field] for field in own if field not in {*of, *more, *without}}
    return object_with(name, about, **of, **left, **more)


_RATES = dict[str, float | None] | None
_MONEY = dict[str, int]
_Strength: Any = object_of("Strength", Rating, "A rating (docs/statistics.md).")
_Article: Any = object_of(
    "ArticleFigures", ArticleFigures, "The figures in the article's table of players."
)
_FIGURES: dict[str, Any] = {
    "per_hundred_rounds": _RATES,
    **dict.fromkeys(("received", "paid", "net"), _MONEY),
    "rating": _Strength | None,
}
_UnderRules: Any = object_of(
    "FiguresUnderRules",
    Figures,
    "Figures under one rule set.",
    of={"rules": str},
    more=_FIGURES,
)
_WHO: dict[str, Any] = {"player": UUID, "name": str, "rules": str | None}
_ALL: dict[str, Any] = {
    **_FIGURES,
    "by_rules": (list[_UnderRules], LEFT_OUT),
    "article": (_Article | None, LEFT_OUT),
}
PlayerFigures: Any = object_of(
    "PlayerFigures", Figures, "All figures of a player (docs/statistics.md).", of=_WHO, more=_ALL
)
RoundsAlike: Any = object_of(
    "RoundsAlike",
    RoundFigures,
    "The figures of rounds with the same opening tile, seat, order or partners.",
    of={
        "rules": str,
        "opening": (str, LEFT_OUT),
        "seat": (int, LEFT_OUT),
        "order": (int, LEFT_OUT),
        "partners": (list[NamedPlayer], LEFT_OUT),
    },
    more={"per_hundred_rounds": _RATES},
)
_Opponent: Any = object_of(
    "Opponent",
    Met,
    "The games against somebody.",
    of={"opponent": UUID},
    more={"name": str, "won_percentage": float | None},
    without=("other",),
)
_Partner: Any = object_of(
    "Partner",
    Met,
    "The games with somebody.",
    of={"partner": UUID},
    more={"name": str},
    without=("other",),
)
_Form: Any = object_of("Form", Form, "How many of the last games the player won.")
_Last: Any = object_of("LastGame", PlayedGame, "A game, as it ended for the player.")
PlayerProfile: Any = object_of(
    "PlayerProfile",
    Figures,
    "All about a player (docs/statistics.md).",
    of=_WHO,
    more={
        **_ALL,
        "against": list[_Opponent],
        "with": list[_Partner],
        "form": list[_Form],
        "last_games": list[_Last],
    },
)
RankedPlayer: Any = object_of(
    "RankedPlayer",
    Place,
    "A place in a league (docs/sheet.md).",
    of={"rules": str | None, "place": int, "player": UUID, "name": str},
    more={"won_percentage": float},
)
_Game: Any = object_of("GameOfPerson", GameOfPerson, "A game that a person played in.")
PersonInBook: Any = object_of(
    "PersonInBook",
    FoundPerson,
    "What the book has of a person.",
    of={"player": UUID, "name": str, "former_names": list[str], "merged": list[NamedPlayer]},
    more={"first": _Game | None, "last": _Game | None},
)


@cache
def nested(hint: Any, within: str = "") -> Any:
    """The type, with an object for each named tuple in it, and a list for each other tuple.

    ``within``: the object that it is for, with whose name those in it begin.
    """
    kind, of = get_origin(hint) or hint, get_args(hint)
    if hasattr(kind, "_fields"):
        given = dict(zip(getattr(kind, "__parameters__", ()), of, strict=True))
        names = (each.__name__ for each in (kind, *of))
        name = within + "".join(each[0].upper() + each[1:] for each in names)
        fields = {
            field: nested(given.get(each, each), within or name)
            for field, each in get_type_hints(kind).items()
        }
        return object_with(name, getdoc(kind) or "", **fields)
    if kind is tuple:
        return GenericAlias(list, nested(of[0], within))
    parts = tuple(
        nested(each, within) if get_origin(each) or hasattr(each, "_fields") else each
        for each in of
    )
    return hint if parts == of else kind[parts]


WhatIfAnswer: Any = nested(WhatIf)
_Move: Any = object_of("TableMove", Move, "What a seat does (docs/python.md).")
GameState: Any = object_of(
    "GameState",
    State,
    "A game at one moment, as one seat sees it (docs/python.md).",
    of={"players": list[str], "teams": list[list[int]], "rules": str},
    more={"moves": list[_Move]},
)
"""What `state_json` makes."""
