"""`domino archive`, and `domino verify --archive`."""

import json
import re
import sys
from pathlib import Path

import pytest

from domino_ledger.cli import exit_codes as exits
from tests.projections.logged import KEY

from .command import Command
from .samples import BLOCKED, LOT, put

ALONE = "no checkpoint and no book was given: an archive that was made anew as a whole would not"


@pytest.fixture
def archived(domino: Command) -> Command:
    """A book with a closed game, a checkpoint of its log, and an archive."""
    put(domino, LOT)
    domino("catch-up")
    Path("key").write_text(f"{KEY}\n")
    Path("key").chmod(0o600)
    assert domino("checkpoint --key key --output kept").code == exits.FINE
    assert domino("archive domino.db --to archive").code == exits.FINE
    return domino


def some_file() -> Path:
    return min(Path("archive").rglob("*.parquet"))


def some_file_of(table: str) -> Path:
    return min(Path("archive", table).rglob("*.parquet"))


def test_what_is_said(domino: Command) -> None:
    put(domino, LOT, BLOCKED)
    ran = domino("archive domino.db --to archive")
    assert re.fullmatch(
        r"9 files were written, \d+ bytes\narchive has \d games with \d+ events in \d+ bytes\n",
        ran.err,
    )
    assert (ran.code, ran.out) == (exits.FINE, "")
    size = sum(file.stat().st_size for file in Path("archive").rglob("*.parquet"))
    again = domino("archive domino.db --to archive")
    assert again.err == f"0 files were written, 0 bytes\n{ran.err.splitlines()[1]}\n"
    said = json.loads(domino("archive domino.db --to archive --json").out)
    assert (said["bytes"], said["files_written"], said["bytes_written"]) == (size, 0, 0)
    assert f"{said['games']} games with {said['events']} events in {said['bytes']} bytes" in ran.err


def test_books_that_are_named_with_their_addresses(archived: Command) -> None:
    archived("simulate --rules block@1 --players 2 --games 2 --seed 1 --ledger other.db")
    ran = archived("archive domino.db other.db --to archive --json")
    assert json.loads(ran.out)["games"] == 3
    ran = archived("verify --archive archive --book domino.db --book other.db")
    assert "2 books have the logs that are in the archive\n14 files of facts are what" in ran.out


def test_what_was_checked(archived: Command) -> None:
    alone = archived("verify --archive archive")
    assert alone.code == exits.FINE
    events = json.loads(archived("archive domino.db --to archive --json").out)["events"]
    assert alone.out.splitlines()[:2] == [
        "9 files are as they were written",
        f"{events} events are at their places in the logs of their books",
    ]
    assert alone.out.splitlines()[2].startswith(ALONE)
    by_checkpoint = archived("verify --archive archive --checkpoint kept")
    assert ALONE not in by_checkpoint.out
    assert "the log goes on from the checkpoint of club.example/book with" in by_checkpoint.out
    assert "its signature was not checked: name the key with --key" in by_checkpoint.out
    trusted = archived(f"verify --archive archive --checkpoint kept --key {KEY.public}")
    assert "that checkpoint is signed by club.example/book" in trusted.out
    (said,) = map(
        json.loads,
        archived(
            f"verify --archive archive --checkpoint kept --book domino.db --key {KEY.public} --json"
        ).out.splitlines(),
    )
    (checkpoint,) = said.pop("checkpoints")
    assert checkpoint["signed_by"] == ["club.example/book"]
    assert checkpoint["events"] == said["logged"] > events
    assert (said["files"], said["books"], said["tables"]) == (9, 1, 7)


def test_another_key_has_not_signed(archived: Command) -> None:
    other = KEY._replace(seed=bytes(32))
    ran = archived(f"verify --archive archive --checkpoint kept --key {other.public}")
    sentence = "domino: no key that you named has signed the checkpoint of club.example/book\n"
    assert (ran.code, ran.err) == (exits.TAMPERING, sentence)


def test_a_changed_byte_is_one_sentence(archived: Command) -> None:
    content = bytearray(some_file().read_bytes())
    content[len(content) // 2] ^= 1
    some_file().write_bytes(content)
    ran = archived("verify --archive archive")
    path = some_file().relative_to("archive").as_posix()
    sentence = f"domino: {path} in the archive archive is not as it was written\n"
    assert ran == (exits.TAMPERING, "", sentence)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("archive --to there", "domino: name the books to copy {see}"),
        (
            "verify --archive archive --all",
            "domino: name a game, --all, the hash of a sheet with --sheet, or --archive {see}",
        ),
        (
            "verify --all --book domino.db",
            "domino: --book goes with --archive {see}",
        ),
        (
            "verify --archive archive --tiles tiles",
            "domino: --archive goes with --checkpoint, --key and --book alone {see}",
        ),
        (
            "stats --counted-by block@1",
            "domino: --counted-by, --jobs and --names go with --archive {see}",
        ),
        (
            "payouts --names domino.db",
            "domino: --counted-by, --jobs and --names go with --archive {see}",
        ),
        (
            "stats --archive archive --by seat",
            "domino: --archive excludes PLAYER, --by and --plot {see}",
        ),
        (
            "payouts --archive archive --format hledger",
            "domino: --archive excludes --format hledger: no journal is in it {see}",
        ),
    ],
)
def test_what_does_not_go_together(line: str, sentence: str, archived: Command) -> None:
    see = f"(see 'domino {line.split(maxsplit=1)[0]} --help')\n"
    assert archived(line) == (exits.USAGE, "", sentence.format(see=see))


def test_what_is_not_there(domino: Command) -> None:
    ran = domino("verify --archive there")
    assert ran.code == exits.FAILURE
    assert ran.err == "domino: there is no archive at there: domino archive makes one\n"
    ran = domino("archive none.db --to there")
    assert ran.code == exits.FAILURE
    assert ran.err.startswith("domino: there is no ledger at none.db")
    put(domino, LOT)
    ran = domino("archive domino.db --to nosuch://there")
    assert ran.code == exits.FAILURE
    assert ran.err.startswith("domino: the archive nosuch://there cannot be read or written: ")
    assert not Path("there").exists()


ANSWERS = (
    *("stats", "stats --json", "stats --csv", "stats --per-hundred", "stats --rules block-lot@1"),
    *("payouts", "payouts --json", "payouts --by game", "payouts --by game --format csv"),
)


@pytest.mark.parametrize("line", ANSWERS)
def test_an_archive_answers_as_its_book(line: str, domino: Command) -> None:
    put(domino, LOT, BLOCKED)
    domino("archive domino.db --to archive")
    answer = domino(line)
    assert answer.code == exits.FINE
    assert domino(f"{line} --archive archive --names domino.db") == answer
    nameless = domino(f"{line} --archive archive")
    assert nameless.code == exits.FINE
    assert nameless != answer


def test_several_processes_say_the_same(domino: Command) -> None:
    """Of three books: each is a part of the archive."""
    put(domino, LOT, BLOCKED)
    for number in (1, 2):
        game = "--rules forced-block@1 --players 4 --games 5"
        assert domino(f"simulate {game} --seed {number} --ledger {number}.db").code == exits.FINE
    domino("archive domino.db 1.db 2.db --to archive")
    for line in ("stats --json", "payouts --by game", "stats --counted-by all=block@1"):
        alone = domino(f"{line} --archive archive --names domino.db")
        assert (alone.code, alone.out != "") == (exits.FINE, True)
        assert domino(f"{line} --archive archive --names domino.db --jobs 2") == alone
    some_file_of("game_seat").write_bytes(b"")
    alone = domino("stats --archive archive")
    assert alone.code == exits.TAMPERING
    assert domino("stats --archive archive --jobs 2") == alone


def test_counted_by_other_rules(domino: Command) -> None:
    put(domino, LOT, BLOCKED)
    domino("archive domino.db --to archive")
    other = "--archive archive --names domino.db --counted-by all=block@1"
    found = [domino(f"{line} {other}") for line in ("stats", "payouts")]
    assert found != [domino(line) for line in ("stats", "payouts")]
    domino("rebuild --rules all=block@1 --yes")
    since = "all games played alike count by block@1, since the last rebuild\n"
    for line, answer in zip(("stats", "payouts"), found, strict=True):
        rebuilt = domino(line)
        # What was booked and taken back: 0 in the book, and nothing in an archive.
        lines = [each for each in rebuilt.out.splitlines() if not each.endswith("  0")]
        assert (answer.out.splitlines(), f"{since}{answer.err}") == (lines, rebuilt.err)
    domino("archive domino.db --to archive")
    assert domino("stats --archive archive --names domino.db") == domino("stats")


@pytest.mark.parametrize(
    ("options", "code", "sentence"),
    [
        ("--rules nosuch@1", exits.FAILURE, "there are no rules 'nosuch@1'"),
        ("--counted-by nosuch@1", exits.FAILURE, "there are no rules 'nosuch@1'"),
        (
            "--counted-by draw@1",
            exits.FAILURE,
            "no game was played by rules that differ from draw@1",
        ),
        (
            "--counted-by all=draw@1 --counted-by all=block@1",
            exits.USAGE,
            "Invalid value for '--counted-by'",
        ),
    ],
)
def test_rules_that_an_archive_cannot_be_counted_by(
    options: str, code: int, sentence: str, archived: Command
) -> None:
    ran = archived(f"stats --archive archive {options}")
    assert (ran.code, ran.out) == (code, "")
    assert sentence in ran.err


def test_nothing_counts_in_an_archive(archived: Command) -> None:
    ran = archived("stats --archive archive --rules draw@1")
    assert (ran.code, len(ran.out.splitlines())) == (exits.FINE, 1)
    assert ran.err == "no round that was played under draw@1 counts\n"


@pytest.mark.parametrize(
    "line", ["archive domino.db --to there", "verify --archive there", "payouts --archive there"]
)
def test_without_the_extra(line: str, domino: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    put(domino, LOT)
    for name in [name for name in sys.modules if ".projections.archive" in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    ran = domino(line)
    assert ran.code == exits.FAILURE
    assert ran.err == (
        "domino: archives need an extra: pip install 'domino-ledger[arrow]', or in a clone "
        "./demo --with arrow\n"
    )
