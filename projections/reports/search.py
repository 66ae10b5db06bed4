"""Finds rounds by tiles, results and positions."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice, pairwise
from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Row,
    Select,
    Subquery,
    and_,
    case,
    func,
    or_,
    select,
    tuple_,
)

from domain.events import Ended
from domain.layout.trains import SIDES
from domain.tiles import NAMES, Pip, Tile

from ..tables.column_values import FLAG, ROUNDS_A_GAME, id_in
from ..tables.schema import TABLES
from .game_filter import ALL_GAMES, GameFilter
from .players import player_json

Result: TypeAlias = Literal["won", "lost"]


class Search(NamedTuple):
    """Conditions on a round that has ended, and on one of its seats, which satisfies all of these.

    None or empty: any.
    """

    games: GameFilter = ALL_GAMES
    ended: Ended | None = None
    blocked_at: tuple[Pip, Pip] | None = None
    """The round ended blocked with these pips at the ends, in either order."""
    line: tuple[Tile, ...] = ()
    """Tiles that lie side by side in the line of play, in this order from one of its ends."""
    opening: tuple[Tile, ...] = ()
    """The first tiles laid, in this order."""
    player: UUID | None = None
    """Of the seat, as all that follows."""
    led: Tile | None = None
    laid: tuple[Tile, ...] = ()
    held: tuple[Tile, ...] = ()
    """Tiles dealt to the seat or drawn by it."""
    result: Result | None = None
    went_out: bool = False

    @property
    def is_about_a_seat(self) -> bool:
        """It has a condition on a seat."""
        of_a_seat = self.player, self.led, self.laid, self.held, self.result, self.went_out
        return any(each not in {None, (), False} for each in of_a_seat)


class FoundRound(NamedTuple):
    """A round that satisfies the conditions."""

    game: UUID
    record: str
    rules: str
    started_at: str
    """Of the game: RFC 3339, UTC."""
    round: int
    """Its number in the record, from 0."""
    ended: Ended
    ends: tuple[Pip | None, Pip | None]
    """Pips open at the left and the right end; None if nothing was laid, or there are others."""
    players: tuple[UUID, ...]
    """Those whose seats satisfy the conditions; none if these are about the round."""
    winners: tuple[UUID, ...]
    """Players whose side won the round, by seat."""


def find_rounds(
    connection: Connection, wanted: Search, limit: int | None = None
) -> Iterator[FoundRound]:
    """The rounds of these games that satisfy all conditions, those of the newest games first.

    ``limit``: at most so many.
    """
    fact, game = TABLES["round_fact"], TABLES["game_fact"].c
    seats = connection.execute(
        select(fact.c.round_id, fact.c.player_id)
        .join_from(fact, TABLES["game_fact"], fact.c.game_id == game.id)
        .where(
            *_of_the_round(wanted, fact),
            *_of_the_seat(wanted, fact),
            *wanted.games.conditions(),
        )
        .order_by(game.opened_at.desc(), game.id.desc(), fact.c.round_id, fact.c.seat)
    )
    by_round: dict[int, list[str]] = {}
    for round_id, player in seats:
        if len(by_round) == limit and round_id not in by_round:
            break
        by_round.setdefault(round_id, []).append(player)
    seats.close()
    rounds = iter(by_round)
    while some := list(islice(rounds, _AT_ONCE)):
        found = {each[0].round_id: each for each in _rows(connection, some)}
        for round_id in some:
            seated = by_round[round_id] if wanted.is_about_a_seat else []
            yield _found(found[round_id], seated)


_AT_ONCE = 500
"""Rounds asked for with one query."""


def _of_the_round(wanted: Search, fact: FromClause) -> Iterator[ColumnElement[bool]]:
    of, round = fact.c, TABLES["round"].c
    if wanted.ended is not None:
        yield of.ended == wanted.ended
    if wanted.blocked_at is not None:
        yield of.ended == "blocked"
        at = tuple_(round.left_branch_value, round.right_branch_value)
        left, right = wanted.blocked_at
        yield of.round_id.in_(select(round.id).where(at.in_([(left, right), (right, left)])))
    for tile in wanted.line[:1]:
        yield of.round_id.in_(_laid(tile))
    for one, other in pairwise(wanted.line):
        yield of.round_id.in_(_side_by_side(one, other))
    if wanted.opening:
        yield of.round_id.in_(_in_order(wanted.opening))


def _of_the_seat(wanted: Search, fact: FromClause) -> Iterator[ColumnElement[bool]]:
    of, hand, opening = fact.c, TABLES["hand"].c, TABLES["opening"].c
    held = select(hand.round_id, hand.player_id)
    laid = held.where(hand.is_played == FLAG)
    if wanted.player is not None:
        yield of.player_id == str(wanted.player)
    if wanted.led is not None:
        led = select(opening.round_id, opening.player_id).where(opening.bone_id == wanted.led)
        yield of.led == FLAG
        yield _is_of(fact, led)
    for tiles, having in ((wanted.laid, laid), (wanted.held, held)):
        for tile in tiles:
            yield _is_of(fact, having.where(hand.bone_id == tile))
    if wanted.result is not None:
        yield of[wanted.result] == FLAG
    if wanted.went_out:
        yield of.went_out == FLAG


def _is_of(fact: FromClause, rounds_and_players: Select[Any]) -> ColumnElement[bool]:
    return tuple_(fact.c.round_id, fact.c.player_id).in_(rounds_and_players)


def _laid(tile: Tile) -> Select[Any]:
    """The rounds in which this tile was laid."""
    lays = _lays()
    return select(lays.c.round_id).where(lays.c.bone_id == tile)


def _side_by_side(tile: Tile, other: Tile) -> Select[Any]:
    """The rounds in which these tiles lie beside each other.

    They are next to each other on a branch, or one begins a branch that grows from the other: from
    the double in its name (``spinner-6-6-1``), from the tile that began its train
    (``train-2-left`` from ``train-2``), or else from the lead.
    """
    lays = _lays()
    one, two = lays.alias("one").c, lays.alias("two").c
    on_a_branch = (one.branch == two.branch) & (func.abs(one.place - two.place) == 1)
    from_its_root = or_(
        *(
            (begins.place == 1)
            & (
                begins.branch.like(f"%-{NAMES[grown_from]}-%")
                | begins.branch.in_([root.branch.concat(f"-{side}") for side in SIDES])
                | (root.branch.is_(None) & begins.branch.not_like("%-%-%"))
            )
            for root, grown_from, begins in ((one, tile, two), (two, other, one))
        )
    )
    return (
        select(one.round_id)
        .where(one.round_id == two.round_id, one.bone_id == tile, two.bone_id == other)
        .where(on_a_branch | from_its_root)
    )


def _in_order(tiles: Sequence[Tile]) -> Select[Any]:
    """The rounds whose first tiles were laid in this order."""
    lays = _lays()
    numbers = [func.max(case((lays.c.bone_id == tile, lays.c.number))) for tile in tiles]
    in_order = (number == at for at, number in enumerate(numbers, 1))
    return select(lays.c.round_id).group_by(lays.c.round_id).having(and_(*in_order))


def _lays() -> Subquery:
    """By lay-down the round, the tile, its number in the round, and its place on its branch.

    The lead has no branch; the others count from 1, from the lead outward.
    """
    move, hand = TABLES["move"].c, TABLES["hand"].c

    def number(*by: ColumnElement[Any]) -> ColumnElement[int]:
        return func.row_number().over(partition_by=by, order_by=move.move_sequence)

    return (
        select(move.round_id, hand.bone_id, move.branch_played_at.label("branch"))
        .add_columns(number(move.round_id).label("number"))
        .add_columns(number(move.round_id, move.branch_played_at).label("place"))
        .join_from(TABLES["move"], TABLES["hand"], move.hand_id == hand.id)
        .where(move.move_type == "L")
        .subquery()
    )


def _rows(connection: Connection, rounds: Sequence[int]) -> Iterator[list[Row[Any]]]:
    """Of each of these rounds, a row a seat."""
    fact, game, round = TABLES["round_fact"], TABLES["game_fact"].c, TABLES["round"].c
    of = fact.c
    rows = connection.execute(
        select(of.round_id, of.player_id, of.ended, of.won)
        .add_columns(game.game, game.record, game.rule_set, game.opened_at)
        .add_columns(round.left_branch_value, round.right_branch_value)
        .join_from(fact, TABLES["game_fact"], of.game_id == game.id)
        .join(TABLES["round"], round.id == of.round_id)
        .where(of.round_id.in_(rounds))
        .order_by(of.round_id, of.seat)
    )
    for _, seats in groupby(rows, lambda row: row.round_id):
        yield list(seats)


def _found(seats: Sequence[Row[Any]], satisfying: Sequence[str]) -> FoundRound:
    of = seats[0]
    return FoundRound(
        game=id_in(of.game),
        record=of.record,
        rules=of.rule_set,
        started_at=of.opened_at,
        round=of.round_id % ROUNDS_A_GAME,
        ended=of.ended,
        ends=(of.left_branch_value, of.right_branch_value),
        players=tuple(map(id_in, satisfying)),
        winners=tuple(id_in(seat.player_id) for seat in seats if seat.won),
    )


def found_json(found: FoundRound, names: Mapping[UUID, str]) -> dict[str, Any]:
    """The round for programs (docs/command.md)."""
    return found._asdict() | {
        "game": str(found.game),
        "players": [player_json(player, names) for player in found.players],
        "winners": [player_json(player, names) for player in found.winners],
    }
