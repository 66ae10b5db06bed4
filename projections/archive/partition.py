"""The games of a bucket of an archive as tables of a book, so that reports on these work on it.

Only facts and verdicts are taken from the archive. What they come to is counted from them, by any
rules, as a book counts its games again. Facts go from columns to columns; only rows of games are
made, of which there are few.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from typing import Final, NamedTuple
from uuid import UUID

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...domain.game.state import Game
from ...domain.rules.counting import Counting
from ...domain.rules.rule_set import RuleSet
from ...ledger.store.stream import read_stream
from ..tables.connection import Connection, Row
from ..tables.counting import count_group, insert_results
from ..tables.database import ReadModels
from ..tables.facts import ENDED, ROUND_FIGURES, SEAT_FIGURES, Figures, Group, IntArray
from ..tables.progress import NOTHING, create, note
from ..tables.schema import defined
from ..tables.stored_facts import GAME_COLUMNS, REPORT_COLUMNS, SEAT_COLUMNS, StoredFacts, groups_of
from .event_columns import games_in
from .fact_tables import RULES, VERDICTS
from .manifest import Bucket
from .place import NoArchive
from .read import Archive, only_of

OF_GAMES: Final = ("game_fact", "game_seat", "game_sum")
"""The tables that reports on all games ask."""


class Partition(NamedTuple):
    """The closed games of a bucket, and by whose rules they count.

    It is all that another process needs to count them.
    """

    archive: Archive
    """Without what its manifest says of other buckets."""
    log: str
    """The name of their log. Numbers of games and events are those of its book."""
    bucket: Bucket
    counting: Counting

    def groups(self) -> list[Group]:
        """These games by kind, with their rounds. Raises NoArchive and Tampered."""
        rules, games, seats, decrees = (
            self._rows(name, *columns)
            for name, *columns in (
                (RULES, "id", "body"),
                ("game_fact", *GAME_COLUMNS),
                ("game_seat", *SEAT_COLUMNS),
                ("round_decree",),
            )
        )
        ends = self.archive.facts(
            self.bucket, "round_end", *("round_id", "ended", "irregular", "report"), *ROUND_FIGURES
        )
        hands = self.archive.facts(self.bucket, "round_seat", "round_id", *SEAT_FIGURES)
        noted = ends.filter(ends["report"].is_valid())
        how = pc.index_in(ends["ended"], pa.array(ENDED)), ends["irregular"].is_null()
        return groups_of(
            StoredFacts(
                rules={id: RuleSet.model_validate_json(body) for id, body in rules},
                games=games,
                seats=seats,
                decrees=decrees,
                reports=_rows_of(noted.select(REPORT_COLUMNS)),
                figures=Figures(
                    _in_columns(ends["round_id"], *how, *_filled(ends, ROUND_FIGURES)),
                    _in_columns(hands["round_id"], *_filled(hands, SEAT_FIGURES)),
                ),
            )
        )

    @contextmanager
    def tables(self) -> Iterator[Connection]:
        """Tables of these games, in memory: their results, and what views make of them.

        Tables of rounds are empty. A verdict that these rules ask for and nobody has found is found
        in the events. Raises NoArchive and Tampered.
        """
        events = cache(lambda: self.archive.events(self.bucket))

        def game_in(id: UUID) -> Game:
            (found,) = games_in(only_of(events(), id))
            return read_stream(id, found.rows).game

        groups = self.groups()
        with closing(ReadModels(self.archive.place.name)) as models, models.writing() as connection:
            create(connection, defined("sqlite", "table", "view"))
            note(connection, NOTHING._replace(counting=self.counting))
            for name in (RULES, VERDICTS):
                connection.insert(name, list(self._rows(name)))
            counted = [count_group(connection, each, self.counting, game_in) for each in groups]
            insert_results(connection, counted, OF_GAMES)
            yield connection

    def _rows(self, name: str, *columns: str) -> Iterator[Row]:
        return _rows_of(self.archive.facts(self.bucket, name, *columns))


def _rows_of(table: pa.Table) -> Iterator[Row]:
    return zip(*(column.to_pylist() for column in table.columns), strict=True)


def _filled(table: pa.Table, columns: Mapping[str, int]) -> Iterator[pa.ChunkedArray]:
    """These columns, with what stands for null."""
    return (table[name].fill_null(null) for name, null in columns.items())


def _in_columns(*columns: pa.ChunkedArray) -> IntArray:
    return np.stack([column.cast(pa.int64()).to_numpy() for column in columns], axis=1)


def partitions(archive: Archive, counting: Counting | None = None) -> list[Partition]:
    """All of them, by log, in the order of opening; None: games count as they do in their book."""
    alone = archive._replace(manifest=archive.manifest.model_copy(update={"logs": ()}))
    return [
        Partition(alone, log.log, bucket, log.counting if counting is None else counting)
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
        for body in archive.facts(bucket, RULES, "body")["body"].to_pylist()
    )
    found: dict[str, RuleSet] = {}
    for rules in map(RuleSet.model_validate_json, dict.fromkeys(bodies)):
        if found.setdefault(rules.id, rules) != rules:
            raise NoArchive("archive-rules-alike", archive=archive.place.name, rules=rules.id)
    return found
