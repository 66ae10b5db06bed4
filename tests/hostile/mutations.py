"""Small random changes of JSON values and texts."""

import copy
import re
from random import Random
from typing import Any

ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 7, 18, 19, 100, 10**6, 10**9, 10**9 + 1, 2**63, -(2**63)),
    *(0.5, 1e308, "", " ", "\0", "a\0b", "é", "e\u0301", "\u202e", "\x1b[31m", "\ud7ff", "😀"),
    *("x" * 3_000, "6-6", "4-6", "7-0", "18-18", "6-6-6", "?", "-", "block@1", "out", "blocked"),
    *("2026-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+14:00", "left"),
    *([], {}, [[]], [None], ["6-6", "6-6"], {"a": 1}, {"kind": "lot"}),
)
ODD_TEXTS = (
    *("\0", "\t", "\r", "\n", "\n\n", " ", "#", ":", "/", "-", ",", "?", "@", '"', "'", "\\", "{}"),
    *("6-6", "0-0", "18-18", "6-", "left", "right", "passes", "draws", "Round 1", "Game: x", "é"),
    *("\u202e", "\u2028", "\ufeff", "\x1b[2J", "😀", "9" * 5_000, "x" * 3_000, "0-0 " * 300),
    *("undo", "pause", "resume", "deal", "show", "help", "12:00", "24:00", "2026-02-30"),
)
CHANGES = (1, 1, 1, 1, 2, 3)
LONGEST_SPAN = 40


def mutated_json(value: Any, chance: Random) -> Any:
    """A copy with a few changes."""
    changed = [copy.deepcopy(value)]
    for _ in range(chance.choice(CHANGES)):
        _change(changed, chance)
    return changed[0]


def _change(root: list[Any], chance: Random) -> None:
    """Change one element of one object or list; ``root`` is a list with the value."""
    places = list(_places(root))
    if chance.random() < 0.6:
        _trade(places, chance)
        return
    # Most elements are deep: half of the changes are made near the top.
    depth = chance.choice([1, 2, 3, 9])
    holder, key, _ = chance.choice([place for place in places if place[2] <= depth])
    old = holder[key]
    match chance.randrange(9):
        case 0 if holder is not root:
            del holder[key]
        case 1 if isinstance(holder, list) and holder is not root:
            holder.insert(chance.randrange(len(holder) + 1), copy.deepcopy(old))
        case 2 if isinstance(old, list) and old:
            holder[key] = copy.deepcopy(old) * chance.choice([2, 3, 50])
        case 3 if isinstance(old, list):
            chance.shuffle(old)
        case 4 if isinstance(old, int):
            holder[key] = old + chance.choice([-1, 1, 10, -(10**6)])
        case 5 if isinstance(old, str):
            holder[key] = mutated_text(old, chance)
        case 6 if isinstance(old, dict):
            old[chance.choice(["x", "kind", "id", "lay", "draw", "pass", "lost", "at"])] = (
                chance.choice(ODD_VALUES)
            )
        case 7:
            other, at, _ = chance.choice(places)
            holder[key] = copy.deepcopy(other[at]) if other is not root else [old]
        case _:
            holder[key] = copy.deepcopy(chance.choice(ODD_VALUES))


def _trade(places: list[Any], chance: Random) -> None:
    """Replace a value by another of its kind: a tile by a tile, a seat by a seat."""
    holder, key, _ = chance.choice(places)
    alike = [
        other[at]
        for other, at, _ in places
        if type(other[at]) is type(holder[key]) and (at == key or isinstance(at, int))
    ]
    if isinstance(holder, list) and chance.random() < 0.3:
        at = chance.randrange(len(holder))
        holder[key], holder[at] = holder[at], holder[key]
    elif alike:
        holder[key] = copy.deepcopy(chance.choice(alike))


def _places(value: Any, depth: int = 1) -> Any:
    """Holder, key or index, and depth of every element."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key, depth
        if isinstance(value[key], dict | list):
            yield from _places(value[key], depth + 1)


def mutated_text(text: str, chance: Random) -> str:
    """The text with a few changes of characters, words and lines."""
    for _ in range(chance.choice(CHANGES)):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.randint(1, LONGEST_SPAN))
        span = text[at:end]
        match chance.randrange(9):
            case 6 | 7 | 8:
                words = re.split("([ \n])", text)
                words[chance.randrange(len(words))] = chance.choice(words)
                text = "".join(words)
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:end] + span + text[end:]
            case 2:
                text = text[:at] + chance.choice(ODD_TEXTS) + text[at:]
            case 3:
                text = text[:at] + chance.choice(ODD_TEXTS) + text[end:]
            case 4:
                lines = text.split("\n")
                lines.insert(
                    chance.randrange(len(lines) + 1), lines.pop(chance.randrange(len(lines)))
                )
                text = "\n".join(lines)
            case _:
                text = text[:at] + chr(chance.randrange(1, 0x250)) + text[at + 1 :]
    return text
