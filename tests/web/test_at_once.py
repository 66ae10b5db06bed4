"""Two hundred live tables post at the same time, and their server is killed amid it."""

import asyncio
import re
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest

from domino_ledger import open_book
from domino_ledger.domain.events import RoundReported
from tests.cli.process import DOMINO, PATIENCE, environment

from .test_tables import GAMES, PLAYERS, noted

TABLES, ROUNDS = 200, 2
RULES = {"rules": "block@1", "settings": {"score.target": 1_000}, "players": PLAYERS}


class Server:
    """`domino serve` in a process of its own."""

    def __init__(self, book: Path, port: int = 0) -> None:
        ask = ("--ledger", book, "--port", str(port), "--rate", "1000000")
        self._book = book
        self._process = subprocess.Popen(
            [DOMINO, "serve", *ask],
            cwd=book.parent,
            env=environment(),
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stderr is not None
        found = re.search(r"http://\S+:(\d+)/", self._process.stderr.readline())
        assert found is not None
        self.port = int(found[1])

    def kill(self) -> None:
        with self._process:
            self._process.kill()


class Scribes:
    """Those who post the results of all tables, and what they were told."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client
        self.acknowledged = 0
        self.half_way = asyncio.Event()
        self.cut = 0
        """Requests that got no answer."""

    async def play(self, name: str) -> None:
        version = (await self._post("", {"name": name, **RULES}, "open"))["version"]
        for round in range(ROUNDS):
            state = await self._post(f"/{name}/results", noted(version), f"round {round}")
            assert state["version"] == version + 1
            version = state["version"]
            self.acknowledged += 1
            if self.acknowledged == TABLES * ROUNDS // 2:
                self.half_way.set()

    async def _post(self, path: str, body: dict[str, Any], key: str) -> dict[str, Any]:
        """The state after it; posted again, with the same key, until there is an answer."""
        while True:
            try:
                answer = await self._client.post(
                    GAMES + path, json=body, headers={"Idempotency-Key": key}
                )
                break
            except httpx.TransportError:
                self.cut += 1
                await asyncio.sleep(0.1)
        told: dict[str, Any] = answer.json()
        if answer.status_code == 409:  # It was written before the kill; only the answer was lost.
            told = told["state"]
        else:
            assert answer.is_success, answer.text
        return told


@pytest.mark.slow
def test_no_change_is_lost_or_made_twice_when_the_server_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path / "club.db")

    async def evening() -> Scribes:
        nonlocal server
        limits, base = httpx.Limits(max_connections=TABLES), f"http://127.0.0.1:{server.port}"
        async with httpx.AsyncClient(base_url=base, limits=limits, timeout=PATIENCE) as client:
            scribes = Scribes(client)
            tables = asyncio.gather(*(scribes.play(f"table-{at}") for at in range(TABLES)))
            await scribes.half_way.wait()
            server.kill()
            server = await asyncio.to_thread(Server, tmp_path / "club.db", server.port)
            await tables
            return scribes

    try:
        scribes = asyncio.run(evening())
    finally:
        server.kill()
    assert scribes.cut > 0
    assert scribes.acknowledged == TABLES * ROUNDS
    with open_book(tmp_path / "club.db") as book:
        for at in range(TABLES):
            stream = book.ledger.stream(book.ledger.find(f"table-{at}"))
            reported = [each for each in stream.entries if isinstance(each.event, RoundReported)]
            assert len(reported) == ROUNDS == stream.version - 1
        assert book.verify().games == TABLES
