"""A page as PDF: `page.typ`, set by typst. Equal pages give equal bytes, with the same fonts.

The file is made for archives (PDF/A-2u): its fonts are embedded, and its letters can be copied.
"""

import json
import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import click
from typst import Fonts, TypstError, compile_with_warnings

from ...ledger.club import Paper
from ...projections.document.blocks import Page, Picture, on_paper
from ...projections.document.value import page_value
from ...projections.drawing.illustrations import figure_alone
from ...projections.messages import language, mark, text

_PAPERS = {"a4": "a4", "letter": "us-letter"}
_PACKAGES = (
    *("fontpkg_noto_sans", "fontpkg_noto_sans_arabic", "fontpkg_noto_sans_devanagari"),
    "justmytype_intl_cjk",
)
"""Of the extra `domino-ledger[fonts]`."""
_FAMILIES = (
    *("Noto Sans", "Noto Sans Arabic", "Noto Sans Devanagari"),
    *("Noto Sans JP", "Noto Sans KR", "Noto Sans SC", "Noto Sans TC"),
    *("DejaVu Sans", "Arial", "Libertinus Serif"),
)
"""Tried in this order, then all others. The last comes with typst."""
_UNCOVERED = re.compile(r'error: PDF/A-2u error: the text `"(.*)"` could not be displayed')
_ESCAPED = re.compile(r"\\u\{([0-9a-f]+)\}")


class UnusableFont(click.ClickException):
    """The file is not a font that can be embedded."""


class Pdf(NamedTuple):
    """A page as PDF."""

    pdf: bytes
    uncovered: tuple[str, ...]
    """Characters that no font has; their codes are printed instead."""


def pdf_of(page: Page, fonts: Sequence[str] = (), paper: Paper = "a4") -> Pdf:
    """The page on paper; ``fonts``: files to use before all others. Raises UnusableFont."""

    def drawn(picture: Picture) -> dict[str, Any]:
        return figure_alone(picture.drawing, picture.words, picture.marked)._asdict()

    printed = Page(page.title, tuple(chain.from_iterable(map(on_paper, page.blocks))))
    value = page_value(printed, drawn) | {"lang": language(), "paper": _PAPERS[paper]}
    with TemporaryDirectory() as directory:
        chosen = list(_chosen(fonts, Path(directory)))
        found = Fonts(font_paths=[directory, *_folders()])
        value["fonts"] = [*chosen, *_FAMILIES]
        codes = dict[int, str]()
        while True:
            made = _compiled(json.dumps(value, ensure_ascii=False).translate(codes), found)
            if isinstance(made, bytes):
                return Pdf(made, tuple(map(chr, sorted(codes))))
            new = {ord(letter): f"[U+{ord(letter):04X}]" for letter in made}
            assert not new.keys() <= codes.keys(), made
            codes |= new


def _compiled(value: str, fonts: Fonts) -> bytes | set[str]:
    """The PDF, or letters that no font has."""
    template = files(__package__).joinpath("page.typ").read_bytes()
    try:
        pdf, _ = compile_with_warnings(
            template,
            format="pdf",
            font_paths=fonts,
            sys_inputs={"page": value},
            pdf_standards="a-2u",
            timestamp=0,
        )
    except TypstError as error:
        # Typst escapes signs that stand on others.
        shown = "".join(_UNCOVERED.findall(error.diagnostic))
        lacking = set(_ESCAPED.sub(lambda found: chr(int(found[1], 16)), shown))
        if not lacking:
            raise
        return lacking
    return pdf


def _chosen(fonts: Sequence[str], directory: Path) -> Iterator[str]:
    """The families of these files, which are copied to the directory: typst looks for folders."""
    for number, file in enumerate(fonts):
        folder = directory / str(number)
        folder.mkdir()
        try:
            copy(file, folder)
        except OSError as error:
            raise _unusable(file, error.strerror or str(error)) from None
        families = dict.fromkeys(
            font.family
            for font in Fonts(
                include_system_fonts=False, include_embedded_fonts=False, font_paths=[folder]
            ).fonts()
        )
        if not families:
            raise _unusable(file, text("no font is in it"))
        yield from families


def _unusable(file: str, reason: str) -> UnusableFont:
    said = mark("{file} is not a font that can be embedded: {reason}")
    return UnusableFont(text(said, file=file, reason=reason))


def _folders() -> Iterator[str]:
    """Where the extra has its fonts, if it is installed."""
    for package in _PACKAGES:
        found = find_spec(package)
        yield from (found and found.submodule_search_locations) or ()
