"""The characters that people and their programs type for those of the notation.

Keyboards in Japan type wide digits, word processors make hyphens and quotation marks of their own,
and phones blanks that do not break. Each has the usual character in its place, so that a column of
the line stays what it was.
"""

import re
from collections.abc import Iterator
from unicodedata import category, decimal


def _each(characters: str, usual: str) -> Iterator[tuple[int, str]]:
    return ((ord(each), usual) for each in characters)


_WIDE = range(0xFF01, 0xFF5F)
"""Characters as wide as those of Chinese and Japanese, from `!` to `~`."""
_BLANKS = [chr(code) for code in range(0x80, 0x3001) if category(chr(code)) == "Zs"]
_INVISIBLE = "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
"""Without width, or marks of the direction of writing. Joiners are parts of words in Hindi."""
_HYPHENS = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\u2500\u2501\u2574\u2576"
_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d\u300e\u300f\u301d\u301e\u301f\u2033"
_USUAL = dict(
    (
        *((code, chr(code - _WIDE.start + 0x21)) for code in _WIDE),
        *_each("".join(_BLANKS) + _INVISIBLE, " "),
        *_each(_HYPHENS, "-"),
        *_each(_QUOTES, '"'),
        *_each("\u2018\u2019\u201b\u02bc\u2032", "'"),
        *_each("\u2236\ufe55\ufe13\ua789\u02d0", ":"),
        *_each("\u3001\uff64\ufe50\ufe51\ufe10\u060c", ","),
        *_each("\ufe54\u061b\u037e", ";"),
        *_each("\u00b7\u2219\u22c5\u30fb\uff65\u3002\uff61\ufe52", "."),
        *_each("\u2044\u2215\u29f8", "/"),
        *_each("\u00d7\u2715\u2a09", "x"),
        *_each("\u2502\u2503\u2551\u2223\u2758\u00a6\uffe8", "|"),
        *_each("\u2550", "="),
        *_each("\u3010\u3014\u27e6", "["),
        *_each("\u3011\u3015\u27e7", "]"),
        *_each("\u2039\u3008\u27e8\u2190\u21d0", "<"),
        *_each("\u203a\u3009\u27e9\u2192\u21d2", ">"),
        *_each("\ufe6b", "@"),
        *_each("\ufe5f", "#"),
        *_each("\ufe56\u061f\U0001f030\U0001f062", "?"),  # The backs of tiles are unseen tiles.
        *((code, "+") for code in (*range(0x250C, 0x254C), *range(0x2552, 0x256D))),
    )
)
_LONG_MARK = re.compile("(?<=[0-9Ww])\\s?[\u30fc\uff70]\\s?(?=[0-9Ww])")
"""Typed on Japanese keyboards for a hyphen; elsewhere it is a letter."""


def usual_characters(text: str) -> str:
    """The text with the usual character in place of each other form of it, digits included.

    It is as long as before. Names and free texts are kept as they were typed, not in this form.
    """
    if text.isascii():
        return text
    usual = "".join(str(decimal(each, each)) for each in text.translate(_USUAL))
    return _LONG_MARK.sub(lambda found: re.sub("\\S", "-", found[0]), usual)
