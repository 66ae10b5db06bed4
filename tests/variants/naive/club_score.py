"""What a round is worth as clubs count it, from the rule text, sections 1 to 8 and 13."""

from itertools import pairwise
from typing import Any, NamedTuple

from .club_round import ClubRound
from .common import halves, is_double

Bonus = dict[str, Any]


class Counted(NamedTuple):
    """A round that is over, as it counts."""

    winners: list[int]
    """Sides."""
    tied: list[int]
    """Sides, two or more, that tied for lowest."""
    again: bool
    """It is no round."""
    base: list[int]
    """By side, before bonuses, points in play, and what is carried."""
    way: str | None
    bonuses: list[Bonus]
    points: list[int]
    """By side, without points in play."""


def counted(round: ClubRound, number: int, carried: int) -> Counted:
    """``number`` of the round in its game, from 0; ``carried``: rounds that nobody won before."""
    winners, tied = winners_of(round)
    again = round.rules["score"].get("tied") == "play-again"
    if again and tied and not winners:
        none = [0] * len(round.sides)
        return Counted([], tied, True, none, None, [], none)
    base = [base_of(round, side, winners) for side in range(len(round.sides))]
    bonuses, points = list[Bonus](), list(base)
    rules = round.rules["score"].get("bonuses") or {}
    for bonus in [*of_going_out(round, rules, winners), *of_passes(round, rules)]:
        bonuses.append(bonus)
        if "points" in bonus:
            points[round.sides.index(tuple(bonus["side"]))] += bonus["points"]
        else:
            for side in winners:
                if round.sides[side] == tuple(bonus["side"]):
                    points[side] += base[side] * (bonus["factor"] - 1)
    for side in winners:
        by_round = dict(enumerate(rules.get("by_round", ()))).get(number, 0)
        added = [("round", by_round)]
        match round.rules["score"].get("carry", "none"):
            case "plus-one":
                added.append(("carry", carried))
            case "double" if carried:
                added.append(("carry", points[side] + by_round))
            case _:
                pass
        for name, more in added:
            points[side] += more
            if more:
                bonuses.append(of_the_end(round, name, side) | {"points": more})
    way = way_of(round) if winners else None
    return Counted(winners, tied, False, base, way, bonuses, points)


# -- Who wins


def winners_of(round: ClubRound) -> tuple[list[int], list[int]]:
    """The sides that win; and those that tied for lowest."""
    rules = round.rules["score"]
    last = round.side_of(round.last_to_lay)
    if round.ended == "target" or (
        round.ended == "out" and rules.get("out_winner", "that-seat") == "that-seat"
    ):
        return [last], []
    kind = rules.get("blocked_winner", "fewest-pips") if round.ended == "blocked" else "fewest-pips"
    if kind == "nobody":
        return [], []
    if kind == "last-two":
        return last_two(round), []
    of_sides = [[round.pips[seat] for seat in side] for side in round.sides]
    if kind == "fewest-tiles":
        of_sides = [[len(round.hands[seat]) for seat in side] for side in round.sides]
    of = min if kind == "side-of-lowest-hand" else sum
    held = [of(side) for side in of_sides]
    lowest = [side for side, own in enumerate(held) if own == min(held)]
    tied = lowest if len(lowest) > 1 else []
    if is_dead(round):
        return [], []
    return (lowest if not tied else after_tie(round, tied)), tied


def is_dead(round: ClubRound) -> bool:
    """A block of which the lowest holds too much to win it."""
    rules = round.rules["score"]
    below = rules.get("blocked_below", 0)
    of_seat = rules.get("blocked_winner") == "side-of-lowest-hand"
    lowest = min(round.pips if of_seat else side_pips(round))
    return round.ended == "blocked" and below > 0 and lowest >= below


def last_two(round: ClubRound) -> list[int]:
    """The last to lay and the next seat compare their hands."""
    blocker = round.last_to_lay
    both = [blocker, round.order(blocker)[1]]
    low = min(round.pips[seat] for seat in both)
    lighter = [seat for seat in both if round.pips[seat] == low]
    if len(lighter) == 1:
        return [round.side_of(lighter[0])]
    if round.rules["score"].get("last_two_tie", "blocker") == "blocker":
        return [round.side_of(blocker)]
    return first_in_order(round, [round.side_of(seat) for seat in both], round.leader)


def first_in_order(round: ClubRound, tied: list[int], seat: int) -> list[int]:
    """Of these sides the first in order of play, beginning with this seat."""
    turns = [round.side_of(each) for each in round.order(seat)]
    return [next(side for side in turns if side in tied)]


def after_tie(round: ClubRound, tied: list[int]) -> list[int]:
    blocked = round.ended == "blocked"
    match round.rules["score"].get("tied", "each"):
        case "nobody" | "play-again":
            return []
        case "not-the-blocker" if blocked:
            return [side for side in tied if side != round.side_of(round.last_to_lay)]
        case "leading-side":
            best = [round.before[side] for side in tied]
            most = min(best) if round.rules["score"].get("winners") == "lowest" else max(best)
            ahead = [side for side in tied if round.before[side] == most]
            return ahead if len(ahead) == 1 else []
        case "opener":
            return first_in_order(round, tied, round.leader)
        case "blocker" if blocked:
            return first_in_order(round, tied, round.last_to_lay)
        case "lightest-tile" if blocked:
            left = {
                side: sorted(
                    round.weight(tile) for seat in round.sides[side] for tile in round.hands[seat]
                )
                for side in tied
            }
            lightest = [side for side in tied if left[side] == min(left.values())]
            return lightest if len(lightest) == 1 else []
        case _:
            return tied


# -- The winner's points


def way_of(round: ClubRound) -> str:
    """How the round was won."""
    if round.out_lay is None:
        return "blocked"
    ways = round.rules["score"].get("ways") or {}
    both = fits_both(round, round.out_lay, ways.get("fits", "each-half"))
    if is_double(round.done[round.out_lay].move["lay"]):
        return "double-both-ends" if both else "double"
    return "both-ends" if both else "simple"


def fits_both(round: ClubRound, at: int, fits: str) -> bool:
    """The tile fits both ends. Under either-end one half at both is enough."""
    found = round.fits_of(at)
    return found == "each-half" or (found == "either-end" and fits == "either-end")


WAYS = {"simple": 1, "double": 2, "both-ends": 3, "double-both-ends": 4, "blocked": 1}


def base_of(round: ClubRound, side: int, winners: list[int]) -> int:
    rules = round.rules["score"]
    own = side_pips(round)[side]
    kind = rules.get("points", "losing-hands")
    if kind == "own-hand":
        return own
    if round.ended == "target" and rules.get("in_play", "none") != "none":
        return 0
    heavier = round.ended == "blocked" and rules.get("blocked_points") == "heavier"
    if side not in winners and not heavier:
        return 0
    match kind:
        case "none":
            return 0
        case "win":
            return 1
        case "ways":
            way = way_of(round)
            given: int = (rules.get("ways") or {}).get(way.replace("-", "_"), WAYS[way])
            return given
        case "tiles":
            left = sum(map(len, round.hands)) - sum(len(round.hands[s]) for s in round.sides[side])
            won: int = rules.get("for_winning", 0) + rules.get("per_tile", 0) * left
            return won
        case _:
            worth = in_points(round, hands_worth(round, side, winners, heavier=heavier))
            bonus = rules.get("block_bonus", 0) if round.ended == "blocked" else 0
            return worth + (bonus if side in winners else 0)


def side_pips(round: ClubRound) -> list[int]:
    return [sum(round.pips[seat] for seat in side) for side in round.sides]


def hands_worth(round: ClubRound, side: int, winners: list[int], *, heavier: bool) -> int:
    """The pips that count for this side."""
    rules, pips = round.rules["score"], side_pips(round)
    if rules.get("rounding", "none") == "each-hand":
        rounded = [nearest_five(each) for each in round.pips]
        pips = [sum(rounded[seat] for seat in seats) for seats in round.sides]
    own = pips[side]
    if heavier:
        return sum(each for each in pips if each > own) - own
    counts = rules["points"]
    taken = rules.get("difference", "none")
    of_block = rules.get("blocked_points", "as-out") if round.ended == "blocked" else "as-out"
    if of_block == "difference":
        counts, taken = "losing-hands", "to-all-hands"
    elif of_block != "as-out":
        counts = of_block
    hands = [
        each for other, each in enumerate(pips) if counts == "all-hands" or other not in winners
    ]
    times = {"none": 0, "to-all-hands": 1, "to-each-hand": len(hands)}
    return sum(hands) - own * times[taken]


def nearest_five(pips: int) -> int:
    return (pips + 2) // 5 * 5


def in_points(round: ClubRound, pips: int) -> int:
    rules = round.rules["score"]
    if rules.get("rounding", "none") == "sum":
        pips = nearest_five(pips)
    if pips < 0 and rules.get("negative_points", "zero") == "zero":
        pips = 0
    if rules.get("points_per", "pip") == "five":
        pips //= 5
    scale = rules.get("scale")
    if scale is None:
        return pips
    if pips < scale.get("least", 3):
        return 0
    steps, up_to, points = 0, scale.get("up_to", 20), scale.get("points", 2)
    while pips > up_to + steps * scale.get("each", 10):
        steps += 1
    return int(points + steps)


# -- Bonuses


def of_the_end(round: ClubRound, name: str, side: int) -> Bonus:
    """A bonus for the last lay; if another side laid it, of the first seat of the side."""
    seats, last = round.sides[side], round.last_to_lay
    seat = last if last in seats else seats[0]
    return {"name": name, "seat": seat, "side": list(seats), "move": round.lay_indices[-1]}


def of_going_out(round: ClubRound, rules: Any, winners: list[int]) -> list[Bonus]:
    at = round.out_lay
    if at is None:
        return []
    found = list[Bonus]()
    tile, seat = round.done[at].move["lay"], round.done[at].seat
    side = round.side_of(seat)
    capicua = rules.get("capicua")
    if (
        capicua is not None
        and fits_both(round, at, capicua.get("fits", "each-half"))
        and (capicua.get("doubles", "no") == "yes" or not is_double(tile))
        and (capicua.get("blanks", "yes") == "yes" or 0 not in halves(tile))
    ):
        if "points" in capicua:
            found.append(of_the_end(round, "capicua", side) | {"points": capicua["points"]})
        else:
            factor = {"factor": capicua["factor"]}
            found += [of_the_end(round, "capicua", won) | factor for won in winners]
    chuchazo = rules.get("chuchazo")
    if chuchazo is not None and tile == "0-0":
        both = round.done[at].ends == (0, 0)
        if not (both and chuchazo.get("both_ends", "counts") == "not"):
            found.append(of_the_end(round, "chuchazo", side) | {"points": chuchazo["points"]})
    if round.out_points:
        found.append(of_the_end(round, "out", side) | {"points": round.out_points})
    return found


def of_passes(round: ClubRound, rules: Any) -> list[Bonus]:
    """Passes after the last lay only show a block."""
    found, done, lays = list[Bonus](), round.done, round.lay_indices

    def bonus(name: str, seat: int, points: int, move: int) -> None:
        side = round.sides[round.side_of(seat)]
        told = {"name": name, "seat": seat, "side": list(side), "points": points, "move": move}
        found.extend([told] if points else [])

    opening = rules.get("opening_pass")
    if opening is not None and len(lays) > 1:
        passed = [each.seat for each in done[lays[0] : lays[1]] if "pass" in each.move]
        if passed:
            partners = set(round.sides[round.side_of(round.leader)]) & {*passed}
            if not (partners and opening.get("partner_passes", "annuls") == "annuls"):
                kind = "double" if is_double(done[lays[0]].move["lay"]) else "other"
                bonus("opening-pass", round.leader, opening.get(kind, 0), lays[0])
    for first, second in pairwise(lays):
        passes = {each.seat for each in done[first:second] if "pass" in each.move}
        seat = done[first].seat
        if done[second].seat == seat and len(passes) == round.seats - 1 > 1:
            bonus("round-pass", seat, rules.get("round_pass", 0), first)
        for at in range(first, second):
            if "pass" in done[at].move:
                for other in others(round, done[at].seat):
                    bonus("each-pass", other, rules.get("each_pass", 0), at)
    return found


def others(round: ClubRound, passed: int) -> list[int]:
    """Of each other side the seat whose turn was last."""
    found = list[int]()
    for seat in reversed(round.order(passed)[1:]):
        side = round.side_of(seat)
        if side != round.side_of(passed) and side not in {round.side_of(each) for each in found}:
            found.append(seat)
    return found
