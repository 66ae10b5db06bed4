"""Players in a text: their names as they are written, and the seats they stand for."""

import json
import re
from collections.abc import Sequence

from .errors import Slip
from .lexer import Cursor
from .vocabulary import NOBODY, NONE, RESERVED, SEAT

_SEAT = re.compile(rf"{SEAT} +(-?\d{{1,40}})(?!\w)", re.IGNORECASE)
_NAME = re.compile(r"[^,;#]*[^,;#\s]")
_PLAIN_NAME = re.compile(r"[^\W\d_](?:[\w.'-]| (?! ))*(?<! )")
_AFTER_A_NAME = re.compile(r"\s|[:,;|/]|$")
_BEGINNING = re.compile(r"[^\s:,;|/#]+")


def read_names(cursor: Cursor) -> list[str]:
    """The names on a line, with commas between them."""
    if cursor.take_word(NONE):
        cursor.finish()
        return []
    names: list[str] = []
    start = cursor.past_blanks()
    quoted = cursor.next == '"'
    while not names or cursor.take(",", ";"):
        if cursor.next == '"':
            names.append(cursor.quoted())
        elif found := cursor.match(_NAME):
            names.append(found[0])
        else:
            raise cursor.expected(Slip("expected-name"))
    cursor.finish(Slip("expected-comma-before-name"))
    if len(names) == 1 and not quoted and len(names[0].split()) > 1:
        cursor.at = start
        raise cursor.expected(Slip("expected-commas-between-names"))
    return names


def read_seat(cursor: Cursor, players: Sequence[str]) -> int:
    """The seat of the player named here, or the seat given by its number."""
    if found := cursor.match(_SEAT):
        return int(found[1])
    quoted = cursor.next == '"'
    start = cursor.at
    name = cursor.quoted() if quoted else max(_here(cursor, players), key=len, default=None)
    if name is None:
        raise cursor.expected(Slip("expected-player", players=list(players)))
    seats = _meant(players, name)
    if len(seats) == 1:
        cursor.at += 0 if quoted else len(name)
        return seats[0]
    cursor.at = start
    if not seats:
        raise cursor.error(Slip("unknown-name", players=list(players), name=name))
    raise cursor.error(Slip("ambiguous-name", name=name, seats=seats))


def names_player(cursor: Cursor, players: Sequence[str]) -> bool:
    """Whether a player is named here, or a text in quotation marks stands here."""
    return bool(cursor.next == '"' or cursor.looks_like(_SEAT) or _here(cursor, players))


def _here(cursor: Cursor, players: Sequence[str]) -> list[str]:
    """What stands here of the players' names, or of the beginning of just one of them."""
    at, whole = cursor.past_blanks(), []
    for name in players:
        end = at + len(name)
        here = cursor.text[at:end]
        if here.casefold() == name.casefold() and _AFTER_A_NAME.match(cursor.text, end):
            whole.append(here)
    if whole:
        return whole
    word = cursor.looks_like(_BEGINNING)
    return [word[0]] if word and _beginning(players, word[0]) else []


def _beginning(players: Sequence[str], word: str) -> list[int]:
    return [
        seat
        for seat, name in enumerate(players)
        if name.casefold().startswith(word.casefold()) and word.casefold() not in RESERVED
    ]


def _meant(players: Sequence[str], written: str) -> list[int]:
    """The seats this may stand for: the same name, or but for capitals, or its beginning."""
    exact = [seat for seat, name in enumerate(players) if name == written]
    alike = [seat for seat, name in enumerate(players) if name.casefold() == written.casefold()]
    return exact or alike or _beginning(players, written)


def read_leader(cursor: Cursor, players: Sequence[str]) -> int | None:
    """The seat that leads, None for nobody."""
    leader = None if cursor.take_word(NOBODY) else read_seat(cursor, players)
    cursor.finish()
    return leader


def written_name(name: str) -> str:
    """A name as it stands in a list of names."""
    plain = _PLAIN_NAME.fullmatch(name) and not RESERVED & set(name.casefold().split())
    return name if plain else json.dumps(name, ensure_ascii=False)


def written_names(names: Sequence[str]) -> str:
    """All names in a list; one alone with blanks in it might be mistaken for several."""
    if len(names) == 1 and len(names[0].split()) > 1:
        return json.dumps(names[0], ensure_ascii=False)
    return ", ".join(map(written_name, names))


def written_seat(seat: int, players: Sequence[str]) -> str:
    """The player at this seat as a line names them."""
    if not 0 <= seat < len(players) or players.count(players[seat]) > 1:
        return f"{SEAT} {seat}"
    name = players[seat]
    longer = [other for other in players if other.casefold().startswith(name.casefold())]
    return written_name(name) if len(longer) == 1 else json.dumps(name, ensure_ascii=False)


def written_text(text: str, *, but: str = '"') -> str:
    """Free text as it stands to the end of a line; in quotation marks if it begins like ``but``."""
    plain = text == text.strip() and text.isprintable() and text and text[0] not in but
    return text if plain else json.dumps(text, ensure_ascii=False)


def read_text(cursor: Cursor) -> str:
    """The rest of the line, or the text in quotation marks."""
    if cursor.next == '"':
        text = cursor.quoted()
        cursor.finish()
        return text
    if not cursor.next:
        raise cursor.expected(Slip("expected-text"))
    return cursor.rest()
