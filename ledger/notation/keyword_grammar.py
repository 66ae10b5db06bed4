"""The grammar of what follows a keyword and its colon, in the header and in a round."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from ..registry.changed_rules import setting_in
from .characters import usual_characters
from .lexer import Cursor
from .move_grammar import Json, is_time, read_tile, read_tiles
from .player_names import read_names, read_seat
from .vocabulary import ENDED, UNSEEN, Term, one_of

Value: TypeAlias = Callable[[Cursor], Any]
"""Reads the value after the colon, as in a record; the line must then be done."""

STAKE_WORDS = ("minor", "units", "a", "pip")
_WORDS = r"\s+".join(STAKE_WORDS)
_STAKE = re.compile(rf"(?:([a-z]{{3}})\s+)?(\d{{1,18}})(?:\s+{_WORDS})?(?!\S)", re.IGNORECASE)
_FIELD = re.compile(r"([a-z][a-z0-9_.]*)(?:\s*=|\s)", re.IGNORECASE)
_WORD = re.compile(r"[^\s#]+")
_PIPS = re.compile(
    rf"(?P<pips>0|[1-9]\d{{0,8}}|\?)(?:\s+(?P<said>{one_of('pips')}))?(?=\s*(?:[,;#]|$))",
    re.IGNORECASE,
)


def _rules(cursor: Cursor) -> object:
    return cursor.json(dict) if cursor.next == "{" else usual_characters(cursor.rest())


def _set(cursor: Cursor) -> tuple[str, Any]:
    """A field of the rules, and the value that the players agreed on."""
    field = cursor.need(_FIELD, "expected-setting")[1]
    if cursor.done:
        raise cursor.expected("expected-setting")
    if cursor.next == "{":
        return field, cursor.json(dict)
    value = cursor.match(_WORD)
    return field, setting_in("" if value is None else value[0])


def _teams(cursor: Cursor) -> object:
    if cursor.next == "[":
        return cursor.json(list)
    if not cursor.players:
        raise cursor.error("players-come-first", field="Teams")
    teams = [[read_seat(cursor)]]
    while not cursor.done:
        if cursor.take("/"):
            teams.append([])
        else:
            cursor.need_mark(",", "/")
        teams[-1].append(read_seat(cursor))
    return teams


def _started(cursor: Cursor) -> str:
    start = cursor.past_blanks()
    text = usual_characters(cursor.rest())
    if not is_time(text):
        raise cursor.expected("expected-moment", at=start)
    return text


def _stake(cursor: Cursor) -> Json:
    found = cursor.need(_STAKE, "expected-stake")
    cursor.finish(code="expected-stake")
    return {"currency": (found[1] or "XXX").upper(), "minor_per_pip": int(found[2])}


def _abandoned(cursor: Cursor) -> Json:
    return {"reason": cursor.rest() if cursor.next else ""}


def _forfeited(cursor: Cursor) -> Json:
    if not cursor.players:
        raise cursor.error("players-come-first", field="Forfeited")
    return {"seat": read_seat(cursor)} | _abandoned(cursor)


def _hands(cursor: Cursor) -> object:
    """The hands of all seats in JSON; None for `nobody`."""
    if cursor.take_word("nobody"):
        return None
    if cursor.next != "[":
        raise cursor.expected("expected-list-or-hands")
    return cursor.json(list)


def _first_seat(cursor: Cursor) -> int | None:
    return None if cursor.take_word("nobody") else read_seat(cursor)


def _ended(cursor: Cursor) -> str | None:
    word = cursor.take_word(*ENDED)
    if word is None:
        raise cursor.expected("expected-one-of", words=list(ENDED))
    return ENDED[word]


def read_pips(cursor: Cursor, *, bare: bool = False) -> tuple[int | None] | None:
    """Read the pips left in hand; None if tiles are next. `? pips` says that they are not known.

    Two digits alone are a tile, unless ``bare`` says that they are pips.
    """
    found = cursor.looks_like(_PIPS)
    if found is None or not (bare or found["said"] or len(found["pips"]) == 1):
        return None
    if found["pips"] == UNSEEN and (bare or not found["said"]):
        return None
    cursor.at = found.end()
    return (None if found["pips"] == UNSEEN else int(found["pips"]),)


class Keyword(NamedTuple):
    """What follows the word that begins a line; shuffles and claims are JSON, as in a record."""

    field: str
    """Of the record."""
    value: Value | None = None
    """None: the line is about one seat, or about moves."""


OF_THE_GAME: Mapping[Term, Keyword] = {
    "game": Keyword("id", Cursor.rest),
    "rules": Keyword("rules", _rules),
    "set": Keyword("rules", _set),
    "players": Keyword("players", read_names),
    "teams": Keyword("teams", _teams),
    "source": Keyword("source", Cursor.rest),
    "started": Keyword("started_at", _started),
    "after": Keyword("after", Cursor.rest),
    "stake": Keyword("stake", _stake),
    "abandoned": Keyword("abandoned", _abandoned),
    "forfeited": Keyword("forfeited", _forfeited),
    "aborted": Keyword("aborted_shuffles", lambda cursor: cursor.json(list)),
    "claims": Keyword("claims", lambda cursor: cursor.json(dict)),
}
OF_A_ROUND: Mapping[Term, Keyword] = {
    "hand": Keyword("hands"),
    "hands": Keyword("hands", _hands),
    "boneyard": Keyword("boneyard", read_tiles),
    "lead": Keyword("leader", _first_seat),
    "begins": Keyword("starter", _first_seat),
    "hub": Keyword("hub", read_tile),
    "shuffle": Keyword("shuffle", lambda cursor: cursor.json(dict)),
    "table": Keyword("moves"),
    "left": Keyword("left", _hands),
    "ended": Keyword("ended", _ended),
    "claims": Keyword("claims", lambda cursor: cursor.json(dict)),
}
