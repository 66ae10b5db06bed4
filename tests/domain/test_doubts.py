"""Doubts from unseen tiles: whether a seat drew though able, and who may lead."""

import pytest

from domino_ledger.domain.events import RoundDealt, Seat, drew
from domino_ledger.domain.faults.codes import Fault, Params
from domino_ledger.domain.hidden.doubts import question_of, who_may_lead
from domino_ledger.domain.hidden.inference import whereabouts
from domino_ledger.domain.round.lead import narrowed
from domino_ledger.domain.round.state import new_round, union
from domino_ledger.domain.rules.play import Play
from domino_ledger.domain.rules.table import table_for
from domino_ledger.domain.tiles import tile_named, tile_set

from .unseen_deals import DRAWING, after, dealt, lay, tiles

TWO_EACH = Play.model_validate({"highest_pip": 3, "hand": {"2": 2}})
DOUBLES = tile_set(tiles("3-3 2-2 1-1 0-0"))


def test_whether_a_seat_drew_though_able() -> None:
    round = after(dealt("3-3 3-2 3-1", "2-0 ? ?", play=DRAWING), lay(0, "3-3"))
    asked = question_of(round, drew(1, tile_named("0-0")), 1)
    assert asked is not None
    drawn: Params = {"seat": 1, "act": "draw", "draw": "0-0"}
    assert asked.fault == Fault("could-play", {**drawn, "duty": "lay-unseen"})
    assert asked.needs == {"holders": (1,), "counts": (2,)}
    assert asked.act == {"code": "could-play", **drawn, "pips": (3,), "move": 1}
    assert whereabouts(round).held(asked.absent) is None


def test_a_draw_is_not_in_doubt_if_the_hand_was_seen_or_drawing_is_free() -> None:
    free = DRAWING.model_copy(update={"may_draw_when_able": True})
    for hand, play in (("2-0 2-1 1-0", DRAWING), ("2-0 ? ?", free)):
        round = after(dealt("3-3 3-2 3-1", hand, play=play), lay(0, "3-3"))
        assert question_of(round, drew(1, tile_named("0-0")), 1) is None


@pytest.mark.parametrize(
    ("hands", "leads"),
    [
        (("3-3 ?", "? ?"), {0}),
        (("2-2 1-0", "? ?"), {0, 1}),
        (("3-1 2-0", "? ?"), {1, None}),
        (("? ?", "? ?"), {0, 1, None}),
        (("2-2 1-0", "3-1 2-0"), {0}),
        (("3-2 1-0", "3-1 2-0"), {None}),
    ],
)
def test_who_may_hold_the_highest_double(hands: tuple[str, ...], leads: set[Seat | None]) -> None:
    deal = RoundDealt(hands=tuple(map(tiles, hands)), boneyard=None, leader=None)
    held = union(dealt(*hands, play=TWO_EACH).hands)
    round = new_round(table_for(TWO_EACH, 2), deal, narrowed(DOUBLES, held))
    assert who_may_lead(round, whereabouts(round)) == leads
