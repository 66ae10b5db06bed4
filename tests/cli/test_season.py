"""`domino league --season`, and what commands say of games that do not count."""

import json
from pathlib import Path

import pytest

from tests.ledger.games import line, record

from .bad_input import PAYOUT
from .command import Command

LOT = record("openspiel-block.jsonl")


@pytest.fixture
def played(domino: Command) -> Command:
    """The command, with a book of the payout games, and a game that was begun."""
    Path("begun.jsonl").write_bytes(line(LOT | {"id": "begun", "rounds": []}))
    assert domino(f"import {PAYOUT} begun.jsonl").code == 0
    return domino


def test_a_season_for_people(played: Command) -> None:
    found = played("league --season")
    assert found.code == 0
    begun, own = found.out.split("forced-block@1")
    assert begun.splitlines()[-2].split() == ["in", "progress", "1", "begun"]
    table, months, pairs = own.split("\n\n")
    assert len(table.splitlines()) == 6
    assert months.splitlines()[1].split()[1:] == ["100", "100", "s1", "34", "s1", "34"]
    assert pairs.splitlines()[1].split() == ["s1", "s0", "100", "34", "31", "52.3"]
    assert found.err == "100 games counted, 1 game left out: in progress\n"


def test_a_season_as_a_page(played: Command) -> None:
    page = played("league --season --html").out
    for words in ("most won so far", "against", "left out", "52.3"):
        assert f">{words}</" in page, words


def test_a_season_for_programs(played: Command) -> None:
    found = [json.loads(each) for each in played("league --season --json").out.splitlines()]
    assert [each["rules"] for each in found] == ["block-lot@1", "forced-block@1"]
    assert found[0]["uncounted"] == {"in progress": ["begun"]}
    assert [each["won"] for each in found[1]["places"]] == [34, 31, 23, 13]
    (together,) = played("league --season --json --together").out.splitlines()
    assert json.loads(together)["rules"] is None
    assert played("league --season --csv").code == 2


def test_many_games_left_out_are_counted_and_some_named(domino: Command) -> None:
    games = [LOT | {"id": f"begun-{number}", "rounds": []} for number in range(7)]
    Path("begun.jsonl").write_bytes(b"".join(map(line, games)))
    domino("import begun.jsonl")
    row = domino("league --season").out.splitlines()[-1]
    assert row.split() == ["in", "progress", "7", *(f"begun-{n}," for n in range(5)), "..."]


def test_statistics_say_which_games_they_leave_out(played: Command) -> None:
    for options in ("", "p0", "--rules block-lot@1", "--by seat"):
        assert played(f"stats {options}").err.splitlines()[0] == "1 game left out: in progress", (
            options
        )
    for options in ("s0", "--rules forced-block@1"):
        assert played(f"stats {options}").err == "", options


def test_against_each_other(domino: Command) -> None:
    """A game that a third player won says nothing of two others."""
    games = PAYOUT.read_bytes().splitlines()[:1]
    Path("one.jsonl").write_bytes(b"\n".join(games))
    domino("import one.jsonl")
    rows = [row.split() for row in domino("stats s0").out.splitlines()]
    assert ["s3", "forced-block@1", "1", "0", "1", "0.0"] in rows
    assert ["s1", "forced-block@1", "1", "0", "0", "-"] in rows
