"""The model "article": the tables of the data-model article, kept up to date.

All rows of a game are written anew whenever something has happened in it.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, Table, func, select

from domain.events import TileLaid
from domain.round.state import union
from domain.rules.rule_set import RuleSet
from domain.tiles import HALVES, Tiles
from ledger.book import Book
from ledger.store.base import LogRow

from ..rulings.game_ruling import rule_game
from .left_out import Unheld, has_too_much_money, leave_out, opened_games, unheld
from .read.log_reader import Progress, fold_rows, read_batch, read_games
from .schema.column_types import PARTS_A_ROUND, ROUNDS_A_GAME
from .schema.generation import Generation, generation
from .write.article_rows import Rows, add_rows, no_rows
from .write.bulk import delete_range, delete_rows, insert_rows


class ArticleProjector:
    """Brings the tables of one generation of the model "article" up to date.

    ``rules``: whose score and payout are applied to all games; None: each by its own.
    """

    def __init__(self, book: Book, number: int, rules: RuleSet | None = None) -> None:
        self._book = book
        self._rules = rules
        self._tables = generation("article", number)

    def forget(self) -> None:
        """It remembers nothing."""

    def take_in(self, connection: Connection, progress: Progress, limit: int) -> Progress:
        tables = self._tables
        known = opened_games(tables, tables["article_game"])
        batch = read_batch(
            connection, self._book, progress, limit, known=known, gather=list[LogRow]
        )
        written, sets = no_rows(), set[Tiles]()
        earlier = sorted(batch.numbers[game] for game in batch.earlier)
        games: dict[int, Sequence[LogRow]] = {
            batch.numbers[game]: rows for game, rows in batch.begun.items()
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
            what = unheld(opened.record, opened.rules.id, ends)
            if has_too_much_money(per_pip, seats, facts, decreed):
                what = "money"
            if what:
                left.append((number, rows[0][1], what))
                continue
            add_rows(written, number, rows[0][1], rule_game(game, self._rules))
            sets.update(version.table.tiles for version in (*game.earlier, game))
        _delete(connection, tables, earlier)
        leave_out(connection, tables, earlier, left)
        for name, new in zip(Rows._fields, written, strict=True):
            insert_rows(connection, tables[name], new)
        _add_bones(connection, tables["bone"], union(sets))
        return batch.progress


def _delete(connection: Connection, tables: Generation, numbers: Sequence[int]) -> None:
    """Delete all rows of these games."""
    for column in (
        tables["article_game"].c.id,
        tables["game"].c.id,
        tables["player_in_game"].c.game_id,
    ):
        delete_rows(connection, column, numbers)
    for column, ids_a_game in (
        (tables["round"].c.id, ROUNDS_A_GAME),
        (tables["player_round_score"].c.round_id, ROUNDS_A_GAME),
        (tables["hand"].c.id, ROUNDS_A_GAME * PARTS_A_ROUND),
        (tables["move"].c.id, ROUNDS_A_GAME * PARTS_A_ROUND),
    ):
        for number in numbers:
            delete_range(connection, column, number * ids_a_game, (number + 1) * ids_a_game)


def _add_bones(connection: Connection, table: Table, tiles: Tiles) -> None:
    """Add those of these tiles that no set had so far."""
    known = connection.execute(select(func.count()).select_from(table)).scalar_one()
    bones = range(known, tiles.bit_count())
    insert_rows(connection, table, [(bone, *reversed(HALVES[bone])) for bone in bones])
