"""Documents about games of all sorts are as the description of the API says."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from schemathesis import openapi
from schemathesis.specs.openapi.schemas import OpenApiSchema

from domino_ledger import Book, open_book
from domino_ledger.domain.events import GameOpened, is_inferred
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.records.format import read_rules
from domino_ledger.ledger.store.chain import NOTHING_BEFORE
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.ledger.store.stream import rows_after
from domino_ledger.web.settings import Limits, Settings
from tests.ledger.games import lines, take
from tests.ledger.kinds import brief
from tests.projections.random_disputes import RULE_SETS, disputed_game
from tests.projections.tails import WHEN
from tests.variants.test_simulated import VARIANTS

from .club import write_games
from .served import serving

DOCS = Path(__file__).parents[2] / "docs" / "examples"
SHUFFLED = ("partnership-pagat@1", "chicken-foot@1", "mexican-train@1", "bendomino@1")
DISPUTED = (
    *VARIANTS,
    *("partners for money", "money and points", "fives that are called", "play on and draw"),
    *("the line begins with a tile turned up", "the table rules whether a bent tile fits"),
)
GAME = "/api/v1/games/{game}"
ROUND = GAME + "/rounds/{round}"
MOVE = ROUND + "/moves/{move}"


def write_all_sorts(book: Book) -> None:
    """Write irregular games, unseen hands, blocked rounds, committed shuffles and disputes."""
    for rules in DOCS.glob("tiny-*.json"):
        book.add_rules(read_rules(rules.read_bytes()))
    for file in ("violations.jsonl", "unseen.jsonl"):
        take(book.ledger, (DOCS / file).read_bytes().splitlines(), as_played=True)
    take(book.ledger, lines("payout.jsonl")[:10])
    for each in map(PUBLISHED.__getitem__, SHUFFLED):
        take(book.ledger, [Simulation(brief(each), min(each.play.hand), seed=1).line(1)])
    for seed, name in enumerate(DISPUTED):
        opened, *events = disputed_game(name, max(RULE_SETS[name].play.hand), seed)
        assert isinstance(opened, GameOpened)
        events.insert(0, replace(opened, record=name))
        rows = rows_after(game_id(name), 0, NOTHING_BEFORE, events, recorded_at=WHEN)
        book.ledger.write(rows)


class Served(NamedTuple):
    """A book with games of all sorts, served."""

    client: httpx.Client
    schema: OpenApiSchema
    places: list[dict[str, object]]
    """The last move of the first round and of the last round of each game."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("documents") / "club.db"
    write_games(file)
    with open_book(file) as book:
        write_all_sorts(book)
        places = [
            {"game": str(id), "round": number, "move": moves - 1}
            for id in book.ledger.games()
            for rounds in [book.ledger.stream(id).game.rounds]
            for number in sorted({0, len(rounds) - 1} & {*range(len(rounds))})
            for moves in [sum(not is_inferred(act) for act in rounds[number].acts)]
            if moves
        ]
    limits = Limits(requests=1_000_000)
    with (
        serving(file, Settings(limits=limits)) as address,
        httpx.Client(base_url=address, timeout=30) as client,
    ):
        yield Served(client, openapi.from_url(f"{address}/api/v1/openapi.json"), places)


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        (f"{GAME}/record", {}),
        (f"{GAME}/audit", {}),
        (f"{GAME}/audit", {"rules": "block@1"}),
        (ROUND, {}),
        (f"{ROUND}/explanation", {}),
        (MOVE, {"as": 0}),
        (f"{MOVE}/explanation", {}),
    ],
)
def test_a_document_is_as_described(served: Served, path: str, asked: dict[str, str | int]) -> None:
    for url in dict.fromkeys(path.format(**place) for place in served.places):
        answer = served.client.get(url, params=asked)
        assert answer.status_code == 200, url
        served.schema[path]["GET"].validate_response(answer)
