"""A game as a fold over its events, and the commands that decide and end it."""

from sys import getrecursionlimit
from uuid import UUID

import pytest

from domino_ledger.domain.disputes.events import DisputeOpened
from domino_ledger.domain.events import DealVoid, Event, IrregularityNoted, RoundDealt, passed
from domino_ledger.domain.game.state import evolve_game, fold, open_game, standing_of, winners_of
from domino_ledger.domain.round.legal import legal_moves

from .builders import act_of, any_hand, deal, hands, new_game, now, opened, play, rest

LOT = any_hand("block-lot@1", 2, 2)
TARGET = any_hand("draw@1", 2, 2, score={"target": 12})
OVER = ("0 lays 4-4", "1 lays 6-4 left", "0 lays 4-0 right")
DEALT = ("4-4 4-0", "6-4 6-5")
NOTED = IrregularityNoted(code="bad-seats")


def test_a_game_begins_with_its_opening() -> None:
    with pytest.raises(
        ValueError, match=r"^a game begins with game-opened/1, not with deal-void/1"
    ):
        fold([DealVoid()])


def test_too_many_players_for_the_rules() -> None:
    with pytest.raises(KeyError):
        open_game(opened(LOT, 3))


def test_no_act_before_the_first_deal() -> None:
    with pytest.raises(ValueError, match=r"^turn-passed/1 before the first deal$"):
        evolve_game(new_game(LOT, 2), passed(0))


def test_long_games_are_compared_and_printed_without_recursion() -> None:
    """More rounds and disputes than the recursion limit of Python."""
    many = getrecursionlimit() + 1
    dealt = RoundDealt(hands=hands(*DEALT), boneyard=rest(hands(*DEALT)), leader=0)
    claims = [
        DisputeOpened(dispute=number, by=UUID(int=1), claim="a slip")
        for number in range(1, many + 1)
    ]
    events: list[Event] = [opened(LOT, 2), *[dealt] * many, *claims]
    game, again, shorter = fold(events), fold(events), fold(events[:-1])
    assert game == again
    assert (game.past, game.said) == (again.past, again.said)
    assert game != shorter
    assert game.past is not None
    assert game.past != game.said
    assert game.past != game.past.earlier
    assert "RoundDealt" in repr(game.past)
    assert repr(game.said).count("a slip") == many


def test_an_irregularity_of_the_game_is_noted_before_its_first_round() -> None:
    game = evolve_game(new_game(LOT, 2), NOTED)
    assert game.noted == (NOTED,)
    assert game.current is None


def test_a_game_with_an_irregular_round_has_no_winner() -> None:
    first = evolve_game(play(deal(new_game(TARGET, 2), *DEALT), *OVER), NOTED)
    second = play(deal(first, *DEALT), *OVER)
    assert now(second).ended == "out"
    assert second.won is None
    assert winners_of(second) is None
    assert standing_of(second).scores == (11, 0)


def test_a_round_that_is_not_over_counts_for_nothing() -> None:
    game = deal(play(deal(new_game(TARGET, 2), *DEALT), *OVER), *DEALT)
    assert standing_of(game)[:3] == ((11, 0), None, 1)


def test_a_named_first_lead_binds_only_the_first_round() -> None:
    values = {"first_lead": {"kind": "named-tile", "tile": "4-4"}, "next_lead": "winner"}
    rules = any_hand("draw@1", 2, 2, play=values)
    void = deal(new_game(rules, 2), "6-6 5-5", "1-0 2-0")
    assert now(void).ended == "void"
    first = play(deal(void, *DEALT), *OVER)
    later = deal(first, "6-6 5-5", "1-0 2-0")
    assert now(later).ended is None
    assert legal_moves(now(later)) == (act_of("0 lays 5-5"), act_of("0 lays 6-6"))
