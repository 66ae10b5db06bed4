"""A tile that is turned up after the deal: the line begins with it, and nobody leads."""

import pytest

from domino_ledger.domain.block_verdicts import verdict
from domino_ledger.domain.block_verdicts.readings import NOBODY
from domino_ledger.domain.facts import facts_of
from domino_ledger.domain.faults.codes import Fault
from domino_ledger.domain.game.decide import DealRound, decide
from domino_ledger.domain.game.next_lead import next_lead
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.hidden.seat_view import seat_view
from domino_ledger.domain.hidden.seen_event import SeenInPart, seen_event
from domino_ledger.domain.layout.on_table import NO_ACT
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import UNSEEN, tile_named

from .builders import (
    altered,
    any_hand,
    deal,
    evolved,
    hands,
    moves,
    new_game,
    now,
    play,
    refusal,
    tiles,
)

LOT = {"kind": "lot"}
TURNED_UP = {"turned_up": True, "first_lead": LOT, "later_lead": LOT}


def gaple(hand: int, seats: int = 4) -> RuleSet:
    return any_hand("gaple@1", hand, seats, play=TURNED_UP)


def dealt(*each: str, turned_up: str = "5-3", leader: int = 1) -> Game:
    game = new_game(gaple(len(each[0].split()), len(each)), len(each))
    return deal(game, *each, leader=leader, turned_up=turned_up)


DEALT = "0-0 6-1 6-3", "5-1 2-1 4-1", "3-0 4-0 2-2", "6-5 4-4 6-6"


@pytest.mark.parametrize(("hand", "seats", "hidden"), [(6, 4, 3), (5, 5, 2)])
def test_the_rest_stays_hidden(hand: int, seats: int, hidden: int) -> None:
    game = new_game(gaple(hand, seats), seats)
    heap = iter(range(28))
    dealt = tuple(tuple(next(heap) for _ in range(hand)) for _ in range(seats))
    after = evolved(game, decide(game, DealRound(dealt, None, 0, hub=next(heap))))
    assert len(now(after).boneyard) == hidden
    assert seat_view(now(after), 0).boneyard == (hidden, None)


def test_everybody_sees_the_tile_and_nobody_laid_it() -> None:
    game = dealt(*DEALT)
    view = seat_view(now(game), 0)
    (first,) = view.on_table
    assert (first.tile, first.left, first.right, first.act) == (tile_named("5-3"), 3, 5, NO_ACT)
    assert view.hub is None
    assert not view.unseen >> tile_named("5-3") & 1
    seen = seen_event(now(game).deal, now(game))
    assert seen == SeenInPart(
        {"leader": 1, "tiles": (3, 3, 3, 3), "boneyard_tiles": 15, "hub": "5-3"}
    )
    later = seat_view(now(play(game, "1 lays 5-1 right")), 0)
    assert [(each.name, each.act, each.on) for each in later.on_table] == [
        ("3-5", NO_ACT, None),
        ("5-1", 0, NO_ACT),
    ]


def test_a_round_in_which_nothing_fits_the_tile_is_blocked() -> None:
    """Nobody has laid a tile; the winner begins the next round all the same."""
    game = dealt("0-0 1-0", "1-1 2-0", "2-2 2-1", "6-6 6-2", turned_up="5-4", leader=3)
    game = play(game, "3 sets aside 6-6")
    facts = facts_of(now(game))
    assert (facts.ended, facts.last_to_lay) == ("blocked", None)
    assert next_lead(game, ()).seats == {0}


def test_what_is_wrong_with_a_tile_turned_up() -> None:
    game = new_game(gaple(3), 4)
    lacks = Fault("bad-deal", {"lacks": "hub"})
    assert refusal(game, DealRound(hands(*DEALT), None, 0)) == lacks
    assert refusal(game, DealRound(hands(*DEALT), None, 0, as_played=True)) == lacks
    for hub, wrong in (("6-1", {"twice": ("6-1",)}), ("7-1", {"foreign": ("7-1",)})):
        assert refusal(game, DealRound(hands(*DEALT), None, 0, hub=tile_named(hub))) == Fault(
            "bad-deal", wrong
        )


def test_hands_that_nobody_saw_do_not_hold_the_tile() -> None:
    unseen = ((UNSEEN,) * 3,) * 3
    game = new_game(gaple(3), 4)
    order = DealRound((tiles(DEALT[0]), *unseen), None, 1, hub=tile_named("5-3"))
    may = {text.split()[2] for text in moves(evolved(game, decide(game, order)))}
    assert "5-1" in may
    assert "5-3" not in may


def test_where_nobody_laid_a_tile_the_last_leader_leads_again() -> None:
    rules = altered(
        "block-lot@1",
        play={"hand": {2: 2}, "turned_up": True, "next_lead": "last-to-lay"},
        score={"tied": "each"},
    )
    game = deal(new_game(rules, 2), "0-0 1-0", "1-1 2-0", leader=1, turned_up="5-4")
    game = play(game, "1 passes")
    assert now(game).ended == "blocked"
    assert next_lead(game, ()).seats == {1}


@pytest.mark.parametrize("matching", ["equal", "sum"])
def test_the_first_lay_down_may_block_the_round(matching: str) -> None:
    """The quick search of lines, and the general one."""
    play_ = {"hand": {2: 2}, "turned_up": True, "matching": matching}
    rules = altered("block-lot@1", play=play_)
    game = deal(new_game(rules, 2), "5-0 1-1", "2-1 2-2", leader=0, turned_up="5-4")
    if matching == "sum":
        game = deal(new_game(rules, 2), "5-3 1-1", "6-5 6-6", leader=0, turned_up="4-3")
    (lay, *_) = moves(game)
    game = play(game, lay)
    assert now(game).ended == "blocked"
    assert verdict(now(game), "last-to-lay").blocker == 0


def test_nobody_blocked_a_round_in_which_nobody_laid() -> None:
    rules = any_hand("block@1", 1, 2, play=TURNED_UP)
    game = deal(new_game(rules, 2), "0-0", "6-1", leader=1, turned_up="5-3")
    game = play(game, "1 passes")
    assert now(game).ended == "blocked"
    assert verdict(now(game), "last-to-lay") == NOBODY
