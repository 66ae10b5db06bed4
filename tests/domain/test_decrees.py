"""The effect of each remedy on a game, in exact figures."""

import pytest

from domino_ledger.domain.disputes.decide import rule_on_dispute
from domino_ledger.domain.disputes.events import (
    CorrectPoints,
    ImposePenalty,
    NameBlocker,
    Remedy,
    ReplayRound,
    RulingMade,
    Uphold,
    VoidGame,
    VoidRound,
)
from domino_ledger.domain.events import passed
from domino_ledger.domain.game.decide import DealRound, DoAct, Refused, decide
from domino_ledger.domain.game.decrees import (
    NO_ROUND_DECREES,
    RoundDecrees,
    decrees,
    penalty_pips,
    penalty_points,
    penalty_postings,
)
from domino_ledger.domain.game.next_lead import leaders_of_next_game, next_lead
from domino_ledger.domain.game.state import Game, is_void, standing_of, winners_of
from domino_ledger.domain.scoring.settlement import Blame, Posting
from domino_ledger.domain.tiles import tile_set

from .builders import altered, deal, evolved, hands, new_game, play, rest
from .dispute_builders import (
    ARBITER,
    POINTS,
    appealed,
    blocks,
    disputed,
    irregular,
    ordered,
    out_in_two,
    ruled,
    won,
)

ACROSS = ((0, 2), (1, 3))
SIDES_OF_TWO = ((0,), (1,))


def scores(game: Game) -> tuple[int, ...] | None:
    return standing_of(game).scores


def _slow(points_off: int) -> ImposePenalty:
    """A penalty of seat 0 in the last round of `won`."""
    return ImposePenalty(round=1, seat=0, offence="time", points_off=points_off)


def ruling(dispute: int, *remedies: Remedy) -> RulingMade:
    return RulingMade(dispute=dispute, by=ARBITER, remedies=remedies)


# -- which ruling counts


def test_the_newest_ruling_on_a_dispute_counts() -> None:
    desk = [ruling(1, VoidRound(round=0)), ruling(1, CorrectPoints(round=1, points=(1, 2)))]
    assert dict(decrees(desk, SIDES_OF_TWO).rounds) == {1: RoundDecrees(points=(1, 2))}


def test_the_latest_ruling_on_a_round_counts() -> None:
    void, stands = ruling(1, VoidRound(round=0)), ruling(2, Uphold(round=0))
    assert decrees([void, stands], SIDES_OF_TWO).of(0) == RoundDecrees(stands=True)
    assert decrees([stands, void], SIDES_OF_TWO).of(0) == RoundDecrees(void=True)
    # Dispute 1 was ruled on again after dispute 2, so its ruling is the later one.
    assert decrees([void, stands, void], SIDES_OF_TWO).of(0) == RoundDecrees(void=True)


def test_penalties_of_several_rulings_add_up() -> None:
    first = ImposePenalty(round=0, seat=0, offence="time", points_off=1)
    second = ImposePenalty(round=0, seat=1, offence="revoke", points_to_others=30)
    found = decrees([ruling(1, first), ruling(2, second)], SIDES_OF_TWO).of(0)
    assert found.penalties == (first, second)
    assert penalty_points(SIDES_OF_TWO, found) == (29, 0)


@pytest.mark.parametrize(
    "remedy",
    [
        CorrectPoints(round=0, points=(1, 2, 3)),
        NameBlocker(round=0, blocker=2),
        NameBlocker(round=0, blocker=0, assistant=2),
        ImposePenalty(round=0, seat=2, offence="time"),
    ],
)
def test_a_remedy_for_a_seat_removed_by_an_amendment_has_no_effect(remedy: Remedy) -> None:
    assert decrees([ruling(1, remedy)], SIDES_OF_TWO).of(0) == NO_ROUND_DECREES
    of_three = decrees([ruling(1, remedy)], ((0,), (1,), (2,)))
    assert of_three.of(0) != NO_ROUND_DECREES


# -- uphold


def test_an_irregular_round_waits_until_it_is_upheld() -> None:
    game = irregular()
    assert (scores(game), winners_of(game)) == ((0, 0), None)
    upheld = ordered(game, Uphold(round=0))
    assert scores(upheld) == (11, 0)
    assert upheld.judged[0].facts.regular


# -- void, and play again


def test_a_void_round_counts_for_nothing_and_waits_no_longer() -> None:
    game = ordered(irregular(), VoidRound(round=0))
    assert (scores(game), winners_of(game)) == ((0, 0), None)
    assert winners_of(out_in_two(out_in_two(game))) == (0,)
    facts = game.judged[0].facts
    assert (facts.voided, facts.regular, facts.settled, facts.waiting) == (True, True, False, False)


def test_a_game_of_one_round_that_is_void_is_over_without_a_winner() -> None:
    game = ordered(blocks(), VoidRound(round=0))
    assert (winners_of(game), game.over) == (None, True)


@pytest.mark.parametrize(
    ("remedy", "before"),
    [
        (VoidRound(round=1), (11, 0)),
        (CorrectPoints(round=1, points=(0, 0)), (11, 0)),
        (_slow(points_off=11), (11, 0)),
    ],
)
def test_a_ruling_that_takes_the_win_away_opens_the_game_until_it_is_won_again(
    remedy: Remedy, before: tuple[int, int]
) -> None:
    game = ordered(won(), remedy)
    assert (scores(game), winners_of(game), game.over) == (before, None, False)
    again = out_in_two(game)
    assert (scores(again), winners_of(again), again.over) == ((before[0] + 11, 0), (0,), True)


def test_a_ruling_that_gives_the_win_back_ends_the_game() -> None:
    game = appealed(ordered(won(), CorrectPoints(round=1, points=(0, 0))))
    assert not game.over
    given = ruled(game, CorrectPoints(round=1, points=(1, 0)))
    assert (scores(given), winners_of(given), given.over) == ((12, 0), (0,), True)


def test_a_round_played_again_opens_the_game_until_it_is_won_again() -> None:
    game = ordered(won(), ReplayRound(round=1))
    assert (scores(game), winners_of(game), game.over) == ((11, 0), None, False)
    again = out_in_two(game)
    assert (scores(again), winners_of(again), again.over) == ((22, 0), (0,), True)


def test_a_game_won_without_the_round_stays_won() -> None:
    rules = altered(
        "draw@1", play={"hand": {2: 2}, "first_lead": {"kind": "lot"}}, score={"target": 11}
    )
    once = out_in_two(new_game(rules, 2))
    twice = disputed(out_in_two(once._replace(won=None)))
    (ruling,) = rule_on_dispute(twice, 1, ARBITER, (ReplayRound(round=1),))
    replayed = evolved(twice, [ruling])
    assert (winners_of(replayed), replayed.over) == ((0,), True)


def test_after_a_reversed_ruling_the_first_round_counts_and_its_replay_is_surplus() -> None:
    rules = altered("block-lot@1", play={"hand": {2: 2}})
    game = out_in_two(new_game(rules, 2))
    again = out_in_two(ordered(game, ReplayRound(round=0)))
    assert standing_of(again)[:3] == ((11, 0), (0,), 1)
    back = ruled(appealed(again), Uphold(round=0))
    assert standing_of(back)[:3] == ((11, 0), (0,), 1)
    assert back.over


def test_a_round_ruled_void_in_play_is_dealt_again() -> None:
    running = play(deal(new_game(POINTS, 2), "4-4 4-0", "6-4 6-5", leader=0), "0 lays 4-4")
    game = ordered(running, VoidRound(round=0))
    with pytest.raises(Refused, match="round-void-by-ruling"):
        decide(game, DoAct(passed(1)))
    assert scores(out_in_two(game)) == (11, 0)
    with pytest.raises(Refused, match="round-before-running"):
        decide(running, DealRound(hands("4-4 4-0", "6-4 6-5"), None, 0))


def test_after_a_void_round_the_lead_follows_from_the_round_before_it() -> None:
    rules = altered(
        "block-lot@1", play={"hand": {2: 2}, "next_lead": "winner"}, score={"target": 100}
    )
    game = out_in_two(new_game(rules, 2))
    dealt = tuple(map(tile_set, hands("4-4 4-0", "6-4 6-5")))
    assert next_lead(game, dealt).seats == {0}
    voided = ordered(game, VoidRound(round=0))
    assert next_lead(voided, dealt).seats == {0, 1}
    assert leaders_of_next_game(game) == {0}
    assert not leaders_of_next_game(voided)


def test_after_a_void_first_round_the_next_is_led_as_a_first_round() -> None:
    rules = altered("block@1", play={"hand": {2: 2}, "next_lead": "winner"})
    game = new_game(rules, 2)
    first = play(
        deal(game, "4-4 4-0", "6-4 6-5"), "0 lays 4-4", "1 lays 6-4 left", "0 lays 4-0 right"
    )
    dealt = tuple(map(tile_set, hands("4-1 4-0", "5-5 6-5")))
    assert next_lead(first, dealt).seats == {0}
    assert next_lead(ordered(first, VoidRound(round=0)), dealt).seats == {1}


# -- the whole game


def test_a_void_game_counts_for_nothing_and_is_over() -> None:
    game = ordered(won(), VoidGame())
    assert standing_of(game)[:3] == ((0, 0), None, 0)
    assert (winners_of(game), game.over) == (None, True)
    assert is_void(game, POINTS.score)


def test_an_unfinished_void_game_goes_on_after_another_ruling() -> None:
    game = ordered(out_in_two(new_game(POINTS, 2)), VoidGame())
    with pytest.raises(Refused, match="game-is-over"):
        decide(game, DealRound(hands("4-4 4-0", "6-4 6-5"), rest(hands("4-4 4-0", "6-4 6-5")), 0))
    back = ruled(appealed(game), Uphold(round=0))
    assert winners_of(out_in_two(back)) == (0,)


# -- points and penalties


def test_corrected_points_replace_the_points_and_not_the_winner() -> None:
    game = ordered(won(), CorrectPoints(round=1, points=(-3, 40)))
    assert standing_of(game)[:3] == ((8, 40), (1,), 2)
    score = game.judged[1].score
    assert score is not None
    assert score.winners == (0,)


def test_a_penalty_can_take_a_side_below_zero() -> None:
    penalty = ImposePenalty(round=0, seat=1, offence="wrong-tile", points_off=10)
    assert scores(ordered(out_in_two(new_game(POINTS, 2)), penalty)) == (11, -10)


def test_penalty_points_for_others_go_to_each_other_side() -> None:
    penalty = ImposePenalty(round=0, seat=2, offence="revoke", points_to_others=30, points_off=5)
    assert penalty_points(ACROSS, RoundDecrees(penalties=(penalty,))) == (-5, 30)
    alone = ((0,), (1,), (2,))
    assert penalty_points(alone, RoundDecrees(penalties=(penalty,))) == (30, 30, -5)


def test_pips_are_paid_to_each_seat_of_another_side() -> None:
    penalty = ImposePenalty(round=0, seat=2, offence="revoke", pips_to_others=3)
    decreed = RoundDecrees(penalties=(penalty,))
    assert penalty_pips(ACROSS, decreed) == (0, 3, -6, 3)
    assert penalty_postings(ACROSS, decreed, 5) == (
        Posting(2, -30, "pays-a-penalty"),
        Posting(1, 15, "receives-a-penalty"),
        Posting(3, 15, "receives-a-penalty"),
    )


def test_a_warning_costs_nothing() -> None:
    warning = RoundDecrees(penalties=(ImposePenalty(round=0, seat=2, offence="time"),))
    assert penalty_postings(ACROSS, warning, 5) == ()
    assert penalty_points(ACROSS, warning) == (0, 0)


def test_point_penalties_have_no_effect_in_a_game_without_points() -> None:
    game = ordered(blocks(), ImposePenalty(round=0, seat=0, offence="revoke", pips_to_others=3))
    score = game.judged[0].score
    assert score is not None
    assert score.points is None


def test_a_blocker_named_by_a_ruling() -> None:
    game = ordered(blocks(), NameBlocker(round=0, blocker=2, assistant=0))
    assert game.decrees.of(0).blame == Blame(2, 0)
    nobody = ordered(blocks(), NameBlocker(round=0))
    assert nobody.decrees.of(0).blame == Blame(None, None)
