"""Files in the notation: games read one by one in bounded memory."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from itertools import chain
from typing import NamedTuple

from ...domain.round.state import Round
from ...domain.rules.rule_set import RuleSet
from ..records.format import Record, RecordedRound, read_rules, record_from, within_limits
from ..records.line_reader import LONGEST_LINE, Line, TooLong, lines_of
from ..records.unreadable import Place, Unreadable
from ..registry.rule_sets import UnknownRules, rules_agreed_on, rules_called
from .characters import usual_characters
from .errors import NotationError, OtherEnd, WrongEnding
from .game_grammar import Draft, DraftRound, Reader
from .keyword_grammar import OF_A_ROUND, OF_THE_GAME, Keyword
from .move_grammar import Json
from .placement import choose, dealt_rounds, draws_for_lead, first_seats, name_ends, with_place
from .placement import notes as choice_notes
from .vocabulary import COMMENT, forms_of

_BEGINS_A_GAME = re.compile(
    rf"\s*(?:{'|'.join(map(re.escape, forms_of('game')))})\s*:", re.IGNORECASE
)
_AS_LONG_AS_ITS_BEGINNING = 100
"""Bytes of a line in which its keyword is looked for."""
LONGEST_GAME = LONGEST_LINE // 4
"""The most bytes of one game: as text it takes about a quarter of its size as a record."""
_MOST_COMMENTS = 1_000
"""The most comment lines that are read to detect the format of a file."""
ENDING = ".domino"
_KEYWORD_OF_FAULT = {"wrong-ending": "ended", "wrong-tiles-left": "left"}
"""By code of a fault, the keyword of its line."""


class NotationGame(NamedTuple):
    """One game of a text."""

    line: int
    """The first line."""
    text: bytes
    record: Record | NotationError
    """Or its syntax error."""
    id: str | None
    """The record id; None if it was not read before the error."""
    rounds: tuple[DraftRound, ...] = ()
    notes: tuple[tuple[int, OtherEnd], ...] = ()
    """By line, the tiles that fit at both ends."""

    def line_of(self, round: int | None, move: int | None, code: str = "") -> int:
        """The line of this place in the record, or of the last place before it.

        A fault of the ending or of the tiles shown has the line of that field.
        """
        if round is None:
            return self.line
        draft = self.rounds[round]
        keyword = _KEYWORD_OF_FAULT.get(code)
        at = next((line for words, line in draft.fields.items() if words.split()[0] == keyword), 0)
        if at or move is None or not draft.moves:
            return at or draft.line
        return draft.moves[min(move, len(draft.moves) - 1)]

    def row_of(self, round: int | None, move: int | None) -> int | None:
        """The row of this place in the printed table; None if there is no table."""
        rows = [] if round is None else self.rounds[round].rows
        return rows[min(move, len(rows) - 1)] if rows and move is not None else None


def notation_or_records(name: str, lines: Iterator[Line]) -> tuple[bool, Iterator[Line]]:
    """Whether a file is in the notation, as its first line or its name tells, and all its lines."""
    head: list[Line] = []
    first = ""
    for number, line in lines:
        head.append((number, line))
        first = _beginning(line)
        if not first.startswith(COMMENT) or len(head) == _MOST_COMMENTS:
            break
    by_line = _BEGINS_A_GAME.match(first) is not None
    by_name = name.endswith(ENDING) and not first.startswith("{")
    return by_line or by_name, chain(head, lines)


def _beginning(line: bytes | TooLong) -> str:
    """The beginning of a line, without blanks before it, in the usual characters."""
    if isinstance(line, TooLong):
        return ""
    start = line.lstrip()[:_AS_LONG_AS_ITS_BEGINNING]
    return usual_characters(start.decode(errors="ignore")).lstrip()


def games_in(lines: Iterable[Line], known: Mapping[str, RuleSet]) -> Iterator[NotationGame]:
    """The games of a file, as records."""
    for game in _split(lines):
        text, after = b"", game[0][0]
        for number, line in game:
            text += b"\n" * (number - after) + (line if isinstance(line, bytes) else b"")
            after = number + 1
        reader = Reader(known)
        try:
            draft, notes = _read(reader, game, known)
        except NotationError as error:
            yield NotationGame(game[0][0], text, error, reader.draft.record.get("id"))
            continue
        record = record_from(_in_order(draft))
        yield NotationGame(draft.line, text, record, record.id, tuple(draft.rounds), notes)


def read_text(text: str, known: Mapping[str, RuleSet]) -> list[Json]:
    """The records of all games of a text; raises NotationError."""
    games = _split(lines_of(BytesIO(text.encode())))
    return [_in_order(_read(Reader(known), game, known)[0]) for game in games]


def _split(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines of each game, including the comments above it."""
    game: list[Line] = []
    size, started = 0, False
    for number, line in lines:
        begins = _BEGINS_A_GAME.match(_beginning(line)) is not None
        if begins and started:
            end = len(game)
            while end and _beginning(game[end - 1][1]).startswith(COMMENT):
                end -= 1
            yield game[:end]
            game, size = game[end:], 0
        started |= begins
        if size <= LONGEST_GAME:
            size += LONGEST_GAME + 1 if isinstance(line, TooLong) else len(line)
            game.append((number, TooLong() if size > LONGEST_GAME else line))
    if game:
        yield game


def _read(
    reader: Reader, game: list[Line], known: Mapping[str, RuleSet]
) -> tuple[Draft, tuple[tuple[int, OtherEnd], ...]]:
    """The game with all that its text leaves out, and its notes, as in `NotationGame`."""
    for number, line in game:
        reader.take(number, _decoded(number, line))
    reader.check_header(game[-1][0] + 1)
    draft = reader.draft
    _agree(draft, known)
    drawn_for = draws_for_lead(draft.record, known)
    for each in draft.rounds:
        if "reported" not in each.record:
            each.record = first_seats(each.record["moves"], drawn_for=drawn_for) | each.record
            if each.record.get("starter", 0) is None:
                del each.record["starter"]
    try:
        whole = within_limits(record_from(_in_order(draft)))
    except Unreadable as error:
        at = _line_of(error.place, draft)
        raise NotationError(at, None, error.code, place=error.place, **error.params) from None
    notes: list[tuple[int, OtherEnd]] = []
    rounds = zip(draft.rounds, whole.rounds, dealt_rounds(whole, known), strict=True)
    for number, (each, recorded, dealt) in enumerate(rounds, 1):
        if dealt is not None:
            if each.is_table:
                followed = number < len(draft.rounds)
                recorded = _placed(each, recorded, dealt, notes, followed=followed)  # noqa: PLW2901
            name_ends(each.record, recorded, dealt)
        if recorded.reported is None:
            each.record.setdefault("ended", None)
    return draft, tuple(notes)


def _agree(draft: Draft, known: Mapping[str, RuleSet]) -> None:
    """Put what the players agreed on into the rules; raises NotationError."""
    if not draft.settings:
        return
    written = draft.record["rules"]
    try:
        rules = (
            rules_called(known, written)
            if isinstance(written, str)
            else read_rules(json.dumps(written).encode())
        )
        agreed = rules_agreed_on(known, rules, draft.settings)
    except (Unreadable, UnknownRules) as error:
        place = error.place if isinstance(error, Unreadable) else ()
        named = ".".join(map(str, (*place, error.params.get("field", ""))))
        field = next((each for each in draft.settings if f"{named}.".startswith(f"{each}.")), "")
        at = draft.fields.get(f"set {field}", draft.fields["rules"])
        raise NotationError(at, None, error.code, place=place, **error.params) from None
    if agreed != rules:
        draft.record["rules"] = agreed.model_dump(mode="json") if agreed.parent else agreed.id


def _placed(
    draft: DraftRound,
    recorded: RecordedRound,
    dealt: Round,
    notes: list[tuple[int, OtherEnd]],
    *,
    followed: bool,
) -> RecordedRound:
    """A round of a printed table with the chosen ends; updates the draft and the notes."""
    moves = list(recorded.moves)
    ending = WrongEnding(None, followed=True) if followed else None
    if "ended" in draft.record:
        ending = WrongEnding(recorded.ended)
    reading = choose(dealt, moves, ending)
    notes += choice_notes(reading, moves, draft.moves)
    for number, end in reading.choices:
        moves[number] = moves[number].model_copy(update={"at": end})
        draft.record["moves"][number] = with_place(draft.record["moves"][number], {"at": end})
    return recorded.model_copy(update={"moves": moves})


def _in_order(draft: Draft) -> Json:
    """The whole record, with its fields in the order of an export."""
    fields = draft.record | {"rounds": [round.record for round in draft.rounds]}
    return {name: fields[name] for name in Record.model_fields if name in fields}


def _decoded(number: int, line: bytes | TooLong) -> str:
    if isinstance(line, TooLong):
        raise NotationError(number, None, "game-too-long", limit=LONGEST_GAME)
    try:
        decoded = line.decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode()) + 1
        raise NotationError(number, column, "not-utf-8") from None
    if "\0" in decoded:
        raise NotationError(number, decoded.index("\0") + 1, "nul")
    return decoded


def _line_of(place: Place, draft: Draft) -> int:
    """The line of this place in the record."""
    of: Draft | DraftRound = draft
    keywords: Mapping[str, Keyword] = OF_THE_GAME
    match place:
        case ("rounds", int(round), "moves", int(move), *_):
            return draft.rounds[round].moves[move]
        case ("rounds", int(round), *rest):
            of, keywords, place = draft.rounds[round], OF_A_ROUND, tuple(rest)
        case _:
            pass  # A field of the game.
    field, seat = (*place, None, None)[:2]
    words = [word for word, each in keywords.items() if each.field == field]
    every = (*words, *(f"{word} {seat}" for word in words))
    return next((of.fields[word] for word in every if word in of.fields), of.line)
