"""The lanes of the suite: which tests each runs, and how many examples. See `docs/testing.md`."""

from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from hypothesis import HealthCheck, Phase, settings

Lane: TypeAlias = Literal["quick", "full", "deep"]
LANES: tuple[Lane, ...] = get_args(Lane)

QUICK = (
    "domain",
    "domino_ledger/test_at_once.py",
    "golden",
    "hostile/test_stored.py",
    "messages",
    "ledger/test_aggregate.py",
    "ledger/test_book.py",
    "ledger/test_calls.py",
    "ledger/test_codec.py",
    "ledger/test_every_deal.py",
    "ledger/test_extending.py",
    "ledger/test_rule_sets.py",
    "ledger/test_names.py",
    "ledger/test_players.py",
    "ledger/test_signing.py",
    "ledger/test_stopped.py",
    "ledger/test_store.py",
    "ledger/test_table_orders.py",
    "ledger/test_undone_deals.py",
    "ledger/test_unseen_blocks.py",
    "ledger/test_versions.py",
    "ledger/test_violations.py",
    "ledger/notation/test_books.py",
    "ledger/notation/test_reading.py",
    "ledger/notation/test_tables.py",
    "projections/test_accounts.py",
    "projections/test_auditor.py",
    "projections/test_calls.py",
    "projections/test_chains.py",
    "projections/test_changes.py",
    "projections/test_disputes.py",
    "projections/test_explain.py",
    "projections/test_explain_act.py",
    "projections/test_explain_money.py",
    "projections/test_money.py",
    "projections/test_other_rules.py",
    "projections/test_places.py",
    "projections/test_proof_vectors.py",
    "projections/test_replay.py",
    "projections/test_ruled.py",
    "projections/test_sheet.py",
    "projections/test_signatures.py",
    "projections/test_states.py",
    "projections/test_tail_left.py",
    "projections/tables/test_article.py",
    "projections/tables/test_article_hidden.py",
    "projections/tables/test_article_irregular.py",
    "projections/tables/test_asking.py",
    "projections/tables/test_beside.py",
    "projections/tables/test_columns.py",
    "projections/tables/test_figures.py",
    "projections/tables/test_house.py",
    "projections/tables/test_lost_opening.py",
    "projections/tables/test_game_facts.py",
    "projections/tables/test_ruled.py",
    "projections/reports/test_by_hand.py",
    "projections/reports/test_entries.py",
    "projections/reports/test_night.py",
    "variants/test_rounds.py",
)
"""Folders and files with tests in the quick lane."""

_HERE = Path(__file__).parent
_COVERING = ("domain", "golden", "messages", "projections", "variants")
_current: Lane = "full"


def examples(full: int) -> int:
    """The number of generated examples or seeds, given the number in the full lane.

    Tests call it at import time, when the lane is known.
    """
    match _current:
        case "quick":
            return max(1, full // 4)
        case "full":
            return full
        case "deep":
            return full * 10


def is_deep() -> bool:
    """Whether long games are played to their end, and every kind of table is set up."""
    return _current == "deep"


@cache
def is_quick(file: Path) -> bool:
    """Whether the tests of this file are in the quick lane, unless a marker says something else."""
    return any(file.is_relative_to(_HERE / name) for name in QUICK)


@cache
def is_covered(file: Path) -> bool:
    """Whether the tests of this file are measured by coverage."""
    return any(file.is_relative_to(_HERE / name) for name in _COVERING)


def enter(lane: Lane) -> None:
    """Enter this lane: sets the number of examples and the Hypothesis profile.

    There are no deadlines, since a machine may be under load. In the quick and the full lane the
    examples are the same in every run; the deep lane generates new ones.
    """
    missing = [name for name in QUICK if not (_HERE / name).exists()]
    assert not missing, f"{missing} of QUICK in {__file__} are not there"
    global _current  # noqa: PLW0603 - set once, before any test is imported
    _current = lane
    settings.register_profile(
        lane,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        derandomize=lane != "deep",
        max_examples=examples(60),
        print_blob=lane == "deep",
    )
    settings.register_profile(
        "unshrunk", settings.get_profile(lane), phases=(Phase.explicit, Phase.generate)
    )
    settings.load_profile(lane)
