"""`domino games`."""

from pathlib import Path

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


COMMANDS = (
    *("games --json", "stats --json", "stats --csv", "stats p0", "stats p0 --json"),
    *("payouts --json", "payouts --by game --json"),
    *("payouts --format beancount", "payouts --format hledger"),
)


def test_nothing_of_a_round_in_play_is_shown(domino: Command) -> None:
    """The output does not depend on the hands or on the tiles laid."""
    rounds = LOT["rounds"]
    dealt = {**rounds[0], "moves": rounds[0]["moves"][:3], "ended": None, "claims": None}
    swapped = {**dealt, "moves": [], "hands": dealt["hands"][::-1]}
    answers = []
    for round in (dealt, swapped):
        put(domino, LOT | {"rounds": [round], "started_at": "2026-11-20T20:00:00Z"})
        ids = {each["player"]: each["name"] for each in jsons(domino("players list --json").out)}
        answers.append([renamed(domino(typed).out, ids) for typed in COMMANDS])
        Path("domino.db").unlink()
        Path("domino.db.tables").unlink()
    assert answers[0] == answers[1]


def renamed(text: str, ids: dict[str, str]) -> str:
    """The text with names in place of ids, which differ from book to book."""
    for player, name in ids.items():
        text = text.replace(player, name).replace(player.replace("-", "")[:12], name)
    return text
