"""`domino serve` and `domino token`, as the page about them says."""

import os
import re
import shlex
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from time import perf_counter
from uuid import UUID

import httpx
import pytest

from domino_ledger.web import tokens as kept
from domino_ledger.web.tokens import Tokens
from tests.cli import command
from tests.cli.command import Ran
from tests.cli.process import DOMINO, PATIENCE, environment
from tests.docs.pages import ROOT, blocks
from tests.docs.test_commands import agrees, steps

from .club import LIVE, write_games
from .served import serving

PAGE = ROOT / "docs" / "web.md"


def run(*words: str, cwd: Path) -> Ran:
    """The command with these words, in this directory."""
    with chdir(cwd):
        return command.run(shlex.join(words))


@contextmanager
def started(*arguments: str, cwd: Path) -> Iterator[tuple["subprocess.Popen[str]", str, str]]:
    """A server, what it said, and its address; it is interrupted and ends."""
    process = subprocess.Popen(
        [DOMINO, "serve", "--port", "0", *arguments],
        cwd=cwd,
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        said = process.stderr.readline()
        found = re.search(r"http://\S+(?=/)", said)
        assert found, said
        yield process, said, found[0]
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert process.stderr.read().endswith("domino: interrupted\n")
    finally:
        process.kill()
        process.communicate()


def test_the_page_is_right_about_the_demo(tmp_path: Path) -> None:
    serve, ask = (block for block in blocks(PAGE) if (block.aside or "").startswith("not run"))
    ((line, shown, _),) = steps(serve)
    with started(*line.split()[2:], cwd=tmp_path) as (_, said, address):
        port = address.rpartition(":")[2]
        assert shown is not None
        assert agrees(shown.replace("8000", port), said)
        for step in steps(ask):
            asked = step.command.replace("8000", port)
            answer = subprocess.run(["sh", "-c", asked], check=True, capture_output=True, text=True)
            assert step.expected is not None
            assert agrees(step.expected, f"{answer.stdout.rstrip()}\n"), answer.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_book_with_tokens_asks_for_one_everywhere(tmp_path: Path) -> None:
    token = run("token", "make", "viewer", cwd=tmp_path).out.strip()
    with started("--log", "json", cwd=tmp_path) as (process, _, address):
        assert httpx.get(f"{address}/").status_code == 401
        header = {"Authorization": f"Bearer {token}"}
        assert httpx.get(f"{address}/", headers=header).status_code == 200
        assert process.stderr is not None
        assert '"status": 401' in process.stderr.readline()


def test_links_of_seats_outlive_the_server_and_are_no_tokens(tmp_path: Path) -> None:
    asked = {"rules": "block-lot@1", "player": ["Ana"], "seats": 2}
    with started(cwd=tmp_path) as (_, _, address):
        links = httpx.post(f"{address}/play", data=asked).headers["location"]
    with started(cwd=tmp_path) as (_, _, address):
        assert httpx.get(f"{address}{links}").status_code == 200
    run("token", "make", "viewer", cwd=tmp_path)
    with started(cwd=tmp_path) as (_, _, address):
        assert httpx.get(f"{address}{links}").status_code == 200
        assert httpx.get(f"{address}/").status_code == 401


def test_the_links_of_the_newest_tables_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "_MOST_LINKED", 2)
    tokens = Tokens(tmp_path / "t")
    made, _ = tokens.make("viewer")
    for number in range(3):
        tokens.keep_links(UUID(int=number), [f"hash {number}"])
    assert [tokens.links(UUID(int=number)) for number in range(3)] == [
        (),
        ("hash 1",),
        ("hash 2",),
    ]
    assert tokens.find(made) is not None


def test_the_people_of_the_demo_have_names(tmp_path: Path) -> None:
    with started("--demo", cwd=tmp_path) as (_, _, address):
        people = httpx.get(f"{address}/api/v1/players").json()["items"]
        games = httpx.get(f"{address}/api/v1/games", params={"limit": 200}).json()["items"]
    assert [each["name"] for each in people] == ["Ana", "Ben", "Cruz", "Dee"]
    assert len(games) == 148


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--host", "0.0.0.0"], 2, "make a token first"),
        (["--host", "::"], 2, "make a token first"),
        (["--host", "example.org"], 2, "make a token first"),
        (["--demo", "--host", "0.0.0.0"], 2, "make a token first"),
        (["--demo", "--ledger", "club.db"], 2, "a book of its own"),
        (["--host", "127.0.0.300", "--tokens", "t"], 1, "cannot listen at 127.0.0.300"),
        (["--max-body", "0"], 2, "whole number of 1 or more"),
        (["--log", "xml"], 2, "xml"),
    ],
)
def test_what_cannot_be_served_is_one_sentence(
    tmp_path: Path, arguments: list[str], code: int, sentence: str
) -> None:
    ended = run("serve", "--port", "0", *arguments, cwd=tmp_path)
    assert ended.code == code
    assert sentence in ended.err
    assert len(ended.err.splitlines()) == 1


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = run("serve", "--port", port, cwd=tmp_path)
    assert ended.code == 1
    assert ended.err == (
        f"domino: the server cannot listen at 127.0.0.1, port {port}: {os.strerror(98)}\n"
    )


def test_an_answer_does_not_wait_for_the_receipt_of_its_first_part(tmp_path: Path) -> None:
    write_games(tmp_path / "club.db")
    with serving(tmp_path / "club.db") as address, httpx.Client(base_url=address) as client:
        seconds = []
        for _ in range(20):
            begun = perf_counter()
            client.get("/health")
            seconds.append(perf_counter() - begun)
    assert min(seconds) < 0.03  # A receipt takes 0.04.


def test_without_the_extra_it_says_how_to_get_it(tmp_path: Path) -> None:
    for library in ("uvicorn", "fastapi"):
        program = (
            f"import sys; sys.modules[{library!r}] = None; sys.argv = ['domino', 'serve']; "
            "from domino_ledger.cli.main import main; main()"
        )
        ended = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env=environment(),
            check=False,
            capture_output=True,
            text=True,
        )
        assert ended.returncode == 1
        assert ended.stderr == (
            "domino: a server needs an extra: pip install 'domino-ledger[web]'\n"
        )


def test_a_token_is_kept_as_a_hash_that_others_cannot_read(tmp_path: Path) -> None:
    write_games(tmp_path / "domino.db")
    made = run("token", "make", "player", "--game", LIVE, "--seat", "Ben", cwd=tmp_path)
    file = tmp_path / "domino.db.tokens"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    token = made.out.strip()
    assert token not in file.read_text()
    kept = Tokens(file).find(token)
    assert kept is not None
    assert (kept.role, kept.seat) == ("player", 1)
    assert Tokens(file).find(f"{token}x") is None


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["make", "player"], 2, "--game and --seat"),
        (["make", "viewer", "--game", LIVE, "--seat", "0"], 2, "--game and --seat"),
        (["make", "player", "--game", LIVE, "--seat", "Zoe"], 2, "neither a seat nor a player"),
        (["make", "king"], 2, "king"),
        (["list", "--ledger", "postgresql://h/d"], 2, "--tokens"),
        (["revoke", "0"], 1, "there is no token '0'"),
        (["list", "--tokens", "domino.db"], 1, "domino.db is not a file of tokens"),
        (["list", "--tokens", "."], 1, "cannot be read"),
        (["make", "viewer", "--tokens", "none/x/t"], 0, ""),
    ],
)
def test_what_is_no_token_is_one_sentence(
    tmp_path: Path, arguments: list[str], code: int, sentence: str
) -> None:
    write_games(tmp_path / "domino.db")
    ended = run("token", *arguments, cwd=tmp_path)
    assert (ended.code, sentence in ended.err) == (code, True), ended.err
    assert len(ended.err.splitlines()) == 1


def test_tokens_made_at_once_are_all_kept(tmp_path: Path) -> None:
    commands = [
        subprocess.Popen(
            [DOMINO, "token", "make", "viewer"],
            cwd=tmp_path,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(4)
    ]
    made = {each.communicate()[0].decode().strip() for each in commands}
    tokens = Tokens(tmp_path / "domino.db.tokens")
    assert len(made) == 4
    assert all(tokens.find(token) for token in made)
