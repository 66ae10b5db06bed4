"""Sentences about what an amendment changed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..accounting.money import money, money_row
from ..amendments.version_diff import HIDDEN, Change, ShownWith
from ..results.abandonment import Abandonment
from ..results.sides import noted_for
from . import all_of, by_name, mark, plural, sides_text, text
from .faults import Names, player
from .rules import rules_text
from .states import abandonment_text, state_text

Json = dict[str, Any]


def change_text(change: Change, shown: tuple[ShownWith, ShownWith]) -> str:
    """``ended: blocked -> out``, ``move 4: nothing -> Ben passes``.

    ``shown``: with what the older version is shown, and the newer.
    """
    was = _value_text(change.what, change.was, shown[0])
    now = _value_text(change.what, change.now, shown[1])
    if change.move is not None:
        return text("move {move}: {was} -> {now}", move=change.move, was=was, now=now)
    label = _LABELS.get(change.what)
    what = change.what if label is None else text(label)
    return text("{what}: {was} -> {now}", what=what, was=was, now=now)


def _value_text(what: str, value: Any, shown: ShownWith) -> str:
    if value is None:
        return text("nothing")
    if value == HIDDEN:
        return text("hidden")
    if what == "net":
        return money_row(value, shown.players, shown.currency)
    if what in _OF_SIDES:
        return _OF_SIDES[what](value, shown)
    if what in _PEOPLE:
        return _PEOPLE[what](value, shown.players)
    return _VALUES.get(what, _plain)(value)


_LABELS: Mapping[str, str] = {
    "players": mark("players"),
    "teams": mark("teams"),
    "rules": mark("rules"),
    "source": mark("source"),
    "started_at": mark("started at"),
    "after": mark("after the game"),
    "stake": mark("stake"),
    "round": mark("round"),
    "reported": mark("result"),
    "leader": mark("leader"),
    "hands": mark("hands"),
    "boneyard": mark("boneyard"),
    "shuffle": mark("shuffle"),
    "aborted_shuffles": mark("aborted shuffles"),
    "move": mark("move"),
    "ended": mark("ended"),
    "left": mark("tiles left"),
    "game left": mark("game left"),
    "state": mark("state"),
    "winners": mark("winners"),
    "points": mark("points"),
    "scores": mark("scores"),
    "net": mark("net"),
}
"""By field of a record, or figure."""


def _plain(value: Any) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)


def _by_side(figures: list[int], shown: ShownWith) -> str:
    return by_name((_seats(side, shown.players) for side in shown.sides), figures)


def _named(names: list[str]) -> str:
    return ", ".join(names)


def _seats(seats: Iterable[int], names: Names) -> str:
    return all_of(names[seat] for seat in seats) or text("nobody")


def _move(move: Json, names: Names) -> str:
    act = text(
        _move_template(move),
        player=player(move["seat"], names),
        tile=move.get("lay") or move.get("draw"),
        end=move.get("at"),
        reason=move.get("lost"),
    )
    if "open" in move:
        act = text("{sentence} with {pip} open", sentence=act, pip=move["open"])
    return text("{act} ({time})", act=act, time=move["t"]) if "t" in move else act


def _move_template(move: Json) -> str:
    if "lay" in move:
        if move.get("flipped"):
            if "at" in move:
                return mark("{player} lays {tile} at {end} the other way round")
            return mark("{player} lays {tile} the other way round")
        if "at" in move:
            return mark("{player} lays {tile} at {end}")
        return mark("{player} lays {tile}")
    if "draw" in move:
        return mark("{player} draws {tile}") if move["draw"] else mark("{player} draws a tile")
    if "lost" in move:
        return mark("{player} loses the turn ({reason})")
    return mark("{player} passes")


def _hands(hands: list[list[str] | None], names: Names) -> str:
    shown = (None if hand is None else " ".join(hand) or "-" for hand in hands)
    return by_name(names, shown)


def _shuffle(shuffle: Json) -> str:
    seeds, commitment = shuffle.get("seeds") or {}, shuffle["commitments"]["server"]
    if seeds.get("server") is None:
        return text("the program committed to {commitment}", commitment=commitment)
    return text(
        "the program committed to {commitment}, its seed was {seed}",
        commitment=commitment,
        seed=seeds["server"],
    )


def _counted(shuffles: list[Json]) -> str:
    return plural("{number} shuffle", "{number} shuffles", len(shuffles))


def _rules(rules: Any) -> str:
    return rules_text(rules if isinstance(rules, str) else str(rules["id"]))


def _stake(stake: Json) -> str:
    return text("{amount} a pip", amount=money(stake["minor_per_pip"], stake["currency"]))


def _abandonment(abandonment: Json, names: Names) -> str:
    return abandonment_text(Abandonment(**abandonment), names)


_ENDINGS: Mapping[str, str] = {
    "out": mark("out"),
    "blocked": mark("blocked"),
    "target": mark("target reached"),
    "void": mark("void deal"),
    "reported": mark("result noted"),
}


def _ended(ended: str) -> str:
    return text(_ENDINGS[ended])


def _reported(report: Json, shown: ShownWith) -> str:
    return "; ".join(_result(report, shown))


def _result(report: Json, shown: ShownWith) -> Iterator[str]:
    names = shown.players
    yield text("won by {players}", players=_seats(report["winners"], names))
    if report.get("out") is not None:
        yield text("{player} is out", player=player(report["out"], names))
    elif report.get("ended") is not None:
        yield _ended(report["ended"])
    if report.get("points") is not None:
        yield text("points {points}", points=_by_side(report["points"], shown))
    if report.get("pips") is not None:
        sides = noted_for(shown.sides, report["pips"])
        pips = by_name((_seats(side, names) for side in sides), report["pips"])
        yield text("pips {pips}", pips=pips)


def _round(round: Json, shown: ShownWith) -> str:
    if "reported" in round:
        return _reported(round["reported"], shown)
    ended = text("broken off") if round["ended"] is None else _ended(round["ended"])
    return plural("{number} move, {ended}", "{number} moves, {ended}", round["moves"], ended=ended)


def _teams(teams: list[list[int]], names: Names) -> str:
    return sides_text(_seats(team, names) for team in teams)


_VALUES: Mapping[str, Callable[[Any], str]] = {
    "players": _named,
    "shuffle": _shuffle,
    "aborted_shuffles": _counted,
    "rules": _rules,
    "stake": _stake,
    "ended": _ended,
    "state": state_text,
}
"""By field or figure without people; others are shown as they are."""
_OF_SIDES: Mapping[str, Callable[[Any, ShownWith], str]] = {
    "round": _round,
    "reported": _reported,
    "points": _by_side,
    "scores": _by_side,
}
"""By field or figure with figures of players or sides."""
_PEOPLE: Mapping[str, Callable[[Any, Names], str]] = {
    "move": _move,
    "leader": player,
    "hands": _hands,
    "left": _hands,
    "game left": _abandonment,
    "teams": _teams,
    "winners": _seats,
}
"""By field or figure with people."""
