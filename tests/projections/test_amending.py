"""After any amendments, all totals equal those of the newest records in a fresh book."""

import json
from collections import Counter
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.records.versions import versions_of
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.results.game_result import count_game, net_of_game
from tests.lanes import examples
from tests.ledger.amendments import amend
from tests.ledger.games import Json, exported, line, new_book, take
from tests.ledger.kinds import BRIEF_RULES

pytestmark = pytest.mark.unmeasured

GAMES = 3


class Version(NamedTuple):
    """A version of a game: the simulated game, its first seat, and its number of rounds."""

    kind: tuple[int, int]
    number: int
    turned: int
    rounds: int


VERSIONS = st.builds(
    Version,
    st.tuples(st.integers(0, len(BRIEF_RULES) - 1), st.integers(0, 2)),
    st.integers(1, 500),
    st.integers(0, 3),
    st.integers(0, 4),
)


def record_of(game: int, version: Version) -> Json:
    """A legal record of game number ``game``, with any seating, perhaps unfinished."""
    rules = BRIEF_RULES[version.kind[0]]
    seats = sorted(rules.play.hand)[version.kind[1] % len(rules.play.hand)]
    simulated: Json = json.loads(Simulation(rules, seats, seed=2).line(version.number))
    names = [f"player {(seat + version.turned) % seats}" for seat in range(seats)]
    rounds = simulated["rounds"][: version.rounds + 1]
    return simulated | {"id": f"game {game}", "players": names, "rounds": rounds}


@settings(max_examples=examples(8))
@given(
    first=st.tuples(*[VERSIONS] * GAMES),
    newer=st.lists(st.tuples(st.integers(0, GAMES - 1), VERSIONS), max_size=6),
)
def test_totals_are_those_of_a_recount(
    first: tuple[Version, ...], newer: list[tuple[int, Version]]
) -> None:
    texts = [line(record_of(game, version)) for game, version in enumerate(first)]
    with TemporaryDirectory() as directory, closing(new_book(Path(directory))) as book:
        assert {each.outcome for each in take(book, texts)} == {"added"}
        for game, version in newer:
            amend(book, record_of(game, version))
        with closing(new_book(Path(directory), "recount")) as recount:
            assert {each.outcome for each in take(recount, exported(book))} == {"added"}
            assert exported(recount) == exported(book)
            assert totals(recount) == totals(book)
            assert {each.outcome for each in take(book, exported(recount))} == {"unchanged"}
        amendments = Counter(game for game, _ in newer)
        found = [len(versions_of(book.stream(game))) for game in book.games()]
        assert found == [1 + amendments[game] for game in range(GAMES)]


def totals(book: Book) -> dict[str, Counter[str]]:
    """By player's name: the net of the rounds that count, and games won."""
    names = all_names(book)
    sums: dict[str, Counter[str]] = {}
    for game in book.games():
        result = count_game(book.stream(game).game)
        scores, net = result.standing.scores, net_of_game(result)
        for seat, player in enumerate(result.game.opened.players):
            of_player = sums.setdefault(names[player], Counter())
            of_player["games"] += result.played
            of_player["won"] += seat in (result.winners or ())
            of_player["rounds"] += len(result.counted)
            of_player["points"] += scores[result.game.table.side_of(seat)] if scores else 0
            of_player["net"] += net[seat] if net else 0
    return sums
