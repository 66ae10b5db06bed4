"""Acts that, with earlier acts, prove a breach of the rules are refused at a table."""

import pytest

from domino_ledger.domain.events import (
    IrregularityNoted,
    RoundBlocked,
    RoundWon,
    Seat,
    TileDrawn,
    TileLaid,
    TilesShown,
    passed,
)
from domino_ledger.domain.game.decide import CallBlocked, DealRound, Refused, ShowTiles, decide
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.hidden.doubts import proven_breach
from domino_ledger.domain.hidden.inference import excluded_by_rules, hindsight, whereabouts
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.round.state import evolve
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import tile_named, tile_or_unseen
from domino_ledger.projections.messages.faults import fault_text

from .builders import (
    act_of,
    any_hand,
    evolved,
    new_game,
    now,
    play,
    refusal,
    refused_act,
    tiles,
    unseen,
)
from .dispute_builders import NOTED
from .unseen_deals import hands_of

THREE = any_hand("block-lot@1", 3, 2)
ALL_DEALT = any_hand("block-lot@1", 3, 2, play={"highest_pip": 2})
DRAWN = any_hand("draw@1", 3, 2, play={"highest_pip": 3})


def test_a_tile_that_a_seat_must_have_held_when_it_passed() -> None:
    game = unseen(THREE, "0 lays 6-6", "1 passes", "0 lays 6-5 left")
    fault = refused_act(game, "1 lays 6-1 right")
    assert fault.code == "no-possible-deal"
    assert fault_text(fault, ("Ana", "Ben")) == "Ben passed at move 2 with 6 open and now lays 6-1"
    assert now(play(game, "1 lays 5-1 left")).ended is None


def test_a_tile_drawn_after_the_pass_proves_nothing() -> None:
    """The drawn tile is unseen."""
    acts = ("0 lays 3-3", "1 draws 2-1", "1 draws 3-0", "1 lays 3-0 left", "0 lays 3-1 right")
    assert now(unseen(DRAWN, *acts)).regular
    game = unseen(DRAWN, "0 lays 3-3", "1 draws 2-1", "1 draws 3-0")
    fault = refused_act(game, "1 lays 3-2 left")
    assert fault_text(fault) == (
        "under every possible deal, one of these was against the rules: "
        "seat 1 draws 2-1 on 3 (move 2)"
    )


def test_a_pass_that_contradicts_nothing_is_not_named() -> None:
    """Nine of ten tiles are dealt; the passes at moves 3 and 4 are proof enough."""
    rules = any_hand("block-lot@1", 3, 3, play={"highest_pip": 3})
    game = unseen(rules, "0 lays 3-1", "1 passes", "2 lays 3-2 right", "0 passes")
    assert fault_text(refused_act(game, "1 passes")) == (
        "under every possible deal, one of these was against the rules: "
        "seat 0 passes on 1 and 2 (move 4); seat 1 passes on 1 and 2 (move 5)"
    )


def test_how_the_round_ended_does_not_matter() -> None:
    game = now(unseen(ALL_DEALT, "0 lays 2-2", "1 passes"))
    fault = proven_breach(evolve(evolve(game, passed(0)), RoundWon(seat=0)))
    assert fault is not None
    assert fault_text(fault).count("passes on 2") == 2


def test_a_block_that_contradicts_the_passes() -> None:
    acts = ("0 lays 3-0", "1 passes", "0 lays 3-1 right", "1 lays 1-1 right")
    game = unseen(any_hand("block-lot@1", 3, 2, play={"highest_pip": 3}), *acts)
    with pytest.raises(Refused, match="no-possible-deal"):
        decide(game, CallBlocked())
    noted, ended = decide(game, CallBlocked(as_played=True))
    assert isinstance(noted, IrregularityNoted)
    assert (noted.code, ended) == ("no-possible-deal", RoundBlocked())


def test_tiles_shown_at_the_end_that_were_held_at_a_pass() -> None:
    ended = now(unseen(THREE, "0 lays 6-6", "1 passes", "0 passes"))
    after = evolve(ended, TilesShown(seat=1, tiles=tiles("1-1 2-1 6-1")))
    fault = proven_breach(after)
    assert fault is not None
    assert fault_text(fault).endswith("against the rules: seat 1 passes on 6 (move 2)")
    shown = evolve(ended, TilesShown(seat=1, tiles=tiles("1-1 2-1 3-1")))
    assert proven_breach(shown) is None


def test_a_round_with_a_noted_irregularity_is_not_checked() -> None:
    game = unseen(THREE, "0 lays 6-6", "1 passes", "0 lays 6-5 left")
    noted = play(evolved(game, [NOTED]), "1 lays 6-1 right")
    assert proven_breach(now(noted)) is None


# -- the lead

FEET = any_hand("chicken-foot@1", 2, 2)


def led(rules: RuleSet, *each: str, leader: Seat, before: Game | None = None) -> Game:
    """A game dealt like this, with ``?`` for each tile that nobody saw."""
    game = before or new_game(rules, len(each))
    hands = tuple(tuple(map(tile_or_unseen, hand.split())) for hand in each)
    return evolved(game, decide(game, DealRound(hands, None, leader)))


def test_who_drew_unseen_may_lead_what_was_drawn_and_nobody_else() -> None:
    game = play(led(FEET, "? ?", "? ?", leader=0), "0 draws ?")
    leads, draws = legal_moves(now(game))[0], legal_moves(now(game))[1:]
    assert leads == act_of("0 lays 9-9")
    assert {type(each) for each in draws} == {TileDrawn}
    assert {each.seat for each in draws} == {1}
    fault = refused_act(game, "1 lays 9-9")
    assert fault_text(fault, ("Ana", "Ben")) == "Ben lays 9-9, which they do not hold"
    assert refused_act(game, "0 lays 9-8").code == "wrong-turn"
    after = now(play(game, "0 lays 9-9", "1 lays 9-8 toe-9-9-1"))
    assert hands_of(after) == [["?", "?"], ["?"]]
    assert hands_of(hindsight(after)) == [["?", "?"], ["?"]]
    assert hindsight(after).acts[0] == act_of("0 draws 9-9")


def test_a_tile_drawn_and_seen_decides_at_once_who_leads() -> None:
    game = play(led(FEET, "? ?", "? ?", leader=0), "0 draws 9-8")
    assert all(isinstance(each, TileDrawn) for each in legal_moves(now(game)))
    drawn = now(play(game, "1 draws 9-9"))
    assert legal_moves(drawn) == (act_of("1 lays 9-9"),)


def test_nobody_was_dealt_what_seats_draw_for() -> None:
    game = play(led(FEET, "? ?", "? ?", leader=0), "0 draws ?", "1 draws ?", "1 lays 9-9")
    known = whereabouts(now(game)).without(excluded_by_rules(now(game)))
    assert not any(known.may_be_dealt(tile_named("9-9"), seat) for seat in (0, 1))


def test_a_seat_without_the_tile_to_lead_may_begin_to_draw() -> None:
    """Whether one of the unseen hands has it is not known."""
    game = led(FEET, "9-8 8-7", "? ?", leader=0)
    assert all(isinstance(each, TileDrawn) for each in legal_moves(now(game)))
    first = led(FEET, "9-9 8-7", "? ?", leader=0)
    with pytest.raises(Refused):
        led(FEET, "9-9 8-7", "? ?", leader=1)
    assert legal_moves(now(first)) == (act_of("0 lays 9-9"),)


def test_a_double_proves_that_another_tile_had_to_be_led() -> None:
    """Bendomino: the heaviest tile leads only if no double was dealt."""
    rules = any_hand("bendomino@1", 3, 2)
    game = play(led(rules, "? ? ?", "? ? ?", leader=0), "0 lays 3-2", "1 lays 5-3 right")
    assert fault_text(refused_act(game, "0 lays 2-2 left bend left"), ("Ana", "Ben")) == (
        "Ana leads 3-2, but 2-2, 3-3, 4-4, 5-5 or 6-6 must be led"
    )
    other = play(game, "0 draws ?", "0 passes", "1 draws ?", "1 passes", "0 draws 1-1", "0 passes")
    assert now(other).regular


def test_a_double_of_another_hand_proves_that_another_seat_had_to_lead() -> None:
    rules = any_hand("bendomino@1", 3, 2)
    game = play(led(rules, "3-2 3-1 2-1", "? ? ?", leader=0), "0 lays 3-2")
    assert fault_text(refused_act(game, "1 lays 2-2 left bend left"), ("Ana", "Ben")) == (
        "Ana is to lead, but Ben must lead"
    )


def test_a_deal_is_void_if_no_double_is_left_for_an_unseen_hand() -> None:
    """Basic Train: each seat begins with a double."""
    rules = any_hand("basic-train@1", 5, 3, play={"highest_pip": 4})
    game = new_game(rules, 3)
    hands = ("4-4 3-3 2-2 4-3 4-2", "1-1 0-0 4-1 4-0 3-2", "? ? ? ? ?")
    assert now(led(rules, *hands, leader=0, before=game)).ended == "void"


def test_an_unseen_hand_begins_its_train_and_does_not_pass() -> None:
    rules = any_hand("basic-train@1", 2, 3, play={"highest_pip": 3})
    game = play(led(rules, "3-3 3-1", "? ?", "? ?", leader=0), "0 lays 3-3 train-0")
    assert all(isinstance(each, TileLaid) for each in legal_moves(now(game)))
    assert refused_act(game, "1 passes").code == "could-play"


def test_tiles_shown_prove_that_another_seat_had_to_lead() -> None:
    rules = any_hand("bendomino@1", 1, 2, play={"highest_pip": 3})
    game = play(led(rules, "?", "?", leader=0), "0 lays 3-2")
    shown = ShowTiles(1, tiles("1-1"))
    assert refusal(game, shown).code == "wrong-leader"
    noted = decide(game, shown._replace(as_played=True))
    assert [type(each) for each in noted] == [TilesShown, IrregularityNoted]


def test_a_double_of_the_round_in_an_unseen_hand_goes_before_a_double_wild() -> None:
    """Spinner: who holds 9-9 leads it; W-W is led only if nobody does."""
    rules = any_hand("spinner@1", 2, 2)
    game = led(rules, "W-W 1-0", "? ?", leader=1)
    assert legal_moves(now(game)) == (act_of("1 lays 9-9"), act_of("1 lays W-W wild 9"))[:1]
    with pytest.raises(Refused):
        led(rules, "W-W 1-0", "2-1 2-0", leader=1)
