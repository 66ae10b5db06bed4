"""QR codes, drawn from the modules that segno computes."""

from collections.abc import Iterator

import segno

_QUIET = 4
"""The empty modules around a code, which readers need."""
_HALVES = " \N{LOWER HALF BLOCK}\N{UPPER HALF BLOCK}\N{FULL BLOCK}"
"""Two modules above each other in one character: neither, the lower, the upper, both are dark."""


def qr_modules(text: str) -> list[list[bool]]:
    """The rows of modules, True where dark, with the empty ones around them."""
    code = segno.make_qr(text, error="l")
    return [list(map(bool, row)) for row in code.matrix_iter(border=_QUIET)]


def qr_lines(text: str) -> Iterator[str]:
    """The code in characters, dark on light, two rows of modules a line."""
    rows = qr_modules(text)
    below = [*rows[1::2], [False] * len(rows)]
    for upper, lower in zip(rows[::2], below, strict=False):
        yield "".join(_HALVES[2 * above + under] for above, under in zip(upper, lower, strict=True))


def qr_svg(text: str) -> str:
    """The code as an SVG element, without sizes: CSS gives them."""
    rows = qr_modules(text)
    dark = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module
    )
    return (
        f'<svg class="code" role="img" viewBox="0 0 {len(rows)} {len(rows)}" '
        f'shape-rendering="crispEdges"><path d="{dark}"/></svg>'
    )
