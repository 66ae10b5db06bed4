"""Commands at a table besides dealing and moving."""

from uuid import UUID

import pytest

from domino_ledger.domain.disputes.events import DisputeOpened, RulingMade, VoidRound
from domino_ledger.domain.events import (
    GameAbandoned,
    GameForfeited,
    PlayPaused,
    PlayResumed,
    TurnLost,
)
from domino_ledger.domain.game.decide import (
    Abandon,
    CallBlocked,
    DoAct,
    Forfeit,
    Pause,
    Refused,
    Resume,
    UndoAct,
    decide,
)
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.hidden.seat_view import hidden_rounds, seat_view
from domino_ledger.domain.hidden.seen_event import seen_event

from .builders import any_hand, deal, evolved, new_game, now, play


def at_the_table(*acts: str) -> Game:
    rules = any_hand("block-lot@1", 3, 2)
    return play(deal(new_game(rules, 2), "6-6 5-5 1-1", "6-5 6-4 2-2", leader=0), *acts)


def test_a_lost_turn_shows_nothing_about_the_hand() -> None:
    game = at_the_table("0 lays 6-6")
    lost = TurnLost(seat=1, cause="time")
    assert decide(game, DoAct(lost)) == (lost,)
    after = now(evolved(game, (lost,)))
    assert after.seat == 0
    assert seat_view(after, 0).hands[1].missing == frozenset()
    assert seen_event(lost, after) == lost


@pytest.mark.parametrize(
    ("acts", "seat", "why"),
    [
        ((), 0, "wrong-turn', {'seat': 0, 'duty': 'lead'}"),
        (("0 lays 6-6",), 0, "wrong-turn', {'seat': 0, 'turn': 1}"),
    ],
)
def test_a_lost_turn_is_refused(acts: tuple[str, ...], seat: int, why: str) -> None:
    with pytest.raises(Refused, match=why):
        decide(at_the_table(*acts), DoAct(TurnLost(seat=seat, cause="absent")))


def test_pause_and_resume() -> None:
    game = at_the_table()
    assert decide(game, Resume()) == ()
    paused = evolved(game, decide(game, Pause()))
    assert (game.paused, paused.paused) == (False, True)
    assert decide(paused, Pause()) == ()
    assert decide(paused, Resume()) == (PlayResumed(),)
    assert evolved(paused, decide(paused, Resume())) == game
    assert seen_event(PlayPaused(), now(paused)) == PlayPaused()


def test_an_abandoned_or_forfeited_game_is_over() -> None:
    game = at_the_table("0 lays 6-6")
    (off,) = decide(game, Abandon("the lights went out"))
    (up,) = decide(game, Forfeit(1, "no time"))
    assert off == GameAbandoned(reason="the lights went out")
    assert up == GameForfeited(seat=1, reason="no time")
    for event in (off, up):
        over = evolved(game, (event,))
        assert over.over
        assert seen_event(event, now(over)) == event
        with pytest.raises(Refused, match="game-is-over"):
            decide(over, Resume())


def ruled_void(game: Game) -> Game:
    opened = DisputeOpened(dispute=1, by=UUID(int=9), claim="a tile was exposed", round=0)
    ruled = RulingMade(dispute=1, by=UUID(int=9), remedies=(VoidRound(round=0),))
    return evolved(game, (opened, ruled))


def test_a_round_ruled_void_accepts_no_command() -> None:
    void = ruled_void(at_the_table("0 lays 6-6"))
    for command, why in (
        (UndoAct(), "round-void-by-ruling"),
        (CallBlocked(), "no-round-running"),
        (DoAct(TurnLost(seat=1, cause="time")), "round-void-by-ruling"),
    ):
        with pytest.raises(Refused, match=why):
            decide(void, command)


def test_an_unfinished_round_ruled_void_stays_hidden() -> None:
    void = ruled_void(at_the_table("0 lays 6-6"))
    assert hidden_rounds(void) == {0}
    again = play(
        deal(void, "6-6 5-5 1-1", "6-5 6-4 5-4", leader=0), "0 lays 6-6", "1 lays 6-4 right"
    )
    assert hidden_rounds(again) == {0, 1}
    over = play(again, "0 passes", "1 lays 5-4 right", "0 lays 5-5 right", "1 lays 6-5 left")
    assert now(over).ended is not None
    assert hidden_rounds(over) == {0}
