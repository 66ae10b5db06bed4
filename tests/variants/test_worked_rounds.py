"""The worked rounds of the rules pages."""

from domain.round.legal import legal_moves
from tests.domain.builders import act_of, any_hand, deal, new_game, now, play


def test_partnership_pagat() -> None:
    rules = any_hand("partnership-pagat@1", 2, 4)
    game = deal(new_game(rules, 4), "6-6 1-0", "6-1 5-0", "6-4 3-3", "6-2 2-2", leader=0)
    plies = (
        ({"0 lays 6-6"}, "0 lays 6-6"),
        ({"3 lays 6-2 left", "3 lays 6-2 right"}, "3 lays 6-2 right"),
        ({"2 lays 6-4 left"}, "2 lays 6-4 left"),
        ({"1 passes"}, "1 passes"),
    )
    for legal, act in plies:
        assert set(legal_moves(now(game))) == {act_of(each) for each in legal}
        game = play(game, act)
    assert [end.pip for end in now(game).front.ends] == [4, 2]
