"""Acts that, with earlier acts, prove a breach of the rules are refused at a table."""

import pytest

from domain.events import IrregularityNoted, RoundBlocked, RoundWon, Seat, TilesShown, passed
from domain.faults.codes import Fault
from domain.game.decide import CallBlocked, DealRound, DoAct, Refused, decide
from domain.game.state import Game
from domain.hidden.doubts import proven_breach
from domain.round.state import evolve
from domain.rules.rule_set import RuleSet
from domain.tiles import UNSEEN
from projections.messages.faults import fault_text

from .builders import act_of, any_hand, evolved, new_game, now, play, tiles
from .dispute_builders import NOTED

THREE = any_hand("block-lot@1", 3, 2)
ALL_DEALT = any_hand("block-lot@1", 3, 2, play={"highest_pip": 2})
DRAWN = any_hand("draw@1", 3, 2, play={"highest_pip": 3})


def unseen(rules: RuleSet, *acts: str, leader: Seat = 0) -> Game:
    """A game after these acts; all dealt tiles are unseen."""
    game = new_game(rules, max(rules.play.hand))
    deal = DealRound(((UNSEEN,) * 3,) * game.table.seats, None, leader)
    return play(evolved(game, decide(game, deal)), *acts)


def refused(game: Game, act: str) -> Fault:
    """The fault for which this act is refused."""
    with pytest.raises(Refused) as why:
        decide(game, DoAct(act_of(act)))
    assert isinstance(why.value.fault, Fault)
    return why.value.fault


def test_a_tile_that_a_seat_must_have_held_when_it_passed() -> None:
    game = unseen(THREE, "0 lays 6-6", "1 passes", "0 lays 6-5 left")
    fault = refused(game, "1 lays 6-1 right")
    assert fault.code == "no-possible-deal"
    assert fault_text(fault, ("Ana", "Ben")) == "Ben passed at move 2 with 6 open and now lays 6-1"
    assert now(play(game, "1 lays 5-1 left")).ended is None


def test_a_tile_drawn_after_the_pass_proves_nothing() -> None:
    """The drawn tile is unseen."""
    acts = ("0 lays 3-3", "1 draws 2-1", "1 draws 3-0", "1 lays 3-0 left", "0 lays 3-1 right")
    assert now(unseen(DRAWN, *acts)).regular
    game = unseen(DRAWN, "0 lays 3-3", "1 draws 2-1", "1 draws 3-0")
    fault = refused(game, "1 lays 3-2 left")
    assert fault_text(fault) == (
        "under every possible deal, one of these was against the rules: "
        "seat 1 draws 2-1 on 3 (move 2)"
    )


def test_passes_that_contradict_each_other() -> None:
    """All six tiles are dealt, so some seat holds 2-1."""
    fault = refused(unseen(ALL_DEALT, "0 lays 2-2", "1 passes"), "0 passes")
    assert fault_text(fault) == (
        "under every possible deal, one of these was against the rules: "
        "seat 1 passes on 2 (move 2); seat 0 passes on 2 (move 3)"
    )


def test_a_pass_that_contradicts_nothing_is_not_named() -> None:
    """Nine of ten tiles are dealt; the passes at moves 3 and 4 are proof enough."""
    rules = any_hand("block-lot@1", 3, 3, play={"highest_pip": 3})
    game = unseen(rules, "0 lays 3-1", "1 passes", "2 lays 3-2 right", "0 passes")
    assert fault_text(refused(game, "1 passes")) == (
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
