"""The score sheet agrees with the rulings, and its sums are correct."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.disputes.remedies import (
    CorrectPoints,
    ImposePenalty,
    Remedy,
    Uphold,
    VoidGame,
    VoidRound,
)
from domain.events import GameAbandoned, GameAmended, GameForfeited
from domain.game.state import Game, evolve_game, fold
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet
from ledger.disputes import open_dispute, rule_on_dispute
from ledger.live.simulation import Simulation
from ledger.records.format import read_record
from projections.amendments.amend import amend_game
from projections.messages.score_sheet import (
    ending_text,
    outcome_text,
    remark_text,
    sheet_json,
    stake_text,
    waiting_text,
)
from projections.reports.score_sheet import (
    Ending,
    Identity,
    Outcome,
    RulingRemark,
    Sheet,
    score_sheet,
    sheet_of,
)
from projections.results.game_result import count_game, net_of_game
from projections.results.sides import points_by_team
from tests.domain.builders import house
from tests.lanes import examples
from tests.ledger.games import Json, booked, counted_by, line, read, record
from tests.ledger.kinds import KINDS
from tests.ledger.test_reported import evening

from .reports.books import unfinished
from .ruled import read_ruled

PAYOUT = record("payout.jsonl")
LOT = record("openspiel-block.jsonl")
SERIES = record("sanjuan.jsonl")
VOID = record("replay.jsonl", 2)
"""Its first deal is void."""
STREAM = Identity(UUID(int=7), "c0ffee", 12, "2026-01-02T03:04:05Z")


def sheet(game: Game, rules: RuleSet | None = None, *remarks: RulingRemark) -> Sheet:
    names = tuple(f"p{seat}" for seat in range(game.table.seats))
    return sheet_of(count_game(game, rules), names, STREAM, remarks)


def waiting(found: Sheet) -> list[str]:
    return list(map(waiting_text, found.waiting))


def endings(found: Sheet) -> list[str]:
    return [ending_text(round.ended) for round in found.rounds]


def game_of(record: Json) -> Game:
    game = read(record).game
    assert game is not None
    return game


def ruled(record: Json, *remedies: Remedy) -> Game:
    game = read_ruled(record, *remedies).game
    assert game is not None
    return game


def test_a_series_of_partners() -> None:
    found = sheet(game_of(SERIES))
    assert (found.record, found.rules, found.title) == (
        SERIES["id"],
        SERIES["rules"],
        PUBLISHED["partnership-sanjuan@1"].title,
    )
    assert found.sides == (("p0", "p2"), ("p1", "p3"))
    assert [round.number for round in found.rounds] == list(range(12))
    assert found.rounds[0][1:9] == (
        *("p1", Ending("out", "p3"), ("p1", "p3")),
        *((0, 10), (0, 10), None, None, (0, 10)),
    )
    assert endings(found)[0] == "p3 out"
    assert endings(found)[5] == "blocked"
    assert found.rounds[-1].totals == (242, 194)
    assert (found.rounds[-1].net, found.stake, stake_text(found)) == (None, None, None)
    assert found.outcome == Outcome("won", ("p0", "p2"))
    assert outcome_text(found.outcome) == "The game is won by p0 and p2."
    assert (found.waiting, found.remarks, found.version) == ((), (), 1)
    turned = sheet(game_of(SERIES | {"teams": [[1, 3], [0, 2]]}))
    assert turned.sides == (("p1", "p3"), ("p0", "p2"))
    assert turned.rounds[-1].totals == (194, 242)


def test_money() -> None:
    stake = {"currency": "EUR", "minor_per_pip": 5}
    found = sheet(game_of(PAYOUT | {"stake": stake}))
    assert (stake_text(found), found.currency, found.scored) == ("EUR 0.05 a pip", "EUR", False)
    (round,) = found.rounds
    assert (round.points, round.net) == (None, (60, -180, 85, 35))
    assert stake_text(sheet(game_of(PAYOUT))) == "1 (no currency) a pip"


def test_where_it_comes_from() -> None:
    found = sheet(game_of(LOT))
    assert (found.game, found.hash, found.events) == STREAM[:3]
    begun = LOT["rounds"][0] | {"moves": [], "ended": None}
    assert sheet(game_of(LOT | {"rounds": [begun]})).hash is None
    assert (found.started_at, found.recorded_at) == (None, STREAM.recorded_at)
    found = sheet(game_of(LOT | {"started_at": "2026-03-01T19:30:00+01:00", "source": "club"}))
    assert (found.started_at, found.source) == ("2026-03-01T19:30:00+01:00", "club")


def test_money_of_a_noted_result_that_is_not_known() -> None:
    blocked = {"ended": "blocked", "pips": [3, 12, 7, 20]}
    found = sheet(game_of(evening(blocked, rules="forced-block@1", teams=None)))
    assert waiting(found) == ["round 1: only the result is known: money not settled"]
    assert [each["code"] for each in sheet_json(found)["waiting"]] == ["result-only"]
    assert waiting(sheet(game_of(evening(blocked)))) == []


def test_an_amended_game() -> None:
    game = game_of(LOT)
    amended = GameAmended(reason="", by=None, opening=game.opened)
    assert sheet(evolve_game(game, amended)).version == 2


# -- what an arbiter ordered

PENALTY = ImposePenalty(round=1, seat=1, offence="revoke", points_off=5, points_to_others=30)


def test_points_stay_what_was_played_beside_corrections_and_penalties() -> None:
    found = sheet(ruled(SERIES, CorrectPoints(round=0, points=(4, 6)), PENALTY))
    first, second, third = found.rounds[:3]
    assert (first.points, first.played_points) == ((4, 6), (0, 10))
    assert (first.corrected, first.penalties) == ((4, 6), None)
    assert (second.points, second.played_points) == ((30, 11), (0, 16))
    assert (second.corrected, second.penalties) == (None, (30, -5))
    assert [round.totals for round in (first, second, third)] == [(4, 6), (34, 17), (34, 35)]
    assert (first.net, first.net_penalties, first.net_totals) == (None, None, None)


def test_money_stays_what_was_played_beside_penalties() -> None:
    stake = {"currency": "EUR", "minor_per_pip": 5}
    fine = ImposePenalty(round=0, seat=1, offence="exposed-tile", pips_to_others=10)
    (round,) = sheet(ruled(PAYOUT | {"stake": stake}, fine)).rounds
    assert round.played_net == (60, -180, 85, 35)
    assert round.net == round.net_totals
    assert round.net_penalties == (50, -150, 50, 50)
    assert round.net_totals == (110, -330, 135, 85)
    assert (round.points, round.penalties) == (None, None)


# -- what does not count


def other(**score: Any) -> RuleSet:
    rules = PUBLISHED["partnership-sanjuan@1"]
    return rules.model_copy(update={"score": rules.score.model_copy(update=score)})


AS_IT_STANDS = other(abandoned="as-it-stands")


def test_surplus_rounds_count_for_nothing() -> None:
    found = sheet(game_of(SERIES), other(target=100))
    assert endings(found)[5:7] == ["blocked", "p2 out, counts for nothing"]
    assert found.rounds[6][3:] == (None,) * 10
    assert found.rounds[5].totals == (73, 106)


def test_an_unseen_round_of_a_game_that_was_left_waits_no_longer() -> None:
    begun = unfinished(2, abandoned="as-it-stands")
    first, second = begun["rounds"]
    unseen = game_of(begun | {"rounds": [first, second | {"hands": None}]})
    assert endings(sheet(unseen))[1].endswith(", tiles left that nobody saw")
    left = sheet(evolve_game(unseen, GameAbandoned(reason="rain")))
    assert endings(left)[1].endswith("counts for nothing")
    assert waiting(left) == []


def test_an_irregular_round_waits() -> None:
    irregular = LOT | {"rounds": [LOT["rounds"][0] | {"leader": 1}]}
    found = sheet(game_of(irregular))
    assert outcome_text(found.outcome) == (
        "The game is disputable: an arbiter has to rule before there is a winner."
    )
    assert endings(found)[0].endswith(", waits for a ruling")
    assert found.rounds[0].won is None
    assert waiting(found)[0].startswith("round 1: seat 0 acts, but seat 1 must lead")
    first, *_ = sheet_json(found)["waiting"]
    assert (first["round"], first["code"]) == (0, "wrong-turn")


@pytest.mark.parametrize(
    ("remedy", "ends"),
    [(Uphold(round=0), "blocked"), (VoidRound(round=0), "blocked, void by a ruling")],
)
def test_what_was_ruled_on_does_not_wait(remedy: Remedy, ends: str) -> None:
    found = sheet(ruled(LOT | {"rounds": [LOT["rounds"][0] | {"leader": 1}]}, remedy))
    (round,) = found.rounds
    assert (ending_text(round.ended), round.won is None) == (ends, ends != "blocked")
    assert found.waiting == ()


VOID_BY_A_RULING = "The game is void by a ruling, and counts for nothing."


def test_a_game_that_was_ruled_void_waits_for_nothing() -> None:
    found = sheet(ruled(LOT | {"rounds": [LOT["rounds"][0] | {"leader": 1}]}, VoidGame()))
    assert (found.waiting, outcome_text(found.outcome)) == ((), VOID_BY_A_RULING)


def test_a_round_in_play_has_no_sentence() -> None:
    begun = LOT["rounds"][0] | {"leader": 1, "moves": LOT["rounds"][0]["moves"][:2], "ended": None}
    found = sheet(game_of(LOT | {"rounds": [begun]}))
    assert endings(found) == ["not over, waits for a ruling"]
    assert waiting(found) == ["round 1: seat 0 acts out of turn"]


def test_tiles_that_nobody_saw() -> None:
    unseen = LOT["rounds"][0] | {"hands": None, "claims": None}
    found = sheet(game_of(LOT | {"rounds": [unseen]}))
    (round,) = found.rounds
    assert ending_text(round.ended) == "blocked, tiles left that nobody saw"
    assert (round.won, round.points) == (None, None)
    assert waiting(found) == ["round 1: tiles left that nobody saw"]
    assert sheet_json(found)["waiting"][0]["code"] == "tiles-unseen"
    assert outcome_text(found.outcome) == (
        "The game is disputable: it waits for tiles left that nobody saw, or for a ruling."
    )


def test_disputed_seats() -> None:
    found = sheet(game_of(LOT | {"players": ["p0", "p0"]}))
    assert waiting(found) == ["game: one player sits at two seats"]
    assert found.rounds[0].won is None


@pytest.mark.parametrize(
    ("happens", "rules", "says"),
    [
        (None, None, "The game is in progress."),
        (GameAbandoned(), None, "The game was abandoned, and counts for nothing."),
        (GameForfeited(seat=0), None, "The game is won by p1 and p3, as p0 forfeited it."),
        (
            GameForfeited(seat=0),
            other(forfeited="void"),
            "The game was forfeited, and counts for nothing.",
        ),
        (
            GameAbandoned(),
            other(abandoned="as-it-stands"),
            "The game was abandoned, and nobody has won it.",
        ),
    ],
)
def test_outcomes(
    happens: GameAbandoned | GameForfeited | None, rules: RuleSet | None, says: str
) -> None:
    game = game_of(SERIES | {"rounds": SERIES["rounds"][:3]})
    found = sheet(game if happens is None else evolve_game(game, happens), rules)
    assert outcome_text(found.outcome) == says
    assert (found.rounds[2].totals is None) == (says.endswith("nothing."))


def test_how_rounds_end() -> None:
    begun = LOT["rounds"][0] | {"moves": LOT["rounds"][0]["moves"][:2], "ended": None}
    (round,) = sheet(game_of(LOT | {"rounds": [begun]})).rounds
    assert (round.led, ending_text(round.ended), round.won) == ("p0", "not over", None)
    (first, *_) = sheet(game_of(VOID)).rounds
    assert (first.led, ending_text(first.ended), first.totals) == (None, "void deal", None)


# -- the book


def test_the_sheet_of_a_game_in_the_book(tmp_path: Path) -> None:
    book, game = booked(tmp_path)
    open_dispute(book, game, "s2", "a foul", round=0)
    rule_on_dispute(book, game, 1, "Eva", [VoidRound(round=0)], reason="seen")
    found = score_sheet(book, game)
    assert found.players == ("s0", "s1", "s2", "s3")
    assert endings(found) == ["blocked, void by a ruling"]
    (remark,) = found.remarks
    said = remark_text(remark, found.players)
    assert re.fullmatch(r"Ruled: round 1 is void \(by Eva, \S+, on dispute 1: seen\)", said)
    (as_json,) = sheet_json(found)["remarks"]
    assert (as_json["code"], as_json["params"]["by"]) == ("ruled", "Eva")
    assert as_json["message"] == said
    (dispute,) = sheet_json(found)["disputes"]
    assert (dispute["status"], [step["by"] for step in dispute["said"]]) == ("ruled", ["s2", "Eva"])


def test_a_sheet_says_when_other_rules_count(tmp_path: Path) -> None:
    book, game = booked(tmp_path)
    other = house("forced-block@1", payout={"loss_factor": 7})
    book.append_to_house(book.house(), [counted_by(other)])
    (remark,) = sheet_json(score_sheet(book, game))["remarks"]
    assert (remark["code"], remark["params"]) == (
        "other-rules-count",
        {"rules": "house@1", "own": "forced-block@1"},
    )
    assert remark["message"] == (
        "Under forced-block@1, as it was played; "
        "in statistics and money this game counts by house@1."
    )
    book.append_to_house(book.house(), [counted_by(PUBLISHED["draw@1"])])
    assert score_sheet(book, game).remarks == ()


def test_an_amendment_is_a_remark(tmp_path: Path) -> None:
    book, game = booked(tmp_path)
    corrected = PAYOUT | {"players": ["s0", "s1", "s2", "zoe"], "claims": None}
    amend_game(book, game, read_record(line(corrected)), "a slip", "Eva")
    (remark,) = sheet_json(score_sheet(book, game))["remarks"]
    assert (remark["code"], remark["params"]["version"], remark["params"]["by"]) == (
        "amended",
        2,
        "Eva",
    )
    said = r"Amended: version 2 since \S+ \S+ UTC by Eva: a slip"
    assert re.fullmatch(said, remark["message"])


@pytest.mark.parametrize(
    ("left", "says"),
    [
        (GameAbandoned(reason="rain"), "Abandoned: rain"),
        (GameAbandoned(), "Abandoned"),
        (GameForfeited(seat=1, reason="home"), "Forfeited by p1: home"),
        (GameForfeited(seat=1), "Forfeited by p1"),
    ],
)
def test_how_a_game_was_left_is_a_remark(left: GameAbandoned | GameForfeited, says: str) -> None:
    game = game_of(SERIES | {"rounds": SERIES["rounds"][:3]})
    found = sheet(evolve_game(game, left))
    (remark,) = sheet_json(found)["remarks"]
    assert remark["message"] == says
    assert remark["params"]["reason"] == left.reason


# -- the sums


@pytest.mark.unmeasured
@settings(max_examples=examples(60))
@given(
    kind=st.sampled_from(KINDS),
    number=st.integers(1, 10_000),
    counting=st.sampled_from([None, *PUBLISHED]),
)
def test_totals_are_those_of_the_ruling(
    kind: tuple[RuleSet, int], number: int, counting: str | None
) -> None:
    rules, seats = kind
    players = tuple(UUID(int=seat + 1) for seat in range(seats))
    game = fold(Simulation(rules, seats, seed=3).play(number, players).events)
    by = None if counting is None else PUBLISHED[counting]
    ruling, found = count_game(game, by), sheet(game, by)
    standing = points_by_team(game, ruling.standing.scores)
    assert last(found, lambda each: each.totals) == (standing and tuple(standing))
    assert last(found, lambda each: each.net_totals) == net_of_game(ruling)
    assert found.scored == (standing is not None)
    assert (found.outcome.code == "won") == bool(ruling.winners)


def last(found: Sheet, figures: Callable[[Any], Any]) -> Any:
    return next((figures(each) for each in found.rounds[::-1] if figures(each) is not None), None)
