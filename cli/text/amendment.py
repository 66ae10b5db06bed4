"""What a newer version of a game says otherwise, for people and for programs."""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from projections.audit.version_diff import Change, Changes
from projections.rulings.abandonment import Left, left_text

from ..output import plain

Json = dict[str, Any]


def changes_text(changes: Changes) -> Iterator[str]:
    """The game first, then round by round: what was told, what is told now, what follows."""
    rounds = sorted(
        [*changes.told, *changes.follows], key=lambda each: -1 if each.round is None else each.round
    )
    follows = set(map(id, changes.follows))
    for number, of_round in groupby(rounds, lambda each: each.round):
        yield "game" if number is None else f"round {number}"
        for change in of_round:
            so = "so " if id(change) in follows else ""
            yield f"  {so}{_line(change)}"


def _line(change: Change) -> str:
    move = "" if change.move is None else f" {change.move}"
    words = _WORDS.get(change.what, _plainly)
    was, now = (_told(words, value) for value in (change.was, change.now))
    return plain(f"{change.what}{move}: {was} -> {now}")


def _told(words: Callable[[Any], str], value: Any) -> str:
    return "nothing" if value is None else words(value)


def _plainly(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(_plainly, value)) or "nobody"
    return "-" if value is None else str(value)


def _move(move: Json) -> str:
    act = "passes"
    if "lay" in move:
        act = f"lays {move['lay']}" + (f" at {move['at']}" if "at" in move else "")
        act += " the other way round" if move.get("flipped") else ""
    elif "draw" in move:
        act = f"draws {move['draw'] or 'a tile'}"
    elif "lost" in move:
        act = f"loses the turn ({move['lost']})"
    return f"seat {move['seat']} {act}" + (f" ({move['t']})" if "t" in move else "")


def _hands(hands: Any) -> str:
    if isinstance(hands, str):
        return hands
    return " | ".join("?" if hand is None else " ".join(hand) or "-" for hand in hands)


def _rules(rules: Any) -> str:
    return rules if isinstance(rules, str) else str(rules["id"])


def _stake(stake: Json) -> str:
    return f"{stake['currency']} {stake['minor_per_pip']} minor units a pip"


def _left(left: Json) -> str:
    return left_text(Left(**left))


def _round(round: Json) -> str:
    return f"{round['moves']} moves, {round['ended'] or 'broken off'}"


def _teams(teams: list[list[int]]) -> str:
    return " against ".join(" and ".join(map(str, team)) for team in teams)


_WORDS: dict[str, Callable[[Any], str]] = {
    "move": _move,
    "hands": _hands,
    "left": _hands,
    "game left": _left,
    "rules": _rules,
    "stake": _stake,
    "round": _round,
    "teams": _teams,
}


def changes_json(changes: Changes) -> Json:
    """Both lists of changes, each change as an object."""
    return {
        "told": [change._asdict() for change in changes.told],
        "follows": [change._asdict() for change in changes.follows],
    }
