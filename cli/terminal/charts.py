"""Drawings of figures with block letters, for terminals."""

from collections.abc import Sequence

_EIGHTHS = " ▏▎▍▌▋▊▉"
_HEIGHTS = "▁▂▃▄▅▆▇█"


def bar(part: int, whole: int, width: int) -> str:
    """How much of the whole a part is, as a bar of up to so many letters."""
    eighths = 0 if whole == 0 else round(8 * width * part / whole)
    full, rest = divmod(eighths, 8)
    return ("█" * full + _EIGHTHS[rest]).rstrip()


def sparkline(figures: Sequence[int]) -> str:
    """A letter for each figure, the higher the greater; all the same where they are."""
    low, high = min(figures, default=0), max(figures, default=0)
    if low == high:
        return _HEIGHTS[3] * len(figures)
    top = len(_HEIGHTS) - 1
    return "".join(_HEIGHTS[round(top * (figure - low) / (high - low))] for figure in figures)
