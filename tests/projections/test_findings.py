"""What an audit comes to, from games whose answers are known."""

import json

import pytest

from domino_ledger.domain.block_verdicts import Verdict, search
from domino_ledger.domain.disputes.events import NameBlocker
from domino_ledger.domain.events import TileLaid
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.projections.audit.audit import Audit
from domino_ledger.projections.audit.findings import findings_of
from tests.domain.builders import altered
from tests.ledger.games import Json, record

from . import ruled
from .audits import audited
from .ruled import BLOCKED
from .test_reported import money
from .test_shuffles import GAME
from .test_unseen import unclaimed as unclaimed_round
from .test_unseen import unseen


def sentence(audit: Audit, code: str, round: int | None = None) -> str:
    """The only sentence of this code."""
    (found,) = [each for each in findings_of(audit, round) if each.code == code]
    return found.message


def codes(audit: Audit, round: int | None = None) -> list[str]:
    return [each.code for each in findings_of(audit, round)]


def under(reading: str | None) -> RuleSet:
    """The rules of `BLOCKED` with another reading."""
    return altered("forced-block@1", payout={"reading": reading})


# -- the block, by the reading that counts


def test_a_lay_down_may_have_kept_it_open_for_the_moment_or_put_the_player_out() -> None:
    found = audited(record("payout.jsonl", 38), under("last-to-lay"))
    assert sentence(found, "open-for-now") == (
        "6-6 at the left end would have kept it open for the moment."
    )
    (round,) = audited(BLOCKED).rounds
    assert round.readings is not None
    counting = round.readings["could-have-forced-open"]
    assert counting.verdict.evidence is not None
    evidence = counting.verdict.evidence._replace(line=())
    changed = counting._replace(verdict=counting.verdict._replace(evidence=evidence))
    readings = {**round.readings, "could-have-forced-open": changed}
    out = audited(BLOCKED)._replace(rounds=(round._replace(readings=readings),))
    assert sentence(out, "put-out") == "5-3 at the left end would have put them out at once."


def test_without_an_alternative_of_an_earlier_lay_down_nothing_is_said_of_it() -> None:
    (round,) = audited(BLOCKED).rounds
    assert round.readings is not None
    assert round.result is not None
    acts = round.result.round.acts[:22]
    earlier = max(at for at, act in enumerate(acts) if isinstance(act, TileLaid))
    readings = {}
    for name, each in round.readings.items():
        assert each.verdict.evidence is not None
        at = each.verdict.evidence.act if name == "last-to-lay" else earlier
        evidence = each.verdict.evidence._replace(act=at, instead=None, line=None)
        readings[name] = each._replace(verdict=each.verdict._replace(evidence=evidence))
    found = audited(BLOCKED)._replace(rounds=(round._replace(readings=readings),))
    assert codes(found, 0)[1:4] == ["blocked-by", "knew", "reading-counts"]


def test_a_search_that_was_given_up_names_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "LINE_BOUND", 1)
    found = audited(BLOCKED, under("point-of-no-return"))
    assert sentence(found, "blocker-not-found") == (
        "Round 1 blocked. Who blocked it was not found in 1 position: nobody is fined on it."
    )
    assert sentence(audited(BLOCKED, under("last-to-lay")), "readings-differ") == (
        "Other readings say otherwise: point-of-no-return undetermined, set-up undetermined."
    )


def test_tiles_that_nobody_saw_may_hide_who_blocked() -> None:
    found = audited(unclaimed_round(unseen(("payout.jsonl", 3))))
    assert sentence(found, "blocker-unseen") == (
        "Round 1 blocked. Who blocked it depends on tiles that nobody saw."
    )
    assert sentence(found, "nothing-proven").startswith("Nothing wrong is proven; ")
    assert "owed" not in codes(found)


def test_what_a_player_saw_of_their_own_hand_though_it_is_not_on_record() -> None:
    found = audited(unclaimed_round(unseen(("payout.jsonl", 0))), under("last-to-lay"))
    assert sentence(found, "knew").startswith(
        "s1 then saw 5-3 and 1 tile not on record in their own hand, 21 tiles on the table"
    )


def test_a_reading_that_the_players_agreed_on_counts_as_agreed() -> None:
    rules = under("set-up").model_copy(
        update={"id": "forced-block@1+payout.reading=set-up", "parent": "forced-block@1"}
    )
    assert sentence(audited(BLOCKED, rules), "reading-counts").startswith(
        "The reading that counts is the one the players agreed on "
        "(payout.reading of forced-block@1+payout.reading=set-up): set-up (open hands): "
    )


def test_a_round_that_blocked_after_the_lead_has_no_blocker() -> None:
    (round,) = audited(BLOCKED).rounds
    assert round.readings is not None
    nobody = Verdict("nobody", None, None, None, None)
    readings = {name: each._replace(verdict=nobody) for name, each in round.readings.items()}
    found = audited(BLOCKED)._replace(rounds=(round._replace(readings=readings),))
    assert codes(found, 0) == ["moves-legal", "blocked-by-nobody", "reading-counts", "owed"]
    unread = audited(BLOCKED, under(None))._replace(rounds=(round._replace(readings=readings),))
    assert codes(unread, 0) == ["moves-legal", "owed"]


# -- the block, by an arbiter


def test_of_a_blocker_whom_a_reading_names_too_it_is_said_what_they_knew() -> None:
    assert "knew" in codes(ruled.audited(BLOCKED, NameBlocker(round=0, blocker=1)))
    assert "knew" not in codes(ruled.audited(BLOCKED, NameBlocker(round=0, blocker=2)))
    result = money({"ended": "blocked", "pips": [3, 12, 7]})
    assert "knew" not in codes(ruled.audited(result, NameBlocker(round=0, blocker=1)))


def test_of_a_noted_block_nobody_can_say_who_blocked() -> None:
    found = audited(money({"ended": "blocked", "pips": [3, 12, 7]}))
    assert codes(found) == ["result-only", "outcome"]


# -- violations and what cannot be checked


def test_players_that_do_not_fit_the_rules_have_a_violation_and_no_outcome() -> None:
    game = record("payout.jsonl", 1)
    game["players"] = ["s0"]
    found = audited(game)
    assert found.result is None
    assert codes(found, 0)[0] == "violation"
    assert "outcome" not in codes(found)


# -- what came of it


def test_money_is_added_up_and_what_is_unknown_is_not_settled() -> None:
    def owed(*results: Json) -> str:
        game = money({}) | {"rules": "draw@1", "rounds": [{"reported": each} for each in results]}
        found = audited(game, altered("draw@1", payout={}))
        return [each for each in findings_of(found) if each.code == "owed"][-1].message

    first, second = {"out": 0, "pips": [0, 12, 7]}, {"out": 1, "pips": [3, 0, 1]}
    assert owed(first, second) == "So far: Ben owes 8, Cruz owes 8, Ana gets 16."
    last = {"out": 0, "pips": [0, 80, 7]}
    assert owed(first, last) == "In all: Ben owes 92, Cruz owes 14, Ana gets 106."
    noted = {"winners": [0], "points": [100, 0, 0]}
    assert owed(first, noted) == "So far: Ben owes 12, Cruz owes 7, Ana gets 19."


def test_the_winner_of_one_round_can_be_certain_though_tiles_were_not_seen() -> None:
    found = audited(unclaimed_round(unseen(("payout.jsonl", 20))))
    assert sentence(found, "outcome").startswith("The game is won by ")


# -- the deal


def test_deals_that_follow_from_seeds_are_counted_and_others_are_named() -> None:
    rounds = len(GAME["rounds"])
    assert sentence(audited(GAME), "deals-follow") == (
        f"{rounds} deals follow from their seeds, to which all had committed before them."
    )
    assert sentence(audited(GAME), "deals-repeatable").startswith(
        "The seeds follow from that of a "
    )
    game = json.loads(json.dumps(GAME))
    del game["rounds"][0]["shuffle"]
    assert sentence(audited(game), "some-without-shuffle") == (
        "Of 1 deal no shuffle was recorded: nothing can be said of it."
    )


def test_seeds_that_the_program_chose_alone_are_said_to_be_its_own() -> None:
    found = audited(GAME)
    assert found.shuffles is not None
    faulty = found.shuffles._replace(reproducible=False, checked=0, faulty=found.shuffles.checked)
    changed = found._replace(shuffles=faulty)
    assert sentence(changed, "deals-by-program") == (
        "The program chose all seeds: the players had no part in the shuffle."
    )
    assert "deals-follow" not in codes(changed)
    fair = found._replace(shuffles=faulty._replace(by_program=()))
    assert codes(fair)[-1] == "points"
