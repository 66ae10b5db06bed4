"""Remedies as they are typed: options that each tell one, ``@ROUND`` at the end for its round."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, get_args

import click

from domain.disputes.remedies import (
    CorrectPoints,
    CountPips,
    ImposePenalty,
    NameBlocker,
    Remedy,
    ReplayRound,
    Uphold,
    VoidGame,
    VoidRound,
)
from domain.rules.penalties import penalty_of
from domain.rules.rule_set import Offence, Penalty
from projections.rulings.sides import teams_of

from .dispute_desk import AtTheDesk, seat_called

Command = TypeVar("Command", bound=Callable[..., Any])

_OFFENCES: Mapping[str, Offence] = {offence: offence for offence in get_args(Offence)}
_FIGURES = {name.replace("_", "-"): name for name in Penalty.model_fields}
_PENALTY = re.compile(r"(?P<seat>.+?):(?P<offence>[a-z-]+)(?P<figures>(:[a-z-]+=[^:@]*)*)")
_MOST = 10**6
_PIPS = re.compile(r"[0-9]{1,6}(,[0-9]{1,6})*")
_POINTS = re.compile(r"-?[0-9]{1,9}(,-?[0-9]{1,9})*")


class Typed(NamedTuple):
    """The remedies of one ruling as they were typed."""

    uphold: tuple[str, ...]
    void_round: tuple[str, ...]
    replay_round: tuple[str, ...]
    void_game: bool
    blocker: tuple[str, ...]
    pips: tuple[str, ...]
    points: tuple[str, ...]
    penalty: tuple[str, ...]


def remedy_options(command: Command) -> Command:
    """Give a command the options of `Typed`; they arrive as parameters of these names."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def _of_a_round(name: str, help: str) -> Callable[[Command], Command]:
    """An option that may be followed by a round."""
    return click.option(
        name, multiple=True, is_flag=False, flag_value="", metavar="[ROUND]", help=help
    )


_OPTIONS = (
    _of_a_round("--uphold", "The round stands as it was played."),
    _of_a_round("--void-round", "The round counts for nothing."),
    _of_a_round("--replay-round", "It counts for nothing, and is played again."),
    click.option("--void-game", is_flag=True, help="The game counts for nothing."),
    click.option(
        "--blocker",
        multiple=True,
        metavar="SEAT[,SEAT][@ROUND]",
        help="Who blocked the round, and who assisted; or `nobody`.",
    ),
    click.option(
        "--pips",
        multiple=True,
        metavar="N,N...[@ROUND]",
        help="The pips left in each hand, where nobody saw all tiles.",
    ),
    click.option(
        "--points",
        multiple=True,
        metavar="N,N...[@ROUND]",
        help="The points of the round, one figure a side.",
    ),
    click.option(
        "--penalty",
        multiple=True,
        metavar="SEAT:OFFENCE[:FIGURE=N]...[@ROUND]",
        help="Penalize a seat; figures not told are those of the rules.",
    ),
)


def remedies_typed(typed: Typed, desk: AtTheDesk, disputed: int | None) -> tuple[Remedy, ...]:
    """The remedies; ``disputed`` is the round meant where none is told.

    Raises UsageError where something cannot be read.
    """
    reader = _Reader(desk, disputed)
    return tuple(reader.read(typed))


class _Reader(NamedTuple):
    desk: AtTheDesk
    disputed: int | None

    def read(self, typed: Typed) -> Iterator[Remedy]:
        yield from (Uphold(round=self._round(said)) for said in typed.uphold)
        yield from (VoidRound(round=self._round(said)) for said in typed.void_round)
        yield from (ReplayRound(round=self._round(said)) for said in typed.replay_round)
        yield from [VoidGame()] * typed.void_game
        yield from map(self._blocker, typed.blocker)
        yield from map(self._pips, typed.pips)
        yield from map(self._points, typed.points)
        yield from map(self._penalty, typed.penalty)

    def _round(self, said: str) -> int:
        if said:
            return _number(said, "a round")
        if self.disputed is None:
            raise click.UsageError("the dispute is about the whole game: say which round is meant")
        return self.disputed

    def _apart(self, said: str) -> tuple[str, int]:
        """What is told, and of which round."""
        told, mark, round = said.rpartition("@")
        if mark and round.isdecimal():
            return told, self._round(round)
        return said, self._round("")

    def _blocker(self, said: str) -> Remedy:
        told, round = self._apart(said)
        if told == "nobody":
            return NameBlocker(round=round)
        blocker, _, assistant = told.partition(",")
        if not assistant:
            return NameBlocker(round=round, blocker=seat_called(self.desk, told))
        return NameBlocker(
            round=round,
            blocker=seat_called(self.desk, blocker),
            assistant=seat_called(self.desk, assistant),
        )

    def _pips(self, said: str) -> Remedy:
        told, round = self._apart(said)
        if not _PIPS.fullmatch(told):
            raise click.UsageError(
                f"{told!r} are no pips: expected a figure for each seat, as in 0,31"
            )
        return CountPips(round=round, pips=tuple(map(int, told.split(","))))

    def _points(self, said: str) -> Remedy:
        told, round = self._apart(said)
        if not _POINTS.fullmatch(told):
            raise click.UsageError(
                f"{told!r} are no points: expected a figure for each side, as in 31,0"
            )
        points = tuple(map(int, told.split(",")))
        return CorrectPoints(round=round, points=self._by_side(points))

    def _by_side(self, points: Sequence[int]) -> tuple[int, ...]:
        """They are told in the order of the record's teams, as the audit tells them."""
        game = self.desk.stream.game
        sides = game.table.sides
        if len(points) != len(sides):
            raise click.UsageError(
                f"expected a figure for each of {len(sides)} sides, not {len(points)}"
            )
        by_seat = {team[0]: own for team, own in zip(teams_of(game), points, strict=True)}
        return tuple(next(by_seat[seat] for seat in side if seat in by_seat) for side in sides)

    def _penalty(self, said: str) -> Remedy:
        told, round = self._apart(said)
        read = _PENALTY.fullmatch(told)
        offence = None if read is None else _OFFENCES.get(read["offence"])
        if read is None or offence is None:
            known = ", ".join(_OFFENCES)
            raise click.UsageError(f"{told!r} is no penalty: expected SEAT:OFFENCE, one of {known}")
        figures = penalty_of(self.desk.stream.game.opened.rules, offence).model_dump()
        for each in filter(None, read["figures"].split(":")):
            name, _, figure = each.partition("=")
            if name not in _FIGURES:
                raise click.UsageError(
                    f"{name!r} is no figure of a penalty: one of {', '.join(_FIGURES)}"
                )
            figures[_FIGURES[name]] = _number(figure, f"a number of {name}")
        seat = seat_called(self.desk, read["seat"])
        return ImposePenalty(round=round, seat=seat, offence=offence, **figures)


def _number(said: str, what: str) -> int:
    if not (said.isascii() and said.isdecimal() and len(said) <= len(str(_MOST))):
        raise click.UsageError(f"{said!r} is not {what}: expected 0, 1, 2 ...")
    number = int(said)
    if number > _MOST:
        raise click.UsageError(f"{said} is more than {_MOST}")
    return number
