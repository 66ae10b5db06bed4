"""A round folds its events and does not judge them."""

import pytest

from domino_ledger.domain.events import Event, IrregularityNoted, RoundBlocked, RoundDealt, RoundWon
from domino_ledger.domain.facts import facts_of
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.round.course import first_out
from domino_ledger.domain.round.state import Round

from .builders import act_of, any_hand, evolved, hands, held, new_game, now

LOT = any_hand("forced-block@1", 2, 2, 3)
DEALT = RoundDealt(hands=hands("4-3 4-0", "6-4 5-5", "1-1 2-2"), boneyard=(0, 1), leader=0)


def recorded(*acts: str | Event) -> Round:
    game: Game = evolved(new_game(LOT, 3), [DEALT])
    return now(evolved(game, (act_of(act) if isinstance(act, str) else act for act in acts)))


@pytest.mark.parametrize(
    ("tile", "hand", "next_seat", "boneyard"),
    [
        ("6-6", "4-0 4-3", "5-5 6-4", (0, 1)),
        ("5-5", "4-0 4-3", "6-4", (0, 1)),
        ("1-0", "4-0 4-3", "5-5 6-4", (0,)),
        ("4-3", "4-0", "5-5 6-4", (0, 1)),
    ],
)
def test_a_tile_that_lies_on_the_table_is_nowhere_else(
    tile: str, hand: str, next_seat: str, boneyard: tuple[int, ...]
) -> None:
    round = recorded(f"0 lays {tile}")
    assert [end.pip for end in round.front.ends] == [*map(int, reversed(tile.split("-")))]
    assert (held(round, 0), held(round, 1), round.boneyard) == (hand, next_seat, boneyard)


def test_the_turn_passes_from_a_seat_that_acted_out_of_turn() -> None:
    assert recorded("0 lays 4-3", "2 passes").seat == 0
    assert recorded("0 lays 4-3", "2 lays 1-1 left").seat == 0
    assert recorded("0 lays 4-3", "2 draws 1-0").seat == 2


def test_draws_are_counted_only_for_the_seat_in_turn() -> None:
    assert recorded("0 lays 4-3", "1 draws 0-0", "1 draws 1-0").drawn == 2
    assert recorded("0 lays 4-3", "1 draws 0-0", "2 draws 1-0").drawn == 1
    assert recorded("0 lays 4-3", "1 draws 0-0", "1 passes").drawn == 0


def test_a_drawn_tile_that_was_not_in_the_boneyard_is_held() -> None:
    round = recorded("0 lays 4-3", "1 draws 6-6")
    assert held(round, 1) == "5-5 6-4 6-6"
    assert round.boneyard == (0, 1)


def test_a_noted_irregularity_only_marks_the_round() -> None:
    noted = IrregularityNoted(code="wrong-turn")
    before, after = recorded("0 lays 4-3"), recorded("0 lays 4-3", noted)
    assert (before.regular, after.regular) == (True, False)
    assert after.events == (*before.events, noted)
    assert after.acts == before.acts
    assert (after.hands, after.seat, after.ended) == (before.hands, before.seat, None)
    assert not facts_of(after).regular


def test_acts_after_the_end_are_folded_and_the_round_stays_over() -> None:
    assert recorded("0 lays 4-3", RoundBlocked(), "1 passes").ended == "blocked"
    assert recorded("0 lays 4-3", RoundWon(seat=1), "1 lays 6-4 right").ended == "out"


def test_the_first_seat_to_lay_its_last_tile_is_out() -> None:
    two = ("2 lays 1-1 left", "0 lays 4-0 left", "2 lays 2-2 left")
    assert first_out(recorded("0 lays 4-3", two[0], two[1], two[2])) == 0
    assert first_out(recorded("0 lays 4-3", two[0], two[2], two[1])) == 2
    assert first_out(recorded("0 lays 4-3", two[1])) == 0
    assert first_out(recorded("0 lays 4-3")) is None


def test_a_seat_dealt_nothing_is_out_from_the_start() -> None:
    dealt = RoundDealt(hands=((), (), ()), boneyard=(0, 1), leader=0)
    assert first_out(now(evolved(new_game(LOT, 3), [dealt]))) == 0


def test_an_empty_deal_can_be_recorded_under_every_way_to_lead() -> None:
    dealt = RoundDealt(hands=((), ()), boneyard=None)
    heaviest = any_hand("block-heaviest@1", 2, 2)
    assert now(evolved(new_game(heaviest, 2), [dealt])).start.lead == 0


def test_only_a_regular_round_that_ended_is_settled() -> None:
    noted = IrregularityNoted(code="x")
    assert facts_of(recorded("0 lays 4-3", RoundBlocked())).settled
    assert not facts_of(recorded("0 lays 4-3")).settled
    assert not facts_of(recorded("0 lays 4-3", noted, RoundBlocked())).settled
