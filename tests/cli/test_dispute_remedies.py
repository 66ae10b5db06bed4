"""Remedies as options, and games that go on after a ruling."""

import json

import pytest

from tests.ledger.games import Json, line, record

from .bad_input import DISPUTED as GAME
from .command import Command


def test_pips_that_nobody_saw_are_counted_by_the_arbiter(desk: Command) -> None:
    game = record("payout.jsonl") | {"id": "unseen"}
    game["rounds"][0] |= {"hands": None, "boneyard": None}
    game["rounds"][0].pop("claims", None)
    desk("import -", line(game))
    desk("dispute open unseen --by s0 --round 1 --claim 'who won'")
    ran = desk("dispute rule unseen 1 --by Marta --new --penalty s1:time")
    assert "unseen: round 1 ended with unseen tiles: count the pips left, too\n" in ran.err
    desk("dispute rule unseen 1 --by Marta --new --penalty s1:time --pips 12,10,17,7")
    assert outcomes(desk, game="unseen") == ([], [3])


def played(rounds: int) -> Json:
    """A record with this many copies of one round."""
    game = record("payout.jsonl")
    game.pop("claims", None)
    game["rounds"][0].pop("claims", None)
    return game | {"rounds": game["rounds"] * rounds}


def outcomes(
    domino: Command, *options: str, game: str = GAME
) -> tuple[list[str], list[int] | None]:
    """The violations of the game, and who won it."""
    report = json.loads(domino(f"audit {game} --json {' '.join(options)}").out)
    return [violation["code"] for violation in report["violations"]], report["winners"]


def test_a_round_played_again_is_imported_as_the_next(desk: Command) -> None:
    assert "1 rejected" in desk("import -", line(played(2))).err
    desk(f"dispute rule {GAME} 1 --by Marta --new --replay-round")
    assert "1 extended" in desk("import -", line(played(2))).err
    assert outcomes(desk) == ([], [3])
    assert "1 unchanged" in desk("import -", line(played(2))).err
    assert "1 rejected" in desk("import -", line(played(3))).err


EVENING = "--rules partnership-pagat@1 --players Ana,Ben,Cid,Dee --id f"
SEEDS = b"\n" * 4
TIME = "dispute rule f 1 --by Mona --new --penalty Ana:time:points-off"


@pytest.fixture
def won_by_results(domino: Command) -> Command:
    """Game f: 105 to 95 after three rounds to 100 points; the last of them is disputed."""
    assert domino(f"record {EVENING}", b"a 60 out\nb 95 out\na 45 out\n").code == 0
    assert domino("dispute open f --round 3 --by Mona --new --claim slow").code == 0
    return domino


def standing(domino: Command, game: str = "f") -> tuple[str, list[int], list[int] | None]:
    """The state of the game, its scores and its winners, as `audit` has them."""
    report = json.loads(domino(f"audit {game} --json").out)
    assert report["violations"] == []
    return report["state"], report["scores"], report["winners"]


def test_after_a_ruling_takes_the_win_away_the_next_result_is_noted(
    won_by_results: Command,
) -> None:
    won_by_results(f"{TIME}=10@3")
    assert standing(won_by_results) == ("in progress", [95, 95], None)
    ran = won_by_results("record --resume f", b"b 3 out\nb 2 out\nb 1 out\n")
    assert "line 3: the game is over" in ran.err
    assert standing(won_by_results) == ("over", [95, 100], [1, 3])


def test_a_penalty_stops_the_round(won_by_results: Command) -> None:
    fine = "Ana:revoke:points-to-others=7:voids-round=yes:next-lead=offended@3"
    ran = won_by_results(f"dispute rule f 1 --by Mona --new --penalty {fine}")
    assert ran.code == 0
    assert standing(won_by_results) == ("over", [60, 102], [1, 3])
    refused = won_by_results("dispute rule f 1 --by Mona --penalty Ana:revoke:voids-round=maybe")
    assert (refused.code, "voids-round is one of yes, no, not 'maybe'" in refused.err) == (2, True)


def test_after_a_ruling_takes_the_win_away_the_next_hand_is_dealt(won_by_results: Command) -> None:
    assert "the game is over" in won_by_results("deal tiles f", SEEDS).err
    won_by_results(f"{TIME}=10@3")
    assert won_by_results("deal tiles f", SEEDS).code == 0
    assert len(json.loads(won_by_results("export f --open").out)["rounds"]) == 4
    assert won_by_results("record --resume f", b"moves\n").code == 0


def test_after_a_ruling_takes_the_win_away_a_longer_record_is_imported(
    won_by_results: Command,
) -> None:
    game = json.loads(won_by_results("export f").out)
    again = {"reported": {"winners": [1, 3], "ended": "out", "points": [0, 8]}}
    longer = game | {"rounds": [*game["rounds"], again]}
    assert "1 rejected" in won_by_results("import -", line(longer)).err
    won_by_results(f"{TIME}=10@3")
    assert "1 extended" in won_by_results("import -", line(longer)).err
    assert standing(won_by_results) == ("over", [95, 103], [1, 3])
    assert json.loads(won_by_results("export f").out) == longer
    longer["rounds"].append(again)
    assert "1 rejected" in won_by_results("import -", line(longer)).err


def test_after_a_ruling_takes_the_win_away_a_game_against_bots_goes_on(domino: Command) -> None:
    first_move = b"1\n" * 400
    domino("play --rules draw@1 --set score.target=10 --seed 3", first_move)
    (game,) = (json.loads(each)["id"] for each in domino("export").out.splitlines())
    assert standing(domino, game)[0] == "over"
    domino(f"dispute open {game} --by Mona --new --claim 'no points'")
    domino(f"dispute rule {game} 1 --by Mona --points 0,0@1")
    assert standing(domino, game) == ("in progress", [0, 0], None)
    assert domino(f"play --resume {game} --seed 3", first_move).code == 0
    state, scores, winners = standing(domino, game)
    assert (state, max(scores) >= 10) == ("over", True)
    assert winners is not None
