"""Comparison of claims with figures."""

import pytest

from projections.audit.claims import Figures, false_claims


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
