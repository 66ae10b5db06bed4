"""The options that order remedies; a value may end with ``@ROUND``."""

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
from domain.faults.codes import Refusal
from domain.rules.penalties import penalty_of
from domain.rules.rule_set import Offence, Penalty
from projections.messages import shortened, text
from projections.messages.faults import fault_text
from projections.places import index_of
from projections.results.sides import teams_of

from .booked_game import BookedGame, seat_called

Command = TypeVar("Command", bound=Callable[..., Any])

_OF_A_ROUND: Mapping[str, type[Uphold | VoidRound | ReplayRound]] = {
    "uphold": Uphold,
    "void_round": VoidRound,
    "replay_round": ReplayRound,
}
_OFFENCES: Mapping[str, Offence] = {offence: offence for offence in get_args(Offence)}
_FIGURES = {name.replace("_", "-"): name for name in Penalty.model_fields}
_PENALTY = re.compile(r"(?P<seat>.+?):(?P<offence>[a-z-]+)(?P<figures>(:[a-z-]+=[^:@]*)*)")
_MOST = 10**6
_PIPS = re.compile(r"[0-9]{1,6}(,[0-9]{1,6})*")
_POINTS = re.compile(r"-?[0-9]{1,9}(,-?[0-9]{1,9})*")


def remedy_options(command: Command) -> Command:
    """Add the options to a command, which gets their values by name."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def _round_option(name: str, help: str) -> Callable[[Command], Command]:
    """An option with a round as value, which may be left out."""
    return click.option(
        name, multiple=True, is_flag=False, flag_value="", metavar="[ROUND]", help=help
    )


_OPTIONS = (
    _round_option("--uphold", "The round stands as it was played."),
    _round_option("--void-round", "The round counts for nothing."),
    _round_option("--replay-round", "It counts for nothing, and is played again."),
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
        help="The pips left in each hand, if nobody saw all tiles.",
    ),
    click.option(
        "--points",
        multiple=True,
        metavar="N,N...[@ROUND]",
        help="The points of the round, one number for each side.",
    ),
    click.option(
        "--penalty",
        multiple=True,
        metavar="SEAT:OFFENCE[:FIGURE=N]...[@ROUND]",
        help="Penalize a seat; the rules give the figures left out.",
    ),
)


def read_remedies(
    typed: Mapping[str, Any], game: BookedGame, disputed: int | None
) -> tuple[Remedy, ...]:
    """Read what was typed for `remedy_options`; ``disputed`` is the round where none is typed.

    Raises UsageError for a value that cannot be read.
    """
    reader = _Reader(game, disputed)
    return tuple(reader.read(typed))


class _Reader(NamedTuple):
    game: BookedGame
    disputed: int | None

    def read(self, typed: Mapping[str, Any]) -> Iterator[Remedy]:
        for name, remedy in _OF_A_ROUND.items():
            yield from (remedy(round=self._round(each)) for each in typed[name])
        yield from [VoidGame()] * typed["void_game"]
        yield from map(self._blocker, typed["blocker"])
        yield from map(self._pips, typed["pips"])
        yield from map(self._points, typed["points"])
        yield from map(self._penalty, typed["penalty"])

    def _round(self, typed: str) -> int:
        if typed:
            round, rounds = index_of(_number(typed)), self.game.stream.game.dealt
            if round < 0:  # Of other rounds that do not exist, the ruling is refused.
                fault = Refusal("unknown-round", {"round": round, "rounds": rounds})
                raise click.UsageError(fault_text(fault))
            return round
        if self.disputed is not None:
            return self.disputed
        if self.game.stream.game.dealt > 1:
            raise click.UsageError(
                text("the dispute is about the whole game: say which round is meant")
            )
        return 0

    def _split(self, typed: str) -> tuple[str, int]:
        """The value without its round, and the round."""
        value, at, round = typed.rpartition("@")
        if at and round.isdecimal():
            return value, self._round(round)
        return typed, self._round("")

    def _blocker(self, typed: str) -> Remedy:
        value, round = self._split(typed)
        if value == "nobody":
            return NameBlocker(round=round)
        blocker, _, assistant = value.partition(",")
        if not assistant:
            return NameBlocker(round=round, blocker=seat_called(self.game, value))
        blocked, assisted = seat_called(self.game, blocker), seat_called(self.game, assistant)
        return NameBlocker(round=round, blocker=blocked, assistant=assisted)

    def _pips(self, typed: str) -> Remedy:
        value, round = self._split(typed)
        if not _PIPS.fullmatch(value):
            raise click.UsageError(
                text(
                    "{value!r} is not a list of pips: expected a number for each seat, as in 0,31",
                    value=value,
                )
            )
        return CountPips(round=round, pips=tuple(map(int, value.split(","))))

    def _points(self, typed: str) -> Remedy:
        value, round = self._split(typed)
        if not _POINTS.fullmatch(value):
            raise click.UsageError(
                text(
                    "{value!r} is not a list of points: "
                    "expected a number for each side, as in 31,0",
                    value=value,
                )
            )
        points = tuple(map(int, value.split(",")))
        return CorrectPoints(round=round, points=self._by_side(points))

    def _by_side(self, points: Sequence[int]) -> tuple[int, ...]:
        """Points are typed in the order of the record's teams, as the audit prints them."""
        game = self.game.stream.game
        sides = game.table.sides
        if len(points) != len(sides):
            raise click.UsageError(
                text(
                    "expected a number for each of {sides} sides, not {number}",
                    sides=len(sides),
                    number=len(points),
                )
            )
        by_seat = {team[0]: own for team, own in zip(teams_of(game), points, strict=True)}
        return tuple(next(by_seat[seat] for seat in side if seat in by_seat) for side in sides)

    def _penalty(self, typed: str) -> Remedy:
        value, round = self._split(typed)
        read = _PENALTY.fullmatch(value)
        offence = None if read is None else _OFFENCES.get(read["offence"])
        if read is None or offence is None:
            raise click.UsageError(
                text(
                    "{value!r} is not a penalty: expected {form}, with one of {offences}",
                    value=value,
                    form="SEAT:OFFENCE",
                    offences=", ".join(_OFFENCES),
                )
            )
        figures = penalty_of(self.game.stream.game.opened.rules, offence).model_dump()
        for each in filter(None, read["figures"].split(":")):
            name, _, figure = each.partition("=")
            if name not in _FIGURES:
                raise click.UsageError(
                    text(
                        "{name!r} is not a figure of a penalty: expected one of {figures}",
                        name=name,
                        figures=", ".join(_FIGURES),
                    )
                )
            figures[_FIGURES[name]] = _number(figure)
        seat = seat_called(self.game, read["seat"])
        return ImposePenalty(round=round, seat=seat, offence=offence, **figures)


def _number(typed: str) -> int:
    if not (typed.isascii() and typed.isdecimal()):
        raise click.UsageError(text("{value!r} is not a whole number", value=shortened(typed)))
    if len(typed.lstrip("0")) > len(str(_MOST)) or int(typed) > _MOST:
        number = shortened(typed)
        raise click.UsageError(text("{number} is more than {most}", number=number, most=_MOST))
    return int(typed)
