"""Rounds that count and were recorded as played, by opening tile, seat, order or partners."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

from sqlalchemy import ColumnElement, Connection, FromClause, func, select

from ledger.registry.players import shown_name

from ..tables.column_values import FLAG, id_in
from ..tables.schema import TABLES
from .players import player_json
from .statistics import RoundFigures, rates

By: TypeAlias = Literal["opening", "seat", "order", "partners"]
"""``order``: 1 led the round, 2 played next, and so on."""
Pair: TypeAlias = tuple[UUID, UUID]
Names: TypeAlias = Mapping[UUID, str]


class Line(NamedTuple):
    """The rounds under one rule set with the same opening tile, seat, order or partners.

    By opening tile, the figures are those of the seat that led. Pips left and times out of partners
    are those of both.
    """

    rules: str
    of: str | int | Pair
    figures: RoundFigures


class _Source(NamedTuple):
    """Where the lines come from."""

    rows: FromClause
    key: tuple[ColumnElement[Any], ...]
    which: tuple[ColumnElement[bool], ...]
    other: FromClause | None = None
    """The facts of the partner's seat."""


def breakdown(
    connection: Connection,
    by: By,
    names: Names,
    player: UUID | None = None,
    rules: str | None = None,
) -> list[Line]:
    """A line for each rule set and key, by rule set.

    Seats and places are in order; the tile or pair with most rounds comes first. ``player``: only
    seats of this player, who comes first in each pair; the partners of others are in the order of
    their names. ``rules``: only rounds played under the rules of this id.
    """
    fact = TABLES["round_fact"]
    of, game = fact.c, TABLES["game_fact"].c
    source = _source(by, fact, alone=player is None)
    conditions = [of.counts == FLAG, of.ended != "reported", *source.which]
    if player is not None:
        conditions.append(of.player_id == str(player))
    if rules is not None:
        conditions.append(game.rule_set == rules)
    key = game.rule_set, *source.key
    out, pips = _of_both(of, source.other)
    rows = connection.execute(
        select(*key, func.count(), func.count(of.won), func.count(of.lost))
        .add_columns(*(func.coalesce(func.sum(each), 0) for each in (of.points, of.against)))
        .add_columns(func.coalesce(func.sum(pips), 0), func.count(out))
        .select_from(source.rows)
        .join(TABLES["game_fact"], of.game_id == game.id)
        .where(*conditions)
        .group_by(*key)
    )
    named = len(source.key)
    lines = [
        Line(under, _key(found[:named], player, names), RoundFigures(*map(int, found[named:])))
        for under, *found in rows
    ]
    return sorted(lines, key=lambda line: _rank(line, names))


def _source(by: By, fact: FromClause, *, alone: bool) -> _Source:
    of = fact.c
    if by == "seat":
        return _Source(fact, (of.seat,), ())
    if by == "order":
        order = TABLES["order_of_play"]
        same = (order.c.round_id == of.round_id) & (order.c.seat == of.seat)
        return _Source(fact.join(order, same), (order.c.place,), ())
    if by == "opening":
        opening = TABLES["opening"]
        led = opening.c.round_id == of.round_id
        return _Source(fact.join(opening, led), (opening.c.tile,), (of.led == FLAG,))
    other = TABLES["round_fact"].alias("other")
    seat, others = TABLES["game_seat"].c, TABLES["game_seat"].alias("others_seat")
    rows = (
        fact.join(TABLES["game_seat"], _same_seat(seat, of))
        .join(other, other.c.round_id == of.round_id)
        .join(others, _same_seat(others.c, other.c))
    )
    partners = (others.c.side == seat.side, other.c.seat != of.seat)
    # Without a player, each pair is counted once.
    once = (of.player_id < other.c.player_id,) if alone else ()
    key = of.player_id, other.c.player_id.label("partner_id")
    return _Source(rows, key, (*partners, *once), other)


def _same_seat(seat: Any, fact: Any) -> ColumnElement[bool]:
    same: ColumnElement[bool] = (seat.game_id == fact.game_id) & (seat.seat == fact.seat)
    return same


def _of_both(
    fact: Any, other: FromClause | None
) -> tuple[ColumnElement[str | None], ColumnElement[int]]:
    """First out, and pips left; of partners, of one or the other, and of both."""
    if other is None:
        return fact.went_out, fact.pips
    one_of_them = func.coalesce(fact.went_out, other.c.went_out)
    return one_of_them, fact.pips + other.c.pips


def _key(found: list[Any], player: UUID | None, names: Names) -> str | int | Pair:
    if len(found) == 1:
        key: str | int = found[0]
        return key
    one, other = map(id_in, found)
    in_order = player is not None or shown_name(names, one) < shown_name(names, other)
    return (one, other) if in_order else (other, one)


def _rank(line: Line, names: Names) -> tuple[Any, ...]:
    if isinstance(line.of, int):
        return line.rules, line.of
    return line.rules, -line.figures.rounds, shown_key(line, names)


def line_json(line: Line, by: By, names: Names) -> dict[str, Any]:
    """The line for programs (docs/statistics.md)."""
    of: Any = line.of
    if isinstance(of, tuple):
        of = [player_json(player, names) for player in of]
    figures = line.figures
    return {"rules": line.rules, by: of, **figures._asdict(), "per_hundred_rounds": rates(figures)}


def shown_key(line: Line, names: Names) -> str:
    """What the line is about: a tile, a seat, a place in the order of play, or two names."""
    if not isinstance(line.of, tuple):
        return str(line.of)
    return " + ".join(shown_name(names, player) for player in line.of)
