"""The worked rounds of the rules pages."""

from collections.abc import Iterable

from domain.events import RoundDealt
from domain.game.decide import advance_legal
from domain.round.facts import fives_in_play
from domain.round.lead import tiles_to_lead
from domain.round.legal import legal_moves
from domain.round.state import Round, new_round, union
from domain.rules.catalogue import PUBLISHED
from domain.rules.table import table_for
from domain.tiles import tile_set
from tests.domain.builders import act_of, tiles

BOTH = "left", "right"
Plies = Iterable[tuple[set[str], str]]
"""What may be done, and what is done."""


def dealt(rules: str, *hands: str, leader: int, boneyard: str = "") -> Round:
    """A round of which only some tiles were dealt, as the pages show it."""
    table = table_for(PUBLISHED[rules].play, len(hands))
    deal = RoundDealt(hands=tuple(map(tiles, hands)), boneyard=tiles(boneyard), leader=leader)
    held = union(tile_set(hand) for hand in deal.hands)
    return new_round(table, deal, tiles_to_lead(table.play, 0, held))


def walked(round: Round, plies: Plies) -> Round:
    for legal, act in plies:
        assert set(legal_moves(round)) == {act_of(each) for each in legal}
        round = advance_legal(round, act_of(act))
    return round


def ends(round: Round) -> dict[str, int]:
    return {end.name: end.pip for end in round.front.ends}


def test_partnership_pagat() -> None:
    hands = "6-6 1-0", "6-1 5-0", "6-4 3-3", "6-2 2-2"
    after = walked(
        dealt("partnership-pagat@1", *hands, leader=0),
        (
            ({"0 lays 6-6"}, "0 lays 6-6"),
            ({"3 lays 6-2 left", "3 lays 6-2 right"}, "3 lays 6-2 right"),
            ({"2 lays 6-4 left"}, "2 lays 6-4 left"),
            ({"1 passes"}, "1 passes"),
        ),
    )
    assert ends(after) == {"left": 4, "right": 2}


def test_sebastopol() -> None:
    hands = "6-6 3-2 6-5 5-4 1-0", "6-1 6-0 4-4", "3-3 2-2", "6-4 6-3 4-2"
    after = walked(
        dealt("sebastopol@1", *hands, leader=0),
        (
            ({"0 lays 6-6"}, "0 lays 6-6"),
            ({"1 lays 6-0 arm-1", "1 lays 6-1 arm-1"}, "1 lays 6-1 arm-1"),
            ({"2 passes"}, "2 passes"),
            ({"3 lays 6-3 arm-2", "3 lays 6-4 arm-2"}, "3 lays 6-4 arm-2"),
            ({"0 lays 6-5 arm-3"}, "0 lays 6-5 arm-3"),
            ({"1 lays 6-0 arm-4"}, "1 lays 6-0 arm-4"),
        ),
    )
    assert ends(after) == {"arm-1": 1, "arm-2": 4, "arm-3": 5, "arm-4": 0}


def test_cyprus() -> None:
    hands = "9-9 8-8 4-4", "7-7 5-5", "9-6 9-5", "9-4 9-3"
    round = dealt("cyprus@1", *hands, leader=0, boneyard="9-7 6-6 5-4")
    round = walked(
        round,
        (
            ({"0 lays 9-9"}, "0 lays 9-9"),
            ({"1 draws 9-7"}, "1 draws 9-7"),
            ({"1 lays 9-7 arm-1"}, "1 lays 9-7 arm-1"),
            ({"2 lays 9-6 arm-2", "2 lays 9-5 arm-2"}, "2 lays 9-6 arm-2"),
            ({"3 lays 9-4 arm-3", "3 lays 9-3 arm-3"}, "3 lays 9-4 arm-3"),
            ({"0 draws 6-6"}, "0 draws 6-6"),
            ({"0 passes"}, "0 passes"),  # 6-6 would fit arm-2, but arms are bare.
            ({"1 passes"}, "1 passes"),  # 5-4 stays in the boneyard.
        ),
    )
    assert ends(round) == {"arm-1": 7, "arm-2": 6, "arm-3": 4, "arm-4": 9}


def test_cross() -> None:
    hands = "5-0 3-3", "5-5 2-2", "4-4 1-1"
    round = dealt("cross@1", *hands, leader=1, boneyard="5-3 6-6 6-4")
    round = walked(
        round,
        (
            ({"1 lays 5-5"}, "1 lays 5-5"),
            ({"2 draws 5-3"}, "2 draws 5-3"),
            ({"2 lays 5-3 arm-1"}, "2 lays 5-3 arm-1"),
            ({"0 lays 5-0 arm-2"}, "0 lays 5-0 arm-2"),  # Not 3-3 at arm-1.
        ),
    )
    assert ends(round) == {"arm-1": 3, "arm-2": 0, "arm-3": 5}


def test_maltese_cross() -> None:
    hands = "6-6 6-4 3-3 1-0", "6-3 6-2 4-4 5-5"
    round = dealt("maltese-cross@1", *hands, leader=0, boneyard="6-1 1-1 2-2")
    round = walked(
        round,
        (
            ({"0 lays 6-6"}, "0 lays 6-6"),
            ({"1 lays 6-2 arm-1", "1 lays 6-3 arm-1"}, "1 lays 6-3 arm-1"),
            ({"0 lays 6-4 arm-2"}, "0 lays 6-4 arm-2"),
            ({"1 lays 6-2 arm-3"}, "1 lays 6-2 arm-3"),
            ({"0 draws 6-1"}, "0 draws 6-1"),
            ({"0 lays 6-1 arm-4"}, "0 lays 6-1 arm-4"),
            ({"1 lays 4-4 arm-2"}, "1 lays 4-4 arm-2"),
            ({"0 lays 3-3 arm-1"}, "0 lays 3-3 arm-1"),
            ({"1 draws 1-1"}, "1 draws 1-1"),
            ({"1 lays 1-1 arm-4"}, "1 lays 1-1 arm-4"),
            ({"0 draws 2-2"}, "0 draws 2-2"),
            ({"0 lays 2-2 arm-3"}, "0 lays 2-2 arm-3"),
        ),
    )
    assert ends(round) == {"arm-1": 3, "arm-2": 4, "arm-3": 2, "arm-4": 1}
    assert not any(end.first for end in round.front.ends)


def test_all_fives() -> None:
    round = dealt("all-fives@1", "5-5 5-0 6-4", "5-1 5-4 4-2", leader=0)
    round = walked(
        round,
        (
            ({"0 lays 5-5"}, "0 lays 5-5"),
            (
                {"1 lays 5-1 left", "1 lays 5-1 right", "1 lays 5-4 left", "1 lays 5-4 right"},
                "1 lays 5-4 right",
            ),
            ({"0 lays 5-0 left", "0 lays 6-4 right"}, "0 lays 5-0 left"),
            ({"1 lays 4-2 right", "1 lays 5-1 spinner-5-5-1"}, "1 lays 5-1 spinner-5-5-1"),
        ),
    )
    assert ends(round) == {"left": 0, "right": 4, "spinner-5-5-1": 1, "spinner-5-5-2": 5}
    assert [*fives_in_play(round)] == [(1, 5), (0, 0), (1, 0), (0, 10)]


def test_muggins() -> None:
    round = dealt("muggins@1", "6-6 3-3 5-2", "6-3 6-4 6-5", leader=0)
    anywhere = {f"1 lays {tile} {end}" for tile in ("6-3", "6-4", "6-5") for end in BOTH}
    round = walked(
        round,
        (
            ({"0 lays 6-6"}, "0 lays 6-6"),
            (anywhere, "1 lays 6-3 right"),
            ({"0 lays 3-3 right"}, "0 lays 3-3 right"),
            ({"1 lays 6-4 left", "1 lays 6-5 left"}, "1 lays 6-4 left"),
        ),
    )
    assert ends(round) == {"left": 4, "right": 3}
    assert [*fives_in_play(round)] == [(1, 10), (0, 0), (1, 15), (0, 0)]


def test_five_up() -> None:
    hands = "6-6 4-4 1-0 2-1 3-0", "6-4 5-4 4-0 2-0 3-1"
    round = walked(
        dealt("five-up@1", *hands, leader=0),
        (
            ({"0 lays 6-6"}, "0 lays 6-6"),
            ({"1 lays 6-4 left", "1 lays 6-4 right"}, "1 lays 6-4 right"),
            ({"0 lays 4-4 right"}, "0 lays 4-4 right"),
            ({"1 lays 4-0 right", "1 lays 5-4 right"}, "1 lays 5-4 right"),
        ),
    )
    assert ends(round) == {"left": 6, "right": 5, "spinner-4-4-1": 4}
    assert [*fives_in_play(round)] == [(1, 0), (0, 20), (1, 0), (0, 0)]


def test_matador() -> None:
    round = dealt("matador@1", "6-6 3-1 5-2", "6-1 1-0 4-3 0-0", leader=0, boneyard="5-5 5-4")
    first = ("1-0", "0-0", "4-3 {} open 3", "4-3 {} open 4", "6-1 {} open 1", "6-1 {} open 6")
    after = walked(
        round,
        (
            ({"0 lays 6-6"}, "0 lays 6-6"),
            (placed(1, *first), "1 lays 1-0 left"),
            (
                placed(0, "5-2 {} open 2", "5-2 {} open 5") | {"0 lays 3-1 right"},
                "0 lays 5-2 left open 5",
            ),
            (
                placed(1, *first[1:]),
                "1 lays 6-1 right open 1",
            ),
            ({"0 passes"}, "0 passes"),
        ),
    )
    assert ends(after) == {"left": 5, "right": 1}


def placed(seat: int, *tiles: str) -> set[str]:
    """Each tile at both ends; ``{}`` is where the end stands."""
    texts = (tile if "{}" in tile else f"{tile} {{}}" for tile in tiles)
    return {f"{seat} lays {text.format(end)}" for text in texts for end in BOTH}
