"""Games that were forfeited, abandoned or amended: winners, and the effect of rulings."""

from uuid import UUID

import pytest

from domino_ledger.domain.disputes.events import CorrectPoints, VoidGame, VoidRound
from domino_ledger.domain.events import GameAbandoned, GameAmended, GameForfeited, IrregularityNoted
from domino_ledger.domain.facts import facts_of
from domino_ledger.domain.faults.codes import Refusal
from domino_ledger.domain.game.decide import Abandon, DealRound, Forfeit, Refused, decide
from domino_ledger.domain.game.state import (
    Game,
    evolve_game,
    is_void,
    standing_of,
    waits,
    winners_of,
)
from domino_ledger.domain.hidden.seat_view import hidden_round, hidden_rounds
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import UNSEEN

from .builders import abandon, altered, any_hand, deal, evolved, new_game, now, opened, play
from .dispute_builders import PARTNERS, POINTS, ordered, won


def scores(game: Game) -> tuple[int, ...] | None:
    return standing_of(game).scores


@pytest.mark.parametrize(
    ("points", "seat", "winners"), [((5, 9), 0, (1, 3)), ((9, 5), 0, (1, 3)), ((9, 5), 3, (0, 2))]
)
def test_a_forfeited_game_is_won_by_the_other_side(
    points: tuple[int, int], seat: int, winners: tuple[int, ...]
) -> None:
    game = new_game(PARTNERS, 4)
    dealt = deal(game, "4-4 4-0", "6-4 6-5", "1-1 2-1", "3-3 2-2", leader=0)
    out = play(dealt, "0 lays 4-4", "1 lays 6-4 left", "2 passes", "3 passes", "0 lays 4-0 right")
    corrected = ordered(out, CorrectPoints(round=0, points=points))
    left = evolved(corrected, decide(corrected, Forfeit(seat, "home")))
    assert (winners_of(left), scores(left), left.over) == (winners, points, True)


def test_rules_may_make_a_forfeited_game_void() -> None:
    rules = altered("draw@1", score={"forfeited": "void"})
    game = new_game(rules, 2)
    left = evolved(game, decide(game, Forfeit(0)))
    assert winners_of(left) is None
    assert is_void(left, rules.score)
    assert not is_void(left, POINTS.score)


def test_rules_may_make_an_abandoned_game_void() -> None:
    game = new_game(POINTS, 2)
    left = evolved(game, decide(game, Abandon()))
    assert is_void(left, POINTS.score)
    assert not is_void(left, altered("draw@1", score={"abandoned": "as-it-stands"}).score)
    assert not is_void(game, POINTS.score)


def test_a_game_won_before_it_was_left_stays_won() -> None:
    left = evolved(won()._replace(won=None), decide(won()._replace(won=None), Forfeit(0)))
    assert winners_of(left) == (0,)


def test_rulings_name_rounds_and_survive_an_amendment() -> None:
    game = ordered(won(), VoidRound(round=0))
    again = evolved(game, [GameAmended(reason="a slip", by=UUID(int=1), opening=opened(POINTS, 2))])
    amended = evolved(
        again, [event for round in game.rounds for event in (round.deal, *round.events)]
    )
    assert scores(amended) == (11, 0)
    assert amended.desk == game.desk


# -- with unseen tiles


def unseen_round(rules: RuleSet, seats: int, *, out: bool = True) -> Game:
    """A game after one round, which is over; the tiles left in hand are unseen."""
    game = new_game(rules, seats)
    hands = ((UNSEEN,) * game.table.hand,) * seats
    game = evolved(game, decide(game, DealRound(hands, None, 0)))
    game = play(game, "0 lays 6-6", *(f"{seat} passes" for seat in range(1, seats)))
    if out:
        return play(game, "0 lays 6-5 left")
    return play(game, "0 passes")


def small(seats: int, **score: object) -> RuleSet:
    return any_hand("draw@1", 2, seats, play={"draw": "none"}, score=score)


PAIRS = altered(
    "partnership-sanjuan@1", play={"hand": {4: 2}, "first_lead": {"kind": "lot"}}, score={}
)


@pytest.mark.parametrize("out", [True, False])
@pytest.mark.parametrize(("seat", "winners"), [(0, (1,)), (1, (0,))])
def test_a_forfeited_game_does_not_wait_for_unseen_tiles(
    out: bool, seat: int, winners: tuple[int, ...]
) -> None:
    game = unseen_round(small(2), 2, out=out)
    assert facts_of(now(game)).waiting
    assert (winners_of(game), waiting(game)) == (None, True)
    left = evolved(game, decide(game, Forfeit(seat)))
    assert (winners_of(left), waiting(left), scores(left)) == (winners, False, (0, 0))


@pytest.mark.parametrize("seat", [-1, 2])
def test_no_seat_that_is_not_at_the_table_forfeits(seat: int) -> None:
    with pytest.raises(Refused) as refused:
        decide(new_game(small(2), 2), Forfeit(seat))
    assert refused.value.fault == Refusal("unknown-seat", {"no_seat": seat, "last": 1})


def test_a_forfeited_game_of_two_sides_does_not_wait_for_unseen_tiles() -> None:
    game = unseen_round(PAIRS, 4)
    left = evolved(game, decide(game, Forfeit(2)))
    assert (winners_of(left), waiting(left)) == ((1, 3), False)


def test_which_other_side_has_most_points_may_depend_on_unseen_tiles() -> None:
    game = unseen_round(small(3), 3)
    left = evolved(game, decide(game, Forfeit(1)))
    assert (winners_of(left), waiting(left)) == (None, True)
    void = ordered(left, VoidRound(round=0))
    assert (winners_of(void), waiting(void)) == ((0, 2), False)


def test_a_game_of_one_round_is_decided_by_it() -> None:
    game = unseen_round(small(2, target=None), 2)
    for command in (Forfeit(0), Forfeit(1), Abandon()):
        left = evolved(game, decide(game, command))
        assert (winners_of(left), waiting(left)) == (None, True)


def test_an_abandoned_game_waits_only_for_a_ruling() -> None:
    game = unseen_round(small(3, abandoned="as-it-stands"), 3)
    assert not waiting(abandon(game))
    noted = IrregularityNoted(code="not-held")
    for irregular in (evolve_game(game, noted), evolve_game(new_game(POINTS, 2), noted)):
        assert waiting(abandon(irregular))
        assert waiting(evolved(irregular, [GameForfeited(seat=0)]))


def waiting(game: Game) -> bool:
    return waits(game, (judged.facts for judged in game.judged))


# -- what is revealed


def begun() -> Game:
    """A game with a round in play."""
    return play(deal(new_game(POINTS, 2), "6-6 5-5", "6-4 4-4", leader=0), "0 lays 6-6")


def test_the_last_round_is_revealed_when_the_game_is_left() -> None:
    game = begun()
    assert hidden_round(game) is game.current
    for left in (GameAbandoned(), GameForfeited(seat=0)):
        after = evolve_game(game, left)
        assert (hidden_round(after), hidden_rounds(after)) == (None, frozenset())


def test_an_unfinished_earlier_round_stays_hidden_when_the_game_is_left() -> None:
    game = begun()
    again = evolve_game(game, now(game).deal)
    assert hidden_rounds(again) == {0, 1}
    assert hidden_rounds(evolve_game(again, GameAbandoned())) == {0}


def test_a_game_that_is_void_by_a_ruling_can_come_back() -> None:
    game = begun()
    void = ordered(game, VoidGame())
    assert void.over
    assert hidden_rounds(void) == {0}
    told_again = evolve_game(game, GameAmended(reason="a slip", by=None, opening=opened(POINTS, 2)))
    assert hidden_rounds(told_again.earlier[0]) == {0}
    assert hidden_round(told_again) is None
