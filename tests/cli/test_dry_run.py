"""A dry run says what would happen, and nothing is written (on a server: `test_postgres.py`)."""

import json
from pathlib import Path

import pytest

from tests.ledger.games import line, record

from .bad_input import DISPUTED as GAME
from .command import Command
from .process import domino as process

NEWER = record("payout.jsonl") | {"players": ["s0", "s1", "s2", "zoe"]}
SIMULATED = "simulate --rules block@1 --players 3 --games 10 --seed 7"
LINES = {
    f"amend {GAME} - --reason slip --by nobody": f"{GAME} is at version 2",
    "abandon begun": "begun is abandoned",
    "forfeit begun 0": "begun is forfeited by Ana",
    f"dispute open {GAME} --by new --new --claim x": f"dispute 2 about {GAME} is open",
    f"dispute answer {GAME} 1 x --by new --new": f"dispute 1 about {GAME} is answered",
    f"dispute rule {GAME} 1 --by Marta --new --void-round": f"dispute 1 about {GAME} is ruled on",
    "key add club.key --role log": "is registered, role: ",
    "players erase s0": "is erased",
    "players rename s0 Zoe": "s0 is now Zoe",
    "players merge s0 Ana": "s0 counts as Ana from now on",
    SIMULATED: "10 games added, 0 there already",
    f"{SIMULATED} --out x": "10 games played",
    "demo": "148 sample games are in domino.db",
    "record --rules block@1 --players Ana,Ben --id g": "g: 0 rounds, not over",
}


@pytest.mark.parametrize("typed", LINES)
def test_nothing_is_written(typed: str, desk: Command) -> None:
    assert desk("key new club.example --out club.key").code == 0
    assert desk("record --rules block@1 --players Ana,Ben --id begun").code == 0
    before = {file: file.read_bytes() for file in Path().iterdir()}
    ran = desk(f"{typed} --dry-run", line(NEWER) if typed.startswith("amend") else b"")
    assert ran.code == 0
    *_, said = ran.err.splitlines()
    assert LINES[typed] in said
    assert said.endswith(", nothing written")
    assert {file: file.read_bytes() for file in Path().iterdir()} == before


@pytest.mark.parametrize("typed", [SIMULATED, f"{SIMULATED} --out x", "demo"])
def test_no_book_is_made(typed: str, tmp_path: Path) -> None:
    assert process(*typed.split(), "--dry-run", cwd=tmp_path).code == 0
    assert list(tmp_path.iterdir()) == []


def test_the_result_with_a_ruling_is_shown(desk: Command) -> None:
    ran = desk(f"dispute rule {GAME} 1 --by Marta --new --void-round --dry-run --json")
    unfinished = {"state": "unfinished", "winners": None, "scores": None, "net": None}
    assert json.loads(ran.out)["with"] == unfinished


def test_no_round_is_dealt(domino: Command) -> None:
    domino("record --rules block-lot@1 --players Ana,Ben --id g")
    ran = domino("deal tiles g --dry-run", b"\n\n")
    assert "round 1 is dealt, nothing written" in ran.err.splitlines()
    assert json.loads(domino("export --open").out)["rounds"] == []
