"""The search of `line_search` for any rules of play: slower, since it plays legal moves."""

from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any, Self

from ..events import TileDrawn, TileLaid
from ..layout.ends import nameless
from ..layout.front import after_lay
from ..round.calls import calls_due
from ..round.facts import in_play
from ..round.legal import advance_legal, in_mid_turn, legal_moves
from ..round.state import Act, Round, evolve, new_round, playable, unlaid
from ..rules.table import Table
from ..tiles import Tiles, tile_set
from .alike import differing, merges, simplified
from .budget import BoundReached, Budget


class RoundPosition:
    """A round at one moment, with every tile known."""

    def __init__(self, round: Round) -> None:
        self.round = round

    @property
    def table(self) -> Table:
        return self.round.table

    @cached_property
    def moves(self) -> tuple[Act, ...]:
        """What the seat in turn may do; it makes every call, which changes nothing of the tiles."""
        return _acts(self.round)

    @property
    def playable(self) -> Tiles:
        """The tiles the seat in turn can lay."""
        return tile_set(move.tile for move in self.moves if isinstance(move, TileLaid))

    @property
    def is_locked(self) -> bool:
        """No tile that is not on the table fits, those left in the boneyard included."""
        left = unlaid(self.round)
        return not any(left & playable(self.round, seat) for seat in range(self.table.seats))

    def alternatives(self, made: TileLaid) -> list[TileLaid]:
        """The legal lays with a different result than the one made."""
        lays = (move for move in self.moves if isinstance(move, TileLaid))
        return [lay for lay in lays if lay.tile != made.tile or self._ends(lay) != self._ends(made)]

    def _ends(self, lay: TileLaid) -> tuple[tuple[Any, ...], ...]:
        return nameless(after_lay(self.round.front, lay).possible)

    def after(self, act: Act) -> "RoundPosition":
        """The position after this act."""
        return RoundPosition(advance_legal(self.round, act))

    @property
    def blocks_at_once(self) -> bool:
        """What a seat does that cannot lay ends the round blocked."""
        position = self
        while position.round.ended is None:
            if position.playable:
                return False
            position = position.after(position.moves[0])
        return position.round.ended == "blocked"


def _acts(round: Round) -> tuple[Act, ...]:
    moves = legal_moves(round)
    return moves[:1] if calls_due(round) else moves


def rounds_backwards(round: Round) -> Iterator[tuple[int, TileLaid, RoundPosition]]:
    """Each lay after the lead, the last first, as (index of the act, act, position before it).

    A boneyard of unknown order gets the order in which its tiles were drawn.
    """
    drawn = [act.tile for act in round.acts if isinstance(act, TileDrawn)]
    deal = replace(round.deal, boneyard=(*drawn, *round.boneyard))
    before, number = new_round(round.table, deal, round.start.lead, round.start.goal), 0
    found: list[tuple[int, TileLaid, RoundPosition]] = []
    for event in round.events:
        if isinstance(event, Act):
            if isinstance(event, TileLaid) and before.front.ends:
                found.append((number, event, RoundPosition(before)))
            number += 1
        before = evolve(before, event)
    return reversed(found)


class GeneralSearch:
    """Answers whether the round surely ends with a seat out. Caches its answers until it is closed.

    Raises BoundReached if the budget is exceeded.
    """

    def __init__(self, helps: tuple[bool, ...], budget: Budget) -> None:
        self.helps = helps
        """By seat."""
        self.budget = budget
        self._answers: dict[Hashable, bool] = {}
        self._numbers: dict[tuple[Any, ...], int] = {}
        """By open end without its name, a number in place of it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._answers.clear()
        self._numbers.clear()

    def goes_out(self, position: RoundPosition) -> bool:
        """Whether the helpers can force a seat to go out."""
        round = position.round
        return self._goes_out(replace(round, front=simplified(round)))

    def _goes_out(self, round: Round) -> bool:
        """As `goes_out`, of a round whose front is simplified already."""
        passed: list[Hashable] = []
        while True:
            if round.ended is not None:
                answer = round.ended == "out"
                break
            key = self._key(round)
            known = self._answers.get(key)
            if known is not None:
                answer = known
                break
            passed.append(key)
            moves = _acts(round)
            if len(moves) > 1 and merges(round):
                moves = differing(round, moves)
            if len(moves) > 1:
                helping = self.helps[round.seat]
                answers = (self._goes_out(self._after(round, move)) for move in moves)
                answer = any(answers) if helping else all(answers)
                break
            round = self._after(round, moves[0])
        for key in passed:
            self._answers[key] = answer
        return answer

    def _key(self, round: Round) -> Hashable:
        """Equal for positions from which play goes on in the same way. Made of integers alone."""
        numbers = self._numbers
        ends = tuple([numbers.setdefault(e, len(numbers)) for e in nameless(round.front.possible)])
        points = in_play(round) if round.start.goal is not None else ()
        drawn = round.drawn, len(round.boneyard)
        return round.hands, ends, round.seat, drawn, in_mid_turn(round), points

    def _after(self, round: Round, act: Act) -> Round:
        if next(self.budget, None) is None:
            raise BoundReached
        after = advance_legal(round, act)
        after.front = simplified(after)  # Nobody shares it yet.
        return after

    def line(self, position: RoundPosition) -> tuple[Act, ...]:
        """A line of play from a position where a seat is sure to go out, until it is out.

        Takes no more search than the answer for the first position.
        """
        line: list[Act] = []
        self.goes_out(position)
        while position.round.ended is None:
            act = self.keeps_open(position)
            line.append(act)
            position = position.after(act)
        return tuple(line)

    def keeps_open(self, position: RoundPosition) -> Act:
        """An act after which a seat is out, or still sure to go out, as the last searches showed.

        A search names the ends differently, and so has another order of acts: it may not have tried
        the acts that come first here.
        """
        found = (move for move in position.moves if self._is_known_to_go_out(position.after(move)))
        return next(found, position.moves[0])

    def _is_known_to_go_out(self, position: RoundPosition) -> bool:
        round = position.round
        if round.ended is not None:
            return round.ended == "out"
        return self._answers.get(self._key(replace(round, front=simplified(round))), False)
