"""Names as people write them: how they are kept, and when two of them are the same name."""

import re
from unicodedata import decomposition, normalize

from .texts import LONGEST_NAME

_BLANKS = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
"""The characters of the Unicode category "space separator"."""
_ACCENTS = re.compile("[\u0300-\u036f]")
"""Of Latin, Greek and Cyrillic letters. In other scripts such marks are letters."""


def tidy_name(name: str) -> str:
    """The name as it is kept and shown: composed (NFC), trimmed, and with single blanks.

    Controls such as tabs stay as they are. So does a name that would become longer than a store can
    hold.
    """
    composed = name if name.isascii() else normalize("NFC", name)
    tidy = _BLANKS.sub(" ", composed).strip(" ")
    return tidy if 0 < len(tidy) <= LONGEST_NAME else name


def name_key(name: str) -> str:
    """Equal for names that differ only in blanks, case, width or composition.

    Caseless matching as the Unicode Standard defines it (section 3.13, D145), after wide and narrow
    forms were replaced by the usual ones.
    """
    if name.isascii():
        return " ".join(name.split()).casefold()
    folded = normalize("NFD", "".join(map(_usual_width, name))).casefold()
    return normalize("NFC", " ".join(folded.split()))


def _usual_width(character: str) -> str:
    width, _, usual = decomposition(character).partition(" ")
    return chr(int(usual, 16)) if width in {"<wide>", "<narrow>"} else character


def simplest_form(name: str) -> str:
    """The key of a name without accents: equal for `Zoë` and `zoe`."""
    key = name_key(name)
    if key.isascii():
        return key
    return normalize("NFC", _ACCENTS.sub("", normalize("NFD", key)))
