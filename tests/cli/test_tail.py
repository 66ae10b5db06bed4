"""`domino tail` in a real process, while other processes write to the book."""

import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from select import select

import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.ledger.store.ids import game_id
from tests.ledger.games import Json

from .bad_input import BLOCK, DATA, PAYOUT, refusal
from .process import PATIENCE, Running, domino, read_only, started, unprivileged

REPLAYS = DATA / "replay.jsonl"


def lines(*options: str, cwd: Path) -> list[bytes]:
    ended = domino("tail", *options, cwd=cwd)
    assert (ended.code, ended.err) == (exits.FINE, "")
    return ended.out.splitlines(keepends=True)


def follower(cwd: Path, *options: str) -> Running:
    return started("tail", "--follow", "--every", "0.05", *options, cwd=cwd)


def first(process: Running, number: int) -> list[bytes]:
    """The next lines."""
    return [process.stdout.readline() for _ in range(number)]


def end(process: Running, sent: signal.Signals) -> bytes:
    """Send the signal; return the rest of the output."""
    process.send_signal(sent)
    out, said = process.communicate(timeout=PATIENCE)
    assert said.strip() == (b"domino: interrupted" if sent == signal.SIGINT else b"")
    return out


def sequence(line: bytes) -> str:
    found: str = json.loads(line)["sequence"]
    return found


# -- following


def test_a_follower_prints_events_of_another_process(book: Path) -> None:
    there = lines(cwd=book)
    with follower(book) as process:
        assert first(process, len(there)) == there
        with started("import", BLOCK, cwd=book) as writer:
            came = first(process, 3000)
            assert writer.wait(PATIENCE) == exits.FINE
        whole = lines(cwd=book)
        came += first(process, len(whole) - len(there) - len(came))
        assert end(process, signal.SIGINT) == b""
        assert process.returncode == exits.INTERRUPTED
    assert there + came == whole


def test_a_killed_follower_continues_from_its_position(book: Path) -> None:
    seen: list[bytes] = []
    with started("import", BLOCK, cwd=book) as writer:
        for number in (1, 700, 1800, 2500):
            after = sequence(seen[-1]) if seen else "0"
            with follower(book, "--from", after) as process:
                seen += first(process, number)
                end(process, signal.SIGKILL)
        assert writer.wait(PATIENCE) == exits.FINE
    seen += lines("--from", sequence(seen[-1]), cwd=book)
    assert seen == lines(cwd=book)


def test_from_now_on(book: Path) -> None:
    there = lines(cwd=book)
    assert lines("--from", "now", cwd=book) == []
    with follower(book, "--from", "now") as process:
        for game in BLOCK.read_bytes().splitlines(keepends=True):
            assert domino("import", "-", cwd=book, stdin=game).code == exits.FINE
            if select([process.stdout], [], [], 0.2)[0]:
                break
        (line,) = first(process, 1)
        end(process, signal.SIGINT)
    assert line in lines("--from", sequence(there[-1]), cwd=book)


def test_a_closed_pipe_is_noticed_without_new_events(book: Path) -> None:
    with follower(book) as process:
        first(process, 10)
        process.stdout.close()
        assert process.wait(PATIENCE) == exits.FINE
        assert process.stderr.read() == b""


def test_names_can_be_erased_during_a_tail(book: Path) -> None:
    with follower(book) as process:
        first(process, len(lines(cwd=book)))
        assert domino("players", "erase", "s0", cwd=book).code == exits.FINE
        end(process, signal.SIGINT)


def test_a_read_only_book(book: Path) -> None:
    there = lines(cwd=book)
    with read_only(book):
        assert domino("tail", cwd=book, before=unprivileged).out.splitlines(keepends=True) == there
        refused = "domino.db cannot be followed: its directory cannot be written to, "
        refused += "and no other program has the book open for writing"
        assert domino("tail", "--follow", cwd=book, before=unprivileged) == refusal(refused)


# -- what is hidden


@pytest.fixture
def replays(tmp_path: Path) -> Path:
    assert domino("import", REPLAYS, "--as-played", cwd=tmp_path).code == exits.FINE
    return tmp_path


def records(file: Path) -> list[Json]:
    return [json.loads(line) for line in file.read_bytes().splitlines()]


def last_round(directory: Path, name: str, *options: str) -> Iterator[Json]:
    """The events of the last round of a game."""
    of_game = [
        line
        for line in map(json.loads, lines(*options, cwd=directory))
        if line["subject"] == str(game_id(name))
    ]
    deal = max(at for at, line in enumerate(of_game) if line["type"].endswith("round-dealt/1"))
    return iter(of_game[deal:])


@pytest.mark.parametrize("name", ["unfinished", "irregular"])
def test_no_hidden_tile_of_a_round_in_play_is_shown(replays: Path, name: str) -> None:
    """Not in deals, in draws, or in notes on irregularities."""
    record = next(game for game in records(REPLAYS) if game["id"] == name)
    recorded = record["rounds"][-1]
    laid = {tile(move["lay"]) for move in recorded["moves"] if "lay" in move}
    events, opened = list(last_round(replays, name)), list(last_round(replays, name, "--open"))
    kinds = {line["type"].partition(".")[2] for line in events}
    assert ("tile-drawn/1" if name == "unfinished" else "irregularity-noted/1") in kinds
    assert tiles_in(events) <= laid
    assert tiles_in(opened) > laid
    assert all("hash" not in line for line in events)


def tiles_in(events: list[Json]) -> set[frozenset[str]]:
    """Every tile named, in any notation, also in sentences."""
    text = json.dumps([line["data"] for line in events])
    words = text.replace('"', " ").replace(",", " ").replace("]", " ").replace("[", " ").split()
    halves = [word.strip(".;:").split("-") for word in words]
    return {frozenset(two) for two in halves if len(two) == 2 and all(h.isdigit() for h in two)}


# -- bad input


def test_tampering(book: Path) -> None:
    forge = (
        "import sqlite3; book = sqlite3.connect('domino.db'); "
        "book.execute('DROP TRIGGER stored_events_refuses_update'); "
        "book.execute('UPDATE stored_events SET state = replace(state, x\\'3a30\\', x\\'3a31\\') "
        "WHERE originator_version = 3 AND rowid > 100'); book.commit()"
    )
    subprocess.run(["python3", "-c", forge], cwd=book, check=True)
    ended = domino("tail", cwd=book)
    assert ended.code == exits.TAMPERING
    changed, others = ended.sentences
    assert changed.endswith(", round 1, move 1 does not have the form of an event")
    assert others == "4 of the 99 other games are as they were recorded"


def test_tiles_left_agree_with_the_records(book: Path) -> None:
    events = [json.loads(line) for line in lines(cwd=book)]
    left = {line["subject"]: line["data"]["left"] for line in events if "left" in line["data"]}
    assert len(left) == 100
    for record in records(PAYOUT):
        hands = [set(map(tile, hand)) for hand in left[str(game_id(record["id"]))]]
        assert hands == kept(record["rounds"][0])


def kept(round: Json) -> list[set[frozenset[str]]]:
    """By seat, the tiles dealt or drawn and not laid."""
    hands = [set(map(tile, hand)) for hand in round["hands"]]
    for move in round["moves"]:
        if "draw" in move:
            hands[move["seat"]].add(tile(move["draw"]))
        elif "lay" in move:
            hands[move["seat"]].discard(tile(move["lay"]))
    return hands


def tile(name: str) -> frozenset[str]:
    """A tile, whichever half is named first."""
    return frozenset(name.split("-"))
