"""Queries for lists of games and rounds."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import compress, groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from ...domain.seats import Sides, teams_or_sides
from ...ledger.book import Book
from ...ledger.records.amendments import Amendment, amendments_of
from ...ledger.registry.stored_names import all_names, shown_name
from ..as_json import as_json
from ..results.game_state import State
from ..tables.connection import ROUNDS_A_GAME, Connection, id_in, in_parts
from .game_filter import ALL_GAMES, GameFilter

if TYPE_CHECKING:
    from ..results.abandonment import Abandonment


class GameOverview(NamedTuple):
    """One game as the tables have it."""

    id: UUID
    record: str
    rules: str
    started_at: str
    """When it started, or if unknown, when it was recorded: RFC 3339, UTC."""
    players: tuple[UUID, ...]
    sides: Sides
    """In the order of the record's teams."""
    state: State
    rounds: int
    """Rounds that count."""
    surplus: int
    """Rounds settled after the one that won the game."""
    scores: list[int] | None
    """By side; None in games without points."""
    winners: tuple[UUID, ...]
    counts_as: int
    """As how many games it counts."""
    currency: str
    net: tuple[int, ...] | None
    """By seat, in minor units; None where nothing counts yet, or the rules have no payout."""
    left_at: int | None
    """Log position of the event that ended the game, if it may be an abandonment or forfeit."""


class ListedGame(NamedTuple):
    """One game with names, how it was left, and its amendments."""

    overview: GameOverview
    players: tuple[str, ...]
    """In seat order."""
    winners: tuple[str, ...]
    abandonment: "Abandonment | None"
    amendments: tuple[Amendment, ...]


_AT_ONCE = 1_000
"""Games whose amendments are read in one go."""


def listed_games(
    book: Book,
    connection: Connection,
    which: GameFilter = ALL_GAMES,
    *,
    limit: int | None = None,
    skip: int = 0,
    newest_first: bool = False,
) -> Iterator[ListedGame]:
    """These games, as `game_overviews` has them."""
    names = all_names(book)
    found = game_overviews(connection, which, limit=limit, skip=skip, newest_first=newest_first)
    for games in in_parts(found, _AT_ONCE):
        amendments = amendments_of(book, (game.id for game in games))
        for game in games:
            yield ListedGame(
                game,
                tuple(shown_name(names, player) for player in game.players),
                tuple(shown_name(names, player) for player in game.winners),
                None if game.left_at is None else _left(book, game.left_at),
                tuple(amendments.get(game.id, ())),
            )


def _left(book: Book, position: int) -> "Abandonment | None":
    from ..results.abandonment import abandonment_at  # noqa: PLC0415 - reads an event

    return abandonment_at(book, position)


def listed_game_json(game: ListedGame, names: Mapping[UUID, str]) -> dict[str, Any]:
    """The game for programs (docs/command.md)."""
    overview: dict[str, Any] = as_json(game.overview)
    del overview["left_at"]
    if game.overview.counts_as == 1:
        del overview["counts_as"]
    amendments = [
        {"version": version, "recorded_at": at, "by": by and shown_name(names, by), "reason": why}
        for _, version, at, by, why in game.amendments
    ]
    return overview | {
        "players": game.players,
        "player_ids": overview["players"],
        "winners": game.winners,
        "left": as_json(game.abandonment),
        "version": len(game.amendments) + 1,
        "amended": amendments,
    }


def game_overviews(
    connection: Connection,
    which: GameFilter = ALL_GAMES,
    *,
    limit: int | None = None,
    skip: int = 0,
    newest_first: bool = False,
) -> Iterator[GameOverview]:
    """These games in the order of opening, or the newest first.

    ``limit``: only so many of the newest, without the ``skip`` newest of all.
    """
    newest = "game.opened_at DESC, game.id DESC"
    condition, values = which.condition
    latest = "" if limit is None else f"LIMIT {limit:d} OFFSET {skip:d}"
    rows = connection.rows(
        f"""
        SELECT
            game.id, game.game, game.record, game.rule_set, game.opened_at, game.state,
            game.rounds, game.surplus, game.counts_as, game.currency, game.teams, game.closed,
            game.forfeiter,
            seat.player_id, seat.side, seat.score, seat.net, seat.won
        FROM game_seat AS seat JOIN game_fact AS game ON game.id = seat.game_id
        WHERE game.id IN (
            SELECT game.id FROM game_fact AS game WHERE {condition} ORDER BY {newest} {latest}
        )
        ORDER BY {newest if newest_first else "game.id"}, seat.seat
        """,
        **values,
    )
    for game, seats in groupby(rows, itemgetter(slice(13))):
        _, id, record, rules, started_at, state, rounds, surplus, games, currency, *more = game
        teams, closed, forfeiter = more
        ids, side_of, scores, nets, won = zip(*(seat[13:] for seat in seats), strict=True)
        players, sides = tuple(map(id_in, ids)), _sides(side_of, teams)
        may_be_left = forfeiter is not None or state in {"abandoned", "void"}
        yield GameOverview(
            *(id_in(id), record, rules, started_at, players, sides, state, rounds, surplus),
            # Scores and money are null at every seat, or at none.
            None if scores[0] is None else [scores[side[0]] for side in sides],
            *(tuple(compress(players, won)), games, currency, None if nets[0] is None else nets),
            closed if may_be_left else None,
        )


def _sides(side_of: Iterable[int], teams: str | None) -> Sides:
    """The seats of each side, in the order of the record's teams where these match the sides."""
    sides: dict[int, list[int]] = {}
    for seat, side in enumerate(side_of):
        sides.setdefault(side, []).append(seat)
    named = None if teams is None else json.loads(teams)
    found = teams_or_sides(tuple(tuple(sides[side]) for side in sorted(sides)), named)
    return tuple(map(tuple, found))


class ForcedBlock(NamedTuple):
    """A blocked round whose blocker could have made sure that it stayed open."""

    game: UUID
    record: str
    round: int
    """Its number in the record, from 0."""


def forced_blocks(connection: Connection) -> Iterator[ForcedBlock]:
    """Rounds with an assistant first, then those with more seats."""
    rows = connection.rows(
        f"""
        SELECT game.game, game.record, whole.round_id % {ROUNDS_A_GAME}
        FROM round_end AS whole JOIN game_fact AS game ON game.id = whole.game_id
        WHERE whole.blocker IS NOT NULL
        ORDER BY
            CASE WHEN whole.assistant IS NULL THEN 1 ELSE 0 END, game.seats DESC, whole.round_id
        """
    )
    return (ForcedBlock(id_in(game), *place) for game, *place in rows)
