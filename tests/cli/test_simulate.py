"""`domino simulate`."""

from pathlib import Path

import pytest

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
    assert (ran.code, ran.err) == (0, "148 sample games would be in domino.db\n")
    assert "Now try" not in ran.out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "code", "sentence"),
    [
        ("--players 5", 2, "block@1 seats 2, 3, 4 players, not 5"),
        (
            "--players -1",
            2,
            "Invalid value for '--players': '-1' is not a whole number of 1 or more",
        ),
        ("--games -1", 2, "Invalid value for '--games': '-1' is not a whole number of 0 or more"),
        ("--seed -1", 2, "Invalid value for '--seed': '-1' is not a whole number of 0 or more"),
        ("--games NaN", 2, "Invalid value for '--games': 'NaN' is not a whole number of 0 or more"),
        ("--bot clever", 2, "'clever' is not one of 'random', 'greedy'."),
        (
            "--rules blok@1",
            1,
            "there are no rules 'blok@1': domino rules list",
        ),
        ("--ledger .", 1, ". is a directory, not a ledger"),
        ("--out .", 1, ". is a directory, not a file"),
    ],
)
def test_one_sentence_says_what_is_wrong(
    domino: Command, tmp_path: Path, change: str, code: int, sentence: str
) -> None:
    exit_code, out, err = domino(f"{TEN} {change}")
    assert (exit_code, out, err.count("\n")) == (code, "", 1)
    assert sentence in err
    assert list(tmp_path.iterdir()) == []
