"""Finds rounds by tiles, results and positions."""

from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

from ...domain.events import Ended
from ...domain.layout.trains import SIDES
from ...domain.tiles import NAMES, Pip, Tile
from ..as_json import as_json
from ..tables.connection import ROUNDS_A_GAME, Condition, Connection, all_of, id_in, in_parts
from .game_filter import ALL_GAMES, GameFilter
from .players import player_json

Result: TypeAlias = Literal["won", "lost"]


class Search(NamedTuple):
    """Conditions on a round that has ended, and on one of its seats; None or empty: any."""

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
    """The first ``limit`` rounds that satisfy all conditions, those of the newest games first."""
    condition, values = all_of(
        (*_of_the_round(wanted), *_of_the_seat(wanted), wanted.games.condition)
    )
    seats = connection.rows(
        f"""
        SELECT fact.round_id, fact.player_id
        FROM round_fact AS fact JOIN game_fact AS game ON game.id = fact.game_id
        WHERE {condition}
        ORDER BY game.opened_at DESC, game.id DESC, fact.round_id, fact.seat
        """,
        **values,
    )
    by_round: dict[int, list[str]] = {}
    for round_id, player in seats:
        if len(by_round) == limit and round_id not in by_round:
            break
        by_round.setdefault(round_id, []).append(player)
    for some in in_parts(by_round, _AT_ONCE):
        found = dict(_rounds(connection, some))
        for id in some:
            players = map(id_in, by_round[id] if wanted.is_about_a_seat else ())
            yield found[id]._replace(players=tuple(players))


_AT_ONCE = 500
"""Rounds asked for with one query."""


def _of_the_round(wanted: Search) -> Iterator[Condition]:
    """Conditions on ``fact``, the facts of a round and seat; those on the round."""
    if wanted.ended is not None:
        yield Condition("fact.ended = :ended", {"ended": wanted.ended})
    rounds: list[str] = []
    if wanted.blocked_at is not None:
        one, other = wanted.blocked_at
        yield Condition("fact.ended = 'blocked'")
        rounds.append(
            f"""
            SELECT id FROM round
            WHERE (left_branch_value = {one:d} AND right_branch_value = {other:d})
            OR (left_branch_value = {other:d} AND right_branch_value = {one:d})
            """
        )
    laid = (f"bone_id = {tile:d}" for tile in wanted.line[:1])
    rounds += (f"{_LAYS} SELECT round_id FROM lay WHERE {first}" for first in laid)
    rounds += (_side_by_side(*pair) for pair in pairwise(wanted.line))
    if wanted.opening:
        in_order = " AND ".join(
            f"max(CASE WHEN bone_id = {tile:d} THEN number END) = {number}"
            for number, tile in enumerate(wanted.opening, 1)
        )
        rounds.append(f"{_LAYS} SELECT round_id FROM lay GROUP BY round_id HAVING {in_order}")
    yield from (Condition(f"fact.round_id IN ({each})") for each in rounds)


def _of_the_seat(wanted: Search) -> Iterator[Condition]:
    """Conditions on ``fact``; those on the seat."""
    if wanted.player is not None:
        yield Condition("fact.player_id = :seated", {"seated": str(wanted.player)})
    flags = [wanted.result, "led" if wanted.led is not None else None]
    flags.append("went_out" if wanted.went_out else None)
    yield from (Condition(f"fact.{flag} = 'Y'") for flag in flags if flag is not None)
    led = () if wanted.led is None else (wanted.led,)
    for table, tiles, also in (
        ("opening", led, ""),
        ("hand", wanted.laid, " AND is_played = 'Y'"),
        ("hand", wanted.held, ""),
    ):
        for tile in tiles:
            players = f"SELECT round_id, player_id FROM {table} WHERE bone_id = {tile:d}{also}"
            yield Condition(f"(fact.round_id, fact.player_id) IN ({players})")


_LAYS = """
WITH lay AS (
    SELECT
        move.round_id,
        hand.bone_id,
        move.branch_played_at AS branch,
        row_number() OVER (PARTITION BY move.round_id ORDER BY move.move_sequence) AS number,
        row_number() OVER (
            PARTITION BY move.round_id, move.branch_played_at ORDER BY move.move_sequence
        ) AS place
    FROM move JOIN hand ON hand.id = move.hand_id
    WHERE move.move_type = 'L'
)
"""
"""By lay the round, the tile, its number in the round, and its place on its branch.

The lead has no branch; the others count from 1, from the lead outward.
"""


def _side_by_side(tile: Tile, other: Tile) -> str:
    """The rounds in which these tiles lie beside each other.

    They are next to each other on a branch, or one begins a branch that grows from the other: from
    the double in its name (``spinner-6-6-1``), from the tile that began its train
    (``train-2-left`` from ``train-2``), or else from the lead.
    """
    sides = ", ".join(f"root.branch || '-{side}'" for side in SIDES)
    from_its_root = " OR ".join(
        f"""
        begun.place = 1 AND (
            begun.branch LIKE '%-{NAMES[grown_from]}-%'
            OR begun.branch IN ({sides})
            OR (root.branch IS NULL AND begun.branch NOT LIKE '%-%-%')
        )
        """.replace("root.", f"{root}.").replace("begun.", f"{begun}.")
        for root, grown_from, begun in (("one", tile, "two"), ("two", other, "one"))
    )
    return f"""
        {_LAYS}
        SELECT one.round_id FROM lay AS one JOIN lay AS two ON two.round_id = one.round_id
        WHERE one.bone_id = {tile:d} AND two.bone_id = {other:d} AND (
            (one.branch = two.branch AND abs(one.place - two.place) = 1) OR {from_its_root}
        )
    """


def _rounds(connection: Connection, ids: list[int]) -> Iterator[tuple[int, FoundRound]]:
    """These rounds by id, without the players whose seats satisfy the conditions."""
    rows = connection.rows(
        """
        SELECT
            fact.round_id, fact.ended, game.game, game.record, game.rule_set, game.opened_at,
            round.left_branch_value, round.right_branch_value, fact.player_id, fact.won
        FROM round_fact AS fact
        JOIN game_fact AS game ON game.id = fact.game_id
        JOIN round ON round.id = fact.round_id
        WHERE fact.round_id IN (:rounds)
        ORDER BY fact.round_id, fact.seat
        """,
        rounds=ids,
    )
    for round, seats in groupby(rows, itemgetter(slice(8))):
        id, ended, game, record, rules, started_at, left, right = round
        winners = tuple(id_in(player) for *_, player, won in seats if won)
        place = (id_in(game), record, rules, started_at, id % ROUNDS_A_GAME)
        yield id, FoundRound(*place, ended, (left, right), (), winners)


def found_json(found: FoundRound, names: Mapping[UUID, str]) -> dict[str, Any]:
    """The round for programs (docs/command.md)."""
    return {
        **as_json(found),
        "players": [player_json(player, names) for player in found.players],
        "winners": [player_json(player, names) for player in found.winners],
    }
