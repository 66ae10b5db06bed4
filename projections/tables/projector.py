"""How games become rows: folded once into facts, which any rules of score and payout can count."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple
from uuid import UUID

from ...domain.events import TileLaid
from ...domain.game.state import Game
from ...domain.round.state import union
from ...domain.rules.counting import Counting, rules_that_count
from ...domain.rules.rule_set import RuleSet
from ...domain.scoring.settlement import lacking_function
from ...domain.tiles import HALVES, WILD, Tiles, tile_set, tiles_of
from ...ledger.book import Book
from ...ledger.store.base import LogRow
from .connection import PARTS_A_ROUND, ROUNDS_A_GAME, Connection, id_in
from .counting import RESULTS, Ids, count_again, count_group, delete_games, insert_results
from .facts import GameFacts, Group, group_of
from .journal import Counted, Journal, due_for, entries_for
from .left_out import Unheld, has_too_much_money, leave_out, unstorable_text
from .log_reader import Batch, counted_as, facts_of, fold_rows, numbered, read_batch
from .play_rows import TABLES, PlayRows, add_rows
from .player_aliases import known_aliases
from .progress import Progress
from .ratings import delete_ratings, delete_ratings_if_changed, results_of


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
        count_again(connection, progress.counting, self._game)
        return delete_ratings(connection, progress)

    def _game(self, id: UUID) -> Game:
        return self._book.stream(id).game

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
            count_group(connection, group, progress.counting, self._game)
            for group in self._groups(held)
        ]
        before = results_of(connection, earlier)
        delete_games(connection, earlier, (*_PLAY, *RESULTS))
        leave_out(connection, earlier, folded.left)
        insert_results(connection, counted)
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


_PARTS_A_GAME = ROUNDS_A_GAME * PARTS_A_ROUND
_OF_A_MOVE = (
    *("turn_passed", "lead_flipped", "half_open", "wild_declared", "tile_bend"),
    *("tile_set_aside", "marker_raised"),
)
_PLAY: Sequence[Ids] = (
    *((name, "move_id", _PARTS_A_GAME) for name in _OF_A_MOVE),
    *((name, "id", _PARTS_A_GAME) for name in ("move", "hand")),
    *((name, "round_id", ROUNDS_A_GAME) for name in ("round_hub", "open_end")),
    ("round", "id", ROUNDS_A_GAME),
    ("game_before", "game_id", 1),
)
