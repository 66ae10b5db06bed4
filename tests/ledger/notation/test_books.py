"""Forms in which games are typed from books: all are read alike."""

import json

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.notation.reader import read_text

from .books import (
    ALIGNED,
    BELOW_NAMES,
    DOTS,
    HEAD,
    NAMES,
    ROWS,
    WANTED,
    hands,
    joined,
    numbered,
    round_of,
)

BARS = "".join(f"| {line} |\n" for line in joined(" | ").splitlines())
SHAPES = {
    "dots": DOTS,
    "below `Table`": f"Table\n{DOTS}",
    "below `Moves:`": f"Moves:\n{DOTS}",
    "in capitals": DOTS.upper(),
    "initials": joined("  ", list("SWNE"), empty="."),
    "below the names": ALIGNED,
    "below initials": joined(" ", list("SWNE"), wide=6),
    "centred": "".join(
        "".join(cell.center(9) for cell in row).rstrip() + "\n" for row in [NAMES, *ROWS]
    ),
    "on the right": "".join(
        "".join(cell.rjust(7) for cell in row).rstrip() + "\n" for row in [NAMES, *ROWS]
    ),
    "tabs": joined("\t"),
    "several tabs": joined("\t\t", empty="."),
    "tabs that align": joined("\t\t", [name[:1] for name in NAMES], empty="."),
    "a tab before each row": "".join(f"\t{line}\n" for line in joined("\t").splitlines()),
    "commas": joined(","),
    "commas and blanks": joined(", "),
    "semicolons": joined(";"),
    "bars around": BARS,
    "bars around, no names": "".join(BARS.splitlines(keepends=True)[1:]),
    "bars between": joined(" | ", wide=6),
    "with rules": BARS.replace("\n", "\n|:---|---|---|--:|\n", 1),
    "in a box": "+---+---+\n" + BARS.replace("\n", "\n+---+---+\n"),
    "underlined": DOTS.replace("\n", "\n----------\n", 1),
    "numbers": numbered(),
    "numbers with dots": numbered(*(f"{number}." for number in range(1, 8))),
    "numbers from 5": numbered(*(f"{number})" for number in range(5, 12)), head="No"),
    "numbers with two digits": numbered(*map(str, range(10, 17)), head="Row"),
    "numbers below #": numbered(head="#"),
    "names behind #": f"# {DOTS}",
    "numbers in bars": "".join(
        f"|{line}|\n" for line in numbered(head="#", by="|", empty="").splitlines()
    ),
    "numbers in bars below no sign": BARS.splitlines()[0]
    + "".join(f"\n| {number} {line}" for number, line in enumerate(BARS.splitlines()[1:], 10)),
    "numbers in tabs": numbered(by="\t", empty=""),
    "numbers before commas": numbered(by=",", head="Turn", empty=""),
    "a number left out in bars": "".join(
        f"| {line} |\n" for line in numbered(*"123", "", *"567", by=" | ").splitlines()
    ),
    "numbers before a tab": numbered().replace("  ", "\t", 1).replace("\n1  ", "\n1.\t"),
    "slashes": DOTS.replace("-", "/"),
    "points": DOTS.replace("-", "."),
    "bars in tiles": DOTS.replace("-", "|"),
    "bars in tiles in bars": BARS.replace("-", "|"),
    "nothing": DOTS.replace("-", ""),
    "P": DOTS.replace("pass", "P"),
    "x": DOTS.replace("pass", "x"),
    "--": DOTS.replace("pass", "--"),
    "paso": DOTS.replace("pass", "Paso"),
    "ended": f"{DOTS}Ended: out\n",
    "the end alone": f"{DOTS}out # West\n",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_table_may_have_this_shape(shape: str) -> None:
    assert round_of(hands(), SHAPES[shape]) == WANTED


DEALS = {
    "Hand": hands("Hand {name}: {tiles}"),
    "no colon": hands("Hand {name} {tiles}"),
    "names and tiles": hands("{name}  {tiles}"),
    "commas": hands("{name}  {tiles}", ", "),
    "semicolons": hands("{name}: {tiles}", "; "),
    "a dash": hands("{name} \N{EN DASH} {tiles}"),
    "a sign": hands("{name} = {tiles}"),
    "in capitals": hands().upper(),
    "a title": f"Hands:\n{hands()}",
    "Hands": hands("Hands {name}: {tiles}"),
    "in bars": hands("| {name} | {tiles} |", " | "),
    "in two columns": f"Hands\n|---|---|\n{hands('| {name} | {tiles} |')}",
    "in brackets": hands()
    .replace("-", ",")
    .replace(" ", ") (")
    .replace(":)", ":")
    .replace("\n", ")\n"),
    "below names": BELOW_NAMES,
    "who leads": hands() + "West leads\n",
    "Leader": hands() + "Leader: West\n",
}


@pytest.mark.parametrize("deal", DEALS)
def test_hands_may_have_this_shape(deal: str) -> None:
    assert round_of(DEALS[deal], ALIGNED) == WANTED


@pytest.mark.parametrize("names", [", ".join(NAMES), " ".join(NAMES), " and ".join(NAMES)])
def test_a_remark_may_name_all_players(names: str) -> None:
    assert round_of(f"# {names}\n{hands()}", f"{DOTS}# {names}\n") == WANTED
    assert round_of(hands(), DOTS, head=f"{HEAD}\n# {names}\nRound 1\n") == WANTED


def test_tiles_may_be_drawn() -> None:
    signs = {
        f"{high}-{low}": chr(first + 7 * high + low)
        for high in range(7)
        for low in range(high + 1)
        for first in (0x1F031, 0x1F063)
    }
    text = hands() + DOTS
    for name, sign in signs.items():
        text = text.replace(name, sign)
    assert "-" not in text
    assert round_of(text, "") == WANTED
    assert round_of(text.replace("\U0001f093", "\U0001f061"), "") == WANTED


def test_the_first_round_needs_no_line() -> None:
    assert round_of(hands(), ALIGNED, head=HEAD) == WANTED
    assert round_of(hands("Hand {name}: {tiles}"), ALIGNED, head=HEAD) == WANTED
    assert round_of(hands("| {name} | {tiles} |"), ALIGNED, head=HEAD) == WANTED
    assert round_of("", DOTS, head=HEAD)["moves"] == WANTED["moves"]
    assert round_of("", ALIGNED + "Round 2\n", head=HEAD)["moves"] == WANTED["moves"]


def test_a_cell_left_blank_for_a_pass_is_a_pass_left_out() -> None:
    blank = round_of(hands(), ALIGNED.replace("pass", "    "))
    passes = [move for move in WANTED["moves"] if "pass" in move]
    assert len(passes) == 3
    assert blank["moves"] == [move for move in WANTED["moves"] if move not in passes]


def test_players_whose_names_begin_like_a_pass() -> None:
    text = HEAD.replace("South", "Pia").replace("West", "Xavi") + "Round\n"
    (record,) = read_text(f"{text}P 6-6\nX 6-5\n", PUBLISHED)
    assert [move["seat"] for move in record["rounds"][0]["moves"]] == [0, 1]
    (record,) = read_text(f"{text}P X N E\n6-6 P X 6-5\n", PUBLISHED)
    assert [json.dumps(move.get("pass")) for move in record["rounds"][0]["moves"]] == [
        "null",
        "true",
        "true",
        "null",
    ]
