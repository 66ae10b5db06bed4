"""Tables of games that were amended, ruled on or left, in any order of events."""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import AS_PLAYED
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.compared_rules import what_if
from domino_ledger.projections.tables.rebuild import judge_all
from tests.domain.builders import altered
from tests.lanes import examples
from tests.projections.tables.everywhere import everywhere

from .figures import alone, empty_models, tables_in
from .figures_by_fold import rulings
from .modelled import booked, everything, exhaust, owed, rebuild, rebuilt_rows, recount
from .refolding import Refold, answer_of
from .test_figures import check
from .troubled import Tables

pytestmark = pytest.mark.unmeasured

OTHERS = (
    PUBLISHED["forced-block@1"],
    PUBLISHED["block@1"],
    altered("draw@1", score={"target": 40, "forfeited": "void", "abandoned": "as-it-stands"}),
    altered("block@1", score={"target": 30}, payout={"reading": "set-up", "tied_winners": "share"}),
)


@pytest.mark.parametrize("seed", range(examples(1)))
def test_catching_up_and_rebuilding_give_equal_tables(seed: int, tmp_path: Path) -> None:
    tables = Tables(tmp_path, seed)
    with closing(tables.book) as book, empty_models() as models:
        keeper = Keeper(book, models, batch=Random(seed).choice([7, 60, 100_000]))
        goes_on = True
        while goes_on:
            goes_on = tables.go_on()
            exhaust(keeper.catch_up())
            now = everything(models)
            check(tables_in(models), book)
            assert booked(now) == owed(rulings(book))
            with empty_models() as others:
                exhaust(alone(book, others).catch_up())
                assert rebuilt_rows(everything(others)) == rebuilt_rows(now)


@pytest.mark.parametrize("seed", range(examples(1)))
def test_what_if_is_a_refold(seed: int, tmp_path: Path) -> None:
    tables = Tables(tmp_path, seed)
    with closing(tables.book) as book, empty_models() as models:
        keeper = alone(book, models)
        goes_on = True
        while goes_on:
            goes_on = tables.go_on()
            exhaust(judge_all(keeper))  # Later events change judged rounds.
        refold = Refold.of(book)
        for rules in OTHERS:
            with models.reading() as connection:
                found = what_if(connection, AS_PLAYED, [everywhere(book, rules)])[0]
            assert answer_of(found) == refold.under(rules)


@pytest.mark.parametrize("seed", range(examples(1)))
def test_a_rebuild_by_other_rules_and_back(seed: int, tmp_path: Path) -> None:
    tables = Tables(tmp_path, seed)
    with closing(tables.book) as book, empty_models() as models:
        keeper = Keeper(book, models, batch=200)
        for rules in (None, *OTHERS[:1], None):
            tables.go_on()
            rebuild(keeper, rules)
            made_anew = everything(models)
            assert booked(made_anew) == owed(rulings(book, rules))
            recount(keeper)
            recount(keeper, rules)
            assert rebuilt_rows(everything(models)) == rebuilt_rows(made_anew)
