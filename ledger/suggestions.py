"""The word or name that was meant by another: one bound for all that a person may type."""

from collections import defaultdict
from collections.abc import Iterable

from .names import simplest_form

_SHORT, _LONG = 3, 9
"""Letters of the longer word from which one slip is thought of, and from which two are."""
MOST_COMPARED = 50_000
"""Pairs of names compared by one `KnownNames`; it finds nothing alike after that."""


def closest(word: str, words: Iterable[str]) -> str | None:
    """The first of the words most like this one; None if none is like it, or one is the same.

    A slip is a wrong letter, one too many or too few, or two that changed places. Case, width and
    accents do not count.
    """
    form = simplest_form(word)
    best, found = None, None
    for each in words:
        other = simplest_form(each)
        if other == form:
            return None
        letters = max(len(form), len(other))
        most = (letters >= _SHORT) + (letters >= _LONG)
        if best is not None:
            most = min(most, best - 1)
        if abs(len(form) - len(other)) > most or not most < min(len(form), len(other)):
            continue
        distance = _slips(form, other)
        if distance <= most:
            best, found = distance, each
    return found


def _slips(one: str, two: str) -> int:
    """The least number of slips between two words."""
    before: list[int] = []
    last = list(range(len(two) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, other in enumerate(two, 1):
            least = min(last[column] + 1, now[-1] + 1, last[column - 1] + (letter != other))
            if row > 1 and column > 1 and (letter, one[row - 2]) == (two[column - 2], other):
                least = min(least, before[column - 2] + 1)
            now.append(least)
        before, last = last, now
    return last[-1]


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
        if form in known.keys() - others:
            return known[form]
        found = closest(form, (each for each in known if each not in others | {form}))
        return None if found is None else known[found]


def _digits(form: str) -> str:
    return "".join(filter(str.isdigit, form))
