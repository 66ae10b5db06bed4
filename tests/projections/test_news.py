"""The changes of a game between two moments."""

from dataclasses import replace

import pytest

from domino_ledger.domain.events import (
    ActUndone,
    DealUndone,
    Event,
    RoundReported,
    Shown,
    ShuffleCommitted,
    laid,
)
from domino_ledger.domain.game.decide import (
    CallBlocked,
    DealRound,
    Refused,
    ShowTiles,
    UndoAct,
    decide,
)
from domino_ledger.domain.game.state import Game, Played
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.tiles import UNSEEN, tile_named
from domino_ledger.ledger.live.bot_table import BotTable
from domino_ledger.projections.replay.frames import Frame
from domino_ledger.projections.replay.news import current_view, knows_hands, news
from tests.domain.builders import any_hand, deal, evolved, new_game, now, play

from .replays import kinds, passing


def before_the_last_lead() -> Game:
    return passing("4-1 6-4", "5-1 3-0", like="block-lot@1", acts=("0 lays 4-1",))


def test_no_earlier_round_is_read_for_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    before = new_game(PUBLISHED["block@1"], 2)
    result = RoundReported(ended="out", out=0, winners=(0,), points=(1, 0))
    before = evolved(before, [result] * 5)
    after = evolved(before, [result])
    monkeypatch.setattr(Played, "in_order", None)
    new = news(before, (result,), after, None)
    assert [step.round for step in new.steps] == [5]
    assert new.scores == [6, 0]
    assert after.judged_round(2).round.report == result


def kind_of(gone: Frame | Shown) -> str:
    return gone.kind if isinstance(gone, Frame) else "shown"


def undone(game: Game, times: int) -> tuple[tuple[Event, ...], Game]:
    events: tuple[Event, ...] = ()
    for _ in range(times):
        new = decide(game, UndoAct())
        game, events = evolved(game, new), (*events, *new)
    return events, game


def test_a_deal_in_place_of_another() -> None:
    rules = any_hand("block@1", 2, 2, play={"highest_pip": 3}, score={"target": 50})
    before = deal(new_game(rules, 2), "3-3 3-1", "3-2 3-0")
    events, after = undone(before, 1)
    other = deal(after, "3-3 3-1", "3-2 2-2")
    new = news(before, (*events, now(other).deal), other, None)
    assert [kind_of(gone) for gone in new.taken_back] == ["deal"]
    assert kinds(new.steps) == ["deal"]


def test_shown_tiles_are_undone_alone() -> None:
    unseen = ((UNSEEN,) * 2,) * 2
    rules = any_hand("block@1", 2, 2, play={"highest_pip": 3}, score={"target": 50})
    game = evolved(new_game(rules, 2), decide(new_game(rules, 2), DealRound(unseen, None, 0)))
    ended = play(game, "0 lays 3-3", "1 passes", "0 passes")
    once = evolved(ended, decide(ended, ShowTiles(0, (0,))))
    twice = evolved(once, decide(once, ShowTiles(1, (1, 2))))
    events, after = undone(twice, 1)
    new = news(twice, events, after, None)
    assert [kind_of(gone) for gone in new.taken_back] == ["shown"]
    assert new.events == (ActUndone(),)
    assert kinds(new.steps) == ["end"]


def shuffled() -> Game:
    """The lead of a round that the program dealt."""
    game = new_game(any_hand("block@1", 2, 2, play={"highest_pip": 3}), 2)
    game = evolved(game, [ShuffleCommitted(algorithm="", server="", seats=("", ""))])
    hands = tuple(tuple(map(tile_named, hand.split())) for hand in ("3-3 3-1", "3-2 3-0"))
    dealt = decide(game, DealRound(hands, None, 0, shuffled=True))
    return play(evolved(game, dealt), "0 lays 3-3")


def test_whoever_writes_does_not_see_the_hands_that_the_program_dealt() -> None:
    before = shuffled()
    assert not knows_hands(before)
    view = current_view(before, None)
    assert view is not None
    assert [hand.tiles for hand in view.hands] == [None, None]
    act = laid(1, tile_named("3-2"), "left")
    (step,) = news(before, (act,), evolved(before, (act,)), None).steps
    assert (step.view.open, step.could) == (False, None)
    over = play(before, "1 lays 3-2 left", "0 lays 3-1 right")
    seen = current_view(over, None)
    assert seen is not None
    assert seen.open


def test_hands_that_are_typed_instead_are_seen_again() -> None:
    game = shuffled()
    undone_twice = evolved(evolved(game, (ActUndone(),)), (DealUndone(),))
    assert game.shuffle_of(0) == undone_twice.shuffle_of(0) is not None
    assert knows_hands(deal(undone_twice, "3-3 3-1", "3-2 3-0"))


def test_the_hands_of_bots_are_not_seen_either() -> None:
    game = before_the_last_lead()
    opened = replace(game.opened, source=BotTable(0, "greedy").source)
    assert knows_hands(game)
    assert not knows_hands(game._replace(opened=opened))


def test_a_round_that_the_program_dealt_is_not_stopped_before_its_end() -> None:
    with pytest.raises(Refused) as refused:
        decide(shuffled(), CallBlocked(as_played=True))
    assert refused.value.fault.code == "round-not-over"
