"""Random deals of the variants that have a naive model, as the referee writes a deal."""

from random import Random

from .common import Said, halves, is_double

HIGHEST = {
    "mexican-train@1": 12,
    "chicken-foot@1": 9,
    "spinner@1": 9,
    "basic-train@1": 9,
    "bendomino@1": 6,
    "gaple@1": 6,
}
"""By rules, the highest pip."""

HANDS = {
    "mexican-train@1": {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10},
    "chicken-foot@1": {2: 7, 3: 7, 4: 7, 5: 7, 6: 7, 7: 7, 8: 6},
    "spinner@1": {2: 14, 3: 7, 4: 7, 5: 7, 6: 7, 7: 7, 8: 7},
    "basic-train@1": {2: 13, 3: 13, 4: 13, 5: 11, 6: 9, 7: 7, 8: 6, 9: 6, 10: 5},
    "bendomino@1": {2: 7, 3: 6, 4: 5},
    "gaple@1": {4: 7},
}
"""By rules and number of seats, the tiles of a hand."""

ROUNDS = {"mexican-train@1": 13, "chicken-foot@1": 10, "spinner@1": 10}
"""By rules, how many rounds a game has, where the number is fixed."""


def tiles_of(rules: str) -> list[str]:
    """The whole set."""
    pips = range(HIGHEST[rules] + 1)
    tiles = [f"{high}-{low}" for high in pips for low in pips if low <= high]
    wild = [*(f"W-{pip}" for pip in pips), "W-W"] if rules == "spinner@1" else []
    return tiles + wild


def random_deal(rules_id: str, seats: int, round: int, chance: Random) -> Said:
    """A deal that is not void. The starter is by lot; in Gaple he has won the round before."""
    tiles, size = tiles_of(rules_id), HANDS[rules_id][seats]
    hub = {"hub": f"{13 - round}-{13 - round}"} if rules_id == "mexican-train@1" else {}
    tiles = [tile for tile in tiles if tile not in hub.values()]
    hands: list[list[str]] = []
    while not hands or is_void(rules_id, hands):
        chance.shuffle(tiles)
        hands = [tiles[seat * size : (seat + 1) * size] for seat in range(seats)]
    boneyard, starter = tiles[seats * size :], chance.randrange(seats)
    leader = leader_of(rules_id, round, hands, boneyard, starter)
    return {
        "rules": rules_id,
        "round": round,
        "seats": seats,
        "hands": hands,
        "boneyard": boneyard,
        "starter": starter,
        "leader": leader,
        **hub,
    }


def is_void(rules: str, hands: list[list[str]]) -> bool:
    """In Basic Train a seat without a double: deal again."""
    return rules == "basic-train@1" and not all(any(map(is_double, hand)) for hand in hands)


def leader_of(
    rules: str, round: int, hands: list[list[str]], boneyard: list[str], starter: int
) -> int:
    """The seat that will lay the first tile; in Mexican Train the starter, be he able or not."""
    seats = range(len(hands))
    dealt = [tile for hand in hands for tile in hand]
    doubles = [tile for tile in dealt if is_double(tile)]
    match rules:
        case "mexican-train@1":
            return starter
        case "chicken-foot@1" | "spinner@1":
            return leader_of_feet(f"{10 - round}-{10 - round}", hands, boneyard, starter)
        case "gaple@1":
            clockwise = [(starter + step) % len(hands) for step in seats]
            able = [k for k in clockwise if any(map(is_double, hands[k]))]
            return next(k for k in able if round > 1 or "0-0" in hands[k])
        case _:
            by_weight = sorted(doubles or dealt, key=lambda tile: (sum(halves(tile)), tile))
            return next(k for k in seats if by_weight[-1] in hands[k])


def leader_of_feet(double: str, hands: list[list[str]], boneyard: list[str], starter: int) -> int:
    """Who holds the double; else who holds W-W; else who draws one of the two first."""
    for tile in (double, "W-W"):
        for seat, hand in enumerate(hands):
            if tile in hand:
                return seat
    draws = next(number for number, tile in enumerate(boneyard) if tile in {double, "W-W"})
    return (starter + draws) % len(hands)
