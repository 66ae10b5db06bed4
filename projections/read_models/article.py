"""The article's tables, kept up to date from the log.

All rows of a game are written anew whenever something has happened in it.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import NamedTuple, TypeAlias
from uuid import UUID

from sqlalchemy import Connection, func, select

from domain.events import Event
from domain.game import Game, evolve_game, fold
from domain.rules import RuleSet
from domain.tiles import HALVES, set_up_to
from ledger.book import Book
from ledger.codec import StoredRow, event_in
from ledger.errors import Tampered
from ledger.store import LogRow
from projections.rulings import rule_game

from .article_records import Change, bring_up_to_date
from .article_rows import Counted, Row, Rows, add_rows, counted, no_rows
from .progress import Progress
from .schema import PARTS_A_ROUND, ROUNDS_A_GAME, Generation, generation
from .writing import delete_range, delete_rows, handfuls, insert_rows

_RowsByGame: TypeAlias = Mapping[str, Sequence[StoredRow]]


class _Known(NamedTuple):
    """A game as far as its events were taken in."""

    number: int
    version: int
    game: Game


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
        after = dict(_taken_in(touched, before, progress.games))
        self._write(connection, before, after)
        self._remember(after)
        opened = len(after) - len(before)
        return progress._replace(position=batch[-1][0], games=progress.games + opened)

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
        events = _events(game, 0, [row for row in rows if row[0] <= version])
        return _Known(number, version, _folded(game, None, events))

    def _remember(self, games: Mapping[str, _Known]) -> None:
        remembered = self._remembered
        for game, known in games.items():
            remembered.pop(game, None)
            if not known.game.over:
                remembered[game] = known
        while len(remembered) > self.MOST:
            del remembered[next(iter(remembered))]

    def _write(
        self, connection: Connection, before: Mapping[str, _Known], after: Mapping[str, _Known]
    ) -> None:
        """Write the rows of these games anew."""
        rows, games, changes = no_rows(), list[Row](), list[Change]()
        for game, known in after.items():
            ruling = rule_game(known.game, self._rules)
            add_rows(rows, known.number, ruling)
            counts = counted(ruling)
            games.append((known.number, game, None if counts is None else "Y"))
            players = tuple(map(str, known.game.opened.players))
            changes.append(Change(players, self._counted(before.get(game)), counts))
        _delete(connection, self._tables, [known.number for known in before.values()])
        insert_rows(connection, self._tables["article_game"], games)
        for table, written in zip(Rows._fields, rows, strict=True):
            insert_rows(connection, self._tables[table], written)
        bring_up_to_date(connection, self._tables, changes)
        highest = max(known.game.opened.rules.play.highest_pip for known in after.values())
        _add_bones(connection, self._tables, highest)

    def _counted(self, known: _Known | None) -> Counted | None:
        if known is None or not known.game.over:
            return None
        return counted(rule_game(known.game, self._rules))


def _by_game(batch: Iterable[LogRow]) -> dict[str, list[StoredRow]]:
    """The rows of each game, the games in the order in which they turn up."""
    games: dict[str, list[StoredRow]] = {}
    for _, game, version, topic, state in batch:
        games.setdefault(game, []).append((version, topic, state))
    return games


def _taken_in(
    touched: _RowsByGame, before: Mapping[str, _Known], number: int
) -> Iterable[tuple[str, _Known]]:
    """The games with these rows taken in; ``number`` is that of the last game there was before."""
    for game, rows in touched.items():
        known = before.get(game)
        if known is None:
            number += 1
        events = _events(game, known.version if known else 0, rows)
        now = _folded(game, known.game if known else None, events)
        yield game, _Known(known.number if known else number, rows[-1][0], now)


def _events(game: str, version: int, rows: Sequence[StoredRow]) -> list[Event]:
    """The events in the rows after this version; Tampered names the first that is none."""
    events: list[Event] = []
    try:
        for _, topic, state in rows:
            events.append(event_in(topic, state))
    except Tampered as error:
        where = f"event {version + len(events) + 1} of game {UUID(game)}"
        raise Tampered(f"{where}: {error}") from error
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


def _add_bones(connection: Connection, tables: Generation, highest: int) -> None:
    """Add the tiles of the set up to this pip that no set had so far."""
    table = tables["bone"]
    known = connection.execute(select(func.count()).select_from(table)).scalar_one()
    bones = range(known, set_up_to(highest).bit_count())
    insert_rows(connection, table, [(bone, *reversed(HALVES[bone])) for bone in bones])
