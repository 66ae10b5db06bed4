"""Tiles in words."""

from domain.tiles import Tiles, count_unseen, names_of, seen_of

from . import plural, text


def hand_text(hand: Tiles) -> str:
    """The tiles of a hand, and how many of them nobody saw."""
    unseen = count_unseen(hand)
    tiles = ", ".join(names_of(seen_of(hand)))
    if not unseen:
        return tiles or text("nothing")
    if not tiles:
        return plural("{number} tile that nobody saw", "{number} tiles that nobody saw", unseen)
    return plural(
        "{tiles} and {number} tile that nobody saw",
        "{tiles} and {number} tiles that nobody saw",
        unseen,
        tiles=tiles,
    )
