"""`domino games`."""

import pytest

from .command import Command
from .samples import BLOCKED, LOT, SERIES, jsons, put

OLD, NEW = (
    LOT | {"id": day, "started_at": f"{day}T20:00:00Z"} for day in ("2001-05-04", "2003-02-01")
)


@pytest.mark.parametrize(
    ("options", "listed"),
    [
        ("", [SERIES["id"], "2003-02-01", "2001-05-04"]),
        ("--limit 2", [SERIES["id"], "2003-02-01"]),
        ("--limit 0", None),
        ("--from 2003-02-01", [SERIES["id"], "2003-02-01"]),
        ("--to 2003-02-01", ["2003-02-01", "2001-05-04"]),
        ("--from 2001-05-05 --to 2003-01-31", []),
        ("--from 2003-02-01 --to 2001-05-04", None),
        ("--from tomorrow", None),
        (f"--rules {LOT['rules']}", ["2003-02-01", "2001-05-04"]),
        ("--rules nothing@1", None),
        ("--player north", [SERIES["id"]]),
        ("--player nobody", None),
        ("--state over --to 2003-02-01", ["2003-02-01", "2001-05-04"]),
        ("--state disputable", []),
    ],
)
def test_filters(options: str, listed: list[str] | None, domino: Command) -> None:
    """The newest first; in output for programs, in the order of opening."""
    put(domino, NEW, OLD, SERIES)
    ran = domino(f"games {options}")
    if listed is None:
        assert (ran.code != 0, ran.out, len(ran.err.splitlines())) == (True, "", 1)
        return
    assert [line.split()[0] for line in ran.out.splitlines()[1:]] == listed
    for_programs = [each["record"] for each in jsons(domino(f"games {options} --json").out)]
    assert for_programs == sorted(listed, key=["2003-02-01", "2001-05-04", SERIES["id"]].index)


def test_an_erased_player_is_shown_by_id(domino: Command) -> None:
    put(domino, BLOCKED)
    domino("players erase s1")
    journals = ("payouts --format beancount", "payouts --format hledger")
    every = ("games", "stats", "stats s0", "payouts", "payouts --by game", *journals)
    for typed in (*every, "games --json", "stats --json", "stats --csv", "payouts --format csv"):
        shown = domino(typed).out
        assert "layer-" in shown, typed
        assert "s1" not in shown, typed
