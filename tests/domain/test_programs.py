"""Payouts that a function of a program decides."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domino_ledger.domain.events import RoundReported
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.field_list import rule_fields
from domino_ledger.domain.rules.payout import Payout, ProgramPayout
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.scoring.programs import Payment, SettledRound, function_of, hashes_of
from domino_ledger.domain.scoring.settlement import (
    NOBODY,
    Blame,
    Posting,
    ReasonOfProgram,
    can_settle,
    lacking_function,
    postings,
)

from .builders import facts, settle
from .programs import deciding, pool

A, B, C, D = range(4)
MISSING = ProgramPayout(name="night-pool", sha256="f" * 64)
PLAYED = PUBLISHED["forced-block@1"]


def test_a_payment_is_two_postings() -> None:
    with deciding(lambda _: [Payment(B, A, 7, "lost")]) as payout:
        assert postings(payout, facts(1, 2), (A,)) == (
            Posting(B, -7, ReasonOfProgram("lost")),
            Posting(A, 7, ReasonOfProgram("lost")),
        )


def test_the_function_pays() -> None:
    with deciding(pool) as payout:
        assert settle(payout, facts(9, 0, 3, 4, out=B), (B,)) == (-5, 15, -5, -5)
        assert settle(payout, facts(9, 0, 3, 4, out=B), (B,), per_pip=10) == (-50, 150, -50, -50)


def seen_in(ended: str, blame: Blame = NOBODY) -> SettledRound:
    """What the function sees of this round."""
    seen: list[SettledRound] = []

    def look(round: SettledRound) -> list[Payment]:
        seen.append(round)
        return []

    found = facts(3, 8, out=None if ended == "blocked" else A, leader=B, last_to_lay=A)
    if ended == "noted":
        report = RoundReported(winners=(A,), ended="out", out=A)
        found = facts(3, 8, leader=None, last_to_lay=None)
        found = found._replace(ended="reported", tiles=(), report=report)
    with deciding(look, reading="last-choice") as payout:
        assert postings(payout, found, (A,), blame, 5, number=2, points=(8, 0)) == ()
    (round,) = seen
    return round


@pytest.mark.parametrize("ended", ["blocked", "out", "noted"])
def test_it_sees_the_facts_of_the_round(ended: str) -> None:
    noted = ended == "noted"
    blame = Blame(B, A) if ended == "blocked" else NOBODY
    assert seen_in(ended, blame) == SettledRound(
        number=2,
        winners=(A,),
        points=(8, 0),
        pips=(3, 8),
        leader=None if noted else B,
        ended="blocked" if ended == "blocked" else "out",
        out=None if ended == "blocked" else A,
        last_to_lay=None if noted else A,
        blocker=B if ended == "blocked" else None,
        assistant=A if ended == "blocked" else None,
        minor_per_pip=5,
    )
    assert list(seen_in(ended).seats) == [A, B]


PAYMENTS = st.lists(
    st.builds(
        Payment,
        st.integers(0, 3),
        st.integers(0, 3),
        st.integers(0, 10**12),
        st.sampled_from(["lost", "night-pool"]),
    )
)


@given(PAYMENTS, st.randoms(use_true_random=False))
def test_postings_sum_to_zero_and_do_not_depend_on_the_order(
    payments: list[Payment], random: Random
) -> None:
    shuffled = random.sample(payments, len(payments))
    with deciding(lambda _: payments) as one, deciding(lambda _: shuffled, sha256="1" * 64) as two:
        paid = postings(one, facts(1, 2, 3, 4), (A,))
        assert paid == postings(two, facts(1, 2, 3, 4), (A,))
    assert sum(posting.amount for posting in paid) == 0
    net = Counter[int]()
    for payer, payee, amount, _ in payments:
        net[payer] -= amount
        net[payee] += amount
    for seat, amount, _ in paid:
        net[seat] -= amount
    assert not any(net.values())


def test_nobody_knows_what_is_owed_without_the_function() -> None:
    assert lacking_function(MISSING) == MISSING
    assert not can_settle(MISSING, facts(1, 2))
    assert can_settle(Payout(), facts(1, 2))
    assert lacking_function(Payout()) is None
    assert lacking_function(None) is None
    assert function_of(MISSING) is None
    with deciding(pool) as payout:
        assert can_settle(payout, facts(1, 2))
        assert function_of(payout) is pool
        assert hashes_of("night-pool") == ["0" * 64]
        assert hashes_of("another") == []
    assert hashes_of("night-pool") == []


def test_a_reading_is_asked_for_as_under_other_payouts() -> None:
    blocked = facts(3, 8)._replace(ended="reported", report=RoundReported(winners=(A,)))
    with deciding(pool, reading="set-up") as payout, deciding(pool, sha256="1" * 64) as plain:
        assert not can_settle(payout, blocked)
        assert can_settle(payout, blocked, NOBODY)
        assert can_settle(plain, blocked)
        rules = PLAYED.model_copy(update={"payout": payout})
        assert rules.reading == "set-up"


def test_name_and_hash_are_part_of_the_rule_set() -> None:
    rules = PLAYED.model_copy(update={"id": "pool@1", "payout": MISSING})
    said = rules.model_dump(mode="json")["payout"]
    assert said == {"kind": "program", "name": "night-pool", "sha256": "f" * 64}
    assert RuleSet.model_validate_json(rules.model_dump_json()) == rules
    changed = MISSING.model_copy(update={"sha256": "e" * 64})
    assert rules != rules.model_copy(update={"payout": changed})
    for wrong in ({"name": "Night"}, {"sha256": "F" * 64}, {"kind": "other"}, {"win_factor": 2}):
        with pytest.raises(ValidationError):
            RuleSet.model_validate(rules.model_dump() | {"payout": said | wrong})


def test_its_fields_are_described() -> None:
    of = {(each.path, each.of) for each in rule_fields() if each.path.startswith("payout.")}
    program = {(f"payout.{name}", "program") for name in ("name", "sha256", "reading")}
    assert program < of
    assert ("payout.reading", None) in of
    (payout,) = (each for each in rule_fields() if each.path == "payout")
    assert payout.words == ("null", "program")
