"""Programs and threads that play at the same time: one wins each turn, and nothing is lost."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from threading import Barrier

import pytest

from domino_ledger import Book, Conflict, LogEvent, Move, Refusal, State, Table, open_book
from tests.lanes import examples


def test_one_of_two_clients_wins_each_turn(book: Book, address: Path | str) -> None:
    chance = Random(1)
    lost = {"Conflict": 0, "Refusal": 0}
    with open_book(address) as own, ThreadPoolExecutor(2) as both:
        for number in range(examples(100)):
            if not number % 25:
                name = f"race-{number}"
                one = book.open_game(name, "draw@1", ["Ana", "Ben"])
                other = own.resume_game(name)
            state = _dealt(one)
            other.refresh()
            # Every second time they share one table, as the requests of one server do.
            clients = (one, other) if number % 2 else (one, one)
            race = partial(_at_once, Barrier(2))
            moves = [chance.choice(state.moves) for _ in clients]
            answers = list(both.map(race, clients, moves))
            (won,) = (answer for answer in answers if isinstance(answer, State))
            (loser,) = (answer for answer in answers if not isinstance(answer, State))
            lost[type(loser).__name__] += 1
            acts = one.refresh().version, other.refresh().version
            assert acts == (won.version,) * 2
    assert min(lost.values()) > 0


def _accepted(answer: State | Refusal) -> State:
    assert isinstance(answer, State), answer
    return answer


def _dealt(table: Table) -> State:
    """The state in which a seat is in turn."""
    state = table.state
    while state.turn is None:
        state = _accepted(table.deal())
    return state


def _at_once(start: Barrier, client: Table, move: Move) -> State | Refusal | Conflict:
    start.wait()
    try:
        return client.play(move)
    except Conflict as conflict:
        return conflict


TABLES = 8
EVENTS = examples(40)
"""At each table so many events, unless its game is over before."""


def test_eight_tables_in_one_process_lose_nothing(book: Book) -> None:
    names = [f"table-{number}" for number in range(TABLES)]
    with ThreadPoolExecutor(TABLES) as all_at_once:
        versions = list(all_at_once.map(partial(_host, book, events=EVENTS), names))
    _check_all_is_there(book, names, versions)


@pytest.mark.slow
def test_eight_tables_in_eight_processes_lose_nothing(book: Book, address: Path | str) -> None:
    names = [f"table-{number}" for number in range(TABLES)]
    context = get_context("forkserver")
    context.set_forkserver_preload(["domino_ledger"])  # Imported once for all.
    host = partial(_host_elsewhere, address, events=EVENTS)
    with ProcessPoolExecutor(TABLES, mp_context=context) as all_at_once:
        versions = list(all_at_once.map(host, names))
    _check_all_is_there(book, names, versions)


def test_a_follower_misses_nothing_while_tables_play(book: Book, address: Path | str) -> None:
    names = [f"table-{number}" for number in range(3)]
    with open_book(address) as own, ThreadPoolExecutor(len(names) + 1) as all_at_once:
        follower = all_at_once.submit(_followed_to, own, "the end")
        for playing in [all_at_once.submit(_host, book, name, events=EVENTS) for name in names]:
            playing.result()
        book.open_game("the end", "draw@1", ["Ana", "Ben"])
        seen = follower.result()
        assert seen == list(book.tail(open=True))
        position, epoch = seen[10].position, seen[10].epoch
        assert list(own.tail(position, epoch=epoch, open=True)) == seen[11:]


def _followed_to(book: Book, last: str) -> list[LogEvent]:
    """What a follower sees up to the opening of this game."""
    seen: list[LogEvent] = []
    for event in book.tail(open=True, follow=0.001):
        seen.append(event)
        if event.data.get("record") == last:
            break
    return seen


def _host_elsewhere(address: Path | str, name: str, *, events: int) -> int:
    with open_book(address) as book:
        return _host(book, name, events=events)


def _host(book: Book, name: str, *, events: int) -> int:
    """The version of a game after some moves, of which none is refused and none conflicts."""
    chance = Random(name)
    table = book.open_game(name, "draw@1", [f"{name}-{seat}" for seat in range(3)])
    while table.version < events and not table.state.over:
        state = _dealt(table)
        _accepted(table.play(chance.choice(state.moves), version=state.version))
    return table.version


def _check_all_is_there(book: Book, names: list[str], versions: list[int]) -> None:
    for name, version in zip(names, versions, strict=True):
        game = book.game(name)
        assert game.events == version
        assert game.audit(open=True).clean
    assert len(list(book.tail(open=True))) == sum(versions)
    assert book.verify().games == TABLES
