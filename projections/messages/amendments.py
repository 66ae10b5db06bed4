"""Sentences about amendments and the changes they make."""

from collections.abc import Callable, Mapping
from typing import Any

from ledger.records.versions import Amendment

from ..accounting.money import money
from ..amendments.version_diff import HIDDEN, Change
from ..rulings.abandonment import Abandonment
from . import all_of, mark, plural, sides_text, text
from .rule_sets import rules_text
from .states import abandonment_text, state_text
from .times import moment

Json = dict[str, Any]


def amendment_text(amendment: Amendment, by: str | None) -> str:
    """The new version, when it was recorded, by whom, and why."""
    return text(
        mark("version {version} since {time}: {reason}")
        if by is None
        else mark("version {version} since {time} by {by}: {reason}"),
        version=amendment.version,
        time=moment(amendment.recorded_at),
        by=by,
        reason=amendment.reason,
    )


def change_text(change: Change) -> str:
    """``ended: blocked -> out``, ``move 3: nothing -> seat 1 passes``."""
    shown = _VALUES.get(change.what, _plain)
    was, now = (
        text("nothing") if value is None else shown(value) for value in (change.was, change.now)
    )
    if change.move is not None:
        return text("move {move}: {was} -> {now}", move=change.move, was=was, now=now)
    label = _LABELS.get(change.what)
    what = change.what if label is None else text(label)
    return text("{what}: {was} -> {now}", what=what, was=was, now=now)


_LABELS: Mapping[str, str] = {
    "players": mark("players"),
    "teams": mark("teams"),
    "rules": mark("rules"),
    "source": mark("source"),
    "started_at": mark("started at"),
    "after": mark("after the game"),
    "stake": mark("stake"),
    "round": mark("round"),
    "leader": mark("leader"),
    "hands": mark("hands"),
    "boneyard": mark("boneyard"),
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
    if isinstance(value, list):
        return " ".join(map(_plain, value)) or text("nobody")
    if value == HIDDEN:
        return text("hidden")
    return "-" if value is None else str(value)


def _move(move: Json) -> str:
    act = text(
        _move_template(move),
        seat=move["seat"],
        tile=move.get("lay") or move.get("draw"),
        end=move.get("at"),
        reason=move.get("lost"),
    )
    return text("{move} ({time})", move=act, time=move["t"]) if "t" in move else act


def _move_template(move: Json) -> str:
    if "lay" in move:
        if move.get("flipped"):
            if "at" in move:
                return mark("seat {seat} lays {tile} at {end} the other way round")
            return mark("seat {seat} lays {tile} the other way round")
        if "at" in move:
            return mark("seat {seat} lays {tile} at {end}")
        return mark("seat {seat} lays {tile}")
    if "draw" in move:
        return (
            mark("seat {seat} draws {tile}") if move["draw"] else mark("seat {seat} draws a tile")
        )
    if "lost" in move:
        return mark("seat {seat} loses the turn ({reason})")
    return mark("seat {seat} passes")


def _hands(hands: Any) -> str:
    if isinstance(hands, str):
        return _plain(hands)
    return " | ".join("?" if hand is None else " ".join(hand) or "-" for hand in hands)


def _rules(rules: Any) -> str:
    return rules_text(rules if isinstance(rules, str) else str(rules["id"]))


def _stake(stake: Json) -> str:
    return text("{amount} a pip", amount=money(stake["minor_per_pip"], stake["currency"]))


def _abandonment(abandonment: Json) -> str:
    return abandonment_text(Abandonment(**abandonment))


_ENDINGS: Mapping[str, str] = {
    "out": mark("out"),
    "blocked": mark("blocked"),
    "void": mark("void deal"),
}


def _ended(ended: str) -> str:
    return text(_ENDINGS[ended])


def _round(round: Json) -> str:
    ended = text("broken off") if round["ended"] is None else _ended(round["ended"])
    return plural("{number} move, {ended}", "{number} moves, {ended}", round["moves"], ended=ended)


def _teams(teams: list[list[int]]) -> str:
    return sides_text(map(all_of, teams))


_VALUES: Mapping[str, Callable[[Any], str]] = {
    "move": _move,
    "hands": _hands,
    "left": _hands,
    "game left": _abandonment,
    "rules": _rules,
    "stake": _stake,
    "round": _round,
    "ended": _ended,
    "state": state_text,
    "teams": _teams,
}
