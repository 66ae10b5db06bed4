"""Pips left in hand that are noted without the tiles, and what the tiles say of them."""

import pytest

from domino_ledger.domain.events import IrregularityNoted, PipsNoted
from domino_ledger.domain.facts import facts_of
from domino_ledger.domain.faults.codes import Fault, Params, Refusal
from domino_ledger.domain.game.decide import (
    DealRound,
    NotePips,
    Refused,
    ReportRound,
    ShowTiles,
    UndoAct,
    decide,
)
from domino_ledger.domain.game.noted_result import Result
from domino_ledger.domain.game.state import Game, standing_of
from domino_ledger.domain.hidden.pips_left import noted_pips, pips_known
from domino_ledger.domain.tiles import UNSEEN, count_unseen

from .builders import any_hand, evolved, new_game, now, play, refusal, tiles, unseen

THREE = any_hand("block@1", 2, 3)
OUT = ("0 lays 6-6", "1 passes", "2 passes", "0 lays 6-5 left")


def out() -> Game:
    """Seat 0 is out; nobody saw the two tiles of each of the others."""
    return unseen(THREE, *OUT)


def noted(game: Game, *pips: int | None, as_played: bool = False) -> Game:
    return evolved(game, decide(game, NotePips(pips, as_played)))


def refused(game: Game, *pips: int | None) -> Fault | Refusal:
    fault = refusal(game, NotePips(pips))
    assert isinstance(fault, Fault | Refusal)
    return fault


def wrong(**params: object) -> Fault:
    given: Params = params  # type: ignore[assignment]
    return Fault("wrong-pips-left", given)


def test_noted_pips_settle_the_round() -> None:
    some = noted(out(), None, 5, None)
    assert pips_known(now(some)) == (0, 5, None)
    assert facts_of(now(some)).waiting
    every = noted(some, 0, None, 12)
    assert facts_of(now(every)).pips == (0, 5, 12)
    assert facts_of(now(every)).tiles == (0, 2, 2)
    assert standing_of(every).scores == (17, 0, 0)


def test_what_is_known_is_not_noted_again() -> None:
    assert decide(out(), NotePips((0, None, None))) == ()
    game = noted(out(), None, 5, None)
    assert decide(game, NotePips((0, 5, None))) == ()


@pytest.mark.parametrize(
    ("pips", "fault"),
    [
        ((1, None, None), wrong(seat=0, noted=1, by_tiles=0)),
        ((None, 0, None), wrong(seat=1, noted=0, least=1, most=20)),
        ((None, None, 21), wrong(seat=2, noted=21, least=1, most=20)),
    ],
)
def test_pips_that_no_tiles_have_are_refused(pips: tuple[int | None, ...], fault: Fault) -> None:
    assert refused(out(), *pips) == fault


def test_another_number_than_before_is_refused() -> None:
    game = noted(out(), None, 5, None)
    assert refused(game, None, 6, None) == wrong(seat=1, noted=6, before=5)


def test_pips_are_counted_in_each_possible_deal_if_these_are_few() -> None:
    """Each of the others has two of the tiles without a 3: only 1-0 and 0-0 are one pip."""
    small = any_hand("block@1", 2, 3, play={"highest_pip": 3})
    game = unseen(small, "0 lays 3-3", "1 passes", "2 passes", "0 lays 3-2 left")
    assert refused(game, None, 8, None) == wrong(noted_for=(1,))
    assert refused(game, None, 1, 1) == wrong(noted_for=(1, 2))
    assert pips_known(now(noted(game, None, 1, 7))) == (0, 1, 7)


def test_pips_are_noted_when_a_round_that_was_played_is_over() -> None:
    assert refused(new_game(THREE, 3), None, 5, None) == Refusal("round-running")
    assert refused(unseen(THREE, *OUT[:2]), None, 5, None) == Refusal("round-running")
    game = new_game(THREE, 3)
    result = ReportRound(Result(points=(3, 0, 0), ended="out", out=0))
    assert refused(evolved(game, decide(game, result)), None, 5, None) == Refusal("only-reported")


def test_as_played_wrong_pips_are_noted() -> None:
    game = noted(out(), None, 40, None, as_played=True)
    *_, pips, note = now(game).events
    assert pips == PipsNoted(pips=(None, 40, None))
    assert isinstance(note, IrregularityNoted)
    assert note.code == "wrong-pips-left"
    assert facts_of(now(game)).waiting


def test_tiles_shown_later_must_have_the_pips_noted() -> None:
    game = noted(out(), None, 5, 12)
    with pytest.raises(Refused) as why:
        decide(game, ShowTiles(1, tiles("3-3 1-0")))
    assert why.value.fault == wrong(seat=1, noted=5, by_tiles=7)
    shown = evolved(game, decide(game, ShowTiles(1, tiles("3-1 1-0"))))
    assert facts_of(now(shown)).pips == (0, 5, 12)


def test_the_pips_noted_last_are_taken_back() -> None:
    game = noted(noted(out(), None, 5, None), None, None, 12)
    once = evolved(game, decide(game, UndoAct()))
    assert noted_pips(now(once)) == (None, 5, None)
    twice = evolved(once, decide(once, UndoAct()))
    assert now(twice).events == now(out()).events


def test_every_unseen_tile_that_a_seat_set_aside_counts() -> None:
    game = new_game(any_hand("gaple@1", 3, 4), 4)
    deal = DealRound((tiles("0-0 1-0 2-0"), *[(UNSEEN,) * 3] * 3), None, 0)
    game = evolved(game, decide(game, deal))
    game = play(game, "0 lays 0-0", *(f"{seat} sets aside ?" for seat in (1, 2, 3)))
    game = play(game, "0 lays 1-0 left", *(f"{seat} sets aside ?" for seat in (1, 2, 3)))
    assert list(map(count_unseen, now(game).set_aside)) == [0, 2, 2, 2]
    assert list(map(count_unseen, now(game).hands)) == [0, 1, 1, 1]
