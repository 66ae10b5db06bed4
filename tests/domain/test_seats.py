"""Sides in the order of a record's teams."""

import pytest

from domino_ledger.domain.seats import Sides, by_team, sides_by_seat, teams_or_sides

PARTNERS: Sides = ((0, 2), (1, 3))
ALONE: Sides = ((0,), (1,), (2,), (3,))


@pytest.mark.parametrize("teams", [((1, 3), (0, 2)), ((3, 1), (2, 0)), PARTNERS])
def test_teams_that_match_the_partners_give_the_order(teams: Sides) -> None:
    for sides in (PARTNERS, PARTNERS[::-1]):
        assert teams_or_sides(sides, teams) == teams


def test_teams_of_others_are_ignored() -> None:
    assert teams_or_sides(PARTNERS, ((0, 1), (2, 3))) == PARTNERS
    assert teams_or_sides(PARTNERS, None) == PARTNERS
    assert teams_or_sides(ALONE, PARTNERS) == ALONE


def test_players_without_partners_keep_the_order_of_seats() -> None:
    assert teams_or_sides(ALONE, ALONE[::-1]) == ALONE


def test_sides_are_found_by_team_and_by_seat() -> None:
    assert by_team(PARTNERS, ((3, 1), (0, 2))) == [1, 0]
    assert by_team(PARTNERS, None) == [0, 1]
    assert sides_by_seat(PARTNERS) == [0, 1, 0, 1]
