"""Sentences of explanations, by the parameters of the steps."""

from typing import Any

import pytest

from projections.explain.steps import Code, Step
from projections.messages.explanations import step_text

NAMES = ("ana", "ben", "carl")
DUE = {"player": 0, "currency": "EUR", "amount": 250}


@pytest.mark.parametrize(
    ("code", "params", "sentence"),
    [
        ("round-out", {"player": None}, "the round is over"),
        ("round-blocked", {"player": None}, "the round blocked"),
        (
            "hand",
            {"player": 0, "tiles": ("1-0",), "unseen": 0, "pips": 1},
            "ana holds 1-0: 1 pip",
        ),
        ("hand", {"player": 0, "tiles": (), "unseen": 0, "pips": 0}, "ana holds nothing: 0 pips"),
        (
            "hand",
            {"player": 0, "tiles": ("6-4", "1-0"), "unseen": 1, "pips": None},
            "ana holds 6-4, 1-0 and 1 tile that nobody saw",
        ),
        (
            "hand",
            {"player": 0, "tiles": ("6-4",), "aside": ("1-0",), "unseen": 0, "pips": 11},
            "ana holds 6-4 and has set 1-0 aside: 11 pips",
        ),
        (
            "hand",
            {"player": 0, "tiles": ("6-4",), "aside": ("1-0", "?"), "unseen": 0, "pips": None},
            "ana holds 6-4 and has set 1-0 and 1 tile that nobody saw aside",
        ),
        (
            "hand",
            {"player": 0, "tiles": (), "aside": ("?",), "unseen": 2, "pips": None},
            "ana holds 2 tiles that nobody saw and has set 1 tile that nobody saw aside",
        ),
        (
            "round-won",
            {"players": (2,), "by": "last-two", "partners": False},
            (
                "carl won the round: it blocked, and of the last two hands "
                "theirs was not the heavier"
            ),
        ),
        (
            "round-won",
            {"players": (1,), "by": "not-the-blocker", "partners": False},
            "ben won the round: it blocked, and of equal hands that of the blocker loses",
        ),
        ("nobody-wins-a-block", {}, "in this game nobody wins a round that blocked"),
        (
            "may-keep-the-tile-drawn",
            {"player": 0},
            "after a draw, ana may pass and keep the tile drawn",
        ),
        (
            "may-end-the-turn",
            {"player": 0},
            "ana has laid a tile in this turn, and need not lay another",
        ),
        (
            "draws-for-the-lead",
            {"player": 0},
            "nobody holds the tile to lead, so the players draw for it in turn",
        ),
        (
            "blocker-undetermined",
            {"positions": None},
            "undetermined, as it depends on tiles that nobody saw: nobody is fined on it",
        ),
        (
            "blocker-undetermined",
            {"positions": 1},
            "undetermined after 1 position: nobody is fined on it",
        ),
        (
            "blocker-undetermined",
            {"positions": 2},
            "undetermined after 2 positions: nobody is fined on it",
        ),
        (
            "receives-from-the-blocker",
            DUE | {"pips": (1,), "factor": 2},
            "ana gets 2 x their 1 pip from the blocker: EUR 2.50",
        ),
        (
            "receives-from-the-blocker",
            DUE | {"pips": (8, 11), "factor": 2, "shares": 2, "leader": None},
            (
                "ana won, and gets one of 2 shares from the blocker, "
                "2 x (8 + 11) pips in all: EUR 2.50"
            ),
        ),
        (
            "receives-from-the-blocker",
            DUE | {"pips": (8, 11), "factor": 2, "shares": 2, "leader": 1},
            (
                "ana won, and gets one of 2 shares (odd units go clockwise from ben, who led) "
                "from the blocker, 2 x (8 + 11) pips in all: EUR 2.50"
            ),
        ),
    ],
)
def test_a_step(code: Code, params: dict[str, Any], sentence: str) -> None:
    assert step_text(Step(code, params), NAMES) == sentence
