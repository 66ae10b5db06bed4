"""Names as people write them: how they are kept, and when two of them are the same name."""

import re
from collections import defaultdict
from collections.abc import Iterable
from difflib import get_close_matches
from unicodedata import decomposition, normalize

from ..records.texts import LONGEST_NAME

_BLANKS = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
"""The characters of the Unicode category "space separator"."""
_ACCENTS = re.compile("[\u0300-\u036f]")
"""Of Latin, Greek and Cyrillic letters. In other scripts such marks are letters."""
MOST_COMPARED = 50_000
"""Pairs of names compared by one `KnownNames`; it finds nothing alike after that."""
_ALIKE = 0.8
"""The least likeness, as `difflib` measures it, at which a name may be a slip for another."""


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


class KnownNames:
    """Names among which one is looked for that was perhaps meant by another."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_digits: defaultdict[str, dict[str, str]] = defaultdict(dict)
        """By the digits of the name, then by its simplest form."""
        self._compared = 0
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Know this name, too."""
        form = simplest_form(name)
        self._by_digits[_digits(form)].setdefault(form, name)

    def closest(self, name: str, seated: Iterable[str] = ()) -> str | None:
        """The known name most like this one, but none of those ``seated`` beside it.

        Accents do not count; digits must be the same: "player 1" is no slip for "player 2".
        """
        form = simplest_form(name)
        known = self._by_digits.get(_digits(form), {})
        self._compared += len(known)
        if self._compared > MOST_COMPARED:
            return None
        others = {simplest_form(other) for other in seated if other != name}
        found = get_close_matches(form, [each for each in known if each not in others], 1, _ALIKE)
        return known[found[0]] if found else None


def simplest_form(name: str) -> str:
    """The key of a name without accents: equal for `Zoë` and `zoe`."""
    key = name_key(name)
    if key.isascii():
        return key
    return normalize("NFC", _ACCENTS.sub("", normalize("NFD", key)))


def _digits(form: str) -> str:
    return "".join(filter(str.isdigit, form))
