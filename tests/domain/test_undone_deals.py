"""Undo of a deal: the game is as before the deal, and the stream keeps both."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.disputes.decide import answer_dispute, open_dispute
from domino_ledger.domain.disputes.events import ReplayRound, Uphold, VoidGame, VoidRound
from domino_ledger.domain.events import (
    ActUndone,
    DealUndone,
    Event,
    GameWon,
    IrregularityNoted,
    RoundDealt,
)
from domino_ledger.domain.game.decide import (
    Abandon,
    Command,
    DealRound,
    DoAct,
    Forfeit,
    Pause,
    Refused,
    Resume,
    UndoAct,
    decide,
)
from domino_ledger.domain.game.state import Game, evolve_game, fold
from domino_ledger.domain.game.undo import without_undone
from tests.lanes import examples

from .builders import any_hand, deal, evolved, new_game, now, play, refusal, undone
from .dispute_builders import ANA, NOTED, disputed, ordered, said, step
from .random_games import ALL_RULES, AS_FOUND, Setting, random_act, settings_of_play, shuffled
from .random_games import with_leader as led

UNDONE = DealUndone()
TWO = any_hand("block-lot@1", 2, 2, score={"points": "losing-hands", "target": 10})
FIRST = ("6-6 5-5", "6-5 6-4")
SECOND = ("4-4 5-5", "4-3 4-2")


def dealt(*acts: str) -> Game:
    """A game of several rounds after its first deal."""
    return play(deal(new_game(TWO, 2), *FIRST, leader=0), *acts)


def one_played() -> Game:
    """After one irregular round: seat 0 is out, the other has 10 pips left."""
    game = evolve_game(dealt("0 lays 6-6"), NOTED)
    return play(game, "1 lays 6-5 left", "0 lays 5-5 left")


# -- the game is as before


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", ALL_RULES)
@settings(AS_FOUND, max_examples=examples(12))
@given(setting=st.data())
def test_an_undone_deal_leaves_the_game_before_it(name: str, setting: st.DataObject) -> None:
    """For any deal, also a void one."""
    for ply in setting.draw(settings_of_play(name)).plies(rounds=3):
        if isinstance(ply.command, DealRound):
            assert decide(ply.after, UndoAct()) == (UNDONE,)
            assert undone(ply.after) == ply.before


def test_an_unfinished_round_goes_on_when_the_next_deal_is_undone() -> None:
    left = dealt("0 lays 6-6")
    next_deal = RoundDealt(hands=now(left).deal.hands, leader=1)
    again = undone(evolve_game(evolve_game(left, NOTED), next_deal))
    assert again == evolve_game(left, NOTED)
    assert again.running is not None


# -- what cannot be undone


def test_after_a_deal_the_end_of_the_previous_round_is_undone() -> None:
    """Act by act, through the whole round, down to its deal."""
    before = one_played()
    again = undone(deal(before, *SECOND, leader=0))
    assert again == before
    assert decide(again, UndoAct()) == (ActUndone(),)
    assert undone(again).running is not None
    assert undone(undone(undone(undone(again)))) == new_game(TWO, 2)


def test_the_end_of_a_disputed_round_cannot_be_undone() -> None:
    game = disputed(one_played(), 0)
    assert refusal(game, UndoAct()) == ("deal-disputed", {"dispute": 1, "round": 0})


@pytest.mark.parametrize("command", [Abandon(), Forfeit(0)])
def test_no_deal_of_a_game_that_was_left_can_be_undone(command: Command) -> None:
    game = dealt()
    assert refusal(evolved(game, decide(game, command)), UndoAct()) == ("game-is-over", {})


def test_a_disputed_deal_cannot_be_undone() -> None:
    game = deal(one_played(), *SECOND, leader=0)
    stays = ("deal-disputed", {"dispute": 2, "round": 1})
    assert refusal(disputed(disputed(game), 1), UndoAct()) == stays
    answered = said(disputed(game), step(answer_dispute, 1, ANA, "yes"))
    assert refusal(disputed(answered, 1), UndoAct()) == stays
    for number in (None, 0):
        assert decide(disputed(disputed(game), number), UndoAct()) == (UNDONE,)


def test_a_deal_that_was_ruled_on_cannot_be_undone() -> None:
    game = deal(one_played(), *SECOND, leader=0)
    for remedy in (VoidRound(round=1), ReplayRound(round=1)):
        assert refusal(ordered(game, remedy), UndoAct()) == (
            "deal-disputed",
            {"dispute": 1, "round": 1},
        )
    assert decide(ordered(game, VoidRound(round=0)), UndoAct()) == (UNDONE,)
    assert refusal(ordered(game, VoidGame()), UndoAct()) == ("game-is-over", {})


def test_a_round_ruled_void_with_acts_cannot_be_undone() -> None:
    game = ordered(dealt("0 lays 6-6"), VoidRound(round=0))
    assert refusal(game, UndoAct()) == ("round-void-by-ruling", {})


def test_a_winner_by_ruling_has_won_when_the_next_deal_is_undone() -> None:
    """As if the deal had not happened."""
    ruled = ordered(deal(one_played(), *SECOND, leader=0), Uphold(round=0))
    won = GameWon(seats=(0,))
    assert ruled.won is None
    assert decide(ruled, UndoAct()) == (UNDONE, won)
    assert undone(ruled) == ordered(one_played(), Uphold(round=0))
    assert undone(ruled).won == won


def test_no_winner_by_ruling_while_a_round_is_in_play() -> None:
    """A winner by ruling has won when that round is over, or when its deal is undone."""
    game = play(deal(one_played(), *SECOND, leader=0), "0 lays 4-4")
    ruled = ordered(game, Uphold(round=0))
    assert decide(ruled, UndoAct()) == (ActUndone(),)
    assert decide(undone(ruled), UndoAct()) == (UNDONE, GameWon(seats=(0,)))


def test_no_undo_before_the_first_deal() -> None:
    with pytest.raises(ValueError, match=r"^deal-undone/1 before the first deal$"):
        evolve_game(new_game(TWO, 2), UNDONE)


# -- the events without undone ones


def random_events(setting: Setting, chance: Random) -> list[Event]:
    """Random events with many undone ones."""
    game = new_game(ALL_RULES[setting.name], setting.seats)
    log: list[Event] = [game.opened]
    for _ in range(80):
        for event in _random_step(game, chance):
            game = evolve_game(game, event)
            log.append(event)
    return log


def _random_step(game: Game, chance: Random) -> tuple[Event, ...]:
    if chance.random() < 0.1:
        return said_events(game)
    round = game.running
    commands: list[Command] = [Pause(), Resume()]
    if chance.random() < 0.4:
        commands = [UndoAct()]
    elif round is None:
        commands.append(led(game, shuffled(game, chance), chance))
    elif round.deal.leader is not None:
        commands += [DoAct(random_act(round, chance))] * 6
    if chance.random() < 0.05:
        return (IrregularityNoted(code="not-held"),)
    try:
        return decide(game, chance.choice(commands))
    except Refused:
        return ()


def said_events(game: Game) -> tuple[Event, ...]:
    """A dispute about the game."""
    return said(game, step(open_dispute, ANA, "no")).desk[-1:]


@pytest.mark.unmeasured
@AS_FOUND
@given(setting=settings_of_play(), seed=st.integers(0, 2**32))
def test_events_without_undone_ones_make_the_same_game(setting: Setting, seed: int) -> None:
    whole = random_events(setting, Random(seed))
    kept = without_undone(whole, lambda event: event)
    assert not {type(event) for event in kept} & {ActUndone, DealUndone}
    assert fold(whole) == fold(kept) == evolved(fold(whole[:1]), whole[1:])


def test_an_undone_deal_leaves_no_trace_in_a_batch_fold() -> None:
    """A fold changes rounds in place, but no round that is referenced elsewhere."""
    left = dealt("0 lays 6-6")
    deal_again = replace(now(left).deal, leader=1)
    events = [left.opened, now(left).deal, *now(left).events, deal_again, UNDONE, NOTED]
    assert fold(events) == evolve_game(left, NOTED)
    assert now(left).regular
