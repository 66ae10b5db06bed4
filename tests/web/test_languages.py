"""A page is in the language of the visitor; what programs read is in English."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from domino_ledger import open_book
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.projections import messages
from domino_ledger.projections.messages import LANGUAGES
from domino_ledger.web.languages import accepted
from tests.messages.templates import MADE_UP, write_long_labels

from .served import serving
from .test_every_page import PAGES, WIDTHS


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


@pytest.fixture(scope="module")
def long_labels(tmp_path_factory: pytest.TempPathFactory, sample_book: Path) -> Iterator[str]:
    """A server whose labels take forty columns each."""
    locales = tmp_path_factory.mktemp("locales")
    write_long_labels(locales)
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv("LANGUAGE", MADE_UP)
        changed.setattr(messages, "LOCALES", locales)
        messages.catalogue_of.cache_clear()
        with serving(sample_book) as address:
            yield address
    messages.catalogue_of.cache_clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_a_phone_in_every_language(
    browser: Browser, address: str, language: str
) -> None:
    assert wider_than_a_phone(browser, address, language) == []


def test_every_page_fits_a_phone_with_labels_of_forty_columns(
    browser: Browser, long_labels: str
) -> None:
    assert wider_than_a_phone(browser, long_labels, "fr") == []


def wider_than_a_phone(browser: Browser, address: str, language: str) -> list[str]:
    """The pages that a browser with this language would have to slide sideways."""
    width = WIDTHS["phone"]
    context = browser.new_context(locale=language, viewport={"width": width, "height": 844})
    tab = context.new_page()
    wide = []
    for path in PAGES:
        tab.goto(address + path)
        if tab.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(path)
    context.close()
    return wide


@pytest.mark.parametrize("title", ["100 % of {pips}", ""])
def test_the_title_of_a_rule_set_of_the_book_is_no_template(tmp_path: Path, title: str) -> None:
    path = tmp_path / "own.db"
    with open_book(path, create=True) as book:
        book.add_rules(PUBLISHED["block@1"].model_copy(update={"id": "own@1", "title": title}))
    with serving(path) as address:
        shown = httpx.get(f"{address}/record", headers={"Accept-Language": "es"}).text
        listed = httpx.get(f"{address}/play", headers={"Accept-Language": "es"}).text
    for page in (shown, listed):
        assert f">{title} (own@1)</option>" in page
