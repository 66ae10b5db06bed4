"""Claims beside figures."""

import pytest

from projections.audit.claims import Figures, false_claims


@pytest.mark.parametrize(
    ("claimed", "found"),
    [
        ({"net": None}, {"net": [1, -1]}),
        ({"weather": "fine"}, {"net": [1, -1]}),
        ({"winners": [2, 0]}, {"winners": [0, 2]}),
        ({"left_in_hand": [["4-6", "0-0"]]}, {"left_in_hand": [["0-0", "6-4"]]}),
        ({"net_by_reading": {"set-up": None}}, {"net_by_reading": {"set-up": [1]}}),
        ({"readings": {"ruled": {"blocker": 1}}}, {"readings": {}}),
    ],
)
def test_what_agrees(claimed: Figures, found: Figures) -> None:
    assert list(false_claims(claimed, found)) == []


@pytest.mark.parametrize(
    ("claimed", "found", "told"),
    [
        (
            {"net": [1, -2]},
            {"net": [1, -1]},
            "net: the record claims [1, -2], the ledger finds [1, -1]",
        ),
        ({"winners": 3}, {"winners": [3]}, "winners: the record claims 3, the ledger finds [3]"),
        (
            {"left_in_hand": [[7]]},
            {"left_in_hand": [[]]},
            "left_in_hand: the record claims [[7]], the ledger finds [[]]",
        ),
        (
            {"readings": {"set-up": {"blocker": None}}},
            {"readings": {"set-up": {"blocker": 2}}},
            "readings.set-up.blocker: the record claims none, the ledger finds 2",
        ),
        ({"readings": 5}, {"readings": {}}, "readings: the record claims 5, the ledger finds {}"),
    ],
)
def test_what_does_not(claimed: Figures, found: Figures, told: str) -> None:
    assert list(false_claims(claimed, found)) == [told]


def test_a_long_claim_is_cut_short() -> None:
    (told,) = false_claims({"net": [1] * 1000}, {"net": [1]})
    assert told.endswith("..., the ledger finds [1]")
    assert len(told) < 500
