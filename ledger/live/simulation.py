"""Full games under any rule set, played by bots.

Game k of a simulation depends only on the rules, the bot, the number of players, the seed and k.
All chance comes from `Random.random`, whose sequence is the same in every version of Python.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from uuid import UUID

from domain.events import DealVoid, Event, GameOpened, RoundDealt
from domain.game.decide import outcome, take
from domain.game.next_lead import next_lead
from domain.game.state import Game, evolve_game, open_game
from domain.round.legal import legal_moves
from domain.round.state import Round, evolve
from domain.rules.rule_set import RuleSet
from domain.tiles import Tile, tile_set, tiles_of

from ..book import Book
from ..errors import LedgerError
from ..records.export import line_of, record_telling
from ..store.batch import Batch
from ..store.stream import game_id
from .bots import BOTS, Bot, BotName, Chance

MOST_DEALS = 5000
"""Deals after which a game is given up, because nobody can win under its rules."""


class CannotSimulate(LedgerError):
    """These rules do not seat so many, or nobody ever wins under them."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """Games of one kind, numbered from 1.

    Raises CannotSimulate where the rules do not seat so many.
    """

    rules: RuleSet
    players: int
    seed: int
    bot: BotName = "random"

    def __post_init__(self) -> None:
        seats = sorted(self.rules.play.hand)
        if self.players not in seats:
            allowed = ", ".join(map(str, seats))
            raise CannotSimulate(f"{self.rules.id} seats {allowed} players, not {self.players}")

    @property
    def names(self) -> list[str]:
        """The names of the players, in seat order."""
        return [f"simulated-{seat + 1}" for seat in range(self.players)]

    def record(self, number: int) -> str:
        """The record's id of game ``number``."""
        kind = f"{self.rules.id}-{self.bot}-{self.players}-{self.seed}"
        return f"simulated-{kind}-{number:06d}"

    def events(self, number: int, players: Sequence[UUID]) -> list[Event]:
        """Game ``number``, played to its end by these players."""
        opened = GameOpened(
            record=self.record(number),
            rules=self.rules,
            players=tuple(players),
            source="simulated",
        )
        chance = Random(f"{self.seed} {number}").random  # noqa: S311 - a game, not a secret
        return [opened, *_play_game(open_game(opened), chance, BOTS[self.bot])]

    def line(self, number: int) -> bytes:
        """Game ``number`` as a line of `domino-record/1`, as the book would export it."""
        players = [UUID(int=seat) for seat in range(self.players)]
        events = self.events(number, players)
        opened = events[0]
        assert isinstance(opened, GameOpened)
        names = dict(zip(players, self.names, strict=True))
        return line_of(record_telling(opened, ((event, None) for event in events), names))


def simulate_into(book: Book, simulation: Simulation, games: int) -> Iterator[bool]:
    """Put games 1 to ``games`` into the book; yields for each whether it is new.

    A game that is in the book already is not played again. Everything is written when the
    iteration ends. Raises Conflict and Unavailable; then nothing of the last batch is in the book.
    """
    batch = Batch(book)
    for number in range(1, games + 1):
        game = game_id(simulation.record(number))
        new = not batch.holds(game)
        if new:
            players = batch.register.ids(simulation.names)  # Another player may have come first.
            batch.add(game, simulation.events(number, players))
        if batch.full:
            batch.flush()
        yield new
    batch.flush()


def _play_game(game: Game, chance: Chance, bot: Bot) -> Iterator[Event]:
    """Everything after the opening."""
    for _ in range(MOST_DEALS):
        dealt = deal(game, chance)
        yield dealt
        game = evolve_game(game, dealt)
        assert game.current is not None
        if dealt.leader is None:
            played = evolve(game.current, DealVoid())
        else:
            played = play_round(game.current, chance, bot)
        yield from played.events
        game = game._replace(current=played)
        if won := outcome(game):
            yield from won
            return
    rules = game.opened.rules.id
    raise CannotSimulate(f"nobody has won a game of {rules} after {MOST_DEALS} deals")


def play_round(round: Round, chance: Chance, bot: Bot) -> Round:
    """Play the round to its end."""
    while round.ended is None:
        round = take(round, bot(legal_moves(round), chance))
    return round


def deal(game: Game, chance: Chance) -> RoundDealt:
    """The next round of this game, with shuffled tiles; a lot decides a free lead."""
    table = game.table
    heap: list[Tile] = sorted(tiles_of(table.tiles), key=lambda _: chance())
    in_hands = table.seats * table.hand
    hands = tuple(tuple(heap[at : at + table.hand]) for at in range(0, in_hands, table.hand))
    may_lead = sorted(next_lead(game, tuple(map(tile_set, hands))).seats)
    leader = may_lead[int(chance() * len(may_lead))] if may_lead else None
    return RoundDealt(hands=hands, boneyard=tuple(heap[in_hands:]), leader=leader)
