"""The grammar of the header: the lines before the first round."""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from ..registry.changed_rules import setting_in
from .characters import usual_characters
from .errors import Slip
from .lexer import Cursor, JsonKind
from .move_grammar import Json, is_time
from .player_names import read_names, read_seat, read_text

Header: TypeAlias = Callable[[Cursor, Sequence[str]], Any]
"""Reads the value after the colon; takes the players read so far."""

STAKE_WORDS = ("minor", "units", "a", "pip")
_WORDS = r"\s+".join(STAKE_WORDS)
_STAKE = re.compile(rf"(?:([a-z]{{3}})\s+)?(\d{{1,18}})(?:\s+{_WORDS})?(?!\S)", re.IGNORECASE)
_A_STAKE = Slip("expected-stake")
_FIELD = re.compile(r"([a-z][a-z0-9_.]*)(?:\s*=|\s)", re.IGNORECASE)
_WORD = re.compile(r"[^\s#]+")
_A_SETTING = Slip("expected-setting")


def _usual_text(cursor: Cursor) -> str:
    """The rest of the line, in the usual characters."""
    return usual_characters(read_text(cursor))


def _rules(cursor: Cursor, _: Sequence[str]) -> object:
    return read_json(cursor, dict) if cursor.next == "{" else _usual_text(cursor)


def _set(cursor: Cursor, _: Sequence[str]) -> tuple[str, Any]:
    """A field of the rules, and the value that the players agreed on."""
    field = cursor.match(_FIELD)
    if field is None or cursor.done:
        raise cursor.expected(_A_SETTING)
    if cursor.next == "{":
        return field[1], read_json(cursor, dict)
    value = cursor.match(_WORD)
    cursor.finish()
    return field[1], setting_in("" if value is None else value[0])


def _teams(cursor: Cursor, players: Sequence[str]) -> object:
    if cursor.next == "[":
        return read_json(cursor, list)
    if not players:
        raise cursor.error(Slip("players-come-first", field="Teams"))
    teams = [[read_seat(cursor, players)]]
    while not cursor.done:
        if cursor.take("/"):
            teams.append([])
        elif not cursor.take(","):
            raise cursor.expected(Slip("expected-comma-or-slash"))
        teams[-1].append(read_seat(cursor, players))
    return teams


def _started(cursor: Cursor, _: Sequence[str]) -> str:
    start = cursor.past_blanks()
    text = _usual_text(cursor)
    if not is_time(text):
        raise cursor.expected(Slip("expected-moment"), at=start)
    return text


def _stake(cursor: Cursor, _: Sequence[str]) -> Json:
    found = cursor.match(_STAKE)
    if found is None:
        raise cursor.expected(_A_STAKE)
    cursor.finish(_A_STAKE)
    return {"currency": (found[1] or "XXX").upper(), "minor_per_pip": int(found[2])}


def _abandoned(cursor: Cursor, _: Sequence[str]) -> Json:
    return {"reason": read_text(cursor) if cursor.next else ""}


def _forfeited(cursor: Cursor, players: Sequence[str]) -> Json:
    if not players:
        raise cursor.error(Slip("players-come-first", field="Forfeited"))
    return {"seat": read_seat(cursor, players)} | _abandoned(cursor, players)


def read_json(cursor: Cursor, kind: type) -> Any:
    """The rest of the line as JSON: an object or a list."""
    of_kind: JsonKind = "object" if kind is dict else "list"
    start = cursor.past_blanks()
    value = cursor.json(of_kind) if cursor.next in {"{", "["} else None
    if not isinstance(value, kind):
        raise cursor.expected(Slip("expected-json", kind=of_kind), at=start)
    cursor.finish()
    return value


HEADERS: dict[str, Header] = {
    "game": lambda cursor, _: read_text(cursor),
    "rules": _rules,
    "set": _set,
    "players": lambda cursor, _: read_names(cursor),
    "teams": _teams,
    "source": lambda cursor, _: read_text(cursor),
    "started": _started,
    "after": lambda cursor, _: read_text(cursor),
    "stake": _stake,
    "abandoned": _abandoned,
    "forfeited": _forfeited,
    "aborted": lambda cursor, _: read_json(cursor, list),
    "claims": lambda cursor, _: read_json(cursor, dict),
}
"""By the keyword of the line; shuffles and claims are JSON, as in a record."""
