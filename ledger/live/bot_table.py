"""A game of one person against bots."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from random import Random, SystemRandom
from typing import get_args
from uuid import UUID

from ...domain.events import KINDS, Act, Event, Seat, TileDrawn, drew
from ...domain.game.decide import DealRound, DoAct, Redeal, UndoAct, decide
from ...domain.game.next_lead import redeal_is_open
from ...domain.game.state import Game, evolve_game
from ...domain.hidden.seat_view import seat_view
from ...domain.round.state import Round
from ...domain.rules.rule_set import RuleSet
from ...domain.seats import UNDECIDED
from ..book import Book
from ..errors import NotNow, UnknownGame
from ..notation.characters import usual_characters
from ..notation.lexer import Cursor
from ..notation.move_grammar import read_move
from ..notation.vocabulary import terms_of
from ..records.moves import name_in
from ..records.unreadable import Unreadable
from .bots import BotName, Chance, bot_at
from .orders import events_of
from .session import TableSession, open_table, resume_table
from .simulation import asks_for_new_deal, deal, dealt_by_program
from .typed_lines import TypedMove

_SOURCE = re.compile(rf"played against ({'|'.join(get_args(BotName))}) bots from seat (\d{{1,3}})")

_NUMBER = re.compile("[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class BotTable:
    """The person's seat, the kind of bots, and the source of chance."""

    seat: Seat
    bot: BotName
    seed: int | None = None
    """With a seed, equal moves give an equal game, so its deals are not fair. None: unpredictable,
    with deals that can be checked (docs/shuffle.md)."""

    @property
    def source(self) -> str:
        """The source of the game in the book; `bot_table_of` reads it back."""
        return f"played against {self.bot} bots from seat {self.seat}"

    def names(self, seats: int, person: str) -> list[str]:
        """The players in seat order."""
        return [person if seat == self.seat else f"{self.bot}-bot-{seat}" for seat in range(seats)]

    def next_events(
        self, game: Game, first_leaders: frozenset[Seat] = UNDECIDED
    ) -> tuple[Event, ...]:
        """The next deal or bot move; empty if the person is in turn or the game is over.

        A bot whose hand allows it asks for a new deal before anything is laid.

        ``first_leaders`` lead by the result of the game before.
        """
        round = game.running
        if game.over:
            return ()
        if round is None and self.seed is None:
            return dealt_by_program(game, first_leaders)
        chance = self._chance(game)
        if round is None:
            dealt = deal(game, chance, first_leaders)
            order = DealRound(dealt.hands, dealt.boneyard or (), dealt.leader, first_leaders)
            return decide(game, order._replace(hub=dealt.hub))
        for seat in range(game.table.seats):
            if seat != self.seat and asks_for_new_deal(game, seat):
                return decide(game, Redeal(seat))
        if round.seat == self.seat:
            return ()
        moves = seat_view(round, round.seat).moves or ()
        return _act_events(game, round, bot_at(game.table, self.bot)(moves, chance))

    def _chance(self, game: Game) -> Chance:
        """Depends only on seed and place in the game, so that an interruption changes nothing."""
        if self.seed is None:
            return SystemRandom().random
        acts = 0 if game.current is None else len(game.current.acts)
        place = f"{self.seed} {game.dealt} {acts}"
        return Random(place).random  # noqa: S311 - a seed makes the game repeatable


class BotSession:
    """A game of a book, played by one person against bots.

    What records events may raise Conflict and Unavailable; then none was recorded.
    """

    def __init__(self, session: TableSession, table: BotTable) -> None:
        self.session = session
        self.table = table
        self._played_on: int | None = None
        """The deal with which the person plays on, though they may ask for a new one."""

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def waits_for_answer(self) -> bool:
        """A bot leads, and the person may ask for a new deal first; they have not said."""
        game, seat = self.game, self.table.seat
        if game.running is None or game.running.seat == seat or self._played_on == game.dealt:
            return False
        bots = (each for each in range(game.table.seats) if each != seat)
        return redeal_is_open(game, seat) and not any(asks_for_new_deal(game, bot) for bot in bots)

    def play_on(self) -> tuple[Event, ...]:
        """Record the next deal or bot move; empty if the person is in turn, or the game over.

        The person is also in turn while `waits_for_answer`.
        """
        if self.waits_for_answer:
            return ()
        events = self.table.next_events(self.game, self.session.leaders_of_deal)
        if events:
            self.session.write(events)
        return events

    def take(self, text: str) -> tuple[Event, ...]:
        """Record the move that the person typed, or that they ask for a new deal.

        An empty line plays on with the deal. Raises Unreadable, Refused and NotNow.
        """
        if _asks(text):
            events = decide(self.game, Redeal(self.table.seat))
        elif self.waits_for_answer:
            if text.strip():
                raise Unreadable("redeal-or-not")
            self._played_on = self.game.dealt
            return ()
        else:
            events = typed_events(self.game, text, self.session.players)
        self.session.write(events)
        return events

    def take_back(self) -> tuple[Event, ...]:
        """Record that the person's last move was taken back, with all that followed it.

        The events are recorded at once. Raises Refused if there is no such move.
        """
        game, events = self.game, tuple[Event, ...]()
        while True:
            acts = () if game.current is None else game.current.acts
            undone = decide(game, UndoAct())
            game = reduce(evolve_game, undone, game)
            events += undone
            if acts and acts[-1].seat == self.table.seat:
                self.session.write(events)
                return events


def open_bot_game(
    book: Book,
    record: str,
    rules: RuleSet,
    table: BotTable,
    names: Sequence[str],
    *,
    after: str | None = None,
) -> BotSession:
    """Open a new game; ``names``: those of `BotTable.names`; the rest, and errors: `open_table`."""
    return BotSession(
        open_table(book, record, rules, names, source=table.source, after=after), table
    )


def resume_bot_game(book: Book, game: UUID, seed: int | None = None) -> BotSession:
    """Continue a game that `open_bot_game` began.

    Raises UnknownGame if it began otherwise, and NotNow if it is over or paused.
    """
    session = resume_table(book, game)
    name = session.game.opened.record
    if session.game.over:
        raise NotNow("game-over", record=name)
    table = bot_table_of(session.game, seed)
    if table is None:
        raise UnknownGame("not-begun-by-play", game=name)
    if session.game.paused:
        raise NotNow("game-paused", game=name)
    return BotSession(session, table)


def bot_table_of(game: Game, seed: int | None = None) -> BotTable | None:
    """The table of a game; None if `open_bot_game` did not begin it."""
    found = _SOURCE.fullmatch(game.opened.source or "")
    if found is None or int(found[2]) >= game.table.seats:
        return None
    bot: BotName = "greedy" if found[1] == "greedy" else "random"
    return BotTable(int(found[2]), bot, seed)


def _asks(text: str) -> bool:
    """Whether the line asks for a new deal, in any language."""
    return "redeal" in terms_of(usual_characters(text).strip().casefold())


def typed_events(game: Game, text: str, players: Sequence[str]) -> tuple[Event, ...]:
    """The events of a line typed by the person in turn: a move, or its number from 1.

    An empty line makes the only possible move. Raises Unreadable and Refused.
    """
    round = game.current
    assert round is not None
    moves = seat_view(round, round.seat).moves or ()
    typed = usual_characters(text).strip().casefold()
    if not typed:
        if len(moves) > 1:
            raise Unreadable("which-move", moves=len(moves))
        typed = "1"
    if _NUMBER.fullmatch(typed):
        if not 0 < int(typed) <= len(moves):
            raise Unreadable("no-such-move", move=int(typed), moves=len(moves))
        return _act_events(game, round, moves[int(typed) - 1])
    if "draw" in terms_of(typed):
        draw = next((move for move in moves if isinstance(move, TileDrawn)), None)
        if draw is None:
            raise Unreadable("no-draw-now")
        return _act_events(game, round, draw)
    move = read_move(Cursor(text, players=players))
    kind = KINDS[name_in(move)].KIND
    if kind.takes or kind.says == "cause":
        raise Unreadable("draws-are-unseen")
    return events_of(game, TypedMove(move, as_played=False))


def _act_events(game: Game, round: Round, seen: Act) -> tuple[Event, ...]:
    """The events of an act as its seat sees it: a draw takes the next tile."""
    drawn = isinstance(seen, TileDrawn)
    return decide(game, DoAct(drew(seen.seat, round.boneyard[0]) if drawn else seen))
