"""The shuffle as docs/shuffle.md describes it, naively, from the words of the page alone.

Shares no code with the program: HMAC is written out, and tiles are texts.

``python -m tests.domain.naive_shuffle`` writes the published vectors.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[2] / "docs" / "shuffle-vectors.json"


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104, for keys of at most one block."""
    assert len(key) <= 64
    padded = key + bytes(64 - len(key))
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


class NaiveChance:
    """Numbers from the seeds, byte by byte."""

    def __init__(self, server: str, seats: list[str]) -> None:
        self.server, self.seats = server, seats
        self.used: list[int] = []
        self.rejected = 0

    def byte(self) -> int:
        block, place = divmod(len(self.used), 32)
        message = "domino-shuffle/1"
        for seed in self.seats:
            message = message + "\n" + seed
        message = message + "\n" + str(block)
        value = hmac_sha256(bytes.fromhex(self.server), message.encode("ascii"))[place]
        self.used.append(value)
        return value

    def below(self, bound: int) -> int:
        while True:
            value = self.byte()
            if value // bound < 256 // bound:
                return value % bound
            self.rejected += 1


def whole_set(highest: int, *, wild: bool = False) -> list[str]:
    pips = range(highest + 1)
    tiles = [f"{high}-{low}" for high in pips for low in pips if low <= high]
    return [*tiles, *(f"W-{low}" for low in pips), "W-W"] if wild else tiles


def shuffled_tiles(tiles: list[str], chance: NaiveChance) -> list[str]:
    left, order = list(tiles), [""] * len(tiles)
    for place in reversed(range(len(tiles))):
        if place == 0:
            order[0] = left[0]
            break
        # The tile that lies at the place taken is replaced by the last one that is left.
        taken = chance.below(place + 1)
        order[place] = left[taken]
        left[taken] = left[place]
        left.pop()
    return order


def vector(name: str, seeds: list[str], tiles: list[str], hand: int) -> dict[str, Any]:
    """All that follows from these seeds, of the server and then of the seats."""
    server, *seats = seeds
    chance = NaiveChance(server, seats)
    order = shuffled_tiles(tiles, chance)
    used, rejected = bytes(chance.used), chance.rejected
    return {
        "name": name,
        "seeds": {"server": server, "seats": seats},
        "commitments": {
            "server": sha256(bytes.fromhex(server)).hexdigest(),
            "seats": [sha256(bytes.fromhex(seed)).hexdigest() for seed in seats],
        },
        "tiles": tiles,
        "bytes": used.hex(),
        "rejected": rejected,
        "order": order,
        "hands": [order[seat * hand : (seat + 1) * hand] for seat in range(len(seats))],
        "boneyard": order[len(seats) * hand :],
        "lot_below_the_number_of_seats": chance.below(len(seats)),
    }


def counted_seed(number: int, size: int = 32) -> str:
    """A seed that anybody can type: the bytes count up from a number."""
    return bytes((number + at) % 256 for at in range(size)).hex()


def vectors() -> list[dict[str, Any]]:
    first = ["00" * 32, "01" * 32, "02" * 32]
    seeds = [counted_seed(number) for number in (8, 32, 64, 96, 128)]
    long = [counted_seed(number, 64) for number in (9, 71, 135, 199)]
    many = [counted_seed(number) for number in range(11, 20)]
    without_hub = [tile for tile in whole_set(12) if tile != "12-12"]
    return [
        vector("two seats, double-six", first, whole_set(6), 7),
        vector("four seats, double-six", seeds, whole_set(6), 7),
        vector("the longest seeds", long, whole_set(6), 7),
        vector("a hub is taken out", seeds[:4], without_hub, 15),
        vector("wild tiles", seeds, whole_set(9, wild=True), 7),
        vector("the largest set", many, whole_set(18, wild=True), 9),
    ]


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(each) for each in vectors())
    VECTORS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
