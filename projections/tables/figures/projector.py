"""The model "figures": facts of rounds, standings, statistics and money, kept up to date."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple
from uuid import UUID

import numpy as np
from sqlalchemy import Column, Connection, select

from domain.events import ActUndone, DealUndone, GameAmended
from domain.rules.rule_set import RuleSet
from domain.rules.table import table_for
from ledger.book import Book
from ledger.errors import Tampered

from ..bookkeeping import book_rounds
from ..facts.act_columns import events_between, events_of, with_all_of
from ..facts.tallies import Tallied, Tally
from ..facts.tally import opened_in, tally_up
from ..facts.verdicts import blamed
from ..position import Progress
from ..rows import delete_range, delete_rows, handfuls, insert_rows, runs
from ..schema import ROUNDS_A_GAME, VERDICT, Generation
from ..scoring.postings import owed_by
from ..scoring.ruling_columns import Kind
from ..statistics.ratings import rate_anew
from ..statistics.ruled_sums import added_in, results_in
from ..statistics.streaks import course, follow, results_of
from ..statistics.sums import added_by, changed_between, update
from .rows import (
    Group,
    RuledGroup,
    game_facts,
    game_seats,
    group_of,
    round_decrees,
    round_ends,
    round_hands,
    rule_group,
)


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
        self._played: dict[bytes, PlayedRules] = {}

    def forget(self) -> None:
        self._played.clear()

    def take_in(self, connection: Connection, progress: Progress, limit: int) -> Progress:
        tables, book = self._tables, self._book
        position = book.reaches(progress.position, limit)
        tallied = self._tallied(connection, progress, position)
        games = sorted(tally.number for tally in tallied.games)
        earlier = [number for number in games if number <= progress.games]
        ruled = [self._ruled(connection, group) for group in self._groups(connection, tallied)]
        added, results = (
            added_by(connection, tables, earlier),
            results_of(connection, tables, earlier),
        )
        self._delete(connection, earlier)
        self._write(connection, ruled, earlier)
        going_on = course(results, results_in(ruled), progress.position)
        streaks = follow(connection, tables, going_on)
        update(connection, tables, changed_between(added, added_in(ruled)), streaks)
        if going_on.disturbed:
            rate_anew(connection, tables.id, tables)
        return Progress(position, max([progress.games, *games]))

    def _tallied(self, connection: Connection, progress: Progress, position: int) -> Tallied:
        """The games in which something happened after this progress, up to a position."""
        events = events_between(self._book, progress.position, position)
        opened = opened_in(events)
        numbers = dict(zip(opened, count(progress.games + 1), strict=False))
        earlier = [game for game in events.games if game not in numbers]
        if earlier:
            numbers |= self._numbers(connection, earlier)
        told_otherwise = {
            numbers[events.games[other.game]] for other in events.others if other.topic in _RETELLS
        }
        _delete_rounds(connection, VERDICT.c.round_id, sorted(told_otherwise))
        if earlier:
            events = with_all_of(events, events_of(self._book, earlier, position))
        return tally_up(self._book, events, numbers, position)

    def _numbers(self, connection: Connection, games: Sequence[str]) -> dict[str, int]:
        of = self._tables["game_fact"].c
        numbers = {
            game: number
            for some in handfuls(games)
            for game, number in connection.execute(select(of.game, of.id).where(of.game.in_(some)))
        }
        if missing := set(games) - set(numbers):
            raise Tampered(f"event 1 of game {UUID(min(missing))} is missing")
        return numbers

    def _delete(self, connection: Connection, games: list[int]) -> None:
        tables = self._tables
        delete_rows(connection, tables["game_fact"].c.id, games)
        delete_rows(connection, tables["game_seat"].c.game_id, games)
        for name in ("round_end", "round_hands", "round_decree"):
            _delete_rounds(connection, tables[name].c.round_id, games)

    def _write(
        self, connection: Connection, ruled: Sequence[RuledGroup], earlier: list[int]
    ) -> None:
        for name, rows_of in _ROWS.items():
            rows = sorted(row for found in ruled for row in rows_of(found))
            insert_rows(connection, self._tables[name], rows)
        if self._books:
            owed = [round for found in ruled for round in owed_by(found)]
            book_rounds(connection, self._tables.id, owed, earlier)

    def _groups(self, connection: Connection, tallied: Tallied) -> Iterator[Group]:
        by_kind: dict[tuple[int, int], list[int]] = {}
        games = tallied.games
        for _, body in sorted(use for tally in games for use in _rules_told(tally)):
            self._played_under(connection, body)
        for place in sorted(range(len(games)), key=lambda place: games[place].number):
            opening = games[place].opening
            played = self._played_under(connection, opening.rules)
            by_kind.setdefault((played.id, len(opening.players)), []).append(place)
        by_id = {played.id: played for played in self._played.values()}
        for (rules_id, seats), places in by_kind.items():
            played = by_id[rules_id]
            kind = Kind(played.counting, table_for(played.counting.play, seats).sides, seats)
            yield group_of(kind, rules_id, played.counting.id, tallied, np.array(places))

    def _ruled(self, connection: Connection, group: Group) -> RuledGroup:
        reading = group.kind.rules.reading
        if reading is None:
            return rule_group(group, {})
        rounds = group.rounds
        blocked = rounds.settled & rounds.blocked
        games = [group.tallies[place].game for place in rounds.game[blocked].tolist()]
        asked = dict(zip(group.round_ids[blocked].tolist(), games, strict=True))
        for round_id, decree in group.decrees.items():
            if decree.blames:
                asked.pop(round_id, None)
        return rule_group(group, blamed(connection, self._book, reading, asked))

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
    "round_hands": round_hands,
    "round_decree": round_decrees,
}
_RETELLS = {GameAmended.TOPIC, ActUndone.TOPIC, DealUndone.TOPIC}
"""After these a round may be another one than it was when its verdict was found."""


def _rules_told(tally: Tally) -> Sequence[tuple[int, bytes]]:
    """Where in the log which rules were said; the same whatever came in one batch."""
    return tally.tellings or [(tally.opened, tally.opening.rules)]


def _delete_rounds(connection: Connection, round_id: Column[int], games: Sequence[int]) -> None:
    """Delete the rows of all rounds of these games."""
    for first, last in runs(games):
        delete_range(connection, round_id, first * ROUNDS_A_GAME, (last + 1) * ROUNDS_A_GAME)
