"""Sentences of a report on one game, each with the code and the values that tell programs the same.

Who finds a fact names its code and values, and has its sentence at once: `Speaker` fills in the
template of the code, in the names of the players.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from ...domain.events import Seat
from ...domain.faults.codes import NO_PARAMS, Remark
from ...ledger.transcript.game import Violation
from ..places import number_of
from . import all_of, by_name, mark, mark_plural, one_of, plural, text
from .bonuses import bonus_text
from .ends import no_pip_text, where_text
from .faults import Names, fault_text, irregularity_text, player, tiles_text
from .money import money
from .readings import placement_text, reading_text
from .remedies import offence_text, point_costs
from .templates import Templates, filled
from .violations import place_text

Params: TypeAlias = Mapping[str, Any]


class Sentence(NamedTuple):
    """One fact or figure."""

    code: str
    message: str
    params: Params = NO_PARAMS
    """Values as JSON knows them; people by seat, money in minor units."""
    rule: str | None = None
    """Its place in the rule text, or the field of the rule set that says so."""
    round: int | None = None
    """Its index among the rounds of the record; None: it is about the game."""
    seat: Seat | None = None
    """Whose total it is; None for other sentences."""


class Speaker(NamedTuple):
    """Fills in templates for the players of one game."""

    names: Names
    """By seat."""
    templates: Templates

    def __call__(
        self,
        code: str,
        rule: str | None = None,
        *,
        round: int | None = None,
        seat: Seat | None = None,
        **params: Any,
    ) -> Sentence:
        """The sentence of this code with these values."""
        given = params | {"round": round, "rule": rule}
        values = {**given, **_shown(given, self.names)}
        message = filled(self.templates[code], given, values)
        return Sentence(code, message, params, rule, round, seat)


def _shown(params: Params, names: Names) -> dict[str, object]:
    """The values that are shown in another form; None if there is nothing to show."""
    given = {name for name, value in params.items() if value is not None}
    values = {name: show(params[name], names) for name, show in _ALONE.items() if name in given}
    for together, show in _TOGETHER:
        if given >= together:
            values |= show(params, names)
    return values


def _people(seats: Sequence[Seat], names: Names) -> str | None:
    return all_of(player(seat, names) for seat in seats) or None


def _pips(pips: int | Sequence[int], _: Names) -> str:
    """The pips of one hand, or of several: ``(8 + 11) pips``."""
    hands = (pips,) if isinstance(pips, int) else pips
    if len(hands) == 1:
        return plural("{number} pip", "{number} pips", *hands)
    return text("({sum}) pips", sum=" + ".join(map(str, hands)))


def _reasons(irregularities: Sequence[Params], names: Names) -> str:
    return "; ".join(
        irregularity_text(each["irregularity"], each["params"], names) for each in irregularities
    )


_ALONE: Mapping[str, Callable[[Any, Names], object]] = {
    **dict.fromkeys(("player", "assistant", "leader", "forfeited_by"), player),
    "players": _people,
    "tiles": lambda tiles, _: tiles_text(tiles) or text("nothing"),
    "aside": lambda tiles, _: tiles_text(tiles),
    "fits": lambda tiles, _: all_of(tiles),
    "could": lambda tiles, _: one_of(tiles),
    "end": where_text,
    "instead": lambda laid, names: placement_text(names, **laid),
    "laid": lambda laid, _: all_of(
        text("{tile} at move {move}", tile=tile, move=move) for tile, move in laid
    ),
    "pips": _pips,
    "offence": lambda offence, _: offence_text(offence),
    "bonus": lambda bonus, _: bonus_text(bonus),
    "irregularities": _reasons,
    "rounds": lambda rounds, _: all_of(map(number_of, rounds)),
}
"""By parameter, how it is shown."""


def _missing(params: Params, _: Names) -> dict[str, object]:
    """What a hand lacks in which no tile fits."""
    lacks = [*map(no_pip_text, params["fitting"])]
    lacks += [text("no double")] if params["doubles"] else []
    lacks += [text("no matador")] if params["matadors"] else []
    return {"missing": all_of(lacks)}


def _by_side(figures: str) -> Callable[[Params, Names], dict[str, object]]:
    def shown(params: Params, names: Names) -> dict[str, object]:
        sides = (_people(side, names) or "" for side in params["sides"])
        return {figures: by_name(sides, params[figures])}

    return shown


_SCORING: Mapping[tuple[str, str], str] = {
    ("losing-hands", "none"): mark("the winner scores the pips of the hands that did not win"),
    ("losing-hands", "to-all-hands"): mark(
        "the winner scores the pips of the hands that did not win, less their own"
    ),
    ("losing-hands", "to-each-hand"): mark(
        "the winner scores the pips of the hands that did not win, each less their own"
    ),
    ("all-hands", "none"): mark("the winner scores the pips of all hands"),
    ("all-hands", "to-all-hands"): mark("the winner scores the pips of all hands, less their own"),
    ("all-hands", "to-each-hand"): mark(
        "the winner scores the pips of all hands, each less their own"
    ),
}
"""By the hands that count, and what is subtracted."""


def _fault(params: Params, names: Names) -> dict[str, object]:
    found = Violation(params["round"], params["move"], params["violation"], params["params"])
    return {"place": place_text(found), "fault": fault_text(found.fault, names)}


def _owed(params: Params, names: Names) -> dict[str, object]:
    """What each player owes or gets, the largest debt first."""
    owes, gets = mark("{player} owes {amount}"), mark("{player} gets {amount}")
    amounts = [
        text(owes if net < 0 else gets, player=name, amount=money(abs(net), params["currency"]))
        for net, name in sorted(zip(params["net"], names, strict=True), key=itemgetter(0))
        if net
    ]
    return {"amounts": ", ".join(amounts) or text("nobody owes anything")}


def _known(params: Params, names: Names) -> dict[str, object]:
    """What a player could know of hands: of their own and of the others."""
    own, unseen = [*params["own"]], params["unseen"]
    if unseen:  # These were seen at the table.
        own.append(plural("{number} tile not on record", "{number} tiles not on record", unseen))
    others = [
        ", ".join((plural(*_HAND, each["size"], player=names[each["player"]]), *lacking))
        for each in params["others"]
        for lacking in [map(no_pip_text, each["missing"])]
    ]
    if params["boneyard"]:
        others.append(
            plural("the boneyard {number} tile", "the boneyard {number} tiles", params["boneyard"])
        )
    ends = all_of(dict.fromkeys(map(str, params["ends"].values())))
    return {"own": all_of(own), "others": "; ".join(others), "ends": ends}


_HAND = mark_plural("{player} {number} tile", "{player} {number} tiles")
_NAMED: Mapping[str, str] = {
    "found": mark("{reading} {player}"),
    "nobody": mark("{reading} nobody"),
    "undetermined": mark("{reading} undetermined"),
}
"""By the status of a verdict."""


def _verdicts(params: Params, names: Names) -> dict[str, object]:
    others = (
        text(
            _NAMED[each["status"]],
            reading=reading,
            player=None if each["player"] is None else names[each["player"]],
        )
        for reading, each in params["readings"].items()
    )
    return {"verdicts": ", ".join(others)}


_TOGETHER: Sequence[tuple[set[str], Callable[[Params, Names], dict[str, object]]]] = (
    (
        {"tile"},
        lambda params, names: {
            "placement": placement_text(
                *(names, params["tile"], params.get("end"), params.get("open"))
            )
        },
    ),
    ({"reading"}, lambda params, _: {"meaning": reading_text(params["reading"])}),
    ({"fitting"}, _missing),
    ({"sides", "pips"}, _by_side("pips")),
    ({"sides", "points"}, _by_side("points")),
    (
        {"scored", "difference"},
        lambda params, _: {"scoring": text(_SCORING[params["scored"], params["difference"]])},
    ),
    (
        {"amount", "currency"},
        lambda params, _: {
            "amount": money(params["amount"], params["currency"]),
            "due": money(abs(params["amount"]), params["currency"]),
        },
    ),
    (
        {"points_off", "points_to_others"},
        lambda params, _: {
            "cost": ", ".join(point_costs(params["points_off"], params["points_to_others"]))
        },
    ),
    (
        {"irregularity"},
        lambda params, names: {
            "message": irregularity_text(params["irregularity"], params["params"], names)
        },
    ),
    (
        {"remark"},
        lambda params, names: {
            "message": fault_text(Remark(params["remark"], params["params"]), names)
        },
    ),
    ({"violation"}, _fault),
    ({"net", "currency"}, _owed),
    ({"others"}, _known),
    ({"readings"}, _verdicts),
)
"""By the parameters that are given, the values that follow from them together."""
