"""The fonts of a PDF: the letters that one lacks are taken from the next that has them.

Fonts come with reportlab (Bitstream Vera), from `--font`, from the extra `domino-ledger[fonts]`,
and from the machine. Of all but the first, only the letters of the page are embedded.
"""

import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, files
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import click
import uharfbuzz
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from projections.messages import text

_OWN = ("Vera.ttf", "VeraBd.ttf")
_PACKAGES = (
    "fontpkg-noto-sans-arabic",
    "fontpkg-noto-sans-devanagari",
    "fontpkg-noto-sans",
    "justmytype-intl-cjk",
)
"""Of the extra `domino-ledger[fonts]`."""
_SPECIAL = (
    *("italic", "oblique", "bold", "mono", "serif", "condensed", "light", "thin", "black"),
    *("medium", "math", "emoji", "symbol"),
)
"""In names of files: the more of these, the later a font is tried."""
_REGULAR, _BOLD = 400.0, 700.0


class UnusableFont(click.ClickException):
    """The file is not a TrueType font that can be embedded."""


class Font(NamedTuple):
    """An embedded font, by the names under which reportlab knows it."""

    regular: str
    bold: str
    letters: frozenset[str]


def fonts_for(letters: Iterable[str], chosen: Sequence[str] = ()) -> tuple[Font, ...]:
    """Fonts that have these letters between them, as far as there are any; the first is for most.

    ``chosen``: files that stand before all others. Raises UnusableFont.
    """
    found = [_whole(number, (file, file)) for number, file in enumerate(chosen)]
    if not found:
        found.append(_whole(0, _OWN))
    missing = {letter for letter in letters if letter.isprintable()}
    missing -= frozenset().union(*(font.letters for font in found))
    return (*found, *_parts(missing))


def _parts(missing: set[str]) -> Iterator[Font]:
    """Fonts for these letters. One that lacks letters of a script is not used for it, if possible.

    So the letters of a word come from one font, and can join.
    """
    faces = list(_faces()) if missing else []
    for whole in (True, False):
        for path, face in faces:
            has = {letter for letter in missing if ord(letter) in face.unicodes}
            if whole:
                lacks = set(map(_script, missing - has))
                has = {letter for letter in has if _script(letter) not in lacks}
            font = _part(path, face, has) if has else None
            if font is not None:
                yield font
                missing = missing - font.letters


def _script(letter: str) -> str:
    """`DEVANAGARI`; the first word of the name of the letter."""
    return unicodedata.name(letter, "").partition(" ")[0]


def _whole(number: int, paths: tuple[str, str]) -> Font:
    try:
        regular, bold = (
            TTFont(f"sheet-{number}{weight}-{Path(path).stem}", path)
            for weight, path in zip("rb", paths, strict=True)
        )
    except (TTFError, OSError, ValueError) as error:
        reason = str(error).splitlines()[0].rstrip(".")
        raise UnusableFont(
            text(
                "{file} is not a TrueType font that can be embedded: {reason}",
                file=paths[0],
                reason=reason,
            )
        ) from None
    both = regular.face.charToGlyph.keys() & bold.face.charToGlyph.keys()
    return _registered(regular, bold, map(chr, both))


def _faces() -> Iterator[tuple[Path, uharfbuzz.Face]]:
    """The files that can be embedded."""
    for path in _others():
        with suppress(uharfbuzz.HarfBuzzError, OSError):
            face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)))
            if "glyf" in face.table_tags:
                yield path, face


def _part(path: Path, face: uharfbuzz.Face, letters: set[str]) -> Font | None:
    """A font with these letters of a file; None if it cannot be embedded."""
    family = path.stem.partition("[")[0]
    with suppress(TTFError, uharfbuzz.HarfBuzzError):
        regular, bold = (
            _embedded(family, _subset(face, letters, weight)) for weight in (_REGULAR, _BOLD)
        )
        return _registered(regular, bold, letters)
    return None


def _embedded(family: str, data: bytes) -> TTFont:
    """Reportlab takes fonts for the same if their names are, so the name tells these apart."""
    name = f"{family}-{crc32(data):08x}"
    file = BytesIO(data)
    file.name = name
    font = TTFont(name, file)
    font.face.name = name.encode("ascii", "replace")
    return font


def _subset(face: uharfbuzz.Face, letters: set[str], weight: float) -> bytes:
    """The letters of a font in a weight, if it comes in several, as a font."""
    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.update(map(ord, letters))
    wanted.layout_feature_tag_set.clear()
    wanted.layout_feature_tag_set.invert()  # All: Arabic and Devanagari need their own.
    for axis in face.axis_infos:
        if axis.tag == "wght":
            value = min(max(weight, axis.min_value), axis.max_value)
            wanted.pin_axis_location(face, axis.tag, value)
        else:
            wanted.pin_axis_to_default(face, axis.tag)
    blob = uharfbuzz.subset(face, wanted).blob
    assert blob is not None
    return bytes(blob.data)


def _registered(regular: TTFont, bold: TTFont, letters: Iterable[str]) -> Font:
    registerFont(regular)
    registerFont(bold)
    return Font(regular.fontName, bold.fontName, frozenset(letters))


def _others() -> Iterator[Path]:
    """Files of the extra, then of the machine, plain fonts first."""
    for package in _PACKAGES:
        with suppress(PackageNotFoundError):
            paths = (Path(str(file.locate())) for file in files(package) or ())
            yield from sorted((path for path in paths if path.suffix == ".ttf"), key=_rank)
    machine = (path for folder in _folders() for path in folder.rglob("*.tt[fc]"))
    yield from sorted(machine, key=_rank)


def _rank(path: Path) -> tuple[int, str]:
    name = path.stem.lower()
    return sum(word in name for word in _SPECIAL), str(path)


def _folders() -> Iterator[Path]:
    """Where systems keep fonts."""
    if sys.platform == "win32":
        yield Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"
        return
    home = Path.home()
    if sys.platform == "darwin":
        yield from (home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts"))
    yield Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share") / "fonts"
    for folder in (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":"):
        yield Path(folder) / "fonts"
