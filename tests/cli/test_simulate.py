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
