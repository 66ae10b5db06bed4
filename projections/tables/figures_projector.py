"""The model "figures": facts of rounds, standings, statistics and money.

Its stages are the folders beside this module: read, facts, rule, write, accumulate.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from sqlalchemy import Column, Connection, select

from domain.rules.counting import AS_PLAYED, Counting, counted_rules, rules_that_count
from domain.rules.rule_set import RuleSet
from ledger.book import Book
from ledger.store.base import LogRow

from .accumulate.bookings import Counted, due_for, entries_for
from .accumulate.journal import Journal
from .accumulate.ratings import delete_ratings_if_changed, results_of
from .facts.fact_columns import Group, Rounds, group_of
from .facts.game_facts import GameFacts, counted_as, folded_facts
from .facts.usual_games import count_games
from .facts.verdicts import find_missing
from .left_out import Unheld, has_too_much_money, leave_out, opened_games, unstorable_text
from .player_aliases import known_aliases
from .read.event_columns import NO_EVENTS, Events, events_between, events_in
from .read.log_reader import Batch, Progress, numbered, read_games
from .rule.rule_games import Blamed, Scored, pay_games, score_games, sum_rounds
from .schema.column_types import ROUNDS_A_GAME, id_in
from .schema.generation import Generation
from .schema.permanent import VERDICT
from .write.bulk import delete_range, delete_rows, in_parts, insert_rows, runs
from .write.figure_rows import ROWS, RuledGroup


class PlayedRules(NamedTuple):
    """A rule set that games were played under."""

    id: int
    played: RuleSet


_EVENTS_AT_ONCE = 20_000
"""The events of whole games that are in memory together, or those of one longer game."""


class FiguresProjector:
    """Keeps the tables of the model "figures" up to date.

    ``counting``: whose score and payout count, if not each game's own.
    ``journal``: where settlements are booked at once, which only the generation in use may do.
    """

    def __init__(
        self,
        book: Book,
        tables: Generation,
        counting: Counting = AS_PLAYED,
        journal: Journal | None = None,
    ) -> None:
        self._book = book
        self._tables = tables
        self._counting = counting
        self._journal = journal
        self._played: dict[bytes, PlayedRules] = {}

    def forget(self) -> None:
        self._played.clear()

    def take_in(
        self, connection: Connection, progress: Progress, size: int, up_to: int
    ) -> Progress:
        end = self._book.end_of_batch(progress.position, size, up_to)
        events = events_between(self._book, progress.position, end)
        known = opened_games(self._tables, self._tables["game_fact"])
        batch = numbered(
            connection, progress, end, known, begun=events.begun, earlier=events.earlier
        )
        self._write(connection, progress, batch, events)
        return batch.progress

    def take_again(self, connection: Connection, progress: Progress, games: Sequence[str]) -> None:
        known = opened_games(self._tables, self._tables["game_fact"])
        batch = numbered(connection, progress, progress.position, known, earlier=games)
        self._write(connection, progress, batch, NO_EVENTS)

    def _write(
        self, connection: Connection, progress: Progress, batch: Batch, events: Events
    ) -> None:
        tables = self._tables
        aliases = known_aliases(connection)
        facts, rounds = self._facts(batch, events)
        games = sorted((counted_as(game, aliases) for game in facts), key=attrgetter("number"))
        earlier = sorted(batch.numbers[game] for game in batch.earlier)
        replaced = [game.number for game in games if game.replaced > progress.position]
        _delete_rounds(connection, VERDICT.c.round_id, replaced)
        self._number_rules(connection, games)
        left = [(each.number, each.game, what) for each in games if (what := self._unheld(each))]
        held = [game for game in games if not self._unheld(game)] if left else games
        ruled = [self._ruled(connection, group) for group in self._groups(held, rounds)]
        before = results_of(connection, tables, earlier)
        self._delete(connection, earlier)
        leave_out(connection, tables, earlier, left)
        for name, rows_of in ROWS.items():
            rows = sorted(chain.from_iterable(map(rows_of, ruled)))
            insert_rows(connection, tables[name], rows)
        if self._journal is not None:
            due = {id: owed for each in ruled for id, owed in due_for(each.scored, each.paid)}
            rules_of = {game.number: self._counted(game) for game in games}
            self._journal.follow(connection)
            position = batch.progress.position
            self._journal.book(connection, entries_for(connection, due, rules_of, position))
        after = results_of(connection, tables, earlier)
        delete_ratings_if_changed(connection, tables, before, after, progress.position)

    def _facts(
        self, batch: Batch, events: Events
    ) -> tuple[list[GameFacts], Mapping[int, Sequence[Rounds]]]:
        """The facts of all games of a batch, and their rounds in columns, by number of seats.

        Games that cannot be counted in the batch are read as a whole.
        """
        parts = [count_games({game: batch.numbers[game] for game in batch.begun}, events)]
        games = [*parts[0].games]
        counted = {game.game for game in games}
        whole = [*batch.earlier, *(game for game in batch.begun if game not in counted)]
        for rows in self._whole(whole, batch.progress.position):
            part = count_games(batch.numbers, events_in(rows.values()))
            parts.append(part)
            counted = {game.game for game in part.games}
            games += part.games
            games += (
                folded_facts(batch.numbers[game], of_game)
                for game, of_game in rows.items()
                if game not in counted
            )
        rounds: dict[int, list[Rounds]] = {}
        for part in parts:
            for seats, some_rounds in part.rounds.items():
                rounds.setdefault(seats, []).append(some_rounds)
        return games, rounds

    def _whole(self, games: Iterable[str], up_to: int) -> Iterator[Mapping[str, Sequence[LogRow]]]:
        """All events of these games, by id, some games at a time."""
        for some in in_parts(games):
            with read_games(self._book, some, up_to) as read:
                rows, events = dict[str, Sequence[LogRow]](), 0
                for of_game in read:
                    rows[of_game[0][1]] = of_game
                    events += len(of_game)
                    if events >= _EVENTS_AT_ONCE:
                        yield rows
                        rows, events = {}, 0
                yield rows

    def _delete(self, connection: Connection, games: Sequence[int]) -> None:
        tables = self._tables
        delete_rows(connection, tables["game_fact"].c.id, games)
        for name in ("game_seat", "game_sum"):
            delete_rows(connection, tables[name].c.game_id, games)
        for name in ("round_end", "round_seat", "round_decree"):
            _delete_rounds(connection, tables[name].c.round_id, games)

    def _number_rules(self, connection: Connection, games: Sequence[GameFacts]) -> None:
        """Number new rule sets in the order of the log, independent of batches."""
        for _, body in sorted(said for game in games for said in game.rules_said):
            self._played_under(connection, body)

    def _counted(self, game: GameFacts) -> Counted:
        played = self._played[game.opening.rules].played
        rules = rules_that_count(self._counting, played, len(game.opening.players))
        return Counted(id_in(game.game), rules.id)

    def _unheld(self, game: GameFacts) -> Unheld | None:
        opening, facts = game.opening, [facts for _, facts in game.rounds]
        decreed, seats = game.decreed.values(), len(opening.players)
        if has_too_much_money(opening.minor_per_pip, seats, facts, decreed):
            return "money"
        return unstorable_text(opening.record, self._played[opening.rules].played.id)

    def _groups(
        self, games: Sequence[GameFacts], rounds: Mapping[int, Sequence[Rounds]]
    ) -> list[tuple[Group, RuleSet]]:
        """The games by kind, with the rules that count. ``rounds``: as from `_facts`."""
        kinds: dict[tuple[bytes, int], list[GameFacts]] = {}
        for game in games:
            kind = game.opening.rules, len(game.opening.players)
            kinds.setdefault(kind, []).append(game)
        return [
            (
                group_of(rules.id, rules.played, alike, rounds.get(seats, ())),
                counted_rules(self._counting, rules.played, seats),
            )
            for (body, seats), alike in kinds.items()
            for rules in [self._played[body]]
        ]

    def _ruled(self, connection: Connection, kind: tuple[Group, RuleSet]) -> RuledGroup:
        scored = score_games(*kind)
        paid = pay_games(scored, self._blamed(connection, scored))
        return RuledGroup(scored, paid, sum_rounds(scored, paid))

    def _blamed(self, connection: Connection, scored: Scored) -> Blamed:
        """Who is answerable for the blocks of these games, if a reading decides it."""
        reading = scored.rules.reading
        if reading is None:
            return {}
        asked = scored.by_readings
        games = [scored.group.games[place].game for place in scored.rounds.game[asked].tolist()]
        rounds = dict(zip(scored.round_ids[asked].tolist(), games, strict=True))
        return find_missing(connection, self._book, reading, rounds)

    def _played_under(self, connection: Connection, body: bytes) -> None:
        """Number the rules with this JSON."""
        table = self._tables["played_rules"]
        if not self._played:
            for id, _, known in connection.execute(select(table)):
                self._remember(id, known.encode())
        if body not in self._played:
            rules = self._remember(len(self._played) + 1, body)
            insert_rows(connection, table, [(rules.id, rules.played.id, body.decode())])

    def _remember(self, id: int, body: bytes) -> PlayedRules:
        played = RuleSet.model_validate_json(body)
        self._played[body] = PlayedRules(id, played)
        return self._played[body]


def _delete_rounds(connection: Connection, round_id: Column[int], games: Sequence[int]) -> None:
    """Delete the rows of all rounds of these games."""
    for first, last in runs(games):
        delete_range(connection, round_id, first * ROUNDS_A_GAME, (last + 1) * ROUNDS_A_GAME)
