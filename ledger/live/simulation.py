"""Complete games under any rule set, played by bots.

Game k of a simulation depends only on the rules, the bot, the number of players, the seed and k;
where the result of a game decides who leads the next, also on the games before it.
All chance comes from `Random.random`, whose sequence is stable across versions of Python; of deals
that can be checked from seeds that follow from the seed of the simulation.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from hashlib import sha256
from itertools import count, dropwhile, takewhile
from random import Random
from typing import NamedTuple
from uuid import UUID

from ...domain.events import DealVoid, Event, GameOpened, RoundDealt, Seat
from ...domain.game.decide import outcome
from ...domain.game.next_lead import leads_on, players_to_lead_next, redeal_is_open, seats_to_lead
from ...domain.game.shuffles import deal_in_order, shuffled_deal, stock_of
from ...domain.game.state import Game, evolve_game, open_game
from ...domain.round.legal import advance_legal, legal_moves
from ...domain.round.state import Round, evolve
from ...domain.rules.rule_set import RuleSet
from ...domain.seats import UNDECIDED
from ...domain.shuffle import ALGORITHM
from ...domain.tiles import tiles_of
from ..book import Book
from ..errors import LedgerError
from ..records.export import line_of, record_in
from ..store.batch import Batch, Progress
from ..store.ids import game_id
from ..transcript.given import given_by_events
from .bots import Bot, BotName, Chance, bot_at
from .shuffled_deals import commit, dealt_by, recorded

MAX_DEALS_PER_GAME = 5000
"""Deals after which a simulation fails, because nobody seems able to win under these rules."""

MOST_VOID_DEALS = 20
"""In a row that are recorded; after them the tiles are shuffled until a seat may lead, and bots ask
for no new deal."""

MOST_SHUFFLES = 50_000
"""For one deal; then a simulation fails, because no seat seems ever to hold the tile to lead."""


class CannotSimulate(LedgerError):
    """The rules do not allow this number of players, or nobody ever wins under them."""


class Simulated(NamedTuple):
    """A simulated game."""

    events: list[Event]
    game: Game
    """The game after its last round."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """Games of one kind, from 1. Raises CannotSimulate if the rules do not seat so many players."""

    rules: RuleSet
    players: int
    seed: int
    bot: BotName = "random"
    shuffle: bool = False
    """Deal by a shuffle that can be checked (docs/shuffle.md)."""

    def __post_init__(self) -> None:
        seats = sorted(self.rules.play.hand)
        if self.players not in seats:
            raise CannotSimulate(
                "players-not-seated", rules=self.rules.id, seats=seats, players=self.players
            )

    @property
    def names(self) -> list[str]:
        """The names of the players, in seat order."""
        return [f"simulated-{seat + 1}" for seat in range(self.players)]

    def record(self, number: int) -> str:
        """The record id of game ``number``."""
        kind = f"{self.rules.id}-{self.bot}-{self.players}-{self.seed}"
        kind += "-shuffled" if self.shuffle else ""
        return f"simulated-{kind}-{number:06d}"

    def before(self, number: int) -> str | None:
        """The record id of the game whose result decides who leads game ``number``."""
        return self.record(number - 1) if number > 1 and leads_on(self.rules) else None

    def play(
        self, number: int, players: Sequence[UUID], leaders: Collection[UUID] = ()
    ) -> Simulated:
        """Game ``number`` with these players.

        ``leaders``: those who may lead by the result of the game before; empty: anybody.
        """
        opened = GameOpened(
            record=self.record(number),
            rules=self.rules,
            players=tuple(players),
            source="simulated",
            after=self.before(number),
        )
        chance = Random(f"{self.seed} {number}").random  # noqa: S311 - a game, not a secret
        game, first_leaders = open_game(opened), seats_to_lead(leaders, opened.players)
        events: list[Event] = [opened]
        for _ in range(MAX_DEALS_PER_GAME):
            if self.shuffle:
                dealt = self._shuffled(game, number, first_leaders)
            else:
                dealt = (deal(game, chance, first_leaders),)
            game = reduce(evolve_game, dealt, game)
            assert game.current is not None
            asked = any(asks_for_new_deal(game, seat) for seat in range(self.players))
            if asked or game.current.deal.leader is None:
                played = evolve(game.current, DealVoid())
            else:
                played = play_round(game.current, chance, bot_at(game.table, self.bot))
            game = game._replace(current=played)
            events += (*dealt, *played.events)
            if won := outcome(game):
                return Simulated([*events, *won], game)
        raise CannotSimulate("never-won", rules=self.rules.id, deals=MAX_DEALS_PER_GAME)

    def _shuffled(
        self, game: Game, number: int, first_leaders: frozenset[Seat]
    ) -> tuple[Event, ...]:
        """The next deal of game ``number``, by seeds that follow from that of the simulation."""
        place = f"{ALGORITHM} simulation {self.seed} game {number} deal {game.dealt}"
        seeds = (sha256(f"{place} seed {at}".encode()).hexdigest() for at in count())
        committed = commit(self.players, {}, seeds.__next__, reproducible=True)
        known = committed.seeds({})
        return committed.event, shuffled_deal(game, known, first_leaders), recorded(known)

    def lines(self, games: int) -> Iterator[bytes]:
        """Games 1 to ``games`` as lines of `domino-record/1`, as the book would export them."""
        leaders: Collection[UUID] = ()
        for number in range(1, games + 1):
            played = self.play(number, self._ids, leaders)
            leaders = players_to_lead_next(played.game) if leads_on(self.rules) else ()
            yield self._line(played)

    def line(self, number: int) -> bytes:
        """Game ``number`` alone as such a line: no result decides who leads it."""
        return self._line(self.play(number, self._ids))

    @property
    def _ids(self) -> tuple[UUID, ...]:
        return tuple(UUID(int=seat) for seat in range(self.players))

    def _line(self, played: Simulated) -> bytes:
        names = dict(zip(self._ids, self.names, strict=True))
        timed = ((event, None) for event in played.events)
        return line_of(record_in(given_by_events(played.game.opened, timed, names)))


def simulate_into(
    book: Book, simulation: Simulation, games: int, progress: Progress | None = None
) -> Iterator[bool]:
    """Store games 1 to ``games``; yields for each whether it is new.

    A game that is already in the book is not played again. The last batch is written when the
    iteration ends. Raises Conflict and Unavailable; then nothing of the last batch was stored.
    """
    batch = Batch(book, progress)
    for number in range(1, games + 1):
        game = game_id(simulation.record(number))
        new = not batch.holds(game)
        if new:
            before = simulation.before(number)
            leaders = () if before is None else batch.leaders_after(game_id(before))
            players = batch.register.ids(simulation.names)  # Ids may have changed after a flush.
            events, state = simulation.play(number, players, leaders)
            batch.add(game, events, state=state)
        if batch.full:
            batch.flush()
        yield new
    batch.flush()


def play_round(round: Round, chance: Chance, bot: Bot) -> Round:
    while round.ended is None:
        round = advance_legal(round, bot(legal_moves(round), chance))
    return round


def deal(game: Game, chance: Chance, first_leaders: frozenset[Seat] = UNDECIDED) -> RoundDealt:
    """The next deal, shuffled; if several seats may lead, a lot decides.

    ``first_leaders`` lead by the result of the game before. Raises CannotSimulate if every deal is
    void.
    """
    may_be_void = void_deals_in_a_row(game) < MOST_VOID_DEALS
    for _ in range(MOST_SHUFFLES):
        order = sorted(tiles_of(stock_of(game)), key=lambda _: chance())
        dealt = deal_in_order(game, order, lambda bound: int(chance() * bound), first_leaders)
        if dealt.leader is not None or may_be_void:
            return dealt
    seats, rules = game.table.seats, game.opened.rules.id
    raise CannotSimulate("always-void", rules=rules, players=seats, deals=MOST_SHUFFLES)


def dealt_by_program(game: Game, first_leaders: frozenset[Seat]) -> tuple[Event, ...]:
    """The next deal, by seeds that are all chosen here.

    Raises CannotSimulate if no seat seems ever to hold the tile to lead.
    """
    if void_deals_in_a_row(game) >= MAX_DEALS_PER_GAME:
        seats, rules = game.table.seats, game.opened.rules.id
        raise CannotSimulate("always-void", rules=rules, players=seats, deals=MAX_DEALS_PER_GAME)
    committed = commit(game.table.seats, {})
    after = evolve_game(game, committed.event)
    return committed.event, *dealt_by(after, committed.seeds({}), first_leaders)


def asks_for_new_deal(game: Game, seat: Seat) -> bool:
    """Whether a bot at this seat asks for a new deal: as often as its hand allows it.

    It does not after so many void deals in a row that nobody seems ever to play.
    """
    return redeal_is_open(game, seat) and void_deals_in_a_row(game) < MOST_VOID_DEALS


def void_deals_in_a_row(game: Game) -> int:
    """The number of void deals since the last round that was played, before the one in play."""
    newest_first = () if game.played is None else game.played.all
    before = dropwhile(lambda each: each.last.round is game.running, newest_first)
    return sum(1 for _ in takewhile(lambda each: each.last.round.ended == "void", before))
