"""What may be chosen of trains and feet: each value changes what is legal, or what counts."""

import pytest

from domino_ledger.domain.events import RoundReported
from domino_ledger.domain.hidden.seat_view import seat_view
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import tile_named, tile_set

from .builders import altered, any_hand, deal, evolved, new_game, now, play, text_of, tiles


@pytest.mark.parametrize(("out_on_double", "missing"), [(True, {0, 2}), (False, set())])
def test_what_a_last_tile_that_is_not_laid_says(out_on_double: bool, missing: set[int]) -> None:
    """It may be a double that fits, where nobody goes out with one."""
    layout = {"kind": "hub-trains", "out_on_double": out_on_double}
    play_ = {"highest_pip": 2, "draw": "none", "layout": layout}
    rules = any_hand("mexican-train@1", 2, 2, play=play_)
    game = deal(new_game(rules, 2), "2-0 1-1", "2-1 1-0", leader=0)
    game = play(game, "0 lays 2-0 train-0", "1 lays 2-1 train-1", "0 raises the marker")
    assert seat_view(now(game), 1).hands[0].missing == missing


@pytest.mark.parametrize(
    ("double_blank", "blank", "pips"),
    [(0, 0, [7, 0]), (50, 0, [7, 50]), (0, 25, [32, 50]), (50, 25, [32, 50]), (10, 25, [32, 10])],
)
def test_what_blanks_count_in_a_hand(double_blank: int, blank: int, pips: list[int]) -> None:
    rules = any_hand("chicken-foot@1", 2, 2, play={"double_blank": double_blank, "blank": blank})
    table = new_game(rules, 2).table
    hands = [tile_set(tiles(hand)) for hand in ("4-0 2-1", "0-0")]
    assert [table.pips_left(hand) for hand in hands] == pips


def hub(lead: str, **layout: object) -> RuleSet:
    """Trains of a double-six set from a hub that is led."""
    play_ = {"highest_pip": 6, "first_lead": {"kind": lead}, "next_lead": "same-rule"}
    if lead == "own-highest-double":
        play_ |= {"next_lead": "rotate", "later_lead": {"kind": lead}}
    trains = {"kind": "hub-trains", "hub": "led", **layout}
    return any_hand("mexican-train@1", 3, 3, play=play_ | {"layout": trains})


DEALT = "6-5 3-3 2-2", "5-5 6-6 1-0", "4-4 6-4 2-1"


def test_a_hub_is_a_double_also_in_a_round_that_is_played_again() -> None:
    """The same seat may hold none."""
    rules = hub("round-double")
    again = {"tied": "play-again", "points": "losing-hands"}
    rules = altered(
        "mexican-train@1", play=rules.play.model_dump(), score=again | {"winners": "highest"}
    )
    tie = RoundReported(winners=(), points=(0, 0, 0))
    game = evolved(new_game(rules, 3), [tie])
    assert game.judged[0].again
    game = deal(game, *DEALT)
    assert [text_of(act) for act in legal_moves(now(game))] == ["1 lays 6-6"]


def test_the_holder_of_the_double_of_the_round_lays_the_hub() -> None:
    game = deal(new_game(hub("round-double"), 3), *DEALT)
    assert [text_of(act) for act in legal_moves(now(game))] == ["1 lays 6-6"]
    game = play(game, "1 lays 6-6")
    assert [text_of(act) for act in legal_moves(now(game))] == [
        "2 lays 6-4 train-2",
        "2 lays 6-4 public",
    ]
    view = seat_view(now(game), 2)
    assert (view.hub, view.on_table) == (tile_named("6-6"), ())
    assert not view.unseen & tile_set(tiles("6-6 4-4 6-4 2-1"))


def test_what_wild_halves_count_in_a_hand() -> None:
    spinner = any_hand("spinner@1", 2, 2)
    both = spinner, any_hand("spinner@1", 2, 2, play={"wild_half": 25})
    hands = [tile_set(tiles(hand)) for hand in ("W-7 6-1", "W-W 0-0")]
    found = [[new_game(rules, 2).table.pips_left(hand) for hand in hands] for rules in both]
    assert found == [[24, 20], [39, 50]]
