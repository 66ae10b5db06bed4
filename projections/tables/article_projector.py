"""The model "article": the tables of the data-model article, kept up to date.

When something happens in a game, all its rows are written anew.
"""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, Table, select

from domain.events import TileLaid
from domain.round.state import union
from domain.rules.counting import AS_PLAYED, Counting, rules_that_count
from domain.tiles import HALVES, WILD, Pip, Tile, Tiles, tile_set, tiles_of
from ledger.book import Book
from ledger.store.base import LogRow

from ..rulings.game_ruling import rule_game
from .left_out import Unheld, has_too_much_money, leave_out, opened_games, unstorable_text
from .player_aliases import known_aliases
from .read.log_reader import Batch, Progress, fold_rows, numbered, read_batch, read_games
from .schema.column_types import PARTS_A_ROUND, ROUNDS_A_GAME
from .schema.generation import Generation, generation
from .write.article_rows import Rows, add_rows, no_rows
from .write.bulk import delete_range, delete_rows, in_parts, insert_rows


class ArticleProjector:
    """Keeps the tables of one generation of the model "article" up to date.

    ``counting``: whose score and payout count, if not each game's own.
    """

    def __init__(self, book: Book, number: int, counting: Counting = AS_PLAYED) -> None:
        self._book = book
        self._counting = counting
        self._tables = generation("article", number)

    def forget(self) -> None:
        """Nothing is cached."""

    def take_in(
        self, connection: Connection, progress: Progress, size: int, up_to: int
    ) -> Progress:
        known = opened_games(self._tables, self._tables["article_game"])
        end = self._book.end_of_batch(progress.position, size, up_to)
        batch, begun = read_batch(connection, self._book, progress, end, known)
        self._write(connection, batch, begun)
        return batch.progress

    def take_again(self, connection: Connection, progress: Progress, games: Sequence[str]) -> None:
        known = opened_games(self._tables, self._tables["article_game"])
        batch = numbered(connection, progress, progress.position, known, earlier=games)
        self._write(connection, batch, {})

    def _write(
        self, connection: Connection, batch: Batch, begun: Mapping[str, Sequence[LogRow]]
    ) -> None:
        tables, aliases = self._tables, known_aliases(connection)
        written, sets = no_rows(), set[Tiles]()
        earlier = sorted(batch.numbers[game] for game in batch.earlier)
        games: dict[int, Sequence[LogRow]] = {
            batch.numbers[game]: rows for game, rows in begun.items()
        }
        with read_games(self._book, batch.earlier, batch.progress.position) as read_again:
            games |= {batch.numbers[rows[0][1]]: rows for rows in read_again}
        left: list[tuple[int, str, Unheld]] = []
        for number, rows in sorted(games.items()):
            game, events = fold_rows(rows)
            opened = game.opened
            ends = {event.end or "" for event in events if isinstance(event, TileLaid)}
            facts, decreed = [each.facts for each in game.judged], game.decrees.rounds.values()
            seats, per_pip = len(opened.players), opened.stake.minor_per_pip
            what = unstorable_text(opened.record, opened.rules.id, ends)
            if has_too_much_money(per_pip, seats, facts, decreed):
                what = "money"
            if what:
                left.append((number, rows[0][1], what))
                continue
            players = [aliases.get(player, player) for player in map(str, opened.players)]
            rules = rules_that_count(self._counting, opened.rules, seats)
            add_rows(written, number, rows[0][1], rule_game(game, rules), players)
            sets.update(version.table.tiles for version in (*game.earlier, game))
        before = _players_of(connection, tables, earlier)
        _delete(connection, tables, earlier)
        leave_out(connection, tables, earlier, left)
        _add_bones(connection, tables["bone"], union(sets))
        after = {row[1] for row in written.player_in_game}
        _add_players(connection, tables["article_player"], after)
        for name, new in zip(Rows._fields, written, strict=True):
            insert_rows(connection, tables[name], new)
        _forget_players(connection, tables, before - after)


_OF_A_MOVE = (
    *("turn_passed", "lead_flipped", "half_open", "wild_declared", "tile_bend"),
    *("tile_set_aside", "marker_raised"),
)
_OF_A_ROUND = ("round_winner", "round_hub", "open_end")


def _delete(connection: Connection, tables: Generation, numbers: Sequence[int]) -> None:
    """Delete all rows of these games, in the order of references."""
    ids_of_parts = ROUNDS_A_GAME * PARTS_A_ROUND
    for column, ids_a_game in (
        *((tables[name].c.move_id, ids_of_parts) for name in _OF_A_MOVE),
        (tables["move"].c.id, ids_of_parts),
        (tables["hand"].c.id, ids_of_parts),
        *((tables[name].c.round_id, ROUNDS_A_GAME) for name in _OF_A_ROUND),
    ):
        for number in numbers:
            delete_range(connection, column, number * ids_a_game, (number + 1) * ids_a_game)
    delete_rows(connection, tables["player_round_score"].c.game_id, numbers)
    for number in numbers:
        first = number * ROUNDS_A_GAME
        delete_range(connection, tables["round"].c.id, first, first + ROUNDS_A_GAME)
    for column in (
        tables["player_in_game"].c.game_id,
        tables["game_before"].c.game_id,
        tables["game_goal"].c.game_id,
        tables["article_game"].c.id,
        tables["game"].c.id,
    ):
        delete_rows(connection, column, numbers)


def _players_of(connection: Connection, tables: Generation, games: Sequence[int]) -> set[str]:
    seat = tables["player_in_game"].c
    return {
        player
        for some in in_parts(games)
        for player in connection.execute(
            select(seat.player_id).where(seat.game_id.in_(some))
        ).scalars()
    }


def _add_players(connection: Connection, table: Table, players: set[str]) -> None:
    """Add those players who are new."""
    known = {
        player
        for some in in_parts(players)
        for player in connection.execute(select(table.c.id).where(table.c.id.in_(some))).scalars()
    }
    insert_rows(connection, table, [(player,) for player in sorted(players - known)])


def _forget_players(connection: Connection, tables: Generation, players: set[str]) -> None:
    """Delete those players who are in no game any more, since a game was amended."""
    seated = tables["player_in_game"].c.player_id
    for player in players:
        still = select(seated).where(seated == player).limit(1)
        if connection.execute(still).first() is None:
            delete_rows(connection, tables["article_player"].c.id, [player])


def _add_bones(connection: Connection, table: Table, tiles: Tiles) -> None:
    """Add those tiles that no earlier set has."""
    known = tile_set(connection.execute(select(table.c.id)).scalars())
    rows = [(bone, *_faces(bone)) for bone in tiles_of(tiles & ~known)]
    insert_rows(connection, table, rows)


def _faces(bone: Tile) -> tuple[Pip | None, ...]:
    """The higher half, then the lower; None: a wild half."""
    return tuple(None if pip == WILD else pip for pip in reversed(HALVES[bone]))
