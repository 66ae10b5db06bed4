"""Ends that are private, or must be served first: what a seat may do depends on the seat.

No published layout has such ends yet, so the ends of a round on a line are exchanged here.
"""

from dataclasses import replace

import pytest

from domain.events import RoundBlocked, TileLaid, TurnPassed, drew, laid, passed
from domain.faults.act import act_fault
from domain.hidden.doubts import question_of, question_of_block
from domain.hidden.inference import excluded_by_rules
from domain.hidden.seat_view import _missing_after
from domain.layout.ends import End, Ends, open_to
from domain.layout.front import front_of
from domain.round.legal import is_blocked, legal_moves
from domain.round.state import Round, evolve
from domain.rules.matching import matching_for
from domain.tiles import SUITS, names_of, tile_named

from .unseen_deals import DRAWING, TINY, dealt, lay

OWN = End("train-0", 1, owner=0)
OTHER = End("train-1", 2, owner=1)
PUBLIC = End("public", 3)
URGENT = End("train-1", 2, owner=1, first=True)

EQUAL = matching_for("equal", 6)


def with_ends(round: Round, *ends: End) -> Round:
    """The round in which these ends are open."""
    return replace(round, front=front_of("line-of-play", EQUAL, (ends,)))


def lays(round: Round) -> list[tuple[str, str | None]]:
    """What the seat in turn may lay, and where."""
    moves = [move for move in legal_moves(round) if isinstance(move, TileLaid)]
    return [(names_of(1 << move.tile)[0], move.end) for move in moves]


@pytest.mark.parametrize(
    ("ends", "for_0", "for_1"),
    [
        ((OWN, OTHER, PUBLIC), (OWN, PUBLIC), (OTHER, PUBLIC)),
        ((OWN, URGENT, PUBLIC), (URGENT,), (URGENT,)),
        ((OTHER,), (), (OTHER,)),
        ((), (), ()),
    ],
)
def test_the_ends_open_to_a_seat(ends: Ends, for_0: Ends, for_1: Ends) -> None:
    assert (open_to(ends, 0), open_to(ends, 1)) == (for_0, for_1)
    front = front_of("line-of-play", EQUAL, (ends,))
    assert (front.open_to[0], front.open_to[1]) == (for_0, for_1)


def test_what_a_seat_may_lay() -> None:
    round = dealt("2-1 3-3 0-0", "2-2 3-1 1-0")
    private = with_ends(round, OWN, OTHER, PUBLIC)
    assert lays(private) == [("2-1", "train-0"), ("3-3", "public")]
    assert lays(replace(private, seat=1)) == [("2-2", "train-1"), ("3-1", "public")]
    urgent = with_ends(round, OWN, URGENT, PUBLIC)
    assert lays(urgent) == [("2-1", "train-1")]
    assert lays(replace(urgent, seat=1)) == [("2-2", "train-1")]


def test_a_seat_without_a_tile_for_its_own_ends_passes_or_draws() -> None:
    hands = "2-2 2-0 0-0", "2-1 3-1 1-0"
    assert legal_moves(with_ends(dealt(*hands), OWN, OTHER)) == (passed(0),)
    drawing = with_ends(dealt(*hands, boneyard="3-0 3-2 3-3 1-1", play=DRAWING), OWN, OTHER)
    assert legal_moves(drawing) == (drew(0, tile_named("3-0")),)


def test_unseen_tiles_may_fit_at_the_ends_of_their_seat_alone() -> None:
    round = with_ends(dealt("3-3 ? ?", "? ? ?"), OWN, OTHER)
    assert lays(round) == [(name, "train-0") for name in ("1-0", "1-1", "2-1", "3-1")]
    assert passed(0) in legal_moves(round)
    able = with_ends(dealt("1-0 ? ?", "? ? ?", play=DRAWING), OWN, OTHER)
    assert all(isinstance(move, TileLaid) for move in legal_moves(able))


@pytest.mark.parametrize(
    ("first", "second", "blocked"),
    [
        ("2-2 2-0 0-0", "1-1 1-0 3-1", True),
        ("2-2 2-0 0-0", "1-1 1-0 2-1", False),
        ("1-0 2-0 0-0", "1-1 3-3 3-1", False),
    ],
)
def test_a_round_is_blocked_if_no_seat_can_lay_at_its_own_ends(
    first: str, second: str, blocked: bool
) -> None:
    assert is_blocked(with_ends(dealt(first, second), OWN, OTHER)) is blocked
    whole_line = with_ends(dealt(first, second), End("left", 1), End("right", 2))
    assert not is_blocked(whole_line)


def test_a_draw_though_a_tile_fits_at_ones_own_end() -> None:
    hands = "3-0 1-0 0-0", "1-1 3-1 2-1"
    able = with_ends(dealt(*hands, boneyard="2-2 3-2 3-3 2-0", play=DRAWING), OWN, OTHER)
    assert act_fault(able, drew(0, tile_named("2-2"))).code == "could-play"
    others = with_ends(able, End("train-1", 2, owner=1))
    assert legal_moves(others) == (drew(0, tile_named("2-2")),)


def test_a_pass_says_nothing_about_the_ends_of_others() -> None:
    round = dealt("2-2 2-0 0-0", "2-1 3-1 1-0")
    nothing = frozenset[int]()
    assert _missing_after(nothing, with_ends(round, OWN, OTHER), passed(0)) == {1}
    assert _missing_after(nothing, with_ends(round, OWN, OTHER, PUBLIC), passed(0)) == {1, 3}
    assert _missing_after(nothing, with_ends(round, OWN, URGENT, PUBLIC), passed(0)) == {2}


def test_questions_about_unseen_tiles_are_about_the_ends_of_their_seat() -> None:
    round = with_ends(dealt("? ? ?", "? ? ?"), OWN, OTHER)
    asked = question_of(round, TurnPassed(seat=0), 1)
    assert asked is not None
    assert asked.absent.tiles == ((0, SUITS[1]),)
    assert asked.act["pips"] == (1,)
    blocked = question_of_block(round, 1, "blocked")
    assert blocked is not None
    assert blocked.absent.tiles == ((0, SUITS[1]), (1, SUITS[2]))
    able = with_ends(dealt("? ? ?", "2-1 ? ?"), OWN, OTHER)
    assert question_of_block(able, 1, "blocked") is None
    unable = with_ends(dealt("2-2 ? ?", "3-1 ? ?"), OWN, OTHER)
    assert question_of_block(unable, 1, "blocked") is not None


def test_a_block_excludes_what_each_seat_could_have_laid() -> None:
    round = evolve(dealt("? ? ?", "? ? ?", play=TINY), lay(0, "3-3"))
    blocked = evolve(round, RoundBlocked())
    (absent,) = excluded_by_rules(blocked)
    assert absent.tiles == ((0, SUITS[3]), (1, SUITS[3]))
    assert laid(0, tile_named("3-3"), None) in blocked.events
