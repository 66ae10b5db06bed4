"""The search for any layout, held against the quick one on lines."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given

from domain.block_verdicts import READINGS, Verdict, readings, verdict, verdicts
from domain.block_verdicts.general_search import RoundPosition
from domain.events import TileLaid
from domain.round.legal import advance_legal
from domain.round.state import Round, playable, unlaid
from domain.rules.rule_set import Reading
from tests.variants.referee import before_first_act, current, refereed

from .blocked_rounds import HOUSES, blocked, blocked_rounds, small
from .houses import Setting

Verdicts = dict[Reading, Verdict]
Both = tuple[Verdicts, Verdicts]


@pytest.fixture(scope="module", name="both")
def _both() -> Callable[[Round], Both]:
    """The verdicts of the quick search, and of the general one."""

    def found(round: Round) -> Both:
        with pytest.MonkeyPatch.context() as patched:
            quick = verdicts(round)
            patched.setattr(readings, "is_quick", lambda _: False)
            return quick, verdicts(round)

    return found


def blame(verdict: Verdict) -> tuple[object, ...]:
    """Everything but the evidence: each search may find another alternative."""
    place = None if verdict.evidence is None else verdict.evidence.act
    return verdict.status, verdict.blocker, verdict.assistant, place


@pytest.mark.unmeasured
@given(round=blocked_rounds())
def test_both_name_the_same(round: Round, both: Callable[[Round], Both]) -> None:
    quick, general = both(round)
    assert {reading: blame(each) for reading, each in quick.items()} == {
        reading: blame(each) for reading, each in general.items()
    }


@pytest.mark.parametrize("house", HOUSES)
def test_both_name_the_same_in_each_house(house: str, both: Callable[[Round], Both]) -> None:
    random = Random(house)
    for _ in range(6):
        quick, general = both(blocked(HOUSES[house], random))
        for reading in READINGS:
            assert blame(quick[reading]) == blame(general[reading]), reading


def test_its_lines_end_with_a_seat_out(both: Callable[[Round], Both]) -> None:
    round = blocked(small(4, 3, 5), Random(311))
    _, general = both(round)
    lines = [each.evidence.line for each in general.values() if each.evidence is not None]
    assert any(lines)


def test_a_search_that_is_too_big_is_undetermined(monkeypatch: pytest.MonkeyPatch) -> None:
    round = blocked(small(6, 4, 7), Random(1))
    monkeypatch.setattr(readings, "is_quick", lambda _: False)
    found = verdict(round, "could-have-forced-open", bound=1)
    assert (found.status, found.bound) == ("undetermined", 1)


def test_a_star_is_searched_by_it() -> None:
    given = next(each for each in refereed() if each.name == "sebastopol@1-2")
    round = current(before_first_act(given))
    for act in given.acts:
        round = round if round.ended is not None else advance_legal(round, act)
    found = verdicts(round)
    assert {each.status for each in found.values()} <= {"found", "nobody"}
    last = found["last-to-lay"].evidence
    assert last is not None
    assert round.acts[last.act] == next(
        act for act in reversed(round.acts) if isinstance(act, TileLaid)
    )
    line = found["point-of-no-return"].evidence
    assert line is not None
    assert line.line


def test_a_round_is_not_locked_while_a_tile_fits_the_train_of_one_seat() -> None:
    fits = set()
    for ply in Setting("mexican-train@1", 2, seed=1, ordered=True).plies(1):
        round = ply.after.current
        if round is None or not round.front.ends:
            continue
        left = unlaid(round)
        seats = tuple(bool(left & playable(round, seat)) for seat in range(2))
        assert RoundPosition(round).is_locked == (seats == (False, False))
        fits.add(seats)
    assert (False, True) in fits
