"""A round that the table stopped as blocked although some seat could still play."""

import json

import pytest

from domino_ledger.domain.events import Event, IrregularityNoted, RoundBlocked, RoundWon, TilesShown
from domino_ledger.domain.facts import facts_of
from domino_ledger.domain.faults.codes import Param
from domino_ledger.domain.game.decide import CallBlocked, DealRound, Refused, ShowTiles, decide
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import UNSEEN

from .builders import any_hand, deal, evolved, new_game, now, play, tiles

LOT = any_hand("block-lot@1", 3, 2)
PLAY_ON = any_hand("block-lot@1", 2, 3, play={"play_on": True})
STOP = CallBlocked(as_played=True)
HANDS = ("6-6 5-5 2-1", "6-5 4-4 3-3")


def seen(rules: RuleSet, *acts: str) -> Game:
    """A game with all hands seen."""
    return play(deal(new_game(rules, 2), *HANDS, leader=0), *acts)


def half_seen(*acts: str) -> Game:
    """A game with all hands unseen; all ten tiles of the set are dealt."""
    rules = any_hand("block-lot@1", 5, 2, play={"highest_pip": 3})
    game = new_game(rules, 2)
    hands = ((UNSEEN,) * 5,) * 2
    return play(evolved(game, decide(game, DealRound(hands, None, 0))), *acts)


def noted(said: str, **params: Param) -> IrregularityNoted:
    return IrregularityNoted(
        code="round-not-over", params={"said": said, **params}, recorded=json.dumps(said)
    )


def test_it_is_noted_and_over() -> None:
    game = seen(LOT, "0 lays 6-6")
    note = noted("blocked", seat=1, could=("6-5",))
    events = decide(game, STOP)
    assert events == (note, RoundBlocked())
    facts = facts_of(now(evolved(game, events)))
    assert (facts.ended, facts.regular, facts.waiting) == ("blocked", False, True)
    assert facts.pips == (13, 25)


def test_it_is_refused_as_a_regular_act() -> None:
    with pytest.raises(Refused, match=r"'seat': 1, 'could': ..6-5") as why:
        decide(seen(LOT, "0 lays 6-6"), CallBlocked())
    assert why.value.fault.code == "round-not-over"


def test_no_stop_before_the_lead() -> None:
    with pytest.raises(Refused, match="nothing-laid"):
        decide(seen(LOT), STOP)


def test_a_regular_block_is_not_noted() -> None:
    """With unseen hands, the stop cannot be proven wrong."""
    rules = any_hand("block-lot@1", 3, 2)
    game = new_game(rules, 2)
    hands = ((UNSEEN,) * 3,) * 2
    game = play(evolved(game, decide(game, DealRound(hands, None, 0))), "0 lays 6-6")
    assert decide(game, STOP) == decide(game, CallBlocked()) == (RoundBlocked(),)


def test_a_seat_stays_out_if_the_rules_play_on() -> None:
    game = deal(new_game(PLAY_ON, 3), "6-6 6-5", "5-4 4-3", "3-3 2-2", leader=0)
    game = play(game, "0 lays 6-6", "1 passes", "2 passes", "0 lays 6-5 left")
    note = noted("out", seat=1, could=("5-4",))
    assert decide(game, STOP) == (note, RoundWon(seat=0))


def test_it_is_noted_if_a_seat_must_have_held_a_tile_that_fits() -> None:
    game = half_seen("0 lays 3-3")
    events = decide(game, STOP)
    assert events == (noted("blocked", duty="lay-unseen"), RoundBlocked())
    after = evolved(game, events)
    shown: Event = TilesShown(seat=0, tiles=tiles("0-0 1-0 1-1 2-0"))
    assert decide(after, ShowTiles(0, tiles("0-0 1-0 1-1 2-0"))) == (shown,)
