"""The facts of many games in columns: games of one kind, for any score and payout rules.

Shapes: g games, n rounds, S seats; -1 stands for the domain's None.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

from domain.disputes.rulings_in_force import RoundDecrees, penalty_pips, penalty_points
from domain.events import Ended, RoundReported, Seat
from domain.round.facts import RoundFacts
from domain.rules.rule_set import RuleSet
from domain.rules.table import table_for
from domain.scoring.settlement import Blame
from domain.seats import Sides

from .column_values import ROUNDS_A_GAME
from .game_facts import GameFacts

IntArray: TypeAlias = NDArray[np.int64]
BoolArray: TypeAlias = NDArray[np.bool_]


def ints(figures: Iterable[int]) -> IntArray:
    """A column of integers."""
    return np.fromiter(figures, np.int64)


def marks(flags: Iterable[bool]) -> BoolArray:
    """A column of booleans."""
    return np.fromiter(flags, np.bool_)


def seat_column(seats: Iterable[Seat | None]) -> IntArray:
    """A column of seats."""
    return ints(-1 if seat is None else seat for seat in seats)


def seats_or_none(seats: IntArray) -> list[Seat | None]:
    """A column of seats as a list."""
    return [None if seat < 0 else seat for seat in seats.tolist()]


def by_seat(rows: Iterable[Sequence[int]], seats: int) -> IntArray:
    """(n, S) from one row for each round."""
    return np.array(list(rows), np.int64).reshape(-1, seats)


ENDED: tuple[Ended, ...] = ("out", "blocked", "void", "reported", "target")
_OUT, _BLOCKED, _VOID, _REPORTED, _TARGET = range(len(ENDED))


class Rounds(NamedTuple):
    """Rounds that have ended, in order of games, then of rounds."""

    game: IntArray
    """(n,) the index of its game in the group."""
    number: IntArray
    """(n,) its number in the game, from 0."""
    ended: IntArray
    """(n,) an index of `ENDED`."""
    regular: BoolArray
    """(n,) it was played by the rules, or is upheld by a ruling."""
    voided: BoolArray
    """(n,) a ruling made it void."""
    leader: IntArray
    """(n,)"""
    out: IntArray
    """(n,) the first seat without a tile."""
    last_to_lay: IntArray
    """(n,)"""
    pips: IntArray
    """(n, S) pips left in hand; -1 if unknown."""
    tiles: IntArray
    """(n, S) tiles left in hand; -1 where only the result is known."""
    in_play: IntArray
    """(n, S) multiples of five that the open ends counted in play."""
    in_play_from_ten: IntArray
    """(n, S) those from the first that was ten or more."""

    @property
    def settled(self) -> BoolArray:
        """(n,) it came to an end, is regular, and all its pips or its result are known."""
        known = self.reported | (self.pips >= 0).all(axis=1)
        settled: BoolArray = self.regular & (self.ended != _VOID) & known & ~self.voided
        return settled

    @property
    def reported(self) -> BoolArray:
        """(n,) only its result is known."""
        reported: BoolArray = self.ended == _REPORTED
        return reported

    @property
    def blocked(self) -> BoolArray:
        """(n,) it ended blocked."""
        blocked: BoolArray = self.ended == _BLOCKED
        return blocked

    @property
    def at_target(self) -> IntArray:
        """(n,) 1 where points in play won the game."""
        at_target: IntArray = (self.ended == _TARGET).astype(np.int64)
        return at_target

    def only(self, which: BoolArray | IntArray) -> "Rounds":
        """Some of the rounds."""
        columns: Iterable[Any] = self
        return Rounds(*(column[which] for column in columns))


class RoundDecree(NamedTuple):
    """The remedies of a round: a row of `round_decree`, decoded."""

    void: bool
    blame: Blame | None
    """The blocker and assistant by a ruling, whatever readings say."""
    points: tuple[int, ...] | None
    """By side, in place of the computed points."""
    more_points: tuple[int, ...]
    """By side, points of penalties."""
    pips: tuple[int, ...]
    """By seat, pips received or paid for penalties."""


class Group(NamedTuple):
    """Games played under equal rules by an equal number of seats, in the order of opening."""

    rules_id: int
    rules: RuleSet
    """The rules of the game."""
    seats: int
    games: Sequence[GameFacts]
    rounds: Rounds
    decrees: Mapping[int, RoundDecree]
    """By round id."""
    reports: Mapping[int, RoundReported]
    """By round id, the results of rounds of which nothing else is known."""

    @property
    def sides(self) -> Sides:
        """The seats of each side."""
        return table_for(self.rules.play, self.seats).sides

    @property
    def numbers(self) -> IntArray:
        """(g,) the numbers of the games."""
        return ints(game.number for game in self.games)

    @property
    def game_ids(self) -> IntArray:
        """(n,) by round, the number of its game."""
        return self.numbers[self.rounds.game]

    @property
    def round_ids(self) -> IntArray:
        """(n,) ascending, as in all tables."""
        return self.game_ids * ROUNDS_A_GAME + self.rounds.number

    @property
    def per_pip(self) -> IntArray:
        """(g,) stakes in minor units."""
        return ints(game.opening.minor_per_pip for game in self.games)


def group_of(rules_id: int, rules: RuleSet, games: Sequence[GameFacts]) -> Group:
    """The group of these games, which have equal rules and an equal number of seats.

    Rounds are omitted if there is no id left for them.
    """
    seats = len(games[0].opening.players)
    sides = table_for(rules.play, seats).sides
    decrees = {
        game.number * ROUNDS_A_GAME + number: _decree(decreed, sides)
        for game in games
        for number, decreed in game.decreed.items()
        if number < ROUNDS_A_GAME
    }
    reports = {
        game.number * ROUNDS_A_GAME + number: facts.report
        for game in games
        for number, facts in game.rounds
        if facts.report is not None and number < ROUNDS_A_GAME
    }
    rounds = _columns(games, seats)
    rounds = rounds.only(rounds.number < ROUNDS_A_GAME)
    return Group(rules_id, rules, seats, games, rounds, decrees, reports)


def _columns(games: Sequence[GameFacts], seats: int) -> Rounds:
    """The rounds of these games."""
    each = [facts for game in games for _, facts in game.rounds]
    unknown, nothing = (-1,) * seats, (0,) * seats
    return Rounds(
        game=ints(at for at, game in enumerate(games) for _ in game.rounds),
        number=ints(number for game in games for number, _ in game.rounds),
        ended=ints(_VOID if facts.ended is None else ENDED.index(facts.ended) for facts in each),
        regular=marks(facts.regular for facts in each),
        voided=marks(facts.voided for facts in each),
        leader=seat_column(facts.leader for facts in each),
        out=seat_column(facts.out for facts in each),
        last_to_lay=seat_column(facts.last_to_lay for facts in each),
        pips=by_seat((facts.pips or unknown for facts in each), seats),
        tiles=by_seat((facts.tiles or unknown for facts in each), seats),
        in_play=by_seat((facts.in_play or nothing for facts in each), seats),
        in_play_from_ten=by_seat((facts.in_play_from_ten or nothing for facts in each), seats),
    )


def facts_in(rounds: Rounds) -> Iterator[RoundFacts]:
    """The facts of these rounds, in order."""
    leader, out, last_to_lay = map(seats_or_none, (rounds.leader, rounds.out, rounds.last_to_lay))
    ended = [ENDED[how] for how in rounds.ended.tolist()]
    pips = (tuple(hands) if min(hands) >= 0 else () for hands in rounds.pips.tolist())
    tiles = map(tuple, rounds.tiles.tolist())
    regular = rounds.regular.tolist()
    return map(RoundFacts, leader, ended, out, pips, tiles, last_to_lay, regular)


_REPORT = TypeAdapter(RoundReported)


def report_text(report: RoundReported) -> str:
    """A noted result as a value of the column ``report``."""
    return _REPORT.dump_json(report).decode()


def report_in(text: str) -> RoundReported:
    """The noted result in a value of the column ``report``."""
    return _REPORT.validate_json(text)


# -- remedies


def _decree(decreed: RoundDecrees, sides: Sides) -> RoundDecree:
    return RoundDecree(
        void=decreed.void,
        blame=decreed.blame,
        points=decreed.points,
        more_points=penalty_points(sides, decreed),
        pips=penalty_pips(sides, decreed),
    )


def decree_row(decree: RoundDecree) -> tuple[Any, ...]:
    """The columns of `round_decree` after the ids, with flags as booleans."""
    blocker, assistant = decree.blame or (None, None)
    points = None if decree.points is None else json.dumps(decree.points)
    more = json.dumps(decree.more_points), json.dumps(decree.pips)
    return (decree.void, decree.blame is not None, blocker, assistant, points, *more)


def decree_in(row: Sequence[Any]) -> RoundDecree:
    """A decree from its columns; any flag except None is set."""
    void, blames, blocker, assistant, points, more_points, pips = row
    return RoundDecree(
        void=void is not None,
        blame=None if blames is None else Blame(blocker, assistant),
        points=None if points is None else tuple(json.loads(points)),
        more_points=tuple(json.loads(more_points)),
        pips=tuple(json.loads(pips)),
    )
