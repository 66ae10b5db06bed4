"""A replay says why a seat had to pass, where it had to."""

from cli.text.replay import frame_text, plain_seating
from domain.events import IrregularityNoted, laid, passed
from domain.game.state import evolve_game
from domain.tiles import tile_named
from projections.replay.frames import PassReason, frames
from tests.domain.table_talk import evolved

from .replays import passing, reasons, recorded


def test_why_where_nobody_draws() -> None:
    game = passing("4-1 6-4", "5-0 3-0", like="block-lot@1", acts=("0 lays 4-1", "1 passes"))
    assert reasons(frames(game)) == [PassReason("nobody-draws", (1, 4))]


def test_why_where_both_ends_are_alike() -> None:
    game = passing("6-6 6-5", "5-0 3-0", like="block-lot@1", acts=("0 lays 6-6", "1 passes"))
    assert reasons(frames(game)) == [PassReason("nobody-draws", (6,))]


def test_why_where_enough_is_drawn() -> None:
    acts = ("0 lays 6-6", "1 draws 1-0", "1 draws 0-0", "1 passes")
    game = passing("6-6 5-5", "5-4 4-4", draw=2, acts=acts)
    assert reasons(frames(game)) == [PassReason("draw-limit", (6,), 2)]


def test_why_where_the_rest_must_stay() -> None:
    acts = ("0 lays 6-6", "1 passes")
    game = passing("6-6 6-5", "5-4 4-4", stays_in_boneyard=24, acts=acts)
    assert reasons(frames(game)) == [PassReason("reserve", (6,), 24)]


def test_why_where_the_boneyard_is_empty() -> None:
    assert reasons(frames(recorded("draw"))) == [PassReason("boneyard-empty", (1, 3))]


def test_why_where_a_seat_is_out_and_the_others_play_on() -> None:
    acts = ("0 lays 6-6", "1 lays 6-4 left", "2 passes", "0 lays 6-5 right", "1 lays 4-3 left",
            "2 lays 5-3 left", "0 passes")  # fmt: skip
    hands = ("6-6 6-5", "6-4 4-3", "5-3 5-1")
    game = passing(*hands, like="block-lot@1", play_on=True, acts=acts)
    assert reasons(frames(game)) == [
        PassReason("nobody-draws", (4, 6)),
        PassReason("hand-empty"),
    ]


def test_passes_after_a_block_need_no_reason_of_their_own() -> None:
    game = passing("4-4 3-3", "6-5 6-6", like="block-lot@1", acts=("0 lays 4-4",))
    assert game.current is not None
    assert game.current.ended == "blocked"
    step = frames(evolve_game(game, passed(1)))[-2]
    assert (step.kind, step.reason, step.could) == ("pass", PassReason("round-over"), None)


def test_a_seat_that_might_have_drawn_says_only_that_nothing_fits() -> None:
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
    noted = IrregularityNoted(code="passed-though-able", message="seat 1 could lay 5-1")
    step = frames(evolved(game, (passed(1), noted)), open=True)[2]
    assert (step.kind, step.reason) == ("pass", None)
    assert step.could == (laid(1, tile_named("5-1"), "left"),)
    assert "could    5-1 left" in "\n".join(frame_text(step, plain_seating(game, ("ana", "ben"))))


def test_a_pass_too_many_after_the_block_is_not_explained() -> None:
    game = passing("4-4 3-3", "6-5 6-6", like="block-lot@1", acts=("0 lays 4-4",))
    noted = IrregularityNoted(code="round-over", message="seat 1 acts though the round is over")
    assert reasons(frames(evolved(game, (passed(1), passed(1), noted)))) == [
        PassReason("round-over"),
        None,
    ]


def test_a_pass_is_forced_also_where_another_was_stepped_over() -> None:
    hands = ("4-1 6-4", "5-1 3-0", "5-0 3-3")
    game = passing(*hands, like="block-lot@1", acts=("0 lays 4-1",))
    noted = IrregularityNoted(code="skipped-though-able", message="seat 1 could lay 5-1")
    acts = (passed(1, inferred=True), passed(2), noted)
    *_, skipped, forced, _ = frames(evolved(game, acts), open=True)
    assert (skipped.reason, skipped.could) == (None, (laid(1, tile_named("5-1"), "left"),))
    assert forced.reason == PassReason("nobody-draws", (1, 4))
