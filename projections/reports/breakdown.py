"""Rounds that count and were recorded as played, by opening tile, seat, order or partners."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

from ...ledger.registry.stored_names import shown_name
from ..tables.connection import Connection, id_in
from .game_filter import GameFilter
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
    """Where the lines come from; the facts of a round and seat are called ``fact``."""

    key: str
    joins: str = ""
    pips: str = "fact.pips"
    out: str = "fact.went_out"


_SOURCES: Mapping[By, _Source] = {
    "seat": _Source("fact.seat"),
    "order": _Source(
        "place.place",
        """
        JOIN order_of_play AS place
            ON place.round_id = fact.round_id AND place.seat = fact.seat
        """,
    ),
    "opening": _Source(
        "opening.tile", "JOIN opening ON opening.round_id = fact.round_id AND fact.led = 'Y'"
    ),
    "partners": _Source(
        "fact.player_id, other.player_id",
        """
        JOIN game_seat AS own ON own.game_id = fact.game_id AND own.seat = fact.seat
        JOIN round_fact AS other ON other.round_id = fact.round_id AND other.seat <> fact.seat
        JOIN game_seat AS partner
            ON partner.game_id = other.game_id AND partner.seat = other.seat
            AND partner.side = own.side
        """,
        pips="fact.pips + other.pips",
        out="coalesce(fact.went_out, other.went_out)",
    ),
}


def breakdown(
    connection: Connection,
    by: By,
    names: Names,
    player: UUID | None = None,
    rules: str | None = None,
) -> list[Line]:
    """A line for each rule set and key, by rule set.

    Seats and places are in order; the tile or pair with most rounds comes first. ``player``: only
    seats of this player, who comes first in each pair; other pairs are in the order of their names.
    ``rules``: only rounds played under the rules of this id.
    """
    source = _SOURCES[by]
    of_player = "TRUE" if player is None else "fact.player_id = :player"
    if by == "partners" and player is None:
        of_player = "fact.player_id < other.player_id"  # Each pair once.
    played = GameFilter(rules=rules).condition
    rows = connection.rows(
        f"""
        SELECT
            game.rule_set, {source.key},
            count(*), count(fact.won), count(fact.lost),
            coalesce(sum(fact.points), 0), coalesce(sum(fact.against), 0),
            coalesce(sum({source.pips}), 0), count({source.out})
        FROM round_fact AS fact JOIN game_fact AS game ON game.id = fact.game_id {source.joins}
        WHERE fact.counts = 'Y' AND fact.ended <> 'reported' AND {of_player} AND {played.text}
        GROUP BY game.rule_set, {source.key}
        """,
        player=str(player),
        **played.values,
    )

    def pair(found: list[str]) -> Pair:
        one, other = map(id_in, found)
        in_order = player is not None or shown_name(names, one) < shown_name(names, other)
        return (one, other) if in_order else (other, one)

    def rank(line: Line) -> tuple[Any, ...]:
        if isinstance(line.of, int):
            return line.rules, line.of
        return line.rules, -line.figures.rounds, shown_key(line, names)

    named = 2 if by == "partners" else 1
    lines = [
        Line(
            under,
            pair(found[:2]) if by == "partners" else found[0],
            RoundFigures(*map(int, found[named:])),
        )
        for under, *found in rows
    ]
    return sorted(lines, key=rank)


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
