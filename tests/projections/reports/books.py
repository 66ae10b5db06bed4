"""A book with games of every kind, and its tables."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from domino_ledger.domain.game.decide import Abandon, decide
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.simulation import Simulation, simulate_into
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.reports.league import League
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.connection import Connection
from domino_ledger.projections.tables.database import read_models_of
from tests.ledger.games import FILES, Json, line, lines, new_book, record, take, take_one
from tests.ledger.kinds import AGREED, seats_of

BLOCKED = record("payout.jsonl")
"""Four seats; net 12 -36 17 7, seat 1 the blocker."""
OUT = record("payout.jsonl", 1)
"""Four seats; net -10 -23 33 0, seat 2 out; seat 3 is left with 0-0."""
LOT = record("openspiel-block.jsonl")
"""Two seats; net 31 -31, points 31 0."""
SERIES = record("sanjuan.jsonl")
"""Two sides; 242-194 after twelve rounds."""
IRREGULAR = LOT | {"rounds": [LOT["rounds"][0] | {"leader": 1}]}
SLOW_TO_JUDGE = {"bendomino@1", "chicken-foot@1", "spinner@1"}
"""Whether a block could have been prevented takes a minute to search in these games."""
EUR, JPY = ({"currency": "EUR", "minor_per_pip": 5}, {"currency": "JPY", "minor_per_pip": 100})


def booked(directory: Path, *games: Json) -> Book:
    book = new_book(directory)
    for game in games:
        assert take_one(book, game, as_played=True).outcome == "added"
    return book


def unfinished(rounds: int = 6, **score: Any) -> Json:
    """The first rounds of the series: 73-106 after six, no side at 200."""
    rules = PUBLISHED["partnership-sanjuan@1"]
    rules = rules.model_copy(update={"score": rules.score.model_copy(update=score)})
    own = {"rules": rules.model_dump(mode="json") | {"id": "house@1"}} if score else {}
    begun = [round | {"claims": None} for round in SERIES["rounds"][:rounds]]
    return SERIES | {"rounds": begun, "claims": None} | own


def low(id: str) -> Json:
    """A game of one round in which each side writes down its hand, 17 and 31 pips: p0 wins."""
    score = {"points": "own-hand", "rounds": 1, "winners": "lowest"}
    rules = with_other(PUBLISHED["block-lot@1"], "score", **score)
    return LOT | {"id": id, "rules": rules.model_dump(mode="json"), "claims": None}


def abandon(book: Book, game: Json) -> None:
    stream = book.stream(game_id(game["id"]))
    book.append(stream, decide(stream.game, Abandon()))


def cut(game: Json) -> Json:
    """The game with its first round dealt, and no tile laid."""
    first = game["rounds"][0] | {"moves": [], "ended": None, "claims": None}
    return game | {"rounds": [first]}


def of_every_kind(directory: Path) -> Book:
    """Games that are over, unfinished, disputed, abandoned; all rule sets; several currencies."""
    book = new_book(directory)
    for file in FILES:
        take(book, lines(file)[:30])
    odd = [
        unfinished() | {"id": "begun"},
        unfinished() | {"id": "turned", "teams": [[1, 3], [0, 2]]},
        unfinished() | {"id": "void"},
        unfinished(abandoned="as-it-stands") | {"id": "broken-off"},
        IRREGULAR | {"id": "irregular"},
        cut(BLOCKED) | {"id": "dealt"},
        SERIES | {"id": "other-teams", "teams": [[0, 1], [2, 3]]},
        LOT | {"id": "twice", "players": ["p0", "p0"]},
        LOT | {"id": "euros", "stake": EUR},
        LOT | {"id": "yen", "stake": JPY},
        BLOCKED | {"id": "four-for-euros", "stake": EUR, "players": ["p1", "s1", "p0", "s0"]},
        LOT | {"id": "nothing", "rounds": []},
        LOT | {"id": "each-a-team", "teams": [[1], [0]]},
        SERIES | {"id": "over-before-others-are-broken-off"},
    ]
    take(book, map(line, odd), as_played=True)
    for game in (odd[2], odd[3]):
        abandon(book, game)
    for rules in PUBLISHED.values():
        long = rules.id in AGREED
        seated = seats_of(rules)
        for seats in () if rules.id in SLOW_TO_JUDGE else seated[-1:] if long else seated:
            list(simulate_into(book, Simulation(rules, seats, seed=3), 1 if long else 4))
    backwards = with_other(PUBLISHED["block@1"], "play", direction="counterclockwise")
    backwards = backwards.model_copy(update={"id": "backwards@1"})
    list(simulate_into(book, Simulation(backwards, 3, seed=3), 2))
    return book


@contextmanager
def kept(book: Book) -> Iterator[Keeper]:
    """A keeper of the book's read models, caught up."""
    with closing(read_models_of(book)) as models:
        keeper = Keeper(book, models)
        for _ in keeper.catch_up():
            pass
        yield keeper


@contextmanager
def asked(book: Book) -> Iterator[Connection]:
    """A connection to the tables in use, caught up."""
    with kept(book) as keeper, keeper.models.reading() as connection:
        yield connection


def with_other(rules: RuleSet, part: str, **fields: Any) -> RuleSet:
    changed = getattr(rules, part).model_copy(update=fields)
    return rules.model_copy(update={"id": "house@1", part: changed})


def ordered(found: League) -> League:
    return found._replace(places=sorted(found.places, key=lambda place: place.player))
