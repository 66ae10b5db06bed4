"""Attacks on deals by seeds, by a program that does not deal as docs/shuffle.md says.

The operator has the file, the key of the log, and a program of their own.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from domino_ledger.domain.events import (
    Event,
    RoundDealt,
    SeedsRecorded,
    ShuffleAborted,
    ShuffleCommitted,
)
from domino_ledger.domain.game.decide import DoAct, decide
from domino_ledger.domain.game.state import Game, evolve_game
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.shuffle import Hex, commitment_of
from domino_ledger.domain.tiles import DOUBLES, bit
from domino_ledger.ledger.live.session import TableSession, resume_table
from domino_ledger.ledger.live.shuffled_deals import Committed, commit, dealt_by
from domino_ledger.ledger.store.codec import body_of
from domino_ledger.ledger.store.ids import game_id
from tests.projections.logged import made_anew

from .attacks import NEXT, SEEDS, TABLE, Site, sign_anew

DOUBLES_WANTED = 4
"""In the hand of seat 0."""


def committed_with(server: Hex) -> Committed:
    return commit(len(SEEDS), dict(enumerate(map(commitment_of, SEEDS))), server=server)


def deals_from(game: Game, committed: Committed) -> tuple[Event, ...]:
    seeds = committed.seeds(dict(enumerate(SEEDS)))
    return dealt_by(evolve_game(game, committed.event), seeds)


def doubles(events: Iterable[Event]) -> int:
    """How many seat 0 is dealt."""
    (dealt,) = (event for event in events if isinstance(event, RoundDealt))
    return sum(bool(bit(tile) & DOUBLES) for tile in dealt.hands[0])


def suitable(game: Game) -> Committed:
    """A seed of the server that gives the hand that the operator wants."""
    tried = (committed_with(f"{number:064x}") for number in count(1))
    return next(each for each in tried if doubles(deals_from(game, each)) >= DOUBLES_WANTED)


# -- a deal that is in the book


def rewritten(site: Site, change: Callable[[Game, list[Event]], Sequence[Event]]) -> None:
    """Other events at the first table, after its opening; all hashes are made anew."""
    with site.opened() as book:
        stream = book.stream(game_id(TABLE))
        opening, *dealt = [entry.event for entry in stream.entries]
        others = iter([opening, *change(stream.up_to(1).game, dealt)])

    def with_another(after: bytes) -> bytes:
        before, name, _ = after.partition(b'"event":')
        return before + name + body_of(next(others)) + b"}"

    with site.rows() as plain:
        made_anew(plain, game_id(TABLE).hex, with_another)
    sign_anew(site)
    play_out(site, TABLE)


def play_out(site: Site, table: str) -> None:
    """Any moves, to the end of the round: then seeds are revealed."""
    with site.opened() as book:
        session = resume_table(book, game_id(table))
        while (round := session.game.running) is not None:
            session.write(decide(session.game, DoAct(legal_moves(round)[0])))
    assert site.domino("checkpoint --key club.key").code == 0


def exchange_the_seed(site: Site) -> None:
    def exchanged(game: Game, _: list[Event]) -> list[Event]:
        committed = suitable(game)
        return [committed.event, *deals_from(game, committed)]

    rewritten(site, exchanged)


def exchange_the_commitment(site: Site) -> None:
    def exchanged(_: Game, dealt: list[Event]) -> list[Event]:
        committed, *rest = dealt
        assert isinstance(committed, ShuffleCommitted)
        return [replace(committed, server=commitment_of("0f" * 32)), *rest]

    rewritten(site, exchanged)


# -- a deal to come


def at_the_next_table(
    events: Callable[[TableSession, Site], Iterable[Event]],
) -> Callable[[Site], None]:
    """An attack that writes these events at the next table."""

    def attack(site: Site) -> None:
        with site.opened() as book:
            session = resume_table(book, game_id(NEXT))
            for event in events(session, site):
                session.write([event])
        play_out(site, NEXT)

    return attack


@at_the_next_table
def deal_otherwise(session: TableSession, _: Site) -> Iterable[Event]:
    """The hands of both seats are exchanged."""
    committed = committed_with("0f" * 32)
    yield committed.event
    for event in deals_from(session.game, committed):
        if isinstance(event, RoundDealt):
            yield replace(event, hands=event.hands[::-1])
        else:
            yield event


@at_the_next_table
def commit_late(session: TableSession, site: Site) -> Iterable[Event]:
    """The players gave their seeds before anything was in the book."""
    committed = suitable(session.game)
    yield committed.event
    Path("late.txt").write_text(site.domino("checkpoint --key club.key").out)
    yield from deals_from(session.game, committed)


@at_the_next_table
def give_up_until_it_suits(session: TableSession, _: Site) -> Iterable[Event]:
    for number in count(1):
        committed = committed_with(f"{number:064x}")
        yield committed.event
        dealt = deals_from(session.game, committed)
        if doubles(dealt) > 1:
            yield from dealt
            return
        yield ShuffleAborted()


@at_the_next_table
def use_a_seed_again(session: TableSession, _: Site) -> Iterable[Event]:
    """The server knows the deal, since the players' seeds were revealed for it once."""
    committed = committed_with("0f" * 32)
    yield from (committed.event, ShuffleAborted(), committed.event)
    yield from deals_from(session.game, committed)


@at_the_next_table
def keep_a_seed_back(session: TableSession, _: Site) -> Iterable[Event]:
    committed = committed_with("0f" * 32)
    yield committed.event
    for event in deals_from(session.game, committed):
        yield replace(event, server=None) if isinstance(event, SeedsRecorded) else event


@at_the_next_table
def choose_the_seed_of_a_player(session: TableSession, _: Site) -> Iterable[Event]:
    """It says that the seeds are theirs."""
    committed = commit(len(SEEDS), {})
    committed = committed._replace(event=replace(committed.event, by_program=()))
    yield committed.event
    yield from dealt_by(session.game, committed.seeds({}))


ON_SEEDS: dict[str, Callable[[Site], None]] = {
    "exchanges its own seed when the players have revealed theirs, and signs another log": (
        exchange_the_seed
    ),
    "exchanges the commitment to its own seed, and signs another log": exchange_the_commitment,
    "commits to its own seed when it knows those of the players, and signs the log then": (
        commit_late
    ),
    "deals otherwise than the seeds give": deal_otherwise,
    "keeps its own seed back": keep_a_seed_back,
    "uses seeds again that are known": use_a_seed_again,
    "gives deals up until one suits it": give_up_until_it_suits,
    "chooses the seeds of players, and says that they did": choose_the_seed_of_a_player,
}
"""By what the table says is done; `NEXT` and `TABLE` stand there for the two tables."""
