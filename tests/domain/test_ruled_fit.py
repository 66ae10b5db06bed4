"""Bent tiles at a table that rules itself whether a tile finds room."""

from domino_ledger.domain.game.decide import DealRound, decide
from domino_ledger.domain.hidden.inference import lawful
from domino_ledger.domain.hidden.seat_view import seat_view
from domino_ledger.domain.round.state import evolve
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import NAMES, UNSEEN, seen_of, tile_named, tiles_of

from .builders import act_of, any_hand, deal, evolved, new_game, now, play, tiles


def bendomino(hand: int, fit: str = "ruled", **more: object) -> RuleSet:
    layout = {"kind": "bent", "fit": fit}
    return any_hand("bendomino@1", hand, 2, play={"layout": layout, "draw": "none"} | more)


def test_where_tiles_lie_in_a_line_a_ruling_changes_nothing() -> None:
    """A record may say so against the rules; it is noted, and the tile stays in the hand."""
    game = deal(new_game(any_hand("block@1", 2, 2), 2), "1-1 2-1", "0-0 3-1")
    round = now(play(game, "0 lays 1-1"))
    after = evolve(round, act_of("1 tries 3-1 left"))
    assert (after.front, after.hands) == (round.front, round.hands)


def test_a_tile_of_an_unseen_hand_is_seen_when_it_is_tried() -> None:
    game = new_game(bendomino(3), 2)
    order = DealRound((tiles("6-6 5-3 3-2"), (UNSEEN,) * 3), None, 0)
    game = play(evolved(game, decide(game, order)), "0 lays 6-6", "1 tries 6-1 left")
    round = now(game)
    assert [NAMES[tile] for tile in tiles_of(seen_of(round.hands[1]))] == ["6-1"]
    assert round.hands[1].bit_count() == 3
    known = lawful(round)
    assert known.may_be_dealt(tile_named("6-1"), 1)
    assert set(known.fixed()) == {tile_named("6-1")}
    assert len(seat_view(round, 0).acts) == 2
    laid = play(game, "1 lays 6-1 right", "0 passes")
    assert now(laid).hands[1].bit_count() == 2
    assert not lawful(now(laid)).surely_held(1, 4)
