"""Views that are more than a table of the generation in use: what they ask, and in words."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select

from .schema import KNOWN_NAME, Generation, Model


class Derived(NamedTuple):
    """A view on the tables of a generation."""

    select: Callable[[Generation], Select[Any]]
    comment: str
    comments: Mapping[str, str]
    """Of the columns that no table has, or that mean something else here."""


def _player(tables: Generation) -> Select[Any]:
    record = tables["player_record"]
    named = select(KNOWN_NAME.c.name).where(KNOWN_NAME.c.player_id == record.c.id)
    name = named.scalar_subquery().label("player_name")
    id, *figures = record.c
    return select(id, name, *figures)


def _head_to_head(tables: Generation) -> Select[Any]:
    game, seat = tables["game_fact"], tables["game_seat"]
    other = seat.alias("other")
    key = seat.c.player_id, other.c.player_id.label("opponent_id"), game.c.rule_set
    figures = {
        "games": func.count(),
        "won": func.count(seat.c.won),
        "lost": func.count(seat.c.lost),
    }
    return (
        select(*key, *(figure.label(name) for name, figure in figures.items()))
        .join_from(seat, game, seat.c.game_id == game.c.id)
        .join(other, (other.c.game_id == seat.c.game_id) & (other.c.side != seat.c.side))
        .where(game.c.finished.is_not(None))
        .group_by(seat.c.player_id, other.c.player_id, game.c.rule_set)
    )


DERIVED: Mapping[Model, Mapping[str, Derived]] = {
    "figures": {
        "head_to_head": Derived(
            _head_to_head,
            "one row a player, an opponent and a rule set: their games that are over",
            {
                "player_id": "the player",
                "opponent_id": "somebody who sat on another side",
                "rule_set": "name@version",
                "games": "games against each other",
                "won": "those the player won, alone or with others",
                "lost": "those that only others won",
            },
        ),
    },
    "article": {
        "player": Derived(
            _player,
            "every player, named as the book names him now",
            {"player_name": "the name; null: erased"},
        ),
    },
}
