"""An oracle of the article's tables, computed only from lines of `domino-record/1`.

Written from the description of the tables; it shares no code with the program. It accepts lines
of clean games only, as the book exports them; players are identified by name.
"""

import json
from collections.abc import Iterable
from typing import Any, TypeAlias

from .recount_play import WILD, Json, Played, bone_id, halves, stand
from .recount_variants import replay

Tables: TypeAlias = dict[str, list[tuple[Any, ...]]]

NAMES = (
    *("game", "player_in_game", "round", "hand", "move", "player_round_score"),
    *("turn_passed", "lead_flipped", "half_open", "wild_declared", "tile_bend"),
    *("tile_set_aside", "marker_raised", "round_hub", "open_end"),
    *("round_winner", "game_goal", "game_link", "opening"),
)
POINTS = {"points": "losing-hands", "target": 100}
FIVES = {
    "points": "losing-hands",
    "difference": "to-all-hands",
    "tied": "nobody",
    "rounding": "sum",
    "in_play": "fives",
    "target": 150,
}
LESS_ONES_OWN = {**POINTS, "difference": "to-all-hands"}
OWN_HAND = {"points": "own-hand", "winners": "lowest"}

HIGHEST = {
    "block-nine@1": 9,
    "draw-nine@1": 9,
    "cyprus@1": 9,
    "chicken-foot@1": 9,
    "spinner@1": 9,
    "basic-train@1": 9,
    "block-twelve@1": 12,
    "draw-twelve@1": 12,
    "mexican-train@1": 12,
}
"""The highest pip, where it is not 6."""
RULE_SETS: dict[str, Json] = {
    "block@1": {"score": {**LESS_ONES_OWN, "out_winner": "lowest-hand"}},
    "block-heaviest@1": {"score": {**LESS_ONES_OWN, "out_winner": "lowest-hand"}},
    "block-article@1": {"score": LESS_ONES_OWN},
    "block-nine@1": {"score": {**LESS_ONES_OWN, "out_winner": "lowest-hand"}},
    "block-twelve@1": {"score": {**LESS_ONES_OWN, "out_winner": "lowest-hand"}},
    "draw-nine@1": {"play": {"draw": "until-playable"}, "score": POINTS},
    "draw-twelve@1": {"play": {"draw": "until-playable"}, "score": POINTS},
    "draw@1": {"play": {"draw": "until-playable"}, "score": POINTS},
    "draw-three@1": {"play": {"draw": 3}, "score": POINTS},
    "forced-block@1": {
        "play": {"draw": "until-playable"},
        "score": {"points": "none"},
        "payout": {"reading": "could-have-forced-open"},
    },
    "block-lot@1": {
        "score": {"points": "losing-hands", "tied": "nobody"},
        "payout": {"tied_winners": "nobody"},
    },
    "partnership-sanjuan@1": {
        "play": {"partners": True},
        "score": {"points": "all-hands", "tied": "nobody", "target": 200},
    },
    "partnership-pagat@1": {
        "play": {"partners": True, "direction": "counterclockwise"},
        "score": {"points": "losing-hands", "tied": "nobody", "target": 100},
    },
    "partnership-dominican@1": {
        "play": {"partners": True, "direction": "counterclockwise"},
        "score": {"points": "all-hands", "blocked_winner": "last-two", "target": 200},
    },
    "partnership-puerto-rican@1": {
        "play": {"partners": True},
        "score": {"points": "all-hands", "tied": "nobody", "block_bonus": 100, "target": 500},
    },
    "partnership-brazilian@1": {
        "play": {"partners": True},
        "score": {"points": "all-hands", "tied": "not-the-blocker", "target": 100},
    },
    "block-lampung@1": {
        "score": {"points": "none"},
        "payout": {"reading": "last-to-lay", "win_factor": 1, "loss_factor": 3},
    },
    "sebastopol@1": {
        "play": {"layout": {"arms": 4}},
        "score": {**LESS_ONES_OWN, "tied": "nobody", "target": 61},
    },
    "cyprus@1": {
        "play": {"layout": {"arms": 8}, "draw": 1, "stays_in_boneyard": 1},
        "score": LESS_ONES_OWN,
    },
    "maltese-cross@1": {
        "play": {"layout": {"arms": 4, "doubles": "all-arms"}, "draw": 1},
        "score": {**LESS_ONES_OWN, "target": 61},
    },
    "all-fives@1": {"play": {"layout": {"spinners": "first"}, "draw": "until"}, "score": FIVES},
    "muggins@1": {"play": {"layout": {"spinners": "none"}, "draw": "until"}, "score": FIVES},
    "five-up@1": {"play": {"layout": {"spinners": "every"}, "draw": "until"}, "score": FIVES},
    "matador@1": {
        "play": {"matching": "sum", "draw": "until", "stays_in_boneyard": 2},
        "score": POINTS,
    },
    "doubles@1": {
        "play": {
            "layout": {"arms": 4, "doubles": "each-arm"},
            "draw": "until-playable",
            "stays_in_boneyard": 2,
        },
        "score": POINTS,
    },
    "gaple@1": {"model": "gaple@1", "score": LESS_ONES_OWN},
    "bendomino@1": {"model": "bendomino@1", "play": {"draw": 1}, "score": LESS_ONES_OWN},
    "chicken-foot@1": {
        "model": "chicken-foot@1",
        "play": {"draw": 1},
        "score": {**OWN_HAND, "rounds": 10},
    },
    "spinner@1": {
        "model": "spinner@1",
        "play": {"draw": 1},
        "score": {**OWN_HAND, "rounds": 10},
    },
    "mexican-train@1": {
        "model": "mexican-train@1",
        "play": {"draw": 1},
        "score": {**OWN_HAND, "rounds": 13},
    },
    "basic-train@1": {
        "model": "basic-train@1",
        "score": {
            "points": "tiles",
            "for_winning": 120,
            "per_tile": 5,
            "blocked_winner": "nobody",
            "target": 500,
        },
    },
    "cross@1": {
        "play": {"layout": {"arms": 4}, "draw": "until-playable", "stays_in_boneyard": 2},
        "score": LESS_ONES_OWN,
    },
}


def published(rules: str | Json) -> str | None:
    """The id of the published rules that a record names, or from which its players changed some."""
    return rules if isinstance(rules, str) else rules.get("parent")


def rules_of(rules: str | Json) -> Json:
    """The rules of a record; players who changed published ones agreed on another length alone."""
    if isinstance(rules, str):
        return RULE_SETS[rules]
    parent = published(rules)
    if parent is None:
        return rules
    length = {field: rules["score"].get(field) for field in ("target", "rounds")}
    return RULE_SETS[parent] | {"score": RULE_SETS[parent]["score"] | length}


def recount(lines: Iterable[bytes], other: Json | None = None) -> Tables:
    """All tables, by records in the order of the book; ``other``: whose score and payout apply."""
    tables: Tables = {name: [] for name in NAMES}
    players: dict[str, list[Any]] = {}
    highest = 6
    records = [json.loads(line) for line in lines]
    ids = [record["id"] for record in records]
    wild = any(published(record["rules"]) == "spinner@1" for record in records)
    for number, record in enumerate(records, 1):
        if record.get("after") in ids:
            tables["game_link"].append((ids.index(record["after"]) + 1, number))
        own = rules_of(record["rules"])
        highest = max(highest, HIGHEST.get(published(record["rules"]) or "", 6))
        count_game(tables, players, number, record, (own, other or own))
    tables["player"] = [(name, *figures) for name, figures in players.items()]
    names = [f"{high}-{low}" for high in range(highest + 1) for low in range(high + 1)]
    names += [*(f"W-{low}" for low in range(10)), "W-W"] if wild else []
    tables["bone"] = [
        (bone_id(name), *(None if pip == WILD else pip for pip in halves(name))) for name in names
    ]
    if not tables["game"]:
        tables["bone"] = []
    return tables


def count_game(
    tables: Tables,
    players: dict[str, list[Any]],
    number: int,
    record: Json,
    rule_sets: tuple[Json, Json],
) -> None:
    """``rule_sets``: the played one, and the applied one."""
    own, rules = rule_sets
    draws = own.get("play", {}).get("draw", "none") != "none"
    partners = own.get("play", {}).get("partners", False)
    rounds = replay(record, own)
    standing = stand(rounds, rules, partners, 1)  # In pips, without the stake.
    names = record["players"]
    scores: list[int | None] = [None] * len(names)
    if rules["score"]["points"] != "none":
        scores = list(standing.scores or [0] * len(names))
    elif rules.get("payout") is not None:
        nets = [value.net or [] for _, value in standing.counted]
        scores = [sum(net[seat] for net in nets) for seat in range(len(names))]
    winners = standing.winners or []
    variant = "draw" if draws else "block"
    target = rules["score"].get("target")
    complete = sum(played.ended in {"out", "blocked"} for played in rounds)
    tables["game"].append((number, variant, target, complete))
    low, ends_after = rules["score"].get("winners") == "lowest", rules["score"].get("rounds")
    if low or ends_after is not None:
        tables["game_goal"].append((number, ends_after, "Y" if low else None))
    over = stand(rounds, own, partners, 1).winners is not None
    for seat, name in enumerate(names):
        yes = "Y" if seat in winners else None
        tables["player_in_game"].append((number, name, scores[seat], yes))
        figures = players.setdefault(name, [0, 0, 0, 0, None, None])
        if over:
            figures[draws] += 1
            figures[2 + draws] += seat in winners
            own_best = None if low else scores[seat]
            best = [score for score in (figures[4 + draws], own_best) if score is not None]
            figures[4 + draws] = max(best, default=None)
    for at, played in enumerate(rounds):
        count_round(tables, number, number * 100_000 + at, played, names)
        count_opening(tables, number * 100_000 + at, played, names)
    for at, value in standing.counted:
        for seat, score in enumerate(value.points or value.net or []):
            row = (number, names[seat], number * 100_000 + at, score)
            tables["player_round_score"].append(row)
        won = [(number * 100_000 + at, names[seat]) for seat in value.winners]
        tables["round_winner"] += won


def count_opening(tables: Tables, id: int, played: Played, names: list[str]) -> None:
    for act in [act for act in played.acts if act.kind == "L"][:1]:
        tables["opening"].append((id, names[act.seat], bone_id(str(act.name)), act.name))


def count_round(tables: Tables, game: int, id: int, played: Played, names: list[str]) -> None:
    left, right = (None, None) if played.last.arms else played.last.ends or (None, None)
    tables["round"].append((id, game, left, right, len(played.last.boneyard)))
    count_open_ends(tables, id, played, names)
    laid = [(act.seat, act.name) for act in played.acts if act.kind == "L"]
    drawn = [(act.seat, act.name) for act in played.acts if act.kind == "D"]
    held: list[tuple[int, str | None]] = []
    for seat, hand in enumerate(played.dealt.hands):
        held += [(seat, name) for name in hand]
        held += [draw for draw in drawn if draw[0] == seat]
    if played.ended is None:
        held, drawn = list(laid), []
    for at, (seat, name) in enumerate(held, 1):
        is_played = "Y" if (seat, name) in laid else None
        is_fetched = "Y" if (seat, name) in drawn else None
        row = (id * 10_000 + at, id, names[seat], bone_id(str(name)), is_played, is_fetched)
        tables["hand"].append(row)
    count_ways(tables, id, played)
    for sequence, act in enumerate(played.acts, 1):
        tile = None
        if act.name is not None and (act.seat, act.name) in held:
            tile = id * 10_000 + 1 + held.index((act.seat, act.name))
        if act.name is None and played.ended is not None:
            tile = id * 10_000 + 1 + [seat for seat, _ in held].index(act.seat)
        if act.kind == "D" and played.ended is None:
            tile = None
        end = act.at if act.kind == "L" else None
        tables["move"].append((id * 10_000 + sequence, id, act.kind, tile, end, sequence))
        who = (id * 10_000 + sequence, act.seat, names[act.seat])
        if act.kind == "P":
            tables["turn_passed"].append(who)
        if act.flipped:
            tables["lead_flipped"].append(who)


def count_open_ends(tables: Tables, id: int, played: Played, names: list[str]) -> None:
    for end in played.last.other_ends():
        whose = (None, None) if end.seat is None else (end.seat, names[end.seat])
        flags = ("Y" if said else None for said in (end.marked, end.comes_first))
        tables["open_end"].append((id, end.name, end.pip, end.room, *whose, *flags))
    if played.hub is not None:
        tables["round_hub"].append((id, bone_id(played.hub)))


def count_ways(tables: Tables, id: int, played: Played) -> None:
    """What moves say that has no column."""
    for move, act in enumerate(played.acts, id * 10_000 + 1):
        said = {"half_open": act.open, "wild_declared": act.wild, "tile_bend": act.bend}
        for name, value in said.items():
            tables[name] += [] if value is None else [(move, value)]
        if act.marker:
            tables["marker_raised"].append((move,))
        if act.kind == "P" and act.name is not None:
            tables["tile_set_aside"].append((move, bone_id(act.name)))
