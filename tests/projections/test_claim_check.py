"""Comparison of claims with figures."""

import pytest

from projections.audit.claim_check import Figures, false_claims


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
def test_equal_figures(claimed: Figures, found: Figures) -> None:
    assert list(false_claims(claimed, found)) == []


@pytest.mark.parametrize(
    ("claimed", "found", "difference"),
    [
        (
            {"net": [1, -2]},
            {"net": [1, -1]},
            ("net", (1, -2), (1, -1)),
        ),
        ({"winners": 3}, {"winners": [3]}, ("winners", 3, (3,))),
        (
            {"left_in_hand": [[7]]},
            {"left_in_hand": [[]]},
            ("left_in_hand", ((7,),), ((),)),
        ),
        (
            {"readings": {"set-up": {"blocker": None}}},
            {"readings": {"set-up": {"blocker": 2}}},
            ("readings.set-up.blocker", None, 2),
        ),
        ({"readings": 5}, {"readings": {}}, ("readings", 5, {})),
    ],
)
def test_different_figures(
    claimed: Figures, found: Figures, difference: tuple[str, object, object]
) -> None:
    assert [tuple(each.values()) for each in false_claims(claimed, found)] == [difference]
