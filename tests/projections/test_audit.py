"""The audit of games of other engines, and of every claim in them."""

import copy
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from domino_ledger.cli.text.audit import audit_lines
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.projections.audit.claims import Figures, false_claims
from domino_ledger.projections.messages.faults import fault_text
from domino_ledger.projections.results import block_verdicts
from tests.domain.builders import altered
from tests.ledger.games import FILES, Json, lines, record

from .audits import audited, codes, report


@pytest.mark.unmeasured
@pytest.mark.parametrize("file", FILES)
def test_every_game_of_another_engine_is_clean(file: str) -> None:
    faulty = {
        game["id"]: found.violations
        for game in map(json.loads, lines(file))
        if (found := audited(game)).violations
    }
    assert faulty == {}


def test_there_are_660_games() -> None:
    assert [len(lines(file)) for file in FILES] == [500, 100, 60]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of each figure of a claim."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from leaves(inner, (*path, at))
    else:
        yield path


def falsified(game: Json, path: tuple[Any, ...]) -> Json:
    other = copy.deepcopy(game)
    *way, last = path
    inner: Any = other
    for step in way:
        inner = inner[step]
    figure = inner[last]
    is_tile = isinstance(figure, str)
    inner[last] = ("0-0" if figure == "6-6" else "6-6") if is_tile else (figure or 0) + 1
    return other


def claims(game: Json) -> Iterator[tuple[Any, ...]]:
    yield from leaves(game.get("claims") or {}, ("claims",))
    for number, round in enumerate(game["rounds"]):
        yield from leaves(round.get("claims") or {}, ("rounds", number, "claims"))


SAMPLES = [
    *((file, number) for file in FILES[:2] for number in range(0, 40, 4)),
    ("sanjuan.jsonl", 0),
    ("sanjuan.jsonl", 7),
]


@pytest.mark.unmeasured
@pytest.mark.parametrize(("file", "number"), SAMPLES)
def test_every_false_figure_is_one_false_claim(file: str, number: int) -> None:
    game = record(file, number)
    paths = list(claims(game))
    assert len(paths) >= 5
    for path in paths:
        found = audited(falsified(game, path)).violations
        round = path[1] if path[0] == "rounds" else None
        assert [(v.round, v.move, v.code) for v in found] == [(round, None, "false-claim")], path


def test_claims_of_every_kind_are_among_the_samples() -> None:
    names = {
        path[-1] if len(path) == 2 else path[3]
        for file in FILES
        for line in islice(lines(file), 30)
        for path in ((*p, None) for p in claims(json.loads(line)))
        if len(path) > 3
    }
    assert {"pips", "winners", "last_to_lay", "net", "team_points", "left_in_hand"} <= names
    assert {"choices", "readings", "net_by_reading"} <= names


@pytest.mark.parametrize(
    ("name", "claimed"),
    [("winners", [0]), ("points", [5, 0]), ("net", [5, -5]), ("last_to_lay", 1)],
)
def test_a_round_in_play_has_no_result(name: str, claimed: Any) -> None:
    game = record("openspiel-block.jsonl")
    (round,) = game["rounds"]
    round |= {"moves": [], "ended": None, "claims": {name: claimed}}
    assert codes(game) == ["false-claim"]
    round["claims"] = {"winners": [], "points": [0, 0], "net": [0, 0], "last_to_lay": None}
    assert codes(game) == []


def test_readings_of_rules_without_money_are_checked_too() -> None:
    game = record("sanjuan.jsonl")
    round = next(round for round in game["rounds"] if round["ended"] == "blocked")
    round["claims"] = {"readings": {"last-to-lay": {"blocker": 1}}, "net_by_reading": {"x": [1]}}
    assert codes(game) == []
    round["claims"]["readings"]["last-to-lay"]["blocker"] = 2
    assert codes(game) == ["false-claim"]
    game["rounds"][0]["claims"] = {"readings": {"set-up": {"blocker": None}}, "net": [1]}
    assert codes(game) == ["false-claim"]


CAPICUA = {"name": "capicua", "seat": 0, "side": [0, 2], "points": 25, "move": 4}
BY_PASSES = [
    {"name": "each-pass", "seat": 1, "side": [1, 3], "points": 10, "move": 2},
    {"name": "each-pass", "seat": 2, "side": [0, 2], "points": 10, "move": 3},
]
PASSES = "forced pass Ben 10 and forced pass Cruz 10"
FOUND = "capicúa Ana 25, forced pass Ben 10 and forced pass Cruz 10"


def club_game(**claims: Any) -> Json:
    """CLUBS 2: 5-2 out on 5 and 2, which the next to play, and then two passes, led to."""
    play = {"hand": {"4": 2}, "first_lead": {"kind": "lot"}, "next_lead": "winner"}
    bonuses = {"capicua": {"points": 25}, "each_pass": 10}
    rules = altered(
        "partnership-sanjuan@1",
        play=play | {"partners": True},
        score={"points": "all-hands", "target": 500, "bonuses": bonuses},
    ).model_dump(mode="json")
    moves = [
        {"seat": 0, "lay": "5-1"},
        {"seat": 1, "lay": "2-1", "at": "left"},
        {"seat": 2, "pass": True},
        {"seat": 3, "pass": True},
        {"seat": 0, "lay": "5-2", "at": "right"},
    ]
    hands = [["5-1", "5-2"], ["2-1", "6-3"], ["4-4", "4-0"], ["3-1", "3-0"]]
    round = {"leader": 0, "hands": hands, "moves": moves, "ended": "out", "claims": claims}
    players = ["Ana", "Ben", "Cruz", "Dee"]
    names = {"format": "domino-record/1", "id": "club", "rules": rules, "players": players}
    return {**names, "rounds": [round]}


@pytest.mark.parametrize(
    "claims",
    [
        {"bonuses": [CAPICUA, *BY_PASSES], "next": 0, "points": [63, 10]},
        {"bonuses": [*reversed(BY_PASSES), CAPICUA], "next": [0]},
        {"bonuses": None, "next": None},
    ],
)
def test_bonuses_and_the_next_leader_may_be_claimed(claims: Json) -> None:
    assert codes(club_game(**claims)) == []


@pytest.mark.parametrize(
    ("claims", "sentence"),
    [
        (
            {"bonuses": BY_PASSES},
            f"bonuses: the record claims {PASSES}, the ledger finds {FOUND}",
        ),
        ({"bonuses": []}, f"bonuses: the record claims none, the ledger finds {FOUND}"),
        ({"bonuses": [1]}, f"bonuses: the record claims [1], the ledger finds {FOUND}"),
        ({"bonuses": 3}, f"bonuses: the record claims 3, the ledger finds {FOUND}"),
        ({"next": 1}, "next: the record claims Ben, the ledger finds Ana"),
        ({"next": []}, "next: the record claims nobody, the ledger finds Ana"),
    ],
)
def test_a_bonus_too_few_and_another_leader_are_false(claims: Json, sentence: str) -> None:
    (found,) = audited(club_game(**claims)).violations
    assert (found.round, found.code) == (0, "false-claim")
    assert fault_text(found.fault, ("Ana", "Ben", "Cruz", "Dee")) == sentence


def test_a_factor_is_claimed_as_a_factor() -> None:
    game = club_game(bonuses=[{"name": "capicua", "seat": 0, "side": [0, 2], "factor": 3}])
    game["rules"]["score"]["bonuses"] = {"capicua": {"factor": 2}}
    (found,) = audited(game).violations
    assert fault_text(found.fault, ("Ana", "Ben", "Cruz", "Dee")) == (
        "bonuses: the record claims capicúa Ana x 3, the ledger finds capicúa Ana x 2"
    )


def test_nobody_is_named_to_lead_after_the_game() -> None:
    game = club_game(next=[])
    game["rules"]["score"]["target"] = 20
    game["claims"] = {"games": 1}
    assert codes(game) == []
    game["rounds"][0]["claims"] = {"next": 0}
    assert codes(game) == ["false-claim"]
    game["rounds"][0]["claims"] = {}
    game["claims"] = {"games": 2}
    assert codes(game) == ["false-claim"]


def test_the_next_leader_is_not_known_where_tiles_decide() -> None:
    game = club_game(next=1)
    game["rules"]["score"]["tied"] = "nobody"
    round = game["rounds"][0]
    round |= {"moves": [], "ended": None}
    assert codes(game) == []


def test_an_undetermined_verdict_refutes_no_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    game = record("payout.jsonl", 3)
    game["rounds"][0]["claims"]["readings"]["could-have-forced-open"]["blocker"] = 2
    assert codes(game) == ["false-claim"]
    monkeypatch.setattr(block_verdicts, "search_bound", lambda *_: 1)
    assert codes(game) == []
    reading = report(game)["rounds"][0]["readings"]["could-have-forced-open"]
    assert reading == {
        "status": "undetermined",
        "blocker": None,
        "assistant": None,
        "move": None,
        "evidence": None,
        "net": [-35, 56, -21],
        "bound": 1,
    }


def test_a_false_claim_leaves_the_readings_in_the_text_only() -> None:
    game = record("payout.jsonl")
    clean = [*audit_lines(audited(game))]
    game["rounds"][0]["claims"]["readings"]["last-to-lay"]["blocker"] = 2
    assert codes(game) == ["false-claim"]
    said, first = [*audit_lines(audited(game))], "  round 1: blocked"
    at, was = (
        next(n for n, each in enumerate(of) if each.startswith(first)) for of in (said, clean)
    )
    assert said[at:] == clean[was:]
    assert report(game)["rounds"][0]["readings"] is None
    game["rounds"][0]["leader"] = 1
    assert "last-to-lay" not in "\n".join(audit_lines(audited(game))).split("round 1: blocked")[1]


@pytest.mark.unmeasured
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("rules", PUBLISHED)
def test_claims_are_checked_by_the_played_rules(file: str, rules: str) -> None:
    assert audited(record(file), PUBLISHED[rules]).violations == ()


@pytest.mark.parametrize("file", ["openspiel-block.jsonl", "payout.jsonl"])
def test_claims_on_a_game(file: str) -> None:
    game = record(file)
    found = report(game)
    net, winners = found["rounds"][0]["net"], found["winners"]
    game["claims"] = {"net": net, "winners": winners, "scores": found["scores"], "winning_team": 5}
    assert codes(game) == []
    for name in ("net", "winners"):
        other = game["claims"] | {name: [*game["claims"][name][:-1], 99]}
        (violation,) = audited(game | {"claims": other}).violations
        assert (violation.round, violation.code) == (None, "false-claim")
        assert violation.params["claim"] == name


@pytest.mark.parametrize(
    ("claimed", "found", "difference"),
    [
        ({"net": [1, -2]}, {"net": [1, -1]}, ("net", (1, -2), (1, -1))),
        ({"winners": 3}, {"winners": [3]}, ("winners", 3, (3,))),
        ({"left_in_hand": [[7]]}, {"left_in_hand": [[]]}, ("left_in_hand", ((7,),), ((),))),
        (
            {"readings": {"set-up": {"blocker": None}}},
            {"readings": {"set-up": {"blocker": 2}}},
            ("readings.set-up.blocker", None, 2),
        ),
        ({"readings": 5}, {"readings": {}}, ("readings", 5, {})),
    ],
)
def test_different_figures(
    claimed: Figures, found: Figures, difference: tuple[str, object, object]
) -> None:
    assert [tuple(each.values()) for each in false_claims(claimed, found)] == [difference]
