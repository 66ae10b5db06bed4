"""Small games, naively played and judged deal by deal; independent of the program.

A tile is a pair (low, high), a round a list of hands, a boneyard and a list of moves, each of them
(seat, "lay", tile, end), (seat, "draw", tile or None) or (seat, "pass").
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from random import Random
from typing import Any, NamedTuple

Tile = tuple[int, int]
Move = tuple[Any, ...]


class House(NamedTuple):
    highest: int
    seats: int
    hand: int
    draws: bool

    @property
    def tiles(self) -> list[Tile]:
        return [(low, high) for high in range(self.highest + 1) for low in range(high + 1)]


@dataclass
class Table:
    """Hands, boneyard, and the pips of the open ends."""

    hands: list[set[Tile]]
    boneyard: list[Tile]
    ends: dict[str, int] = field(default_factory=dict)

    def fitting(self, seat: int) -> list[Tile]:
        open_pips = set(self.ends.values())
        return sorted(tile for tile in self.hands[seat] if open_pips & set(tile))

    def lay(self, seat: int, tile: Tile, end: str | None) -> None:
        self.hands[seat].remove(tile)
        if end is None:
            self.ends = {"left": tile[0], "right": tile[1]}
        else:
            self.ends[end] = sum(tile) - self.ends[end]

    def draw(self, seat: int) -> Tile:
        tile = self.boneyard.pop(0)
        self.hands[seat].add(tile)
        return tile


@dataclass
class Played:
    """A round as it was really played, and the end recorded by the table."""

    house: House
    hands: list[list[Tile]]
    boneyard: list[Tile]
    moves: list[Move]
    left: list[set[Tile]]
    ended: str | None


def played(house: House, chance: Random, revokes: float) -> Played:
    """A random round in which a seat that could lay sometimes passes or draws."""
    tiles = house.tiles
    chance.shuffle(tiles)
    hands = [tiles[seat * house.hand : (seat + 1) * house.hand] for seat in range(house.seats)]
    boneyard = tiles[house.seats * house.hand :]
    table = Table([set(hand) for hand in hands], list(boneyard))
    moves: list[Move] = []
    seat, passes, ended = 0, 0, None
    while ended is None and len(moves) < 30:
        fitting = sorted(table.hands[seat]) if not table.ends else table.fitting(seat)
        if fitting and (not table.ends or chance.random() >= revokes):
            tile = chance.choice(fitting)
            pips = set(tile)
            fits = [end for end, pip in table.ends.items() if pip in pips]
            end = chance.choice(fits) if fits else None
            table.lay(seat, tile, end)
            moves.append((seat, "lay", tile, end))
            passes = 0
        elif house.draws and table.boneyard:
            moves.append((seat, "draw", table.draw(seat)))
            continue
        else:
            moves.append((seat, "pass"))
            passes += 1
        if not table.hands[seat]:
            ended = "out"
        elif passes == house.seats:
            ended = "blocked"
        seat = (seat + 1) % house.seats
    return Played(house, hands, boneyard, moves, table.hands, ended)


class Seen(NamedTuple):
    """The round as recorded by someone who saw only a part of it."""

    house: House
    hands: list[list[Tile | None]]
    moves: list[Move]
    left: list[list[Tile] | None]
    ended: str | None


def as_seen(round: Played, chance: Random) -> Seen:
    """The round with random tiles of hands and draws hidden, and some hands shown."""
    hides = chance.choice([0.3, 0.8, 1.0, 1.0])
    hands = [[None if chance.random() < hides else tile for tile in hand] for hand in round.hands]
    moves = [
        (move[0], "draw", None) if move[1] == "draw" and chance.random() < hides else move
        for move in round.moves
    ]
    shows = chance.choice([0.0, 0.0, 0.4])
    left = [sorted(hand) if chance.random() < shows else None for hand in round.left]
    return Seen(round.house, hands, moves, left, round.ended)


def every_deal(seen: Seen) -> Iterator[tuple[list[set[Tile]], list[Tile]]]:
    """Every deal in which these moves are possible, with the order of the boneyard."""
    known = {tile for hand in seen.hands for tile in hand if tile is not None}
    rest = [tile for tile in seen.house.tiles if tile not in known]
    drawn = sum(move[1] == "draw" for move in seen.moves)
    for hands in _hands(seen.hands, rest):
        under = [tile for tile in rest if all(tile not in hand for hand in hands)]
        for order in permutations(under, min(drawn, len(under))):
            boneyard = [*order, *(tile for tile in under if tile not in order)]
            if _can_be(seen, hands, boneyard):
                yield [set(hand) for hand in hands], boneyard


def _hands(hands: Sequence[list[Tile | None]], rest: list[Tile]) -> Iterator[list[set[Tile]]]:
    if not hands:
        yield []
        return
    seen = {tile for tile in hands[0] if tile is not None}
    for found in combinations(rest, hands[0].count(None)):
        left = [tile for tile in rest if tile not in found]
        for others in _hands(hands[1:], left):
            yield [seen | set(found), *others]


def _can_be(seen: Seen, hands: list[set[Tile]], boneyard: list[Tile]) -> bool:
    table = Table([set(hand) for hand in hands], list(boneyard))
    for move in seen.moves:
        if move[1] == "lay":
            if move[2] not in table.hands[move[0]]:
                return False
            table.lay(move[0], move[2], move[3])
        elif move[1] == "draw":
            tile = table.draw(move[0])
            if move[2] not in {None, tile}:
                return False
    return all(
        shown is None or set(shown) == hand
        for shown, hand in zip(seen.left, table.hands, strict=True)
    )


class Judged(NamedTuple):
    """The violations of a round if this was its deal."""

    revokes: frozenset[int]
    """The moves at which a seat passed or drew although it could have laid."""


def judged(seen: Seen, hands: list[set[Tile]], boneyard: list[Tile]) -> Judged:
    table = Table([set(hand) for hand in hands], list(boneyard))
    revokes = set()
    for number, move in enumerate(seen.moves):
        if move[1] == "lay":
            table.lay(move[0], move[2], move[3])
            continue
        if table.fitting(move[0]):
            revokes.add(number)
        if move[1] == "draw":
            table.draw(move[0])
    return Judged(frozenset(revokes))
