"""`domino amend`: cases that the golden transcripts do not show."""

import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.ledger.records.amend import write
from tests.ledger.games import Json, line, record

from .command import Command, run
from .samples import BLOCKED, LOT, jsons, put

NEWER = BLOCKED | {"players": ["s0", "s1", "s2", "zoe"]}
OTHER = BLOCKED | {"players": ["s0", "s1", "s2", "dora"]}
ID = BLOCKED["id"]


def amend(domino: Command, newer: Json, options: str = "") -> Any:
    return domino(f"amend {ID} - --reason 'typed wrongly' {options}", stdin=line(newer))


def test_the_author_may_be_an_erased_player(domino: Command) -> None:
    put(domino, BLOCKED)
    assert domino("players erase s0").code == 0
    names = domino("players list").out
    (exported,) = jsons(domino("export").out)
    erased = exported["players"][0]
    swapped = exported | {"players": [exported["players"][at] for at in (0, 2, 1, 3)]}
    assert amend(domino, swapped, f"--by {erased}").code == 0
    assert domino("players list").out == names


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_empty_file(domino: Command, text: str) -> None:
    put(domino, BLOCKED)
    Path("empty").write_text(text)
    ran = domino(f"amend {ID} empty --reason why")
    assert (ran.code, ran.err) == (1, "domino: empty holds no record\n")


def test_a_concurrent_amendment_is_a_conflict(domino: Command) -> None:
    put(domino, BLOCKED)

    def slowly(*arguments: Any) -> None:
        with patch("domino_ledger.projections.amendments.amend.write", write):
            assert amend(run, OTHER).code == 0
        write(*arguments)

    with patch("domino_ledger.projections.amendments.amend.write", slowly):
        ran = amend(domino, NEWER)
    assert ran.code == exits.CONFLICT
    (sentence,) = ran.err.splitlines()
    assert "somebody else has written to the book meanwhile" in sentence
    assert ran.out == ""
    assert json.loads(domino(f"export {ID}").out)["players"][3] == "dora"
    assert "zoe" not in domino("players list").out


# -- as text


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ("s1 5-3", "s1 what", 1, "newer.domino, line 34, column 4: "),
        ("Rules:", "Rule:", 1, "newer.domino, line 2, column 1: "),
        ("s2 0-0", "s2 pass", 3, "newer.domino, line 15: round 1, move 4: could-play: "),
    ],
)
def test_a_slip_in_a_text(domino: Command, old: str, new: str, code: int, says: str) -> None:
    put(domino, BLOCKED)
    text = domino(f"export {ID} --format text").out
    assert text.count(f"\n{old}") == 1
    Path("newer.domino").write_text(text.replace(f"\n{old}", f"\n{new}"))
    ran = domino(f"amend {ID} newer.domino --reason why")
    assert (ran.code, ran.out) == (code, "")
    (sentence,) = ran.err.splitlines()
    assert sentence.startswith(f"domino: {says}")


# -- every kind of change, in words


def test_no_hidden_tile_is_shown(domino: Command) -> None:
    """The change in a round that was not over in the older version."""
    dealt = LOT["rounds"][0] | {"moves": [], "ended": None}
    put(domino, LOT | {"rounds": [dealt]})
    newer = line(LOT | {"rounds": [dealt | {"hands": dealt["hands"][::-1]}]})
    ran = domino(f"amend {LOT['id']} - --reason why", stdin=newer)
    assert ran.out.splitlines()[1].startswith("  hands: hidden -> ")


# -- other readers of the stream


def test_the_newest_version_decides_the_lead_of_the_next_game(domino: Command) -> None:
    """Who leads next follows from the newest version of the previous game."""
    put(domino, BLOCKED)
    follows = record("payout.jsonl", 1) | {"after": ID, "id": "next"}
    refused = domino("import -", stdin=line(follows))
    assert "but s3 must lead" in refused.err
    turned = BLOCKED | {"players": ["s0", "s3", "s2", "s1"]}
    amend(domino, turned)
    assert domino("import -", stdin=line(follows)).code == 0
