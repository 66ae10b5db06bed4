"""Small games, played and judged deal by deal on the naive model, independent of the program.

A tile is a pair (high, low). A move is (seat, "lay", tile, end), (seat, "draw", tile or None), or
(seat, "pass").
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any, NamedTuple

from tests.domain.reference import Bone as Tile
from tests.domain.reference import Naive

Move = tuple[Any, ...]


class Rules(NamedTuple):
    highest: int
    seats: int
    hand: int
    draws: bool

    @property
    def tiles(self) -> list[Tile]:
        return [(high, low) for high in range(self.highest + 1) for low in range(high + 1)]


class Played(NamedTuple):
    """A round as it was really played, and the end recorded by the table."""

    rules: Rules
    hands: list[list[Tile]]
    moves: list[Move]
    left: list[list[Tile]]
    ended: str | None


def table_of(hands: Sequence[Sequence[Tile]], boneyard: list[Tile]) -> Naive:
    return Naive(hands=[list(hand) for hand in hands], boneyard=list(boneyard), leader=0)


def do(table: Naive, move: Move) -> None:
    """Make a move, legal or not; who draws unseen takes the next tile."""
    seat, what, *more = move
    tile, end = (*more, None, None)[:2]
    table.do((what, seat, table.boneyard[0] if what == "draw" else tile, end))


def played(rules: Rules, chance: Random, revokes: float) -> Played:
    """A random round in which a seat that could lay sometimes passes or draws."""
    tiles = rules.tiles
    chance.shuffle(tiles)
    hands = [tiles[seat * rules.hand : (seat + 1) * rules.hand] for seat in range(rules.seats)]
    table = table_of(hands, tiles[rules.seats * rules.hand :])
    moves: list[Move] = []
    passes, ended = 0, None
    while ended is None and len(moves) < 30:
        seat, lays = table.seat, table.lays(table.seat)
        if lays and (not table.line or chance.random() >= revokes):
            _, _, tile, end = chance.choice(lays)
            moves.append((seat, "lay", tile, end))
            passes = 0
        elif rules.draws and table.boneyard:
            moves.append((seat, "draw", table.boneyard[0]))
        else:
            moves.append((seat, "pass"))
            passes += 1
        do(table, moves[-1])
        if not table.hands[seat]:
            ended = "out"
        elif passes == rules.seats:
            ended = "blocked"
    return Played(rules, hands, moves, table.hands, ended)


class Seen(NamedTuple):
    """The round as recorded by someone who saw only a part of it."""

    rules: Rules
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
    return Seen(round.rules, hands, moves, left, round.ended)


def every_deal(seen: Seen) -> Iterator[tuple[list[list[Tile]], list[Tile]]]:
    """Every deal in which these moves are possible, with the order of the boneyard."""
    known = {tile for hand in seen.hands for tile in hand if tile is not None}
    rest = [tile for tile in seen.rules.tiles if tile not in known]
    drawn = sum(move[1] == "draw" for move in seen.moves)
    for hands in _hands(seen.hands, rest):
        under = [tile for tile in rest if all(tile not in hand for hand in hands)]
        for order in permutations(under, min(drawn, len(under))):
            boneyard = [*order, *(tile for tile in under if tile not in order)]
            if _can_be(seen, hands, boneyard):
                yield hands, boneyard


def _hands(hands: Sequence[list[Tile | None]], rest: list[Tile]) -> Iterator[list[list[Tile]]]:
    if not hands:
        yield []
        return
    seen = [tile for tile in hands[0] if tile is not None]
    for found in combinations(rest, hands[0].count(None)):
        left = [tile for tile in rest if tile not in found]
        for others in _hands(hands[1:], left):
            yield [[*seen, *found], *others]


def _can_be(seen: Seen, hands: list[list[Tile]], boneyard: list[Tile]) -> bool:
    table = table_of(hands, boneyard)
    for move in seen.moves:
        if move[1] == "lay" and move[2] not in table.hands[move[0]]:
            return False
        if move[1] == "draw" and move[2] not in {None, table.boneyard[0]}:
            return False
        do(table, move)
    return all(
        shown is None or sorted(shown) == sorted(hand)
        for shown, hand in zip(seen.left, table.hands, strict=True)
    )


def revokes(seen: Seen, hands: list[list[Tile]], boneyard: list[Tile]) -> frozenset[int]:
    """The moves at which a seat passed or drew although it could have laid, in this deal."""
    table, found = table_of(hands, boneyard), set()
    for number, move in enumerate(seen.moves):
        if move[1] != "lay" and table.lays(move[0]):
            found.add(number)
        do(table, move)
    return frozenset(found)
