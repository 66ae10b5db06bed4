"""Text from outside, made harmless before it is shown."""

import re

HARMFUL = "\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""C1 controls, line and paragraph separators, bidirectional marks, surrogates."""
_OBEYED = re.compile(f"[\x00-\x1f{HARMFUL}]")


def plain(text: str) -> str:
    """One line of text with `?` for what a terminal would obey: controls, changes of direction."""
    return _OBEYED.sub("?", text)
