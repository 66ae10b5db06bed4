"""A table with one person and bots: who sits where, and what happens without the person."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import get_args

from domain.events import Event, Seat, drew
from domain.game.decide import DealRound, DoAct, decide
from domain.game.state import Game
from domain.hidden.seat_view import SeenAct, UnseenDraw, seat_view
from domain.round.state import Act, Round

from ..notation.move_grammar import read_move
from ..notation.vocabulary import DRAWS
from ..records.format import Unreadable
from .bots import SEAT_BOTS
from .commands import events_of
from .simulation import BotName, deal
from .typed_commands import TypedMove

_SOURCE = re.compile(rf"played against ({'|'.join(get_args(BotName))}) bots from seat (\d{{1,3}})")

_NUMBER = re.compile("[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class BotTable:
    """The person's seat, how the bots play, and where chance comes from."""

    seat: Seat
    bot: BotName
    seed: int | None = None
    """Same seed and same moves, same game; None: nobody can know."""

    @property
    def source(self) -> str:
        """What the game's opening says of it, so that it can be gone on with."""
        return f"played against {self.bot} bots from seat {self.seat}"

    def names(self, seats: int, person: str) -> list[str]:
        """Who sits where."""
        return [person if seat == self.seat else f"{self.bot}-bot-{seat}" for seat in range(seats)]

    def next_events(self, game: Game) -> tuple[Event, ...]:
        """What happens now; nothing where the person is in turn, or the game is over."""
        round = game.running
        if game.over:
            return ()
        chance = self._chance(game)
        if round is None:
            dealt = deal(game, chance)
            return decide(game, DealRound(dealt.hands, dealt.boneyard or (), dealt.leader))
        if round.seat == self.seat:
            return ()
        seen = seat_view(round, round.seat)
        return _done(game, round, SEAT_BOTS[self.bot](seen, chance()))

    def _chance(self, game: Game) -> Callable[[], float]:
        """The same at the same place of a game, however often it was interrupted before."""
        if self.seed is None:
            return SystemRandom().random
        acts = 0 if game.current is None else len(game.current.acts)
        place = f"{self.seed} {len(game.rounds)} {acts}"
        return Random(place).random  # noqa: S311 - whoever gives a seed wants the same again


def act_meant(round: Round, seen: SeenAct) -> Act:
    """The act itself: whoever draws gets the next tile."""
    return drew(seen.seat, round.boneyard[0]) if isinstance(seen, UnseenDraw) else seen


def bot_table_of(game: Game, seed: int | None = None) -> BotTable | None:
    """The table at which a game was begun; None where it was begun otherwise."""
    found = _SOURCE.fullmatch(game.opened.source or "")
    if found is None or int(found[2]) >= game.table.seats:
        return None
    bot: BotName = "greedy" if found[1] == "greedy" else "random"
    return BotTable(int(found[2]), bot, seed)


def events_meant(game: Game, text: str, players: Sequence[str]) -> tuple[Event, ...]:
    """What the person in turn makes happen by a line: a move, or the number of one, from 1.

    An empty line is the only move there is; a tile is written with a hyphen. Raises Unreadable
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
