"""The word that was meant by another: one bound for every word a person may type."""

from collections.abc import Iterable

from ..registry.names import simplest_form

_SHORT, _LONG = 3, 9
"""Letters of the longer word from which one slip is thought of, and from which two are."""


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
