"""A deal taken back: the game is as before it, and the stream keeps it."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.disputes.decide import AnswerDispute, OpenDispute
from domain.disputes.remedies import ReplayRound, Uphold, VoidGame, VoidRound
from domain.events import (
    ActUndone,
    DealUndone,
    Event,
    GameWon,
    IrregularityNoted,
    PlayPaused,
    RoundDealt,
)
from domain.faults.codes import DeskFault, Fault, Refusal
from domain.game.decide import (
    Abandon,
    Command,
    DealRound,
    DoAct,
    Forfeit,
    Pause,
    Refused,
    Resume,
    ShowTiles,
    UndoAct,
    decide,
)
from domain.game.state import Game, evolve_game, fold
from domain.game.undo import without_undone
from domain.hidden.seen_event import seen_event

from .desk_talk import ANA, NOTED, disputed, ordered, said
from .houses import ALL_HOUSES, AS_FOUND, Setting, random_act, settings_of_play, shuffled
from .houses import with_leader as led
from .table_talk import any_hand, deal, evolved, new_game, now, play

UNDONE = DealUndone()
TWO = any_hand("block-lot@1", 2, 2, score={"points": "losing-hands", "target": 10})
FIRST = ("6-6 5-5", "6-5 6-4")
SECOND = ("4-4 5-5", "4-3 4-2")


def dealt(*acts: str) -> Game:
    """A game of several rounds, the first of them dealt."""
    return play(deal(new_game(TWO, 2), *FIRST, leader=0), *acts)


def one_played() -> Game:
    """The same with one round over, and irregular: seat 0 was out, the other has 10 pips left."""
    game = evolve_game(dealt("0 lays 6-6"), NOTED)
    return play(game, "1 lays 6-5 left", "0 lays 5-5 left")


def undone(game: Game) -> Game:
    """The game after `undo`."""
    return evolved(game, decide(game, UndoAct()))


def refused(game: Game) -> Fault | Refusal | DeskFault:
    """Why nothing is taken back."""
    with pytest.raises(Refused) as why:
        decide(game, UndoAct())
    return why.value.fault


# -- the game is as before


@pytest.mark.unmeasured
@pytest.mark.parametrize("house", ALL_HOUSES)
@AS_FOUND
@given(setting=st.data())
def test_a_deal_taken_back_leaves_the_game_before_it(house: str, setting: st.DataObject) -> None:
    """Whatever was dealt, void deals included."""
    for ply in setting.draw(settings_of_play(house)).plies(rounds=3):
        if isinstance(ply.command, DealRound):
            assert decide(ply.after, UndoAct()) == (UNDONE,)
            assert undone(ply.after) == ply.before


def test_void_deals_are_taken_back_one_by_one() -> None:
    game = new_game(ALL_HOUSES["6-6 or deal again"], 2)
    once = deal(game, "5-5 5-4 5-3", "4-4 4-3 4-2")
    twice = deal(once, "5-5 5-4 5-2", "4-4 4-3 4-1")
    assert [round.ended for round in twice.rounds] == ["void", "void"]
    assert undone(twice) == once
    assert undone(undone(twice)) == game


def test_acts_first_then_the_deal() -> None:
    game = dealt("0 lays 6-6")
    assert decide(game, UndoAct()) == (ActUndone(),)
    assert undone(undone(game)) == new_game(TWO, 2)


def test_what_was_noted_of_a_deal_goes_with_it() -> None:
    assert undone(evolve_game(dealt(), NOTED)) == new_game(TWO, 2)


def test_a_round_that_was_left_goes_on_when_the_next_deal_is_taken_back() -> None:
    left = dealt("0 lays 6-6")
    next_deal = RoundDealt(hands=now(left).deal.hands, leader=1)
    again = undone(evolve_game(evolve_game(left, NOTED), next_deal))
    assert again == evolve_game(left, NOTED)
    assert again.running is not None


def test_everybody_sees_that_a_deal_was_taken_back() -> None:
    assert seen_event(UNDONE, None) is UNDONE
    assert seen_event(UNDONE, now(dealt("0 lays 6-6"))) is UNDONE


# -- what is not taken back


def test_after_a_deal_the_end_of_the_round_before_is_taken_back() -> None:
    """Act by act, through the whole round, down to its deal."""
    before = one_played()
    again = undone(deal(before, *SECOND, leader=0))
    assert again == before
    assert decide(again, UndoAct()) == (ActUndone(),)
    assert undone(again).running is not None
    assert undone(undone(undone(undone(again)))) == new_game(TWO, 2)


def test_the_end_of_a_disputed_round_stays() -> None:
    game = disputed(one_played(), 0)
    assert refused(game) == ("deal-disputed", {"dispute": 1, "round": 0})


@pytest.mark.parametrize("command", [Abandon(), Forfeit(0)])
def test_no_deal_is_taken_back_of_a_game_that_was_left(command: Command) -> None:
    game = dealt()
    assert refused(evolved(game, decide(game, command))) == ("game-is-over", {})


def test_a_deal_that_is_disputed_stays() -> None:
    game = deal(one_played(), *SECOND, leader=0)
    stays = ("deal-disputed", {"dispute": 2, "round": 1})
    assert refused(disputed(disputed(game), 1)) == stays
    answered = said(disputed(game), AnswerDispute(1, ANA, "yes"))
    assert refused(disputed(answered, 1)) == stays
    for number in (None, 0):
        assert decide(disputed(disputed(game), number), UndoAct()) == (UNDONE,)


def test_a_deal_that_was_ruled_on_stays() -> None:
    game = deal(one_played(), *SECOND, leader=0)
    for remedy in (VoidRound(round=1), ReplayRound(round=1)):
        assert refused(ordered(game, remedy)) == (
            "deal-disputed",
            {"dispute": 1, "round": 1},
        )
    assert decide(ordered(game, VoidRound(round=0)), UndoAct()) == (UNDONE,)
    assert refused(ordered(game, VoidGame())) == ("game-is-over", {})


def test_a_round_void_by_a_ruling_with_acts_in_it_stays() -> None:
    game = ordered(dealt("0 lays 6-6"), VoidRound(round=0))
    assert refused(game) == ("round-void-by-ruling", {})


def test_who_wins_by_a_ruling_has_won_when_the_next_deal_is_taken_back() -> None:
    """As if that deal had never been."""
    ruled = ordered(deal(one_played(), *SECOND, leader=0), Uphold(round=0))
    won = GameWon(seats=(0,))
    assert ruled.won is None
    assert decide(ruled, UndoAct()) == (UNDONE, won)
    assert undone(ruled) == ordered(one_played(), Uphold(round=0))
    assert undone(ruled).won == won


def test_nobody_wins_while_a_round_is_played() -> None:
    """Who wins by a ruling has won when that round is over, or its deal taken back."""
    game = play(deal(one_played(), *SECOND, leader=0), "0 lays 4-4")
    ruled = ordered(game, Uphold(round=0))
    assert decide(ruled, UndoAct()) == (ActUndone(),)
    assert decide(undone(ruled), UndoAct()) == (UNDONE, GameWon(seats=(0,)))


def test_before_the_first_deal_there_is_none_to_be_taken_back() -> None:
    with pytest.raises(ValueError, match=r"^deal-undone/1 before the first deal$"):
        evolve_game(new_game(TWO, 2), UNDONE)


# -- what stands


def at_random(setting: Setting, chance: Random) -> list[Event]:
    """What happens at a table where a lot is taken back."""
    game = new_game(ALL_HOUSES[setting.house], setting.seats)
    told: list[Event] = [game.opened]
    for _ in range(80):
        for event in _something(game, chance):
            game = evolve_game(game, event)
            told.append(event)
    return told


def _something(game: Game, chance: Random) -> tuple[Event, ...]:
    if chance.random() < 0.1:
        return said_events(game)
    round = game.running
    commands: list[Command] = [Pause(), Resume()]
    if chance.random() < 0.4:
        commands = [UndoAct()]
    elif round is None:
        commands.append(led(game, shuffled(game.table, chance), chance))
    elif round.deal.leader is not None:
        commands += [DoAct(random_act(round, chance))] * 6
    if chance.random() < 0.05:
        return (IrregularityNoted(code="not-held"),)
    try:
        return decide(game, chance.choice(commands))
    except Refused:
        return ()


def said_events(game: Game) -> tuple[Event, ...]:
    """Somebody disputes the game."""
    return said(game, OpenDispute(ANA, "no")).desk[-1:]


@AS_FOUND
@given(setting=settings_of_play(), seed=st.integers(0, 2**32))
def test_events_without_undone_ones_make_the_same_game(setting: Setting, seed: int) -> None:
    whole = at_random(setting, Random(seed))
    kept = without_undone(whole, lambda event: event)
    assert not {type(event) for event in kept} & {ActUndone, DealUndone}
    assert fold(whole) == fold(kept) == evolved(fold(whole[:1]), whole[1:])


def test_a_lot_is_taken_back_at_random() -> None:
    told = [
        event
        for seed in range(10)
        for event in at_random(Setting("6-6 or deal again", 2, seed, ordered=True), Random(seed))
    ]
    assert told.count(UNDONE) > 10
    assert told.count(ActUndone()) > 10
    assert any(isinstance(event, PlayPaused) for event in told)


def test_tiles_are_shown_of_the_round_before() -> None:
    """What was known already is nothing new; it is asked of the right round."""
    game = undone(deal(one_played(), *SECOND, leader=0))
    with pytest.raises(Refused, match=r"'seat': 1, 'held': ..6-4"):
        decide(game, ShowTiles(1, (0,)))


def test_an_undone_deal_leaves_no_trace_in_what_is_folded_at_once() -> None:
    """Rounds are changed in place while a game is folded: none that somebody else has."""
    left = dealt("0 lays 6-6")
    deal_again = replace(now(left).deal, leader=1)
    events = [left.opened, now(left).deal, *now(left).events, deal_again, UNDONE, NOTED]
    assert fold(events) == evolve_game(left, NOTED)
    assert now(left).regular
