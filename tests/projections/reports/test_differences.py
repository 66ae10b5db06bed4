"""The games and figures that a rebuild by other rules would change."""

from contextlib import closing
from pathlib import Path

import pytest

from domain.rules.catalogue import PUBLISHED
from domain.rules.counting import AS_PLAYED
from ledger.registry.counting import countings
from ledger.registry.players import all_names
from projections.reports.games import game_overviews
from projections.tables.kept_games import Kept
from projections.tables.rebuild import build, compare, switch
from tests.projections.tables.everywhere import everywhere

from .books import BLOCKED, EUR, LOT, OUT, SERIES, booked, kept, with_other

pytestmark = pytest.mark.unmeasured

TRIPLED = with_other(PUBLISHED["forced-block@1"], "payout", loss_factor=3)


def test_a_block_at_three_times_the_cost(tmp_path: Path) -> None:
    """Only the money of the blocked round changes."""
    games = (BLOCKED | {"stake": EUR}, OUT | {"stake": EUR})
    with closing(booked(tmp_path, *games)) as book, kept(book) as keeper:
        names = all_names(book)
        for _ in build(keeper, "figures", everywhere(keeper.book, TRIPLED)):
            pass
        found = compare(keeper, ["figures"], everywhere(keeper.book, TRIPLED))
    (game,) = found.games
    assert game.now is not None
    assert game.then is not None
    assert game.record == BLOCKED["id"]
    assert (game.now.net, game.then.net) == ((60, -180, 85, 35), (180, -540, 255, 105))
    assert game.now._replace(net=()) == game.then._replace(net=())
    assert {
        names[each.player]: (each.rule_set, each.figure, each.currency, each.then - each.now)
        for each in found.figures
    } == {
        name: ("forced-block@1", "net", "EUR", change)
        for name, change in zip(BLOCKED["players"], (120, -360, 170, 70), strict=True)
    }


def test_what_a_switch_then_changes(tmp_path: Path) -> None:
    rules = with_other(PUBLISHED["partnership-sanjuan@1"], "score", target=60)
    with closing(booked(tmp_path, SERIES, LOT)) as book, kept(book) as keeper:
        for _ in build(keeper, "figures", everywhere(keeper.book, rules)):
            pass
        found = compare(keeper, ["figures"], everywhere(keeper.book, rules))
        standings = []
        for _ in range(2):
            with keeper.models.reading() as connection:
                overviews = {each.id: each for each in game_overviews(connection)}
            standings.append(overviews)
            if len(standings) == 1:
                switch(keeper, ["figures"], everywhere(keeper.book, rules))
    now, then = standings
    changed = [game for game in now if now[game] != then[game]]
    assert [each.game for each in found.games] == changed
    for game, record, before, after in found.games:
        for standing, overview in ((before, now[game]), (after, then[game])):
            assert standing is not None
            assert record == overview.record
            assert (standing.state, standing.rounds) == (overview.state, overview.rounds)
            assert standing.winners == overview.winners
    assert {each.figure for each in found.figures} >= {"rounds", "points", "games_won"}
    assert found.kept == []


def test_games_that_keep_their_rules_are_named(tmp_path: Path) -> None:
    rules = with_other(PUBLISHED["partnership-sanjuan@1"], "score", target=60)
    counting = countings(dict(PUBLISHED) | {rules.id: rules}, [rules.id])[0]
    with closing(booked(tmp_path, SERIES, LOT)) as book, kept(book) as keeper:
        for _ in build(keeper, "figures", counting):
            pass
        found = compare(keeper, ["figures"], counting)
        for _ in build(keeper, "figures", AS_PLAYED):
            pass
        own = compare(keeper, ["figures"], AS_PLAYED)
    assert found.kept == [Kept("block-lot@1", (), 1, [LOT["id"]])]
    assert [each.record for each in found.games] == [SERIES["id"]]
    assert own.kept == []


def test_by_the_same_rules_nothing_differs(tmp_path: Path) -> None:
    with closing(booked(tmp_path, SERIES, LOT)) as book, kept(book) as keeper:
        for _ in build(keeper, "figures", AS_PLAYED):
            pass
        found = compare(keeper, ["figures"], AS_PLAYED)
    assert (found.games, found.figures) == ([], [])
