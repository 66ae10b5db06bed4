"""The report as JSON: its exact schema, and evidence that can be replayed."""

import json
import random
from itertools import islice

import pytest

from domino_ledger.domain.events import TurnPassed, drew, laid, passed
from domino_ledger.domain.faults.codes import Fault
from domino_ledger.domain.game.decide import advance
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.round.state import Act, Round, evolve, new_round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.tiles import tile_named
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.projections.audit.audit import audit
from domino_ledger.projections.audit.json_format import audit_json, unreadable_json
from domino_ledger.projections.messages.faults import fault_text
from tests.ledger.damage import DAMAGES, damaged
from tests.ledger.games import FILES, Json, lines, read, record

from .audits import READINGS, Report, report
from .audits import Round as RoundReport


def in_shape(game: Json, found: Json) -> bool:
    """The properties of a report that follow from its record; wrong types raise."""
    parsed = Report.model_validate(found)
    places = [(-1 if v.round is None else v.round) for v in parsed.violations]
    game_claims = sum(v.round is None and v.code == "false-claim" for v in parsed.violations)
    rounds = zip(game["rounds"], parsed.rounds, strict=True)
    return (
        (parsed.game, parsed.rules) == (game["id"], game["rules"])
        and parsed.clean == (not parsed.violations)
        and places == sorted(places[: len(places) - game_claims]) + [-1] * game_claims
        and all(
            readings_in_shape(recorded, round, held=number in places)
            for number, (recorded, round) in enumerate(rounds)
        )
    )


def readings_in_shape(recorded: Json, round: RoundReport, *, held: bool) -> bool:
    """The readings of a round; ``held``: the round has a violation."""
    if round.readings is None:
        return held or round.ended != "blocked"
    return (
        (not held and round.ended == "blocked")
        and set(round.readings) == READINGS
        and all(
            (reading.status == "found") == (reading.blocker is not None)
            and (reading.evidence is None) == (reading.move is None)
            and (reading.move is None or recorded["moves"][reading.move]["seat"] == reading.blocker)
            for reading in round.readings.values()
        )
    )


@pytest.mark.unmeasured
@pytest.mark.parametrize("file", FILES)
def test_the_shape_of_a_clean_report(file: str) -> None:
    for line in islice(lines(file), 60):
        game = json.loads(line)
        found = json.loads(json.dumps(report(game)))
        assert in_shape(game, found)
        assert found["clean"]
        assert [round["ended"] for round in found["rounds"]] == [
            round["ended"] for round in game["rounds"]
        ]


@pytest.mark.unmeasured
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_the_shape_of_a_damaged_one(damage: object) -> None:
    rng = random.Random(7)
    for file in FILES:
        for line in islice(lines(file), 6):
            game = damaged(json.loads(line), [d for d in DAMAGES if d is damage], rng)
            found = report(game)
            assert in_shape(game, found)
            assert all(map(has_parameters, found["violations"]))


def has_parameters(violation: Json) -> bool:
    """The violation has parameters, except for doubled players."""
    bare = fault_text(Fault(violation["code"]))
    return violation["message"] != bare or bare == "one player sits at two seats"


def test_a_round_that_is_not_over_hides_parameters() -> None:
    game = record("openspiel-block.jsonl")
    (recorded,) = game["rounds"]
    recorded |= {"ended": None, "claims": None, "moves": recorded["moves"][:3]}
    recorded["moves"][1]["seat"] = 0
    opened, hidden = (audit_json(audit(read(game), open=open)) for open in (True, False))
    assert opened["violations"]
    places = [(v["round"], v["move"], v["code"]) for v in opened["violations"]]
    assert places == [(v["round"], v["move"], v["code"]) for v in hidden["violations"]]
    assert all("seat" in v["params"] for v in opened["violations"])
    first, *_ = hidden["violations"]
    assert first["params"] == {"hidden": True, "seat": 1, "act": "skip"}
    assert first["message"].endswith(" (the round is not over: --open shows the details)")
    assert all(v["params"]["hidden"] for v in hidden["violations"])


def test_a_round_with_a_violation_is_not_settled() -> None:
    for seat, move in ((9, 3), (-1, 0), (1, 0)):
        game = record("openspiel-block.jsonl")
        game["rounds"][0]["moves"][move]["seat"] = seat
        found = report(game)
        (round,) = found["rounds"]
        unsettled = [round[key] for key in ("winners", "points", "net", "readings")]
        assert unsettled == [None, None, None, None]
        assert found["winners"] is None
        assert found["scores"] == [0, 0]


def test_players_that_do_not_fit_the_rules() -> None:
    game = record("openspiel-block.jsonl")
    game["players"] = ["a", "b", "c", "d", "e"]
    found = report(game)
    assert [(v["round"], v["code"]) for v in found["violations"]] == [(None, "bad-seats")]
    assert (found["scores"], found["winners"], found["rules"]) == (None, None, "block-lot@1")
    game["rules"] = json.loads(PUBLISHED["block@1"].model_dump_json()) | {"id": "house@1"}
    assert report(game)["rules"] == "house@1"


def test_sides_are_in_the_order_of_the_records_teams() -> None:
    game = record("sanjuan.jsonl")
    straight = report(game)
    game["teams"] = [[3, 1], [0, 2]]
    for round in game["rounds"]:
        round["claims"]["team_points"].reverse()
    game["claims"] = {
        "team_scores": straight["scores"][::-1],
        "winning_team": 1 - (straight["winners"] == [1, 3]),
    }
    turned = report(game)
    assert turned["clean"]
    assert turned["scores"] == straight["scores"][::-1]
    assert turned["winners"] == straight["winners"]
    for here, there in zip(straight["rounds"], turned["rounds"], strict=True):
        assert there["points"] == here["points"][::-1]
        assert (there["pips"], there["winners"]) == (here["pips"], here["winners"])


def test_a_game_that_cannot_be_read() -> None:
    found = unreadable_json("g", Unreadable("too-small", place=("rounds", 0, "leader"), limit=0))
    assert Report.model_fields.keys() == found.keys()
    assert (found["game"], found["clean"], found["rounds"]) == ("g", False, [])
    assert found["violations"] == [
        {
            "round": None,
            "move": None,
            "code": "unreadable",
            "params": {"error": "too-small", "limit": 0, "place": "rounds[0].leader"},
            "message": "rounds[0].leader: less than 0",
        }
    ]


# -- evidence


def position_before(game: Game, number: int, record: Json, turn: int) -> Round:
    """The position before this move of the record, from the round alone."""
    played = game.rounds[number]
    position = new_round(played.table, played.deal, played.start.lead)
    move = 0
    for act in played.acts:
        if isinstance(act, TurnPassed) and act.inferred:
            position = evolve(position, act)
            continue
        if move == turn:
            assert act.seat == record["rounds"][number]["moves"][turn]["seat"]
            return position
        position, move = evolve(position, act), move + 1
    raise AssertionError("no such move")


def act_of(move: Json) -> Act:
    if "lay" in move:
        return laid(move["seat"], tile_named(move["lay"]), move["at"])
    if "draw" in move:
        return drew(move["seat"], tile_named(move["draw"]))
    return passed(move["seat"])


@pytest.mark.unmeasured
@pytest.mark.parametrize("file", FILES)
def test_evidence_can_be_played_to_a_seat_that_is_out(file: str) -> None:
    played = 0
    for line in islice(lines(file), 100):
        record = json.loads(line)
        game = read(record).game
        assert game is not None
        for number, round in enumerate(report(record)["rounds"]):
            for reading in (round["readings"] or {}).values():
                played += replayed(game, number, record, reading)
    assert played > 40


def replayed(game: Game, number: int, record: Json, reading: Json) -> bool:
    evidence = reading["evidence"]
    if evidence is None or evidence["instead"] is None:
        return False
    seat = reading["blocker"]
    before = position_before(game, number, record, evidence["turn"])
    assert laid(seat, tile_named(evidence["laid"]), evidence["at"]) in legal_moves(before)
    position = advance(before, act_of({"seat": seat} | evidence["instead"]))
    if evidence["line"] is None:
        assert position.ended is None
        return False
    for move in evidence["line"]:
        position = advance(position, act_of(move))
    assert position.ended == "out"
    return True


def test_indices_point_into_the_record_where_passes_are_left_out() -> None:
    moved = 0
    for line in islice(lines("payout.jsonl"), 30):
        full = json.loads(line)
        shorter = json.loads(line)
        (round,) = shorter["rounds"]
        kept = [at for at, move in enumerate(round["moves"]) if "pass" not in move]
        round["moves"] = [round["moves"][at] for at in kept]
        round["claims"] = None
        there = report(full)["rounds"][0]["readings"] or {}
        here = report(shorter)["rounds"][0]["readings"] or {}
        assert in_shape(shorter, report(shorter))
        for name, reading in there.items():
            place = None if reading["move"] is None else kept.index(reading["move"])
            assert here[name]["move"] == place
            moved += place != reading["move"]
    assert moved
