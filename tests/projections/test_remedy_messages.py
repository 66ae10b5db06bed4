"""Sentences about remedies, and about the effect of a ruling."""

from zoneinfo import ZoneInfo

import pytest

from domain.disputes.remedies import (
    CorrectPoints,
    CountPips,
    ImposePenalty,
    NameBlocker,
    Remedy,
    ReplayRound,
    Uphold,
    VoidGame,
    VoidRound,
)
from projections.messages.remedies import remedy_text, ruled_by_text, ruling_text
from projections.results.consequences import Consequences, Result, consequences_json, result_of
from projections.results.disputes import Ruling
from tests.ledger.games import Json, record

from .ruled import BLOCKED, NAMES, PARTNERS, damaged, read_ruled


@pytest.mark.parametrize(
    ("remedy", "text"),
    [
        (Uphold(round=2), "round 3 stands as it was played"),
        (VoidRound(round=2), "round 3 is void"),
        (ReplayRound(round=2), "round 3 is void, and is played again"),
        (VoidGame(), "the game is void"),
        (NameBlocker(round=2), "nobody blocked round 3"),
        (NameBlocker(round=2, blocker=1), "ben blocked round 3"),
        (
            NameBlocker(round=2, blocker=1, assistant=2),
            "ben, assisted by carl, blocked round 3",
        ),
        (NameBlocker(round=2, blocker=7), "seat 7 blocked round 3"),
        (
            CountPips(round=2, pips=(0, 9, 4, 12)),
            "the pips left in round 3 are ana 0, ben 9, carl 4, dora 12",
        ),
        (CountPips(round=2, pips=(0, 9)), "the pips left in round 3 are 0 9"),
        (
            CorrectPoints(round=2, points=(5, 0)),
            "the points of round 3 are ana and carl 5, ben and dora 0",
        ),
        (CorrectPoints(round=2, points=(5, 0, 1)), "the points of round 3 are 5 0 1"),
        (
            ImposePenalty(
                round=2,
                seat=0,
                offence="revoke",
                points_off=1,
                points_to_others=2,
                pips_to_others=3,
            ),
            (
                "ana is penalized in round 3: revoke, 1 point off, "
                "2 points to each other side, 3 pips to each seat of another side"
            ),
        ),
        (
            ImposePenalty(round=2, seat=0, offence="time"),
            "ana is penalized in round 3: slow play, a warning",
        ),
    ],
)
def test_a_remedy_in_words(remedy: Remedy, text: str) -> None:
    game = read_ruled(PARTNERS).game
    assert game is not None
    assert remedy_text(remedy, game, NAMES) == text


def test_points_are_in_the_order_of_the_record_s_teams() -> None:
    turned = record("sanjuan.jsonl", 0)
    turned["teams"] = [[1, 3], [0, 2]]
    game = read_ruled(turned).game
    assert game is not None
    text = remedy_text(CorrectPoints(round=0, points=(5, 0)), game, NAMES)
    assert text == "the points of round 1 are ben and dora 0, ana and carl 5"


# -- effects


def test_effects_of_a_ruling() -> None:
    before, after = read_ruled(BLOCKED).game, read_ruled(BLOCKED, VoidRound(round=0)).game
    assert before is not None
    assert after is not None
    follows = Consequences(result_of(before), result_of(after))
    assert follows.without == Result("over", (3,), None, (12, -36, 17, 7))
    assert follows.with_it == Result("unfinished", None, None, None)
    assert consequences_json(follows)["with"]["state"] == "unfinished"


@pytest.mark.parametrize(
    ("game", "remedies", "state"),
    [
        (BLOCKED, [VoidGame()], "void"),
        (BLOCKED, [ReplayRound(round=0)], "in progress"),
        (damaged(), [], "disputable"),
        (damaged(), [Uphold(round=0)], "over"),
    ],
)
def test_the_state_of_a_game(game: Json, remedies: list[Remedy], state: str) -> None:
    read = read_ruled(game, *remedies).game
    assert read is not None
    assert result_of(read).state == state


def test_the_day_of_a_ruling_is_that_of_the_club() -> None:
    ruling = Ruling(1, "Eva", "2026-11-01T02:20:00Z", "seen", (VoidGame(),), None)
    zone = ZoneInfo("America/New_York")
    assert ruled_by_text(ruling, zone) == "ruled by Eva, 2026-10-31, on dispute 1: seen"
    game = read_ruled(BLOCKED).game
    assert game is not None
    assert ruling_text(ruling, game, NAMES, zone) == (
        "Ruled: the game is void (by Eva, 2026-10-31, on dispute 1: seen)"
    )
