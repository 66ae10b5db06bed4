"""Unseen tiles: how play changes them, and which moves are legal."""

import pytest

from domino_ledger.domain.events import TileLaid, drew, passed
from domino_ledger.domain.faults.act import act_fault, duty
from domino_ledger.domain.round.lead import ANY_TILE, narrowed, tiles_to_lead
from domino_ledger.domain.round.legal import ending, is_legal, legal_moves, may_show
from domino_ledger.domain.round.state import Round
from domino_ledger.domain.rules.leads import HeaviestTile, HighestDouble, NamedTile
from domino_ledger.domain.rules.play import Play
from domino_ledger.domain.tiles import NAMES, UNSEEN, bit, set_up_to, tile_named, tile_set

from .unseen_deals import DRAWING, after, dealt, hands_of, lay, show, tiles


def lays_in(round: Round) -> list[str]:
    return [NAMES[move.tile] for move in legal_moves(round) if isinstance(move, TileLaid)]


# Sets with unseen tiles


# Changes by play


def test_a_tile_seen_elsewhere_is_removed_from_the_hand() -> None:
    round = after(dealt("3-3 3-2 ?", "? ? ?"), lay(0, "3-3"), lay(1, "3-2", "left"))
    assert hands_of(round) == [["?"], ["?", "?", "?"]]
    assert act_fault(dealt("3-3 3-2 ?", "? ? ?"), lay(1, "3-2")).code == "wrong-turn"
    led = after(dealt("3-3 3-2 ?", "? ? ?"), lay(0, "3-3"))
    assert act_fault(led, lay(1, "3-2", "left")).code == "not-held"
    assert act_fault(led, lay(1, "2-1", "left")).code == "does-not-fit"


def test_unseen_draws() -> None:
    known = after(dealt("3-3 2-2 1-1", "2-1 1-0 0-0", play=DRAWING), lay(0, "3-3"))
    round = after(known, drew(1, UNSEEN))
    assert round.start.unseen
    assert not known.start.unseen
    assert hands_of(round)[1] == ["0-0", "1-0", "2-1", "?"]
    assert round.boneyard == (UNSEEN,) * 3
    seen = after(round, drew(1, tile_named("2-0")))
    assert seen.boneyard == (UNSEEN,) * 2
    assert hands_of(seen)[1] == ["0-0", "1-0", "2-0", "2-1", "?"]


def test_a_draw_from_a_boneyard_whose_order_is_known() -> None:
    round = dealt("3-3 ? ?", "? ? ?", boneyard="0-0 1-0 1-1 2-0", play=DRAWING)
    round = after(round, lay(0, "3-3"), drew(1, tile_named("0-0")))
    assert round.boneyard == tiles("1-0 1-1 2-0")
    assert after(round, drew(1, tile_named("2-1"))).boneyard == round.boneyard
    assert after(round, drew(1, UNSEEN)).boneyard == round.boneyard
    known = dealt("3-3 3-1 2-2", "2-1 3-2 3-0", boneyard="0-0 1-0 1-1 2-0", play=DRAWING)
    assert after(known, lay(0, "3-3"), drew(1, UNSEEN)).boneyard == known.boneyard


def test_shown_tiles_replace_unseen_ones() -> None:
    round = after(dealt("3-3 ? ?", "? ? ?"), lay(0, "3-3"))
    assert may_show(round, 0, tiles("2-2 1-1"))
    assert hands_of(after(round, show(0, "2-2 1-1")))[0] == ["1-1", "2-2"]
    for wrong in ("2-2", "2-2 2-2", "2-2 3-3", "2-2 6-6"):
        assert not may_show(round, 0, tiles(wrong))
    assert hands_of(after(round, show(1, "2-2")))[1] == ["2-2", "?", "?"]


# What is legal


def test_every_move_that_unseen_tiles_allow_is_legal() -> None:
    round = after(dealt("3-3 ? ?", "2-2 ? ?"), lay(0, "3-3"))
    assert lays_in(round) == ["3-0", "3-1", "3-2"] * 2
    assert passed(1) in legal_moves(round)
    assert duty(round) == {"duty": "lay-or-pass"}
    seen = after(dealt("3-3 ? ?", "3-2 ? ?"), lay(0, "3-3"))
    assert passed(1) not in legal_moves(seen)
    assert duty(seen) == {"could": ("3-2",)}
    assert duty(dealt("? ? ?", "? ? ?")) == {"duty": "lead"}


def test_a_seat_that_may_draw_does_not_pass() -> None:
    round = after(dealt("3-3 ? ?", "2-2 ? ?", play=DRAWING), lay(0, "3-3"))
    moves = legal_moves(round)
    assert passed(1) not in moves
    assert drew(1, tile_named("1-0")) in moves
    assert is_legal(round, drew(1, UNSEEN))
    assert not is_legal(round, drew(0, UNSEEN))
    assert duty(round) == {"duty": "lay-or-draw"}
    able = after(dealt("3-3 ? ?", "3-2 ? ?", play=DRAWING), lay(0, "3-3"))
    assert not is_legal(able, drew(1, UNSEEN))
    assert act_fault(able, drew(1, UNSEEN)).code == "could-play"


def test_a_round_is_blocked_when_no_unseen_tile_can_fit() -> None:
    threes = [lay(0, "3-3"), lay(1, "3-2", "left"), lay(0, "2-1", "left")]
    round = after(dealt("3-3 ? ?", "? ? ?"), *threes)
    assert ending(round) is None
    play = Play.model_validate({"highest_pip": 1, "hand": {"2": 1}})
    assert ending(after(dealt("?", "?", play=play), lay(0, "0-0"))) is not None


# Who leads


@pytest.mark.parametrize(
    ("rule", "held", "may_be"),
    [
        (HighestDouble(), "2-2 1-0 ?", "2-2 3-3"),
        (HighestDouble(), "2-2 3-3 ?", "3-3"),
        (HighestDouble(), "1-0 ?", "0-0 1-1 2-2 3-3"),
        (HighestDouble(), "2-2 1-0", "2-2"),
        (HeaviestTile(), "3-1 1-0 ?", "3-1 3-2 3-3"),
        (NamedTile(tile=tile_named("2-2")), "1-0 ?", "2-2"),
    ],
)
def test_the_tiles_that_may_be_led(
    rule: HighestDouble | HeaviestTile | NamedTile, held: str, may_be: str
) -> None:
    play = Play(hand={2: 7}, first_lead=rule)
    found = tiles_to_lead(play, 0, tile_set(tiles(held)))
    assert found & set_up_to(3) == tile_set(tiles(may_be))


def test_possible_leads_with_partial_knowledge() -> None:
    lead = tile_set(tiles("1-1 2-2 3-3"))
    assert narrowed(lead, tile_set(tiles("1-1 2-2 0-0"))) == bit(tile_named("2-2"))
    assert narrowed(lead, tile_set(tiles("2-1 0-0"))) == 0
    assert narrowed(lead, tile_set(tiles("2-2 ?"))) == tile_set(tiles("2-2 3-3"))
    assert narrowed(lead, tile_set(tiles("2-1 ?"))) == lead
    assert narrowed(ANY_TILE, 0) == ANY_TILE
