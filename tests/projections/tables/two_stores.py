"""A book in a file and an equal one in PostgreSQL, and what-if questions to both."""

from contextlib import closing
from pathlib import Path

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import make_book, open_book
from domino_ledger.projections.tables.catch_up import Keeper, set_up_in_database
from tests.domain.builders import altered
from tests.ledger.games import write_copied

from .modelled import Everything, everything

BATCH = 500
LAMPUNG = altered("forced-block@1", payout={"loss_factor": 3})
OTHERS: dict[str, RuleSet] = {
    "money": LAMPUNG,
    "points": PUBLISHED["draw@1"],
    "both": altered("block@1", score={"target": 40}, payout={"reading": "set-up"}),
}


def fill(database: str, file: Path, events: int = 100_000) -> None:
    """Copy the rows of the file."""
    make_book(database)
    with closing(open_book(file)) as one, closing(open_book(database)) as other:
        write_copied(other, one.log(0, events), one.query("SELECT * FROM player_name"))
        set_up_in_database(other)


def compared(both: tuple[Keeper, Keeper]) -> Everything:
    one, other = (everything(keeper.models) for keeper in both)
    assert one == other
    return one
