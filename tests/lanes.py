"""The lanes of the suite: which tests each runs, and how many examples. See `docs/testing.md`."""

from pathlib import Path
from typing import Literal, TypeAlias, get_args

from hypothesis import Phase, settings

Lane: TypeAlias = Literal["quick", "full", "deep"]
LANES: tuple[Lane, ...] = get_args(Lane)

QUICK = (
    "domain",
    "golden",
    "ledger/test_book.py",
)
"""Folders and files of this folder whose tests are in the quick lane."""

_current: Lane = "full"


def examples(full: int) -> int:
    """How many generated examples or seeds to try, given the number in the full lane.

    Tests call it when they are imported: the lane is known by then.
    """
    match _current:
        case "quick":
            return max(1, full // 4)
        case "full":
            return full
        case "deep":
            return full * 10


def is_quick(file: Path) -> bool:
    """Whether the tests of this file are in the quick lane, unless they are marked otherwise."""
    here = Path(__file__).parent
    return any(file.is_relative_to(here / name) for name in QUICK)


def enter(lane: Lane) -> None:
    """Run this lane: sets the number of examples and the Hypothesis profile.

    A machine under load is no failure, so there are no deadlines. In the quick and the full lane
    the examples are the same in every run; the deep lane looks for new ones.
    """
    global _current  # noqa: PLW0603 - set once, before any test is imported
    _current = lane
    settings.register_profile(
        lane,
        deadline=None,
        derandomize=lane != "deep",
        max_examples=examples(100),
        print_blob=lane == "deep",
    )
    settings.register_profile(
        "unshrunk", settings.get_profile(lane), phases=(Phase.explicit, Phase.generate)
    )
    settings.load_profile(lane)
