"""A line of play as evidence is computed on demand; it equals a tuple."""

from random import Random

import pytest

from domain.block_verdicts import Evidence, readings, verdict, verdicts
from domain.block_verdicts.line_search import LineSearch
from domain.block_verdicts.readings import Line
from domain.block_verdicts.search import Budget
from domain.events import passed

from .blocked_rounds import blocked, small

FOUR_SEATS = small(6, 4, 7)


def evidence() -> Evidence:
    """Equal evidence each time, with a line that is not computed yet."""
    found = verdict(blocked(FOUR_SEATS, Random(1)), "point-of-no-return").evidence
    assert found is not None
    assert isinstance(found.line, Line)
    return found


def line() -> Line:
    found = evidence().line
    assert isinstance(found, Line)
    return found


def test_a_finished_search_frees_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[LineSearch] = []
    found = 0

    class Watched(LineSearch):
        def __init__(self, helps: tuple[bool, ...], budget: Budget) -> None:
            super().__init__(helps, budget)
            made.append(self)

        def __exit__(self, *_: object) -> None:
            nonlocal found
            found += sum(map(len, self.memories))
            super().__exit__()

    monkeypatch.setattr(readings, "LineSearch", Watched)
    verdicts(blocked(FOUR_SEATS, Random(1)))
    assert found
    assert not any(memory for each in made for memory in each.memories)


def test_it_is_computed_on_first_access() -> None:
    unseen = line()
    assert "acts" not in vars(unseen)
    assert unseen[0] == unseen.acts[0]
    assert "acts" in vars(unseen)


def test_it_is_as_long_as_its_acts_and_can_be_cut() -> None:
    assert len(line()) == len(line().acts) > 2
    assert line()[1:] == line().acts[1:]
    assert list(line()) == list(line().acts)


def test_equal_lines_are_equal() -> None:
    assert line() == line() == line().acts
    assert line().acts == line()
    assert line() != (*line().acts, passed(0))
    assert evidence() == evidence()


def test_it_has_the_hash_of_its_acts() -> None:
    assert len({evidence(), evidence()}) == 1
    assert hash(line()) == hash(line().acts)
