"""The facts of games, independent of score and payout rules, in columns: here of folded games.

Games of one kind are in columns, for any score and payout rules. Shapes: g games, n rounds, S
seats; -1 stands for the domain's None.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

from ...domain.events import Ended, RoundReported, Seat
from ...domain.facts import RoundFacts
from ...domain.game.decrees import NO_DECREES, RoundDecrees, penalty_pips, penalty_points
from ...domain.round.course import Course, Move
from ...domain.rules.rule_set import RuleSet
from ...domain.rules.table import table_for
from ...domain.scoring.settlement import Blame
from ...domain.seats import Sides, sides_by_seat
from ...ledger.store.event_reader import Opening
from .connection import ROUNDS_A_GAME

IntArray: TypeAlias = NDArray[np.int64]
BoolArray: TypeAlias = NDArray[np.bool_]


class GameFacts(NamedTuple):
    """A game, independent of score and payout rules."""

    number: int
    """Its number in the order of opening, from 1."""
    game: str
    opening: Opening
    irregular: bool
    """It waits for a ruling, or for unseen tiles."""
    disputed: bool
    """An irregularity was noted before the first round: no round counts."""
    closed: int | None
    """The position of the event that ended the game."""
    abandoned: bool
    """It was broken off."""
    void: bool
    """A ruling made it void."""
    forfeiter: Seat | None
    """The seat that forfeited it."""
    rounds: Sequence[tuple[int, RoundFacts]] = ()
    """The rounds that have ended, with their numbers in the record; of games that are loaded, none:
    they are in columns. So are the other fields, which say what a log has."""
    rules_said: Sequence[tuple[int, bytes]] = ()
    """The position of the opening and of each amendment, and the rules in it."""
    replaced: int = 0
    """The position of the last event that may have replaced a round; 0: there is none."""
    decreed: Mapping[int, RoundDecrees] = NO_DECREES.rounds
    """By number, the remedies of rounds that have ended."""


ENDED: tuple[Ended, ...] = ("out", "blocked", "void", "reported", "target")
_OUT, _BLOCKED, _VOID, _REPORTED, TARGET = range(len(ENDED))


class Rounds(NamedTuple):
    """Rounds that have ended, in order of games, then of rounds."""

    game: IntArray
    """(n,) the index of its game in the group."""
    id: IntArray
    """(n,) ascending, as in all tables."""
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
    in_play_threes: IntArray
    """(n, S) multiples of three that the open ends counted in play."""
    lead_tile: IntArray
    """(n,) the tile that was led; -1: none."""
    passed_lead: IntArray
    """(n,) seats that passed one after the other after the lead."""
    out_tile: IntArray
    """(n,) the last tile of the seat that was out; -1: none."""
    fits: IntArray
    """(n,) how it fitted (`domain.round.course.Fits`)."""
    past_target: IntArray
    """(n,) 1 if it went past an exact target, so that going out counts nothing."""
    passes: IntArray
    """(n, S) forced passes."""
    passes_given: IntArray
    """(n, S) forced passes of other sides after a lay of the seat."""
    round_passes: IntArray
    """(n, S) lays after which all others passed, and the seat laid again."""
    lightest: IntArray
    """(n, S) of a block, the place of the seat's side by the lightest tile left; -1: unknown."""

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
    sides: Sides
    """The seats of each side."""
    numbers: IntArray
    """(g,) of the games."""
    per_pip: IntArray
    """(g,) stakes in minor units."""
    irregular: BoolArray
    """(g,) the game waits for a ruling, or for unseen tiles."""
    closed: BoolArray
    """(g,) it is over on record."""


ROUND_FIGURES: Mapping[str, int] = {
    **dict.fromkeys(("leader", "first_out", "last_to_lay", "lead_tile"), -1),
    "passed_lead": 0,
    "out_tile": -1,
    **dict.fromkeys(("fits", "past_target"), 0),
}
"""The columns of `round_end` that are figures as they stand, with what stands for null."""
SEAT_FIGURES: Mapping[str, int] = {
    **dict.fromkeys(("pips", "tiles"), -1),
    **dict.fromkeys(("in_play", "in_play_from_ten", "in_play_threes"), 0),
    **dict.fromkeys(("passes", "passes_given", "round_passes"), 0),
    "lightest": -1,
}
"""The same of `round_seat`."""


class Figures(NamedTuple):
    """The figures of rounds, in order of rounds, then of seats."""

    ends: IntArray
    """(n, 11) id, how it ended (an index of `ENDED`), whether it is regular; `ROUND_FIGURES`."""
    hands: IntArray
    """(n * S, 10) id of the round; `SEAT_FIGURES`."""

    def of_games(self, numbers: IntArray) -> "Figures":
        """Those of the rounds of these games."""
        return Figures(*(each[np.isin(each[:, 0] // ROUNDS_A_GAME, numbers)] for each in self))


# -- of folded games


def group_of(rules_id: int, rules: RuleSet, games: Sequence[GameFacts]) -> Group:
    """The games, of one kind, without rounds for which there is no id left."""
    seats = len(games[0].opening.players)
    sides = table_for(rules.play, seats).sides
    rounds = [
        (game.number * ROUNDS_A_GAME + number, facts, game.decreed.get(number))
        for game in games
        for number, facts in game.rounds
        if number < ROUNDS_A_GAME
    ]
    unknown, nothing = (-1,) * seats, (0,) * seats
    ends = ints(
        -1 if figure is None else figure
        for id, facts, _ in rounds
        for how in [_VOID if facts.ended is None else ENDED.index(facts.ended)]
        for course in [facts.course]
        for figure in (
            *(id, how, facts.regular, facts.leader, facts.out, facts.last_to_lay),
            *(course.lead, course.passed_lead, course.out_tile, course.fits, facts.past_target),
        )
    ).reshape(-1, 1 + 2 + len(ROUND_FIGURES))
    hands = ints(
        figure
        for id, facts, _ in rounds
        for line in zip(
            (id,) * seats,
            facts.pips or unknown,
            facts.tiles or unknown,
            facts.in_play or nothing,
            facts.in_play_from_ten or nothing,
            facts.in_play_threes or nothing,
            *(passes_of(facts.course, sides) if facts.course.passes else (nothing,) * 3),
            facts.lightest or unknown,
            strict=True,
        )
        for figure in line
    ).reshape(-1, 1 + len(SEAT_FIGURES))
    decrees = {
        id: RoundDecree(
            void=decreed.void,
            blame=decreed.blame,
            points=decreed.points,
            more_points=penalty_points(sides, decreed),
            pips=penalty_pips(sides, decreed),
        )
        for id, _, decreed in rounds
        if decreed is not None
    }
    reports = {id: facts.report for id, facts, _ in rounds if facts.report is not None}
    kind = rules_id, rules
    return group_in_columns(kind, games, Figures(ends, hands), decrees=decrees, reports=reports)


def passes_of(course: Course, sides: Sides) -> tuple[tuple[int, ...], ...]:
    """By seat: its forced passes, those it gave to other sides, and its round passes."""
    side, seats = sides_by_seat(sides), range(sum(map(len, sides)))
    passed = [move.seat for move in course.passes]
    to_others = [
        giver for seat, giver in zip(passed, course.given, strict=True) if side[seat] != side[giver]
    ]
    laid_again = [move.seat for move in course.round_passes]
    return tuple(tuple(map(each.count, seats)) for each in (passed, to_others, laid_again))


def group_in_columns(
    rules: tuple[int, RuleSet],
    games: Sequence[GameFacts],
    figures: Figures,
    *,
    decrees: Mapping[int, RoundDecree],
    reports: Mapping[int, RoundReported],
) -> Group:
    """The group of these games, with all their rounds, which are in order."""
    seats = len(games[0].opening.players)
    numbers = ints(game.number for game in games)
    round_id, ended, regular, leader, out, last_to_lay, *course = figures.ends.T
    _, *of_seats = (each.reshape(-1, seats) for each in figures.hands.T)
    game = np.searchsorted(numbers, round_id // ROUNDS_A_GAME)
    voided = np.isin(round_id, [id for id, decree in decrees.items() if decree.void])
    ends_of = (game, round_id, ended, regular > 0, voided, leader, out, last_to_lay)
    rounds = Rounds(*ends_of, *of_seats[:5], *course, *of_seats[5:])
    return Group(
        *(*rules, seats, games, rounds, decrees, reports),
        sides=table_for(rules[1].play, seats).sides,
        numbers=numbers,
        per_pip=ints(game.opening.minor_per_pip for game in games),
        irregular=marks(game.irregular for game in games),
        closed=marks(game.closed is not None for game in games),
    )


def facts_in(rounds: Rounds, reports: Mapping[int, RoundReported]) -> Iterator[RoundFacts]:
    """What settlement asks of the facts of these rounds, in order; ``reports`` by round id."""
    leader, out, last_to_lay = map(seats_or_none, (rounds.leader, rounds.out, rounds.last_to_lay))
    ended = [ENDED[how] for how in rounds.ended.tolist()]
    pips = (tuple(hands) if min(hands) >= 0 else () for hands in rounds.pips.tolist())
    tiles = map(tuple, rounds.tiles.tolist())
    regular = rounds.regular.tolist()
    found = map(RoundFacts, leader, ended, out, pips, tiles, last_to_lay, regular)
    if not reports:
        return found
    said = map(reports.get, rounds.id.tolist())
    return (each._replace(report=report) for each, report in zip(found, said, strict=True))


def whole_facts_in(group: Group) -> Iterator[RoundFacts]:
    """Everything that a score asks of the settled rounds of the group, in order."""
    rounds = group.rounds.only(group.rounds.settled)
    next_seat = table_for(group.rules.play, group.seats).next_seat
    columns = rounds.in_play, rounds.in_play_from_ten, rounds.in_play_threes, rounds.lightest
    figures = (column.tolist() for column in columns)
    for facts, course, past, *of_seats in zip(
        *(facts_in(rounds, group.reports), _courses(rounds), rounds.past_target.tolist(), *figures),
        strict=True,
    ):
        last = facts.last_to_lay
        made, from_ten, threes, lightest = map(tuple, of_seats)
        yield facts._replace(
            after_last=None if last is None else next_seat[last],
            in_play=made,
            in_play_from_ten=from_ten,
            lightest=lightest if min(lightest) >= 0 else None,
            in_play_threes=threes,
            past_target=bool(past),
            course=course,
        )


def _courses(rounds: Rounds) -> Iterator[Course]:
    """What scores ask of the courses of these rounds: which moves they were is not in columns."""
    of_rounds = (rounds.lead_tile, rounds.passed_lead, rounds.out_tile, rounds.fits)
    of_seats = (rounds.passes, rounds.round_passes)
    for lead, passed_lead, out_tile, fits, passes, round_passes in zip(
        *(each.tolist() for each in (*of_rounds, *of_seats)), strict=True
    ):
        moves, laid_again = (
            tuple(Move(seat, None) for seat, times in enumerate(each) for _ in range(times))
            for each in (passes, round_passes)
        )
        yield Course(
            lead=None if lead < 0 else lead,
            out_tile=None if out_tile < 0 else out_tile,
            fits=fits,
            passed_lead=passed_lead,
            passes=moves,
            round_passes=laid_again,
        )


_REPORT = TypeAdapter(RoundReported)


def report_text(report: RoundReported) -> str:
    """A noted result as a value of the column ``report``."""
    return _REPORT.dump_json(report).decode()


def report_in(text: str) -> RoundReported:
    """The noted result in a value of the column ``report``."""
    return _REPORT.validate_json(text)


# -- columns


def ints(figures: Iterable[int]) -> IntArray:
    """A column of integers."""
    return np.fromiter(figures, np.int64)


def marks(flags: Iterable[bool]) -> BoolArray:
    """A column of booleans."""
    return np.fromiter(flags, np.bool_)


def seats_or_none(seats: IntArray) -> list[Seat | None]:
    """A column of seats as a list."""
    return [None if seat < 0 else seat for seat in seats.tolist()]
