"""A file of games in the notation, one after the other, in bounded memory."""

import re
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain
from typing import NamedTuple

from domain.round.state import Round
from domain.rules.rule_set import RuleSet

from ..records.format import Record, RecordedRound, Unreadable, record_from
from ..records.line_reader import LONGEST_LINE, Line, TooLong, lines_of
from ..records.validation import Place
from .draft import Draft, DraftRound
from .errors import NotationError
from .game_grammar import Reader
from .move_grammar import Json
from .placement import (
    FOLLOWED,
    OtherEnd,
    choose,
    dealt_rounds,
    ending_given,
    name_ends,
    with_end,
)
from .placement import notes as choice_notes
from .vocabulary import OF_A_ROUND, OF_THE_GAME

_BEGINS_A_GAME = re.compile(rb"\s*game\s*:", re.IGNORECASE)
LONGEST_GAME = LONGEST_LINE // 4
"""Bytes of one game at most: as text it takes a quarter of what it takes as a record."""
_MOST_COMMENTS = 1_000
"""Lines before the first game that are looked at, to tell what a file is."""
ENDING = ".domino"
_ABOUT_THE_END = {"wrong-ending": "ended", "wrong-tiles-left": "left"}
"""By code, the word that begins the line which says what is wrong."""


class Notated(NamedTuple):
    """One game of a text."""

    line: int
    """Where it begins."""
    text: bytes
    record: Record
    rounds: tuple[DraftRound, ...]
    notes: tuple[tuple[int, OtherEnd], ...] = ()
    """By line, what was read one way where it could be read in two."""

    def line_of(self, round: int | None, move: int | None, code: str = "") -> int:
        """The line of this place in the record, or of the last before it.

        What is wrong with the ending, or with the tiles shown, has the line that says so.
        """
        if round is None:
            return self.line
        told = self.rounds[round]
        part = _ABOUT_THE_END.get(code)
        said = [line for words, line in told.fields.items() if words.split()[0] == part]
        if said:
            return said[0]
        if move is None or not told.moves:
            return told.line
        return told.moves[min(move, len(told.moves) - 1)]

    def row_of(self, round: int | None, move: int | None) -> int | None:
        """The row of the printed table with this place; None where there is none."""
        rows = [] if round is None else self.rounds[round].rows
        return rows[min(move, len(rows) - 1)] if rows and move is not None else None


class Unread(NamedTuple):
    """A game of a text that cannot be read, and why not."""

    line: int
    text: bytes
    error: NotationError
    id: str | None
    """The game's own, where it could be read."""


class _Read(NamedTuple):
    draft: Draft
    record: Json
    notes: tuple[tuple[int, OtherEnd], ...]


def notation_or_records(name: str, lines: Iterator[Line]) -> tuple[bool, Iterator[Line]]:
    """Whether a file is in the notation, by its first line or by its name; and all its lines."""
    begun: list[Line] = []
    first = b""
    for number, line in lines:
        begun.append((number, line))
        first = b"" if isinstance(line, TooLong) else line.lstrip()
        if not first.startswith(b"#") or len(begun) == _MOST_COMMENTS:
            break
    says_so = _BEGINS_A_GAME.match(first) is not None
    ends_so = name.endswith(ENDING) and not first.startswith(b"{")
    return says_so or ends_so, chain(begun, lines)


def games_in(lines: Iterable[Line], known: dict[str, RuleSet]) -> Iterator[Notated | Unread]:
    """The games of a file, each as the record it stands for."""
    for game in _split(lines):
        text = _text(game)
        reader = Reader()
        try:
            draft, record, notes = _read(reader, game, known)
        except NotationError as error:
            yield Unread(game[0][0], text, error, reader.draft.record.get("id"))
            continue
        yield Notated(draft.line, text, record_from(record), tuple(draft.rounds), notes)


def read_text(text: str, known: dict[str, RuleSet]) -> list[Json]:
    """The records of all games of a text; NotationError where one cannot be read."""
    lines = lines_of(BytesIO(text.encode()))
    return [_read(Reader(), game, known).record for game in _split(lines)]


def _split(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines of each game, with the comments above it."""
    game: list[Line] = []
    size, begun = 0, False
    for number, line in lines:
        begins = isinstance(line, bytes) and _BEGINS_A_GAME.match(line) is not None
        if begins and begun:
            yield game[: _without_comments(game)]
            game, size = game[_without_comments(game) :], 0
        begun |= begins
        if size <= LONGEST_GAME:
            size += LONGEST_GAME + 1 if isinstance(line, TooLong) else len(line)
            game.append((number, TooLong() if size > LONGEST_GAME else line))
    if game:
        yield game


def _without_comments(game: list[Line]) -> int:
    """How many lines there are up to the last that is no comment."""
    end = len(game)
    while end and isinstance(line := game[end - 1][1], bytes) and line.lstrip().startswith(b"#"):
        end -= 1
    return end


def _text(game: list[Line]) -> bytes:
    """These lines, with the blank ones between them."""
    text = []
    last = game[0][0] - 1
    for number, line in game:
        text += [b"\n"] * (number - last - 1)
        text.append(line if isinstance(line, bytes) else b"")
        last = number
    return b"".join(text)


def _read(reader: Reader, game: list[Line], known: dict[str, RuleSet]) -> _Read:
    for number, line in game:
        reader.take(number, _decoded(number, line))
    draft = reader.finish(game[-1][0] + 1)
    record = _in_order(draft)
    try:
        whole = record_from(record)
    except Unreadable as error:
        at = _line_of(error.place, draft)
        raise NotationError(at, None, error.code, place=error.place, **error.params) from None
    dealt = dealt_rounds(whole, known)
    notes: list[tuple[int, OtherEnd]] = []
    last = len(draft.rounds) - 1
    for number, (told, recorded, round) in enumerate(
        zip(draft.rounds, whole.rounds, dealt, strict=True)
    ):
        if round is not None:
            chosen = recorded
            if told.is_table:
                chosen = _chosen(told, recorded, round, notes, followed=number < last)
            name_ends(told.record, chosen, round)
        told.record.setdefault("ended", None)
    return _Read(draft, _in_order(draft), tuple(notes))


def _chosen(
    told: DraftRound,
    recorded: RecordedRound,
    dealt: Round,
    notes: list[tuple[int, OtherEnd]],
    *,
    followed: bool,
) -> RecordedRound:
    """A round written as a table, with every end that must be named."""
    moves = list(recorded.moves)
    ending = FOLLOWED if followed else None
    if "ended" in told.record:
        ending = ending_given(recorded.ended)
    reading = choose(dealt, moves, ending)
    notes += choice_notes(reading, moves, told.moves)
    for number, end in reading.choices:
        moves[number] = moves[number].model_copy(update={"at": end})
        told.record["moves"][number] = with_end(told.record["moves"][number], end)
    return recorded.model_copy(update={"moves": moves})


def _in_order(draft: Draft) -> Json:
    """The whole record, its fields in the order in which they are exported."""
    told = draft.record | {"rounds": [round.record for round in draft.rounds]}
    return {name: told[name] for name in Record.model_fields if name in told}


def _decoded(number: int, line: bytes | TooLong) -> str:
    if isinstance(line, TooLong):
        raise NotationError(number, None, "game-too-long", limit=LONGEST_GAME)
    try:
        return line.decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode()) + 1
        raise NotationError(number, column, "not-utf-8") from None


def _line_of(place: Place, draft: Draft) -> int:
    """The line of this place in the record."""
    match place:
        case ("rounds", int(round), *rest):
            return _line_in_round(draft.rounds[round], rest)
        case (str(field), *_):
            words = [word for word, name in OF_THE_GAME.items() if name == field]
            return _first(draft.fields, words, draft.line)
        case _:
            return draft.line


def _line_in_round(round: DraftRound, place: Sequence[int | str]) -> int:
    part, number = [*place, None, None][:2]
    if part == "moves" and isinstance(number, int):
        return round.moves[number]
    words = [word for word, field in OF_A_ROUND.items() if field == part]
    return _first(round.fields, [*words, *(f"{word} {number}" for word in words)], round.line)


def _first(lines: dict[str, int], words: list[str], default: int) -> int:
    return next((lines[word] for word in words if word in lines), default)
