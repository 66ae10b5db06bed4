"""An oracle of the article's tables, computed only from lines of `domino-record/1`.

Written from the description of the tables; it shares no code with the program. It accepts lines
of clean games only, as the book exports them; players are identified by name.
"""

import json
from collections.abc import Iterable
from typing import Any, TypeAlias

from .recount_play import Json, Played, bone_id, play, stand

Tables: TypeAlias = dict[str, list[tuple[Any, ...]]]

NAMES = (
    *("game", "player_in_game", "round", "hand", "move", "player_round_score"),
    *("turn_passed", "lead_flipped", "half_open", "open_end"),
    *("round_winner", "game_link", "opening"),
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

HIGHEST = {
    "block-nine@1": 9,
    "draw-nine@1": 9,
    "cyprus@1": 9,
    "block-twelve@1": 12,
    "draw-twelve@1": 12,
}
"""The highest pip, where it is not 6."""
HOUSES: dict[str, Json] = {
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
    "cross@1": {
        "play": {"layout": {"arms": 4}, "draw": "until-playable", "stays_in_boneyard": 2},
        "score": LESS_ONES_OWN,
    },
}


def recount(lines: Iterable[bytes], other: Json | None = None) -> Tables:
    """All tables, by records in the order of the book; ``other``: whose score and payout apply."""
    tables: Tables = {name: [] for name in NAMES}
    players: dict[str, list[Any]] = {}
    highest = 6
    records = [json.loads(line) for line in lines]
    ids = [record["id"] for record in records]
    for number, record in enumerate(records, 1):
        if record.get("after") in ids:
            tables["game_link"].append((ids.index(record["after"]) + 1, number))
        own = record["rules"]
        highest = max(highest, HIGHEST.get(own, 6) if isinstance(own, str) else 6)
        own = HOUSES[own] if isinstance(own, str) else own
        count_game(tables, players, number, record, (own, other or own))
    tables["article_player"] = [(name,) for name in players]
    tables["player"] = [(name, *figures) for name, figures in players.items()]
    tables["bone"] = [
        (high * (high + 1) // 2 + low, high, low)
        for high in range(highest + 1)
        for low in range(high + 1)
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
    rounds = [play(recorded, own) for recorded in record["rounds"]]
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
    over = stand(rounds, own, partners, 1).winners is not None
    for seat, name in enumerate(names):
        yes = "Y" if seat in winners else None
        tables["player_in_game"].append((number, name, scores[seat], yes))
        figures = players.setdefault(name, [0, 0, 0, 0, None, None])
        if over:
            figures[draws] += 1
            figures[2 + draws] += seat in winners
            best = [score for score in (figures[4 + draws], scores[seat]) if score is not None]
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
    for act in played.acts:
        if act.kind == "L" and not act.before.led:
            tables["opening"].append((id, names[act.seat], bone_id(str(act.name)), act.name))


def count_round(tables: Tables, game: int, id: int, played: Played, names: list[str]) -> None:
    left, right = (None, None) if played.last.arms else played.last.ends or (None, None)
    tables["round"].append((id, game, left, right, len(played.last.boneyard)))
    tables["open_end"] += [(id, *end) for end in played.last.other_ends()]
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
    numbered = enumerate(played.acts, id * 10_000 + 1)
    tables["half_open"] += [(move, act.open) for move, act in numbered if act.open is not None]
    for sequence, act in enumerate(played.acts, 1):
        tile = None
        if act.kind != "P" and (act.seat, act.name) in held:
            tile = id * 10_000 + 1 + held.index((act.seat, act.name))
        if act.kind == "P" and played.ended is not None:
            tile = id * 10_000 + 1 + [seat for seat, _ in held].index(act.seat)
        if act.kind == "D" and played.ended is None:
            tile = None
        end = act.at if act.before.led and act.kind == "L" else None
        tables["move"].append((id * 10_000 + sequence, id, act.kind, tile, end, sequence))
        who = (id * 10_000 + sequence, act.seat, names[act.seat])
        if act.kind == "P":
            tables["turn_passed"].append(who)
        if act.flipped:
            tables["lead_flipped"].append(who)
