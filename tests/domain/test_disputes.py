"""The steps of a dispute, and the commands that are refused."""

from typing import get_args
from uuid import UUID

import pytest

from domino_ledger.domain.disputes.decide import (
    answer_dispute,
    appeal_ruling,
    open_dispute,
    rule_on_dispute,
    withdraw_dispute,
)
from domino_ledger.domain.disputes.events import (
    CorrectPoints,
    DisputeOpened,
    DisputeWithdrawn,
    RulingMade,
    Status,
    Uphold,
    VoidRound,
    disputes_of,
)
from domino_ledger.domain.events import GameWon
from domino_ledger.domain.faults.codes import Refusal
from domino_ledger.domain.game.decide import Forfeit, decide
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.hidden.doubts import moves_in
from domino_ledger.domain.rules.penalties import PENALTIES, penalty_of
from domino_ledger.domain.rules.rule_set import Offence, Penalty

from .builders import deal, evolved, new_game
from .dispute_builders import (
    ANA,
    ARBITER,
    MONEY,
    PARTNERS,
    POINTS,
    Step,
    answered,
    appealed,
    disputed,
    out_in_two,
    refusal,
    ruled,
    said,
    step,
    won,
    won_once,
)


def status(game: Game) -> Status:
    return disputes_of(game.desk)[0].status


# -- the steps


def test_every_status_is_reached_in_turn() -> None:
    opened = disputed(out_in_two(new_game(POINTS, 2)), 0)
    with_answer = answered(opened)
    first = ruled(with_answer, Uphold(round=0))
    under_appeal = answered(appealed(first))
    final = ruled(under_appeal, VoidRound(round=0))
    withdrawn = said(with_answer, step(withdraw_dispute, 1, ANA))
    course = [opened, with_answer, first, under_appeal, final, withdrawn]
    assert [status(game) for game in course] == list(get_args(Status))
    (dispute,) = disputes_of(final.desk)
    assert (len(dispute.answers), len(dispute.rulings), len(dispute.appeals)) == (2, 2, 1)
    assert dispute.course == final.desk
    assert dispute.number == 1


def test_without_its_appeal_the_ruling_stands_and_can_be_appealed_again() -> None:
    first = ruled(disputed(won(), 0), VoidRound(round=0))
    again = said(answered(appealed(first)), step(withdraw_dispute, 1, ANA))
    assert again.desk[-1] == DisputeWithdrawn(dispute=1, by=ANA, what="appeal")
    assert (status(again), again.decrees) == ("ruled", first.decrees)
    assert status(ruled(appealed(again), Uphold(round=0))) == "final"


def test_what_can_be_withdrawn_and_by_whom() -> None:
    opened, other = disputed(won(), 0), UUID(int=2)
    first = ruled(opened, Uphold(round=0))
    final = ruled(appealed(first), Uphold(round=0))
    assert refusal(opened, step(withdraw_dispute, 1, other)) == (
        *("withdrawn-by-another", {"dispute": 1, "what": "claim"}),
    )
    assert refusal(appealed(first), step(withdraw_dispute, 1, other)) == (
        *("withdrawn-by-another", {"dispute": 1, "what": "appeal"}),
    )
    for decided in (first, final):
        assert refusal(decided, step(withdraw_dispute, 1, ANA)) == (
            "withdrawn-too-late",
            {"dispute": 1},
        )


def test_no_step_follows_a_withdrawn_claim() -> None:
    withdrawn = said(disputed(won(), 0), step(withdraw_dispute, 1, ANA))
    steps: list[Step] = [
        step(answer_dispute, 1, ANA, "yes"),
        step(rule_on_dispute, 1, ARBITER, (Uphold(round=0),)),
        step(appeal_ruling, 1, ANA, "no"),
        step(withdraw_dispute, 1, ANA),
    ]
    for refused in steps:
        assert refusal(withdrawn, refused) == ("claim-withdrawn", {"dispute": 1})


def test_no_player_rules_on_their_game_unless_there_is_no_arbiter() -> None:
    game = disputed(won(), 0)
    one = game.opened.players[1]
    upheld = (Uphold(round=0),)
    ruling = step(rule_on_dispute, 1, one, upheld)
    assert refusal(game, ruling) == ("ruled-on-by-party", {"seat": 1})
    (by_table,) = rule_on_dispute(game, 1, one, upheld, table_rules=True)
    (by_arbiter,) = rule_on_dispute(game, 1, ARBITER, upheld, table_rules=True)
    assert isinstance(by_table, RulingMade)
    assert isinstance(by_arbiter, RulingMade)
    assert (by_table.role, by_arbiter.role) == ("table", "arbiter")


def test_an_event_of_an_unknown_dispute_is_ignored() -> None:
    stray = RulingMade(dispute=7, by=ARBITER, remedies=())
    assert disputes_of((stray,)) == ()


def test_move_numbers_are_those_of_the_record() -> None:
    game = won()
    assert moves_in(game.rounds[0]) == 3
    (event,) = open_dispute(game, ANA, "no", 1, 2)
    assert event == DisputeOpened(dispute=1, by=ANA, claim="no", round=1, move=2)


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        (step(open_dispute, ANA, " "), ("empty-text", {"what": "claim"})),
        (step(open_dispute, ANA, "no", 2), ("unknown-round", {"round": 2, "rounds": 2})),
        (step(open_dispute, ANA, "no", -1), ("unknown-round", {"round": -1, "rounds": 2})),
        (
            step(open_dispute, ANA, "no", 1, 3),
            ("unknown-move", {"round": 1, "move": 3, "moves": 3}),
        ),
        (step(open_dispute, ANA, "no", None, 3), ("move-without-round", {"move": 3})),
        (step(answer_dispute, 1, ANA, "yes"), ("unknown-dispute", {"dispute": 1, "disputes": 0})),
        (step(rule_on_dispute, 1, ARBITER, ()), ("unknown-dispute", {"dispute": 1, "disputes": 0})),
        (step(appeal_ruling, 1, ANA, "no"), ("unknown-dispute", {"dispute": 1, "disputes": 0})),
        (step(appeal_ruling, 1, ANA, ""), ("empty-text", {"what": "appeal"})),
        (step(answer_dispute, 1, ANA, ""), ("empty-text", {"what": "answer"})),
    ],
)
def test_an_invalid_command_is_refused(command: Step, fault: Refusal) -> None:
    assert refusal(won(), command) == fault


def test_a_game_before_its_first_deal_has_no_round_to_dispute() -> None:
    before = new_game(POINTS, 2)
    assert refusal(before, step(open_dispute, ANA, "no", 0)) == (
        "unknown-round",
        {"round": 0, "rounds": 0},
    )
    assert status(disputed(before)) == "open"


def test_which_step_is_allowed_when() -> None:
    opened = disputed(won(), 0)
    first = ruled(opened, Uphold(round=0))
    under_appeal = appealed(first)
    final = ruled(under_appeal, Uphold(round=0))
    rule, appeal = (
        step(rule_on_dispute, 1, ARBITER, (Uphold(round=0),)),
        step(appeal_ruling, 1, ANA, "no"),
    )
    answer = step(answer_dispute, 1, ANA, "yes")
    assert refusal(opened, appeal) == ("not-ruled-on", {"dispute": 1})
    assert refusal(answered(opened), appeal) == ("not-ruled-on", {"dispute": 1})
    assert refusal(first, rule) == ("ruled-on", {"dispute": 1})
    assert refusal(first, answer) == ("answered-too-late", {"dispute": 1})
    assert refusal(under_appeal, appeal) == ("under-appeal", {"dispute": 1})
    assert refusal(final, appeal) == ("ruled-on-finally", {"dispute": 1})
    assert refusal(final, rule) == ("ruled-on-finally", {"dispute": 1})
    assert refusal(final, answer) == ("answered-too-late", {"dispute": 1})
    assert refusal(opened, step(answer_dispute, 2, ANA, "yes")) == (
        ("unknown-dispute", {"dispute": 2, "disputes": 1})
    )


# -- games in play, games over


def test_a_ruling_can_win_the_game() -> None:
    game = disputed(won_once())
    ruling = step(rule_on_dispute, 1, ARBITER, (CorrectPoints(round=0, points=(5, 13)),))
    made, over = ruling(game)
    assert isinstance(made, RulingMade)
    assert over == GameWon(seats=(1,))


def test_nothing_is_won_while_a_round_is_being_played() -> None:
    game = disputed(deal(won_once(), "4-4 4-0", "6-4 6-5", leader=0))
    ruling = step(rule_on_dispute, 1, ARBITER, (CorrectPoints(round=0, points=(5, 13)),))
    assert len(ruling(game)) == 1


def test_a_game_given_up_is_not_won_again_by_a_ruling() -> None:
    left = evolved(won_once(), decide(won_once(), Forfeit(0)))
    ruling = step(rule_on_dispute, 1, ARBITER, (CorrectPoints(round=0, points=(5, 13)),))
    assert len(ruling(disputed(left))) == 1


# -- the catalogue of penalties


def test_every_offence_has_its_penalty() -> None:
    assert list(PENALTIES) == list(get_args(Offence))


def test_a_penalty_has_only_figures_that_the_rules_use() -> None:
    assert penalty_of(POINTS, "revoke") == Penalty(points_to_others=30)
    assert penalty_of(MONEY, "revoke") == Penalty(pips_to_others=30)
    assert penalty_of(PARTNERS, "revoke") == PENALTIES["revoke"]


def test_rules_have_penalties_of_its_own() -> None:
    dear = POINTS.model_copy(update={"penalties": {"time": Penalty(points_off=5)}})
    assert penalty_of(dear, "time") == Penalty(points_off=5)
    assert penalty_of(dear, "wrong-tile") == Penalty(points_off=10)


@pytest.mark.parametrize(
    ("percent", "penalty", "costs"),
    [
        (20, Penalty(points_to_others=30), Penalty(points_to_others=40)),  # docs/rules/rulings.md.
        (15, Penalty(points_to_others=30), Penalty(points_to_others=30)),
        (20, Penalty(points_off=30), Penalty(points_off=40)),
        (
            20,
            Penalty(points_off=50, points_to_others=30),
            Penalty(points_off=50, points_to_others=40),
        ),
        (1, Penalty(), Penalty(points_to_others=2)),
        (0, Penalty(), Penalty()),
    ],
)
def test_a_penalty_may_be_a_part_of_the_target(
    percent: int, penalty: Penalty, costs: Penalty
) -> None:
    penalties = {"revoke": penalty.model_copy(update={"of_target_percent": percent})}
    score = PARTNERS.score.model_copy(update={"target": 200})
    rules = PARTNERS.model_copy(update={"penalties": penalties, "score": score, "payout": None})
    assert penalty_of(rules, "revoke") == costs


def test_without_a_target_there_is_no_part_of_it() -> None:
    penalties = {"revoke": Penalty(points_off=3, of_target_percent=100)}
    score = POINTS.score.model_copy(update={"target": None})
    rules = POINTS.model_copy(update={"penalties": penalties, "score": score})
    assert penalty_of(rules, "revoke") == Penalty(points_off=3)
