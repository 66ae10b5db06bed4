"""`domino backup` and `domino restore`, and the readers of `domino tail` afterwards."""

import json
from pathlib import Path

import pytest

from domino_ledger.cli import exit_codes as exits

from .command import Command
from .samples import BLOCKED, LOT, SERIES, jsons, put


@pytest.fixture
def kept(domino: Command) -> Command:
    """A book with a game, and a backup of it."""
    put(domino, BLOCKED)
    assert domino("backup kept.db").code == exits.FINE
    return domino


def test_what_is_said(domino: Command) -> None:
    put(domino, LOT)
    events = len(domino("tail").out.splitlines()) + 1  # The event of the names is not shown.
    checked = f"{events} events match their hashes\n1 game ends where its head says\n"
    assert domino("backup kept.db") == (0, "", f"{checked}domino.db is copied into kept.db\n")
    told = domino("restore kept.db --ledger new.db")
    assert told == (0, "", f"{checked}new.db is made of kept.db\n")
    assert domino("export --ledger new.db") == domino("export")
    (made,) = jsons(domino("backup other.db --json").out)
    assert made == {"made": "other.db", "events": events, "games": 1}
    (made,) = jsons(domino("restore other.db --ledger third.db --json").out)
    assert made == {"made": "third.db", "events": events, "games": 1}


@pytest.mark.parametrize("line", ["backup domino.db", "backup kept.db", "restore kept.db"])
def test_nothing_is_overwritten(line: str, kept: Command) -> None:
    before = {file: Path(file).read_bytes() for file in ("domino.db", "kept.db")}
    ran = kept(line)
    assert ran.code == exits.FAILURE
    (sentence,) = ran.err.splitlines()
    assert sentence.endswith("is there already, and is not overwritten")
    assert {file: Path(file).read_bytes() for file in before} == before


def test_a_follower_of_a_lost_book_is_told(kept: Command) -> None:
    """Positions came twice: one that the restored book has again is of another event."""
    put(kept, SERIES)
    *_, last = map(json.loads, kept("tail").out.splitlines())
    at = int(last["sequence"])
    shown = len(kept("tail --ledger kept.db").out.splitlines())
    shared = shown + 1  # The last event is of the names, and not shown.
    for file in Path().glob("domino.db*"):
        file.rename(f"lost-{file.name}")
    assert kept("restore kept.db").code == exits.FINE
    put(kept, LOT, SERIES | {"id": "another"})
    for start in (at, f"{last['epoch']}:{at}", f"{'0' * 16}:1"):
        ran = kept(f"tail --from {start}")
        assert (ran.code, ran.out, len(ran.err.splitlines())) == (exits.CONFLICT, "", 1)
    assert f"go on from {last['epoch']}:{shared}" in kept(f"tail --from {last['epoch']}:{at}").err
    every = kept("tail").out.splitlines()
    for start in (shared, f"{last['epoch']}:{shared}"):
        assert kept(f"tail --from {start}").out.splitlines() == every[shown:]
    newest = json.loads(every[-1])
    ran = kept(f"tail --from {newest['epoch']}:{newest['sequence']}")
    assert (ran.code, ran.out) == (exits.FINE, "")


@pytest.mark.parametrize("start", ["x:1", "1:1", f"{'0' * 15}g:1", f"{'0' * 16}:", "-1"])
def test_what_is_no_position(start: str, kept: Command) -> None:
    ran = kept(f"tail --from={start}")
    assert ran.code == exits.USAGE
    assert "is neither a position" in ran.err
