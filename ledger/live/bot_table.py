"""A game of one person against bots: who sits where, and what happens without the person."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import get_args

from domain.events import Event, Seat, drew
from domain.game.decide import DealRound, DoAct, decide
from domain.game.state import Game
from domain.hidden.seat_view import SeenAct, UnseenDraw, seat_view
from domain.round.state import Act, Round
from domain.rules.rule_set import RuleSet

from ..book import Book
from ..errors import UnknownGame
from ..notation.move_grammar import read_move
from ..notation.vocabulary import DRAWS
from ..records.format import Unreadable
from .bots import BOTS, BotName, Chance
from .commands import NotNow, events_of
from .session import TableSession, open_table, resume_table
from .simulation import deal
from .typed_commands import TypedMove

_SOURCE = re.compile(rf"played against ({'|'.join(get_args(BotName))}) bots from seat (\d{{1,3}})")

_NUMBER = re.compile("[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class BotTable:
    """The person's seat, how the bots play, and where chance comes from."""

    seat: Seat
    bot: BotName
    seed: int | None = None
    """The same seed and moves give the same game; None: the system's source of chance."""

    @property
    def source(self) -> str:
        """The game's source in the book, from which `bot_table_of` makes this table again."""
        return f"played against {self.bot} bots from seat {self.seat}"

    def names(self, seats: int, person: str) -> list[str]:
        """The players in seat order."""
        return [person if seat == self.seat else f"{self.bot}-bot-{seat}" for seat in range(seats)]

    def next_events(self, game: Game) -> tuple[Event, ...]:
        """What happens next; nothing if the person is in turn or the game is over."""
        round = game.running
        if game.over:
            return ()
        chance = self._chance(game)
        if round is None:
            dealt = deal(game, chance)
            return decide(game, DealRound(dealt.hands, dealt.boneyard or (), dealt.leader))
        if round.seat == self.seat:
            return ()
        moves = seat_view(round, round.seat).moves or ()
        return _done(game, round, BOTS[self.bot](moves, chance))

    def _chance(self, game: Game) -> Chance:
        """Depends on seed and place in the game, so that an interruption changes nothing."""
        if self.seed is None:
            return SystemRandom().random
        acts = 0 if game.current is None else len(game.current.acts)
        place = f"{self.seed} {len(game.rounds)} {acts}"
        return Random(place).random  # noqa: S311 - a seed asks for the same game again


class BotSession:
    """A game of a book, played by one person against bots."""

    def __init__(self, session: TableSession, table: BotTable) -> None:
        self.session = session
        self.table = table

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.session.game

    def play_on(self) -> tuple[Event, ...]:
        """Deal, or let the next bot move; nothing if the person is in turn or the game is over.

        The events are in the book. Raises Conflict and Unavailable; then none of them is.
        """
        events = self.table.next_events(self.game)
        if events:
            self.session.write(events)
        return events

    def take(self, text: str) -> tuple[Event, ...]:
        """Make the move that the person typed (see `events_meant`).

        The events are in the book. Raises Unreadable, Refused and NotNow, and Conflict and
        Unavailable; then none of them is.
        """
        events = events_meant(self.game, text, self.session.players)
        self.session.write(events)
        return events


def open_bot_game(
    book: Book, record: str, rules: RuleSet, table: BotTable, names: Sequence[str]
) -> BotSession:
    """Open a new game; ``names`` as `BotTable.names` makes them. Raises as `open_table` does."""
    return BotSession(open_table(book, record, rules, names, source=table.source), table)


def resume_bot_game(book: Book, name: str, seed: int | None = None) -> BotSession:
    """Continue a game that `open_bot_game` began.

    Raises UnknownGame if there is no such game, and NotNow if it is over or paused.
    """
    session = resume_table(book, book.find(name))
    table = bot_table_of(session.game, seed)
    if table is None:
        raise UnknownGame("not-begun-by-play", game=name)
    if session.game.paused:
        raise NotNow("game-paused", game=name)
    return BotSession(session, table)


def act_meant(round: Round, seen: SeenAct) -> Act:
    """The act itself: a draw takes the next tile."""
    return drew(seen.seat, round.boneyard[0]) if isinstance(seen, UnseenDraw) else seen


def bot_table_of(game: Game, seed: int | None = None) -> BotTable | None:
    """The table at which a game was begun; None if it was not begun by play."""
    found = _SOURCE.fullmatch(game.opened.source or "")
    if found is None or int(found[2]) >= game.table.seats:
        return None
    bot: BotName = "greedy" if found[1] == "greedy" else "random"
    return BotTable(int(found[2]), bot, seed)


def events_meant(game: Game, text: str, players: Sequence[str]) -> tuple[Event, ...]:
    """What a line of the person in turn makes happen: a move, or its number, from 1.

    An empty line is the only possible move. Tiles are written with a hyphen. Raises Unreadable
    and Refused.
    """
    round = game.current
    assert round is not None
    moves = seat_view(round, round.seat).moves or ()
    typed = text.strip().casefold()
    if not typed:
        if len(moves) > 1:
            raise Unreadable("which-move", moves=len(moves))
        typed = "1"
    if _NUMBER.fullmatch(typed):
        if not 0 < int(typed) <= len(moves):
            raise Unreadable("no-such-move", move=int(typed), moves=len(moves))
        return _done(game, round, moves[int(typed) - 1])
    if typed in DRAWS:
        return _drawn(game, round, moves)
    move = read_move(text, players)
    if "draw" in move or "lost" in move:
        raise Unreadable("draws-are-unseen")
    return events_of(game, TypedMove(move, as_played=False))


def _drawn(game: Game, round: Round, moves: Sequence[SeenAct]) -> tuple[Event, ...]:
    draw = next((move for move in moves if isinstance(move, UnseenDraw)), None)
    if draw is None:
        raise Unreadable("no-draw-now")
    return _done(game, round, draw)


def _done(game: Game, round: Round, seen: SeenAct) -> tuple[Event, ...]:
    return decide(game, DoAct(act_meant(round, seen)))
