"""How games of clubs end: points lost, shutouts, games broken off (docs/rules/score.md)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from domino_ledger.domain.events import GameAbandoned
from domino_ledger.domain.game.decide import DealRound, Forfeit, ReportRound, decide, time_up
from domino_ledger.domain.game.next_lead import next_lead
from domino_ledger.domain.game.noted_result import Result
from domino_ledger.domain.game.state import Game, led_anew, rounds_dealt, standing_of
from domino_ledger.domain.round.lead import ANY_TILE
from domino_ledger.domain.rules.score import Score, Shutout
from domino_ledger.domain.scoring.score import RoundScore
from domino_ledger.domain.scoring.standing import Standing, counts_as, standing_after
from domino_ledger.domain.seats import Sides
from domino_ledger.domain.tiles import tile_set
from domino_ledger.projections.results.game_result import count_game
from domino_ledger.projections.results.outcome import outcome_of
from tests.domain.builders import standing
from tests.lanes import examples
from tests.variants.naive.ends import played

from .builders import abandon, altered, any_hand, deal, evolved, hands, new_game, play, unseen
from .test_certain import UNTIL_OUT

TWO: Sides = ((0, 2), (1, 3))
FOUR: Sides = ((0,), (1,), (2,), (3,))


def after(rules: Score, sides: Sides, *won: int) -> Standing:
    """The standing after rounds won by these sides, a point each; -1: by nobody."""
    rounds = (
        RoundScore(
            () if winner < 0 else sides[winner],
            tuple(int(side == winner) for side in range(len(sides))),
        )
        for winner in won
    )
    return standing(rules, sides, rounds)


SIX_LOVE = Score(points="win", target=6, reset="all-scored")
PLAY_TWO = Score(points="win", target=6, reset="one-all-play-two")


@pytest.mark.parametrize(
    ("rules", "sides", "won", "scores", "anew"),
    [
        # CLUBS.md, section 10.
        (SIX_LOVE, TWO, (0, 0, 0, 1), (0, 0), True),
        (SIX_LOVE, FOUR, (0, 0, 0, 0, 1, 1, 2, 3), (0, 0, 0, 0), True),
        (SIX_LOVE, FOUR, (0, 0, 0, 0, 1, 1, 2), (4, 2, 1, 0), False),
        (SIX_LOVE, TWO, (0, 1), (0, 0), True),
        (SIX_LOVE, TWO, (0, 1, 1), (0, 1), False),
        (SIX_LOVE, TWO, (0, 1, -1), (0, 0), False),
        (PLAY_TWO, TWO, (0, 1), (1, 1), True),
        (PLAY_TWO, TWO, (0, 1, -1), (1, 1), True),
        (PLAY_TWO, TWO, (0, 1, 0), (2, 0), False),
        (PLAY_TWO, TWO, (0, 1, 1), (0, 2), False),
        (PLAY_TWO, TWO, (0, 0, 1), (0, 0), True),
        (Score(points="win", target=6), TWO, (0, 1, 1, 0), (2, 2), False),
    ],
)
def test_points_are_lost_when_every_side_has_some(
    rules: Score, sides: Sides, won: tuple[int, ...], scores: tuple[int, ...], anew: bool
) -> None:
    stands = after(rules, sides, *won)
    assert (stands.scores, stands.winners, stands.led_anew) == (scores, None, anew)


def test_six_rounds_in_a_row_win() -> None:
    stands = after(SIX_LOVE, TWO, 0, 1, 1, 1, 1, 1, 1, 1, 0)
    assert stands == ((0, 6), (1, 3), 8, False)


@pytest.mark.parametrize(
    ("score", "message"),
    [
        ({"reset": "all-scored"}, "score.target"),
        ({"reset": "all-scored", "target": 6, "winners": "lowest"}, "score.winners"),
        ({"reset": "one-all-play-two", "target": 6}, "score.points"),
        ({"shutout": {}}, "score.target"),
        ({"clock": {}, "abandoned": "leader-wins"}, "score.target"),
        ({"clock": {}, "target": 50}, "score.abandoned"),
        ({"shutout": {}, "target": 6, "winners": "lowest"}, "score.winners"),
        ({"shutout": {"games": 1}, "target": 6}, "Input should be greater than or equal to 2"),
        ({"points": "win", "blocked_points": "heavier"}, "score.points"),
        ({"blocked_below": 6, "blocked_winner": "last-two"}, "score.blocked_winner"),
        ({"blocked_below": 6, "blocked_points": "heavier"}, "score.blocked_below"),
        ({"scale": {}, "points": "win"}, "score.points"),
        ({"last_two_tie": "opener"}, "score.blocked_winner"),
    ],
)
def test_rules_that_make_no_sense(score: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError) as raised:
        altered("block-lot@1", score=score)
    (error,) = raised.value.errors()
    assert message in {error.get("ctx", {}).get("other"), error["msg"]}


# -- the lead after all points were lost

JAMAICAN = altered(
    "partnership-pagat@1",
    play={"next_lead": "winning-side", "first_lead": {"kind": "named-tile", "tile": "6-6"}},
    score={"points": "win", "target": 6, "reset": "all-scored"},
)
HANDS = tuple(tuple(range(seat * 7, seat * 7 + 7)) for seat in range(4))
"""Seat 3 holds 6-6."""


def noted(game: Game, *won: int) -> Game:
    for winner in won:
        game = evolved(game, decide(game, ReportRound(Result(winners=(winner,)))))
    return game


def test_the_first_lead_is_made_again_when_all_points_were_lost() -> None:
    held = tuple(map(tile_set, HANDS))
    game = noted(new_game(JAMAICAN, 4), 0, 0)
    assert (led_anew(game), next_lead(game, held).seats) == (False, frozenset({0, 2}))
    game = noted(game, 1)
    assert standing_of(game).scores == (0, 0)
    assert (led_anew(game), next_lead(game, held)) == (True, (frozenset({3}), 1 << 27))
    assert led_anew(noted(game, 1)) is False


@pytest.mark.parametrize("next_lead_rule", ["winner", "rotate", "same-rule"])
def test_the_same_seat_leads_a_round_that_is_played_again(next_lead_rule: str) -> None:
    """CLUBS 8, with any tile. 3-3 is led, and blocks: 2-0 is left, and 1-1 and 0-0."""
    rules = any_hand(
        "block-lot@1",
        *(2, 2),
        play={
            "highest_pip": 3,
            "next_lead": next_lead_rule,
            "first_lead": {"kind": "highest-double"},
        },
        score={"tied": "play-again", "target": 50},
        payout=None,
    )
    game = play(deal(new_game(rules, 2), "3-3 2-0", "1-1 0-0"), "0 lays 3-3")
    (judged,) = game.judged
    assert (judged.facts.ended, judged.again, judged.score) == ("blocked", True, None)
    assert (rounds_dealt(game), game.last_valid, standing_of(game).rounds) == (0, None, 0)
    assert led_anew(game) is False
    dealt = tuple(map(tile_set, hands("2-2 2-0", "3-3 0-0")))
    assert next_lead(game, dealt) == (frozenset({0}), ANY_TILE)
    result = count_game(game)
    assert (result.counted, result.complete, result.rounds[0].score) == ((), True, None)


def test_nobody_knows_the_lead_while_points_wait() -> None:
    """A round with tiles that nobody saw may have brought the point that loses all."""
    rules = any_hand(
        "block-lot@1",
        *(2, 3),
        play={"highest_pip": 2, "next_lead": "winner"},
        score={"target": 50, "reset": "all-scored"},
        payout=None,
    )
    game = unseen(rules, *UNTIL_OUT)
    assert game.totals.waiting
    assert led_anew(game) is None
    assert next_lead(game, game.rounds[0].hands).seats == frozenset({0, 1, 2})


def brought(won: tuple[int, ...], *points: int) -> RoundScore:
    return RoundScore(won, points)


@pytest.mark.parametrize(
    ("rounds", "scores", "anew"),
    [
        # At one all: the winners keep their point, the others lose it; then bonuses are added.
        ([brought((0, 2), 1, 0), brought((1, 3), 0, 1), brought((1, 3), 0, 1)], (0, 2), False),
        ([brought((0, 2), 1, 0), brought((1, 3), 0, 1), brought((1, 3), 0, 3)], (0, 4), False),
        # A pass brings the losing side a point: it does not keep the one it had.
        ([brought((0, 2), 1, 0), brought((1, 3), 0, 1), brought((), 0, 0)], (1, 1), True),
        ([brought((0, 2), 1, 0), brought((1, 3), 0, 1), brought((), 2, 0)], (0, 0), True),
    ],
)
def test_one_all_where_passes_bring_points(
    rounds: list[RoundScore], scores: tuple[int, ...], *, anew: bool
) -> None:
    """CLUBS 10: its winner stands at 2, the other at 0; a round that nobody wins leaves 1 : 1."""
    stands = standing(PLAY_TWO, TWO, rounds)
    assert (stands.scores, stands.led_anew) == (scores, anew)


def test_the_loser_of_the_round_after_one_all_keeps_no_point() -> None:
    """With 5 points from passes it stands at 5, not at the target of 6: so all points are lost."""
    rounds = [brought((0, 2), 1, 0), brought((1, 3), 0, 1), brought((1, 3), 5, 1)]
    assert standing(PLAY_TWO, TWO, rounds) == ((0, 0), None, 3, True)


def test_a_penalty_beside_a_void_round_leaves_the_first_lead_to_be_made_again() -> None:
    """CLUBS 10 and 11: all points were lost, so 6-6 is led, also after a deal that is void."""
    rules = Score(points="win", target=30, reset="all-scored")
    lost = standing(rules, TWO, [brought((0, 2), 1, 0), brought((1, 3), 0, 1)])
    assert standing_after(rules, TWO, lost, None, (0, 5)) == ((0, 5), None, 2, True)
    assert standing_after(rules, TWO, lost, None, None) == ((0, 0), None, 2, True)


# -- shutouts


def test_a_shutout_counts_as_two_games() -> None:
    rules = Score(target=100, shutout=Shutout())
    assert counts_as(rules, TWO, Standing((120, 0), (0, 2), 3)) == 2
    assert counts_as(rules, TWO, Standing((120, -5), (0, 2), 3)) == 2
    assert counts_as(rules, TWO, Standing((120, 1), (0, 2), 3)) == 1
    assert counts_as(rules, TWO, Standing((90, 0), None, 3)) == 1
    assert counts_as(rules, TWO, Standing((90, 0), (0, 2), 3)) == 1  # By a forfeit.
    assert counts_as(rules, TWO, Standing((100, 100), (0, 1, 2, 3), 3)) == 1
    assert counts_as(Score(target=100), TWO, Standing((120, 0), (0, 2), 3)) == 1
    assert counts_as(Score(points="none"), TWO, Standing(None, (0, 2), 1)) == 1
    few = Score(target=100, shutout=Shutout(at_most=10, games=3))
    assert counts_as(few, FOUR, Standing((10, 100, 0, 9), (1,), 3)) == 3
    assert counts_as(few, FOUR, Standing((11, 100, 0, 9), (1,), 3)) == 1


SHUTOUT = altered(
    "partnership-sanjuan@1", score={"shutout": {}, "target": 100, "abandoned": "leader-wins"}
)
NAMES = ("ana", "ben", "carl", "dora")


def test_a_game_that_counts_as_two_says_so() -> None:
    game = noted_points(new_game(SHUTOUT, 4), (60, 0), (50, 0))
    result = count_game(game)
    assert (result.winners, result.counts_as) == ((0, 2), 2)
    assert outcome_of(result, NAMES) == ("won", ("ana", "carl"), None, 2)
    given_up = noted_points(new_game(SHUTOUT, 4), (60, 0))
    given_up = evolved(given_up, decide(given_up, Forfeit(1)))
    assert count_game(given_up).counts_as == 1


def noted_points(game: Game, *points: tuple[int, int]) -> Game:
    for of_round in points:
        game = evolved(game, decide(game, ReportRound(Result(points=of_round))))
    return game


# -- games that were broken off


@pytest.mark.parametrize(
    ("points", "winners", "code"),
    [
        (((60, 0), (0, 40)), (0, 2), "won-when-abandoned"),
        (((60, 0), (0, 60)), None, "abandoned"),
        ((), None, "abandoned"),
    ],
)
def test_who_is_ahead_wins_a_game_that_is_broken_off(
    points: tuple[tuple[int, int], ...], winners: tuple[int, ...] | None, code: str
) -> None:
    game = abandon(noted_points(new_game(SHUTOUT, 4), *points))
    result = count_game(game)
    assert (result.winners, result.played, result.counts_as) == (winners, True, 1)
    assert standing_of(game).winners == winners
    assert outcome_of(result, NAMES).code == code
    as_it_stands = altered("partnership-sanjuan@1", score={"abandoned": "as-it-stands"})
    assert count_game(game, as_it_stands).winners is None


# -- the clock

TIMED = altered(
    "partnership-sanjuan@1",
    score={"target": 100, "abandoned": "leader-wins", "clock": {"minutes": 30}},
)
VOID = altered(
    "partnership-sanjuan@1",
    score={
        "target": 100,
        "abandoned": "leader-wins",
        "clock": {"minutes": 30, "in_play": "void"},
    },
)
BELL = (GameAbandoned(reason="time"),)


@pytest.mark.parametrize(
    ("points", "minutes", "broken_off"),
    [
        (((86, 0), (0, 72)), 30, True),
        (((86, 0), (0, 72)), 29.9, False),
        (((86, 0), (0, 86)), 45, False),
        ((), 45, False),
        (((100, 0),), 45, False),
    ],
)
def test_the_clock_breaks_a_game_off_that_a_side_leads(
    points: tuple[tuple[int, int], ...], minutes: float, *, broken_off: bool
) -> None:
    game = noted_points(new_game(TIMED, 4), *points)
    assert time_up(game, minutes) == (BELL if broken_off else ())
    assert time_up(noted_points(new_game(SHUTOUT, 4), *points), minutes) == ()


def test_the_round_in_play_at_the_bell_is_finished() -> None:
    """CLUBS.md, section 9: 86 : 72 at the bell, the round in play gives 20 to the 72."""
    before = noted_points(new_game(TIMED, 4), (86, 0), (0, 72))
    dealt = evolved(before, decide(before, DealRound(HANDS, (), 3)))
    assert dealt.running is not None
    assert time_up(dealt, 31) == ()
    after = noted_points(before, (0, 20))
    won = evolved(after, time_up(after, 35))
    assert (standing_of(won).scores, standing_of(won).winners) == ((86, 92), (1, 3))


def test_the_round_in_play_at_the_bell_may_be_void() -> None:
    before = noted_points(new_game(VOID, 4), (86, 0), (0, 72))
    dealt = evolved(before, decide(before, DealRound(HANDS, (), 3)))
    won = evolved(dealt, time_up(dealt, 30))
    assert (standing_of(won).scores, standing_of(won).winners) == ((86, 72), (0, 2))
    equal = noted_points(before, (0, 14))
    dealt = evolved(equal, decide(equal, DealRound(HANDS, (), 3)))
    assert time_up(dealt, 30) == ()


# -- against a second statement


@given(st.data())
@settings(max_examples=examples(400))
@pytest.mark.unmeasured
def test_games_end_as_in_the_second_statement(data: st.DataObject) -> None:
    sides = data.draw(st.sampled_from([TWO, FOUR, FOUR[:3]]))
    reset = data.draw(st.sampled_from(["none", "all-scored", "one-all-play-two"]))
    most = 1 if reset == "one-all-play-two" else 3
    of_round = st.lists(st.integers(0, most), min_size=len(sides), max_size=len(sides))
    rounds = data.draw(st.lists(of_round, max_size=14))
    target, past = data.draw(st.integers(1, 6)), data.draw(st.booleans())
    shutout = data.draw(st.none() | st.tuples(st.integers(0, 2), st.integers(2, 3)))
    rules = Score.model_validate(
        {
            "points": "win" if most == 1 else "losing-hands",
            "target": target,
            "reset": reset,
            "winners": "all-past-target" if past else "highest",
            "shutout": shutout and {"at_most": shutout[0], "games": shutout[1]},
        }
    )
    winners = [
        tuple(seat for side, more in zip(sides, each, strict=True) if more for seat in side)
        for each in rounds
    ]
    scored = (RoundScore(won, tuple(each)) for won, each in zip(winners, rounds, strict=True))
    found = standing(rules, sides, scored)
    naive = played(
        rounds, len(sides), target=target, reset=reset, shutout=shutout, all_past_target=past
    )
    won = naive.winners and tuple(sorted(seat for side in naive.winners for seat in sides[side]))
    assert found == Standing(tuple(naive.scores), won or None, naive.rounds, naive.first_lead)
    assert counts_as(rules, sides, found) == naive.games
