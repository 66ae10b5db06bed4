"""A server of a book in PostgreSQL does what one of a file does; two servers share one book."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from domino_ledger import make_book
from domino_ledger.web.tokens import Tokens

from .club import write_games
from .served import serving
from .test_law import answers
from .test_serve import run, started
from .test_tables import GAMES, events, noted, opened


@pytest.fixture
def book(database: str) -> str:
    """The address of a new book."""
    assert make_book(database)
    return database


@pytest.fixture
def client(book: str) -> Iterator[httpx.Client]:
    with serving(book) as address, httpx.Client(base_url=address, timeout=30) as made:
        yield made


def test_every_answer_is_that_of_a_book_in_a_file(database: str, tmp_path: Path) -> None:
    found = []
    for book in (database, tmp_path / "club.db"):
        write_games(book)
        with serving(book) as address, httpx.Client(base_url=address, timeout=30) as client:
            found.append(answers(client))
    on_server, in_file = found
    differ = {asked for asked in in_file if on_server[asked] != in_file[asked]}
    assert {asked: (on_server[asked], in_file[asked]) for asked in differ} == {}
    assert not [asked for asked, said in on_server.items() if said.startswith("5")]


def played(client: httpx.Client) -> dict[str, Any]:
    """The state of `evening` after the first move that the seat in turn sees."""
    turn = client.get(f"{GAMES}/evening/state").json()["turn"]
    seen = client.get(f"{GAMES}/evening/state", params={"as": turn}).json()
    move = {name: value for name, value in seen["moves"][0].items() if value is not None}
    act = {"expected_version": seen["version"], **move}
    answer = client.post(f"{GAMES}/evening/acts", json=act)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_an_evening(client: httpx.Client) -> None:
    version = opened(client)["version"]
    dealt = client.post(f"{GAMES}/evening/deal", json={"expected_version": version}).json()
    moved = played(client)
    undo = {"expected_version": moved["version"], "times": 1}
    back = client.post(f"{GAMES}/evening/undo", json=undo).json()
    assert (back["turn"], back["version"]) == (dealt["turn"], moved["version"] + 1)
    state = played(client)
    while state["turn"] is not None:
        state = played(client)
    assert state["ended"] in {"out", "blocked"}
    stale = {"expected_version": version}
    assert client.post(f"{GAMES}/evening/deal", json=stale).status_code == 409

    found = events(client, state["version"])
    assert [each["version"] for each in found] == [*range(1, state["version"] + 1)]
    last = str(state["version"] - 2)
    assert events(client, 2, **{"Last-Event-ID": last}) == found[-2:]
    assert client.get(f"{GAMES}/evening/audit").json()["violations"] == []
    assert client.get(f"{GAMES}/evening/verification").json()["intact"] is True


def test_results_and_what_follows_from_them(client: httpx.Client) -> None:
    version = opened(client, rules="block-lot@1")["version"]
    key = {"Idempotency-Key": "once"}
    for _ in range(2):
        answer = client.post(f"{GAMES}/evening/results", json=noted(version), headers=key)
        assert (answer.status_code, answer.json()["scores"]) == (200, [30, 0, 0, 0])
    (rank, *_) = client.get("/api/v1/league").json()["items"]
    assert (rank["name"], rank["won"], rank["points"]) == ("Ana", 1, 30)
    (first, *_) = client.get("/api/v1/statistics").json()["items"]
    assert (first["name"], first["reported_won"], first["rating"]["games"]) == ("Ana", 1, 1)
    for page in ("/", "/league", "/night", "/players", "/players/Ana"):
        said = client.get(page)
        assert (said.status_code, "Ana" in said.text) == (200, True), page


def test_tokens_are_in_a_file_that_is_named(book: str, tmp_path: Path) -> None:
    kept = ("--tokens", str(tmp_path / "tokens"))
    token = run("token", "make", "scribe", *kept, cwd=tmp_path).out.strip()
    with started("--ledger", book, *kept, cwd=tmp_path) as (_, _, address):
        assert httpx.get(f"{address}/api/v1/games").status_code == 401
        header = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=address, headers=header, timeout=30) as client:
            version = opened(client)["version"]
            assert client.post(f"{GAMES}/evening/results", json=noted(version)).status_code == 200
    (scribe,) = Tokens(tmp_path / "tokens").all()
    assert len(scribe.games) == 1


# -- two servers


@contextmanager
def two_servers(book: str, folder: Path) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    with ExitStack() as stack:
        one, other = (
            stack.enter_context(httpx.Client(base_url=address, timeout=30))
            for _ in range(2)
            for _, _, address in [stack.enter_context(started("--ledger", book, cwd=folder))]
        )
        yield one, other


@pytest.mark.parametrize("stream", [f"{GAMES}/evening/events", "/api/v1/log"])
def test_what_is_posted_at_one_server_is_in_the_streams_of_the_other(
    book: str, tmp_path: Path, stream: str
) -> None:
    with two_servers(book, tmp_path) as (one, other):
        version = opened(one)["version"]
        with other.stream("GET", stream) as followed:
            lines = (line for line in followed.iter_lines() if line.startswith("data:"))
            first = json.loads(next(lines).removeprefix("data:"))
            assert first["type"].partition("/")[0].rpartition(".")[2] == "game-opened"
            assert one.post(f"{GAMES}/evening/results", json=noted(version)).status_code == 200
            assert "round-reported" in next(lines)
        mine, theirs = (each.get(f"{GAMES}/evening/state").json() for each in (one, other))
        assert mine == theirs
        assert other.get("/api/v1/players/Ana").json()["games"] == 1


def test_of_two_changes_at_once_one_is_a_conflict(book: str, tmp_path: Path) -> None:
    with two_servers(book, tmp_path) as servers:
        version = opened(servers[0])["version"]
        for pips in range(1, 6):
            body = noted(version, pips=pips)
            with ThreadPoolExecutor() as both:
                at_once = both.map(
                    lambda each, body=body: each.post(f"{GAMES}/evening/results", json=body),
                    servers,
                )
                assert sorted(each.status_code for each in at_once) == [200, 409]
            version += 1
        assert servers[1].get(f"{GAMES}/evening/state").json()["version"] == version


CHANGES: dict[str, dict[str, Any]] = {
    "deal": {},
    "results": {"winners": [0], "pips": [0, 10, 10, 10], "ended": "out", "out": 0},
    "lines": {"line": "Ana 30 out"},
    "abandon": {},
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_key_that_comes_back_at_the_other_server_changes_nothing(
    book: str, tmp_path: Path, change: str
) -> None:
    """The key is known where it was answered; elsewhere the version says that it is too late."""
    with two_servers(book, tmp_path) as (one, other):
        body = {"expected_version": opened(one)["version"], **CHANGES[change]}
        key = {"Idempotency-Key": "once"}
        first, again, back = (
            server.post(f"{GAMES}/evening/{change}", json=body, headers=key)
            for server in (one, other, one)
        )
        assert (first.status_code, again.status_code) == (200, 409)
        assert (back.status_code, back.json()) == (200, first.json())
        version = other.get(f"{GAMES}/evening/state").json()["version"]
        assert version == first.json()["version"]
