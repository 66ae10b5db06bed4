"""A game of four players, typed in the forms that books use.

Each form is of the same game, which the page on the notation has, too.
"""

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.notation.reader import read_text
from tests.docs.pages import ROOT

from .records import Json

NAMES = ["South", "West", "North", "East"]
HEAD = "Game: from a book\nRules: partnership-sanjuan@1\nPlayers: South, West, North, East\n"
HANDS = [
    "4-2 3-1 3-0 5-5 4-4 4-3 5-0",
    "6-2 2-0 2-2 2-1 5-4 1-1 6-6",
    "6-0 1-0 0-0 3-3 6-3 4-1 4-0",
    "6-4 3-2 6-1 6-5 5-1 5-2 5-3",
]
ROWS = [
    ["", "6-6", "6-0", "6-5"],
    ["5-0", "5-4", "4-0", "5-1"],
    ["3-0", "1-1", "4-1", "3-2"],
    ["4-2", "2-1", "1-0", "5-2"],
    ["5-5", "2-0", "pass", "5-3"],
    ["4-3", "2-2", "pass", "6-4"],
    ["pass", "6-2"],
]
WANTED: Json = read_text(
    (ROOT / "docs" / "examples" / "four-players.domino").read_text("utf-8"), PUBLISHED
)[0]["rounds"][0]


def joined(by: str, head: list[str] = NAMES, *, empty: str = "", wide: int = 0) -> str:
    """The table with this separator, and cells of at least this width."""
    rows = [[cell or empty for cell in row] for row in ROWS]
    return "".join(by.join(cell.ljust(wide) for cell in row) + "\n" for row in [head, *rows])


def numbered(*numbers: str, head: str = "", by: str = "  ", empty: str = ".") -> str:
    """The table with these numbers before its rows."""
    lines = joined(by, empty=empty).splitlines()
    shown = zip([head, *(numbers or map(str, range(1, 8)))], lines, strict=True)
    return "".join(f"{number}{by}{line}\n" for number, line in shown)


def hands(line: str = "{name}: {tiles}", by: str = " ") -> str:
    """A line for each hand."""
    dealt = zip(NAMES, HANDS, strict=True)
    return "".join(line.format(name=n, tiles=by.join(h.split())) + "\n" for n, h in dealt)


ALIGNED = joined(" ", wide=6)
DOTS = joined("  ", empty=".")


def round_of(deal: str, table: str, *, head: str = f"{HEAD}\nRound 1\n") -> Json:
    (record,) = read_text(head + deal + table, PUBLISHED)
    round: Json = record["rounds"][0]
    return round


BELOW_NAMES = "Hands\n" + "".join(
    "\t".join(row) + "\n" for row in [NAMES, *zip(*map(str.split, HANDS), strict=True)]
)
"""Hands in columns."""
