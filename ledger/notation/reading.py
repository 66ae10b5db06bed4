"""One game in the notation, read line by line."""

import re
from collections.abc import Callable
from typing import Any, TypeAlias

from ..record import FORMAT
from .columns import Columns
from .cursor import Cursor
from .draft import Draft, DraftRound
from .errors import NotationError
from .headers import HEADERS, read_claims, read_json
from .moves import Json, read_moves, read_tile
from .people import read_leader, read_seat
from .words import (
    ENDED,
    KEYWORDS,
    NONE,
    OF_A_ROUND,
    OF_THE_GAME,
    ROUND,
    UNSEEN,
    listed,
)

_KEYWORD = re.compile(r"([^\W\d_]+)(?=[\s:#]|$)")
_NUMBER = re.compile(r"\d{1,9}(?!\w)")
_A_HEADER = listed([f"'{word.capitalize()}:'" for word in OF_THE_GAME] + ["'Round'"])


class Reader:
    """Takes one line after the other; each of these raises NotationError."""

    def __init__(self) -> None:
        self.draft = Draft({"format": FORMAT}, 0)
        self._last_time: str | None = None
        self._columns: Columns | None = None

    def take(self, number: int, text: str) -> None:
        """Read the next line."""
        cursor = Cursor(text, number)
        if cursor.done:
            return
        found = _KEYWORD.match(cursor.rest)
        keyword = found[1].casefold() if found else ""
        if not self.draft.fields and keyword != "game":
            raise cursor.expected("'Game:' and the id of the game")
        if keyword in KEYWORDS:
            cursor.at += len(keyword)
        if keyword == ROUND:
            self._round(cursor)
        elif not self.draft.rounds:
            self._header(cursor, keyword)
        elif keyword in OF_A_ROUND:
            self._field(cursor, keyword)
        elif keyword in KEYWORDS:
            raise cursor.error(f"'{keyword.capitalize()}:' belongs before the first round")
        else:
            self._moves(cursor)

    def finish(self, number: int) -> Draft:
        """The whole game; ``number`` is the line that comes next."""
        self._need_players(number)
        self._end_round()
        return self.draft

    @property
    def _players(self) -> list[str]:
        players: list[str] = self.draft.record.get("players", [])
        return players

    def _need_players(self, number: int) -> None:
        for word in ("rules", "players"):
            if word not in self.draft.fields:
                message = f"the game that begins on line {self.draft.line} has no"
                raise NotationError(number, None, f"{message} '{word.capitalize()}:'")

    def _header(self, cursor: Cursor, keyword: str) -> None:
        if keyword not in HEADERS:
            raise cursor.expected(_A_HEADER)
        _once(self.draft.fields, keyword, cursor)
        self.draft.line = self.draft.line or cursor.line or 0
        if keyword == "teams" and not self._players:
            raise cursor.error("'Players:' must come before 'Teams:'")
        _colon(cursor)
        value = HEADERS[keyword](cursor, self._players)
        self.draft.record[OF_THE_GAME[keyword]] = value
        if keyword == "started":
            self._last_time = value

    def _round(self, cursor: Cursor) -> None:
        self._need_players(cursor.line or 0)
        self._end_round()
        number = len(self.draft.rounds) + 1
        said = cursor.match(_NUMBER)
        if said and int(said[0]) != number:
            cursor.at -= len(said[0])
            raise cursor.error(f"expected Round {number} here, not Round {said[0]}")
        cursor.finish(f"the number {number} or nothing")
        deal: Json = {"hands": [None] * len(self._players), "moves": []}
        self.draft.rounds.append(DraftRound(deal, cursor.line or 0))

    def _end_round(self) -> None:
        """Fill in the leader, where the moves tell who it was."""
        self._columns = None
        if self.draft.rounds:
            record = self.draft.rounds[-1].record
            moves = record["moves"]
            record.setdefault("leader", moves[0]["seat"] if moves else None)

    def _field(self, cursor: Cursor, keyword: str) -> None:
        round = self.draft.rounds[-1]
        self._columns = None
        if keyword == "table":
            _once(round.fields, keyword, cursor)
            cursor.take(":")
            cursor.finish()
            round.is_table = True
            self._columns = Columns(self._players)
        else:
            _FIELDS[keyword](cursor, round, self._players)

    def _moves(self, cursor: Cursor) -> None:
        round = self.draft.rounds[-1]
        if "ended" in round.fields:
            raise cursor.expected("no move after 'Ended:', but 'Round' or 'Game:'")
        if self._columns is not None:
            moves = list(self._columns.row(cursor, self._last_time))
        else:
            moves = read_moves(cursor, self._players, self._last_time)
        round.record["moves"] += moves
        round.moves += [cursor.line or 0] * len(moves)
        times = [move["t"] for move in moves if "t" in move]
        self._last_time = times[-1] if times else self._last_time


def _once(fields: dict[str, int], name: str, cursor: Cursor) -> None:
    if name in fields:
        told = f"'{name.capitalize()}' is told twice, first on line {fields[name]}"
        raise cursor.error(told)
    fields[name] = cursor.line or 0


def _colon(cursor: Cursor) -> None:
    if not cursor.take(":"):
        raise cursor.expected("':'")


def _hand(cursor: Cursor, round: DraftRound, players: list[str]) -> None:
    _tiles_of_a_seat(cursor, round, players, "hand", "hands")


def _left(cursor: Cursor, round: DraftRound, players: list[str]) -> None:
    if not cursor.rest.startswith(":"):
        round.record.setdefault("left", [None] * len(players))
        _tiles_of_a_seat(cursor, round, players, "left", "left")
        return
    _once(round.fields, "left", cursor)
    _colon(cursor)
    round.record["left"] = read_json(cursor, list)


def _tiles_of_a_seat(
    cursor: Cursor, round: DraftRound, players: list[str], word: str, field: str
) -> None:
    cursor.rest  # noqa: B018 - goes past the blanks
    start = cursor.at
    seat = read_seat(cursor, players)
    if not 0 <= seat < len(players):
        cursor.at = start
        raise cursor.expected("a seat of this game")
    _once(round.fields, f"{word} {seat}", cursor)
    if word in round.fields:
        raise cursor.error(f"'{word.capitalize()}:' told all of them on line {round.fields[word]}")
    _colon(cursor)
    round.record[field][seat] = _hand_here(cursor)


def _hand_here(cursor: Cursor) -> list[str] | None:
    tiles = _tiles(cursor, unseen=True)
    return None if tiles == [UNSEEN] else tiles


def _tiles(cursor: Cursor, *, unseen: bool) -> list[str]:
    if cursor.take_word(NONE):
        cursor.finish()
        return []
    expected = f"a tile such as '6-4'{f' or {UNSEEN!r}' if unseen else ''}"
    tiles: list[str] = []
    while not tiles or not cursor.done:
        if unseen and cursor.take(UNSEEN):
            tiles.append(UNSEEN)
        else:
            tiles.append(read_tile(cursor, expected))
        cursor.take(",")
    return tiles


def _hands(cursor: Cursor, round: DraftRound, _: list[str]) -> None:
    _once(round.fields, "hands", cursor)
    _colon(cursor)
    round.record["hands"] = read_json(cursor, list)


def _boneyard(cursor: Cursor, round: DraftRound, _: list[str]) -> None:
    _once(round.fields, "boneyard", cursor)
    _colon(cursor)
    round.record["boneyard"] = _tiles(cursor, unseen=False)


def _lead(cursor: Cursor, round: DraftRound, players: list[str]) -> None:
    _once(round.fields, "lead", cursor)
    _colon(cursor)
    round.record["leader"] = read_leader(cursor, players)


def _ended(cursor: Cursor, round: DraftRound, _: list[str]) -> None:
    _once(round.fields, "ended", cursor)
    _colon(cursor)
    expected = listed([f"'{word}'" for word in ENDED])
    word = cursor.take_word(*ENDED)
    if word is None:
        raise cursor.expected(expected)
    cursor.finish()
    round.record["ended"] = ENDED[word]


def _claims(cursor: Cursor, round: DraftRound, players: list[str]) -> None:
    _once(round.fields, "claims", cursor)
    _colon(cursor)
    round.record["claims"] = read_claims(cursor, players)


Field: TypeAlias = Callable[[Cursor, DraftRound, list[str]], Any]
_FIELDS: dict[str, Field] = {
    "hand": _hand,
    "hands": _hands,
    "boneyard": _boneyard,
    "lead": _lead,
    "left": _left,
    "ended": _ended,
    "claims": _claims,
}
