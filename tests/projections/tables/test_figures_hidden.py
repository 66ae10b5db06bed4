"""The figures hold nothing of a round in play."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domino_ledger.domain.events import Event, GameAbandoned, RoundDealt
from domino_ledger.ledger.book import Book
from domino_ledger.projections.tables.schema import data_dictionary
from tests.lanes import examples
from tests.ledger.games import new_book

from .articles import add
from .busy import ODD
from .figures import tables_of
from .test_article_hidden import UNFINISHED, with_other_hidden_tiles

pytestmark = pytest.mark.unmeasured


def seen(directory: Path, name: str, events: Sequence[Event]) -> dict[str, Any]:
    """All rows without the time of recording."""
    with closing(new_book(directory, name)) as book:
        add(book, events)
        return without_time(book)


def without_time(book: Book) -> dict[str, Any]:
    """The tables of games and rounds. Those of the play show a round that was broken off."""
    of_figures = {each.name for each in data_dictionary() if each.model == "figures"}
    tables = {name: rows for name, rows in tables_of(book).items() if name in of_figures}
    return tables | {"game_fact": [(*row[:5], *row[6:]) for row in tables["game_fact"]]}


@pytest.mark.parametrize("more", [[], [GameAbandoned()], [ODD]], ids=["", "broken off", "odd"])
@pytest.mark.parametrize("number", range(len(UNFINISHED)))
def test_hidden_rounds_change_no_figure(number: int, more: list[Event], tmp_path: Path) -> None:
    events = UNFINISHED[number]
    base_rows = seen(tmp_path, "shown.db", [*events, *more])
    for other in range(1, 1 + examples(1)):
        exchanged = with_other_hidden_tiles(events, Random(other))
        assert exchanged != events
        assert seen(tmp_path, f"{other}.db", [*exchanged, *more]) == base_rows


def test_a_hidden_round_is_left_out(tmp_path: Path) -> None:
    events = UNFINISHED[0]
    last = max(at for at, event in enumerate(events) if isinstance(event, RoundDealt))
    assert seen(tmp_path, "shown.db", events) == seen(tmp_path, "before.db", events[:last])
