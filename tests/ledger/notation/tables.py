"""Records printed as in books: a column for each player, a row for each turn round the table."""

from collections.abc import Iterator, Sequence

from domino_ledger.domain.tiles import PIPS, tile_named

from .records import Json


def printed(record: Json) -> str:
    """The first round as a table, without ends, and without what books omit."""
    names, round = record["players"], record["rounds"][0]
    hands = zip(names, round["hands"], strict=True)
    deal = "\n".join(f"Hand {name}: {' '.join(hand)}" for name, hand in hands)
    head = f"Game: {record['id']}\nRules: {record['rules']}\nPlayers: {', '.join(names)}"
    return f"{head}\n\nRound 1\n{deal}\nTable\n{columns(names, round['moves'])}"


def columns(names: Sequence[str], moves: Sequence[Json]) -> str:
    """The names, and the rows below them."""
    rows = [list(names)]
    last = len(names)
    for move in moves:
        if move["seat"] <= last:
            rows.append(["."] * len(names))
        last = move["seat"]
        rows[-1][last] = move.get("lay", "pass")
    return "".join("  ".join(f"{cell:4}" for cell in row).rstrip() + "\n" for row in rows)


Line = tuple[int, int]
Placed = tuple[str, ...]


def placings(tiles: Sequence[str]) -> Iterator[tuple[Placed, Line]]:
    """Each way to lay these tiles in a line, found by trial: ends by name, and the open pips.

    Where both ends leave the same pips open, left is taken.
    """
    if len(tiles) == 1:
        high, low = map(int, tiles[0].split("-"))
        yield ("",), (low, high)
        return
    *before, tile = tiles
    for ends, (left, right) in placings(before):
        both = PIPS[tile_named(tile)]
        ways = {"left": (both - left, right), "right": (left, both - right)}
        shows = {"left": str(left), "right": str(right)}
        fitting = {end: ways[end] for end in ways if shows[end] in tile.split("-")}
        if len({tuple(sorted(line)) for line in fitting.values()}) == 1:
            fitting = dict(list(fitting.items())[:1])
        for end, line in fitting.items():
            yield (*ends, end), line
