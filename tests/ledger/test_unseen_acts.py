"""Acts with tiles that nobody saw, and that later moves or the tiles shown at the end tell."""

from domino_ledger.domain.rules.rule_set import RuleSet
from tests.domain.builders import any_hand

from .games import Json, game_with, read

GAPLE = any_hand("gaple@1", 2, 3, play={"highest_pip": 2})
TRAINS = any_hand("basic-train@1", 3, 3, play={"highest_pip": 3})
FEET = any_hand("chicken-foot@1", 2, 2)


def recorded(rules: RuleSet, hands: list[list[str] | None], *moves: Json, **more: object) -> Json:
    round = {"leader": 0, "hands": hands, "moves": list(moves), "ended": None} | more
    return game_with(rules, ["Ana", "Ben", "Cruz"][: len(hands)], round)


def lay(seat: int, tile: str, at: str | None = None) -> Json:
    return {"seat": seat, "lay": tile} | ({} if at is None else {"at": at})


def test_a_tile_set_aside_unseen_may_turn_out_to_be_known() -> None:
    moves = lay(0, "0-0"), {"seat": 1, "aside": "?"}, lay(2, "1-0", "right"), lay(0, "2-1", "right")
    hands = [["0-0", "2-1"], None, ["1-0", "2-0"]]
    shown = [[], ["2-2"], ["2-0"]]
    game = read(recorded(GAPLE, hands, *moves, ended="out", left=shown))
    assert (game.violations, game.unchecked) == ([], [])


def test_who_says_that_a_turn_is_over_may_have_had_nothing_to_lay() -> None:
    """That 0-0 fitted nowhere, only the tiles left tell."""
    begun = lay(0, "3-3", "train-0"), lay(1, "2-2", "train-1"), lay(2, "1-1", "train-2")
    first = lay(0, "3-0", "train-0-left"), {"seat": 0, "done": True}
    out = lay(1, "3-2", "train-1-left"), lay(1, "2-0", "train-0-left")
    shown = [["0-0"], [], ["3-1", "2-1"]]
    record = recorded(TRAINS, [None] * 3, *begun, *first, *out, ended="out", left=shown)
    assert read(record).violations == []


def test_a_block_may_be_said_without_the_end_of_the_turn() -> None:
    begun = lay(0, "3-3", "train-0"), lay(1, "2-2", "train-1"), lay(2, "1-1", "train-2")
    shown = [["2-1"], ["3-1", "1-0"], ["3-2", "2-0"]]
    hands: list[list[str] | None] = [
        ["3-3", "3-0", "2-1"],
        ["2-2", "3-1", "1-0"],
        ["1-1", "3-2", "2-0"],
    ]
    unseen: list[list[str] | None] = [None] * 3
    for each in (hands, unseen):
        moves = (*begun, lay(0, "3-0", "train-0-left"))
        assert read(recorded(TRAINS, each, *moves, ended="blocked", left=shown)).violations == []


def test_who_leads_after_an_unseen_draw_has_drawn_the_tile() -> None:
    moves = {"seat": 0, "draw": "?"}, {"seat": 1, "draw": "?"}, lay(1, "9-9"), lay(0, "9-8")
    record = recorded(FEET, [None, None], *moves) | {}
    record["rounds"][0] |= {"leader": 1, "starter": 0}
    game = read(record)
    assert (game.violations, game.unchecked) == ([], [])
    assert game.recordable
