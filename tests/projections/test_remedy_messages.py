"""Sentences about remedies, and about the effect of a ruling."""

import pytest

from domain.disputes.events import (
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
from projections.messages.remedies import remedy_text

from .ruled import NAMES, PARTNERS, ruled_game


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
    assert remedy_text(remedy, ruled_game(PARTNERS), NAMES) == text
