"""The grammar of one game, line by line."""

import re
from collections.abc import Mapping

from domain.rules.rule_set import RuleSet

from ..records.format import FORMAT, MOST_MOVES
from .draft import Draft, DraftRound, once
from .errors import NotationError, Slip
from .header_grammar import HEADERS
from .lexer import Cursor
from .move_grammar import Json, read_moves
from .result_grammar import counting_in, read_result
from .round_grammar import (
    begins_rows,
    begins_with_player,
    colon,
    is_title,
    read_deal,
    read_ending,
    read_field,
    refuse_remark,
    refuse_tiles,
)
from .table_grammar import Columns, HandColumns, is_heading, is_rule, with_number_sign
from .vocabulary import KEYWORDS, OF_A_ROUND, OF_THE_GAME, ROUND, SYNONYMS

_NUMBER = re.compile(r"\d{1,9}(?!\w)")


class Reader:
    """Reads a game line by line. Every method may raise NotationError.

    ``known``: rule sets by id; they decide who plays together.
    """

    def __init__(self, known: Mapping[str, RuleSet]) -> None:
        self._known = known
        self.draft = Draft({"format": FORMAT}, 0)
        self._last_time: str | None = None
        self._columns: Columns | None = None
        self._hands: HandColumns | None = None

    def take(self, number: int, text: str) -> None:
        """Read the next line."""
        cursor = Cursor(with_number_sign(text, self._players), number)
        if cursor.done:
            return
        terms = (*KEYWORDS, *SYNONYMS) if self.draft.fields else ("game",)
        keyword = cursor.take_word(*terms) or ""
        keyword = SYNONYMS.get(keyword, keyword)
        if not self.draft.fields and not keyword:
            raise cursor.expected(Slip("expected-game"))
        if not self.draft.rounds and self._is_of_a_round(cursor, keyword):
            self._begin_round(cursor)
        if keyword == ROUND:
            self._round(cursor)
        elif not self.draft.rounds and self._players and is_rule(cursor.text):
            return
        elif not self.draft.rounds:
            self._header(cursor, keyword)
        elif keyword in OF_A_ROUND:
            self._field(cursor, keyword)
        elif keyword in KEYWORDS:
            raise cursor.error(Slip("too-late-for-field", field=keyword.capitalize()))
        else:
            self._unkeyed(cursor)

    def finish(self, number: int) -> Draft:
        """The whole game; ``number`` is the number of the line after it.

        A round has its ``leader`` only if a line gives it.
        """
        self._need_players(number)
        return self.draft

    @property
    def _players(self) -> list[str]:
        players: list[str] = self.draft.record.get("players", [])
        return players

    def _need_players(self, number: int) -> None:
        first = self.draft.line
        if "rules" not in self.draft.fields:
            raise NotationError(number, None, "no-rules", begun=first)
        if "players" not in self.draft.fields:
            raise NotationError(number, None, "no-players", begun=first)

    def _is_of_a_round(self, cursor: Cursor, keyword: str) -> bool:
        """The line belongs to the first round, although the line `Round` was left out."""
        if keyword in {*OF_THE_GAME, ROUND}:
            return False
        players = self._players
        return keyword in OF_A_ROUND or (
            bool(players)
            and (
                begins_rows(cursor, players)
                or begins_with_player(cursor, players)
                or is_heading(cursor, players, least=2)
            )
        )

    def _header(self, cursor: Cursor, keyword: str) -> None:
        if keyword not in HEADERS:
            raise cursor.expected(
                Slip("expected-header", fields=[*map(str.capitalize, OF_THE_GAME)])
            )
        if keyword != "set":
            once(self.draft.fields, keyword, cursor)
        self.draft.line = self.draft.line or cursor.line or 0
        colon(cursor)
        value = HEADERS[keyword](cursor, self._players)
        if keyword == "set":
            field, self.draft.settings[value[0]] = value
            once(self.draft.fields, f"set {field}", cursor)
            return
        self.draft.record[OF_THE_GAME[keyword]] = value
        if keyword == "started":
            self._last_time = value

    def _round(self, cursor: Cursor) -> None:
        number = len(self.draft.rounds) + 1
        self._begin_round(cursor)
        marked = cursor.take(":")
        written = cursor.match(_NUMBER)
        if written and int(written[0]) != number:
            cursor.at -= len(written[0])
            raise cursor.error(Slip("wrong-round", number=number, said=int(written[0])))
        marked = cursor.take(":") or (marked and written is None)
        if marked and not cursor.done:
            counting = counting_in(self.draft.record, self._known)
            reported = read_result(cursor, self._players, counting)
            self.draft.rounds[-1].record = {"reported": reported}
        cursor.finish(Slip("expected-round-number", number=number))

    def _begin_round(self, cursor: Cursor) -> None:
        self._need_players(cursor.line or 0)
        self._columns = self._hands = None
        deal: Json = {"hands": [None] * len(self._players), "moves": []}
        self.draft.rounds.append(DraftRound(deal, cursor.line or 0))

    def _field(self, cursor: Cursor, keyword: str) -> None:
        round = self.draft.rounds[-1]
        self._columns = self._hands = None
        if "reported" in round.record and keyword != "claims":
            raise cursor.expected(Slip("expected-round-after-result"))
        if keyword == "table":
            self._begin_table(cursor)
            cursor.take(":")
            cursor.finish()
        elif keyword in {"hand", "hands"} and is_title(cursor):
            self._hands = HandColumns(round, self._players)
        else:
            read_field(cursor, keyword, round, self._players)

    def _begin_table(self, cursor: Cursor) -> None:
        round = self.draft.rounds[-1]
        once(round.fields, "table", cursor)
        round.is_table = True
        self._hands = None
        self._columns = Columns(self._players)

    def _unkeyed(self, cursor: Cursor) -> None:
        round, players = self.draft.rounds[-1], self._players
        if "reported" in round.record:
            raise cursor.expected(Slip("expected-round-after-result"))
        if "ended" in round.fields:
            raise cursor.expected(Slip("expected-next-round"))
        if round.record["moves"]:
            if read_ending(cursor, round):
                self._columns = None
                return
            refuse_tiles(cursor, players)
        elif is_rule(cursor.text):
            return
        elif self._columns is None:
            heads = is_heading(cursor, players, least=2)
            if not heads and read_deal(cursor, round, players):
                self._hands = None
                return
            if self._hands is not None and self._hands.takes(cursor, heads=heads):
                self._hands.row(cursor)
                return
            if heads or begins_rows(cursor, players):
                self._begin_table(cursor)
            else:
                refuse_remark(cursor, players)
        self._moves(cursor, round)

    def _moves(self, cursor: Cursor, round: DraftRound) -> None:
        if self._columns is not None:
            moves = list(self._columns.row(cursor, self._last_time))
            round.rows += [self._columns.number] * len(moves)
        else:
            moves = read_moves(cursor, self._players, self._last_time)
        round.record["moves"] += moves
        if len(round.record["moves"]) > MOST_MOVES:
            raise NotationError(cursor.line, None, "too-many-moves", limit=MOST_MOVES)
        round.moves += [cursor.line or 0] * len(moves)
        times = [move["t"] for move in moves if "t" in move]
        self._last_time = times[-1] if times else self._last_time
