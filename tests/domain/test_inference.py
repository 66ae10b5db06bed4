"""Inference of unseen tiles from moves and shown tiles."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domino_ledger.domain.block_verdicts import (
    NOT_KNOWN,
    READINGS,
    Verdict,
    partly_known,
    verdict,
    verdicts,
)
from domino_ledger.domain.block_verdicts.partly_known import LEAST_SHARE
from domino_ledger.domain.block_verdicts.readings import Evidence
from domino_ledger.domain.events import IrregularityNoted, RoundBlocked, drew, laid, passed
from domino_ledger.domain.hidden.assignment import all_matched, fixed, match
from domino_ledger.domain.hidden.doubts import proven_breach, proven_end
from domino_ledger.domain.hidden.inference import (
    FROM_THE_DEAL,
    Place,
    Whereabouts,
    absent_from,
    hindsight,
    possibilities,
    some_possibility,
    whereabouts,
)
from domino_ledger.domain.round.state import Round, unlocated
from domino_ledger.domain.rules.play import Play
from domino_ledger.domain.tiles import names_of, set_up_to, tile_named, tile_set

from .unseen_deals import TO_THE_LAST, after, dealt, lay, tiles

# Matching

ALLOWED = st.dictionaries(st.integers(0, 9), st.integers(1, 7), max_size=6)


def every_match(allowed: dict[int, int], sizes: tuple[int, ...]) -> list[dict[int, int]]:
    found = []
    for places in product(range(len(sizes)), repeat=len(allowed)):
        lying = dict(zip(allowed, places, strict=True))
        full = all(places.count(place) == size for place, size in enumerate(sizes))
        if full and all(allowed[tile] >> place & 1 for tile, place in lying.items()):
            found.append(lying)
    return found


@given(ALLOWED, st.tuples(*[st.integers(0, 3)] * 3))
def test_every_matching_is_found_once(allowed: dict[int, int], sizes: tuple[int, ...]) -> None:
    expected = every_match(allowed, sizes)
    one = match(allowed, sizes)
    assert (one is None) == (not expected)
    if one is None:
        return
    found = [dict(each) for each in all_matched(one, allowed, sizes)]
    assert len(found) == len(expected)
    assert all(each in expected for each in found)
    same = {tile: place for tile, place in one.items() if all(e[tile] == place for e in expected)}
    assert dict(fixed(one, allowed)) == same


# Hindsight


def test_a_fully_seen_round_is_returned_unchanged() -> None:
    round = dealt("3-3 3-2 3-1", "2-2 2-1 2-0")
    assert hindsight(round) is round
    assert possibilities(round, 1) == (round,)


def test_a_seat_that_passed_holds_no_tile_that_fits() -> None:
    round = after(dealt("2-2 ? ?", "? ? ?", play=TO_THE_LAST), lay(0, "2-2"), passed(1))
    later = hindsight(round)
    assert names_of(later.start.hands[1]) == ["0-0", "1-0", "1-1"]
    assert whereabouts(round).fixed() == {}


def test_a_seat_that_was_stepped_over_has_shown_nothing() -> None:
    """The seat after it played out of turn, perhaps; a breach is proven only by the deal."""
    stepped_over = after(
        dealt("2-2 ? ?", "? ? ?", play=TO_THE_LAST), lay(0, "2-2"), passed(1, inferred=True)
    )
    assert hindsight(stepped_over).start.unseen
    assert len(possibilities(stepped_over, 20) or ()) == 10
    assert proven_end(stepped_over) is None
    assert proven_breach(stepped_over) is None
    late = after(stepped_over, lay(0, "2-1", "left"), lay(1, "2-0", "right"))
    fault = proven_breach(late)
    assert fault is not None
    passes = {"code": "could-play", "seat": 1, "act": "skip", "pips": (2,), "move": 1}
    assert fault.params["acts"] == (passes,)


def test_a_seat_that_draws_holds_no_tile_that_fits_unless_drawing_is_free() -> None:
    play = Play.model_validate({"highest_pip": 2, "hand": {"2": 2}, "draw": "until-playable"})
    free = play.model_copy(update={"may_draw_when_able": True})
    moves = [lay(0, "2-2"), drew(1, tile_named("2-1"))]
    found = [hindsight(after(dealt("2-2 2-0", "? ?", play=each), *moves)) for each in (play, free)]
    assert unlocated(found[0]) == tile_set(tiles("0-0 1-0 1-1"))
    assert len(possibilities(after(dealt("2-2 2-0", "? ?", play=play), *moves), 9) or ()) == 3


def test_nothing_is_inferred_from_an_irregular_round() -> None:
    round = after(dealt("2-2 ? ?", "? ? ?", play=TO_THE_LAST), lay(0, "2-2"), passed(1))
    noted = after(round, IrregularityNoted(code="could-play"))
    assert hindsight(noted).start.unseen


def test_a_contradictory_round_has_no_deal() -> None:
    again = drew(0, tile_named("3-2"))
    round = after(dealt("3-3 ? ?", "? ? ?"), lay(0, "3-3"), lay(1, "3-2", "left"), again)
    assert some_possibility(round) is None
    assert possibilities(round, 5) == ()
    assert hindsight(round).hands == round.hands
    known = whereabouts(round)
    assert known.held(absent_from([0], set_up_to(3), 2)) is None


# Readings


def test_a_verdict_on_which_every_deal_agrees() -> None:
    play = Play.model_validate({"highest_pip": 3, "hand": {"2": 4}})
    known = blocked_with(play, "0-0 1-1 2-0 3-3", "1-0 2-1 2-2 3-2")
    unseen = blocked_with(play, "? ? ? 3-3", "? ? 2-2 3-2")
    assert verdicts(unseen) == verdicts(known)
    one_open = blocked_with(play, "? ? ? ?", "? ? 2-2 3-2")
    for reading in READINGS:
        found = verdict(one_open, reading)
        assert found == NOT_KNOWN or found.blocker == verdict(known, reading).blocker


def test_the_evidence_is_common_to_all_deals() -> None:
    """In all six deals seat 0 chose the end; in some, a 2-0 would have kept the round open."""
    play = Play.model_validate({"highest_pip": 3, "hand": {"2": 4}})
    moves = (
        lay(0, "3-0"),
        lay(1, "3-3", "right"),
        lay(0, "0-0", "left"),
        lay(1, "3-1", "right"),
        lay(0, "1-0", "right"),
        RoundBlocked(),
    )
    unseen = after(dealt("? ? ? ?", "3-3 2-1 ? ?", play=play), *moves)
    last_choice = verdict(unseen, "last-choice")
    assert last_choice.evidence == Evidence(4, laid(0, tile_named("1-0"), "left"), None)
    no_return = verdict(unseen, "point-of-no-return")
    assert no_return.evidence == Evidence(4, None, None)
    assert last_choice.blocker == no_return.blocker == 0


def test_a_search_stopped_in_one_deal_is_undetermined(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play.model_validate({"highest_pip": 3, "hand": {"2": 4}})
    unseen = blocked_with(play, "? ? ? ?", "? ? 2-2 3-2")
    deals = possibilities(unseen, 200)
    assert deals is not None
    assert len(deals) > 1
    assert (
        verdict(unseen, "could-have-forced-open", bound=LEAST_SHARE * len(deals)).status == "found"
    )
    monkeypatch.setattr(partly_known, "deals_tried", lambda _: 200)
    given_up = verdict(unseen, "could-have-forced-open", bound=len(deals) - 1)
    assert given_up == Verdict("undetermined", None, None, None, 0)


def test_more_deals_than_can_be_searched_are_not_tried() -> None:
    play = Play.model_validate({"highest_pip": 3, "hand": {"2": 4}})
    unseen = blocked_with(play, "? ? ? ?", "? ? 2-2 3-2")
    deals = possibilities(unseen, 200)
    assert deals is not None
    found = verdicts(unseen, LEAST_SHARE * len(deals) - 1)
    assert found["could-have-forced-open"] == NOT_KNOWN
    assert found["last-to-lay"].status == "found"


def blocked_with(play: Play, *hands: str) -> Round:
    moves = [
        lay(0, "0-0"),
        lay(1, "1-0", "right"),
        lay(0, "1-1", "right"),
        lay(1, "2-1", "right"),
        lay(0, "2-0", "right"),
        RoundBlocked(),
    ]
    return after(dealt(*hands, play=play), *moves)


def test_last_to_lay_is_seen_by_all() -> None:
    play = Play.model_validate({"highest_pip": 9, "hand": {"2": 14}})
    many = blocked_with(play, " ".join("?" * 14), " ".join("?" * 14))
    found = verdicts(many)
    assert found["last-to-lay"].blocker == 0
    assert found["last-choice"] == NOT_KNOWN


def test_a_condition_on_other_tiles_is_kept_even_if_no_deal_is_possible() -> None:
    """Two unseen tiles are in a hand of one."""
    known = Whereabouts((Place(0, FROM_THE_DEAL, 1),), {5: 1, 6: 1}, {})
    assert known.deal is None
    assert known.held(absent_from([0], tile_set([3]), 2)) is False
    assert known.held(absent_from([0], tile_set([5]), 2)) is None
