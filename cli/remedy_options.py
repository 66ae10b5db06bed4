"""The options that order remedies; a value may end with ``@ROUND``."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, get_args

import click

from ..domain.disputes import events as remedies
from ..domain.faults.codes import Refusal
from ..domain.rules.penalties import penalty_of
from ..domain.rules.rule_set import Offence, Penalty, PenaltyLead
from ..projections.messages import mark, shortened
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
FIGURES = {
    name.replace("_", "-"): name
    for name, field in Penalty.model_fields.items()
    if field.annotation is int and name in remedies.ImposePenalty.model_fields
}
"""The figures of a penalty, by the names that people type."""
_CHOICES: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "voids-round": ("voids_round", {"yes": True, "no": False}),
    "next-lead": ("next_lead", {lead: lead for lead in get_args(PenaltyLead)}),
}
"""What else a penalty says: the field, and its values as people type them."""
_PENALTY = re.compile(r"(?P<seat>.+?):(?P<offence>[a-z-]+)(?P<figures>(:[a-z-]+=[^:@]*)*)")
_MOST = 10**6
_PIPS = re.compile(r"[0-9]{1,6}(,[0-9]{1,6})*")
_POINTS = re.compile(r"-?[0-9]{1,9}(,-?[0-9]{1,9})*")
_MAYBE_ROUND = {"multiple": True, "is_flag": False, "flag_value": "", "metavar": "[ROUND]"}
"""A round as value, which may be left out."""

_BLOCKER = {"multiple": True, "metavar": "SEAT[,SEAT][@ROUND]"}
_FIGURE_EACH = {"multiple": True, "metavar": "N,N...[@ROUND]"}
_COSTS = {"multiple": True, "metavar": "SEAT:OFFENCE[:FIGURE=N]...[@ROUND]"}
remedy_options = several(
    dict,
    uphold=option("The round stands as it was played.", **_MAYBE_ROUND),
    void_round=option("The round counts for nothing.", **_MAYBE_ROUND),
    replay_round=option("It counts for nothing, and is played again.", **_MAYBE_ROUND),
    void_game=option("The game counts for nothing.", is_flag=True),
    blocker=option("Who blocked the round, and who assisted; or `nobody`.", **_BLOCKER),
    pips=option("The pips left in each hand, if nobody saw all tiles.", **_FIGURE_EACH),
    points=option("The points of the round, one number for each side.", **_FIGURE_EACH),
    penalty=option("Penalize a seat; the rules give the figures left out.", **_COSTS),
)


class Remedies(NamedTuple):
    """Reads `remedy_options`, of the ``disputed`` round where none is typed. Raises UsageError."""

    game: BookedGame
    disputed: int | None

    def read(self, typed: Mapping[str, Any]) -> Iterator[remedies.Remedy]:
        """The remedies that were ordered."""
        for name, remedy in _OF_A_ROUND.items():
            yield from (remedy(round=self._round(each)) for each in typed[name])
        if typed["void_game"]:
            yield remedies.VoidGame()
        reads = self._blocker, self._pips, self._points, self._penalty
        for name, read in zip(("blocker", "pips", "points", "penalty"), reads, strict=True):
            for each in typed[name]:
                value, at, round = each.rpartition("@")
                named = bool(at) and round.isdecimal()
                yield read(value if named else each, self._round(round if named else ""))

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
        blocker, *assistant = (seat_called(self.game, each) for each in value.split(",", 1))
        return remedies.NameBlocker(
            round=round, blocker=blocker, assistant=assistant[0] if assistant else None
        )

    def _pips(self, value: str, round: int) -> remedies.Remedy:
        if not _PIPS.fullmatch(value):
            refusal = mark(
                "{value!r} is not a list of pips: expected a number for each seat, as in 0,31"
            )
            raise usage_error(refusal, value=value)
        return remedies.CountPips(round=round, pips=tuple(map(int, value.split(","))))

    def _points(self, value: str, round: int) -> remedies.Remedy:
        """They are typed in the order of the record's teams, as the audit prints them."""
        if not _POINTS.fullmatch(value):
            refusal = mark(
                "{value!r} is not a list of points: expected a number for each side, as in 31,0"
            )
            raise usage_error(refusal, value=value)
        typed, game = [int(each) for each in value.split(",")], self.game.stream.game
        sides = game.table.sides
        if len(typed) != len(sides):
            refusal = mark("expected a number for each of {sides} sides, not {number}")
            raise usage_error(refusal, sides=len(sides), number=len(typed))
        by_seat = {team[0]: own for team, own in zip(teams_of(game), typed, strict=True)}
        points = (next(by_seat[seat] for seat in side if seat in by_seat) for side in sides)
        return remedies.CorrectPoints(round=round, points=tuple(points))

    def _penalty(self, value: str, round: int) -> remedies.Remedy:
        read = _PENALTY.fullmatch(value)
        offence = None if read is None else _OFFENCES.get(read["offence"])
        if read is None or offence is None:
            refusal = mark("{value!r} is not a penalty: expected {form}, with one of {offences}")
            offences = ", ".join(_OFFENCES)
            raise usage_error(refusal, value=value, form="SEAT:OFFENCE", offences=offences)
        figures = penalty_of(self.game.stream.game.opened.rules, offence).model_dump()
        for each in filter(None, read["figures"].split(":")):
            name, _, figure = each.partition("=")
            if name in _CHOICES:
                field, values = _CHOICES[name]
                if figure not in values:
                    refusal = mark("{name} is one of {values}, not {value!r}")
                    expected = ", ".join(values)
                    raise usage_error(refusal, name=name, values=expected, value=shortened(figure))
                figures[field] = values[figure]
                continue
            if name not in FIGURES:
                refusal = mark("{name!r} is not a figure of a penalty: expected one of {figures}")
                raise usage_error(refusal, name=name, figures=", ".join((*FIGURES, *_CHOICES)))
            figures[FIGURES[name]] = _number(figure)
        seat = seat_called(self.game, read["seat"])
        return remedies.ImposePenalty(round=round, seat=seat, offence=offence, **figures)


def _number(typed: str) -> int:
    if not (typed.isascii() and typed.isdecimal()):
        raise usage_error("{value!r} is not a whole number", value=shortened(typed))
    if len(typed.lstrip("0")) > len(str(_MOST)) or int(typed) > _MOST:
        raise usage_error("{number} is more than {most}", number=shortened(typed), most=_MOST)
    return int(typed)
