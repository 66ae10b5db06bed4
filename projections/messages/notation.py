"""Sentences about mistakes in the notation, and about tiles that fit at both ends."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from ...domain.faults.codes import Fault
from ...ledger.errors import LedgerError
from ...ledger.notation.errors import NotationError, OtherEnd, WrongEnding
from . import all_of, mark, one_of, shortened, text
from .ends import end_text
from .faults import Names, fault_text
from .templates import Template, Templates, filled

Params: TypeAlias = Mapping[str, Any]

EXPECTED: Templates = {
    "expected-act": "a tile such as '6-4' or 'pass'",
    "expected-act-or-hand": (
        "a tile such as '6-4' or 'pass', or ':' and the tiles dealt to {player}"
    ),
    "expected-cell": "a tile such as '6-4', 'pass' or '.'",
    "expected-cell-or-line": (
        "a tile such as '6-4', 'pass' or '.', or a line such as 'Ended: out', or '#' before a "
        "remark"
    ),
    "expected-commas-between-names": "commas between the names (or one name, in quotation marks)",
    "expected-each-player-once": "each player once",
    "expected-end": "'left', 'right' or the pips that the end shows",
    "expected-end-of-cell": "the end of the cell",
    "expected-game": "'Game:' and the id of the game",
    "expected-header": "{fields} or 'Round'",
    "expected-heading-or-cell": "the players ({players}), or a tile such as '6-4', 'pass' or '.'",
    "expected-heading-or-hand": "the players ({players}), or '{first}: 6-4 5-5'",
    "expected-how-often": "how often, such as 'undo 3'",
    "expected-list-or-hands": "a list in JSON, or a line such as 'Hand NAME: 6-4 5-5' for each",
    "expected-moment": "a time such as '2026-01-31T20:15:00Z'",
    "expected-name": "a player's name",
    "expected-round-after-result": "'Round', 'Claims:' or 'Game:' after a result",
    "expected-next-round": "'Round' or 'Game:' after 'Ended:'",
    "expected-no-more-cells": "no more cells than players",
    "expected-one-of": "{words}",
    "expected-player": "a player ({players})",
    "expected-player-or-act": "a player ({players}), a tile such as '6-4' or 'pass'",
    "expected-player-or-line": (
        "a player ({players}), or a line such as 'Hand {first}: 6-4 5-5' or 'Table' ('#' begins a "
        "remark)"
    ),
    "expected-round-number": "the number {number} or nothing",
    "expected-row-number": "the number of the row, {number}",
    "expected-end-of-result": "'out', 'blocked' or 'left' and the pips of each hand, or nothing",
    "expected-wild": "the pip that the wild half stands for",
    "expected-half": "the half of the tile that stays open",
    "expected-points": "points",
    "expected-pips": "the number of pips left",
    "expected-pips-of-all": "the pips of every player, or of every side",
    "expected-points-of-all": (
        "the points of every side: the fewest win, and only one may be left out"
    ),
    "expected-side": "the letter of a side",
    "expected-seat": "a seat of this game",
    "expected-setting": "a field of the rules and its value, such as 'score.target 50'",
    "expected-stake": "a stake such as 'EUR 5 minor units a pip'",
    "expected-text": "a text",
    "expected-train": "whose train it is ({players}), or its number, from 1",
    "expected-tile": "a tile such as '6-4'",
    "expected-tile-or-pips": "a tile such as '6-4', or the number of pips left",
    "expected-tile-or-unseen": "a tile such as '6-4' or '?'",
    "expected-time": "a time such as '20:15' (after a whole one) or '2026-01-31T20:15:00Z'",
    "expected-time-of-line": "a time such as '20:15' or '2026-01-31T20:15:00Z'",
    "expected-json": (Template("an object in JSON", {"kind": "object"}), "a list in JSON"),
}
"""By code, what should stand in place of {found}: a quoted text, or the end of the line."""
TEMPLATES: Templates = {
    "points-or-tile": "a tile, or points? Deal the round first, or type: round {line}",
    "side-given-twice": "this side is named twice",
    "expected-undealt-tiles": (
        "expected tiles that are not yet dealt, not {found}: the moves begin below 'Table'"
    ),
    "ambiguous-name": "{name!r} may be more than one player: write {seats}",
    "bar-begins-row": (
        "the row begins with a bar, and the heading does not: "
        "put '.' in each cell where nothing was done"
    ),
    "broken-json": (
        Template(
            'this is not a text in quotation marks, such as "Ana \\"Ace\\" Lee"', {"kind": "text"}
        ),
        Template("this is not an object in JSON", {"kind": "object"}),
        "this is not a list in JSON",
    ),
    "columns-out-of-order": (
        "the columns must stand in the order of play, which 'Players:' gives: {players}"
    ),
    "game-too-long": "a game is longer than {limit} bytes",
    "given-for-all-seats": "line {first} gives this for every seat",
    "given-line-by-line": "'{field}:' repeats what lines before it give",
    "given-twice": "'{field}' is given twice, first on line {first}",
    "hand-given-twice": "the hand of {player} is given twice",
    "hand-or-move": "expected 'Hand {player}:' for a hand, or no colon for a move",
    "impossible-json": "JSON cannot hold this",
    "left-hand-or-move": (
        "expected 'Left {player}:' for tiles left at the end, 'Hand {player}:' for tiles dealt, "
        "or no colon for a move"
    ),
    "nul": "NUL cannot be part of a text",
    "no-players": (
        "the game that begins on line {begun} has no 'Players:': type a line such as "
        "'Players: Ana, Ben', in the order of play"
    ),
    "no-rules": (
        "the game that begins on line {begun} has no 'Rules:': type a line such as "
        "'Rules: block-lot@1' (`domino rules` lists them)"
    ),
    "not-utf-8": "not UTF-8",
    "players-come-first": "'Players:' must come before '{field}:'",
    "row-out-of-order": (
        "expected row {due}, not row {number}: no row may be missing or be given twice"
    ),
    "short-row": (
        "row {row}, on line {row_line}, has fewer cells than players: "
        "put '.' in each cell where nothing was done (only the last row may end early)"
    ),
    "side-or-player": "{letter!r} may be a side or a player: write {ways}",
    "too-late-for-field": "'{field}:' belongs before the first round",
    "too-many-moves": "more than {limit} moves in one round",
    "unclear-columns": (
        "it is not clear whose cells these are: put '.' in each cell where nothing was done"
    ),
    "wrong-round": "expected Round {number} here, not Round {said}",
}
"""By code."""

_MOST_NAMES, _LONGEST_NAME = 8, 30
"""Shown of the players."""


def slip_text(error: NotationError) -> str | None:
    """The mistake without its place, perhaps with the word that was meant; None of other codes."""
    code, params = error.code, error.params
    values = {name: _shown(name, value) for name, value in params.items()}
    if code == "side-or-player":
        values["ways"] = side_or_player(params)
    if code in EXPECTED:
        values["expected"] = filled(EXPECTED[code], params, values)
        return suggesting(text("expected {expected}, not {found}", **values), error)
    return suggesting(filled(TEMPLATES[code], params, values), error) if code in TEMPLATES else None


def suggesting(sentence: str, error: LedgerError) -> str:
    """The sentence with the word or name that was perhaps meant, if there is one."""
    meant = error.params.get("meant")
    if meant is None:
        return sentence
    meant = shortened(meant)
    return text("{sentence} (did you mean {meant!r}?)", sentence=sentence, meant=meant)


def at_place(error: NotationError, sentence: str) -> str:
    """The sentence, preceded by its line and column."""
    line, column = error.line, error.column
    if line is None and column is None:
        return sentence
    if column is None:
        return text("line {line}: {sentence}", line=line, sentence=sentence)
    if line is None:
        return text("column {column}: {sentence}", column=column, sentence=sentence)
    return text(
        "line {line}, column {column}: {sentence}", line=line, column=column, sentence=sentence
    )


def _shown(name: str, value: object) -> object:
    match name, value:
        case "found", None:
            return text("the end of the line")
        case "found", _:
            return f"'{shortened(str(value))}'"
        case "players", [*names]:
            shown = [shortened(str(name), _LONGEST_NAME) for name in names[:_MOST_NAMES]]
            return ", ".join([*shown, *(["..."] if len(names) > _MOST_NAMES else [])])
        case "words", [*words]:
            return one_of(f"'{word}'" if word else text("the end of the line") for word in words)
        case "seats", [*seats]:
            return one_of(f"'seat {seat}'" for seat in seats)
        case "fields", [*fields]:
            return ", ".join(f"'{field}:'" for field in fields)
        case _, str():
            return shortened(value)
        case _:
            return value


def side_or_player(params: Params) -> str:
    """The ways to write a letter that may be a side or a player."""
    named = (params["players"][seat] for seat in params["seats"])
    ways = (f"{'side'} {params['side']}", *named)
    return one_of(f"'{shortened(way, _LONGEST_NAME)}'" for way in ways)


_THEN = {
    "out": mark("nothing else follows"),
    "blocked": mark("the round is blocked, with {pips} at the ends"),
    "target": mark("the target is reached, with {pips} at the ends"),
    None: mark("the round is not over, with {pips} at the ends"),
}
"""By the ending of the round if the tile is read at the other end."""
_ENDINGS = {
    "out": mark("the round is then not out"),
    "blocked": mark("the round is then not blocked"),
    "target": mark("the target is then not reached"),
    None: mark("the round is then not unfinished"),
}
_MARKS = {"left": "<", "right": ">"}


def other_end_text(note: OtherEnd, names: Names = ()) -> str:
    """A tile fits at both ends: which end was chosen, and what the other would change."""
    if note.fault is not None:
        return text(
            "{tile} fits at both ends and is read at {end}; "
            "at {other}, line {line} is wrong: {sentence}",
            tile=note.tile,
            end=end_text(note.end, names),
            other=end_text(note.other, names),
            line=note.wrong_line,
            sentence=_fault(note.fault, names),
        )
    template = (
        mark(
            "{tile} fits at both ends and is read at {end}; at {other}, all is legal, too, "
            "and {then} ({typed})"
        )
        if note.legal
        else mark(
            "{tile} fits at both ends and is read at {end}; at {other}, no more is wrong, "
            "and {then} ({typed})"
        )
    )
    return text(
        template,
        tile=note.tile,
        end=end_text(note.end, names),
        other=end_text(note.other, names),
        then=text(_THEN[note.ended], pips=all_of(note.open_ends)),
        typed=f"{note.tile}{_MARKS[note.other]}",
    )


def _fault(fault: Fault | WrongEnding, names: Names) -> str:
    if not isinstance(fault, WrongEnding):
        return fault_text(fault, names)
    if fault.followed:
        return text("the round is then not over, though another follows")
    return text(_ENDINGS[fault.ended])
