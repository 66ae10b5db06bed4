"""What a search leaves, and the search for any layout."""

from random import Random

import pytest

from domino_ledger.domain.block_verdicts import Evidence, readings, verdict, verdicts
from domino_ledger.domain.block_verdicts.line_search import LineSearch
from domino_ledger.domain.block_verdicts.positions import is_locked
from domino_ledger.domain.block_verdicts.readings import Line
from domino_ledger.domain.block_verdicts.search import Budget
from domino_ledger.domain.events import TileLaid, passed
from domino_ledger.domain.round.legal import advance_legal
from domino_ledger.domain.round.state import playable, unlaid
from tests.variants.referee import before_first_act, current, refereed

from .blocked_rounds import blocked, small
from .random_games import Setting


def test_its_lines_end_with_a_seat_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "is_quick", lambda _: False)
    found = verdicts(blocked(small(4, 3, 5), Random(311))).values()
    lines = [each.evidence.line for each in found if each.evidence is not None]
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
        assert is_locked(round) == (seats == (False, False))
        fits.add(seats)
    assert (False, True) in fits


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
    verdicts(blocked(small(6, 4, 7), Random(1)))
    assert found
    assert not any(memory for each in made for memory in each.memories)


def test_a_line_of_play_is_computed_on_demand_and_equals_its_acts() -> None:
    def evidence() -> Evidence:
        found = verdict(blocked(small(6, 4, 7), Random(1)), "point-of-no-return").evidence
        assert found is not None
        return found

    line = evidence().line
    assert isinstance(line, Line)
    assert "acts" not in vars(line)
    assert (len(line), line[0], line[1:]) == (len(line.acts), line.acts[0], line.acts[1:])
    assert evidence() == evidence()
    assert hash(evidence()) == hash(evidence()._replace(line=line.acts))
    assert line.acts == line != (*line.acts, passed(0))
