"""Deals by a shuffle that can be checked: at a table, in a simulation, in records."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from domino_ledger.domain.events import RoundDealt, SeedsRecorded, ShuffleAborted, ShuffleCommitted
from domino_ledger.domain.game.decide import Refused
from domino_ledger.domain.game.shuffles import shuffles_in
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.shuffle import commitment_of
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import NotNow
from domino_ledger.ledger.live.bot_table import BotTable, open_bot_game
from domino_ledger.ledger.live.session import TableSession, open_table
from domino_ledger.ledger.live.shuffled_deals import (
    SeedRefused,
    check_may_deal,
    commit,
    dealt_by,
    random_seed,
    read_commitment,
    read_seed,
    used_commitments,
)
from domino_ledger.ledger.live.simulation import Simulation, simulate_into
from domino_ledger.ledger.notation.reader import read_text
from domino_ledger.ledger.notation.writer import text_of
from domino_ledger.ledger.store.batch import Batch

from .games import Json, exported, new_book, read, take

BLOCK = PUBLISHED["block@1"]


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Book]:
    with closing(new_book(tmp_path, "other.db")) as book:
        yield book


@cache
def simulated(rules: str, players: int, seed: int) -> bytes:
    return Simulation(PUBLISHED[rules], players, seed, shuffle=True).line(1)


def shuffled_game(rules: str = "block@1", players: int = 2, seed: int = 1) -> Json:
    """A whole game of one or more rounds, each with its shuffle; a copy."""
    game: Json = json.loads(simulated(rules, players, seed))
    return game


def codes(game: Json) -> list[tuple[int | None, str]]:
    return [(found.round, found.code) for found in read(game).violations]


# -- who chooses the seeds


def test_a_seed_that_the_program_chose_is_marked() -> None:
    """The server may not pass for a player: its choice is on record."""
    mine = random_seed()
    committed = commit(3, {1: commitment_of(mine)})
    assert committed.event.by_program == (0, 2)
    assert committed.event.seats[1] == commitment_of(mine)
    assert committed.chosen.keys() == {0, 2}
    seeds = committed.seeds({1: mine})
    assert seeds.seats[1] == mine
    assert tuple(map(commitment_of, seeds.seats)) == committed.event.seats
    assert commitment_of(seeds.server) == committed.event.server


def test_the_last_to_reveal_cannot_change_their_seed() -> None:
    """All commitments are in the book before a seed is asked for."""
    mine, better = random_seed(), random_seed()
    commitment = commitment_of(mine)
    assert read_commitment(f" {commitment.upper()[:32]} {commitment[32:]}\n", ()) == commitment
    assert read_seed(f"{mine[:20]} {mine[20:].upper()}", commitment) == mine
    with pytest.raises(SeedRefused, match="another-seed"):
        read_seed(better, commitment)


@pytest.mark.parametrize("typed", ["", "ab" * 31, "ab" * 33, "gg" * 32, "ab" * 32 + "."])
def test_what_is_no_commitment(typed: str) -> None:
    with pytest.raises(SeedRefused, match="not-a-commitment"):
        read_commitment(typed, ())


def test_a_commitment_is_used_once() -> None:
    committed = commit(2, {}).event
    used = used_commitments([committed, ShuffleAborted()])
    assert used == {committed.server, *committed.seats}
    with pytest.raises(SeedRefused, match="used-before"):
        read_commitment(committed.server, used)


# -- at a table


def test_a_table_of_bots_commits_before_each_deal(book: Book) -> None:
    table = BotTable(0, "greedy")
    session = open_bot_game(book, "g", BLOCK, table, table.names(2, "Ana"))
    while session.game.dealt < 3:
        session.play_on() or session.take("1")
    events = list(session.session.events)
    deals = [at for at, event in enumerate(events) if isinstance(event, RoundDealt)]
    for at in deals:
        before, after = events[at - 1], events[at + 1]
        assert isinstance(before, ShuffleCommitted)
        assert isinstance(after, SeedsRecorded)
        assert before.by_program == (0, 1)
        assert not before.reproducible
    assert len(used_commitments(events)) == 3 * len(deals)
    game = json.loads(exported(book)[0])
    assert codes(game) == []
    assert [("seeds" in round["shuffle"]) for round in game["rounds"]] == [
        round["ended"] is not None or round["leader"] is None for round in game["rounds"]
    ]


def test_a_deal_that_cannot_be_made_commits_to_nothing(book: Book) -> None:
    session = open_table(book, "g", BLOCK, ["Ana", "Ben"])
    check_may_deal(session.game)
    session.take("pause")
    with pytest.raises(NotNow, match="play-paused"):
        check_may_deal(session.game)
    session.take("resume")
    session.write([commit(2, {}).event])
    session.take("deal Ana: 6-6 5-5 4-4 3-3 2-2 1-1 0-0 / Ben: 6-5 6-4 6-3 6-2 6-1 6-0 5-4")
    assert any(isinstance(event, ShuffleAborted) for event in session.events)
    with pytest.raises(Refused, match="round-before-running"):
        check_may_deal(session.game)
    session.take("abandon")
    with pytest.raises(Refused, match="game-is-over"):
        check_may_deal(session.game)


def deal(session: TableSession) -> None:
    committed = commit(2, {})
    session.write([committed.event])
    session.write(dealt_by(session.game, committed.seeds({})))


@pytest.fixture
def in_play(book: Book) -> TableSession:
    """Seeds were given up, a deal was taken back, and another is in play."""
    session = open_table(book, "g", BY_LOT, ["Ana", "Ben"])
    session.write([commit(2, {}).event, ShuffleAborted()])
    deal(session)
    session.take("undo")
    deal(session)
    return session


BY_LOT = PUBLISHED["block-lot@1"]
"""A lot decides who leads, so no deal is void."""


# -- aborts


def test_every_abort_is_on_record(in_play: TableSession, book: Book, other: Book) -> None:
    in_play.write([commit(2, {}).event])  # The program ended before the next deal.
    (game,) = map(json.loads, exported(book))
    assert [each["round"] for each in game["aborted_shuffles"]] == [0, 0, 1]
    assert len(game["rounds"]) == 1
    committed = shuffles_in(in_play.events)
    assert len(committed.aborted) == 3
    assert codes(game) == []
    before = exported(book)
    assert [done.outcome for done in take(other, before)] == ["added"]
    assert exported(other) == before
    assert [done.outcome for done in take(book, before)] == ["unchanged"]


# -- a seed for each deal


@pytest.mark.parametrize(
    ("rules", "players"), [("block@1", 2), ("mexican-train@1", 4), ("spinner@1", 3)]
)
def test_a_shuffled_simulation_is_legal_and_stored_as_its_records(
    book: Book, rules: str, players: int
) -> None:
    simulation = Simulation(PUBLISHED[rules], players, 3, shuffle=True)
    assert list(simulate_into(book, simulation, 2)) == [True, True]
    lines = list(simulation.lines(2))
    assert exported(book) == lines
    assert [codes(json.loads(each)) for each in lines] == [[], []]
    assert [done.outcome for done in take(book, lines)] == ["unchanged"] * 2


@pytest.mark.usefixtures("in_play")
def test_the_notation_keeps_shuffles(book: Book) -> None:
    games = [shuffled_game(), json.loads(exported(book)[0])]
    for game in games:
        assert read_text(text_of(game, PUBLISHED), PUBLISHED) == [game]


# -- what is wrong with a shuffle


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda dealt: dealt["shuffle"].pop("seeds"), "seed-missing"),
        (lambda dealt: dealt["boneyard"].insert(-1, dealt["boneyard"].pop()), "shuffled-otherwise"),
    ],
)
def test_each_fault_is_found_in_its_round(change: Callable[[Json], object], code: str) -> None:
    game = shuffled_game("draw@1")
    change(game["rounds"][1])
    assert codes(game) == [(1, code)]


# -- the game again


def test_a_commitment_in_the_book_is_followed_by_the_deal_of_the_record(
    book: Book, other: Book
) -> None:
    session = open_table(book, "g", BY_LOT, ["Ana", "Ben"])
    committed = commit(2, {})
    session.write([committed.event])
    stream = book.stream(session.id)
    batch = Batch(other)
    players = batch.register.ids(["Ana", "Ben"])
    opened = replace(stream.game.opened, players=players)
    batch.add(session.id, [opened, committed.event])
    batch.flush()
    session.write(dealt_by(session.game, committed.seeds({})))
    (done,) = take(other, exported(book))
    assert done.outcome == "extended"
    assert exported(other) == exported(book)
