"""Addresses of rounds and moves, and how people count them."""

import pytest

from domino_ledger.projections.places import Address, address_in


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("noche-2/2", Address("noche-2", 1)),
        ("noche-2/2.12", Address("noche-2", 1, 11)),
        ("a/b/1.1", Address("a/b", 0, 0)),
        ("last/007", Address("last", 6)),
        ("noche-2/0.0", Address("noche-2", -1, -1)),
    ],
)
def test_an_address(typed: str, address: Address) -> None:
    assert address_in(typed) == address


@pytest.mark.parametrize(
    "typed", ["noche-2", "/2", "noche-2/", "noche-2/x", "noche-2/2.", "noche-2/-1", "n/2.1.1", ""]
)
def test_what_is_no_address(typed: str) -> None:
    assert address_in(typed) is None
