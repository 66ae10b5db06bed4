"""The grammar of one game, line by line."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ...domain.rules.rule_set import RuleSet
from ..records.format import FORMAT, MOST_MOVES
from .errors import NotationError
from .keyword_grammar import OF_A_ROUND, OF_THE_GAME, Keyword, read_pips
from .lexer import Cursor
from .move_grammar import Json, read_moves, read_tile, read_tiles, starts_act, whole_time
from .player_names import names_player, read_seat, read_seat_of_game
from .result_grammar import Counting, counting_in, read_result
from .table_grammar import (
    BAR,
    FIRST_NUMBER,
    Columns,
    HandColumns,
    is_cell,
    is_heading,
    is_rule,
    parts_of,
    with_number_sign,
)
from .vocabulary import ENDED, KEYWORDS, LEADS, SYNONYMS, TILE, UNSEEN

_NUMBER = re.compile(r"\d{1,9}(?!\w)")
_DASH_BEFORE_A_TILE = re.compile(rf"-\s+(?=(?:{TILE.pattern}))")
_MANY_TILES = 3
"""This many tiles after a name are a hand, with or without a colon."""


@dataclass(slots=True)
class DraftRound:
    """One parsed round with its line numbers, before ends are placed."""

    record: Json
    """Without ``ended`` if the text does not give it."""
    line: int
    fields: dict[str, int] = field(default_factory=dict)
    """Keyword numbers of the lines that may be given only once."""
    moves: list[int] = field(default_factory=list)
    """By move, its line number."""
    rows: list[int] = field(default_factory=list)
    """By move, its row in a printed table, from 1; empty if there is no table."""
    is_table: bool = False


@dataclass(slots=True)
class Draft:
    """One parsed game."""

    record: Json
    """Without rounds."""
    line: int
    fields: dict[str, int] = field(default_factory=dict)
    rounds: list[DraftRound] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    """By field of the rules, the value that the players agreed on."""


class Reader:
    """Reads a game line by line; ``known``: rule sets by id. Methods may raise NotationError."""

    def __init__(self, known: Mapping[str, RuleSet]) -> None:
        self._known = known
        self.draft = Draft({"format": FORMAT}, 0)
        """A round has its ``leader`` only if a line gives it."""
        self._counting: Counting | None = None
        self._last_time: str | None = None
        """From which the next time of day is completed."""
        self._columns: Columns | None = None
        self._hands: HandColumns | None = None

    def take(self, number: int, text: str) -> None:
        """Read the next line."""
        draft, players = self.draft, self._players
        cursor = Cursor(with_number_sign(text, players), number, players, self._whole_time)
        if cursor.done:
            return
        terms = (*KEYWORDS, *SYNONYMS) if draft.fields else ("game",)
        keyword = cursor.take_word(*terms) or ""
        keyword = SYNONYMS.get(keyword, keyword)
        if not draft.fields and not keyword:
            raise cursor.expected("expected-game")
        if not draft.rounds and self._is_of_a_round(cursor, keyword):
            self._begin_round(number)
        if keyword == "round":
            self._round(cursor)
        elif not draft.rounds:
            if not (players and is_rule(cursor.text)):
                self._header(cursor, keyword)
        elif line := OF_A_ROUND.get(keyword):
            self._field(cursor, keyword, line)
        elif keyword in KEYWORDS:
            raise cursor.error("too-late-for-field", field=keyword.capitalize())
        else:
            self._unkeyed(cursor)

    def check_header(self, number: int) -> None:
        """Check that the rules and the players come before line ``number``."""
        for code, needed in (("no-rules", "rules"), ("no-players", "players")):
            if needed not in self.draft.fields:
                raise NotationError(number, None, code, begun=self.draft.line)

    def _whole_time(self, text: str) -> str | None:
        whole = whole_time(text, self._last_time)
        self._last_time = whole or self._last_time
        return whole

    @property
    def _players(self) -> list[str]:
        players: list[str] = self.draft.record.get("players", [])
        return players

    def _is_of_a_round(self, cursor: Cursor, keyword: str) -> bool:
        """The line belongs to the first round, although the line `Round` was left out."""
        if keyword in {*OF_THE_GAME, "round"}:
            return False
        if keyword in OF_A_ROUND or not self._players:
            return keyword in OF_A_ROUND
        named = _begins_rows(cursor) or _named_seat(cursor.copy()) is not None
        return named or is_heading(cursor, least=2)

    def _header(self, cursor: Cursor, keyword: str) -> None:
        draft = self.draft
        line = OF_THE_GAME.get(keyword)
        if line is None or line.value is None:
            fields = [*map(str.capitalize, OF_THE_GAME)]
            raise cursor.expected("expected-header", fields=fields)
        if keyword != "set":
            _once(draft.fields, keyword, cursor)
        draft.line = draft.line or cursor.line or 0
        cursor.need_mark(":")
        value = line.value(cursor)
        cursor.finish()
        if keyword == "set":
            field, draft.settings[value[0]] = value
            _once(draft.fields, f"set {field}", cursor)
            return
        draft.record[line.field] = value
        if keyword == "started":
            self._last_time = value

    def _round(self, cursor: Cursor) -> None:
        number = len(self.draft.rounds) + 1
        self._begin_round(cursor.line or 0)
        marked = cursor.take(":")
        written = cursor.match(_NUMBER)
        if written and int(written[0]) != number:
            at = written.start()
            raise cursor.error("wrong-round", at=at, number=number, said=int(written[0]))
        marked = cursor.take(":") or (marked and written is None)
        if marked and not cursor.done:
            self._counting = self._counting or counting_in(self.draft.record, self._known)
            self.draft.rounds[-1].record = {"reported": read_result(cursor, self._counting)}
        cursor.finish(code="expected-round-number", number=number)

    def _begin_round(self, line: int) -> None:
        self.check_header(line)
        self._columns = self._hands = None
        deal: Json = {"hands": [None] * len(self._players), "moves": []}
        self.draft.rounds.append(DraftRound(deal, line))

    def _field(self, cursor: Cursor, keyword: str, line: Keyword) -> None:
        round = self.draft.rounds[-1]
        self._columns = self._hands = None
        if "reported" in round.record and keyword != "claims":
            raise cursor.expected("expected-round-after-result")
        stands_alone = cursor.copy()
        stands_alone.take(":")
        if keyword == "table":
            self._begin_table(cursor)
            cursor.take(":")
            cursor.finish()
        elif keyword in {"hand", "hands"} and stands_alone.done:
            self._hands = HandColumns()
        elif line.value is None or (keyword == "hands" and names_player(cursor)):
            _read_hand(cursor, round)
        elif keyword == "left" and cursor.next != ":":
            _read_left(cursor, round)
        else:
            one = f"{keyword.removesuffix('s')} "
            if any(other.startswith(one) for other in round.fields):
                raise cursor.error("given-line-by-line", field=keyword.capitalize())
            _once(round.fields, keyword, cursor)
            cursor.need_mark(":")
            round.record[line.field] = line.value(cursor)
            cursor.finish()

    def _begin_table(self, cursor: Cursor) -> None:
        round = self.draft.rounds[-1]
        _once(round.fields, "table", cursor)
        round.is_table = True
        self._hands = None
        self._columns = Columns()

    def _unkeyed(self, cursor: Cursor) -> None:
        round = self.draft.rounds[-1]
        if "reported" in round.record:
            raise cursor.expected("expected-round-after-result")
        if "ended" in round.fields:
            raise cursor.expected("expected-next-round")
        if round.record["moves"]:
            here = cursor.copy()
            ending = here.take_word(*ENDED)
            if ending is not None and here.done:
                _once(round.fields, "ended", cursor)
                round.record["ended"] = ENDED[ending]
                self._columns = None
                return
            here = cursor.copy()
            seat = _named_seat(here)
            if seat is not None and here.next == ":":
                raise here.error("left-hand-or-move", player=cursor.players[seat])
        elif is_rule(cursor.text):
            return
        elif self._columns is None:
            heads = is_heading(cursor, least=2)
            if not heads and _read_deal(cursor, round):
                self._hands = None
                return
            if self._hands is not None and self._hands.takes(cursor, heads=heads):
                if heads:
                    for seat in range(len(self._players)):
                        _once_by_seat(round, "hand", seat, cursor)
                self._hands.row(cursor)
                round.record["hands"] = self._hands.hands
                return
            if heads or _begins_rows(cursor):
                self._begin_table(cursor)
            elif cursor.players and not starts_act(cursor) and not names_player(cursor):
                players = list(cursor.players)
                raise cursor.expected("expected-player-or-line", players=players, first=players[0])
        self._moves(cursor, round)

    def _moves(self, cursor: Cursor, round: DraftRound) -> None:
        if self._columns is not None:
            moves = list(self._columns.row(cursor))
            round.rows += [self._columns.number] * len(moves)
        else:
            moves = read_moves(cursor)
        round.record["moves"] += moves
        if len(round.record["moves"]) > MOST_MOVES:
            raise NotationError(cursor.line, None, "too-many-moves", limit=MOST_MOVES)
        round.moves += [cursor.line or 0] * len(moves)


def _once(given: dict[str, int], name: str, cursor: Cursor, of: str = "") -> None:
    """Remember the line of ``name`` in ``given``; raises NotationError if it was given before."""
    if name in given:
        field = f"{name.split(maxsplit=1)[0].capitalize()}{of}"
        raise cursor.error("given-twice", field=field, first=given[name])
    given[name] = cursor.line or 0


def _once_by_seat(round: DraftRound, keyword: str, seat: int, cursor: Cursor) -> None:
    _once(round.fields, f"{keyword} {seat}", cursor, of=f" {cursor.players[seat]}")


def _past_mark(cursor: Cursor) -> bool:
    """Read the mark between a name and tiles, usually a colon; False if there is none."""
    return cursor.take(":", "=") or cursor.match(_DASH_BEFORE_A_TILE) is not None


def _seat_of(cursor: Cursor, keyword: str, round: DraftRound) -> int:
    """Read the seat that a line of this keyword is about; no line was about all seats before."""
    seat = read_seat_of_game(cursor)
    for whole in (keyword, f"{keyword}s"):
        if whole in round.fields:
            raise cursor.error("given-for-all-seats", first=round.fields[whole])
    return seat


def _read_hand(cursor: Cursor, round: DraftRound) -> None:
    """Read the tiles that one seat was dealt; a single `?` is an unseen hand."""
    seat = _seat_of(cursor, "hand", round)
    _once_by_seat(round, "hand", seat, cursor)
    _past_mark(cursor)
    tiles = read_tiles(cursor, unseen=True)
    cursor.finish()
    round.record["hands"][seat] = None if tiles == [UNSEEN] else tiles


def _read_left(cursor: Cursor, round: DraftRound) -> None:
    """Read the tiles, or the pips, that one seat had left; a single `?` was not shown."""
    seat = _seat_of(cursor, "left", round)
    unseen = [None] * len(cursor.players)
    here = cursor.copy()
    _past_mark(here)
    if pips := read_pips(here):
        _once_by_seat(round, "pips", seat, cursor)
        here.finish()
        (round.record.setdefault("pips", unseen)[seat],) = pips
        return
    _once_by_seat(round, "left", seat, cursor)
    tiles = None if here.take(UNSEEN) else read_tiles(here)
    here.finish()
    round.record.setdefault("left", unseen)[seat] = tiles


# -- lines without keyword


def _read_deal(cursor: Cursor, round: DraftRound) -> bool:
    """Read a hand or the leader, before the first move; False if the line is neither."""
    here = cursor.copy()
    seat = _named_seat(here)
    if seat is None:
        return False
    if here.take_word(*LEADS) and here.done:
        _once(round.fields, "lead", cursor)
        round.record["leader"] = seat
        return True
    if _is_hand(_plain(cursor)):
        _read_hand(_plain(cursor), round)
        return True
    if not (here.done or starts_act(here) or here.next.isdigit()):
        raise here.expected("expected-act-or-hand", player=cursor.players[seat])
    return False


def _begins_rows(cursor: Cursor) -> bool:
    """The line has several cells and no player name."""
    if not starts_act(cursor) and names_player(cursor):
        return False
    parts = parts_of(cursor)
    if parts.by == BAR:
        return True
    here = cursor.copy()
    if parts.by:
        return all(cell.done or is_cell(cell) or cell.match(FIRST_NUMBER) for cell in parts.cells)
    numbered = here.match(FIRST_NUMBER) is not None
    words = here.text[here.past_blanks() : here.end].split()
    return len(words) + numbered > 1 and all(is_cell(Cursor(word)) for word in words[:2])


def _named_seat(cursor: Cursor) -> int | None:
    """Read a player, perhaps after a bar; None if none is next."""
    cursor.take(BAR)
    if starts_act(cursor) or not names_player(cursor):
        return None
    try:
        seat = read_seat(cursor)
    except NotationError:
        return None
    return seat if 0 <= seat < len(cursor.players) else None


def _plain(cursor: Cursor) -> Cursor:
    """The line with the marks between its cells replaced by blanks."""
    parts = parts_of(cursor)
    if parts.by != BAR:
        return cursor.copy()
    text = " " * len(cursor.text)
    for cell in parts.cells:
        text = text[: cell.at] + cell.typed[cell.at : cell.end] + text[cell.end :]
    return Cursor(text, cursor.line, cursor.players)


def _is_hand(cursor: Cursor) -> bool:
    """The line is a name and a hand: with a mark between them, or with enough tiles."""
    name = cursor.players[read_seat(cursor)]
    marked = _past_mark(cursor)
    start = cursor.past_blanks()
    tiles = 0
    with suppress(NotationError):
        while not cursor.done:
            read_tile(cursor)
            cursor.take(",", ";")
            tiles += 1
    if marked and tiles == 1 and cursor.done:
        raise cursor.error("hand-or-move", at=start, player=name)
    return marked or tiles >= _MANY_TILES or (tiles > 1 and cursor.done)
