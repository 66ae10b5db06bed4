"""Undone deals: the tables equal those of the games without them."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from domino_ledger.domain.events import (
    DealUndone,
    Event,
    GameOpened,
    GameWon,
    PlayPaused,
    PlayResumed,
)
from domino_ledger.domain.game.undo import without_undone
from domino_ledger.domain.scoring.settlement import Blame
from domino_ledger.projections.results.game_result import count_game
from domino_ledger.projections.tables.catch_up import Keeper
from tests.lanes import examples
from tests.ledger.games import new_book, read, record
from tests.projections.random_disputes import RULE_SETS, disputed_game

from .articles import add
from .figures import empty_models
from .modelled import Everything, booked, everything, exhaust, rebuilt_rows

pytestmark = pytest.mark.unmeasured

THEN = datetime(2026, 1, 31, 20, tzinfo=UTC)


def with_pauses(events: Sequence[Event]) -> list[Event]:
    """The events with pauses in place of undone ones, so that positions are equal."""
    standing = dict(without_undone(enumerate(events), lambda pair: pair[1]))
    pauses = PlayPaused(), PlayResumed()
    return [standing.get(at, pauses[at % 2]) for at in range(len(events))]


def disputed_games(chance: Random) -> list[list[Event]]:
    """Games with undone deals, some of them after a step of a dispute."""
    games: list[list[Event]] = []
    for number in range(10):
        name = chance.choice(sorted(RULE_SETS))
        seats = chance.choice(sorted(RULE_SETS[name].play.hand))
        first, *events = disputed_game(name, seats, chance.randrange(2**32))
        assert isinstance(first, GameOpened)
        games.append([replace(first, record=f"game {number}", started_at=THEN), *events])
    return games


def tables(directory: Path, games: Sequence[Sequence[Event]], batch: int) -> Everything:
    """All rows; each game is taken in after each batch of its events."""
    with closing(new_book(directory)) as book, empty_models() as models:
        keeper = Keeper(book, models)
        for events in games:
            game = add(book, events[:batch])
            exhaust(keeper.catch_up())
            for at in range(batch, len(events), batch):
                book.append(book.stream(game), events[at : at + batch])
                exhaust(keeper.catch_up())
        return everything(models)


@pytest.mark.parametrize("batch", [40, 10_000])
@pytest.mark.parametrize("seed", range(examples(2)))
def test_the_tables_ignore_undone_events(tmp_path: Path, seed: int, batch: int) -> None:
    games = disputed_games(Random(seed))
    assert any(DealUndone() in events for events in games)
    (tmp_path / "plain").mkdir()
    kept_rows = tables(tmp_path, games, batch)
    plain = tables(tmp_path / "plain", [with_pauses(events) for events in games], 10_000)
    assert rebuilt_rows(kept_rows) == rebuilt_rows(plain)
    assert booked(kept_rows) == booked(plain)
    assert len(kept_rows["round_end"]) > 10


def test_a_verdict_is_deleted_with_its_round(tmp_path: Path) -> None:
    """Whatever happened in the round: at a table, acts are undone before their deal."""
    one, other = blocked_by(1), blocked_by(3)
    with closing(new_book(tmp_path)) as book, empty_models() as models:
        keeper = Keeper(book, models)
        game = add(book, one)
        exhaust(keeper.catch_up())
        assert [row[4] for row in everything(models)["verdict"]] == [1]
        book.append(book.stream(game), [DealUndone(), *other[1:]])
        exhaust(keeper.catch_up())
        assert [row[4] for row in everything(models)["verdict"]] == [3]


def blocked_by(seat: int) -> list[Event]:
    """A recorded round for money that this seat blocked, without the events of the game."""
    for number in range(100):
        transcript = read(record("payout.jsonl", number))
        assert transcript.game is not None
        (found,) = count_game(transcript.game).rounds
        if transcript.game.table.seats == 4 and found.blame == Blame(seat):
            return [event for event in transcript.events if not isinstance(event, GameWon)]
    raise LookupError(seat)
