"""Rounds of which only the result was noted."""

from operator import itemgetter

import pytest

from domino_ledger.domain.disputes.events import CountPips
from domino_ledger.domain.events import DealUndone, GameWon, IrregularityNoted, RoundReported
from domino_ledger.domain.faults.codes import Fault, Refusal, Remark
from domino_ledger.domain.game.decide import Refused, ReportRound, ShowTiles, UndoAct, decide
from domino_ledger.domain.game.next_lead import leaders_of_next_game
from domino_ledger.domain.game.noted_result import Result, remarks_on
from domino_ledger.domain.game.state import Game, fold, standing_of
from domino_ledger.domain.game.undo import without_undone
from domino_ledger.domain.hidden.seat_view import hidden_rounds, seat_view
from domino_ledger.domain.hidden.seen_event import seen_event
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.rules.score import Score
from domino_ledger.domain.scoring.score import RoundScore, score_report, score_settled
from domino_ledger.domain.scoring.settlement import Blame, can_settle

from .builders import altered, deal, evolved, new_game, now, refusal
from .dispute_builders import ordered

SAN_JUAN = PUBLISHED["partnership-sanjuan@1"]
BLOCK = PUBLISHED["block@1"]
MONEY = PUBLISHED["forced-block@1"]


def reported(game: Game, *results: Result, as_played: bool = False) -> Game:
    for result in results:
        game = evolved(game, decide(game, ReportRound(result, as_played)))
    return game


def points(*by_side: int) -> Result:
    return Result(points=by_side)


def evening() -> Game:
    """Sides of seats 0 and 2, and of 1 and 3: 35 to 22 after two rounds."""
    return reported(new_game(SAN_JUAN, 4), points(35, 0), points(0, 22))


def test_points_count_as_noted_up_to_the_target() -> None:
    game = evening()
    assert standing_of(game)[:3] == ((35, 22), None, 2)
    assert [judged.facts.ended for judged in game.judged] == ["reported", "reported"]
    (_, won) = decide(game, ReportRound(Result(winners=(0,), points=(165, 0))))
    assert won == GameWon(seats=(0, 2))
    over = reported(game, points(165, 0))
    assert refusal(over, ReportRound(points(1, 0))) == Refusal("game-is-over")


@pytest.mark.parametrize(
    ("result", "event"),
    [
        (points(0, 22), RoundReported(winners=(1, 3), points=(0, 22))),
        (points(0, 0), RoundReported(winners=(), points=(0, 0))),
        (Result(winners=()), RoundReported(winners=(), points=(0, 0))),
        (
            Result(winners=(2,), ended="out", points=(0, 0)),
            RoundReported(winners=(0, 2), ended="out", points=(0, 0)),
        ),
        (
            Result(out=3, points=(0, 22)),
            RoundReported(winners=(1, 3), ended="out", out=3, points=(0, 22)),
        ),
        (
            Result(ended="blocked", pips=(5, 9, 1, 9)),
            RoundReported(winners=(0, 2), ended="blocked", pips=(5, 9, 1, 9)),
        ),
        (Result(pips=(8, 7)), RoundReported(winners=(1, 3), pips=(8, 7))),
    ],
)
def test_who_won_follows_from_the_figures(result: Result, event: RoundReported) -> None:
    game = new_game(SAN_JUAN, 4)
    assert decide(game, ReportRound(result)) == (event,)
    assert fold([game.opened, event]) == reported(game, result)


FIVES = PUBLISHED["all-fives@1"]
LOWEST_HAND = altered(
    "partnership-pagat@1", score={"blocked_winner": "side-of-lowest-hand", "tied": "each"}
)
FEWEST_TILES = altered("block@1", score={"blocked_winner": "fewest-tiles"})


@pytest.mark.parametrize(
    ("rules", "result", "params"),
    [
        (BLOCK, Result(winners=(3,), points=(1, 0, 0)), {"seats": 3}),
        (BLOCK, Result(out=-1, points=(1, 0, 0)), {"seats": 3}),
        (BLOCK, points(1, 0), {"points_of": 2, "of_sides": 3}),
        (BLOCK, Result(pips=(1, 2)), {"pips_of": 2, "of_seats": 3, "of_sides": 3}),
        (BLOCK, Result(winners=(0,)), {"needs": "points"}),
        (BLOCK, Result(), {"needs": "points"}),
        (BLOCK, Result(out=1, points=(5, 0, 0)), {"needs": "winner-out"}),
        (BLOCK, Result(winners=(), ended="out"), {"needs": "winner-out"}),
        (MONEY, points(1, 0, 0), {"needs": "no-points"}),
        (MONEY, Result(), {"needs": "winner"}),
        (BLOCK, Result(ended="out", points=(0, 0, 0)), {"needs": "winner"}),
        (FIVES, points(15, 5, 0), {"needs": "winner"}),
        (FIVES, Result(winners=(0,), pips=(0, 5, 5)), {"needs": "points-in-play"}),
        (FEWEST_TILES, Result(pips=(1, 2, 3)), {"needs": "winner"}),
    ],
)
def test_a_result_that_does_not_fit(rules: RuleSet, result: Result, params: object) -> None:
    found = refusal(new_game(rules, 3), ReportRound(result, as_played=True))
    assert found == Fault("bad-result", params)  # type: ignore[arg-type]


def test_who_won_is_enough_where_a_round_won_is_one_point() -> None:
    won = altered("partnership-pagat@1", score={"points": "win", "target": 6, "tied": "opener"})
    game = reported(new_game(won, 4), Result(winners=(1,)), Result(winners=(0,), out=2))
    assert [judged.score for judged in game.judged] == [((1, 3), (0, 1)), ((0, 2), (1, 0))]
    game = reported(game, Result(pips=(0, 3, 4, 8), out=0))
    assert standing_of(game).scores == (2, 1)
    assert refusal(game, ReportRound(Result(pips=(5, 3, 4, 8)))) == Fault(
        "bad-result", {"needs": "points-by-play"}
    )


def test_a_tie_that_is_played_again_is_no_round_when_it_is_noted() -> None:
    again = altered("partnership-sanjuan@1", score={"tied": "play-again"})
    game = reported(new_game(again, 4), points(0, 20), Result(winners=()), Result(pips=(7, 7)))
    assert [judged.again for judged in game.judged] == [False, True, True]
    assert [judged.score for judged in game.judged] == [((1, 3), (0, 20)), None, None]
    assert game.played is not None
    assert (game.played.rounds, standing_of(game).rounds) == (1, 1)
    assert game.last_valid == game.judged[0]


def test_pips_do_not_tell_who_wins_a_tie_by_the_standing() -> None:
    rules = altered("partnership-pagat@1", score={"tied": "leading-side"})
    game = new_game(rules, 4)
    assert refusal(game, ReportRound(Result(winners=(0,), pips=(5, 5)))) == Fault(
        "bad-result", {"needs": "points-by-standing"}
    )
    led = reported(game, Result(winners=(1,), points=(0, 20)))
    assert led.judged[-1].score == ((1, 3), (0, 20))


@pytest.mark.parametrize(
    ("asks", "where_out"),
    [
        ({"tied": "leading-side"}, None),
        ({"tied": "leading-side", "out_winner": "that-seat"}, 14),
        ({"tied": "not-the-blocker"}, 14),
        ({"blocked_winner": "last-two"}, 14),
        ({"points": "tiles"}, None),
    ],
)
def test_pips_alone_are_not_enough_for_other_rules(
    asks: dict[str, str], where_out: int | None
) -> None:
    out = RoundReported(winners=(0,), ended="out", out=0, pips=(0, 5, 7, 2))
    blocked = RoundReported(winners=(0,), ended="blocked", pips=(1, 5, 7, 2))
    game, score = new_game(BLOCK, 4), BLOCK.score
    assert score_report(score, game.table.sides, blocked) is not None
    other = score.model_copy(update=asks)
    assert score_report(other, game.table.sides, blocked) is None
    found = score_report(other, game.table.sides, out)
    assert found == (None if where_out is None else ((0,), (where_out, 0, 0, 0)))


def test_pips_by_side_do_not_tell_the_lowest_hand() -> None:
    game = new_game(LOWEST_HAND, 4)
    assert refusal(game, ReportRound(Result(winners=(0,), pips=(5, 12)), as_played=True)) == Fault(
        "bad-result", {"needs": "pips-by-seat"}
    )
    by_seat = reported(game, Result(pips=(1, 2, 16, 2), ended="blocked"))
    assert by_seat.judged[-1].score == ((0, 2), (4, 0))
    out = reported(game, Result(winners=(1,), pips=(5, 12), ended="out"))
    assert out.judged[-1].score == ((1, 3), (0, 5))
    by_sides = RoundReported(winners=(0, 2), pips=(5, 12), ended="blocked")
    assert score_report(LOWEST_HAND.score, game.table.sides, by_sides) is None


@pytest.mark.parametrize(
    ("result", "params"),
    [
        (Result(pips=(0, 100, 69)), {"in_hands": 169, "most": 168}),
        (Result(pips=(1, 0, 69), out=1), None),
        (Result(pips=(0, 2, 69), winners=(0, 1), out=1), {"out": 1, "in_hand": 2}),
        (
            Result(pips=(5, 6, 7), winners=(2,), ended="blocked"),
            {"noted_winners": (2,), "found_winners": (0,)},
        ),
    ],
)
def test_pips_that_prove_the_result_wrong(result: Result, params: object) -> None:
    game = new_game(BLOCK, 3)
    if params is None:
        assert not reported(game, result).totals.irregular
        return
    assert refusal(game, ReportRound(result)) == Fault("wrong-result", params)  # type: ignore[arg-type]
    noted = reported(game, result, as_played=True)
    assert noted.totals.irregular
    assert IrregularityNoted(code="wrong-result", params=params) in now(noted).events  # type: ignore[arg-type]


def test_more_points_than_the_rules_give_are_remarked_on_and_count() -> None:
    game = reported(new_game(BLOCK, 3), points(0, 169, 0))
    assert not game.totals.irregular
    assert standing_of(game).scores == (0, 169, 0)
    (remark,) = remarks_on(BLOCK.score, now(game))
    assert remark == Remark("too-many-points", {"scored": 169, "most": 168})


def test_a_deal_may_follow_and_nobody_knows_who_led() -> None:
    game = deal(
        evening(), *["6-6 5-5 4-4 3-3 2-2 1-1 0-0"] + [_hand(seat) for seat in (1, 2, 3)], leader=2
    )
    assert now(game).deal.leader == 2
    assert refusal(game, ReportRound(points(1, 0))) == Refusal("round-before-running")


def _hand(seat: int) -> str:
    rest = [f"{high}-{low}" for high in range(7) for low in range(high)]
    return " ".join(rest[(seat - 1) * 7 : seat * 7])


@pytest.mark.parametrize(
    ("next_lead", "result", "leader"),
    [
        ("winner", Result(winners=(1,), points=(0, 9, 0)), 1),
        ("winner", points(9, 9, 0), None),
        ("winner", points(0, 0, 0), None),
        ("last-to-lay", Result(out=2, points=(0, 0, 9)), 2),
        ("last-to-lay", points(0, 0, 9), None),
        ("rotate", points(0, 0, 9), None),
        ("same-rule", points(0, 0, 9), None),
    ],
)
def test_who_leads_next_as_far_as_it_was_noted(
    next_lead: str, result: Result, leader: int | None
) -> None:
    game = reported(new_game(altered("block@1", play={"next_lead": next_lead}), 3), result)
    assert leaders_of_next_game(game) == (set() if leader is None else {leader})


def test_a_result_that_waits_for_a_ruling_does_not_say_who_leads() -> None:
    rules = altered("block@1", play={"next_lead": "winner"})
    wrong = Result(winners=(1,), out=1, pips=(100, 0, 69))
    waits = reported(new_game(rules, 3), wrong, as_played=True)
    assert not leaders_of_next_game(waits)


def test_undo_takes_the_round_back() -> None:
    game = evening()
    assert decide(game, UndoAct()) == (DealUndone(),)
    before = evolved(game, [DealUndone()])
    assert before == reported(new_game(SAN_JUAN, 4), points(35, 0))
    events = [(game.opened,), (RoundReported(winners=(0, 2), points=(35, 0)),), (DealUndone(),)]
    assert without_undone(events, itemgetter(0)) == [(game.opened,)]
    won = reported(evening(), points(165, 0))
    assert evolved(won, decide(won, UndoAct())).won is None


def test_nothing_of_it_is_hidden_and_nothing_can_be_shown() -> None:
    game = evening()
    assert not hidden_rounds(game)
    view = seat_view(now(game), None)
    assert [hand.size for hand in view.hands] == [0, 0, 0, 0]
    assert (view.turn, view.boneyard.size, view.ended) == (None, 0, "reported")
    event = RoundReported(winners=(0, 2), points=(35, 0))
    assert seen_event(event, None) is event
    assert refusal(game, ShowTiles(0, ())) == Refusal("only-reported")


# -- other rules


def worth(game: Game, **changes: object) -> RoundScore | None:
    rules = game.opened.rules.score.model_copy(update=changes)
    return score_settled(rules, game.table.sides, game.judged[-1].facts)


def test_other_rules_take_points_as_noted_and_count_pips_again() -> None:
    noted = reported(new_game(BLOCK, 3), points(0, 9, 0))
    assert worth(noted, points="all-hands", difference="none") == ((1,), (0, 9, 0))
    assert worth(noted, points="none") == ((1,), None)
    pips = reported(new_game(BLOCK, 3), Result(pips=(3, 8, 4), ended="blocked"))
    assert worth(pips) == ((0,), (9, 0, 0))
    assert worth(pips, points="all-hands", difference="none") == ((0,), (15, 0, 0))
    assert worth(pips, points="none") == ((0,), None)
    by_tiles = reported(new_game(FEWEST_TILES, 3), Result((1,), "blocked", pips=(3, 8, 4)))
    assert worth(by_tiles) == ((1,), (0, 0, 0))
    out = reported(new_game(BLOCK, 3), Result(pips=(0, 0, 4), winners=(0, 1), out=1))
    assert worth(out, out_winner="that-seat", difference="none") == ((0,), (4, 0, 0))


def test_a_winner_without_figures_has_no_points_under_rules_that_count_them() -> None:
    game = reported(new_game(MONEY, 3), Result(winners=(1,)))
    assert worth(game) == ((1,), None)
    assert score_settled(BLOCK.score, game.table.sides, game.judged[0].facts) is None
    assert game.won == GameWon(seats=(1,))


def test_a_game_for_points_with_a_winner_alone_is_not_settled() -> None:
    """No command makes it, but a stream may hold it."""
    opened = new_game(BLOCK, 3).opened
    game = fold([opened, RoundReported(winners=(1,))])
    assert game.judged[0].score is None
    assert standing_of(game)[:3] == ((0, 0, 0), None, 0)
    assert worth(fold([opened, RoundReported(winners=(), ended="out", pips=(1, 2, 3))])) is not None


# -- money and rulings

NO_READING = MONEY.payout.model_copy(update={"reading": None}) if MONEY.payout else None


@pytest.mark.parametrize(
    ("result", "known", "if_ruled"),
    [
        (Result(pips=(0, 8, 4), out=0), True, True),
        (Result(pips=(3, 8, 4), ended="blocked"), False, True),
        (Result(pips=(3, 8, 4)), False, True),
        (Result(winners=(0,), ended="out"), False, False),
    ],
)
def test_money_is_settled_where_everything_is_known(
    result: Result, known: bool, if_ruled: bool
) -> None:
    facts = reported(new_game(MONEY, 3), result).judged[0].facts
    assert MONEY.payout is not None
    assert NO_READING is not None
    assert can_settle(MONEY.payout, facts) is known
    assert can_settle(MONEY.payout, facts, Blame(1)) is if_ruled
    assert can_settle(NO_READING, facts) is bool(facts.pips)


def test_an_arbiter_counts_pips_where_none_were_noted() -> None:
    game = reported(new_game(MONEY, 3), Result(winners=(0,), ended="out"))
    counted = ordered(game, CountPips(round=0, pips=(0, 8, 4)))
    assert counted.judged[0].facts.pips == (0, 8, 4)
    assert score_settled(Score(), counted.table.sides, counted.judged[0].facts) == (
        (0,),
        (12, 0, 0),
    )
    noted = reported(new_game(MONEY, 3), Result(pips=(0, 8, 4), out=0))
    with pytest.raises(Refused) as refused:
        ordered(noted, CountPips(round=0, pips=(0, 8, 5)))
    assert refused.value.fault == Refusal("pips-known", {"round": 0})
