"""Addresses of rounds and moves, and how people count them."""

import pytest

from projections.messages import plural, text
from projections.places import Address, address_in, place


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


def test_an_address_is_printed_as_it_is_typed() -> None:
    for typed in ("noche-2/2", "noche-2/2.12"):
        assert str(address_in(typed)) == typed
    assert str(Address("noche-2")) == "noche-2"
    assert (place(1), place(1, 11)) == ("2", "2.12")


def test_rounds_and_moves_in_sentences_count_from_1() -> None:
    assert text("round {round}, move {move}", round=0, move=6) == "round 1, move 7"
    many = "there is no round {round}: the rounds are 1 to {number}"
    assert plural("", many, 3, round=3) == "there is no round 4: the rounds are 1 to 3"
    assert text("round {round}", round=None) == "round None"
