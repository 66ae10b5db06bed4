"""Many live tables at once, over HTTP: `domino serve` in a process of its own, and its clients.

    python -m benchmarks.tables [TABLES]

Each table has a connection on which it posts a change, a deal or a move, and waits for the answer:

- *in a burst*: all tables post one change at the same moment, and rest; some times.
- *at a pace*: each table posts a change every 4 seconds, from a moment of its own.
- *without pause*: each table posts its next change as soon as it has an answer.

Afterwards the book is read: at each table there is every change that was acknowledged, once, and
nothing else. The clients are one process on the same machine; what it takes of the processors is
shown.
"""

import json
import os
import re
import subprocess
import sys
import sysconfig
from asyncio import (
    IncompleteReadError,
    StreamReader,
    StreamWriter,
    gather,
    open_connection,
    run,
    sleep,
)
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from signal import SIGINT
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple, TypeAlias

from domino_ledger import Refusal, State, open_book
from domino_ledger.domain.events import Event

TABLES = 200
PACE = 4.0
"""Seconds from a change at a table to its next."""
BURSTS, PACED, UNPAUSED = 6, 8, 25
"""Changes at each table under each load."""
PLAYERS, HAND = ["Ana", "Ben", "Cy", "Dee"], 5
RULES, SETTINGS = "block@1", {"score.target": 100_000}
GAMES = "/api/v1/games"
DOMINO = Path(sysconfig.get_path("scripts")) / "domino"

Step: TypeAlias = tuple[str, dict[str, Any]]
"""A change: where below the game it is posted, and what, without the expected version."""


class Game(NamedTuple):
    """What each table plays."""

    steps: Sequence[Step]
    events: Sequence[Event]
    """What the steps come to, after the opening."""


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    # Not in memory, where a temporary directory often is: there a commit waits for nothing.
    with TemporaryDirectory(dir=Path.cwd()) as directory:
        game = _played(Path(directory) / "alone.db", BURSTS + PACED + UNPAUSED)
        file = Path(directory) / "tables.db"
        with _serving(file) as (port, server):
            tried = run(_tried(port, server, game, tables))
        _check(file, game, tried)


def _played(file: Path, changes: int) -> Game:
    """A game of so many changes, played once without a server."""
    chance, steps = Random(1), list[Step]()
    with open_book(file, create=True) as book:
        table = book.open_game("alone", RULES, PLAYERS, settings=SETTINGS)
        tiles = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
        state: State | Refusal = table.state
        for _ in range(changes):
            assert isinstance(state, State), state
            if state.turn is None:
                chance.shuffle(tiles)
                hands = [tiles[seat * HAND : (seat + 1) * HAND] for seat in range(len(PLAYERS))]
                rest = tiles[len(PLAYERS) * HAND :]
                steps.append(("deal", {"hands": hands, "boneyard": rest}))
                state = table.deal(hands, boneyard=rest)
            else:
                move = chance.choice(state.moves)
                steps.append(("acts", asdict(move)))
                state = table.play(move)
        events = [entry.event for entry in book.ledger.stream(table.id).entries]
    return Game(steps, events[1:])


@contextmanager
def _serving(file: Path) -> Iterator[tuple[int, "subprocess.Popen[str]"]]:
    """The port of a server of the book in this file, and its process."""
    server = subprocess.Popen(
        [DOMINO, "serve", "--ledger", file, "--port", "0", "--rate", "1000000"],
        cwd=file.parent,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stderr is not None
    said = server.stderr.readline()
    found = re.search(r":(\d+)/ ", said)
    assert found, said
    try:
        yield int(found[1]), server
    finally:
        server.send_signal(SIGINT)
        server.wait()


@dataclass
class Client:
    """A table, and the connection on which its game is posted."""

    name: str
    game: Game
    port: int
    done: int = 0
    """The steps that were acknowledged."""
    version: int = 1
    seconds: list[float] = field(default_factory=list)
    """Until each answer, since the last look."""
    connection: tuple[StreamReader, StreamWriter] | None = None

    async def open(self) -> None:
        new = {"name": self.name, "rules": RULES, "players": PLAYERS, "settings": SETTINGS}
        await self._post("", new)

    async def change(self) -> None:
        where, what = self.game.steps[self.done]
        began = perf_counter()
        state = await self._post(f"/{self.name}/{where}", {"expected_version": self.version} | what)
        self.seconds.append(perf_counter() - began)
        assert state["version"] > self.version
        self.version, self.done = state["version"], self.done + 1

    async def at_pace(self, after: float, changes: int) -> None:
        began = perf_counter() + after
        for number in range(changes):
            await sleep(began + number * PACE - perf_counter())
            await self.change()

    async def without_pause(self, changes: int) -> None:
        for _ in range(changes):
            await self.change()

    async def _post(self, path: str, what: dict[str, Any]) -> dict[str, Any]:
        """What the server answers; asked again, with the same key, if it closes the connection."""
        body = json.dumps(what).encode()
        asked = (
            f"POST {GAMES}{path} HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: {self.done}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        while True:
            if self.connection is None:
                self.connection = await open_connection("127.0.0.1", self.port)
            reader, writer = self.connection
            writer.write(asked.encode() + body)
            try:
                head = await reader.readuntil(b"\r\n\r\n")
                break
            except (IncompleteReadError, ConnectionError):  # It was idle for too long.
                self.connection = None
        (length,) = re.findall(rb"(?i)\r\ncontent-length: (\d+)", head)
        answer = await reader.readexactly(int(length))
        assert head.startswith(b"HTTP/1.1 20"), answer
        found: dict[str, Any] = json.loads(answer)
        return found


async def _tried(
    port: int, server: "subprocess.Popen[str]", game: Game, tables: int
) -> list[Client]:
    """The tables after all loads; prints a row for each."""
    clients = [Client(f"table-{number}", game, port) for number in range(tables)]
    await gather(*(client.open() for client in clients))
    await gather(*(client.change() for client in clients))  # Warms up.
    print(_row(("load", "changes", "a second", "p50", "p99", "most", "server", "clients")))
    load = _Load(clients, server)
    for _ in range(BURSTS - 1):
        await sleep(1)
        load.begin()
        await gather(*(client.change() for client in clients))
        load.end()
    load.show("in a burst")
    load.begin()
    await gather(*(client.at_pace(at * PACE / tables, PACED) for at, client in enumerate(clients)))
    load.end()
    load.show(f"every {PACE:g} s")
    load.begin()
    await gather(*(client.without_pause(UNPAUSED) for client in clients))
    load.end()
    load.show("without pause")
    return clients


class _Load:
    """What a load took."""

    def __init__(self, clients: Sequence[Client], server: "subprocess.Popen[str]") -> None:
        self._clients = clients
        self._server = server
        self._forget()

    def _forget(self) -> None:
        self._seconds = self._of_server = self._of_clients = 0.0
        for client in self._clients:
            client.seconds.clear()

    def begin(self) -> None:
        self._seconds -= perf_counter()
        self._of_server -= self._processor()
        self._of_clients -= process_time()

    def end(self) -> None:
        self._seconds += perf_counter()
        self._of_server += self._processor()
        self._of_clients += process_time()

    def show(self, name: str) -> None:
        answers = [seconds for client in self._clients for seconds in client.seconds]
        parts = quantiles(answers, n=100)
        print(
            _row(
                (
                    *(name, str(len(answers)), f"{len(answers) / self._seconds:.0f}"),
                    *(_ms(each) for each in (parts[49], parts[98], max(answers))),
                    _ms(self._of_server / len(answers)),
                    _ms(self._of_clients / len(answers)),
                )
            ),
            flush=True,
        )
        self._forget()

    def _processor(self) -> float:
        """Seconds of processors that the server has used."""
        stat = Path(f"/proc/{self._server.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def _check(file: Path, game: Game, clients: Sequence[Client]) -> None:
    """Raise AssertionError unless each table has what it was told."""
    with open_book(file) as book:
        for client in clients:
            assert client.done == len(game.steps)
            stream = book.ledger.stream(book.ledger.find(client.name))
            assert stream.version == client.version
            assert [entry.event for entry in stream.entries[1:]] == list(game.events)
        book.verify()
    print("nothing lost, none twice")


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def _row(cells: Sequence[str]) -> str:
    return "".join(cell.rjust(12) for cell in cells)


if __name__ == "__main__":
    main()
