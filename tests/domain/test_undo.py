"""Undo of an act: the round is as before the act, and the stream keeps both."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.events import (
    ActUndone,
    Event,
    GameWon,
    IrregularityNoted,
    PlayPaused,
    PlayResumed,
    RoundBlocked,
    RoundDealt,
    RoundEvent,
    TurnLost,
    drew,
    laid,
    passed,
)
from domino_ledger.domain.game.decide import (
    CallBlocked,
    Command,
    Pause,
    Refused,
    ShowTiles,
    UndoAct,
    decide,
)
from domino_ledger.domain.game.state import Game, evolve_game, fold
from domino_ledger.domain.game.undo import without_undone
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.round.state import Act, Round, evolve
from domino_ledger.domain.tiles import UNSEEN, tile_named
from tests.lanes import examples

from .builders import any_hand, evolved, hands, new_game, now, play, tiles, undone, unseen
from .random_games import ALL_RULES, AS_FOUND, Setting, settings_of_play

NOTE = IrregularityNoted(code="not-held")
UNDONE = ActUndone()


def running(setting: Setting, at: int) -> Game | None:
    """The game after some command, if its round is in play; else None."""
    games = [ply.after for ply in setting.plies(rounds=2)]
    open_ = [game for game in games if game.current is not None and game.current.ended is None]
    return open_[at % len(open_)] if open_ else None


def any_act(round: Round, random: Random) -> Act:
    """A random act that might be recorded, legal or not."""
    seat, tile = random.randrange(round.table.seats), random.randrange(28)
    acts: list[Act] = [
        laid(seat, tile, random.choice([None, "left", "right", "there"])),
        drew(seat, tile),
        drew(seat, UNSEEN),
        passed(seat),
        TurnLost(seat=seat, cause="absent"),
        *legal_moves(round),
    ]
    return random.choice(acts)


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", ALL_RULES)
@settings(AS_FOUND, max_examples=examples(5))
@given(data=st.data())
def test_undo_after_any_act_gives_the_round_before_it(name: str, data: st.DataObject) -> None:
    """Also for irregular acts, with the notes and events that follow from them."""
    game = running(data.draw(settings_of_play(name)), data.draw(st.integers(0, 200)))
    if game is None:
        return
    random = Random(data.draw(st.integers(0, 2**32)))
    before = now(game)
    for _ in range(20):
        after = evolve(before, any_act(before, random))
        for _ in range(random.randrange(3)):
            after = evolve(after, NOTE)
        assert evolve(after, UNDONE) == before
        before = after


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", ALL_RULES)
@settings(AS_FOUND, max_examples=examples(5))
@given(setting=st.data())
def test_a_round_is_undone_act_by_act_to_the_deal(name: str, setting: st.DataObject) -> None:
    plies = list(setting.draw(settings_of_play(name)).plies(rounds=1))
    games = [ply.after for ply in plies if now(ply.after).ended is None]
    for before, after in reversed(list(pairwise(games))):
        assert decide(after, UndoAct()) == (UNDONE,)
        assert evolve(now(after), UNDONE) == now(before)


@pytest.mark.unmeasured
@settings(AS_FOUND, max_examples=examples(60))
@given(setting=settings_of_play(), seed=st.integers(0, 2**32))
def test_events_without_undone_ones_make_the_same_game(setting: Setting, seed: int) -> None:
    """Whatever acts were undone, and whatever was played instead."""
    random = Random(seed)
    opening, *_ = setting.plies(rounds=1)
    round = now(opening.after)
    events: list[RoundEvent] = list(round.events)
    for _ in range(60):
        undoing = round.acts and random.random() < 0.4
        event = UNDONE if undoing else random.choice([any_act(round, random), NOTE])
        round = evolve(round, event)
        events.append(event)
    whole: list[Event] = [opening.before.opened, round.deal, *events]
    kept = without_undone(whole, lambda event: event)
    assert UNDONE not in kept
    assert fold(whole).current == fold(kept).current == round
    assert list(round.events) == kept[2:]


def a_game(*acts: str) -> Game:
    """Two players with two tiles each, and one tile to lead."""
    rules = any_hand("block-lot@1", 3, 2)
    game = new_game(rules, 2)
    dealt = RoundDealt(hands=hands("6-6 5-5 1-1", "6-5 6-4 2-2"), leader=0)
    return play(evolve_game(game, dealt), *acts)


def test_inferred_passes_are_undone_with_their_act() -> None:
    lead = evolve_game(a_game(), laid(0, tile_named("6-6"), None))
    over = evolve_game(lead, passed(1, inferred=True))
    game = evolve_game(over, laid(0, tile_named("5-5"), "left"))
    assert decide(evolve_game(game, NOTE), UndoAct()) == (UNDONE, UNDONE)
    written = evolve_game(evolve_game(lead, passed(1)), laid(0, tile_named("5-5"), "left"))
    assert decide(written, UndoAct()) == (UNDONE,)


def test_undo_without_an_act_is_refused() -> None:
    with pytest.raises(Refused, match="nothing-done"):
        decide(new_game(ALL_RULES["block-lot@1"], 2), UndoAct())


def test_undo_in_a_round_without_acts_is_refused() -> None:
    with pytest.raises(ValueError, match="no act to undo"):
        evolve(now(a_game()), UNDONE)


def test_undo_of_the_last_act_reopens_the_round_and_the_game() -> None:
    won = a_game("0 lays 6-6", "1 lays 6-5 left", "0 lays 5-5 left", "1 lays 6-4 right")
    assert won.won is not None
    assert isinstance(now(won).events[-1], RoundBlocked)
    assert decide(won, UndoAct()) == (UNDONE,)
    assert undone(won).won is None
    assert undone(won).running is not None
    events: list[Event] = [won.opened, now(won).deal, *now(won).events, GameWon(seats=(0,)), UNDONE]
    assert fold(events).won is None
    kept = without_undone(events, lambda event: event)
    assert not any(isinstance(event, GameWon) for event in kept)


def after(game: Game, *commands: Command) -> list[Game]:
    """The game itself, then the game after each command."""
    games = [game]
    for command in commands:
        games.append(evolved(games[-1], decide(games[-1], command)))
    return games


def test_shown_tiles_are_undone_hand_by_hand_before_the_last_act() -> None:
    before = unseen(any_hand("block-lot@1", 3, 2), "0 lays 6-6", "1 passes")
    ended = play(before, "0 passes")
    games = after(ended, ShowTiles(0, tiles("1-1 2-1")), ShowTiles(1, tiles("3-1 3-2 3-3")))
    assert games[-1].won is not None
    for earlier, later in reversed(list(pairwise(games))):
        assert undone(later) == earlier
    assert undone(ended) == before
    assert decide(games[-1], UndoAct())[:3] == (UNDONE, passed(0), RoundBlocked())


def test_a_called_block_is_undone_without_the_act_before_it() -> None:
    called, by_rules = (
        unseen(any_hand("block-lot@1", 3, 2), "0 lays 6-6", "1 passes"),
        a_game("0 lays 6-6"),
    )
    for before, command in ((called, CallBlocked()), (by_rules, CallBlocked(as_played=True))):
        (_, over) = after(before, command)
        assert now(over).ended == "blocked"
        assert undone(over) == before
        assert undone(undone(over)) == undone(before)


def test_a_pause_between_act_and_undo_stays() -> None:
    game = a_game("0 lays 6-6")
    paused = decide(game, Pause())
    events: list[Event] = [*now(game).events, *paused, PlayResumed(), UNDONE, passed(1)]
    kept = without_undone(events, lambda event: event)
    assert kept == [PlayPaused(), PlayResumed(), passed(1)]
