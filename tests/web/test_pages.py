"""Pages without a browser: what they hold, and what they refuse."""

from collections.abc import Iterator

import httpx
import pytest


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address) as made:
        yield made


def test_games_are_listed_a_page_at_a_time(client: httpx.Client) -> None:
    newest = client.get("/").text
    assert newest.count('scope="row"') == 50
    assert "payout-12-00099" in newest
    assert "payout-12-00099" not in client.get("/?page=2").text


def test_games_are_filtered(client: httpx.Client) -> None:
    assert "There is no such game." in client.get("/?rules=block@1&state=abandoned").text


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
