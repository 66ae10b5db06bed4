"""The words of the notation. Upper and lower case are equivalent."""

import re

OF_THE_GAME = {
    "game": "id",
    "rules": "rules",
    "set": "rules",
    "players": "players",
    "teams": "teams",
    "source": "source",
    "started": "started_at",
    "after": "after",
    "stake": "stake",
    "abandoned": "abandoned",
    "forfeited": "forfeited",
    "aborted": "aborted_shuffles",
    "claims": "claims",
}
"""By keyword of a header line, the field of the record."""

OF_A_ROUND = {
    "hand": "hands",
    "hands": "hands",
    "boneyard": "boneyard",
    "lead": "leader",
    "begins": "starter",
    "hub": "hub",
    "shuffle": "shuffle",
    "table": "moves",
    "left": "left",
    "ended": "ended",
    "claims": "claims",
}
"""By keyword of a line of a round, the field of the record."""

ROUND = "round"
KEYWORDS = {*OF_THE_GAME, *OF_A_ROUND, ROUND}
HUBS = "hub", "centro", "ハブ", "हब"
SYNONYMS = {"leader": "lead", "moves": "table"} | dict.fromkeys(HUBS[1:], HUBS[0])

PASSES = {"pass", "passes", "passed", "knock", "knocks", "-", "\N{EN DASH}", "\N{EM DASH}"} | {
    "paso",
    "pasa",
    "passo",
    "passa",
    "passe",
    "passt",
    "パス",
    "पास",
}
IN_A_CELL = {"p", "x", "--"}
"""Additional words for a pass in a cell of a table, where no player can be named."""
DRAWS = {"draw", "draws", "drew", "roba", "robo", "robar", "ドロー", "引く", "उठाओ", "खींचो"}
ASIDES = {"aside", "aparta", "aparto", "apartar", "伏せる", "伏せ", "अलग"}
MARKERS = {"marker", "marcador", "マーカー", "मार्कर"}
STOPS = {"done", "listo", "終わり", "पूरा"}
"""The seat ends its turn though it could lay more."""
CLAIMS = {"claim", "muggins", "canta", "コール", "दावा"}
"""Before the points that a seat claims; the word for results at the end of a round is `claims`."""
TAPS = {"tap", "taps", "golpea", "ノック", "खटखट"}
"""The seat knocks, as it has one tile left; `knock` is an old word for a pass."""
LOSSES = {"timeout": "time", "absent": "absent"}
"""By word for a lost turn, its cause in the record."""
ENDS = {"left": "left", "right": "right", "<": "left", ">": "right"}
SHORT_ENDS = dict.fromkeys(("l", "izquierda", "izq", "左", "बाएँ", "बाएं"), "left") | dict.fromkeys(
    ("r", "derecha", "der", "右", "दाएँ", "दाएं"), "right"
)
"""Further words for an end. They follow a tile, where no player can be named: not reserved."""
BRANCH = re.compile(
    r"(?:arm-[1-8]|spinner-(\d{1,2})-\1-[12]|toe-(\d{1,2}|w)-\2-[1-8]"
    r"|fork-(\d{1,2})-(\d{1,2})-(?:\3|\4)|public)(?!\w)",
    re.IGNORECASE,
)
"""The name of an end that is no end of a line; it follows a tile, too."""
TRAIN = re.compile(r"train(?:-(?=\d)|(?=[\s,@#]|$))", re.IGNORECASE)
"""Before the player whose train it is, or its number, from 1. It follows a tile, too."""
TRAIN_NUMBER = re.compile(r"(\d{1,2})(?:-(left|right))?(?!\w)", re.IGNORECASE)
TRAIN_IN_RECORD = re.compile(r"train-(0|[1-9]\d?)(?:-(left|right))?")
"""The name of a train in a record, where the seat counts from 0."""
ENDED = {"out": "out", "blocked": "blocked", "target": "target", "unfinished": None}
ENDINGS = {"out": "out", "blocked": "blocked", "block": "blocked"}
"""Of a round of which only the result is known."""
SEAT, SIDE, AT, FLIPPED, NOBODY, NONE = "seat", "side", "at", "flipped", "nobody", "none"
OPEN = "open"
"""Before the half that stays open. It follows a tile, too."""
WILDS = {"wild", "comodín", "comodin", "ワイルド", "जोकर"}
"""Before the pip that a wild half stands for. They follow a tile, too."""
BENDS = {"bend", "dobla", "曲げる", "曲げ", "झुकाओ"}
"""Before the side to which a double bends the line. They follow a tile, too."""
UNFIT = {"unfit", "nocabe", "入らない", "बेमेल"}
"""After a tile that was tried, and that the table ruled out. They follow a tile, too."""
UP = "up"
"""After the word for a marker; it may be left out."""
PIPS = "pips"
"""After the pips that a player had left, where nobody saw the tiles."""
UNSEEN = "?"
"""An unseen tile; alone, an unseen hand."""
BLANK_CELL = "."
NUMBER_SIGN = "\N{NUMERO SIGN}"
NUMBERS = {"no", "no.", "nr", "nr.", "row", "turn", NUMBER_SIGN}
"""Headings of a column of row numbers."""
LEADS = {"leads", "begins", "starts"}
"""After a player's name: this player leads."""

RESERVED = (
    KEYWORDS
    | set(SYNONYMS)
    | PASSES
    | DRAWS
    | ASIDES
    | MARKERS
    | STOPS
    | CLAIMS
    | TAPS
    | set(LOSSES)
    | set(ENDS)
    | set(ENDED)
    | {SEAT, SIDE, AT, FLIPPED, NOBODY, NONE}
)
"""A name with one of these words is written in quotation marks."""

_DASH = r"-\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"
_JOINED = rf"[{_DASH}:/.]"
_PIP = r"1[0-8]|\d"
_WILD = "[Ww]"
"""A wild half. A colon cannot join it: `W: 64` is a name and a tile."""
_WITH_WILD = rf"({_WILD})[{_DASH}/.]?({_PIP}|{_WILD})|({_PIP})[{_DASH}/.]?({_WILD})"
_HALF = rf"\d{{1,2}}|{_WILD}"
_IN_BRACKETS = rf"\s*({_HALF})\s*(?:{_JOINED}|[,|])\s*({_HALF})\s*"
BRACKETED = rf"\[{_IN_BRACKETS}\]|\({_IN_BRACKETS}\)"
BARRED = r"(\d)\|(\d)"
_DRAWN = "[\U0001f031-\U0001f061\U0001f063-\U0001f093]"
"""The Unicode characters of tiles, horizontal and vertical."""
TILE = re.compile(
    rf"(?:(\d{{1,2}}){_JOINED}(\d{{1,2}})|(\d)(\d)|{_WITH_WILD}|{BARRED}|{BRACKETED})"
    rf"(?![\w:-]|[/.|]\d)|({_DRAWN})[\ufe0e\ufe0f]?"
)
"""Two halves with a mark between them, in brackets, or as two digits; or one character."""


def halves(tile: re.Match[str]) -> str:
    """The name of a matched tile, with a hyphen."""
    *pips, drawn = tile.groups()
    if drawn is not None:
        place = (ord(drawn) - 0x1F031) % 50
        return f"{place // 7}-{place % 7}"
    return "-".join(half.upper() for half in pips if half is not None)


def branch_named(found: re.Match[str]) -> str:
    """The name of a matched end, as in a record."""
    return found[0].lower().replace("w", "W")


WORD = re.compile(r"[^\s,|#<>@\"]+")
COMMENT = "#"
