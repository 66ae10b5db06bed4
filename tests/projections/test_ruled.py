"""Effects of rulings in audits, explanations and money, also of rounds with unseen tiles."""

import pytest

from domino_ledger.cli.text.audit import audit_lines
from domino_ledger.domain.disputes.events import (
    CorrectPoints,
    CountPips,
    ImposePenalty,
    NameBlocker,
    Remedy,
    ReplayRound,
    Uphold,
    VoidGame,
    VoidRound,
)
from domino_ledger.domain.game.decide import DealRound, decide
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.tiles import UNSEEN
from domino_ledger.projections.audit.json_format import audit_json
from domino_ledger.projections.messages.remedies import remedy_text
from domino_ledger.projections.replay.frames import frames
from domino_ledger.projections.results.game_result import count_game
from domino_ledger.projections.results.hidden_tiles import CertainFigures, certain_figures
from tests.domain.builders import any_hand, evolved, new_game, play, tiles
from tests.domain.test_certain import UNTIL_OUT, unseen
from tests.lanes import examples
from tests.ledger.games import Json, record

from .ruled import (
    AT,
    BLOCKED,
    NAMES,
    PARTNERS,
    POINTS,
    audited,
    explained,
    read_ruled,
    ruled_game,
    unclaimed,
)
from .test_unseen import unseen as without_hands


def hidden(number: int) -> Json:
    """A record of the payout games without its hands."""
    return without_hands(("payout.jsonl", number), claims=None) | {"claims": None}


# -- the audit


def test_the_ruled_reading_is_one_more_and_counts() -> None:
    report = audit_json(audited(BLOCKED, NameBlocker(round=0, blocker=3, assistant=0)))
    (round,) = report["rounds"]
    assert list(round["readings"])[-1] == "ruled"
    assert len(round["readings"]) == 7
    assert round["readings"]["ruled"] == {
        "status": "found",
        "blocker": 3,
        "assistant": 0,
        "move": None,
        "evidence": None,
        "net": [-78, 0, 0, 78],
    }
    assert round["net"] == [-78, 0, 0, 78]
    assert report["rulings"] == [
        {
            "dispute": 1,
            "by": "Marta",
            "at": AT,
            "role": "arbiter",
            "reason": "so it was",
            "remedies": [{"kind": "name-blocker", "round": 0, "blocker": 3, "assistant": 0}],
        }
    ]


def test_a_round_played_again_is_no_round_too_many() -> None:
    again = record("openspiel-block.jsonl", 0)
    again["rounds"] *= 2
    found = read_ruled(again, ReplayRound(round=0), after=1)
    assert found.violations == []
    assert [v.code for v in read_ruled(again).violations] == ["game-over"]
    assert found.game is not None
    assert count_game(found.game).winners is not None


def test_an_unfinished_void_round_is_no_violation() -> None:
    again = record("openspiel-block.jsonl", 0)
    left = record("openspiel-block.jsonl", 0)["rounds"][0]
    left |= {"moves": left["moves"][:2], "ended": None}
    again["rounds"].insert(0, left)
    assert read_ruled(again, VoidRound(round=0), after=1).violations == []
    assert [v.code for v in read_ruled(again).violations] == [
        "round-not-over",
        "game-over",
    ]


# -- explanations


@pytest.mark.parametrize(
    ("remedy", "sentence"),
    [
        (Uphold(round=0), "an arbiter ordered: what was played stands"),
        (VoidRound(round=0), "an arbiter ordered: the round is void"),
        (ReplayRound(round=0), "an arbiter ordered: the round is void, and is played again"),
        (VoidRound(round=0), "an arbiter ordered that it counts for nothing"),
        (VoidGame(), "the game is void by a ruling: none of its rounds counts"),
        (NameBlocker(round=0), "ruled: an arbiter says that nobody blocked it"),
        (NameBlocker(round=0, blocker=3), "ruled: an arbiter named dora as the blocker"),
        (
            NameBlocker(round=0, blocker=3, assistant=0),
            "ruled: an arbiter named dora as the blocker, and ana as the assistant",
        ),
        (
            ImposePenalty(round=0, seat=1, offence="revoke", pips_to_others=5),
            "ben pays a penalty: -15",
        ),
        (
            ImposePenalty(round=0, seat=1, offence="revoke", pips_to_others=5),
            "carl gets their part of a penalty: 5",
        ),
    ],
)
def test_remedies_are_explained(remedy: Remedy, sentence: str) -> None:
    assert sentence in explained(BLOCKED, remedy)


FINE = ImposePenalty(
    round=1,
    seat=1,
    offence="revoke",
    points_to_others=30,
    voids_round=True,
    next_lead="offended",
)


def test_a_penalty_that_voids_its_round_is_explained() -> None:
    said = explained(PARTNERS, FINE, round=1)
    assert said[-1] == "ben is penalized (revoke): 30 points to each other side"
    assert "an arbiter ordered: the round is void" in said
    assert remedy_text(FINE, ruled_game(PARTNERS), NAMES) == (
        "ben is penalized in round 2: revoke, 30 points to each other side, the round is void, "
        "the next player leads the next round"
    )


def test_corrected_points_are_explained_without_a_sum() -> None:
    texts = explained(POINTS, CorrectPoints(round=0, points=(1, -2)))
    assert "an arbiter corrected the points: ana 1, ben -2" in texts
    assert not any("the points of " in text for text in texts)


def test_the_points_of_penalties_are_explained() -> None:
    texts = explained(
        POINTS,
        ImposePenalty(round=0, seat=0, offence="revoke", points_to_others=30, points_off=1),
        ImposePenalty(round=0, seat=1, offence="time"),
    )
    assert "ana is penalized (revoke): 1 point off, 30 points to each other side" in texts
    assert not any("ben is penalized" in text for text in texts)
    by_the_rules = [text for text in explained(POINTS) if "the points of " in text]
    assert [text for text in texts if "the points of " in text] == by_the_rules != []


# -- unseen tiles


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


def test_a_seen_hand_overrides_its_counted_pips() -> None:
    """An amendment may show one hand and leave the others unseen: seat 2 has 17 pips."""
    game = hidden(0)
    shown = BLOCKED["rounds"][0]["hands"][2]
    game["rounds"][0]["hands"][2] = shown
    counted = CountPips(round=0, pips=(12, 10, 1, 7))
    assert audit_json(audited(game, counted))["rounds"][0]["pips"] == [12, 10, 17, 7]
    assert "an arbiter counted the pips left: ana 12, ben 10, dora 7" in explained(game, counted)


def test_a_round_of_a_void_game_waits_for_nothing() -> None:
    result = frames(ruled_game(hidden(0), VoidGame()))[-1].result
    assert result is not None
    assert (result.winners, result.waits) == (None, False)
    assert explained(hidden(0), VoidGame())[-1] == (
        "the game is void by a ruling: none of its rounds counts"
    )
    lines = [*audit_lines(audited(hidden(0), VoidGame()))]
    (round,) = (line for line in lines if line.startswith("  round 1: "))
    assert round.endswith("counts for nothing, as the game is void by a ruling")


def test_a_void_round_does_not_wait_for_tiles() -> None:
    report = audit_json(audited(hidden(0), VoidRound(round=0)))
    assert [report["rounds"][0][key] for key in ("winners", "points", "net")] == [None] * 3
    assert report["rounds"][0]["readings"] is None


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


def test_nothing_more_is_certain_of_a_round_that_is_not_over() -> None:
    result = count_game(unseen(100, *UNTIL_OUT[:2]))
    found = certain_figures(result, result.rounds[0])
    assert found == CertainFigures((None, None, None), None, None, None)


def test_the_fewest_pips_win_in_each_of_190_possible_deals() -> None:
    """Rules that answer for no block search nothing, so they may try every deal."""
    rules = any_hand("block-lot@1", 2, 2, play={"layout": {"kind": "crosswise"}})
    game = new_game(rules, 2)
    hands = tiles("6-6 0-0"), (UNSEEN, UNSEEN)
    game = play(evolved(game, decide(game, DealRound(hands, None, 0))), "0 lays 6-6", "1 passes")
    result = count_game(game)
    found = certain_figures(result, result.rounds[0])
    assert found == CertainFigures((0, None), (0,), None, None)


# -- in words


@pytest.mark.parametrize(
    ("remedy", "text"),
    [
        (Uphold(round=2), "round 3 stands as it was played"),
        (VoidRound(round=2), "round 3 is void"),
        (ReplayRound(round=2), "round 3 is void, and is played again"),
        (VoidGame(), "the game is void"),
        (NameBlocker(round=2), "nobody blocked round 3"),
        (NameBlocker(round=2, blocker=1), "ben blocked round 3"),
        (
            NameBlocker(round=2, blocker=1, assistant=2),
            "ben, assisted by carl, blocked round 3",
        ),
        (NameBlocker(round=2, blocker=7), "seat 7 blocked round 3"),
        (
            CountPips(round=2, pips=(0, 9, 4, 12)),
            "the pips left in round 3 are ana 0, ben 9, carl 4, dora 12",
        ),
        (CountPips(round=2, pips=(0, 9)), "the pips left in round 3 are 0 9"),
        (
            CorrectPoints(round=2, points=(5, 0)),
            "the points of round 3 are ana and carl 5, ben and dora 0",
        ),
        (CorrectPoints(round=2, points=(5, 0, 1)), "the points of round 3 are 5 0 1"),
        (
            ImposePenalty(
                round=2,
                seat=0,
                offence="revoke",
                points_off=1,
                points_to_others=2,
                pips_to_others=3,
            ),
            (
                "ana is penalized in round 3: revoke, 1 point off, "
                "2 points to each other side, 3 pips to each seat of another side"
            ),
        ),
        (
            ImposePenalty(round=2, seat=0, offence="time"),
            "ana is penalized in round 3: slow play, a warning",
        ),
    ],
)
def test_a_remedy_in_words(remedy: Remedy, text: str) -> None:
    assert remedy_text(remedy, ruled_game(PARTNERS), NAMES) == text
