"""The options that order remedies; a value may end with ``@ROUND``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

import click

from ..domain.disputes import events as remedies
from ..domain.faults.codes import Refusal
from ..domain.rules.penalties import penalty_of
from ..domain.rules.rule_set import Offence, Penalty
from ..projections.messages import shortened
from ..projections.messages.faults import fault_text
from ..projections.places import index_of
from ..projections.results.sides import teams_of
from .booked_game import BookedGame, seat_called
from .declaring import option, several, usage_error

_OF_A_ROUND: Mapping[str, type[remedies.Uphold | remedies.VoidRound | remedies.ReplayRound]] = {
    "uphold": remedies.Uphold,
    "void_round": remedies.VoidRound,
    "replay_round": remedies.ReplayRound,
}
_OFFENCES: Mapping[str, Offence] = {offence: offence for offence in get_args(Offence)}
_FIGURES = {name.replace("_", "-"): name for name in Penalty.model_fields}
_PENALTY = re.compile(r"(?P<seat>.+?):(?P<offence>[a-z-]+)(?P<figures>(:[a-z-]+=[^:@]*)*)")
_MOST = 10**6
_PIPS = re.compile(r"[0-9]{1,6}(,[0-9]{1,6})*")
_POINTS = re.compile(r"-?[0-9]{1,9}(,-?[0-9]{1,9})*")
_MAYBE_ROUND = {"multiple": True, "is_flag": False, "flag_value": "", "metavar": "[ROUND]"}
"""A round as value, which may be left out."""

remedy_options = several(
    dict,
    uphold=option("The round stands as it was played.", **_MAYBE_ROUND),
    void_round=option("The round counts for nothing.", **_MAYBE_ROUND),
    replay_round=option("It counts for nothing, and is played again.", **_MAYBE_ROUND),
    void_game=option("The game counts for nothing.", is_flag=True),
    blocker=option(
        "Who blocked the round, and who assisted; or `nobody`.",
        multiple=True,
        metavar="SEAT[,SEAT][@ROUND]",
    ),
    pips=option(
        "The pips left in each hand, if nobody saw all tiles.",
        multiple=True,
        metavar="N,N...[@ROUND]",
    ),
    points=option(
        "The points of the round, one number for each side.",
        multiple=True,
        metavar="N,N...[@ROUND]",
    ),
    penalty=option(
        "Penalize a seat; the rules give the figures left out.",
        multiple=True,
        metavar="SEAT:OFFENCE[:FIGURE=N]...[@ROUND]",
    ),
)


class Remedies(NamedTuple):
    """Reads what was typed for `remedy_options`; ``disputed`` is the round where none is typed.

    Raises UsageError for a value that cannot be read.
    """

    game: BookedGame
    disputed: int | None

    def read(self, typed: Mapping[str, Any]) -> Iterator[remedies.Remedy]:
        """The remedies that were ordered."""
        for name, remedy in _OF_A_ROUND.items():
            yield from (remedy(round=self._round(each)) for each in typed[name])
        if typed["void_game"]:
            yield remedies.VoidGame()
        for name, read in (
            ("blocker", self._blocker),
            ("pips", self._pips),
            ("points", self._points),
            ("penalty", self._penalty),
        ):
            for each in typed[name]:
                value, at, round = each.rpartition("@")
                if at and round.isdecimal():
                    yield read(value, self._round(round))
                else:
                    yield read(each, self._round(""))

    def _round(self, typed: str) -> int:
        rounds = self.game.stream.game.dealt
        if typed:
            round = index_of(_number(typed))
            if round < 0:  # Of other rounds that do not exist, the ruling is refused.
                fault = Refusal("unknown-round", {"round": round, "rounds": rounds})
                raise click.UsageError(fault_text(fault))
            return round
        if self.disputed is not None:
            return self.disputed
        if rounds > 1:
            raise usage_error("the dispute is about the whole game: say which round is meant")
        return 0

    def _blocker(self, value: str, round: int) -> remedies.Remedy:
        if value == "nobody":
            return remedies.NameBlocker(round=round)
        blocker, _, assistant = value.partition(",")
        if not assistant:
            return remedies.NameBlocker(round=round, blocker=seat_called(self.game, value))
        blocked, assisted = seat_called(self.game, blocker), seat_called(self.game, assistant)
        return remedies.NameBlocker(round=round, blocker=blocked, assistant=assisted)

    def _pips(self, value: str, round: int) -> remedies.Remedy:
        if not _PIPS.fullmatch(value):
            raise usage_error(
                "{value!r} is not a list of pips: expected a number for each seat, as in 0,31",
                value=value,
            )
        return remedies.CountPips(round=round, pips=tuple(map(int, value.split(","))))

    def _points(self, value: str, round: int) -> remedies.Remedy:
        if not _POINTS.fullmatch(value):
            raise usage_error(
                "{value!r} is not a list of points: expected a number for each side, as in 31,0",
                value=value,
            )
        points = self._by_side([int(each) for each in value.split(",")])
        return remedies.CorrectPoints(round=round, points=points)

    def _by_side(self, points: Sequence[int]) -> tuple[int, ...]:
        """Points are typed in the order of the record's teams, as the audit prints them."""
        game = self.game.stream.game
        sides = game.table.sides
        if len(points) != len(sides):
            raise usage_error(
                "expected a number for each of {sides} sides, not {number}",
                sides=len(sides),
                number=len(points),
            )
        by_seat = {team[0]: own for team, own in zip(teams_of(game), points, strict=True)}
        return tuple(next(by_seat[seat] for seat in side if seat in by_seat) for side in sides)

    def _penalty(self, value: str, round: int) -> remedies.Remedy:
        read = _PENALTY.fullmatch(value)
        offence = None if read is None else _OFFENCES.get(read["offence"])
        if read is None or offence is None:
            raise usage_error(
                "{value!r} is not a penalty: expected {form}, with one of {offences}",
                value=value,
                form="SEAT:OFFENCE",
                offences=", ".join(_OFFENCES),
            )
        figures = penalty_of(self.game.stream.game.opened.rules, offence).model_dump()
        for each in filter(None, read["figures"].split(":")):
            name, _, figure = each.partition("=")
            if name not in _FIGURES:
                raise usage_error(
                    "{name!r} is not a figure of a penalty: expected one of {figures}",
                    name=name,
                    figures=", ".join(_FIGURES),
                )
            figures[_FIGURES[name]] = _number(figure)
        seat = seat_called(self.game, read["seat"])
        return remedies.ImposePenalty(round=round, seat=seat, offence=offence, **figures)


def _number(typed: str) -> int:
    if not (typed.isascii() and typed.isdecimal()):
        raise usage_error("{value!r} is not a whole number", value=shortened(typed))
    if len(typed.lstrip("0")) > len(str(_MOST)) or int(typed) > _MOST:
        raise usage_error("{number} is more than {most}", number=shortened(typed), most=_MOST)
    return int(typed)
