"""`domino whatif`, and that it changes nothing."""

import hashlib
import json
from pathlib import Path

import pytest

from tests.ledger.games import Json, line, record
from tests.projections.test_paid_shutouts import LEFT, game, rules_of

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


def test_two_rule_sets_are_compared_with_each_other(played: Command) -> None:
    one, other = "short@1", "partnership-sanjuan@1"
    forth = report(played, f"--against {one} --rules {other}")
    back = report(played, f"--against {other} --rules {one}")
    assert (forth["against"], forth["now"]) == (True, back["rules"])
    assert forth["totals"] == {"now": back["totals"]["then"], "then": back["totals"]["now"]}
    then = [player["then"] for player in report(played, f"--rules {one}")["players"]]
    assert [player["now"] for player in forth["players"]] == then
    assert [player["then"] for player in back["players"]] == then
    assert forth["otherwise"] == back["otherwise"]
    assert forth["otherwise"]["games"] == 1


@pytest.mark.parametrize(
    ("options", "ways"),
    [
        ("--against points@1 --rules forced-block@1", {"-", "down"}),
        ("--against forced-block@1 --rules points@1", {"-", "up"}),
    ],
)
def test_the_list_says_who_moves_up_and_who_down(
    played: Command, options: str, ways: set[str]
) -> None:
    said = played(f"whatif {options}").out
    assert said.splitlines()[0].split() == options.split()[1::2]
    lines = said[said.index("player") :].split("\n\n")[0].splitlines()[1:]
    for now, then, way, by in (each.split()[1:5] for each in lines):
        moved = int(now) - int(then)
        assert way == ("up" if moved > 0 else "down" if moved else "-")
        assert by == str(abs(moved)) or not moved
    assert {each.split()[3] for each in lines} == ways


def test_only_one_rule_set_a_game_can_be_compared_with(played: Command) -> None:
    twice = played("whatif --against points@1 --against forced-block@1 --set score.target=5")
    assert (twice.code, twice.out) == (2, "")
    assert twice.err.startswith("domino: ")
    assert "forced-block@1, points@1" in twice.err


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


def test_what_a_shutout_paid_as_two_games_would_have_paid(domino: Command) -> None:
    Path("shutout.jsonl").write_bytes(line(game(*LEFT, rules=rules_of("once"))))
    assert domino("import shutout.jsonl").code == 0
    found = report(domino, "--set payout.shutout=each-game --player ana")
    (ana,) = (each for each in found["players"] if each["name"] == "ana")
    assert (ana["now"]["net"], ana["then"]["net"]) == ({"XXX": 35}, {"XXX": 70})
    refused = domino("whatif --set score.shutout=null --set payout.shutout=each-game")
    assert refused.code == 2
    assert "payout.shutout is each-game, so score.shutout must be given (" in refused.err
