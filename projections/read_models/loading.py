"""The facts of very many rounds out of the tables, in columns, ready to be ruled on.

Shapes: n rounds, g games, S seats; -1 where there is none.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import ColumnElement, Connection, Select, case, select

from domain.readings import SEARCH_VERSION
from domain.rules import Reading, RuleSet

from .columns import BoolArray, FactColumns, IntArray
from .schema import ROUNDS_A_GAME, VERDICT, Generation


class Played(NamedTuple):
    """Games played under the same rules by the same number of seats, in the order of opening."""

    rules: RuleSet
    seats: int
    game: IntArray
    """(g,) number."""
    currency: IntArray
    """(g,) index into the currencies."""
    per_pip: IntArray
    """(g,) the stake, in minor units."""
    player: IntArray
    """(g, S) index into the players."""
    irregular: BoolArray
    """(g,) something irregular was noted."""
    disputed: BoolArray
    """(g,) the same before the first round."""
    abandoned: BoolArray
    """(g,)"""
    closed: BoolArray
    """(g,) over on record."""
    round_id: IntArray
    """(n,) of the settled rounds."""
    blocked: BoolArray
    """(n,)"""
    facts: FactColumns


class Loaded(NamedTuple):
    """Everything asked for."""

    players: Sequence[str]
    currencies: Sequence[str]
    played: Sequence[Played]


class Verdicts(NamedTuple):
    """Who is answerable under one reading, of m blocked rounds whose verdicts are kept."""

    round_id: IntArray
    """(m,) ascending."""
    blocker: IntArray
    """(m,)"""
    assistant: IntArray
    """(m,)"""


NO_VERDICTS = Verdicts(*(np.zeros(0, np.int64) for _ in range(3)))


class _Game(NamedTuple):
    rules_id: int
    seats: int
    id: int
    currency: str
    per_pip: int
    irregular: str | None
    disputed: str | None
    state: str
    closed: int | None


class _Lines(NamedTuple):
    """A line a round and seat, in that order."""

    game: IntArray
    round_id: IntArray
    packed: IntArray


def load(connection: Connection, tables: Generation, *which: ColumnElement[bool]) -> Loaded:
    """The games for which all these conditions on `game_fact` hold."""
    bodies = {row.id: row.body for row in connection.execute(select(tables["played_rules"]))}
    games = [_Game(*row) for row in connection.execute(_games(tables).where(*which))]
    currencies = sorted({game.currency for game in games})
    seated, lines = _seated(tables), _lines(tables)
    if which:
        game = tables["game_fact"].c
        among = select(game.id).where(*which)
        seated = seated.where(tables["game_seat"].c.game_id.in_(among))
        lines = lines.where(tables["round_fact"].c.game_id.in_(among))
    players: dict[str, int] = {}
    player = _ints(players.setdefault(who, len(players)) for (who,) in connection.execute(seated))
    round_id, packed = _table(connection, lines, 2)
    found = _Lines(round_id // ROUNDS_A_GAME, round_id, packed)
    return Loaded(
        tuple(players), currencies, list(_by_kind(bodies, games, currencies, player, found))
    )


def _games(tables: Generation) -> Select[Any]:
    of = tables["game_fact"].c
    stake = of.currency, of.minor_per_pip
    state = of.irregular, of.disputed, of.state, of.closed
    return select(of.rules_id, of.seats, of.id, *stake, *state).order_by(of.id)


def _seated(tables: Generation) -> Select[Any]:
    of = tables["game_seat"].c
    return select(of.player_id).order_by(of.game_id, of.seat)


def _lines(tables: Generation) -> Select[Any]:
    of = tables["round_fact"].c
    return (
        select(of.round_id, _packed(of))
        .where(of.ended != "void", of.irregular.is_(None))
        .order_by(of.round_id, of.seat)
    )


def _by_kind(
    bodies: Mapping[int, str],
    games: Sequence[_Game],
    currencies: Sequence[str],
    player: IntArray,
    lines: _Lines,
) -> Iterator[Played]:
    kind = np.array([(game.rules_id, game.seats) for game in games], np.int64).reshape(-1, 2)
    id = _ints(game.id for game in games)
    kind_of_seat = np.repeat(kind, kind[:, 1], axis=0)
    kind_of_line = kind[np.searchsorted(id, lines.game)]
    for rules_id, seats in sorted({(game.rules_id, game.seats) for game in games}):
        alike = [game for game in games if game[:2] == (rules_id, seats)]
        of_kind = (kind_of_line == (rules_id, seats)).all(axis=1)
        number = _ints(game.id for game in alike)
        first = _Lines(*(column[of_kind][::seats] for column in lines))
        yield Played(
            rules=RuleSet.model_validate_json(bodies[rules_id]),
            seats=seats,
            game=number,
            currency=_ints(currencies.index(game.currency) for game in alike),
            per_pip=_ints(game.per_pip for game in alike),
            player=player[(kind_of_seat == (rules_id, seats)).all(axis=1)].reshape(-1, seats),
            irregular=_marks(game.irregular is not None for game in alike),
            disputed=_marks(game.disputed is not None for game in alike),
            abandoned=_marks(game.state == "abandoned" for game in alike),
            closed=_marks(game.closed is not None for game in alike),
            round_id=first.round_id,
            blocked=_unpacked_flag(first.packed, _BLOCKED),
            facts=_facts(
                np.searchsorted(number, first.game), lines.packed[of_kind].reshape(-1, seats)
            ),
        )


# A line's facts are read as one number, since a database hands out numbers one by one.

_BLOCKED, _LED, _OUT = 1, 2, 4
_TILES, _PIPS = 1 << 3, 1 << 15


def _packed(of: Any) -> ColumnElement[int]:
    packed: ColumnElement[int] = (
        of.pips * _PIPS
        + of.tiles * _TILES
        + case((of.ended == "blocked", _BLOCKED), else_=0)
        + case((of.led.is_not(None), _LED), else_=0)
        + case((of.went_out.is_not(None), _OUT), else_=0)
    )
    return packed


def _facts(game: IntArray, packed: IntArray) -> FactColumns:
    return FactColumns(
        game=game,
        leader=_seat_of(_unpacked_flag(packed, _LED)),
        out=_seat_of(_unpacked_flag(packed, _OUT)),
        pips=packed // _PIPS,
        tiles=packed % _PIPS // _TILES,
    )


def _unpacked_flag(packed: IntArray, flag: int) -> BoolArray:
    flags: BoolArray = (packed & flag) != 0
    return flags


def _seat_of(flags: BoolArray) -> IntArray:
    """(n,) the seat that has the flag, -1 where none has it."""
    return np.where(flags.any(axis=1), flags.argmax(axis=1), -1)


def verdicts_of(connection: Connection, reading: Reading) -> Verdicts:
    """All that is kept under this reading."""
    of = VERDICT.c
    nobody = -1
    columns = (
        of.round_id,
        case((of.blocker.is_(None), nobody), else_=of.blocker),
        case((of.assistant.is_(None), nobody), else_=of.assistant),
    )
    kept = of.reading == reading, of.search_version == SEARCH_VERSION
    return Verdicts(*_table(connection, select(*columns).where(*kept).order_by(of.round_id), 3))


def at_rounds(verdicts: Verdicts, round_id: IntArray) -> tuple[IntArray, IntArray, BoolArray]:
    """(n,) blocker and assistant of these rounds, and whether there is a verdict."""
    if not len(verdicts.round_id):
        nobody = np.full(len(round_id), -1)
        return nobody, nobody, nobody >= 0
    place = np.searchsorted(verdicts.round_id, round_id).clip(max=len(verdicts.round_id) - 1)
    known = verdicts.round_id[place] == round_id
    blocker = np.where(known, verdicts.blocker[place], -1)
    return blocker, np.where(known, verdicts.assistant[place], -1), known


def _table(connection: Connection, statement: Select[Any], width: int) -> Sequence[IntArray]:
    """The columns of whole numbers that a query finds."""
    cursor = connection.execute(statement).cursor
    rows = [] if cursor is None else cursor.fetchall()  # As the driver has them: far quicker.
    return tuple(_ints(chain.from_iterable(rows)).reshape(-1, width).T)


def _ints(figures: Any) -> IntArray:
    return np.fromiter(figures, np.int64)


def _marks(marks: Iterator[bool]) -> BoolArray:
    return np.fromiter(marks, np.bool_)
