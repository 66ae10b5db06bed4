"""A replay gives the reason of each forced pass."""

from cli.text.replay import frame_text, plain_seating
from domain.events import IrregularityNoted, laid, passed
from domain.game.state import Game, evolve_game
from domain.tiles import tile_named
from projections.replay.frames import PassReason, frames
from tests.domain.builders import evolved
from tests.ledger.games import Json, read, record

from .replays import passing, reasons, recorded


def test_rules_without_drawing() -> None:
    game = passing("4-1 6-4", "5-0 3-0", like="block-lot@1", acts=("0 lays 4-1", "1 passes"))
    assert reasons(frames(game)) == [PassReason("nobody-draws", (1, 4))]


def test_equal_ends() -> None:
    game = passing("6-6 6-5", "5-0 3-0", like="block-lot@1", acts=("0 lays 6-6", "1 passes"))
    assert reasons(frames(game)) == [PassReason("nobody-draws", (6,))]


def test_the_draw_limit_is_reached() -> None:
    acts = ("0 lays 6-6", "1 draws 1-0", "1 draws 0-0", "1 passes")
    game = passing("6-6 5-5", "5-4 4-4", draw=2, acts=acts)
    assert reasons(frames(game)) == [PassReason("draw-limit", (6,), 2)]


def test_the_rest_of_the_boneyard_must_stay() -> None:
    acts = ("0 lays 6-6", "1 passes")
    game = passing("6-6 6-5", "5-4 4-4", stays_in_boneyard=24, acts=acts)
    assert reasons(frames(game)) == [PassReason("reserve", (6,), 24)]


def test_an_empty_boneyard() -> None:
    assert reasons(frames(recorded("draw"))) == [PassReason("boneyard-empty", (1, 3))]


def test_a_seat_that_is_out_while_others_play_on() -> None:
    acts = ("0 lays 6-6", "1 lays 6-4 left", "2 passes", "0 lays 6-5 right", "1 lays 4-3 left",
            "2 lays 5-3 left", "0 passes")  # fmt: skip
    hands = ("6-6 6-5", "6-4 4-3", "5-3 5-1")
    game = passing(*hands, like="block-lot@1", play_on=True, acts=acts)
    assert reasons(frames(game)) == [
        PassReason("nobody-draws", (4, 6)),
        PassReason("hand-empty"),
    ]


def test_passes_after_a_block_have_no_reason() -> None:
    game = passing("4-4 3-3", "6-5 6-6", like="block-lot@1", acts=("0 lays 4-4",))
    assert game.current is not None
    assert game.current.ended == "blocked"
    step = frames(evolve_game(game, passed(1)))[-2]
    assert (step.kind, step.reason, step.could) == ("pass", PassReason("round-over"), None)


def test_a_free_draw_is_not_mentioned() -> None:
    game = passing("6-6 5-5", "5-4 4-4", acts=("0 lays 6-6",))
    assert reasons(frames(evolve_game(game, passed(1)))) == [PassReason("nothing-fits", (6,))]
    assert reasons(frames(evolve_game(game, passed(1)), 1)) == [None]


def test_a_pass_before_the_lead_has_no_reason() -> None:
    game = passing("6-6 5-5", "5-4 4-4", acts=())
    assert reasons(frames(evolve_game(game, passed(0)))) == [None]


def test_a_pass_out_of_turn_has_no_reason() -> None:
    game = passing("6-6 5-5", "5-4 4-4", acts=("0 lays 6-6",))
    assert reasons(frames(evolve_game(game, passed(0)))) == [None]


def test_a_pass_against_the_rules_was_not_forced() -> None:
    game = passing("4-1 6-4", "5-1 3-0", like="block-lot@1", acts=("0 lays 4-1",))
    noted = IrregularityNoted(code="could-play")
    step = frames(evolved(game, (passed(1), noted)), open=True)[2]
    assert (step.kind, step.reason) == ("pass", None)
    assert step.could == (laid(1, tile_named("5-1"), "left"),)
    assert "could    5-1 left" in "\n".join(frame_text(step, plain_seating(game, ("ana", "ben"))))


def test_a_surplus_pass_after_the_block_has_no_reason() -> None:
    game = passing("4-4 3-3", "6-5 6-6", like="block-lot@1", acts=("0 lays 4-4",))
    noted = IrregularityNoted(code="round-over")
    assert reasons(frames(evolved(game, (passed(1), passed(1), noted)))) == [
        PassReason("round-over"),
        None,
    ]


def test_a_pass_after_an_inferred_pass_is_forced() -> None:
    hands = ("4-1 6-4", "5-1 3-0", "5-0 3-3")
    game = passing(*hands, like="block-lot@1", acts=("0 lays 4-1",))
    noted = IrregularityNoted(code="could-play")
    acts = (passed(1, inferred=True), passed(2), noted)
    *_, skipped, forced, _ = frames(evolved(game, acts), open=True)
    assert (skipped.reason, skipped.could) == (None, (laid(1, tile_named("5-1"), "left"),))
    assert forced.reason == PassReason("nobody-draws", (1, 4))


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


def test_a_pass_that_a_later_tile_proves_wrong() -> None:
    moves: list[Json] = [
        *({"seat": 0, "lay": "6-6"}, {"seat": 1, "pass": True}),
        *({"seat": 0, "lay": "6-5", "at": "left"}, {"seat": 1, "lay": "6-1", "at": "right"}),
        {"seat": 0, "pass": True},
    ]
    assert reasons(frames(unseen(moves[:3]), open=True)) == [PassReason("nobody-draws", (6,))]
    assert reasons(frames(unseen(moves), open=True)) == [None, PassReason("nobody-draws", (1, 5))]


def test_a_pass_on_a_star_is_about_the_bare_arm() -> None:
    star = read(record("star.jsonl")).game
    assert star is not None
    first, *_ = (step for step in frames(star) if step.kind == "pass")
    assert first.reason == PassReason("nobody-draws", (6,))


def unseen(moves: list[Json]) -> Game:
    round = {"hands": None, "leader": 0, "moves": moves}
    record = {"format": "domino-record/1", "id": "unseen", "rules": "block@1"}
    game = read(record | {"players": ["Ana", "Ben"], "rounds": [round]}).game
    assert game is not None
    return game
