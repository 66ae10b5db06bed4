"""Claims and knocks explained, replayed and counted."""

from domino_ledger.domain.faults.act import act_fault
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.hidden.doubts import question_of, question_of_block
from domino_ledger.domain.tiles import UNSEEN
from domino_ledger.projections.explain.act import explain_move
from domino_ledger.projections.replay.frames import Frame, frames
from domino_ledger.projections.replay.json_format import frame_json
from domino_ledger.projections.results.game_result import count_game
from tests.domain.builders import act_of, any_hand, deal, new_game, now, play
from tests.ledger.games import Json, read

NAMES = ("ana", "ben")
LED = ("0 lays 5-5",)


def fives(*acts: str) -> Game:
    rules = any_hand("all-fives@1", 3, 2, play={"claims": "called"})
    return play(deal(new_game(rules, 2), "5-5 5-0 6-4", "5-1 5-4 4-2"), *acts)


def feet(*acts: str) -> Game:
    rules = any_hand("chicken-foot@1", 3, 2, play={"knock_on_last_tile": True, "highest_pip": 3})
    game = deal(new_game(rules, 2), "3-3 3-1 0-0", "3-2 3-0 2-1", next_tiles="2-0 1-1")
    last = ("0 lays 3-3", "1 lays 3-2 toe-3-3-1", "0 lays 3-1 toe-3-3-2")
    return play(game, *last, *acts)


def why(game: Game, move: int) -> list[str]:
    """Why the act of this move was legal."""
    found = explain_move(game, NAMES, 0, move, open=True)
    return [each.message for each in found.steps]


def acts(game: Game) -> list[Frame]:
    return [frame for frame in frames(game, open=True) if frame.act is not None]


def test_why_points_were_claimed_or_not() -> None:
    claimed = fives(*LED, "1 claims 10")
    assert why(claimed, 1) == ["the open ends count 10, and nobody had claimed that"]
    stopped = fives(*LED, "0 ends the turn")
    assert why(stopped, 1) == ["the open ends count 10, which does not have to be claimed"]


def test_why_a_seat_knocked_or_drew() -> None:
    assert why(feet("0 knocks"), 3) == ["ana has laid a tile, and has one left"]
    assert why(feet("0 draws 2-0"), 3) == [
        "ana laid the last tile but one and did not knock, and draws a tile for that"
    ]


def test_a_claim_scores_and_a_lay_down_does_not() -> None:
    game = fives(*LED, "0 claims 10", "1 lays 5-4 right")
    assert [(frame.kind, frame.scored) for frame in acts(game)] == [
        ("lay", None),
        ("turn", 10),
        ("lay", None),
    ]
    assert frame_json("game", acts(game)[1])["act"] == {"seat": 0, "claim": 10}
    assert frame_json("game", acts(feet("0 knocks"))[3])["act"] == {"seat": 0, "knock": True}


def record(*moves: Json) -> Game:
    """A record of all fives with called points, as it was played."""
    hands = [["5-5", "5-0", "6-4"], ["5-1", "5-4", "4-2"]]
    dealt = {"leader": 0, "hands": hands, "moves": [*moves], "ended": None}
    found = read(
        {
            "format": "domino-record/1",
            "id": "called",
            "players": ["ana", "ben"],
            "rules": "all-fives@1+play.claims=called+play.hand.2=3",
            "rounds": [dealt],
        }
    ).game
    assert found is not None
    return found


def test_a_false_claim_scores_nothing_and_has_no_reason() -> None:
    game = record({"seat": 0, "lay": "5-5"}, {"seat": 1, "claim": 15}, {"seat": 0, "knock": True})
    assert [frame.scored for frame in acts(game)] == [None] * 5
    assert why(game, 1) == ["irregular: ben claims 15, but the open ends count 10 (wrong-claim)"]
    assert not count_game(game).rounds[0].facts.regular


def test_calls_ask_nothing_of_hands_that_nobody_saw() -> None:
    game = feet()
    assert question_of(now(game), act_of("0 draws ?"), 3) is None
    assert question_of(now(game), act_of("0 knocks"), 3) is None
    assert question_of_block(now(game), 3, "blocked") is None
    assert act_fault(now(game), act_of("1 claims 5")).code == "not-in-these-rules"
    assert UNSEEN not in now(game).boneyard
