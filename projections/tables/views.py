"""Views that are more than a table of the generation in use: what they ask, and in words."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, case, func, select

from .facts.packing import figure_at, flag_at
from .schema import FLAG, KNOWN_NAME, ROUNDS_A_GAME, Generation, Model


class Derived(NamedTuple):
    """A view on the tables of a generation."""

    select: Callable[[Generation], Select[Any]]
    comment: str
    comments: Mapping[str, str]
    """Of the columns that no table has, or that mean something else here."""


def round_seat(tables: Generation) -> Select[Any]:
    """One row a round that has ended and a seat: what is each one's own."""
    hands, seat = tables["round_hands"], tables["game_seat"]
    game = hands.c.round_id // ROUNDS_A_GAME
    return select(hands.c.round_id, seat.c.seat, *_own(tables).values()).join_from(
        hands, seat, seat.c.game_id == game
    )


def _own(tables: Generation) -> dict[str, ColumnElement[Any]]:
    """By name, what a seat has in the row of its round."""
    of, seat = tables["round_hands"].c, tables["game_seat"].c.seat
    return {
        "pips": figure_at("pips", of.pips, seat),
        "tiles": figure_at("tiles", of.tiles, seat),
        "won": case((flag_at(of.won, seat) == FLAG, FLAG)).label("won"),
        "points": figure_at("points", of.points, seat),
        "net": figure_at("net", of.net, seat),
    }


def round_fact(tables: Generation) -> Select[Any]:
    """One row a round that has ended and a seat, with everything known of it."""
    end, hands, seat = tables["round_end"], tables["round_hands"], tables["game_seat"]
    of, own = end.c, _own(tables)

    def is_seat(column: ColumnElement[int]) -> ColumnElement[str]:
        return case((column == seat.c.seat, FLAG))

    lost = case((flag_at(hands.c.won, seat.c.seat) != FLAG, case((of.winners > 0, FLAG))))
    return (
        select(
            *(of.round_id, seat.c.seat, of.game_id, seat.c.player_id, of.ended, of.irregular),
            is_seat(of.leader).label("led"),
            is_seat(of.first_out).label("went_out"),
            is_seat(of.last_to_lay).label("laid_last"),
            *(own["pips"], own["tiles"], of.counts, own["won"], lost.label("lost")),
            *(own["points"], (of.points - own["points"].element).label("against"), own["net"]),
            is_seat(of.blocker).label("blocker"),
            is_seat(of.assistant).label("assistant"),
        )
        .join_from(end, hands, hands.c.round_id == of.round_id)
        .join(seat, seat.c.game_id == of.game_id)
    )


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


_OWN = {
    "pips": "pips left in hand; null where some tiles were not seen",
    "tiles": "tiles left in hand",
    "won": "'Y': the seat's side won the round",
    "points": "points of the side; null in a game without points",
    "net": "minor units the seat gets; null without payout rules",
}
DERIVED: Mapping[Model, Mapping[str, Derived]] = {
    "figures": {
        "round_seat": Derived(
            round_seat,
            "one row a round that has ended and a seat: what is each one's own",
            _OWN,
        ),
        "round_fact": Derived(
            round_fact,
            "one row a round that has ended and a seat: the facts, and what they are worth",
            _OWN
            | {
                "led": "'Y': the seat led the round",
                "went_out": "'Y': the seat was the first without a tile",
                "laid_last": "'Y': the seat laid the last tile",
                "lost": "'Y': only other sides won the round",
                "against": "points of the other sides; null in a game without points",
                "blocker": "'Y': the seat blocked it, as ruled or as the payout's reading has it",
                "assistant": "'Y': the seat helped the blocker",
            },
        ),
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
