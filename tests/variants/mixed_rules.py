"""Random rule sets that mix the fields of what clubs play. Some of them the program refuses."""

from random import Random
from typing import Any, NamedTuple

from .referee import Json


class Mix(NamedTuple):
    """A rule set in JSON, which leaves out what it does not set, and the number of seats."""

    rules: Json
    seats: int


def mixed(chance: Random) -> Mix:
    """A rule set of many fields; the same for the same state of ``chance``."""
    seats = chance.choice([2, 3, 4, 4, 4, 4, 6])
    play: Json = {}
    score: Json = {"points": "losing-hands"}
    _deal(chance, play, score, seats)
    _leads(chance, play)
    bonuses: Json = {}
    _course(chance, play, score, bonuses)
    _winners(chance, score)
    _points(chance, score)
    if score["points"] != "own-hand":
        bonuses |= _bonuses(chance) if chance.random() < 0.75 else {}
        _maybe(chance, 0.45, score, "carry", "plus-one", "plus-one", "double")
        if bonuses:
            score["bonuses"] = bonuses
    _end(chance, score)
    rules: Json = {"id": "mix@1", "play": play, "score": score}
    if chance.random() < 0.3:
        rules["payout"] = {"tied_winners": chance.choice(["share", "nobody"])}
    if chance.random() < 0.3:
        rules["penalties"] = _penalties(chance)
    return Mix(rules, seats)


def _maybe(chance: Random, part: float, of: Json, name: str, *values: Any) -> None:
    """Sets a field in this part of all cases, to one of these values."""
    if chance.random() < part:
        of[name] = chance.choice(values)


def _deal(chance: Random, play: Json, score: Json, seats: int) -> None:
    highest = chance.choice([3, 4, 4, 5, 6, 6, 9])
    size = (highest + 1) * (highest + 2) // 2
    most = min(size // seats, 10)
    hand = chance.randint(min(2, most), most) if chance.random() < 0.5 else most
    play |= {"highest_pip": highest, "hand": {str(seats): hand}}
    hands = ["losing-hands", "all-hands"] * 3
    score["points"] = chance.choice([*hands, "win", "win", "ways", "ways", "tiles", "own-hand"])
    names = [f"{high}-{low}" for high in range(highest + 1) for low in range(high + 1)]
    if seats % 2 == 0:
        _maybe(chance, 0.7, play, "partners", True)
    _maybe(chance, 0.5, play, "direction", "counterclockwise")
    _maybe(chance, 0.2, play, "double_counts", "once", "none")
    if chance.random() < 0.15:
        play["taken_out"] = {str(seats): chance.sample(names, chance.randint(1, 3))}
    if chance.random() < 0.2:
        play["redeal"] = {"doubles": chance.randint(2, 4), "who": chance.choice(["may", "must"])}
    doubles = {"kind": "highest-double", "unheld": chance.choice(["deal-again", "heaviest-tile"])}
    named = {"kind": "named-tile", "tile": chance.choice([f"{highest}-{highest}", *names])}
    lot, heaviest = {"kind": "lot"}, {"kind": "heaviest-tile"}
    _maybe(chance, 0.8, play, "first_lead", lot, lot, heaviest, named, doubles)


def _leads(chance: Random, play: Json) -> None:
    rules = [*["winner"] * 4, "rotate", "last-to-lay", "winning-side", "winning-side"]
    _maybe(chance, 0.9, play, "next_lead", *rules)
    if play.get("next_lead") == "winner":
        _maybe(chance, 0.5, play, "out_lead", "that-seat")
        blocks = "lightest", "winning-side", "blocker-or-side", "first-lead"
        _maybe(chance, 0.7, play, "block_lead", *blocks)
    if play.get("next_lead", "same-rule") != "same-rule":
        ties = "last-leader", "next-seat", "first-lead", "leader-if-tied", "compare-doubles"
        _maybe(chance, 0.7, play, "after_tie", *ties)


def _course(chance: Random, play: Json, score: Json, bonuses: Json) -> None:
    """Drawing, until when a round lasts, and points in play."""
    if chance.random() < 0.15:
        play["draw"] = chance.choice(["until-playable", 1, 2])
        _maybe(chance, 0.4, play, "stays_in_boneyard", 1, 2)
    if play.get("partners"):
        _maybe(chance, 0.15, play, "until", "side-out")
    if chance.random() >= 0.25:
        return
    play["layout"] = {"kind": "crosswise"}
    score["in_play"] = chance.choice(["fives-and-threes"] * 3 + ["fives"])
    _maybe(chance, 0.7, play, "win_in_play", True)
    if play.get("win_in_play"):
        _maybe(chance, 0.7, play, "exact_target", True)
    _maybe(chance, 0.6, bonuses, "out_points", 1, 2)
    if score["in_play"] == "fives":
        _maybe(chance, 0.5, score, "rounding", "sum", "each-hand")
        if "rounding" in score:
            _maybe(chance, 0.5, score, "points_per", "five")
    elif chance.random() < 0.5:
        score |= {"points": "tiles", "blocked_winner": "nobody"}


def _winners(chance: Random, score: Json) -> None:
    _maybe(chance, 0.1, score, "out_winner", "lowest-hand")
    lowest = "side-of-lowest-hand"
    blocks = "fewest-pips", lowest, "last-two", lowest, "fewest-tiles", "nobody"
    _maybe(chance, 0.7, score, "blocked_winner", *blocks)
    _maybe(chance, 0.15, score, "blocked_below", 3, 6, 10)
    seats = "not-the-blocker", "leading-side", "opener", "blocker"
    ties = "nobody", "nobody", *seats, "lightest-tile", "play-again"
    _maybe(chance, 0.9, score, "tied", *ties)
    if score.get("blocked_winner") == "last-two":
        _maybe(chance, 0.5, score, "last_two_tie", "opener")


def _points(chance: Random, score: Json) -> None:
    if score["points"] in {"losing-hands", "all-hands"}:
        blocks = "all-hands", "losing-hands", "difference", "heavier"
        _maybe(chance, 0.5, score, "blocked_points", *blocks)
        _maybe(chance, 0.2, score, "difference", "to-all-hands", "to-each-hand")
        _maybe(chance, 0.15, score, "negative_points", "keep")
        _maybe(chance, 0.2, score, "block_bonus", 1, 10, 100)
        if chance.random() < 0.2:
            score["scale"] = {}
            steps = ("least", 0, 5), ("points", 0, 4), ("up_to", 5, 9), ("each", 1, 6)
            for name, low, high in steps:
                _maybe(chance, 0.5, score["scale"], name, *range(low, high + 1))
    if score["points"] == "tiles":
        _maybe(chance, 0.6, score, "for_winning", 1, 20)
        _maybe(chance, 0.6, score, "per_tile", 1, 5)
    if score["points"] == "ways" and chance.random() < 0.7:
        score["ways"] = {}
        for name in ("simple", "double", "both_ends", "double_both_ends", "blocked"):
            _maybe(chance, 0.4, score["ways"], name, 0, 1, 2, 3, 4, 6)
        _maybe(chance, 0.3, score["ways"], "fits", "either-end")


def _bonuses(chance: Random) -> Json:
    """Some bonuses, with points that tell them apart."""
    found: Json = {}
    if chance.random() < 0.6:
        worth = chance.choice([{"points": 100}, {"points": 7}, {"factor": 2}, {"factor": 3}])
        found["capicua"] = dict(worth)
        for name, other in (("fits", "either-end"), ("doubles", "yes"), ("blanks", "no")):
            if chance.random() < 0.4:
                found["capicua"][name] = other
    if chance.random() < 0.5:
        found["chuchazo"] = {"points": chance.choice([3, 50])}
        if chance.random() < 0.4:
            found["chuchazo"]["both_ends"] = "not"
    if chance.random() < 0.5:
        found["opening_pass"] = {"double": chance.choice([0, 2, 25]), "other": 5}
        if chance.random() < 0.4:
            found["opening_pass"]["partner_passes"] = "counts"
    for name, points in (("round_pass", 4), ("each_pass", 1)):
        if chance.random() < 0.35:
            found[name] = points
    if chance.random() < 0.4:
        found["by_round"] = chance.choice([[100, 75, 50, 25], [3, 2, 1], [0, 6]])
    return found


def _end(chance: Random, score: Json) -> None:
    """How the game ends."""
    targets = range(2, 7) if score["points"] in {"win", "ways"} else [15, 20, 25, 40, 61, 100]
    if chance.random() < 0.85:
        score["target"] = chance.choice([*targets])
        _maybe(chance, 0.12, score, "winners", "all-past-target")
        one_all = ["one-all-play-two"] * 2 if score["points"] == "win" else []
        _maybe(chance, 0.45, score, "reset", "all-scored", *one_all)
        if chance.random() < 0.35:
            score["shutout"] = {}
            _maybe(chance, 0.5, score["shutout"], "at_most", 1, 5, 20)
            _maybe(chance, 0.5, score["shutout"], "games", 3)
        if chance.random() < 0.15:
            clock = {"minutes": chance.randint(5, 60), "in_play": chance.choice(["finish", "void"])}
            score |= {"clock": clock, "abandoned": "leader-wins"}
    else:
        _maybe(chance, 0.7, score, "rounds", 2, 3, 4)
    if score["points"] == "own-hand":
        score["winners"] = "lowest"
        for name in ("reset", "shutout"):
            score.pop(name, None)


def _penalties(chance: Random) -> Json:
    penalty: Json = {}
    _maybe(chance, 0.5, penalty, "points_to_others", 1, 5, 30)
    _maybe(chance, 0.3, penalty, "points_off", 1, 5, 10)
    _maybe(chance, 0.3, penalty, "pips_to_others", 1, 30)
    _maybe(chance, 0.5, penalty, "of_target_percent", 10, 20, 30)
    _maybe(chance, 0.5, penalty, "voids_round", True)
    _maybe(chance, 0.5, penalty, "next_lead", "offended")
    offences = ["revoke", "wrong-tile", "signalling", "wrong-count", "overdraw"]
    return {chance.choice(offences): penalty}
