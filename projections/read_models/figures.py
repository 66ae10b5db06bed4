"""The model "figures": facts of rounds, standings, statistics and money, kept up to date."""

from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

from sqlalchemy import Connection, select

from domain.rules import RuleSet
from domain.table import table_for
from ledger.book import Book

from .booking import book_rounds
from .figure_rows import (
    Group,
    RuledGroup,
    game_facts,
    game_seats,
    group_of,
    owed_by,
    round_ends,
    round_seats,
    rule_group,
)
from .progress import Progress
from .ratings import rate_anew
from .ruling_columns import Kind
from .schema import ROUNDS_A_GAME, Generation
from .statistics import added_by, changed_between, update
from .streaks import course, follow, results_of
from .tally import Before, EndedRound, GameTally, Tallies, facts_by_fold
from .undisturbed import undisturbed
from .verdicts import blamed
from .writing import delete_range, delete_rows, insert_rows, runs


class PlayedRules(NamedTuple):
    """A rule set that games were played under."""

    id: int
    counting: RuleSet
    """These, or these with score and payout of the rules that the generation applies to all."""


class FiguresProjector:
    """Brings the tables of the model "figures" up to date.

    ``rules``: whose score and payout count, instead of those that each game was played under.
    ``books``: settlements are booked as they come, which only the generation in use may do.
    """

    def __init__(
        self, book: Book, tables: Generation, rules: RuleSet | None = None, *, books: bool = False
    ) -> None:
        self._book = book
        self._tables = tables
        self._rules = rules
        self._books = books
        self._tallies = Tallies(book)
        self._played: dict[bytes, PlayedRules] = {}

    def forget(self) -> None:
        self._tallies.forget()
        self._played.clear()

    def take_in(self, connection: Connection, progress: Progress, limit: int) -> Progress:
        with undisturbed():
            return self._take_in(connection, progress, limit)

    def _take_in(self, connection: Connection, progress: Progress, limit: int) -> Progress:
        def find(game: str) -> Before:
            of = tables["game_fact"].c
            row = connection.execute(select(of.id, of.closed).where(of.game == game)).one()
            return Before(*row)

        tables, book = self._tables, self._book
        position = book.reaches(progress.position, limit)
        with closing(book.told(progress.position, position)) as told:
            tallies = self._tallies.count_up(told, progress, find)
        games = [tally.number for tally in tallies]
        earlier = [number for number in games if number <= progress.games]
        added, results = (
            added_by(connection, tables, earlier),
            results_of(connection, tables, earlier),
        )
        self._delete(connection, earlier)
        self._write(connection, tallies, earlier, position)
        going_on = course(results, results_of(connection, tables, games), progress.position)
        update(
            connection,
            tables,
            changed_between(added, added_by(connection, tables, games)),
            follow(connection, tables, going_on),
        )
        if going_on.disturbed:
            rate_anew(connection, tables.id, tables)
        return Progress(position, max([progress.games, *games]))

    def _delete(self, connection: Connection, games: list[int]) -> None:
        tables = self._tables
        delete_rows(connection, tables["game_fact"].c.id, games)
        delete_rows(connection, tables["game_seat"].c.game_id, games)
        for first, last in runs(games):
            first_id, end = first * ROUNDS_A_GAME, (last + 1) * ROUNDS_A_GAME
            for name in ("round_end", "round_seat"):
                delete_range(connection, tables[name].c.round_id, first_id, end)

    def _write(
        self,
        connection: Connection,
        tallies: list[GameTally],
        earlier: list[int],
        position: int,
    ) -> None:
        groups = self._groups(connection, tallies, position)
        ruled = [self._ruled(connection, group) for group in groups]
        for name, rows_of in _ROWS.items():
            rows = sorted(row for found in ruled for row in rows_of(found))
            insert_rows(connection, self._tables[name], rows)
        if self._books:
            owed = [round for found in ruled for round in owed_by(found)]
            book_rounds(connection, self._tables.id, owed, earlier)

    def _groups(
        self, connection: Connection, tallies: list[GameTally], position: int
    ) -> Iterator[Group]:
        by_kind: dict[tuple[int, int], list[GameTally]] = {}
        for tally in tallies:
            played = self._played_under(connection, tally.opening.rules)
            by_kind.setdefault((played.id, len(tally.opening.players)), []).append(tally)
        by_id = {played.id: played for played in self._played.values()}
        for (rules_id, seats), alike in by_kind.items():
            played = by_id[rules_id]
            kind = Kind(played.counting, table_for(played.counting.play, seats).sides, seats)
            games = [(tally, self._ended(tally, position)) for tally in alike]
            yield group_of(kind, rules_id, played.counting.id, games)

    def _ended(self, tally: GameTally, position: int) -> list[EndedRound]:
        return facts_by_fold(self._book, tally, position) if tally.irregular else tally.rounds

    def _ruled(self, connection: Connection, group: Group) -> RuledGroup:
        payout = group.kind.rules.payout
        reading = None if payout is None else payout.reading
        if reading is None:
            return rule_group(group, {})
        blocked = {
            round.id: round.tally.game for round in group.settled if round.facts.ended == "blocked"
        }
        return rule_group(group, blamed(connection, self._book, reading, blocked))

    def _played_under(self, connection: Connection, body: bytes) -> PlayedRules:
        if not self._played:
            table = self._tables["played_rules"]
            for id, _, known in connection.execute(select(table)):
                self._played[known.encode()] = self._ready(id, known.encode())
        if body not in self._played:
            played = self._played[body] = self._ready(len(self._played) + 1, body)
            row = played.id, played.counting.id, body.decode()
            insert_rows(connection, self._tables["played_rules"], [row])
        return self._played[body]

    def _ready(self, id: int, body: bytes) -> PlayedRules:
        return PlayedRules(id, RuleSet.model_validate_json(body).counted_by(self._rules))


_ROWS = {
    "game_fact": game_facts,
    "game_seat": game_seats,
    "round_end": round_ends,
    "round_seat": round_seats,
}
