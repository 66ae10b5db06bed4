"""Games given up, broken off, and told again: who wins, and what becomes of rulings."""

from uuid import UUID

import pytest

from domain.decide import Abandon, Forfeit, decide
from domain.events import GameAmended
from domain.game import Game, is_void, standing_of, winners_of
from domain.remedies import (
    CorrectPoints,
    VoidRound,
)

from .desk_talk import (
    MONEY,
    PARTNERS,
    POINTS,
    disputed,
    ordered,
    won,
)
from .table_talk import deal, evolved, house, new_game, opened, play


def scores(game: Game) -> tuple[int, ...] | None:
    return standing_of(game).scores


@pytest.mark.parametrize(
    ("points", "seat", "winners"),
    [((5, 9), 0, (1, 3)), ((9, 5), 0, (1, 3)), ((9, 5), 3, (0, 2))],
)
def test_a_game_given_up_is_won_by_the_other_side(
    points: tuple[int, int], seat: int, winners: tuple[int, ...]
) -> None:
    game = new_game(PARTNERS, 4)
    dealt = deal(game, "4-4 4-0", "6-4 6-5", "1-1 2-1", "3-3 2-2", leader=0)
    out = play(dealt, "0 lays 4-4", "1 lays 6-4 left", "2 passes", "3 passes", "0 lays 4-0 right")
    corrected = ordered(out, CorrectPoints(round=0, points=points))
    left = evolved(corrected, decide(corrected, Forfeit(seat, "home")))
    assert (winners_of(left), scores(left), left.over) == (winners, points, True)


def test_of_several_others_the_one_with_most_points_wins() -> None:
    rules = house("draw@1", play={"hand": {3: 2}, "first_lead": {"kind": "lot"}})
    game = new_game(rules, 3)
    assert winners_of(evolved(game, decide(game, Forfeit(1)))) == (0, 2)
    dealt = deal(game, "4-4 4-0", "6-4 6-5", "1-1 2-1", leader=0, next_tiles="6-0 6-6")
    assert dealt.running is not None
    left = evolved(dealt, decide(dealt, Forfeit(1)))
    assert (winners_of(left), left.running) == ((0, 2), None)


def test_without_points_all_the_others_win() -> None:
    game = new_game(MONEY, 3)
    assert winners_of(evolved(game, decide(game, Forfeit(0)))) == (1, 2)


def test_rules_may_hold_a_game_given_up_for_nothing() -> None:
    rules = house("draw@1", score={"forfeited": "void"})
    game = new_game(rules, 2)
    left = evolved(game, decide(game, Forfeit(0)))
    assert winners_of(left) is None
    assert is_void(left, rules.score)
    assert not is_void(left, POINTS.score)


def test_a_game_broken_off_is_void_where_its_rules_say_so() -> None:
    game = new_game(POINTS, 2)
    left = evolved(game, decide(game, Abandon()))
    assert is_void(left, POINTS.score)
    assert not is_void(left, house("draw@1", score={"abandoned": "as-it-stands"}).score)
    assert not is_void(game, POINTS.score)


def test_who_had_won_before_has_won() -> None:
    left = evolved(won()._replace(won=None), decide(won()._replace(won=None), Forfeit(0)))
    assert winners_of(left) == (0,)


def test_rulings_name_rounds_and_survive_an_amendment() -> None:
    game = ordered(won(), VoidRound(round=0))
    again = evolved(game, [GameAmended(reason="a slip", by=UUID(int=1), opening=opened(POINTS, 2))])
    told = evolved(again, [event for round in game.rounds for event in (round.deal, *round.events)])
    assert scores(told) == (11, 0)
    assert told.desk == game.desk


def test_a_dispute_alone_changes_nothing() -> None:
    game = won()
    assert standing_of(disputed(game)) == standing_of(game)
    assert disputed(game).decrees == game.decrees
