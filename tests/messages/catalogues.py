"""The catalogues of all languages as files that translators edit."""

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from domino_ledger.projections.messages import DOMAIN, ENGLISH, LANGUAGES, LOCALES

from .templates import template_catalogue

TRANSLATED = tuple(language for language in LANGUAGES if language != ENGLISH)
_KEPT = "Project-Id-Version", "Language", "Plural-Forms", "Content-Type"
"""Headers that say more than when a file was written, and by which program."""


def file_of(language: str) -> Path:
    """Where the catalogue of a language is."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def catalogue_in(language: str) -> Catalog:
    """The catalogue as it is written down; empty without one."""
    file = file_of(language)
    if not file.exists():
        return Catalog(locale=language, project="domino-ledger", charset="utf-8")
    with file.open("rb") as opened:
        return read_po(opened, locale=language)


def as_written(catalogue: Catalog) -> bytes:
    """The catalogue as a file, with all templates of today and no others."""
    catalogue.update(template_catalogue(), no_fuzzy_matching=True)
    written = BytesIO()
    write_po(written, catalogue, width=100, sort_output=True, ignore_obsolete=True)
    lines = written.getvalue().decode().lstrip("\n").splitlines(keepends=True)
    body = lines.index("\n")
    headers = [
        line for line in lines[:body] if line.startswith(tuple(f'"{each}:' for each in _KEPT))
    ]
    return "".join(['msgid ""\n', 'msgstr ""\n', *headers, *lines[body:]]).encode()
