"""Pages without a browser: what they hold, and what they refuse."""

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from uuid import UUID

import httpx
import pytest

from domino_ledger.ledger.book import Book
from domino_ledger.ledger.store.stream import Stream
from domino_ledger.projections.messages.codes import sentences_of
from domino_ledger.web.problems import meaning_of, statuses_of

from .served import serving
from .statuses import FILE, statuses


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=30) as made:
        yield made


def test_games_are_listed_a_page_at_a_time(client: httpx.Client) -> None:
    newest = client.get("/").text
    assert newest.count('scope="row"') == 50
    assert "payout-12-00099" in newest
    assert "payout-12-00099" not in client.get("/?page=2").text


def test_an_evening_is_shown_a_page_at_a_time(client: httpx.Client) -> None:
    latest = client.get("/night").text
    assert (latest.count("<tr>") > 50, "newer" in latest, "older" in latest) == (True, False, True)
    before = client.get("/night?page=2").text
    assert "newer" in before
    shown = [set(re.findall(r'href="/games/([^"]+)"', each)) for each in (latest, before)]
    assert shown[0]
    assert shown[1]
    assert not shown[0] & shown[1]


def test_games_are_filtered(client: httpx.Client) -> None:
    assert "There is no such game." in client.get("/?rules=block@1&state=abandoned").text
    nothing = client.get("/", params={"to": "2001-01-01"}).text
    assert "There is no such game." in nothing
    assert 'name="to" value="2001-01-01"' in nothing
    assert "/games/" in client.get("/", params={"from": "2001-01-01", "to": ""}).text


@pytest.mark.parametrize("path", ["/games/nope", "/games/payout-12-00099/7", "/?player=Nobody"])
def test_what_is_not_there_is_one_sentence(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


def test_nothing_is_asked_of_elsewhere(client: httpx.Client) -> None:
    answer = client.get("/games/payout-12-00099")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "http://" not in answer.text.replace("http://www.w3.org", "")


def test_the_page_of_a_round_is_light(client: httpx.Client) -> None:
    pages = ["/games/payout-12-00099", "/static/style.css", "/viewer.js", "/parts.css"]
    assert sum(len(client.get(page).content) for page in pages) < 150_000


def test_the_type_of_a_problem_leads_to_its_page(client: httpx.Client) -> None:
    problem = client.get("/api/v1/games/nope").json()
    page = client.get(problem["type"])
    assert page.status_code == 200
    assert "404 Not Found" in page.text
    for sentence in sentences_of(problem["code"]):
        assert escape(sentence) in page.text
    assert client.get("/problems/no-such-code").status_code == 404


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("wrong-turn", 409),
        ("unknown-round", 404),
        ("no-such-page", 404),
        ("too-many-requests", 429),
    ],
)
def test_a_code_has_the_status_of_its_answers(code: str, status: int) -> None:
    assert status in statuses_of(code)


def test_every_status_has_a_meaning_and_the_list_follows_from_the_code() -> None:
    written: dict[str, list[int]] = json.loads(FILE.read_text(encoding="utf-8"))
    assert written == statuses()
    every = {status for code in written for status in statuses_of(code)}
    assert all(map(meaning_of, every))


@pytest.mark.parametrize("path", ["games", "explain", "audit", "dossier"])
def test_a_page_about_a_game_reads_it_once(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    read: list[UUID] = []
    stream = Book.stream

    def counted(book: Book, id: UUID) -> Stream:
        read.append(id)
        return stream(book, id)

    monkeypatch.setattr(Book, "stream", counted)
    with serving(sample_book) as address:
        assert httpx.get(f"{address}/{path}/payout-12-00053", timeout=60).status_code == 200
    assert len(read) == len(set(read)) == 1
