"""A replay gives the reason of each forced pass."""

from cli.text.replay import frame_text, plain_seating
from domain.events import IrregularityNoted, laid, passed
from domain.game.state import Game, evolve_game
from domain.tiles import tile_named
from projections.replay.frames import PassReason, frames
from tests.domain.builders import evolved
from tests.ledger.games import Json, read

from .replays import passing, reasons


def test_a_seat_that_is_out_while_others_play_on() -> None:
    acts = ("0 lays 6-6", "1 lays 6-4 left", "2 passes", "0 lays 6-5 right", "1 lays 4-3 left",
            "2 lays 5-3 left", "0 passes")  # fmt: skip
    hands = ("6-6 6-5", "6-4 4-3", "5-3 5-1")
    game = passing(*hands, like="block-lot@1", play_on=True, acts=acts)
    assert reasons(frames(game)) == [
        PassReason("nobody-draws", (4, 6)),
        PassReason("hand-empty"),
    ]


def test_a_free_draw_is_not_mentioned() -> None:
    game = passing("6-6 5-5", "5-4 4-4", acts=("0 lays 6-6",))
    assert reasons(frames(evolve_game(game, passed(1)))) == [PassReason("nothing-fits", (6,))]
    assert reasons(frames(evolve_game(game, passed(1)), 1)) == [None]


def test_a_pass_against_the_rules_was_not_forced() -> None:
    game = passing("4-1 6-4", "5-1 3-0", like="block-lot@1", acts=("0 lays 4-1",))
    noted = IrregularityNoted(code="could-play")
    step = frames(evolved(game, (passed(1), noted)), open=True)[2]
    assert (step.kind, step.reason) == ("pass", None)
    assert step.could == (laid(1, tile_named("5-1"), "left"),)
    assert "could    5-1 left" in "\n".join(frame_text(step, plain_seating(game, ("ana", "ben"))))


def test_a_turn_that_was_not_taken_has_a_reason_only_if_the_hand_is_seen() -> None:
    game = passing("4-1 6-4", "5-0 3-0", like="block-lot@1", acts=("0 lays 4-1",))
    steps = evolved(game, (passed(1, inferred=True), laid(0, tile_named("6-4"), "right")))
    because = PassReason("nobody-draws", (1, 4))
    assert [reasons(frames(steps, viewer)) for viewer in (None, 0, 1)] == [
        [None],
        [None],
        [because],
    ]
    moves: list[Json] = [{"seat": 0, "lay": "6-6"}, {"seat": 0, "lay": "6-3", "at": "right"}]
    stepped_over = frames(unseen(moves), open=True)
    assert reasons(stepped_over) == [None]
    assert not any(hand.missing for hand in stepped_over[-1].view.hands)


def unseen(moves: list[Json]) -> Game:
    round = {"hands": None, "leader": 0, "moves": moves}
    record = {"format": "domino-record/1", "id": "unseen", "rules": "block@1"}
    game = read(record | {"players": ["Ana", "Ben"], "rounds": [round]}).game
    assert game is not None
    return game
