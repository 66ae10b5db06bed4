"""The words of the notation. All are read in capitals and small letters alike."""

import re

OF_THE_GAME = {
    "game": "id",
    "rules": "rules",
    "players": "players",
    "teams": "teams",
    "source": "source",
    "started": "started_at",
    "after": "after",
    "stake": "stake",
    "abandoned": "abandoned",
    "forfeited": "forfeited",
    "claims": "claims",
}
"""By the word that begins a line before the first round, the field of the record."""

OF_A_ROUND = {
    "hand": "hands",
    "hands": "hands",
    "boneyard": "boneyard",
    "lead": "leader",
    "table": "moves",
    "left": "left",
    "ended": "ended",
    "claims": "claims",
}
"""The same for the lines of a round that are no moves."""

ROUND = "round"
KEYWORDS = {*OF_THE_GAME, *OF_A_ROUND, ROUND}

PASSES = {"pass", "passes", "passed", "knock", "knocks", "-", "\N{EN DASH}", "\N{EM DASH}"}
DRAWS = {"draw", "draws", "drew"}
LOSSES = {"timeout": "time", "absent": "absent"}
"""A turn that went by without an act, and its cause in the record."""
ENDS = {"left": "left", "right": "right", "<": "left", ">": "right"}
ENDED = {"out": "out", "blocked": "blocked", "unfinished": None}
SEAT, AT, FLIPPED, NOBODY, NONE = "seat", "at", "flipped", "nobody", "none"
UNSEEN = "?"
"""A tile that nobody saw; alone, a hand that nobody saw."""
BLANK_CELL = "."
NUMBERS = {"no", "nr", "row", "turn"}
"""What a column of row numbers may be called."""

RESERVED = (
    KEYWORDS
    | PASSES
    | DRAWS
    | set(LOSSES)
    | set(ENDS)
    | set(ENDED)
    | {SEAT, AT, FLIPPED, NOBODY, NONE}
)
"""A name with one of these words in it is written in quotation marks."""

TILE = re.compile(r"(?:(\d{1,2})[-:\N{EN DASH}](\d{1,2})|(\d)(\d))(?![\w:-])")
"""Halves joined by a hyphen, a dash or a colon; or by nothing, where each is one digit."""
WORD = re.compile(r"[^\s,|#<>@\"]+")
COMMENT = "#"


def listed(words: list[str]) -> str:
    """``a, b or c``."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
