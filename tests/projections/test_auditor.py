"""Audits in sequence: the winner of a game may lead the next one."""

from contextlib import closing
from pathlib import Path
from uuid import UUID

import pytest

from domino_ledger.domain.disputes.events import DisputeOpened, RulingMade
from domino_ledger.domain.events import Event, GameWon, RoundWon
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.registry.name_changes import rename
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.ledger.transcript.game import Violation
from domino_ledger.projections.audit.audit import Auditor
from tests.domain.builders import altered
from tests.ledger.games import Json, line, new_book, record, take_one

from .tails import written

LOT = record("openspiel-block.jsonl") | {"claims": None}
RULES = altered("block-lot@1", play={"next_lead": "winner"}).model_copy(update={"id": "winner@1"})
FIRST: Json = LOT | {"id": "first", "rules": RULES.model_dump(mode="json")}
"""Seat 0 has won it."""


def second(leader: int) -> Json:
    round = LOT["rounds"][0] | {"leader": leader, "claims": None}
    if leader:
        moves = [move | {"seat": 1 - move["seat"]} for move in round["moves"]]
        round |= {"hands": round["hands"][::-1], "moves": moves}
    return FIRST | {"id": "second", "after": "first", "rounds": [round]}


def codes(auditor: Auditor, game: Json) -> list[str]:
    found = auditor.of_record(read_record(line(game)))
    return [violation.code for violation in found.violations]


@pytest.mark.parametrize(
    ("leader", "players", "wrong"),
    [
        (0, ["p0", "p1"], []),
        (1, ["p0", "p1"], ["wrong-leader"]),
        (0, ["p1", "p0"], ["wrong-leader"]),
        (1, ["p1", "p0"], []),
        (1, ["carl", "dora"], []),
    ],
)
def test_the_winner_of_the_previous_game_leads(
    leader: int, players: list[str], wrong: list[str], tmp_path: Path
) -> None:
    game = second(leader) | {"players": players}
    auditor = Auditor(None)
    assert codes(auditor, FIRST) == []
    assert codes(auditor, game) == wrong
    with closing(new_book(tmp_path)) as book:
        assert take_one(book, FIRST).outcome == "added"
        assert codes(Auditor(book), game) == wrong


def test_without_the_previous_game_any_seat_may_lead(tmp_path: Path) -> None:
    assert codes(Auditor(None), second(1)) == []
    with closing(new_book(tmp_path)) as book:
        assert codes(Auditor(book), second(1)) == []
    auditor = Auditor(None)
    assert codes(auditor, FIRST | {"rounds": []}) == []
    assert codes(auditor, second(1)) == []
    crowd = ["a", "b", "c", "d", "e", "f", "g"]
    assert codes(auditor, FIRST | {"players": crowd}) == ["bad-seats"]
    assert codes(auditor, second(1)) == []


@pytest.fixture
def series(tmp_path: Path) -> Book:
    """Both games, with one player renamed afterwards."""
    book = new_book(tmp_path)
    for game in (FIRST, second(1)):
        assert take_one(book, game, as_played=True).outcome == "added"
    rename(book, "p0", "ana")
    return book


def test_games_of_a_book_have_current_names(series: Book) -> None:
    found = Auditor(series, PUBLISHED["block@1"]).of_game(series.stream(game_id("second")))
    assert found.given.names == ("ana", "p1")
    assert [violation.code for violation in found.violations] == ["wrong-leader"]
    assert found.result is not None
    assert found.result.rules.id == "block@1"
    series.close()


# -- what the book says of the end, and no record

PLAYERS = (UUID(int=1 << 100), UUID(int=1 << 101))
SIMULATED = Simulation(PUBLISHED["block-lot@1"], 2, seed=15)
PLAYED = SIMULATED.play(1, PLAYERS).events
WON_BY_ANOTHER = [*PLAYED[:-1], GameWon(seats=(1,))]
ANOTHER_OUT = [*PLAYED[:-2], RoundWon(seat=1), PLAYED[-1]]
OPENED = DisputeOpened(dispute=1, by=PLAYERS[0], claim="a slip")
RULED = RulingMade(dispute=1, by=PLAYERS[0], remedies=())
IT_IS_0 = {"claimed": (1,), "found": (0,)}


@pytest.mark.parametrize(
    ("events", "false"),
    [
        (PLAYED, []),
        (WON_BY_ANOTHER, [Violation(None, None, "false-claim", {"claim": "winners", **IT_IS_0})]),
        (ANOTHER_OUT, [Violation(0, None, "false-claim", {"claim": "out", **IT_IS_0})]),
        (
            [*WON_BY_ANOTHER, OPENED],
            [Violation(None, None, "false-claim", {"claim": "winners", **IT_IS_0})],
        ),
        ([*WON_BY_ANOTHER, OPENED, RULED], []),
    ],
)
def test_the_book_says_that_another_seat_won(
    events: list[Event], false: list[Violation], tmp_path: Path
) -> None:
    assert PLAYED[-2:] == [RoundWon(seat=0), GameWon(seats=(0,))]
    record = SIMULATED.record(1)
    with closing(written(tmp_path, [(record, events)])) as book:
        audit = Auditor(book).of_game(book.stream(game_id(record)))
    assert list(audit.violations) == false
