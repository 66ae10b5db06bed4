"""A bucket of an archive as tables of a book, so that every query on these works on it.

Only facts and verdicts are taken from the archive. What they come to is counted from them, by any
rules, as a book counts its games again.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from typing import NamedTuple
from uuid import UUID

from ...domain.game.state import Game
from ...domain.rules.counting import Counting
from ...domain.rules.rule_set import RuleSet
from ...ledger.store.stream import read_stream
from ..tables.arrow import columns_of
from ..tables.connection import Connection
from ..tables.counting import count_again
from ..tables.database import ReadModels
from ..tables.progress import NOTHING, create, note
from ..tables.schema import defined
from .event_columns import games_in
from .fact_tables import FACTS, RULES
from .manifest import Bucket
from .place import NoArchive
from .read import Archive, only_of


class Partition(NamedTuple):
    """The closed games of a bucket, and by whose rules they count."""

    archive: Archive
    log: str
    """The name of their log. Numbers of games and events are those of its book."""
    bucket: Bucket
    counting: Counting

    @contextmanager
    def tables(self) -> Iterator[Connection]:
        """Tables of these games, in memory: facts, results, and what views make of them.

        A verdict that these rules ask for and nobody has found is found in the events. Raises
        NoArchive and Tampered.
        """
        events = cache(lambda: self.archive.events(self.bucket))

        def game_in(id: UUID) -> Game:
            (found,) = games_in(only_of(events(), id))
            return read_stream(id, found.rows).game

        name = self.archive.place.name
        with closing(ReadModels(name)) as models, models.writing() as connection:
            create(connection, defined("sqlite", "table", "view"))
            note(connection, NOTHING._replace(counting=self.counting))
            for table in (*FACTS, RULES):
                self._insert(connection, table)
            count_again(connection, self.counting, game_in)
            yield connection

    def _insert(self, connection: Connection, name: str) -> None:
        file = self.bucket.tables[name]
        table = self.archive.table(file)
        if table.schema != columns_of(name):
            raise NoArchive("archive-columns", archive=self.archive.place.name, path=file.path)
        columns = (column.to_pylist() for column in table.columns)
        connection.insert(name, list(zip(*columns, strict=True)))


def partitions(archive: Archive, counting: Counting | None = None) -> list[Partition]:
    """All of them, by log, in the order of opening; None: games count as they do in their book."""
    return [
        Partition(archive, log.log, bucket, log.counting if counting is None else counting)
        for log in archive.manifest.logs
        for bucket in log.buckets
    ]


def rules_of(archive: Archive) -> dict[str, RuleSet]:
    """The rule sets that the games were played under, by id.

    Raises NoArchive, also if two books have different rules under one id, and Tampered.
    """
    bodies = (
        body
        for log in archive.manifest.logs
        for bucket in log.buckets
        for body in archive.table(bucket.tables[RULES])["body"].to_pylist()
    )
    found: dict[str, RuleSet] = {}
    for rules in map(RuleSet.model_validate_json, dict.fromkeys(bodies)):
        if found.setdefault(rules.id, rules) != rules:
            raise NoArchive("archive-rules-alike", archive=archive.place.name, rules=rules.id)
    return found
