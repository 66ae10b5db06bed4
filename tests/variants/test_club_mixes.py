"""Rule sets that mix what clubs play: the program and a naive statement count the same games."""

import random

import pytest

from tests.lanes import examples, is_deep

from .club_mixes import Disagreement, compare
from .naive.club_round import ClubRound

pytestmark = pytest.mark.unmeasured

HAPPENS = {
    "ended: out",
    "ended: blocked",
    "nobody won",
    "bonus: capicua",
    "bonus: round",
    "bonus: carry",
    "bonus: each-pass",
    "games won",
    "several may lead",
    "void deal",
}
"""Without these even a small sample would say little. docs/testing.md has a table of all."""


def test_the_same_rounds_as_ever() -> None:
    report = compare(examples(240), "always")
    assert {name for name in HAPPENS if report.happened[name]} == HAPPENS


def test_other_rounds_each_time() -> None:
    """A disagreement names the seed that repeats it."""
    compare(examples(60), f"{random.SystemRandom().getrandbits(32)}")


@pytest.mark.deep
def test_twenty_thousand_rounds() -> None:
    assert is_deep()
    report = compare(20_000, "deep")
    assert report.rounds >= 20_000


@pytest.mark.parametrize("wrong", ["pips", "count"])
def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    """A naive statement that counts otherwise does not agree."""
    if wrong == "pips":
        monkeypatch.setattr(ClubRound, "weight", lambda *_: 1)
    else:
        monkeypatch.setattr(ClubRound, "count", lambda _: 15)
    with pytest.raises(Disagreement, match=r"the program says .*\nseed always"):
        compare(200, "always")
