"""`domino whatif`, and that it changes nothing."""

import hashlib
import json
from pathlib import Path

import pytest

from tests.ledger.games import Json, line, record

from .bad_input import PAYOUT
from .command import Command
from .other_rules import add_counted

SERIES = record("sanjuan.jsonl")


@pytest.fixture
def played(domino: Command) -> Command:
    """The command, in a directory with a book of the payout games and a game of twelve rounds."""
    Path("series.jsonl").write_bytes(line(SERIES | {"started_at": "2026-11-20T10:00:00Z"}))
    assert domino(f"import {PAYOUT} series.jsonl").code == 0
    add_counted(domino, "calm@1", "forced-block@1", "block-lot@1")
    add_counted(domino, "short@1", "partnership-sanjuan@1", "block-lot@1")
    add_counted(domino, "points@1", "forced-block@1", "draw@1")
    return domino


def report(domino: Command, options: str) -> Json:
    found: Json = json.loads(domino(f"whatif {options} --json").out)
    return found


def test_text_for_people(played: Command) -> None:
    found = played("whatif --rules calm@1 --rules short@1")
    assert found.code == 0
    assert found.err.splitlines()[0] == "101 games, 112 settled rounds"
    heads = [part.splitlines()[0].split() for part in found.out.split("\n\n")]
    assert heads[:2] == [["now", "calm@1", "short@1"], ["differences"]]
    assert [head[0] for head in heads[2:]] == ["player", "game"]
    cells = [row.split() for row in found.out.splitlines()]
    assert ["games", "over", "101", "101"] in cells
    assert ["surplus", "rounds", "0", "11"] in cells
    assert ["rounds", "that", "count", "112", "101"] in cells
    assert ["games", "that", "end", "at", "another", "round", "1"] in cells


def test_what_a_rule_change_would_have_paid(played: Command) -> None:
    """As an analyst does it: change one value of a published rule set, and add it to the book."""
    shown = played("rules show forced-block@1 --json").out
    mine = json.loads(shown) | {"id": "mine@1"}
    mine["payout"]["loss_factor"] = 3
    Path("mine.json").write_text(json.dumps(mine), encoding="utf-8")
    assert played("rules add mine.json").code == 0
    money = {each["name"]: each for each in report(played, "--rules mine@1")["players"]}
    paid_now = {name: each["now"]["net"]["XXX"] for name, each in money.items()}
    paid_then = {name: each["then"]["net"]["XXX"] for name, each in money.items()}
    assert paid_now != paid_then
    for payouts, expected in (("rebuild", paid_now), ("rebuild --rules mine@1 --yes", paid_then)):
        assert played(payouts).code == 0
        dues = [json.loads(each) for each in played("payouts --json").out.splitlines()]
        due = {each["name"]: each["amount"] for each in dues}
        assert {name: due.get(name, 0) for name in expected} == expected
    after = report(played, "--rules mine@1")
    assert after["now"] == [{"played": "same-play", "rules": "mine@1"}]
    assert after["changes"] == []
    assert after["otherwise"] == {"games": 0, "rounds_won": 0, "points": 0, "paid": 0}


def test_a_game_without_a_winner_by_the_other_rules(played: Command) -> None:
    shown = played("rules show partnership-sanjuan@1 --json").out
    mine = json.loads(shown) | {"id": "long@1"}
    mine["score"]["target"] = 1000
    Path("long.json").write_text(json.dumps(mine), encoding="utf-8")
    played("rules add long.json")
    said = played("whatif --rules long@1 --from 2026-11-20 --player north")
    assert "nobody (ahead: " in said.out
    found = report(played, "--rules long@1 --from 2026-11-20 --player north")
    assert (found["games"], found["rounds"]) == (1, 12)
    assert found["totals"]["now"]["unfinished"] == 0
    assert found["totals"]["then"] == {"over": 0, "unfinished": 1, "rounds": 12, "surplus": 0}
    (change,) = found["changes"]
    assert change["game"] == SERIES["id"]
    assert len(change["winners"]["now"]) == len(change["leaders"]) == 2
    assert change["winners"]["then"] == []
    assert found["readings"] == {}


def test_every_reading_side_by_side(played: Command) -> None:
    found = played("whatif --rules forced-block@1 --player s0")
    assert found.code == 0
    rows = [row.split() for row in found.out.split("\n\n")[-1].splitlines()]
    assert rows[0] == ["reading", "blockers", "assisted", "s0", "s1", "s2", "s3"]
    assert [row[0] for row in rows[1:] if "without" not in row] == [
        "last-to-lay",
        "last-choice",
        "knowing-lock",
        "point-of-no-return",
        "could-have-forced-open",
        "set-up",
    ]
    readings = report(played, "--rules forced-block@1 --player s0")["readings"]
    assert {each["blockers"] for each in readings.values()} >= {12, 28}
    assert all(
        sum(money["XXX"] for money in each["net"].values()) == 0 for each in readings.values()
    )


def test_several_rules_side_by_side(played: Command) -> None:
    """Totals, players and readings; each column is as in a run of its own."""
    several = "--rules forced-block@1 --set payout.loss_factor=1,3"
    found = played(f"whatif {several}")
    parts = [[row.split("  ") for row in part.splitlines()] for part in found.out.split("\n\n")]
    labels = [f"forced-block@1 payout.loss_factor={factor}" for factor in (1, 3)]
    assert [row for row in (1, 2, 3) if parts[0][row][0].strip() == str(row - 1)] == [2, 3]
    assert all(label in found.out for label in labels)
    assert [part[0][0] for part in parts[1:3]] == ["games won", "money"]
    assert parts[3][0][:2] == ["rules", "reading"]
    each = [json.loads(one) for one in played(f"whatif {several} --json").out.splitlines()]
    alone = [report(played, f"--rules forced-block@1 --set payout.loss_factor={n}") for n in (1, 3)]
    assert each == alone
    assert [one["set"] for one in each] == [{"payout.loss_factor": 1}, {"payout.loss_factor": 3}]
    own = {"rules": "partnership-sanjuan@1", "differs": [], "games": 1, "records": [SERIES["id"]]}
    assert each[0]["kept"] == [own]
    assert "1 game of partnership-sanjuan@1 keeps its rules, none are named for it" in found.err


def test_only_some_games(played: Command) -> None:
    both = "--rules points@1 --rules short@1"
    assert report(played, f"{both} --player north")["games"] == 1
    everything = report(played, both)["games"]
    assert report(played, f"{both} --from 2026-11-20")["games"] == everything == 101
    assert report(played, f"{both} --from 2999-01-01")["games"] == 0
    assert report(played, f"{both} --from 2026-11-21 --player north")["games"] == 0
    nothing = played("whatif --rules forced-block@1 --from 2999-01-01")
    assert (nothing.code, nothing.err) == (0, "0 games, 0 settled rounds\n")


def test_nothing_is_written(played: Command) -> None:
    played("whatif --rules forced-block@1")
    before = digests()
    assert len(before) >= 2
    for options in ("--rules calm@1", "--rules points@1", "--rules forced-block@1 --json"):
        played(f"whatif {options}")
    assert digests() == before


def digests() -> dict[str, str]:
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in Path().glob("domino.db*")
    }


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ("", 2, "name rules with --rules, a field with --set, or a reading with --reading"),
        ("--set score.target", 2, "'score.target' is not a setting such as score.target=50"),
        ("--set score..target=5", 2, "is not a setting such as"),
        ("--set play.draw=3", 2, "play.draw is no field of score or payout"),
        ("--set score.target=50 --from 2999-01-01", 1, "there are no such games"),
        ("--rules points@1 --set score.target=x", 2, "score.target: expected a whole number"),
        (
            "--rules points@1 --set score.targt=5",
            2,
            "field 'targt' here (did you mean 'target'?)",
        ),
        ("--rules nothing@1", 1, "nothing@1"),
        ("--rules points@1 --player nobody", 1, "nobody"),
        ("--rules points@1 --from yesterday", 2, "'yesterday' is not a day: expected one such as"),
        ("--rules points@1 --from 2026-13-01", 2, "'2026-13-01' is not a day"),
    ],
)
def test_usage(played: Command, options: str, code: int, said: str) -> None:
    found = played(f"whatif {options}")
    assert (found.code, found.out, len(found.err.splitlines())) == (code, "", 1)
    assert said in found.err


def test_more_players_and_games_than_are_shown(domino: Command) -> None:
    games = []
    for number, text in enumerate(PAYOUT.read_bytes().splitlines()):
        game = json.loads(text)
        names = [f"p{number % 5}-{seat}" for seat, _ in enumerate(game["players"])]
        games.append(game | {"players": names, "rules": "forced-block@1"})
    Path("games.jsonl").write_bytes(b"".join(map(line, games)))
    assert domino("import games.jsonl").code == 0
    found = domino("whatif --rules forced-block@1")
    assert found.err.splitlines()[-1].endswith(" more players: --json has all")
    points = domino("whatif --rules forced-block@1=draw@1")
    assert points.err.splitlines()[-1] == "and 80 more games: --json lists all"
    assert len(report(domino, "--rules forced-block@1=draw@1")["changes"]) == 100
