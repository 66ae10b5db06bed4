"""Reading and writing player names, and the seats they stand for."""

import json
import re
from collections.abc import Sequence
from unicodedata import normalize

from ..names import simplest_form
from ..suggestions import closest
from .characters import usual_characters
from .lexer import Cursor
from .vocabulary import ENGLISH, NUMBER, RESERVED, TILE, Lexicon

_NAME = re.compile(r"[^,;#]*[^,;#\s]")
_PLAIN_NAME = re.compile(r"[^\W\d_](?:[\w.'\u0300-\u036f\u0900-\u0d7f-]| (?! ))*(?<! )")
"""Vowel signs of Indian scripts are no letters for `re`."""
_ONLY_QUOTED = re.compile(r'[,;#"]')
_AFTER_A_NAME = re.compile(r"\s|[:,;|/]|$")
_BEGINNING = re.compile(r"[^\s:,;|/#]+")


def read_names(cursor: Cursor) -> list[str]:
    """Read the names on a line, separated by commas."""
    if cursor.take_word("none"):
        cursor.finish()
        return []
    names: list[str] = []
    start = cursor.past_blanks()
    quoted = cursor.next == '"'
    while not names or cursor.take(",", ";"):
        if cursor.next == '"':
            names.append(cursor.quoted())
        else:
            found = cursor.need(_NAME, "expected-name")
            names.append(cursor.typed[found.start() : found.end()])
    cursor.finish(",")
    if len(names) == 1 and not quoted and len(names[0].split()) > 1:
        raise cursor.expected("expected-commas-between-names", at=start)
    return names


def read_seat(cursor: Cursor) -> int:
    """Read a player, by name or as a numbered seat, which may be none of the game."""
    start, players = cursor.past_blanks(), cursor.players
    cursor.allow(*players)
    if cursor.take_word("seat") and (found := cursor.match(NUMBER)):
        return int(found[0])
    cursor.at = start
    quoted = cursor.next == '"'
    name = cursor.quoted() if quoted else max(_names_here(cursor), key=len, default=None)
    if name is None:
        raise cursor.expected("expected-player", players=list(players))
    seats = _seats_named(players, name)
    if len(seats) == 1:
        cursor.at += 0 if quoted else len(name)
        return seats[0]
    if seats:
        raise cursor.error("ambiguous-name", at=start, name=name, seats=seats)
    meant = closest(name, players)
    also = {} if meant is None else {"meant": meant}
    raise cursor.error("expected-player", at=start, players=list(players), found=name, **also)


def read_seat_of_game(cursor: Cursor, code: str = "expected-seat") -> int:
    """Read a player of the game; otherwise the error has this code."""
    start = cursor.past_blanks()
    seat = read_seat(cursor)
    if not 0 <= seat < len(cursor.players):
        raise cursor.expected(code, at=start)
    return seat


def names_player(cursor: Cursor) -> bool:
    """A player or a quoted text is next."""
    cursor.allow(*cursor.players)
    if cursor.next == '"' or _names_here(cursor):
        return True
    here = cursor.copy()
    return here.take_word("seat") is not None and here.looks_like(NUMBER) is not None


def _names_here(cursor: Cursor) -> list[str]:
    """The names that match at the cursor; otherwise the beginning of one name."""
    at, whole = cursor.past_blanks(), []
    for name in cursor.players:
        if _ONLY_QUOTED.search(usual_characters(name)):
            continue
        for end in {at + len(name), at + len(normalize("NFD", name))}:
            written = cursor.typed[at:end]
            whole_word = not written[-1:].isspace() and _AFTER_A_NAME.match(cursor.text, end)
            if whole_word and _form(written) == _form(name):
                whole.append(written)
    if whole:
        return whole
    word = cursor.looks_like(_BEGINNING)
    return [word[0]] if word and seats_beginning(cursor.players, word[0]) else []


def _form(name: str) -> str:
    """Equal for names that differ only in case, accents, or forms of characters."""
    return simplest_form(usual_characters(name))


def seats_beginning(players: Sequence[str], word: str) -> list[int]:
    """The seats of the players whose names begin so, ignoring case and accents."""
    if simplest_form(word) in RESERVED:
        return []
    return [seat for seat, name in enumerate(players) if _form(name).startswith(_form(word))]


def _seats_named(players: Sequence[str], written: str) -> list[int]:
    """The seats with this exact name; otherwise ignoring case, then accents; then by beginning."""
    for form in (str, str.casefold, _form):
        named = [seat for seat, name in enumerate(players) if form(name) == form(written)]
        if named:
            return named
    return seats_beginning(players, written)


def written_name(name: str) -> str:
    """A name as it is written in a list."""
    usual = usual_characters(name)
    reserved = RESERVED & set(simplest_form(usual).split()) or TILE.match(usual)
    plain = _PLAIN_NAME.fullmatch(usual) and not reserved
    return name if plain else json.dumps(name, ensure_ascii=False)


def written_names(names: Sequence[str]) -> str:
    """A list of names. A single name with blanks is quoted, because it could look like several."""
    if len(names) == 1 and len(names[0].split()) > 1:
        return json.dumps(names[0], ensure_ascii=False)
    return ", ".join(map(written_name, names))


def written_seat(seat: int, players: Sequence[str], words: Lexicon = ENGLISH) -> str:
    """The player at this seat as written in a move."""
    if not 0 <= seat < len(players) or players.count(players[seat]) > 1:
        return f"{words['seat']} {seat}"
    name = players[seat]
    longer = [other for other in players if other.casefold().startswith(name.casefold())]
    return written_name(name) if len(longer) == 1 else json.dumps(name, ensure_ascii=False)


def written_text(text: str, *, but: str = '"') -> str:
    """Free text to the end of a line; quoted if it begins with one of the characters ``but``."""
    begins = usual_characters(text[:1])
    plain = text == text.strip() and text.isprintable() and begins and begins not in but
    return text if plain else json.dumps(text, ensure_ascii=False)
