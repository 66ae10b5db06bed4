"""What a rebuild by other rules would change and book."""

from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import AS_PLAYED, Counting
from domino_ledger.ledger.registry.counting import countings
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.connection import id_in
from domino_ledger.projections.tables.kept_games import Kept
from domino_ledger.projections.tables.rebuild import Comparison, compare, made_anew, switch, to_book
from tests.projections.tables.everywhere import everywhere

from .books import BLOCKED, EUR, LOT, OUT, SERIES, booked, kept, with_other

pytestmark = pytest.mark.unmeasured

TRIPLED = with_other(PUBLISHED["forced-block@1"], "payout", loss_factor=3)


def compared(keeper: Keeper, counting: Counting) -> Comparison:
    with made_anew(keeper, counting) as anew:
        return compare(keeper, counting, anew)


def test_a_block_at_three_times_the_cost(tmp_path: Path) -> None:
    """Only the money of the blocked round changes; it is shown, and then booked."""
    games = (BLOCKED | {"stake": EUR}, OUT | {"stake": EUR})
    with closing(booked(tmp_path, *games)) as book, kept(book) as keeper:
        names, counting = all_names(book), everywhere(book, TRIPLED)
        found = compared(keeper, counting)
        shown = to_book(keeper, counting, None)
        with made_anew(keeper, counting) as anew:
            assert to_book(keeper, counting, anew) == shown
        assert switch(keeper, counting, None) == shown.postings == found.adjusting == 4
        assert to_book(keeper, counting, None).postings == 0
    assert {
        (names[id_in(account.player)], account.currency): amount
        for account, amount in shown.changes.items()
    } == {
        (name, "EUR"): change
        for name, change in zip(BLOCKED["players"], (120, -360, 170, 70), strict=True)
    }
    different = {each.table for each in found.differences if each.old or each.new}
    assert different == {
        *("game_fact", "game_seat", "game_sum", "round_seat", "turnover", "round_fact"),
        *("played_rules", "player_in_game", "player_round_score", "player_record"),
    } - {"game_fact", "played_rules"}


def test_games_that_keep_their_rules_are_named(tmp_path: Path) -> None:
    rules = with_other(PUBLISHED["partnership-sanjuan@1"], "score", target=60)
    counting = countings(dict(PUBLISHED) | {rules.id: rules}, [rules.id])[0]
    with closing(booked(tmp_path, SERIES, LOT)) as book, kept(book) as keeper:
        found, own = compared(keeper, counting), compared(keeper, AS_PLAYED)
    assert found.kept == [Kept("block-lot@1", (), 1, [LOT["id"]])]
    assert own.kept == []


def test_by_the_same_rules_nothing_differs(tmp_path: Path) -> None:
    with closing(booked(tmp_path, SERIES, LOT)) as book, kept(book) as keeper:
        found = compared(keeper, AS_PLAYED)
    assert {(each.old, each.new) for each in found.differences} == {(0, 0)}
    assert (found.adjusting, found.gone) == (0, [])
