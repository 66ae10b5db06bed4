"""How games become rows: folded once into facts, which any rules of score and payout can count."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple, TypeAlias

from ...domain.events import TileLaid
from ...domain.round.state import union
from ...domain.rules.counting import Counting, counted_rules, rules_that_count
from ...domain.rules.rule_set import RuleSet
from ...domain.scoring.settlement import lacking_function
from ...domain.tiles import HALVES, WILD, Tiles, tile_set, tiles_of
from ...ledger.book import Book
from ...ledger.store.base import LogRow
from .connection import PARTS_A_ROUND, ROUNDS_A_GAME, Connection, id_in
from .facts import GameFacts, Group, group_of, load_facts
from .journal import Counted, Journal, due_for, entries_for
from .left_out import Unheld, has_too_much_money, leave_out, unstorable_text
from .log_reader import Batch, counted_as, facts_of, fold_rows, numbered, read_batch
from .play_rows import TABLES, PlayRows, add_rows
from .player_aliases import known_aliases
from .progress import Progress
from .ratings import delete_ratings, delete_ratings_if_changed, results_of
from .result_rows import ROWS
from .results import CountedGroup, count_scored, score_games
from .verdicts import find_missing

GAMES_AT_ONCE = 4_000
"""Games that are counted again together."""


class PlayedRules(NamedTuple):
    """A rule set that games were played under."""

    id: int
    played: RuleSet


class Projector:
    """Keeps the rows of games up to date, in the caller's transactions, and books settlements."""

    def __init__(self, book: Book, journal: Journal) -> None:
        self._book = book
        self._journal = journal
        self._played: dict[bytes, PlayedRules] = {}

    def forget(self) -> None:
        """Forget what was read from tables: another program may have changed them."""
        self._played.clear()

    def take_in(
        self, connection: Connection, progress: Progress, size: int, up_to: int
    ) -> Progress:
        """Take in a batch of the next events up to a position; returns how far that is.

        Batches end as in `Book.end_of_batch`, since a split game is read from its beginning.
        """
        end = self._book.end_of_batch(progress.position, size, up_to)
        batch = read_batch(connection, self._book, progress.position, end, progress.games)
        progress = self._write(connection, progress, batch)
        return progress._replace(position=end, games=progress.games + len(batch.begun))

    def take_again(
        self, connection: Connection, progress: Progress, games: Sequence[str]
    ) -> Progress:
        """Make the rows of these games anew, from their events up to there."""
        batch = numbered(connection, progress.position, progress.games, earlier=games)
        return self._write(connection, progress, batch)

    def count_again(self, connection: Connection, progress: Progress) -> Progress:
        """Make the results of all games anew from their facts. Books nothing."""
        last = connection.value("SELECT coalesce(max(id), 0) FROM game_fact")
        for first in range(1, last + 1, GAMES_AT_ONCE):
            numbers = range(first, first + GAMES_AT_ONCE)
            counted = [
                self._counted_group(connection, group, progress.counting)
                for group in load_facts(connection, numbers=numbers)
            ]
            _delete(connection, numbers, _RESULTS)
            _insert_results(connection, counted)
        return delete_ratings(connection, progress)

    # -- facts

    def _folded(self, connection: Connection, batch: Batch) -> "_Folded":
        """Fold these games, once each. Only facts and rows are kept, since games are large."""
        aliases = known_aliases(connection)
        folded = _Folded([], [], {name: [] for name in TABLES}, set())
        for number, rows in self._rows(batch):
            game, events = fold_rows(rows)
            facts = counted_as(facts_of(number, rows, game, events), aliases)
            ends = {event.end or "" for event in events if isinstance(event, TileLaid)}
            rounds, decreed = [each.facts for each in game.judged], game.decrees.rounds.values()
            stake = facts.opening.minor_per_pip, len(facts.opening.players)
            unheld: Unheld | None = "money"
            if not has_too_much_money(*stake, rounds, decreed):
                unheld = unstorable_text(facts.opening.record, game.opened.rules.id, ends)
            folded.games.append(facts)
            if unheld:
                folded.left.append((number, facts.game, unheld))
                continue
            add_rows(folded.play, number, facts.game, game, facts.opening.players)
            folded.sets.update(version.table.tiles for version in (*game.earlier, game))
        folded.games.sort(key=attrgetter("number"))
        return folded

    def _rows(self, batch: Batch) -> Iterator[tuple[int, Sequence[LogRow]]]:
        """The number and the events of each game of a batch."""
        for game, rows in batch.begun.items():
            yield batch.numbers[game], rows
        if batch.earlier:
            with self._book.scan_games(batch.earlier, batch.end) as log:
                for game, run in groupby(log, itemgetter(1)):
                    yield batch.numbers[game], list(run)

    # -- results

    def _write(self, connection: Connection, progress: Progress, batch: Batch) -> Progress:
        """Write the rows of these games; returns the progress with what is rated now."""
        folded = self._folded(connection, batch)
        games = folded.games
        earlier = sorted(batch.numbers[game] for game in batch.earlier)
        replaced = [game.number for game in games if game.replaced > progress.position]
        connection.delete_games("verdict", "round_id", replaced, ROUNDS_A_GAME)
        self._number_rules(connection, games)
        left = {number for number, _, _ in folded.left}
        held = [game for game in games if game.number not in left]
        counted = [
            self._counted_group(connection, group, progress.counting)
            for group in self._groups(held)
        ]
        before = results_of(connection, earlier)
        _delete(connection, earlier, (*_PLAY, *_RESULTS))
        leave_out(connection, earlier, folded.left)
        _insert_results(connection, counted)
        known = tile_set(connection.column("SELECT id FROM bone"))
        for bone in tiles_of(union(folded.sets) & ~known):  # That no earlier set had.
            halves = (None if pip == WILD else pip for pip in reversed(HALVES[bone]))
            connection.insert("bone", [(bone, *halves)])
        for name, rows in folded.play.items():
            connection.insert(name, rows)
        due = {id: owed for each in counted for id, owed in due_for(each.scored, each.paid)}
        rules_of = {
            game.number: Counted(id_in(game.game), rules.id)
            for game in games
            for rules in [self._rules_of(game, progress.counting)]
            if lacking_function(rules.payout) is None  # Else what is booked stays until it is here.
        }
        self._journal.follow(connection)
        self._journal.book(connection, entries_for(connection, due, rules_of, batch.end))
        after = results_of(connection, earlier)
        return delete_ratings_if_changed(connection, before, after, progress)

    def _number_rules(self, connection: Connection, games: Sequence[GameFacts]) -> None:
        """Number new rule sets in the order of the log, independent of batches."""
        if not self._played:
            for id, known in connection.rows("SELECT id, body FROM played_rules"):
                self._played[known.encode()] = PlayedRules(id, RuleSet.model_validate_json(known))
        for _, body in sorted(said for game in games for said in game.rules_said):
            if body not in self._played:
                rules = PlayedRules(len(self._played) + 1, RuleSet.model_validate_json(body))
                self._played[body] = rules
                connection.insert("played_rules", [(rules.id, rules.played.id, body.decode())])

    def _rules_of(self, game: GameFacts, counting: Counting) -> RuleSet:
        played = self._played[game.opening.rules].played
        return rules_that_count(counting, played, len(game.opening.players))

    def _groups(self, games: Sequence[GameFacts]) -> list[Group]:
        """The games by kind."""
        kinds: dict[tuple[bytes, int], list[GameFacts]] = {}
        for game in games:
            kind = game.opening.rules, len(game.opening.players)
            kinds.setdefault(kind, []).append(game)
        return [
            group_of(rules.id, rules.played, alike)
            for (body, _), alike in kinds.items()
            for rules in [self._played[body]]
        ]

    def _counted_group(
        self, connection: Connection, group: Group, counting: Counting
    ) -> CountedGroup:
        scored = score_games(group, counted_rules(counting, group.rules, group.seats))
        reading, asked = scored.rules.reading, scored.by_readings
        if reading is None:
            return count_scored(scored, {})
        games = [group.games[place].game for place in scored.rounds.game[asked].tolist()]
        rounds = dict(zip(scored.rounds.id[asked].tolist(), games, strict=True))
        return count_scored(scored, find_missing(connection, self._book, reading, rounds))


class _Folded(NamedTuple):
    """What is left of folded games."""

    games: list[GameFacts]
    """In the order of their numbers."""
    left: list[tuple[int, str, Unheld]]
    """The number and id of games that the tables cannot hold, and why."""
    play: PlayRows
    """The rows of the others."""
    sets: set[Tiles]
    """The sets of tiles they were played with."""


# -- rows


def _insert_results(connection: Connection, counted: Sequence[CountedGroup]) -> None:
    for name, rows_of in ROWS.items():
        connection.insert(name, sorted(chain.from_iterable(map(rows_of, counted))))


_Ids: TypeAlias = tuple[str, str, int]
"""A table, its column of ids, and how many of these ids there are for each game."""
_PARTS_A_GAME = ROUNDS_A_GAME * PARTS_A_ROUND
_RESULTS: Sequence[_Ids] = (
    ("game_fact", "id", 1),
    *((name, "game_id", 1) for name in ("game_seat", "game_sum")),
    *((name, "round_id", ROUNDS_A_GAME) for name in ("round_end", "round_seat", "round_decree")),
)
_OF_A_MOVE = (
    *("turn_passed", "lead_flipped", "half_open", "wild_declared", "tile_bend"),
    *("tile_set_aside", "marker_raised"),
)
_PLAY: Sequence[_Ids] = (
    *((name, "move_id", _PARTS_A_GAME) for name in _OF_A_MOVE),
    *((name, "id", _PARTS_A_GAME) for name in ("move", "hand")),
    *((name, "round_id", ROUNDS_A_GAME) for name in ("round_hub", "open_end")),
    ("round", "id", ROUNDS_A_GAME),
    ("game_before", "game_id", 1),
)


def _delete(connection: Connection, numbers: Iterable[int], tables: Iterable[_Ids]) -> None:
    """Delete all rows of these games, in the order of references."""
    numbers = list(numbers)
    for name, column, ids_a_game in tables:
        connection.delete_games(name, column, numbers, ids_a_game)
