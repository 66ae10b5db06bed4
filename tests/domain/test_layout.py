"""Open ends, and how a lay changes them, legal or not."""

import pytest

from domino_ledger.domain.events import Placing, Way, laid
from domino_ledger.domain.game.decide import DoAct, decide
from domino_ledger.domain.layout.ends import End, Ends, OneOf
from domino_ledger.domain.layout.front import (
    MOST_POSSIBLE,
    Front,
    after_lay,
    extend,
    front_of,
    lays_at,
)
from domino_ledger.domain.layout.line import line_ends
from domino_ledger.domain.lazily import Lazily
from domino_ledger.domain.round.legal import is_legal
from domino_ledger.domain.round.state import evolve
from domino_ledger.domain.rules.layouts import Arms, Bent
from domino_ledger.domain.rules.matching import matching_for
from domino_ledger.domain.tiles import SUITS, Pip, tile_named, tile_set

from .builders import any_hand, deal, evolved, new_game, now, play, tiles

EQUAL, EQUAL_TO_NINE = matching_for("equal", 6), matching_for("equal", 9)


def placed(tile: str, end: str | None, *, flipped: bool = False) -> Placing:
    """The tile at this end."""
    return laid(0, tile_named(tile), end, flipped).placing


def pips(front: Front) -> list[Pip | OneOf]:
    return [end.pip for end in front.ends]


def line(*ends: int) -> Front:
    """The front of a line with these ends, or before the lead."""
    shown: Ends = line_ends(*ends) if ends else ()
    return front_of("line-of-play", EQUAL, (shown,))


OPEN = line(4, 6)


def test_either_half_of_a_recorded_tile_that_does_not_fit_may_lie_outward() -> None:
    assert pips(extend(OPEN, placed("5-3", "left"))) == [(3, 5), 6]
    said = laid(0, tile_named("5-3"), "left", way=Way(open=5))
    assert pips(extend(OPEN, said.placing)) == [5, 6]
    assert pips(extend(OPEN, placed("5-5", "left"))) == [5, 6]


def test_the_next_tile_tells_which_half_lay_outward() -> None:
    unsure = extend(OPEN, placed("5-3", "left"))
    assert pips(extend(unsure, placed("3-2", "left"))) == [2, 6]
    assert pips(extend(unsure, placed("6-1", "right"))) == [(3, 5), 1]
    assert pips(extend(unsure, placed("2-1", "left"))) == [(1, 2), 6]


def test_tiles_that_fit_one_half_may_be_playable_and_those_that_fit_both_surely_are() -> None:
    unsure = extend(OPEN, placed("5-3", "left"))
    assert (OPEN.unsure, unsure.unsure) == (False, True)
    assert unsure.playable[0] == SUITS[3] | SUITS[5] | SUITS[6]
    assert unsure.surely_playable[0] == SUITS[3] & SUITS[5] | SUITS[6]


def test_a_tile_laid_at_no_end_lies_where_it_fits_or_else_at_any() -> None:
    assert pips(extend(OPEN, placed("6-2", "middle"))) == [4, 2]
    assert pips(extend(OPEN, placed("6-4", "middle"))) == [(4, 6), (4, 6)]
    assert pips(extend(OPEN, placed("3-1", None))) == [(1, 3, 4), (1, 3, 6)]


def test_equal_fronts_are_interned() -> None:
    front_of.cache_clear()  # It may have dropped the one of an earlier test.
    front = line(4, 6)
    assert extend(front, placed("6-6", "right")) is front
    assert after_lay(front, laid(0, tile_named("6-6"), "right")) is front


def test_fronts_are_equal_by_value() -> None:
    front_of.cache_clear()  # As when more fronts were made than it holds.
    again = line(4, 6)
    assert again is not OPEN
    assert (again == OPEN, hash(again)) == (True, hash(OPEN))
    assert {line(4, 6), line(6, 4), OPEN} == {OPEN, line(6, 4)}
    assert line(4, 6) != line(6, 4)
    assert line(4, 6) != front_of("line-of-play", matching_for("sum", 6), (line_ends(4, 6),))
    assert line(4, 6) != "4 6"


def test_an_end_called_by_its_pips_is_one_that_may_show_them() -> None:
    unsure = extend(OPEN, placed("5-3", "left"))
    assert pips(extend(unsure, placed("6-3", "3"))) == [6, 6]
    assert pips(extend(unsure, placed("6-3", "6"))) == [(3, 5), 3]
    nothing_said = extend(unsure, placed("6-3", None))
    assert pips(nothing_said) == pips(extend(unsure, placed("6-3", "1"))) == [5, 3]


@pytest.mark.parametrize(("end", "legal"), [(None, True), ("5", True), ("1", False), ("x", False)])
def test_an_end_may_be_called_by_its_pips(end: str | None, legal: bool) -> None:
    game = deal(new_game(any_hand("block@1", 2, 2), 2), "6-6 5-2", "5-3 6-1", leader=0)
    round = now(play(game, "0 lays 6-6"))
    unsure = evolve(round, laid(1, tile_named("5-3"), "left"))
    assert is_legal(unsure, laid(0, tile_named("5-2"), end)) == legal


def test_the_lays_of_a_hand_at_an_end() -> None:
    hand = tile_set(tiles("6-4 4-4"))
    assert lays_at(2, End("left", 4), EQUAL)[hand] == (
        laid(2, tile_named("4-4"), "left"),
        laid(2, tile_named("6-4"), "left"),
    )


def test_a_cache_may_be_bounded() -> None:
    squares = Lazily[int, int](lambda number: number**2, most=2)
    for number in (*range(7), 6):
        assert squares[number] == number**2
        assert len(squares) <= 2


# -- stars


def star(layout: Arms, *placings: str) -> Front:
    """The front of a star after these lays, such as ``6-3 arm-1``."""
    front = front_of(layout, EQUAL, ((),))
    for placing in placings:
        tile, _, end = placing.partition(" ")
        front = extend(front, placed(tile, end or None))
    return front


def shown(front: Front) -> list[str]:
    """By end: name, pip, and ``!`` if it comes first, ``=`` if it takes doubles alone."""
    return [
        f"{end.name} {end.pip}{'!' * end.first}{'=' * end.needs_double}"
        f"{end.room * (end.room > 1) or ''}"
        for end in front.ends
    ]


BEGUN = ("6-6", "6-3 arm-1", "6-4 arm-2", "6-2 arm-3")


def test_a_star_of_tiles_that_do_not_fit() -> None:
    """A game recorded as played: either half is outward; an unknown arm is the one that fits."""
    three = Arms(arms=3)
    assert shown(star(three, "6-5", "4-3 arm-1")) == ["arm-1 3/4", "arm-2 5/6!2"]
    assert shown(star(three, *BEGUN, "4-0 arm-9")) == ["arm-1 3", "arm-2 0", "arm-3 2"]
    doubles = Arms(arms=3, doubles="all-arms")
    assert shown(star(doubles, *BEGUN, "4-1 arm-2"))[1] == "arm-2 1!="


@pytest.mark.parametrize(
    ("open", "ends"),
    [
        (1, {"left": 6, "right": 1}),
        (6, {"left": 6, "right": 6}),
        (None, {"left": 6, "fork-6-1-6": 6, "fork-6-1-1": 1}),
    ],
)
def test_a_matador_lies_in_line_or_forks_it(open: int | None, ends: dict[str, int]) -> None:
    """Crosswise if the lay names no half that stays open (docs/rules/play.md#forks)."""
    rules = any_hand("matador@1", 2, 2, play={"layout": {"kind": "forks"}})
    game = play(deal(new_game(rules, 2), "6-6 5-5", "6-1 2-2", leader=0), "0 lays 6-6")
    matador = laid(1, tile_named("6-1"), "right", way=Way(open=open))
    after = now(evolved(game, decide(game, DoAct(matador))))
    assert {end.name: end.pip for end in after.front.ends} == ends


def test_of_too_many_layouts_those_that_differ_in_pips_alone_are_one() -> None:
    """Nothing that may lie open is forgotten."""
    layout = Arms(arms=5)
    lead = front_of(layout, EQUAL_TO_NINE, ((),))
    truth = seen = after_lay(lead, laid(0, tile_named("9-9"), None))
    for number, tile in enumerate(("1-0", "3-2", "5-4", "7-6"), 1):
        truth = after_lay(
            truth, laid(0, tile_named(tile), f"arm-{number}", way=Way(open=int(tile[0])))
        )
        assert not seen.playable[0] & tile_set([tile_named(tile)])
        seen = after_lay(seen, laid(0, tile_named(tile), None))
        shown = {end.name: end.pips for end in seen.ends}
        assert all({*end.pips} <= {*shown[end.name]} for end in truth.ends)
    assert len(seen.possible) <= MOST_POSSIBLE
    assert {*shown} == {f"arm-{number}" for number in range(1, 6)}


def test_of_too_many_bent_lines_the_first_are_followed() -> None:
    front = front_of(Bent(), EQUAL_TO_NINE, ((),))
    for tile in ("9-9", "1-0", "3-2", "5-4", "7-6"):
        front = after_lay(front, laid(0, tile_named(tile), None))
    assert len(front.possible) == MOST_POSSIBLE
