"""Sentences of explanations, by their values: the forms that few rounds have."""

from typing import Any

import pytest

from domino_ledger.domain.tiles import WILD
from domino_ledger.projections.messages.explanations import TEMPLATES, explanation_line
from domino_ledger.projections.messages.sentences import Speaker

SAY = Speaker(("ana", "ben", "carl"), TEMPLATES)
DUE = {"player": 0, "currency": "EUR", "amount": 250}
NOTHING_FITS = {"player": 0, "tiles": ("5-1",), "unseen": 0, "matadors": False, "doubles": False}


@pytest.mark.parametrize(
    ("code", "params", "sentence"),
    [
        ("round-blocked", {"player": 1}, "the round blocked: ben is out"),
        ("hand", {"player": 0, "tiles": ("1-0",), "pips": 1}, "ana holds 1-0: 1 pip"),
        ("hand", {"player": 0, "tiles": ("?",)}, "ana holds 1 tile that nobody saw"),
        (
            "hand",
            {"player": 0, "tiles": ("6-4", "1-0", "?", "?")},
            "ana holds 6-4, 1-0 and 2 tiles that nobody saw",
        ),
        (
            "hand",
            {"player": 0, "tiles": (), "aside": ("1-0",), "pips": 1},
            "ana holds nothing and has set 1-0 aside: 1 pip",
        ),
        (
            "hand",
            {"player": 0, "tiles": ("6-4",), "aside": ("1-0", "?")},
            "ana holds 6-4 and has set 1-0 and 1 tile that nobody saw aside",
        ),
        (
            "round-won",
            {"players": (0, 2), "by": "not-the-blocker", "partners": True},
            "ana and carl won the round: it blocked, and of equal sides that of the blocker loses",
        ),
        (
            "held-nothing-that-fits",
            NOTHING_FITS | {"fitting": (4, WILD)},
            "ana held 5-1: no 4 and no wild half",
        ),
        (
            "held-nothing-that-fits",
            NOTHING_FITS | {"fitting": (), "doubles": True},
            "ana held 5-1: no double",
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
def test_the_first_template_whose_values_are_given(
    code: str, params: dict[str, Any], sentence: str
) -> None:
    assert SAY(code, **params).message == sentence


def test_the_rule_follows_the_sentence() -> None:
    assert explanation_line(SAY("no-assistant")) == "nobody assisted"
    cited = SAY("no-assistant", "docs/rules/payout.md#a")
    assert explanation_line(cited) == "nobody assisted  [docs/rules/payout.md#a]"
