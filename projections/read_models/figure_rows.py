"""Games counted up and ruled on together, as rows of the model "figures"."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from domain.events import Seat
from domain.facts import RoundFacts
from domain.settlement import Blame, postings

from .booking import Account, Owed
from .columns import BoolArray, FactColumns, IntArray, ints, marks
from .ruling_columns import Games, Kind, Rounds, Ruled, rule_columns, side_of
from .schema import FLAG, ROUNDS_A_GAME
from .tally import EndedRound, GameTally
from .verdicts import NOBODY, Blamed

Row: TypeAlias = tuple[Any, ...]


class SettledRound(NamedTuple):
    """A round that came to an end, with nothing against it."""

    place: int
    """Of its game in the group."""
    tally: GameTally
    number: int
    facts: RoundFacts

    @property
    def id(self) -> int:
        """Its id in all tables."""
        return self.tally.number * ROUNDS_A_GAME + self.number


class Group(NamedTuple):
    """Games of one kind, in the order of opening."""

    kind: Kind
    rules_id: int
    rule_set: str
    """Played under; the same for all of them."""
    tallies: Sequence[GameTally]
    settled: Sequence[SettledRound]
    unsettled: Sequence[tuple[GameTally, EndedRound]]
    """Void deals, and rounds that wait for a ruling."""


def group_of(
    kind: Kind, rules_id: int, rule_set: str, games: Sequence[tuple[GameTally, list[EndedRound]]]
) -> Group:
    """The group of these games, which come with their rounds that have ended.

    Rounds of a game for which no ids are left are left out.
    """
    games = [
        (tally, [round for round in ended if round.number < ROUNDS_A_GAME])
        for tally, ended in games
    ]
    settled = [
        SettledRound(place, tally, round.number, round.facts)
        for place, (tally, ended) in enumerate(games)
        for round in ended
        if round.facts.settled
    ]
    unsettled = [
        (tally, round) for tally, ended in games for round in ended if not round.facts.settled
    ]
    return Group(kind, rules_id, rule_set, [tally for tally, _ in games], settled, unsettled)


class RuledGroup(NamedTuple):
    """Games of one kind, with the ruling on them."""

    group: Group
    rounds: Rounds
    ruled: Ruled


def rule_group(group: Group, blamed: Mapping[int, Blamed]) -> RuledGroup:
    """Rule on these games; ``blamed`` says by round id who is answerable for a block."""
    kind, tallies, settled = group.kind, group.tallies, group.settled
    blame = [blamed.get(round.id, NOBODY) for round in settled]
    games = Games(
        per_pip=ints(tally.opening.minor_per_pip for tally in tallies),
        abandoned=marks(tally.abandoned for tally in tallies),
        disputed=marks(tally.noted for tally in tallies),
    )
    rounds = Rounds(
        facts=FactColumns(
            game=ints(round.place for round in settled),
            leader=ints(_or_nobody(round.facts.leader) for round in settled),
            out=ints(_or_nobody(round.facts.out) for round in settled),
            pips=_by_seat((round.facts.pips for round in settled), kind.seats),
            tiles=_by_seat((round.facts.tiles for round in settled), kind.seats),
        ),
        blocker=ints(blocker for blocker, _ in blame),
        assistant=ints(assistant for _, assistant in blame),
    )
    return RuledGroup(group, rounds, rule_columns(kind, games, rounds))


# -- rows


def game_facts(found: RuledGroup) -> Iterator[Row]:
    """Rows of `game_fact`."""
    group, ruled = found.group, found.ruled
    counted, surplus = (
        np.bincount(found.rounds.facts.game[which], minlength=len(group.tallies)).tolist()
        for which in (ruled.counts, ruled.surplus)
    )
    for place, tally in enumerate(group.tallies):
        opening = tally.opening
        played = not (tally.irregular or ruled.void[place])
        yield (
            *(tally.number, tally.game, opening.record, group.rules_id, group.rule_set),
            *(opening.opened_at, opening.currency, opening.minor_per_pip),
            *(group.kind.seats, opening.teams, _flag(tally.irregular), _flag(tally.noted)),
            _state(tally, decided=bool(ruled.decided[place])),
            *(counted[place], surplus[place], tally.closed, tally.closed if played else None),
        )


def _state(tally: GameTally, *, decided: bool) -> str:
    if tally.abandoned:
        return "abandoned"
    if tally.irregular:
        return "disputable"
    if decided:
        return "over"
    return "in progress" if tally.closed is None else "unfinished"


def game_seats(found: RuledGroup) -> Iterator[Row]:
    """Rows of `game_seat`."""
    group, ruled, seats = found.group, found.ruled, found.group.kind.seats
    regular = ~marks(tally.irregular for tally in group.tallies)[:, None]
    won = ruled.game_won & regular
    has_counted = np.zeros((len(group.tallies), 1), np.bool_)
    has_counted[found.rounds.facts.game[ruled.counts]] = True
    return zip(
        _each_seat(ints(tally.number for tally in group.tallies), seats),
        _seats(len(group.tallies), seats),
        chain.from_iterable(tally.opening.players for tally in group.tallies),
        side_of(group.kind) * len(group.tallies),
        _figures(ruled.score, len(won) * seats),
        _figures(ruled.game_net, len(won) * seats, where=has_counted),
        _mark_each(won),
        _mark_each(~won & won.any(axis=1, keepdims=True)),
        strict=True,
    )


def round_ends(found: RuledGroup) -> Iterator[Row]:
    """Rows of `round_end`."""
    ruled, settled = found.ruled, found.group.settled
    columns = zip(
        _mark_each(ruled.counts),
        ruled.won.sum(axis=1).tolist(),
        _figures(ruled.total, len(settled)),
        _seats_or_none(found.rounds.blocker),
        _seats_or_none(found.rounds.assistant),
        strict=True,
    )
    for round, ruling in zip(settled, columns, strict=True):
        yield (round.id, round.tally.number, *_end(round.facts), *ruling)
    for tally, (number, facts) in found.group.unsettled:
        id = tally.number * ROUNDS_A_GAME + number
        yield (id, tally.number, *_end(facts), None, 0, None, None, None)


def _end(facts: RoundFacts) -> Row:
    irregular = None if facts.regular else FLAG
    return facts.ended, irregular, facts.leader, facts.out, facts.last_to_lay


def round_seats(found: RuledGroup) -> Iterator[Row]:
    """Rows of `round_seat`."""
    settled, facts, ruled = found.group.settled, found.rounds.facts, found.ruled
    seats = found.group.kind.seats
    lines = len(settled) * seats
    yield from zip(
        _each_seat(ints(round.id for round in settled), seats),
        _seats(len(settled), seats),
        facts.pips.ravel().tolist(),
        facts.tiles.ravel().tolist(),
        _mark_each(ruled.won),
        _figures(ruled.points, lines),
        _figures(ruled.net, lines),
        strict=True,
    )
    for tally, (number, each) in found.group.unsettled:
        id = tally.number * ROUNDS_A_GAME + number
        for seat, (pips, tiles) in enumerate(zip(each.pips, each.tiles, strict=True)):
            yield id, seat, pips, tiles, None, None, None


# -- money


def owed_by(found: RuledGroup) -> Iterator[Owed]:
    """What each round that counts owes, under rules that know a payout."""
    payout = found.group.kind.rules.payout
    if payout is None:
        return
    ruled, blame = found.ruled, zip(found.rounds.blocker, found.rounds.assistant, strict=True)
    for round, counts, won, (blocker, assistant) in zip(
        found.group.settled, ruled.counts, ruled.won, blame, strict=True
    ):
        if counts:
            opening = round.tally.opening
            winners = tuple(np.flatnonzero(won).tolist())
            answerable = Blame(_or_none(int(blocker)), _or_none(int(assistant)))
            due = postings(payout, round.facts, winners, answerable, opening.minor_per_pip)
            accounts = [Account(player, opening.currency) for player in opening.players]
            yield Owed(
                round.id,
                round.tally.number,
                [(accounts[seat], amount, reason) for seat, amount, reason in due],
            )


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


def _seats_or_none(seats: IntArray) -> list[Seat | None]:
    return [_or_none(seat) for seat in seats.tolist()]


def _each_seat(figures: IntArray, seats: int) -> list[int]:
    each: list[int] = np.repeat(figures, seats).tolist()
    return each


def _seats(rows: int, seats: int) -> list[Seat]:
    return [*range(seats)] * rows


def _by_seat(rows: Iterable[tuple[int, ...]], seats: int) -> IntArray:
    return ints(chain.from_iterable(rows)).reshape(-1, seats)


def _or_nobody(seat: Seat | None) -> int:
    return -1 if seat is None else seat


def _or_none(seat: int) -> Seat | None:
    return None if seat < 0 else seat
