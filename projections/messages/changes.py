"""Sentences about what an amendment changed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ...ledger.records.moves import name_in
from ..amendments.version_diff import HIDDEN, Change, ShownWith
from ..as_json import Json
from ..results.abandonment import Abandonment
from ..results.sides import noted_for
from . import all_of, by_name, mark, plural, sides_text, text
from .act_words import did_text
from .faults import player
from .money import money, money_row
from .rule_ids import rules_text
from .states import abandonment_text, ending_text


def change_text(change: Change, shown: tuple[ShownWith, ShownWith]) -> str:
    """``ended: blocked -> out``; ``shown``: what the older version is shown with, and the newer."""
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
    return text("hidden") if value == HIDDEN else _VALUES.get(what, _plain)(value, shown)


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


def _plain(value: Any, _: ShownWith) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)


def _by_side(figures: list[int], shown: ShownWith) -> str:
    return by_name((_seats(side, shown) for side in shown.sides), figures)


def _seats(seats: Iterable[int], shown: ShownWith) -> str:
    return all_of(shown.players[seat] for seat in seats) or text("nobody")


def _move(move: Json, shown: ShownWith) -> str:
    name = name_in(move)
    act = did_text(name, player(move["seat"], shown.players), move.get(name, move.get("lay")))
    if "at" in move:
        act = text("{sentence} at {end}", sentence=act, end=move["at"])
    if move.get("flipped"):
        act = text("{sentence} the other way round", sentence=act)
    if "open" in move:
        act = text("{sentence} with {pip} open", sentence=act, pip=move["open"])
    return text("{act} ({time})", act=act, time=move["t"]) if "t" in move else act


def _hands(hands: list[list[str] | None], shown: ShownWith) -> str:
    tiles = (None if hand is None else " ".join(hand) or "-" for hand in hands)
    return by_name(shown.players, tiles)


def _shuffle(shuffle: Json, _: ShownWith) -> str:
    seeds, commitment = shuffle.get("seeds") or {}, shuffle["commitments"]["server"]
    if seeds.get("server") is None:
        return text("the program committed to {commitment}", commitment=commitment)
    return text(
        "the program committed to {commitment}, its seed was {seed}",
        commitment=commitment,
        seed=seeds["server"],
    )


def _result(report: Json, shown: ShownWith) -> Iterator[str]:
    yield text("won by {players}", players=_seats(report["winners"], shown))
    if report.get("out") is not None:
        yield text("{player} is out", player=player(report["out"], shown.players))
    elif report.get("ended") is not None:
        yield ending_text(report["ended"])
    if report.get("points") is not None:
        yield text("points {points}", points=_by_side(report["points"], shown))
    if report.get("pips") is not None:
        sides = noted_for(shown.sides, report["pips"])
        pips = by_name((_seats(side, shown) for side in sides), report["pips"])
        yield text("pips {pips}", pips=pips)


def _round(round: Json, shown: ShownWith) -> str:
    if "reported" in round:
        return "; ".join(_result(round["reported"], shown))
    ended = text("broken off") if round["ended"] is None else ending_text(round["ended"])
    return plural("{number} move, {ended}", "{number} moves, {ended}", round["moves"], ended=ended)


def _rules(rules: Any, _: ShownWith) -> str:
    return rules_text(rules if isinstance(rules, str) else str(rules["id"]))


_VALUES: Mapping[str, Callable[[Any, ShownWith], str]] = {
    "players": lambda names, _: ", ".join(names),
    "teams": lambda teams, shown: sides_text(_seats(team, shown) for team in teams),
    "rules": _rules,
    "stake": lambda stake, _: text(
        "{amount} a pip", amount=money(stake["minor_per_pip"], stake["currency"])
    ),
    "round": _round,
    "reported": lambda report, shown: "; ".join(_result(report, shown)),
    "leader": lambda seat, shown: player(seat, shown.players),
    "hands": _hands,
    "shuffle": _shuffle,
    "aborted_shuffles": lambda shuffles, _: plural(
        "{number} shuffle", "{number} shuffles", len(shuffles)
    ),
    "move": _move,
    "ended": lambda ended, _: ending_text(ended),
    "left": _hands,
    "game left": lambda left, shown: abandonment_text(Abandonment(**left), shown.players),
    "state": lambda state, _: text(state),
    "winners": _seats,
    "points": _by_side,
    "scores": _by_side,
    "net": lambda net, shown: money_row(net, shown.players, shown.currency),
}
"""By field of a record, or figure; others are shown as they are."""
