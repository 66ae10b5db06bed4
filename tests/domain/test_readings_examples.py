"""Rounds small enough to check by hand, and the blocker of each."""

from typing import Any

from domain.block_verdicts import Verdict, verdict, verdicts
from domain.events import RoundDealt
from domain.game.decide import advance
from domain.round.lead import ANY_TILE
from domain.round.state import Round, new_round

from .blocked_rounds import small
from .builders import act_of, hands, rest, text_of


def played(*acts: str, hands_dealt: tuple[str, ...], boneyard: str = "", **play: Any) -> Round:
    """A round with the double-three set, led by the seat of the first act."""
    dealt = hands(*hands_dealt)
    table = small(3, len(dealt), len(dealt[0]), **play)
    under = hands(boneyard)[0] or rest(dealt, highest=3)
    deal = RoundDealt(hands=dealt, boneyard=under, leader=act_of(acts[0]).seat)
    round = new_round(table, deal, ANY_TILE)
    for act in acts:
        round = advance(round, act_of(act))
    assert round.ended == "blocked"
    return round


def summary(verdict: Verdict) -> tuple[int | None, int | None, int | None, str | None]:
    """Blocker, assistant, index of the blocking act, and the lay-down instead."""
    evidence = verdict.evidence
    if evidence is None:
        return verdict.blocker, verdict.assistant, None, None
    instead = None if evidence.instead is None else text_of(evidence.instead)
    return verdict.blocker, verdict.assistant, evidence.act, instead


def line(verdict: Verdict) -> list[str]:
    assert verdict.evidence is not None
    assert verdict.evidence.line is not None
    return [text_of(act) for act in verdict.evidence.line]


LEFT_END_CLOSED = played(
    "2 lays 3-0",
    "0 lays 3-1 right",
    "1 lays 0-0 left",
    "2 lays 1-0 right",
    hands_dealt=("3-1 3-3 2-2", "1-1 3-2 0-0", "2-1 3-0 1-0"),
)
"""Zeros at both ends; the last zero, 2-0, is in a boneyard from which no seat may draw."""


def test_the_last_choice_was_free() -> None:
    given = verdict(LEFT_END_CLOSED, "last-choice")
    assert summary(given) == (2, None, 3, "2 lays 1-0 left")
    assert line(given) == ["0 passes", "1 lays 1-1 left", "2 lays 2-1 left"]


def test_a_tile_in_the_boneyard_keeps_a_lock_unknown() -> None:
    assert verdict(LEFT_END_CLOSED, "knowing-lock").status == "nobody"


def test_the_last_to_lay_needs_no_evidence() -> None:
    given = verdict(LEFT_END_CLOSED, "last-to-lay")
    assert summary(given) == (2, None, 3, None)
    assert given.evidence is not None
    assert given.evidence.line is None


def test_the_seat_that_set_up_the_block_and_its_assistant() -> None:
    assert summary(verdict(LEFT_END_CLOSED, "point-of-no-return"))[:3] == (2, None, 3)
    given = verdict(LEFT_END_CLOSED, "set-up")
    assert summary(given) == (1, 2, 2, "1 lays 1-1 right")
    assert line(given)[-1] == "2 lays 1-0 left"


def test_the_seat_on_the_blockers_left_had_a_choice_and_assists() -> None:
    round = played(
        "0 lays 2-0",
        "1 lays 3-0 left",
        "2 lays 3-1 left",
        "0 lays 1-0 left",
        "1 lays 3-2 right",
        "2 lays 3-3 right",
        hands_dealt=("2-2 2-0 1-0", "2-1 3-0 3-2", "3-3 3-1 1-1"),
    )
    assert summary(verdict(round, "point-of-no-return")) == (0, 1, 3, "0 lays 2-2 right")
    assert summary(verdict(round, "could-have-forced-open")) == (0, 1, 3, "0 lays 2-2 right")
    assert summary(verdict(round, "set-up"))[:3] == (2, 0, 2)


def test_one_tile_with_two_placings_is_no_choice() -> None:
    round = played(
        "1 lays 1-0",
        "2 lays 2-1 right",
        "3 lays 2-0 left",
        "0 lays 2-2 right",
        hands_dealt=("2-2 0-0", "3-3 1-0", "2-1 3-1", "2-0 1-1"),
    )
    given = verdict(round, "point-of-no-return")
    assert summary(given) == (2, None, 1, "2 lays 3-1 right")
    assert line(given) == ["3 lays 2-0 left", "0 lays 2-2 left", "1 lays 3-3 right"]


def test_the_blockers_left_is_clockwise_where_play_is_not() -> None:
    round = played(
        "0 lays 3-1",
        "2 lays 3-0 right",
        "1 lays 1-0 left",
        "0 lays 2-0 left",
        "2 lays 3-2 left",
        "1 lays 3-3 left",
        hands_dealt=("3-1 2-0 2-2", "1-1 1-0 3-3", "2-1 3-0 3-2"),
        direction="counterclockwise",
    )
    assert summary(verdict(round, "point-of-no-return"))[:3] == (1, 2, 2)
    # The seat before 1 was 2, on its left; the seat on its right, 0, had not laid.
    assert summary(verdict(round, "set-up"))[:3] == (1, None, 2)


def test_a_block_that_was_forced_from_the_start_has_no_blocker() -> None:
    round = played(
        "1 lays 3-0",
        "2 lays 3-2 right",
        "3 lays 2-0 right",
        "0 lays 0-0 left",
        hands_dealt=("2-2 0-0", "3-0 3-1", "3-2 1-1", "3-3 2-0"),
    )
    for reading, given in verdicts(round).items():
        if reading != "last-to-lay":
            assert given == Verdict("nobody", None, None, None, None)


def test_a_line_can_stay_open_though_nobody_could_force_it() -> None:
    round = played(
        "0 lays 3-0",
        "1 lays 1-0 left",
        "2 lays 3-1 right",
        "0 passes",
        "1 lays 2-1 right",
        "2 lays 2-0 right",
        "0 lays 0-0 right",
        hands_dealt=("0-0 3-0 3-3", "1-0 2-2 2-1", "2-0 3-2 3-1"),
    )
    assert summary(verdict(round, "point-of-no-return")) == (2, None, 2, "2 lays 3-2 right")
    assert verdict(round, "could-have-forced-open").status == "nobody"


def test_another_lay_down_may_also_end_in_a_block() -> None:
    round = played(
        "1 lays 3-0",
        "0 lays 3-3 right",
        "1 lays 2-0 left",
        "0 lays 3-2 left",
        hands_dealt=("1-0 3-2 0-0 3-3", "1-1 3-0 2-2 2-0"),
    )
    given = verdict(round, "last-choice")
    assert summary(given) == (0, None, 3, "0 lays 3-2 right")
    assert given.evidence is not None
    assert given.evidence.line is None


def test_draws_are_part_of_the_turn_before() -> None:
    round = played(
        "0 lays 2-0",
        "1 lays 3-2 right",
        "0 draws 2-2",
        "0 draws 3-1",
        "0 lays 3-1 right",
        "1 lays 3-0 left",
        "0 lays 2-1 right",
        "1 draws 3-3",
        "1 lays 3-3 left",
        "0 lays 2-2 right",
        "1 draws 0-0",
        hands_dealt=("2-0 1-1 2-1", "3-2 3-0 1-0"),
        boneyard="2-2 3-1 3-3 0-0",
        draw="until-playable",
    )
    point = verdict(round, "point-of-no-return")
    assert summary(point) == (0, None, 6, "0 lays 1-1 right")
    assert line(point) == ["1 lays 1-0 right"]
    given = verdict(round, "set-up")
    assert summary(given) == (1, 0, 5, "1 lays 1-0 left")
    assert line(given)[1:4] == ["1 draws 3-3", "1 draws 0-0", "1 passes"]


def test_a_lead_that_blocks_has_no_blocker() -> None:
    round = played("0 lays 3-3", hands_dealt=("3-3 1-0", "2-0 2-1"))
    assert set(verdicts(round).values()) == {Verdict("nobody", None, None, None, None)}
