"""`domino amend`: cases that the golden transcripts do not show."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from cli import exit_codes as exits
from ledger.records.amend import write
from tests.ledger.games import Json, line, record

from .bad_input import refusal
from .command import Command, run
from .process import domino as process
from .samples import BLOCKED, LOT, jsons, put

NEWER = BLOCKED | {"players": ["s0", "s1", "s2", "zoe"]}
OTHER = BLOCKED | {"players": ["s0", "s1", "s2", "dora"]}
ID = BLOCKED["id"]


def amend(domino: Command, newer: Json, options: str = "") -> Any:
    return domino(f"amend {ID} - --reason 'typed wrongly' {options}", stdin=line(newer))


def test_from_standard_input(domino: Command) -> None:
    put(domino, BLOCKED)
    ran = amend(domino, NEWER)
    assert (ran.code, ran.err) == (0, f"{ID} is at version 2\n")
    assert ran.out == "game\n  players: s0, s1, s2, s3 -> s0, s1, s2, zoe\n"


def test_a_dry_run_writes_nothing(domino: Command) -> None:
    put(domino, BLOCKED)
    before, names = domino("export").out, domino("players list").out
    ran = amend(domino, NEWER, "--by nobody --dry-run")
    assert ran.err == f"{ID} is at version 2, nothing written\n"
    assert (domino("export").out, domino("players list").out) == (before, names)


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
        with patch("projections.amendments.amend.write", write):
            assert amend(run, OTHER).code == 0
        write(*arguments)

    with patch("projections.amendments.amend.write", slowly):
        ran = amend(domino, NEWER)
    assert ran.code == exits.CONFLICT
    (sentence,) = ran.err.splitlines()
    assert "somebody else has written to the book meanwhile" in sentence
    assert ran.out == ""
    assert json.loads(domino(f"export {ID}").out)["players"][3] == "dora"
    assert "zoe" not in domino("players list").out


def test_tampering(book: Path) -> None:
    with closing(sqlite3.connect(book / "domino.db", isolation_level=None)) as other:
        other.execute("DROP TRIGGER stored_events_refuses_update")
        other.execute("UPDATE stored_events SET state = state || ' ' WHERE rowid = 3")
    (book / "newer.jsonl").write_bytes(line(NEWER))
    ran = process("amend", ID, "newer.jsonl", "--reason", "why", cwd=book)
    assert ran.code == exits.TAMPERING


def test_no_book(tmp_path: Path) -> None:
    (tmp_path / "newer.jsonl").write_bytes(line(NEWER))
    ran = process("amend", ID, "newer.jsonl", "--reason", "why", cwd=tmp_path)
    none = "there is no ledger at domino.db: import, simulate, demo or init makes one"
    assert ran == refusal(none)
    assert [path.name for path in tmp_path.iterdir()] == ["newer.jsonl"]


# -- as text


def test_from_a_text(domino: Command) -> None:
    put(domino, BLOCKED)
    text = domino(f"export {ID} --format text").out
    Path("same.domino").write_text(text)
    same = domino(f"amend {ID} same.domino --reason why")
    assert same.err == f"{ID} is in the book like this already: nothing was changed\n"
    Path("newer.domino").write_text(text.replace("s3", "zoe"))
    assert domino(f"amend {ID} newer.domino --reason why").out.startswith("game\n  players: ")
    assert domino(f"export {ID} --format text").out == text.replace("s3", "zoe")
    assert domino(f"export {ID} --format text --version 1").out == text


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ("s1 5-3", "s1 what", 1, "newer.domino, line 34, column 4: "),
        ("Rules:", "Rule:", 1, "newer.domino, line 2, column 1: "),
        ("s2 0-0", "s2 pass", 3, "newer.domino, line 15: round 1, move 4: passed-though-able: "),
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

TIME = "2026-01-02T03:04:05+00:00"
SERIES = record("sanjuan.jsonl")


def first_round(**changes: Any) -> Json:
    return {"rounds": [LOT["rounds"][0] | changes]}


def moves(change: Callable[[list[Json]], object]) -> Json:
    recorded: list[Json] = json.loads(json.dumps(LOT["rounds"][0]["moves"]))
    change(recorded)
    return first_round(moves=recorded)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"rules": "block@1"}, "rules: block-lot@1 -> block@1"),
        ({"started_at": TIME}, f"started at: nothing -> {TIME}"),
        (
            {"stake": {"currency": "EUR", "minor_per_pip": 5}},
            "stake: nothing -> EUR 0.05 a pip",
        ),
        ({"rounds": []}, "round: 10 moves, blocked -> nothing"),
        (first_round(leader=1), "leader: p0 -> p1"),
        (first_round(left=[["6-6"], None]), "tiles left: nothing -> p0 6-6, p1 ?"),
        (first_round(left=[[], None]), "tiles left: nothing -> p0 -, p1 ?"),
        (first_round(ended="out"), "ended: blocked -> out"),
        (
            moves(lambda recorded: recorded[0].update(flipped=True)),
            "move 1: p0 lays 1-0 -> p0 lays 1-0 the other way round",
        ),
        (
            moves(lambda recorded: recorded[1].update(t=TIME)),
            f"move 2: p1 lays 6-1 at right -> p1 lays 6-1 at right ({TIME})",
        ),
        (
            moves(lambda recorded: recorded.insert(1, {"seat": 1, "draw": "5-5"})),
            "move 2: nothing -> p1 draws 5-5",
        ),
        (
            moves(lambda recorded: recorded.insert(1, {"seat": 1, "lost": "time"})),
            "move 2: nothing -> p1 loses the turn (time)",
        ),
    ],
)
def test_changes_in_words(domino: Command, changes: Json, says: str) -> None:
    put(domino, LOT)
    newer = line(LOT | changes)
    ran = domino(f"amend {LOT['id']} - --reason why --as-played", stdin=newer)
    assert ran.code == 0
    assert f"  {says}" in ran.out.splitlines()


def test_other_teams(domino: Command) -> None:
    put(domino, SERIES)
    newer = line(SERIES | {"teams": [[0, 1], [2, 3]]})
    ran = domino(f"amend {SERIES['id']} - --reason why --as-played", stdin=newer)
    was, now = "north and south against east and west", "north and east against south and west"
    assert f"  teams: {was} -> {now}" in ran.out.splitlines()


def test_no_hidden_tile_is_shown(domino: Command) -> None:
    """The change in a round that was not over in the older version."""
    dealt = LOT["rounds"][0] | {"moves": [], "ended": None}
    put(domino, LOT | {"rounds": [dealt]})
    newer = line(LOT | {"rounds": [dealt | {"hands": dealt["hands"][::-1]}]})
    ran = domino(f"amend {LOT['id']} - --reason why", stdin=newer)
    assert ran.out.splitlines()[1].startswith("  hands: hidden -> ")


# -- other readers of the stream


def test_the_log_contains_all_versions(domino: Command) -> None:
    put(domino, BLOCKED)
    before = domino("tail").out
    amend(domino, NEWER)
    lines = domino("tail").out
    assert lines.startswith(before)
    added = jsons(lines.removeprefix(before))
    assert added[0]["type"] == "domino-ledger.game-amended/1"
    assert added[0]["data"]["opening"]["record"] == ID
    assert [each["type"] for each in added[1:]] == [each["type"] for each in jsons(before)[1:]]
    blocked, again = (
        [each["data"]["left"] for each in lines if each["type"].endswith("round-blocked/1")]
        for lines in (jsons(before), added)
    )
    assert blocked == again != []
    halfway = int(added[3]["sequence"])
    assert lines.endswith(domino(f"tail --from {halfway}").out)


def test_a_replaced_player_saw_the_older_version(domino: Command) -> None:
    put(domino, BLOCKED)
    amend(domino, NEWER)
    assert domino(f"replay {ID} --as s3 --version 1").code == 0
    assert domino(f"replay {ID} --as zoe --version 2").code == 0
    assert domino(f"replay {ID} --as s3").code == exits.USAGE


def test_the_newest_version_decides_the_lead_of_the_next_game(domino: Command) -> None:
    """Who leads next follows from the newest version of the previous game."""
    put(domino, BLOCKED)
    follows = record("payout.jsonl", 1) | {"after": ID, "id": "next"}
    refused = domino("import -", stdin=line(follows))
    assert "but s3 must lead" in refused.err
    turned = BLOCKED | {"players": ["s0", "s3", "s2", "s1"]}
    amend(domino, turned)
    assert domino("import -", stdin=line(follows)).code == 0
