"""A page is in the language of the visitor; what programs read is in English."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from domino_ledger.web.languages import accepted
from domino_ledger.web.settings import Settings

from .served import serving


@pytest.fixture(scope="module")
def address(sample_book: Path) -> Iterator[str]:
    with serving(sample_book, Settings()) as address:
        yield address


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", None),
        ("*", None),
        ("fr", None),
        ("es", "es"),
        ("es-DO,es;q=0.9,en;q=0.8", "es"),
        ("fr, hi;q=0.3, ja;q=0.7", "ja"),
        ("pt-BR;q=0, en;q=0.1", "en"),
        ("JA-jp", "ja"),
        ("es;q=much, pt;q=0.2", "pt"),
        ("en, es", "en"),
    ],
)
def test_the_language_that_a_browser_prefers(header: str, language: str | None) -> None:
    assert accepted(header) == language


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "Games"), ("es", "Partidas"), ("pt", "Jogos"), ("ja", "ゲーム"), ("hi", "खेल")],
)
def test_a_page_is_in_the_language_of_the_browser(address: str, language: str, word: str) -> None:
    answer = httpx.get(address, headers={"Accept-Language": language})
    assert f'<html lang="{language}">' in answer.text
    assert f'<a href="/">{word}</a>' in answer.text
    assert "Accept-Language" in answer.headers["vary"]


def test_a_language_that_is_chosen_is_kept_before_that_of_the_browser(address: str) -> None:
    with httpx.Client(base_url=address, headers={"Accept-Language": "ja"}) as browser:
        chosen = browser.get("/league?lang=es")
        assert '<html lang="es">' in chosen.text
        assert '<html lang="es">' in browser.get("/players").text
        assert '<html lang="hi">' in browser.get("/players?lang=hi").text
        assert '<html lang="hi">' in browser.get("/players?lang=xx").text


def test_a_link_to_another_language_keeps_what_is_asked(address: str) -> None:
    shown = httpx.get(f"{address}/?state=open&lang=en").text
    assert 'href="?state=open&amp;lang=pt" lang="pt"' in shown


@pytest.mark.parametrize("cookie", ["domino_lang=xx", "domino_lang", "a=b; c", "\xff=;;"])
def test_a_cookie_that_names_none_of_ours_is_passed_over(address: str, cookie: str) -> None:
    named = [(b"Cookie", cookie.encode("latin-1")), (b"Accept-Language", b"es")]
    assert '<html lang="es">' in httpx.get(address, headers=named).text


def test_the_api_answers_in_english(address: str) -> None:
    asked = {"Accept-Language": "es"}
    found = [
        httpx.get(f"{address}/api/v1{path}", headers=asked).json()
        for path in ("/games/nope", "/games?limit=x")
    ]
    assert found == [
        httpx.get(f"{address}/api/v1{path}").json() for path in ("/games/nope", "/games?limit=x")
    ]
