"""A round that the table stopped is over and irregular; an arbiter may rule anything."""

import pytest

from domain.disputes.decide import RuleOnDispute, decide_dispute
from domain.disputes.events import RulingMade
from domain.disputes.remedies import (
    CorrectPoints,
    ImposePenalty,
    NameBlocker,
    Remedy,
    ReplayRound,
    Uphold,
    VoidRound,
)
from domain.events import IrregularityNoted, RoundBlocked
from domain.game.decide import Refused
from domain.game.state import Game, fold
from ledger.transcript.game import Transcript
from projections.audit.json_format import audit_json
from projections.replay.frames import frames
from projections.results.game_result import GameResult, RoundResult, count_game, net_of_game
from tests.domain.dispute_builders import ARBITER, disputed
from tests.ledger.games import Json

from .audits import Report
from .explaining import sentences
from .ruled import NAMES, audited, read_ruled, unclaimed

OVER = "round-not-over"


def stopped(file: str) -> Json:
    """The first game of a file, stopped before its last tile was laid."""
    game = unclaimed(file, 0)
    del game["rounds"][1:]
    moves = game["rounds"][0]["moves"]
    del moves[max(at for at, move in enumerate(moves) if "lay" in move) :]
    game["rounds"][0]["ended"] = "blocked"
    return game


MONEY = stopped("payout.jsonl")
POINTS = stopped("openspiel-block.jsonl")


def ruled(game: Json, *remedies: Remedy) -> GameResult:
    return count_game(game_of(read_ruled(game, *remedies)))


def game_of(transcript: Transcript) -> Game:
    assert transcript.game is not None
    return transcript.game


def as_if_regular(game: Json) -> GameResult:
    """The ruling without the note, as on a regular blocked round."""
    events = read_ruled(game).events
    return count_game(fold([each for each in events if not isinstance(each, IrregularityNoted)]))


def only(result: GameResult) -> RoundResult:
    (round,) = result.rounds
    return round


# -- without a ruling


@pytest.mark.parametrize("game", [MONEY, POINTS])
def test_the_audit_says_how_it_ended_and_no_more(game: Json) -> None:
    report = audit_json(audited(game)._replace(rulings=()))
    Report.model_validate(report)
    (round,) = report["rounds"]
    assert [each["code"] for each in report["violations"]] == [OVER]
    assert round["ended"] == "blocked"
    assert None not in round["pips"]
    assert [round[key] for key in ("winners", "points", "net", "readings")] == [None] * 4
    assert report["winners"] is None


def test_it_is_explained_why_it_is_not_settled() -> None:
    ruling = ruled(POINTS)
    texts = [step.message for step in sentences(ruling, only(ruling), NAMES[:2])]
    assert texts[0] == "the round blocked"
    assert any(OVER in text for text in texts)
    assert (
        texts[-1] == "a round that was not played by the rules is not settled until it is ruled on"
    )


def test_the_replay_shows_whose_turn_it_was_and_then_the_end() -> None:
    *_, last, end = frames(game_of(read_ruled(POINTS)))
    assert (last.kind, last.noted, last.view.turn) == ("lay", (), 1)
    assert last.view.moves
    assert (end.kind, [note.code for note in end.noted], end.view.turn) == ("end", [OVER], None)
    assert end.result is not None
    assert (end.result.ended, end.result.stopped, end.result.regular) == ("blocked", True, False)


def test_no_turn_after_a_move_that_ended_the_round() -> None:
    *_, last, end = frames(game_of(read_ruled(unclaimed("openspiel-block.jsonl", 0))))
    assert (last.view.turn, last.view.moves) == (None, ())
    assert end.result is not None
    assert not end.result.stopped


# -- with a ruling


@pytest.mark.parametrize("game", [MONEY, POINTS])
def test_an_upheld_round_counts_as_blocked(game: Json) -> None:
    upheld, regular = ruled(game, Uphold(round=0)), as_if_regular(game)
    assert only(upheld).facts == only(regular).facts
    assert only(upheld).score == only(regular).score
    assert only(upheld).score is not None
    assert upheld.winners == regular.winners
    assert upheld.standing == regular.standing


def test_the_money_of_an_upheld_round_goes_to_the_winner() -> None:
    pips = only(ruled(MONEY)).facts.pips
    upheld = ruled(MONEY, Uphold(round=0))
    assert only(upheld).verdict is None
    (winner,) = upheld.winners or ()
    net = net_of_game(upheld)
    assert net is not None
    assert [-each for seat, each in enumerate(net) if seat != winner] == [
        each for seat, each in enumerate(pips) if seat != winner
    ]


def test_an_arbiter_may_name_the_blocker() -> None:
    named = ruled(MONEY, Uphold(round=0), NameBlocker(round=0, blocker=1))
    regular = ruled(MONEY, Uphold(round=0))
    net, regular_net = net_of_game(named), net_of_game(regular)
    assert net is not None
    assert regular_net is not None
    assert net != regular_net
    assert sum(net) == 0
    assert min(net) == net[1]
    report = audit_json(audited(MONEY, Uphold(round=0), NameBlocker(round=0, blocker=1)))
    assert list(report["rounds"][0]["readings"]) == ["ruled"]


@pytest.mark.parametrize(
    "remedies",
    [
        [Uphold(round=0)],
        [Uphold(round=0), CorrectPoints(round=0, points=(7, 0))],
        [Uphold(round=0), NameBlocker(round=0, blocker=1)],
        [Uphold(round=0), ImposePenalty(round=0, seat=0, offence="revoke", points_off=5)],
        [VoidRound(round=0)],
        [ReplayRound(round=0)],
    ],
)
def test_every_remedy_is_accepted(remedies: list[Remedy]) -> None:
    game = disputed(game_of(read_ruled(POINTS)))
    (ruling, *_) = decide_dispute(game, RuleOnDispute(1, ARBITER, tuple(remedies)))
    assert only(ruled(POINTS, *remedies)).decreed != only(ruled(POINTS)).decreed
    assert isinstance(ruling, RulingMade)


@pytest.mark.parametrize(
    "remedy", [NameBlocker(round=0, blocker=1), CorrectPoints(round=0, points=(1, 0))]
)
def test_some_remedies_need_an_upheld_round(remedy: Remedy) -> None:
    game = disputed(game_of(read_ruled(POINTS)))
    with pytest.raises(Refused) as caught:
        decide_dispute(game, RuleOnDispute(1, ARBITER, (remedy,)))
    assert caught.value.fault == ("round-irregular", {"round": 0})


def test_a_void_round_is_dealt_again() -> None:
    for remedy in (VoidRound(round=0), ReplayRound(round=0)):
        ruling = ruled(POINTS, remedy)
        assert ruling.counted == ()
        assert not ruling.game.over
        assert RoundBlocked() in ruling.rounds[0].round.events
