"""Frozen values behave as frozen dataclasses with fields that are given by name."""

import copy
import pickle
from dataclasses import FrozenInstanceError, field, fields, replace

import pytest

from domino_ledger.domain.frozen import Frozen


class Point(Frozen):
    """Two numbers, and their sum."""

    x: int
    y: int = 2
    near: list[int] = field(default_factory=list)
    sum: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sum", self.x + self.y)


class Other(Frozen):
    """The same fields as those of `Pair`."""

    x: int
    y: int


class Pair(Frozen):
    """Two numbers."""

    x: int
    y: int


def test_fields_are_given_or_have_defaults() -> None:
    point = Point(x=1)
    assert (point.x, point.y, point.near, point.sum) == (1, 2, [], 3)
    assert point.near is not Point(x=1).near
    assert Point(y=5, x=1).sum == 6
    assert [each.name for each in fields(Point)] == ["x", "y", "near", "sum"]


def test_a_field_is_missing_unknown_or_follows() -> None:
    with pytest.raises(TypeError, match=r"^Point needs x$"):
        Point(y=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^Point takes no z$"):
        Point(x=1, z=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^Point takes no sum$"):
        Point(x=1, sum=1)  # type: ignore[call-arg]


def test_values_are_equal_if_class_and_fields_are() -> None:
    assert Pair(x=1, y=2) == Pair(y=2, x=1)
    assert Pair(x=1, y=2) != Pair(x=2, y=1)
    assert Pair(x=1, y=2) != Other(x=1, y=2)
    assert Pair(x=1, y=2) != (Pair, 1, 2)
    assert len({Pair(x=1, y=2), Pair(x=1, y=2), Other(x=1, y=2)}) == 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(Point(x=1))


def test_nothing_changes() -> None:
    pair = Pair(x=1, y=2)
    with pytest.raises(FrozenInstanceError, match="x"):
        pair.x = 1  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="z"):
        pair.z = 1  # type: ignore[assignment]
    with pytest.raises(FrozenInstanceError, match="x"):
        del pair.x
    assert pair == replace(Pair(x=3, y=2), x=1)


def test_a_copy_is_equal() -> None:
    point = Point(x=1, near=[7])
    for copied in (copy.deepcopy(point), pickle.loads(pickle.dumps(point)), replace(point)):
        assert copied == point
        assert copied.sum == 3


def test_a_value_is_shown_as_it_is_made() -> None:
    assert repr(Point(x=1, near=[7])) == "Point(x=1, y=2, near=[7])"
