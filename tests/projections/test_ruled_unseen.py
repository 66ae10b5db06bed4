"""Rulings on rounds that ended with unseen tiles."""

import pytest

from cli.text.audit import audit_lines
from domain.disputes.remedies import CorrectPoints, CountPips, Uphold, VoidGame, VoidRound
from domain.events import IrregularityNoted
from domain.rules.catalogue import PUBLISHED
from projections.audit.json_format import audit_json
from projections.replay.frames import frames
from projections.results.game_result import count_game
from projections.results.hidden_tiles import CertainFigures, certain_figures, certain_standing
from tests.domain.builders import evolved, play
from tests.domain.dispute_builders import ordered
from tests.domain.test_certain import UNTIL_OUT, unseen
from tests.lanes import examples
from tests.ledger.games import Json

from .ruled import BLOCKED, audited, explained, net, read_ruled, unclaimed


def hidden(number: int) -> Json:
    """A record of the payout games without its hands."""
    game = unclaimed("payout.jsonl", number)
    (round,) = game["rounds"]
    round |= {"hands": [None] * len(round["hands"]), "boneyard": None}
    for move in round["moves"]:
        if "draw" in move:
            move["draw"] = "?"
    return game


@pytest.mark.unmeasured
def test_corrected_points_do_not_depend_on_the_deal() -> None:
    rules = PUBLISHED["block-lot@1"]
    found = audit_json(audited(hidden(20), rules=rules))["rounds"][0]
    assert (found["winners"], found["points"]) == ([0], None)
    corrected = audited(hidden(20), CorrectPoints(round=0, points=(5, 0, 1)), rules=rules)
    assert audit_json(corrected)["rounds"][0]["points"] == [5, 0, 1]


@pytest.mark.unmeasured
@pytest.mark.parametrize("number", range(examples(10)))
def test_pips_that_were_counted_settle_a_round_as_its_tiles_would(number: int) -> None:
    rules = PUBLISHED["block-lot@1"]
    whole = audit_json(audited(unclaimed("payout.jsonl", number), rules=rules))
    unseen = audit_json(audited(hidden(number), rules=rules))
    pips = tuple(whole["rounds"][0]["pips"])
    assert unseen["rounds"][0]["pips"] != list(pips)
    counted = audit_json(audited(hidden(number), CountPips(round=0, pips=pips), rules=rules))
    for figure in ("pips", "winners", "points", "net"):
        assert counted["rounds"][0][figure] == whole["rounds"][0][figure]
    assert (counted["scores"], counted["winners"]) == (whole["scores"], whole["winners"])


def test_pips_that_were_counted_are_explained() -> None:
    counted = CountPips(round=0, pips=(12, 10, 17, 7))
    assert "an arbiter counted the pips left: ana 12, ben 10, carl 17, dora 7" in explained(
        hidden(0), counted
    )
    assert not any("counted" in text for text in explained(BLOCKED, counted))


def test_seen_tiles_override_counted_pips() -> None:
    assert net(BLOCKED, CountPips(round=0, pips=(1, 2, 3, 4))) == net(BLOCKED)


def test_a_seen_hand_overrides_its_counted_pips() -> None:
    """An amendment may show one hand and leave the others unseen: seat 2 has 17 pips."""
    game = hidden(0)
    shown = BLOCKED["rounds"][0]["hands"][2]
    game["rounds"][0]["hands"][2] = shown
    counted = CountPips(round=0, pips=(12, 10, 1, 7))
    assert audit_json(audited(game, counted))["rounds"][0]["pips"] == [12, 10, 17, 7]
    assert "an arbiter counted the pips left: ana 12, ben 10, dora 7" in explained(game, counted)


def test_the_replay_shows_the_pips_that_were_counted() -> None:
    counted = read_ruled(hidden(0), CountPips(round=0, pips=(12, 10, 17, 7))).game
    assert counted is not None
    result = frames(counted)[-1].result
    assert result is not None
    assert (result.pips, result.winners, result.waits) == ((12, 10, 17, 7), (3,), False)


def test_a_round_of_a_void_game_waits_for_nothing() -> None:
    game = read_ruled(hidden(0), VoidGame()).game
    assert game is not None
    result = frames(game)[-1].result
    assert result is not None
    assert (result.winners, result.waits) == (None, False)
    assert explained(hidden(0), VoidGame())[-1] == (
        "the game is void by a ruling: none of its rounds counts"
    )
    lines = [*audit_lines(audited(hidden(0), VoidGame()))]
    (round,) = (line for line in lines if line.startswith("  round 1: "))
    assert round.endswith("counts for nothing, as the game is void by a ruling")


def test_each_waiting_round_of_a_left_game_is_named() -> None:
    """Round 0 waits for its ruling; round 1 does not wait for its tiles left any more."""
    game = unclaimed("sanjuan.jsonl", 0) | {"forfeited": {"seat": 3, "reason": "late"}}
    game["rounds"] = game["rounds"][:2]
    stopped, unseen = game["rounds"]
    stopped |= {"moves": stopped["moves"][:1], "ended": "blocked"}
    unseen |= {"hands": None, "boneyard": None}
    read = read_ruled(game).game
    assert read is not None
    ends = [frame.result for frame in frames(read) if frame.result is not None]
    assert [(end.regular, end.waits) for end in ends] == [(False, True), (True, False)]
    assert explained(game, round=1)[-1].endswith("it counts for nothing, as the game was left")
    lines = [*audit_lines(audited(game))]
    (first,) = (line for line in lines if line.startswith("  round 1: "))
    (second,) = (line for line in lines if line.startswith("  round 2: "))
    assert first.endswith("not settled until it is ruled on")
    assert second.endswith("counts for nothing, as the game was left")


def test_a_void_round_does_not_wait_for_tiles() -> None:
    report = audit_json(audited(hidden(0), VoidRound(round=0)))
    assert [report["rounds"][0][key] for key in ("winners", "points", "net")] == [None] * 3
    assert report["rounds"][0]["readings"] is None


def test_in_a_forfeited_game_a_round_with_unseen_tiles_counts_for_nothing() -> None:
    """The points of this round are known; the rule is the same for rounds with unknown points."""
    game = unclaimed("sanjuan.jsonl", 0)
    game |= {"rounds": game["rounds"][:1], "forfeited": {"seat": 3, "reason": "late"}}
    whole = audit_json(audited(game))
    for each in game["rounds"]:
        each |= {"hands": None, "boneyard": None}
    unseen = audit_json(audited(game))
    assert (whole["scores"], whole["winners"]) == ([0, 10], [0, 2])
    assert (unseen["scores"], unseen["winners"]) == ([0, 0], [0, 2])
    assert (unseen["rounds"][0]["points"], unseen["state"]) == ([0, 10], "over")
    counted = CountPips(round=0, pips=tuple(whole["rounds"][0]["pips"]))
    assert audit_json(audited(game, counted))["scores"] == [0, 10]


def test_the_lead_after_a_void_round_may_depend_on_unseen_tiles() -> None:
    game = unclaimed("sanjuan.jsonl", 0)
    for each in game["rounds"]:
        each |= {"hands": None, "boneyard": None}
    blocked = next(at for at, each in enumerate(game["rounds"]) if each["ended"] == "blocked")
    after = read_ruled(game, VoidRound(round=blocked + 1), after=blocked + 2).unchecked
    asked = [each.round for each in after if each.code == "wrong-leader"]
    assert asked[:2] == [blocked + 1, blocked + 2]


@pytest.mark.parametrize("left", [{"forfeited": {"seat": 3}}, {"abandoned": {}}])
def test_no_round_of_a_game_that_was_left_is_surplus(left: Json) -> None:
    """Round 0 has no known winner yet, and the forfeit came after round 1."""
    game = unclaimed("sanjuan.jsonl", 0) | left
    game["rounds"] = game["rounds"][:2]
    for each in game["rounds"]:
        each |= {"hands": None, "boneyard": None}
    report = audit_json(audited(game))
    assert report["violations"] == []
    going_on = {key: part for key, part in game.items() if key not in left}
    asked = audit_json(audited(going_on))["unchecked"]
    assert report["unchecked"] == asked


def test_pips_of_a_hand_may_be_certain_though_others_are_not() -> None:
    """Seats 1 and 2 hold 0-0 and 1-1, and nobody saw who holds which."""
    result = count_game(unseen(100, *UNTIL_OUT))
    found = certain_figures(result, result.rounds[0])
    assert found == CertainFigures((0, None, None), (0,), (2, 0, 0), None)


def test_nothing_more_is_certain_of_a_round_that_is_not_over() -> None:
    result = count_game(unseen(100, *UNTIL_OUT[:2]))
    found = certain_figures(result, result.rounds[0])
    assert found == CertainFigures((None, None, None), None, None, None)


def test_the_standing_is_certain_if_the_score_of_each_round_is() -> None:
    known = certain_standing(count_game(unseen(100, *UNTIL_OUT)))
    assert known is not None
    assert known.scores == (2, 0, 0)
    blocked = read_ruled(hidden(0)).game
    assert blocked is not None
    assert certain_standing(count_game(blocked)) is None


def test_nothing_more_is_certain_of_an_irregular_round_that_was_upheld() -> None:
    """Its acts do not show which tiles the seats lacked."""
    game = evolved(unseen(100, *UNTIL_OUT[:3]), [IrregularityNoted(code="wrong-turn", params={})])
    upheld = ordered(play(game, UNTIL_OUT[3]), Uphold(round=0))
    (found,) = count_game(upheld).rounds
    assert found.facts.counts
    assert certain_figures(count_game(upheld), found) == CertainFigures(
        (0, None, None), *[None] * 3
    )
