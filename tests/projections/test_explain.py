"""Explanations of facts, winners and points of a round, word by word."""

import pytest

from domino_ledger.domain.facts import RoundFacts
from domino_ledger.domain.game.decide import NotePips, decide
from domino_ledger.domain.round.course import Course, Fits
from domino_ledger.domain.tiles import tile_named
from domino_ledger.projections.explain.round import explain
from domino_ledger.projections.messages.acts import seating_of
from domino_ledger.projections.messages.steps import step_text
from domino_ledger.projections.replay.frames import frames
from domino_ledger.projections.results.game_result import count_game
from tests.domain.builders import altered, any_hand, deal, evolved, facts, new_game, play, unseen
from tests.ledger.games import Json, game_of, record

from .explaining import NAMES, explained, steps_of


@pytest.mark.parametrize(
    ("score", "figures", "said"),
    [
        ({"difference": "to-each-hand"}, (1, 3, 5, 8), "3 + 5 + 8 - 3 x 1 = 13"),
        ({"difference": "none"}, (1, 3, 5, 8), "3 + 5 + 8 = 16"),
        ({"points": "all-hands", "difference": "none"}, (1, 3, 5, 8), "1 + 3 + 5 + 8 = 17"),
        ({}, (20, 20, 20, 20), "0, as 0 - 20 is less than nothing"),
        ({"negative_points": "keep"}, (20, 20, 20, 20), "0 - 20 = -20"),
    ],
)
def test_ways_to_score(score: Json, figures: tuple[int, ...], said: str) -> None:
    steps = steps_of(facts(*figures), None, altered("block@1", score=score))
    (sentence, *_) = (step for step in steps if "the points of " in step)
    assert sentence.split(":")[0] == f"the points of ana are {said}"


@pytest.mark.parametrize(
    ("score", "figures", "said"),
    [
        ({}, facts(1, 3, 5, 8), ["the points of ana are 3 + 5 + 8 = 16, rounded to 15"]),
        ({"rounding": "each-hand"}, facts(1, 3, 5, 8), ["the points of ana are 5 + 5 + 10 = 20"]),
        (
            {"points_per": "five"},
            facts(0, 8)._replace(in_play=(5, 20)),
            [
                *("ana counted 5 in play", "ben counted 20 in play"),
                *("the points of ana are 8, rounded to 10", "3 points for ana", "4 points for ben"),
            ],
        ),
    ],
)
def test_fives(score: Json, figures: RoundFacts, said: list[str]) -> None:
    rules = altered("all-fives@1", score={"difference": "none"} | score)
    texts = [text.split(":")[0] for text in steps_of(figures, None, rules)]
    assert texts[-len(said) :] == said


def went_out(tile: str = "5-2", fits: Fits = 0) -> RoundFacts:
    """Ana went out with this tile."""
    return facts(0, 3, out=0)._replace(course=Course(out_tile=tile_named(tile), fits=fits))


@pytest.mark.parametrize(
    ("score", "figures", "sentence"),
    [
        (
            {"blocked_winner": "fewest-tiles"},
            facts(3, 1, tiles=(1, 2)),
            "ana won the round: it blocked, so the fewest tiles win",
        ),
        (
            {"blocked_winner": "last-two"},
            facts(0, 3, 3, 2, last_to_lay=2),
            "dora won the round: it blocked, and of the last two hands theirs was not the heavier",
        ),
        (
            {"tied": "not-the-blocker"},
            facts(1, 1, last_to_lay=0),
            "ben won the round: it blocked, and of equal hands that of the blocker loses",
        ),
        ({"block_bonus": 100}, facts(1, 3), "100 points more for ana, as the round blocked"),
        (
            {"tied": "opener"},
            facts(1, 1, leader=1),
            (
                "ben won the round: of equal sides the one that led it wins, or else the first of "
                "them after the player who led"
            ),
        ),
        (
            {"tied": "blocker"},
            facts(1, 1, last_to_lay=1),
            (
                "ben won the round: of equal sides that of the blocker wins, or else the first of "
                "them after the blocker"
            ),
        ),
        (
            {"tied": "lightest-tile"},
            facts(1, 1)._replace(lightest=(1, 0)),
            "ben won the round: of equal sides the one with the lightest tiles wins",
        ),
        (
            {"blocked_winner": "last-two", "last_two_tie": "opener"},
            facts(1, 1, leader=1),
            (
                "ben won the round: it blocked, and the last two hands are equal, so the side that "
                "led the round wins"
            ),
        ),
        (
            {"blocked_winner": "last-two"},
            facts(1, 1, leader=1),
            "ana won the round: it blocked, and of the last two hands theirs was not the heavier",
        ),
        (
            {"blocked_below": 3},
            facts(3, 5),
            "nobody won the round: it blocked, and the winner must have fewer than 3 pips",
        ),
        (
            {"tied": "nobody"},
            facts(3, 3),
            "nobody won the round: the lightest hands are equally light",
        ),
        ({"points": "win"}, facts(3, 5), "one point for ana, who won the round"),
        ({"points": "ways"}, facts(3, 5), "1 for ana: they won a blocked round"),
        (
            {"points": "ways"},
            went_out(fits=0),
            "1 for ana: the last tile was no double, and fitted one end",
        ),
        (
            {"points": "ways", "ways": {"both_ends": 7}},
            went_out(fits=2),
            "7 for ana: the last tile fitted both ends",
        ),
        ({"points": "ways"}, went_out("3-3"), "2 for ana: the last tile was a double"),
        (
            {"points": "ways"},
            went_out("3-3", fits=2),
            "4 for ana: the last tile was a double that fitted both ends",
        ),
        (
            {"scale": {}, "difference": "none"},
            facts(3, 25),
            "3 points for ana: by the scale, for 25 pips",
        ),
        (
            {"blocked_points": "heavier"},
            facts(3, 5, 8, 8),
            (
                "the points of ben are 11: of a block, the pips of the hands heavier than theirs, "
                "less their own"
            ),
        ),
        (
            {"blocked_points": "all-hands", "difference": "none"},
            facts(3, 25),
            "the points of ana are 3 + 25 = 28: the winner scores the pips of all hands",
        ),
        (
            {"blocked_winner": "nobody"},
            facts(1, 3),
            "in this game nobody wins a round that blocked",
        ),
    ],
)
def test_who_won(score: Json, figures: RoundFacts, sentence: str) -> None:
    rules = altered("block@1", score=score)
    assert sentence in steps_of(figures, None, rules)


def test_a_tie_that_is_played_again() -> None:
    again = altered("forced-block@1", score={"tied": "play-again"})
    result = count_game(game_of(record("payout.jsonl", 0)), again)
    tied = facts(3, 3, 5, 5)
    found = result.rounds[0]._replace(facts=tied, score=None)
    said = [step.message for step in explain(result._replace(rounds=(found,)), found, NAMES)]
    assert said[-1] == "the round is no round: it was a tie, and is played again"


def test_nobody_won_where_hands_are_equally_light() -> None:
    said = steps_of(facts(3, 3), None, altered("block-lot@1"))
    assert "nobody won the round: the lightest hands are equally light" in said


def test_the_side_of_the_lightest_hand_won() -> None:
    rules = any_hand(
        "partnership-sanjuan@1",
        2,
        4,
        play={"first_lead": {"kind": "lot"}},
        score={"blocked_winner": "side-of-lowest-hand", "tied": "not-the-blocker"},
    )
    game = deal(new_game(rules, 4), "6-6 0-0", "5-5 4-4", "5-4 3-3", "2-2 1-0", leader=0)
    blocked = play(game, "0 lays 6-6")
    assert explained(blocked)[5] == (
        "ana and carl won the round: it blocked, so the side of the lightest single hand wins"
    )
    tie = deal(new_game(rules, 4), "6-6 1-0", "5-5 4-4", "5-4 3-3", "2-2 0-0", leader=0)
    assert "won the round" in explained(play(tie, "0 lays 6-6"))[5]


def test_a_round_that_ended_at_the_target() -> None:
    rules = any_hand("all-fives@1", 3, 2, play={"win_in_play": True}, score={"target": 10})
    game = play(deal(new_game(rules, 2), "5-5 5-0 6-4", "5-1 5-4 4-2"), "0 lays 5-5")
    assert explained(game) == [
        "the round is over: ana reached the target",
        "ana holds 5-0, 6-4: 15 pips",
        "ben holds 4-2, 5-1, 5-4: 21 pips",
        "ana won the round: their points in play reached the target",
        "ana counted 10 in play: the open ends, each time they made a multiple of five",
    ]
    last = [*frames(game, open=True)][-1]
    assert "the target is reached" in step_text(last, seating_of(game, ("ana", "ben")))


def test_the_seat_that_is_out_may_change_after_the_end() -> None:
    """Acts after the end of a round are recorded, and noted as irregular."""
    blocked = record("openspiel-block.jsonl")
    blocked["rounds"][0]["moves"] += [{"seat": 0, "lay": tile} for tile in ("4-4", "5-4")]
    out = record("replay.jsonl")
    out["rounds"][0]["moves"].append({"seat": 1, "draw": "6-4"})
    assert [explained(game_of(each))[0] for each in (blocked, out)] == [
        "the round blocked: ana is out",
        "the round is over",
    ]


def test_seats_in_dispute() -> None:
    disputed = game_of(record("openspiel-block.jsonl") | {"players": ["ana", "ana"]})
    assert explained(disputed)[-1] == (
        "the seats are in dispute (one player sits at two seats): "
        "nothing is settled until it is ruled on"
    )


def test_a_round_after_the_game_was_won() -> None:
    early = altered("partnership-sanjuan@1", score={"target": 10})
    texts = explained(game_of(record("sanjuan.jsonl")), 1, rules=early)
    assert texts[-1] == "the game was won before this round: it counts for nothing"


def test_pips_that_were_noted_without_the_tiles() -> None:
    game = unseen(any_hand("block@1", 2, 2), "0 lays 6-6", "1 passes", "0 lays 6-5 left")
    game = evolved(game, decide(game, NotePips((None, 5))))
    said = explained(game)
    assert said[:4] == [
        "the round is over: ana is out",
        "ana holds nothing: 0 pips",
        "ben holds 2 tiles that nobody saw",
        "pips left were written down without the tiles: ben 5",
    ]
    assert any(each.startswith("the points of ana are 5") for each in said)
