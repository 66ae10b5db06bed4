"""What an audit comes to, from games whose answers are known."""

import json

import pytest

from domain.block_verdicts import Verdict, budget
from domain.disputes.remedies import NameBlocker, Remedy, Uphold, VoidGame, VoidRound
from domain.events import TileLaid
from domain.rules.rule_set import RuleSet
from projections.audit.audit import Audit
from projections.audit.findings import findings_of
from projections.audit.json_format import audit_json
from projections.messages.findings import TEMPLATES
from projections.messages.sentences import Sentence, Speaker
from tests.domain.builders import house
from tests.ledger.games import Json, record

from . import ruled
from .audits import audited
from .ruled import BLOCKED, damaged, unclaimed
from .test_reported import money
from .test_shuffles import GAME
from .test_unseen import unclaimed as unclaimed_round
from .test_unseen import unseen

NAMES = ("ana", "ben", "carl", "dora")


def found_in(audit: Audit, round: int | None = None) -> tuple[Sentence, ...]:
    return findings_of(audit, audit.record.players, round)


def said(audit: Audit, round: int | None = None) -> list[str]:
    """The sentences without their codes."""
    return [each.message for each in found_in(audit, round)]


def sentence(audit: Audit, code: str, round: int | None = None) -> str:
    """The only sentence of this code."""
    (found,) = [each for each in found_in(audit, round) if each.code == code]
    return found.message


def codes(audit: Audit, round: int | None = None) -> list[str]:
    return [each.code for each in found_in(audit, round)]


def under(reading: str | None) -> RuleSet:
    """The rules of `BLOCKED` with another reading."""
    return house("forced-block@1", payout={"reading": reading})


def test_a_block_says_who_by_which_move_what_they_knew_and_what_is_owed() -> None:
    assert said(audited(BLOCKED)) == [
        "Nothing is wrong: every move was legal.",
        "Round 1 blocked. s1 blocked it, by laying 5-3 at the right end in move 23.",
        (
            "s1 then saw 5-3 and 6-4 in their own hand, 21 tiles on the table with 3 and 5 open, "
            "and of the others by their passes and draws: s0 2 tiles, no 3, no 5; s2 2 tiles; "
            "s3 1 tile."
        ),
        "5-3 at the left end would have kept it open: s3 could then have been out 2 moves later.",
        (
            "The reading that counts is the one the rules name (payout.reading of "
            "forced-block@1): could-have-forced-open (open hands): the blocker is the player who "
            "last could have made sure that a seat went out, and laid differently."
        ),
        "All other readings name s1, too.",
        "The game is won by s3.",
        "For round 1: s1 owes 36, s3 gets 7, s0 gets 12, s2 gets 17.",
        "No shuffle was recorded: nothing can be said of the deal.",
    ]


def test_json_has_each_finding_with_its_field_of_the_rules_and_its_sentence() -> None:
    found = audit_json(audited(BLOCKED))["findings"]
    assert found[1] == {
        "code": "blocked-by",
        "round": 0,
        "params": {"player": 1, "move": 22, "tile": "5-3", "end": "right", "assistant": None},
        "rule": None,
        "seat": None,
        "message": "Round 1 blocked. s1 blocked it, by laying 5-3 at the right end in move 23.",
    }
    assert [each["rule"] for each in found if each["rule"]] == ["payout.reading"]


def test_a_round_alone_has_nothing_of_the_game() -> None:
    assert codes(audited(BLOCKED), 0) == [
        *("moves-legal", "blocked-by", "knew", "kept-open", "reading-counts", "readings-agree"),
        "owed",
    ]
    assert said(audited(BLOCKED), 0)[0] == "Nothing is wrong in round 1: every move was legal."


def test_a_game_without_a_block_is_told_in_short() -> None:
    assert said(audited(record("payout.jsonl", 1))) == [
        "Nothing is wrong: every move was legal.",
        "The game is won by s2.",
        "For round 1: s1 owes 23, s0 owes 10, s2 gets 33.",
        "No shuffle was recorded: nothing can be said of the deal.",
    ]


# -- the block, by the reading that counts


def test_a_reading_may_name_nobody_and_others_somebody() -> None:
    found = audited(record("payout.jsonl", 3), under("last-choice"))
    assert codes(found)[1:4] == ["blocked-by-nobody", "reading-counts", "readings-differ"]
    assert sentence(found, "blocked-by-nobody") == (
        "Round 1 blocked. By the reading last-choice, nobody blocked it."
    )
    assert sentence(found, "readings-differ") == (
        "Other readings say otherwise: last-to-lay s1, point-of-no-return s0, "
        "could-have-forced-open s0, set-up s0."
    )


def test_a_player_who_could_lay_nothing_else_is_not_told_what_would_have_kept_it_open() -> None:
    found = audited(record("payout.jsonl", 3), under("last-to-lay"))
    assert sentence(found, "nothing-else") == (
        "Nothing else that they could lay would have kept it open."
    )
    assert sentence(found, "knew").endswith(
        "s0 5 tiles, no 1, no 3; s2 3 tiles, no 2, no 3; the boneyard 1 tile."
    )


def test_an_assistant_is_named_with_the_blocker() -> None:
    found = audited(record("payout.jsonl", 38), under("point-of-no-return"))
    assert sentence(found, "blocked-by") == (
        "Round 1 blocked. s0 blocked it, by laying 4-1 at the right end in move 33, "
        "and s1 assisted."
    )


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
    monkeypatch.setattr(budget, "LINE_BOUND", 1)
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


def test_where_no_reading_counts_the_last_tile_is_named_and_why() -> None:
    found = audited(record("openspiel-block.jsonl", 0))
    assert sentence(found, "last-tile") == (
        "Round 1 blocked. p1 laid the last tile, 2-0 at the right end, in move 9."
    )
    assert sentence(found, "no-reading-counts") == (
        "No reading counts: block-lot@1 has no payout.reading, so nobody is liable for a block."
    )
    played_for_points = audited(
        record("openspiel-block.jsonl", 0), house("block-lot@1", payout=None)
    )
    assert sentence(played_for_points, "no-reading-counts") == (
        "No reading counts: house@1 has no payout, so no money depends on who blocked."
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


@pytest.mark.parametrize(
    ("remedy", "words"),
    [
        (NameBlocker(round=0), "An arbiter ruled that nobody blocked it."),
        (NameBlocker(round=0, blocker=1), "An arbiter ruled that s1 blocked it."),
        (
            NameBlocker(round=0, blocker=1, assistant=2),
            "An arbiter ruled that s1 blocked it, and that s2 assisted.",
        ),
    ],
)
def test_a_ruling_counts_whatever_the_readings_say(remedy: Remedy, words: str) -> None:
    found = ruled.audited(BLOCKED, remedy)
    assert sentence(found, "blocker-ruled") == f"Round 1 blocked. {words}"
    assert sentence(found, "ruling-counts") == (
        "The ruling of an arbiter counts, whatever a reading says."
    )
    assert "reading-counts" not in codes(found)


def test_of_a_blocker_whom_a_reading_names_too_it_is_said_what_they_knew() -> None:
    assert "knew" in codes(ruled.audited(BLOCKED, NameBlocker(round=0, blocker=1)))
    assert "knew" not in codes(ruled.audited(BLOCKED, NameBlocker(round=0, blocker=2)))
    result = money({"ended": "blocked", "pips": [3, 12, 7]})
    assert "knew" not in codes(ruled.audited(result, NameBlocker(round=0, blocker=1)))


def test_of_a_noted_block_nobody_can_say_who_blocked() -> None:
    found = audited(money({"ended": "blocked", "pips": [3, 12, 7]}))
    assert codes(found) == ["result-only", "outcome"]


def test_a_void_and_an_irregular_block_are_said_to_be_so() -> None:
    void = ruled.audited(BLOCKED, VoidRound(round=0))
    assert sentence(void, "block-void") == "Round 1 blocked, and is void by a ruling."
    assert sentence(ruled.audited(damaged(), Uphold(round=0)), "block-irregular").startswith(
        "Round 1 blocked, but was not played by the rules: "
    )


# -- violations and what cannot be checked


def test_the_first_violation_is_named_and_the_others_are_counted() -> None:
    found = audited(damaged())
    assert codes(found)[:2] == ["violation", "more-violations"]
    assert sentence(found, "violation").startswith("Against the rules, round 1, move ")
    others = len(found.violations) - 1
    assert sentence(found, "more-violations").startswith(f"{others} more violation")
    assert codes(found, 0)[0] == "violation"


def test_one_violation_is_alone() -> None:
    found = audited(record("payout.jsonl", 1))
    one = found._replace(violations=audited(damaged()).violations[:1])
    assert "more-violations" not in codes(one)


def test_players_that_do_not_fit_the_rules_have_a_violation_and_no_outcome() -> None:
    game = record("payout.jsonl", 1)
    game["players"] = ["s0"]
    found = audited(game)
    assert found.result is None
    assert codes(found, 0)[0] == "violation"
    assert "outcome" not in codes(found)


def test_a_deal_that_cannot_be_judged_waits_for_a_ruling() -> None:
    game = record("payout.jsonl", 1)
    game["rounds"][0]["hands"] = game["rounds"][0]["hands"][:-1]
    assert sentence(audited(game), "outcome").startswith("The game is disputable")
    assert "owed" not in codes(audited(game))


def test_of_a_result_no_move_can_be_checked_and_no_deal() -> None:
    found = audited(money({"out": 0, "pips": [0, 12, 7]}))
    assert said(found) == [
        "Of round 1 only the result is known: its moves cannot be checked.",
        "The game is won by Ana.",
        "For round 1: Ben owes 12, Cruz owes 7, Ana gets 19.",
    ]
    assert codes(found, 0) == ["result-only", "owed"]


# -- what came of it


def test_rounds_of_a_game_are_added_up() -> None:
    found = audited(record("sanjuan.jsonl", 0))
    assert sentence(found, "outcome") == "The game is won by north and south."
    assert said(found)[-2] == "Points: north and south 242, east and west 194."
    blocks = [each.round for each in found_in(found) if each.code == "last-tile"]
    assert "Points of round 6: north and south 0, east and west 62." in said(found)
    worth = [each.round for each in found_in(found) if each.code == "points"]
    assert worth == [*blocks, None]


def test_a_game_that_is_not_over_stands_so_far() -> None:
    game = unclaimed("sanjuan.jsonl", 0)
    del game["rounds"][2:]
    assert said(audited(game))[-2] == "Points so far: north and south 0, east and west 26."


def test_money_is_added_up_and_what_is_unknown_is_not_settled() -> None:
    def owed(*results: Json) -> str:
        game = money({}) | {"rules": "draw@1", "rounds": [{"reported": each} for each in results]}
        found = audited(game, house("draw@1", payout={}))
        return [each for each in found_in(found) if each.code == "owed"][-1].message

    first, second = {"out": 0, "pips": [0, 12, 7]}, {"out": 1, "pips": [3, 0, 1]}
    assert owed(first, second) == "So far: Ben owes 8, Cruz owes 8, Ana gets 16."
    last = {"out": 0, "pips": [0, 80, 7]}
    assert owed(first, last) == "In all: Ben owes 92, Cruz owes 14, Ana gets 106."
    noted = {"winners": [0], "points": [100, 0, 0]}
    assert owed(first, noted) == "So far: Ben owes 12, Cruz owes 7, Ana gets 19."


def test_nobody_owes_where_hands_were_equally_light() -> None:
    say = Speaker(("ana", "ben"), TEMPLATES)
    owed = say("owed", net=(0, 0), currency="XXX", so_far=False)
    assert owed.message == "In all: nobody owes anything."


def test_a_game_without_rounds_has_nothing_to_add_up() -> None:
    game = unclaimed("sanjuan.jsonl", 0) | {"rounds": []}
    assert said(audited(game)) == [
        "Nothing is wrong: every move was legal.",
        "The game is in progress.",
    ]


def test_a_void_game_brings_nothing() -> None:
    found = ruled.audited(BLOCKED, VoidGame())
    assert codes(found)[-2:] == ["outcome", "no-shuffle"]


def test_a_game_that_was_forfeited_says_by_whom() -> None:
    game = unclaimed("sanjuan.jsonl", 0)
    del game["rounds"][2:]
    game["forfeited"] = {"seat": 1}
    assert sentence(audited(game), "outcome").endswith("as east forfeited it.")


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
