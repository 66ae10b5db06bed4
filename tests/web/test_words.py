"""Every word of a page is data, or a template of the catalogue: pages in a made-up language."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from domino_ledger.projections import messages
from domino_ledger.projections.messages import LANGUAGES
from domino_ledger.web.settings import Settings
from domino_ledger.web.tokens import ROLES
from tests.messages.templates import MADE_UP, write_made_up_language
from tests.messages.test_made_up_language import IDS, bare_words, data_words

from .club import LIVE, OVER, write_games
from .served import serving
from .test_every_page import PAGES as SHOWN

PAGES = (
    *SHOWN,
    *("/record", f"/record/{LIVE}", f"/follow/{LIVE}", f"/follow/{OVER}"),
    *("/play", "/enter", "/problems/wrong-turn", "/problems/locked-by", "/problems/nope"),
)
_SAID = {"aria-label", "title", "alt", "placeholder"}
_FOR_PROGRAMS = {"style", "script", "code"}
_DATA = re.compile(
    rf"https?://\S+|{IDS}|-[0-9a-f]{{16}}\b|{OVER}|{LIVE}|Ana|Ben|Domino Ledger"
    rf"|{'|'.join(LANGUAGES.values())}"
)


class Words(HTMLParser):
    """All that a page says to people: its text, and attributes that are shown or read out."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self._skipped = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _FOR_PROGRAMS:
            self._skipped = tag
            return
        for name, value in attrs:
            if value and (name in _SAID or (name.startswith("data-") and " " in value)):
                self.said.append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == self._skipped:
            self._skipped = ""

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self.said.append(data)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, sample_book: Path) -> Iterator[httpx.Client]:
    """A server of the sample games and of two others, in the made-up language."""
    folder = tmp_path_factory.mktemp("words")
    write_made_up_language(folder / "locales")
    book = folder / "club.db"
    book.write_bytes(sample_book.read_bytes())
    with pytest.MonkeyPatch.context() as changed:
        write_games(book)
        changed.setenv("LANGUAGE", MADE_UP)
        changed.setattr(messages, "LOCALES", folder / "locales")
        messages.catalogue_of.cache_clear()
        with serving(book, Settings()) as address, httpx.Client(base_url=address) as made:
            yield made
    messages.catalogue_of.cache_clear()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_bare_word(client: httpx.Client, path: str) -> None:
    bare = bare_on(client.get(path, follow_redirects=True).text)
    assert not bare


def test_the_pages_of_a_table_that_plays_have_none(client: httpx.Client) -> None:
    asked = {"rules": "block-lot@1", "player": ["Ana"], "seats": 2}
    links = client.post("/play", data=asked, follow_redirects=True).text
    assert not bare_on(links)
    (seat,) = re.findall(r'<a href="http://[^/]*([^"]*)" class="seat"', links)
    assert not bare_on(client.get(seat).text)


def test_the_list_of_routes_has_none_but_those_of_their_description(client: httpx.Client) -> None:
    """The description is in English, as programs and their authors read it."""
    known = f"{client.get('/api/v1/openapi.json').text} {ROLES}".casefold()
    bare = bare_on(client.get("/api").text)
    assert not [each for each in bare if each.casefold() not in known]


def bare_on(page: str) -> list[str]:
    """Words of a page that no template has, and that are no data."""
    known = data_words()
    said = _DATA.sub(" ", "\n".join(Words(page).said))
    return [word for word in bare_words(said) if word.casefold() not in known]


def test_a_bare_word_is_found() -> None:
    assert bare_on('<p title="Elsewhere">zebra<code>0</code></p>') == ["Elsewhere", "zebra"]
