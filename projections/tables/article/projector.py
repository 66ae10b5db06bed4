"""The article's tables, kept up to date from the log.

All rows of a game are written anew whenever something has happened in it.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import NamedTuple, TypeAlias
from uuid import UUID

from sqlalchemy import Connection, Table, func, select

from domain.events import Event
from domain.game.state import Game, evolve_game, fold
from domain.round.state import union
from domain.rules.rule_set import RuleSet
from domain.tiles import HALVES, Tiles
from ledger.book import Book
from ledger.errors import Tampered
from ledger.store.base import LogRow
from ledger.store.codec import StoredRow, event_in

from ...rulings.game_ruling import rule_game
from ..position import Progress
from ..rows import delete_range, delete_rows, handfuls, insert_rows
from ..schema import FLAG, PARTS_A_ROUND, ROUNDS_A_GAME, Generation, generation
from .records import Change, bring_up_to_date
from .rows import Row, Rows, add_rows, counted, no_rows, players_of

_RowsByGame: TypeAlias = Mapping[str, Sequence[StoredRow]]


class _Known(NamedTuple):
    """A game as far as its events were taken in."""

    number: int
    version: int
    game: Game


class _Written(NamedTuple):
    """What a batch makes to be written."""

    rows: Rows
    games: list[Row]
    """Of the table `article_game`."""
    changes: list[Change]
    sets: set[Tiles]
    """Those played with."""


class ArticleProjector:
    """Brings the tables of one generation of the model "article" up to date.

    ``rules``: whose score and payout are applied to all games; None: each by its own.
    """

    MOST = 4_000
    """Games remembered from one batch to the next: those that may go on."""

    def __init__(self, book: Book, number: int, rules: RuleSet | None = None) -> None:
        self._book = book
        self._rules = rules
        self._tables = generation("article", number)
        self._remembered: dict[str, _Known] = {}

    def forget(self) -> None:
        """Start from what the tables and the book say."""
        self._remembered.clear()

    def take_in(self, connection: Connection, progress: Progress, limit: int) -> Progress:
        return self.project(connection, self._book.log(progress.position, limit), progress)

    def project(
        self, connection: Connection, batch: Sequence[LogRow], progress: Progress
    ) -> Progress:
        """Take in the next events of the log, inside a transaction of the caller's.

        Raises Tampered where an event cannot be read, or one before it is missing.
        """
        if not batch:
            return progress
        touched = _by_game(batch)
        before = self._before(connection, touched)
        written, games = _Written(no_rows(), [], [], set()), progress.games
        for game, rows in touched.items():
            known = before.get(game)
            games += known is None
            number = known.number if known else games
            after = _after(game, number, known, rows)
            self._add(written, game, known, after)
            self._remember(game, after)
        self._write(connection, written, [known.number for known in before.values()])
        return progress._replace(position=batch[-1][0], games=games)

    def _before(self, connection: Connection, touched: _RowsByGame) -> dict[str, _Known]:
        """Those of these games that began before the batch, as they were then."""
        versions = {game: rows[0][0] - 1 for game, rows in touched.items() if rows[0][0] > 1}
        known = {
            game: known
            for game, version in versions.items()
            if (known := self._remembered.get(game)) and known.version == version
        }
        others = [game for game in versions if game not in known]
        numbers = _numbers(connection, self._tables, others)
        for game in others:
            if game not in numbers:
                raise Tampered(f"event 1 of game {UUID(game)} is missing")
            known[game] = self._read(game, numbers[game], versions[game])
        return known

    def _read(self, game: str, number: int, version: int) -> _Known:
        rows, _ = self._book.recorder.select_rows(UUID(game))
        return _after(game, number, None, [row for row in rows if row[0] <= version])

    def _remember(self, game: str, known: _Known) -> None:
        self._remembered.pop(game, None)
        if not known.game.over:
            self._remembered[game] = known
            if len(self._remembered) > self.MOST:
                del self._remembered[next(iter(self._remembered))]

    def _add(self, written: _Written, game: str, before: _Known | None, after: _Known) -> None:
        players = players_of(after.game)
        ruling = rule_game(after.game, self._rules)
        add_rows(written.rows, after.number, ruling, players)
        adds, added = counted(ruling, players), None
        before_that = players
        if before is not None:
            before_that = players_of(before.game)
            if before.game.over:
                added = counted(rule_game(before.game, self._rules), before_that)
        written.games.append((after.number, game, None if adds is None else FLAG))
        written.changes.append(Change(before_that, players, added, adds))
        versions = *after.game.earlier, after.game
        written.sets.update(version.table.tiles for version in versions)

    def _write(self, connection: Connection, written: _Written, known: Sequence[int]) -> None:
        """Write the rows of these games; of those ``known`` there are older ones."""
        tables = self._tables
        _delete(connection, tables, known)
        insert_rows(connection, tables["article_game"], written.games)
        for name, rows in zip(Rows._fields, written.rows, strict=True):
            insert_rows(connection, tables[name], rows)
        bring_up_to_date(connection, tables, written.changes)
        _add_bones(connection, tables["bone"], union(written.sets))


def _by_game(batch: Iterable[LogRow]) -> dict[str, list[StoredRow]]:
    """The rows of each game, the games in the order in which they turn up."""
    games: dict[str, list[StoredRow]] = {}
    for _, game, version, topic, state in batch:
        games.setdefault(game, []).append((version, topic, state))
    return games


def _after(game: str, number: int, before: _Known | None, rows: Sequence[StoredRow]) -> _Known:
    """The game with these rows taken in as well."""
    if before is None:
        return _Known(number, rows[-1][0], _folded(game, None, _events(game, 0, rows)))
    events = _events(game, before.version, rows)
    return _Known(number, rows[-1][0], _folded(game, before.game, events))


def _events(game: str, version: int, rows: Sequence[StoredRow]) -> list[Event]:
    """The events in the rows after this version; Tampered names the first that is none."""
    events: list[Event] = []
    try:
        for _, topic, state in rows:
            events.append(event_in(topic, state))
    except (Tampered, TypeError) as error:
        where = f"event {version + len(events) + 1} of game {UUID(game)}"
        said = error if isinstance(error, Tampered) else "it is not stored as events are"
        raise Tampered(f"{where}: {said}") from error
    for expected, (found, _, _) in enumerate(rows, version + 1):
        if found != expected:
            raise Tampered(f"event {expected} of game {UUID(game)} is missing")
    return events


def _folded(game: str, before: Game | None, events: Sequence[Event]) -> Game:
    try:
        return fold(events) if before is None else reduce(evolve_game, events, before)
    except (LookupError, ValueError) as error:
        raise Tampered(f"the events of game {UUID(game)} make no game") from error


def _numbers(connection: Connection, tables: Generation, games: Iterable[str]) -> dict[str, int]:
    table = tables["article_game"]
    return {
        game: number
        for some in handfuls(games)
        for game, number in connection.execute(
            select(table.c.game, table.c.id).where(table.c.game.in_(some))
        )
    }


def _delete(connection: Connection, tables: Generation, numbers: Sequence[int]) -> None:
    """Delete everything that is told of these games."""
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
