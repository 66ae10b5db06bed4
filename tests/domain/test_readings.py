"""The readings against another engine's claims, and against a naive model on small sets."""

from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domino_ledger.domain.block_verdicts import READINGS, Verdict, readings, verdict, verdicts
from domino_ledger.domain.events import RoundDealt, TileLaid, passed
from domino_ledger.domain.game.decide import advance
from domino_ledger.domain.round.legal import advance_legal, legal_moves
from domino_ledger.domain.round.state import Round, evolve, new_round
from domino_ledger.domain.rules.payout import Reading

from ..records import RecordedRound, recorded_rounds
from .blocked_rounds import TABLES, blocked, blocked_rounds, small
from .naive_readings import Lookahead, history, naive

pytestmark = pytest.mark.unmeasured

FOUR_SEATS = small(6, 4, 7)


def blame(verdict: Verdict) -> tuple[int | None, int | None, int | None]:
    act = None if verdict.evidence is None else verdict.evidence.act
    return verdict.blocker, verdict.assistant, act


def before_act(round: Round, place: int) -> Round:
    return next(laid.before for laid in history(round) if laid.place == place)


def with_unknown_order(round: Round) -> Round:
    """The round with the order of the boneyard unknown."""
    deal = RoundDealt(hands=round.deal.hands, leader=round.deal.leader)
    now = new_round(round.table, deal, round.start.lead)
    for event in round.events:
        now = evolve(now, event)
    return now


def test_every_reading_occurs_once() -> None:
    assert sorted(READINGS) == sorted(get_args(Reading))


BLOCKED = [
    recorded for recorded in recorded_rounds("payout.jsonl") if recorded.claims.get("readings")
]


@pytest.mark.parametrize("recorded", BLOCKED, ids=[recorded.name for recorded in BLOCKED])
def test_the_claims_of_another_engine_agree(recorded: RecordedRound) -> None:
    claims = recorded.claims["readings"]
    assert sorted(claims) == sorted(READINGS)
    for reading, given_verdict in verdicts(recorded.round).items():
        claim = claims[reading]
        place = None if claim["move"] is None else recorded.acts[claim["move"]]
        assert blame(given_verdict) == (claim["blocker"], claim["assistant"], place), reading


@pytest.mark.parametrize("search", ["quick", "general"])
@pytest.mark.parametrize("name", TABLES)
def test_a_naive_model_agrees_at_each_table(
    name: str, search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the quick search of lines, and with the search for any layout."""
    if search == "general":
        monkeypatch.setattr(readings, "is_quick", lambda _: False)
    random = Random(name)
    for _ in range(6):
        round = blocked(TABLES[name], random)
        for reading, given_verdict in verdicts(round).items():
            assert blame(given_verdict) == naive(round, reading), reading


@pytest.mark.parametrize("seed", [311, 465, 524, 968])
def test_the_seat_in_turn_is_part_of_the_position(seed: int) -> None:
    # In some of these rounds both are reached, and a verdict depends on it (found by search).
    round = blocked(small(4, 3, 5), Random(seed))
    for reading, given_verdict in verdicts(round).items():
        assert blame(given_verdict) == naive(round, reading), reading


@given(blocked_rounds())
def test_verdicts_are_equal_if_found_alone_or_together(round: Round) -> None:
    together = verdicts(round)
    assert list(together) == list(READINGS)
    assert together == {reading: verdict(round, reading) for reading in READINGS}


@given(blocked_rounds())
def test_the_order_of_the_boneyard_follows_from_the_draws(round: Round) -> None:
    assert verdicts(with_unknown_order(round)) == verdicts(round)


@given(blocked_rounds())
def test_passes_written_after_the_block_change_nothing(round: Round) -> None:
    longer = round
    for seat in range(round.table.seats):
        longer = evolve(longer, passed(seat))
    assert verdicts(longer) == verdicts(round)


def shown(round: Round) -> Iterator[tuple[Reading, Round, Verdict]]:
    """The evidence: the round after the lay that would have kept it open."""
    for reading, given_verdict in verdicts(round).items():
        evidence = given_verdict.evidence
        if evidence is None or evidence.instead is None:
            continue
        before = before_act(round, evidence.act)
        assert isinstance(round.acts[evidence.act], TileLaid)
        assert evidence.instead.seat == given_verdict.blocker
        assert evidence.instead != round.acts[evidence.act]
        yield reading, advance(before, evidence.instead), given_verdict


def assert_ends_with_a_seat_out(round: Round, given_verdict: Verdict) -> None:
    assert given_verdict.evidence is not None
    assert given_verdict.evidence.line is not None
    for act in given_verdict.evidence.line:
        assert all(round.hands)
        round = advance(round, act)
    assert not all(round.hands)


@given(blocked_rounds())
def test_the_evidence_can_be_played_and_ends_with_a_seat_out(round: Round) -> None:
    for reading, now, given_verdict in shown(round):
        assert given_verdict.evidence is not None
        if given_verdict.evidence.line is None:
            assert reading in {"last-choice", "knowing-lock"}
            assert not Lookahead(*range(round.table.seats)).sure(now)
        else:
            assert_ends_with_a_seat_out(now, given_verdict)


def test_the_evidence_of_whole_games_can_be_played() -> None:
    random = Random(1)
    lines = 0
    for _ in range(60):
        for _, now, given_verdict in shown(blocked(FOUR_SEATS, random)):
            if given_verdict.evidence is not None and given_verdict.evidence.line is not None:
                assert_ends_with_a_seat_out(now, given_verdict)
                lines += 1
    assert lines > 180


@given(blocked_rounds(), st.randoms(use_true_random=False))
def test_a_seat_that_could_have_forced_the_round_open_needs_no_help(
    round: Round, random: Random
) -> None:
    for reading, now, given_verdict in shown(round):
        if reading != "could-have-forced-open" or given_verdict.blocker is None:
            continue
        look = Lookahead(given_verdict.blocker)
        assert given_verdict.evidence is not None
        along = now
        for act in given_verdict.evidence.line or ():
            assert look.sure(along)
            along = advance(along, act)
        assert_no_deviation_blocks(now, given_verdict.blocker, look, random)


def assert_no_deviation_blocks(round: Round, seat: int, look: Lookahead, random: Random) -> None:
    """Whatever the others do, the strategy of the seat keeps the round open."""
    while all(round.hands):
        assert round.ended is None
        moves = list(legal_moves(round))
        if round.seat == seat:
            moves = [act for act in moves if look.sure(advance_legal(round, act))]
        round = advance_legal(round, random.choice(moves))
