"""`domino simulate`."""

from pathlib import Path

from .command import Command

TEN = "simulate --rules block@1 --players 3 --games 10 --seed 7"


def test_a_second_run_adds_only_new_games(domino: Command) -> None:
    assert domino(TEN) == (0, "", "10 games added, 0 there already\n")
    assert domino(f"{TEN} --games 12") == (0, "", "2 games added, 10 there already\n")


def test_the_book_exports_what_out_writes(domino: Command, tmp_path: Path) -> None:
    domino(TEN)
    domino("export --out exported.jsonl")
    assert domino(f"{TEN} --out written.jsonl") == (0, "", "10 games played\n")
    assert domino(f"{TEN} --out again.jsonl")[0] == 0
    exported, written, again = (
        (tmp_path / f"{name}.jsonl").read_bytes() for name in ("exported", "written", "again")
    )
    assert exported == written == again
    assert written.count(b"\n") == 10
    assert domino("import written.jsonl")[2] == "0 games added, 10 unchanged, 0 rejected\n"


def test_a_dry_run_writes_nothing(domino: Command, tmp_path: Path) -> None:
    added = "10 games added, 0 there already, nothing written\n"
    assert domino(f"{TEN} --dry-run") == (0, "", added)
    assert domino(f"{TEN} --out x --dry-run") == (0, "", "10 games played, nothing written\n")
    assert list(tmp_path.iterdir()) == []


def test_a_dry_demo(domino: Command, tmp_path: Path) -> None:
    ran = domino("demo --dry-run")
    assert (ran.code, ran.err) == (0, "148 sample games are in domino.db, nothing written\n")
    assert "Now try" not in ran.out
    assert list(tmp_path.iterdir()) == []
