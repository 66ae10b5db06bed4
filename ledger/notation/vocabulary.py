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
"""By the word that begins a line of a round, the field; lines of moves have none."""

ROUND = "round"
KEYWORDS = {*OF_THE_GAME, *OF_A_ROUND, ROUND}
ALIKE = {"leader": "lead", "moves": "table"}
"""Other words for these."""

PASSES = {"pass", "passes", "passed", "knock", "knocks", "-", "\N{EN DASH}", "\N{EM DASH}"} | {
    "paso",
    "pasa",
    "passo",
    "passa",
    "passe",
    "passt",
}
IN_A_CELL = {"p", "x", "--"}
"""What is a pass in a cell of a table, where no player can be meant."""
DRAWS = {"draw", "draws", "drew"}
LOSSES = {"timeout": "time", "absent": "absent"}
"""A turn that went by without an act, and its cause in the record."""
ENDS = {"left": "left", "right": "right", "<": "left", ">": "right"}
ENDED = {"out": "out", "blocked": "blocked", "unfinished": None}
SEAT, AT, FLIPPED, NOBODY, NONE = "seat", "at", "flipped", "nobody", "none"
UNSEEN = "?"
"""A tile that nobody saw; alone, a hand that nobody saw."""
BLANK_CELL = "."
NUMBER_SIGN = "\N{NUMERO SIGN}"
NUMBERS = {"no", "no.", "nr", "nr.", "row", "turn", NUMBER_SIGN}
"""What a column of row numbers may be called."""
LEADS = {"leads", "begins", "starts"}
"""Behind a player's name: they lead."""

RESERVED = (
    KEYWORDS
    | set(ALIKE)
    | PASSES
    | DRAWS
    | set(LOSSES)
    | set(ENDS)
    | set(ENDED)
    | {SEAT, AT, FLIPPED, NOBODY, NONE}
)
"""A name with one of these words in it is written in quotation marks."""

_JOINED = r"[-:/.\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}]"
_IN_BRACKETS = rf"\s*(\d{{1,2}})\s*(?:{_JOINED}|[,|])\s*(\d{{1,2}})\s*"
BRACKETED = rf"\[{_IN_BRACKETS}\]|\({_IN_BRACKETS}\)"
BARRED = r"(\d)\|(\d)"
_DRAWN = "[\U0001f031-\U0001f061\U0001f063-\U0001f093]"
"""The characters that show a tile: lying, and upright."""
TILE = re.compile(
    rf"(?:(\d{{1,2}}){_JOINED}(\d{{1,2}})|(\d)(\d)|{BARRED}|{BRACKETED})(?![\w:-]|[/.|]\d)"
    rf"|({_DRAWN})[\ufe0e\ufe0f]?"
)
"""Halves joined by a mark, or in brackets; or by nothing, where each is one digit; or drawn."""


def halves(tile: re.Match[str]) -> str:
    """What a tile is called whose halves stand here, with a hyphen."""
    *pips, drawn = tile.groups()
    if drawn is not None:
        place = (ord(drawn) - 0x1F031) % 50
        return f"{place // 7}-{place % 7}"
    return "-".join(half for half in pips if half is not None)


WORD = re.compile(r"[^\s,|#<>@\"]+")
COMMENT = "#"
