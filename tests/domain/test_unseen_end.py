"""The end of a round with unseen tiles, and the tiles shown then."""

import pytest
from hypothesis import given, settings

from domino_ledger.domain.events import (
    Event,
    GameWon,
    IrregularityNoted,
    RoundBlocked,
    RoundWon,
    TilesShown,
    TurnEnded,
    laid,
    passed,
)
from domino_ledger.domain.facts import facts_of
from domino_ledger.domain.game.decide import (
    CallBlocked,
    DealRound,
    DoAct,
    Refused,
    ShowTiles,
    decide,
)
from domino_ledger.domain.game.state import Game, evolve_game
from domino_ledger.domain.round.state import Round
from domino_ledger.domain.tiles import UNSEEN, tile_named, tiles_of
from tests.lanes import examples

from .builders import any_hand, deal, evolved, new_game, now, play, tiles, unseen
from .random_games import ALL_RULES, AS_FOUND, Setting, settings_of_play

HAND = 3
LOT = any_hand("block-lot@1", HAND, 2)
PLAY_ON = any_hand("block-lot@1", 2, 3, play={"play_on": True})


def refused(game: Game, command: CallBlocked | ShowTiles) -> str:
    """The refusal of this command, as text."""
    with pytest.raises(Refused) as why:
        decide(game, command)
    return str(why.value)


BOTH_PASS = ("0 lays 6-6", "1 passes", "0 passes")


def test_when_all_have_passed_the_round_is_blocked() -> None:
    assert now(unseen(LOT, *BOTH_PASS[:2])).ended is None
    assert now(unseen(LOT, *BOTH_PASS)).ended == "blocked"


def test_a_block_cannot_be_called_if_a_seat_must_be_able_to_play() -> None:
    assert "'duty': 'lead'" in refused(unseen(LOT), CallBlocked())
    assert "no-round-running" in refused(new_game(LOT, 2), CallBlocked())
    assert "no-round-running" in refused(unseen(LOT, *BOTH_PASS), CallBlocked())
    everything = any_hand("block-lot@1", 5, 2, play={"highest_pip": 3})
    assert "'said': 'blocked', 'duty': 'lay-unseen'" in refused(
        unseen(everything, "0 lays 3-3"), CallBlocked()
    )


def test_a_block_can_be_called_if_only_an_end_that_nobody_knows_may_be_open() -> None:
    """Every hand is known, but not which half of the recorded 5-3 lies outward."""
    rules = any_hand("block@1", 3, 2)
    game = deal(new_game(rules, 2), "6-6 5-3 4-2", "6-4 5-1 1-0", leader=0)
    game = play(game, "0 lays 6-6", "1 lays 6-4 left")
    game = evolve_game(game, laid(0, tile_named("5-3"), "left"))
    assert decide(game, CallBlocked()) == (RoundBlocked(),)


def test_a_seat_that_was_out_wins_if_the_rules_play_on() -> None:
    acts = ("0 lays 6-6", "1 passes", "2 passes", "0 lays 6-5 left", "1 passes")
    game = unseen(PLAY_ON, *acts)
    assert decide(game, CallBlocked()) == (RoundWon(seat=0),)
    assert now(play(game, "2 passes")).events[-1] == RoundWon(seat=0)


def test_shown_tiles_settle_the_round_and_the_game() -> None:
    game = unseen(LOT, *BOTH_PASS)
    assert "round-running" in refused(unseen(LOT), ShowTiles(0, tiles("1-1")))
    assert "round-running" in refused(new_game(LOT, 2), ShowTiles(0, tiles("1-1")))
    assert "'seat': 0, 'held': ('?', '?')" in refused(game, ShowTiles(0, tiles("1-1")))
    assert "'seat': 0, 'held': ('?', '?')" in refused(game, ShowTiles(0, tiles("1-1 6-6")))
    first = decide(game, ShowTiles(0, tiles("1-1 0-0")))
    assert first == (TilesShown(seat=0, tiles=tuple(sorted(tiles("1-1 0-0")))),)
    game = evolved(game, first)
    assert decide(game, ShowTiles(0, tiles("0-0 1-1"))) == ()
    _, won = decide(game, ShowTiles(1, tiles("2-2 3-3 4-4")))
    assert won == GameWon(seats=(0,))


def test_tiles_can_be_shown_after_the_game_was_won() -> None:
    acts = ("0 lays 6-6", "1 lays 6-5 left", "0 lays 5-5 left", "1 passes", "0 lays 5-4 left")
    game = unseen(LOT, *acts)
    assert now(game).ended == "out"
    game = evolve_game(game, GameWon(seats=(0,)))
    shown = TilesShown(seat=1, tiles=tiles("0-0 1-1"))
    assert decide(game, ShowTiles(1, shown.tiles)) == (shown,)
    out: tuple[Event, ...] = decide(game, ShowTiles(0, ()))
    assert out == ()


def test_shown_tiles_may_prove_a_revoke() -> None:
    game = unseen(LOT, *BOTH_PASS)
    revoked = ShowTiles(1, tiles("6-5 0-0 1-1"))
    assert "'no-possible-deal', {'seat': 1}" in refused(game, revoked)
    shown, noted = decide(game, revoked._replace(as_played=True))
    assert isinstance(shown, TilesShown)
    assert isinstance(noted, IrregularityNoted)
    again = evolved(game, (shown, noted))
    assert len(decide(again, ShowTiles(0, tiles("6-4 0-1")))) == 1, "it is irregular already"
    nothing = ShowTiles(0, tiles("0-1 2-1"), as_played=True)
    assert decide(game, nothing) == (TilesShown(seat=0, tiles=tuple(sorted(nothing.tiles))),)


@pytest.mark.unmeasured
@settings(AS_FOUND, max_examples=examples(20))
@given(setting=settings_of_play())
def test_a_round_with_unseen_hands_ends_as_recorded(setting: Setting) -> None:
    """No act is refused and no round ends too early; after all passes, shown tiles complete it."""
    *_, last = setting.plies(rounds=1)
    seen = now(last.after)
    if seen.ended == "void":
        return
    game = hidden(setting, seen)
    for act in seen.acts:
        assert now(game).ended is None
        if now(game).seat != act.seat:  # The seat may hold another guest tile, and lays none.
            game = evolved(game, decide(game, DoAct(TurnEnded(seat=now(game).seat))))
        game = evolved(game, decide(game, DoAct(act)))
    for _ in range(game.table.seats):
        if now(game).ended is None:
            stuck = game.table.cannot_play == "set-aside"  # Nobody passes in these games.
            command = CallBlocked() if stuck else DoAct(passed(now(game).seat))
            game = evolved(game, decide(game, command))
    assert now(game).ended == seen.ended
    for seat, hand in enumerate(seen.hands):
        game = evolved(game, decide(game, ShowTiles(seat, tiles_of(hand))))
    assert now(game).regular
    assert facts_of(now(game)) == facts_of(seen)


def hidden(setting: Setting, seen: Round) -> Game:
    """The round as dealt, with all hands unseen."""
    game = new_game(ALL_RULES[setting.name], setting.seats)
    hands = tuple((UNSEEN,) * len(hand) for hand in seen.deal.hands)
    return evolved(game, decide(game, DealRound(hands, None, seen.deal.leader, hub=seen.deal.hub)))
