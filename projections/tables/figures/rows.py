"""Games counted up and ruled on together, as rows of the model "figures"."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np

from domain.events import Seat

from ...rulings.game_state import Conditions, State, state_of
from ..facts.packing import Packed, packed, packed_flags
from ..facts.tallies import ENDED, Rounds, Tallied, Tally, seats_or_none
from ..facts.verdicts import NOBODY, Blamed
from ..schema import FLAG, ROUNDS_A_GAME
from ..scoring.remedy_columns import RoundDecree, columns_of, decree_of
from ..scoring.ruling_columns import Games, Kind, Ruled, rule_columns, side_of
from ..scoring.ruling_columns import Rounds as SettledRounds
from ..scoring.score_columns import BoolArray, FactColumns, IntArray, ints, marks

Row: TypeAlias = tuple[Any, ...]
Value = TypeVar("Value")


class Group(NamedTuple):
    """Games of one kind in the order of opening, with their rounds in order."""

    kind: Kind
    rules_id: int
    rule_set: str
    """Played under; the same for all of them."""
    tallies: Sequence[Tally]
    rounds: Rounds
    """``game`` is the place among these games."""

    @property
    def sides(self) -> list[int]:
        """By seat, the side it belongs to."""
        return side_of(self.kind)

    @property
    def numbers(self) -> IntArray:
        """(g,) of the games."""
        return ints(tally.number for tally in self.tallies)

    @property
    def game_ids(self) -> IntArray:
        """(n,) by round, the number of its game."""
        return self.numbers[self.rounds.game]

    @property
    def round_ids(self) -> IntArray:
        """(n,) in all tables."""
        return self.game_ids * ROUNDS_A_GAME + self.rounds.number

    @property
    def decrees(self) -> dict[int, RoundDecree]:
        """By round id, what arbiters ordered."""
        return {
            tally.number * ROUNDS_A_GAME + number: decree_of(decreed, self.kind.sides)
            for tally in self.tallies
            for number, decreed in tally.decreed.items()
            if number < ROUNDS_A_GAME
        }


def group_of(kind: Kind, rules_id: int, rule_set: str, tallied: Tallied, which: IntArray) -> Group:
    """The group of those games at these places.

    Rounds of a game for which no ids are left are left out.
    """
    games, rounds = tallied
    place = np.full(len(games), -1)
    place[which] = np.arange(len(which))
    rounds = rounds._replace(game=place[rounds.game])
    rounds = rounds.only((rounds.game >= 0) & (rounds.number < ROUNDS_A_GAME))
    rounds = rounds.only(np.lexsort((rounds.number, rounds.game)))
    hands = {name: getattr(rounds, name)[:, : kind.seats] for name in ("pips", "tiles")}
    tallies = [games[at] for at in which.tolist()]
    return Group(kind, rules_id, rule_set, tallies, rounds._replace(**hands))


class RuledGroup(NamedTuple):
    """Games of one kind, with the ruling on them; m rounds are settled."""

    group: Group
    settled: IntArray
    """(m,) places among the rounds."""
    rounds: SettledRounds
    ruled: Ruled

    @property
    def played(self) -> BoolArray:
        """(g,) the game counts as played."""
        tallies = self.group.tallies
        over = marks(tally.closed is not None and not tally.irregular for tally in tallies)
        return over & ~self.ruled.void

    @property
    def won(self) -> BoolArray:
        """(g, S) the seat's side won the game, in which nothing is irregular."""
        return (
            self.ruled.game_won & ~marks(tally.irregular for tally in self.group.tallies)[:, None]
        )

    @property
    def lost(self) -> BoolArray:
        """(g, S) only other sides won it."""
        won = self.won
        lost: BoolArray = ~won & won.any(axis=1, keepdims=True)
        return lost


def rule_group(group: Group, blamed: Mapping[int, Blamed]) -> RuledGroup:
    """Rule on these games; ``blamed`` says by round id who is answerable for a block."""
    kind, tallies, rounds = group.kind, group.tallies, group.rounds
    settled = np.flatnonzero(rounds.settled)
    ids = group.round_ids[settled]
    blame = [blamed.get(round, NOBODY) for round in ids.tolist()]
    games = Games(
        per_pip=ints(tally.opening.minor_per_pip for tally in tallies),
        abandoned=marks(tally.abandoned for tally in tallies),
        disputed=marks(tally.noted for tally in tallies),
        void=marks(tally.void for tally in tallies),
        forfeiter=ints(-1 if tally.forfeiter is None else tally.forfeiter for tally in tallies),
    )
    facts = rounds.only(settled)
    columns = FactColumns(facts.game, facts.leader, facts.out, facts.pips, facts.tiles)
    blockers, assistants = (ints(one[at] for one in blame) for at in (0, 1))
    decrees = columns_of(group.decrees, ids, kind.sides)
    of_kind = SettledRounds(columns, *decrees.blame(blockers, assistants), decrees)
    return RuledGroup(group, settled, of_kind, rule_columns(kind, games, of_kind))


# -- rows


def game_facts(found: RuledGroup) -> Iterator[Row]:
    """Rows of `game_fact`."""
    group, ruled = found.group, found.ruled
    counted, surplus = (
        np.bincount(found.rounds.facts.game[which], minlength=len(group.tallies)).tolist()
        for which in (ruled.counts, ruled.surplus)
    )
    for place, (tally, played) in enumerate(zip(group.tallies, found.played, strict=True)):
        opening = tally.opening
        yield (
            *(tally.number, tally.game, opening.record, group.rules_id, group.rule_set),
            *(opening.opened_at, opening.currency, opening.minor_per_pip),
            *(group.kind.seats, opening.teams, _flag(tally.irregular), _flag(tally.noted)),
            _state(tally, ruled, place),
            *(counted[place], surplus[place], tally.closed, tally.closed if played else None),
            tally.forfeiter,
        )


def _state(tally: Tally, ruled: Ruled, place: int) -> State:
    conditions = Conditions(
        void=tally.void,
        abandoned=tally.abandoned,
        forfeited=tally.forfeiter is not None and bool(ruled.void[place]),
        disputable=tally.irregular,
        over=bool(ruled.decided[place]),
        unfinished=tally.closed is not None,
    )
    return state_of(conditions)


def game_seats(found: RuledGroup) -> Iterator[Row]:
    """Rows of `game_seat`."""
    group, ruled, seats = found.group, found.ruled, found.group.kind.seats
    lines = len(group.tallies) * seats
    has_counted = np.zeros((len(group.tallies), 1), np.bool_)
    has_counted[found.rounds.facts.game[ruled.counts]] = True
    return zip(
        _each_seat(group.numbers, seats),
        _seats(len(group.tallies), seats),
        chain.from_iterable(tally.opening.players for tally in group.tallies),
        group.sides * len(group.tallies),
        _figures(ruled.score, lines),
        _figures(ruled.game_net, lines, where=has_counted),
        _mark_each(found.won),
        _mark_each(found.lost),
        strict=True,
    )


def round_ends(found: RuledGroup) -> Iterator[Row]:
    """Rows of `round_end`."""
    group, rounds, ruled = found.group, found.group.rounds, found.ruled
    lines, settled = len(rounds.game), found.settled
    return zip(
        group.round_ids.tolist(),
        group.game_ids.tolist(),
        map(ENDED.__getitem__, rounds.ended.tolist()),
        _mark_each(~rounds.regular),
        *map(seats_or_none, (rounds.leader, rounds.out, rounds.last_to_lay)),
        _spread(_mark_each(ruled.counts), settled, lines),
        _spread(ruled.won.sum(axis=1).tolist(), settled, lines, 0),
        _spread(_figures(ruled.total, len(settled)), settled, lines),
        _spread(seats_or_none(found.rounds.blocker), settled, lines),
        _spread(seats_or_none(found.rounds.assistant), settled, lines),
        strict=True,
    )


def round_hands(found: RuledGroup) -> Iterator[Row]:
    """Rows of `round_hands`."""
    rounds, ruled, settled = found.group.rounds, found.ruled, found.settled
    lines = len(rounds.game)
    known = np.flatnonzero((rounds.pips >= 0).all(axis=1))
    nobody = "." * found.group.kind.seats

    def figures(name: Packed, figures: IntArray | None) -> Sequence[str | None]:
        return [None] * lines if figures is None else _spread(packed(name, figures), settled, lines)

    return zip(
        found.group.round_ids.tolist(),
        _spread(packed("pips", rounds.pips[known]), known, lines),
        packed("tiles", rounds.tiles),
        _spread(packed_flags(ruled.won, FLAG), settled, lines, nobody),
        figures("points", ruled.points),
        figures("net", ruled.net),
        strict=True,
    )


def round_decrees(found: RuledGroup) -> Iterator[Row]:
    """Rows of `round_decree`."""
    for round_id, decree in found.group.decrees.items():
        yield (round_id, round_id // ROUNDS_A_GAME, *decree)


# -- columns

_FLAGS = np.array([None, FLAG], object)


def _flag(said: bool) -> str | None:
    return FLAG if said else None


def _mark_each(mask: BoolArray) -> list[str | None]:
    flags: list[str | None] = _FLAGS[mask.ravel().astype(np.int64)].tolist()
    return flags


def _figures(
    figures: IntArray | None, lines: int, *, where: BoolArray | None = None
) -> Sequence[int | None]:
    if figures is None:
        return [None] * lines
    said: list[int] = figures.ravel().tolist()
    if where is None:
        return said
    applies = np.broadcast_to(where, figures.shape).ravel().tolist()
    return [figure if one else None for figure, one in zip(said, applies, strict=True)]


def _spread(
    figures: Sequence[Value], places: IntArray, lines: int, elsewhere: Value | None = None
) -> Sequence[Value | None]:
    """So many lines with these figures at their places."""
    if len(figures) == lines:
        return figures
    spread = [elsewhere] * lines
    for at, figure in zip(places.tolist(), figures, strict=True):
        spread[at] = figure
    return spread


def _each_seat(figures: IntArray, seats: int) -> list[int]:
    each: list[int] = np.repeat(figures, seats).tolist()
    return each


def _seats(rows: int, seats: int) -> list[Seat]:
    return [*range(seats)] * rows
