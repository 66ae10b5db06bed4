"""Rounds of clean records replayed, and their worth, in the simplest code.

Written only from the rule text and the description of the format; it shares no code with the
program. Tiles are names, hands are lists. It supports lines and stars; `recount_variants` has the
other layouts.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

Json: TypeAlias = dict[str, Any]


WILD = 19


def halves(name: str) -> tuple[int, int]:
    pips = (WILD if half == "W" else int(half) for half in name.split("-"))
    high, low = sorted(pips, reverse=True)
    return high, low


def bone_id(name: str) -> int:
    high, low = halves(name)
    return high * (high + 1) // 2 + low


def pips(hand: Iterable[str]) -> int:
    return sum(sum(halves(name)) for name in hand)


class OpenEnd(NamedTuple):
    """An end that is not called left or right."""

    name: str
    pip: int
    room: int = 1
    seat: int | None = None
    marked: bool = False
    comes_first: bool = False


class Position(NamedTuple):
    """All tiles on the table and in hands, hidden or not."""

    hands: tuple[tuple[str, ...], ...]
    boneyard: tuple[str, ...]
    ends: tuple[int, ...]
    turn: int
    step: int = 1
    """To the next seat; -1: counterclockwise."""
    arms: int = 0
    """Of a star; 0: a line."""
    spinners: str | None = None
    """Of a line with doubles crosswise, which of them branch; None: another layout."""
    table: tuple[tuple[str | None, str], ...] = ()
    """Of such a line: the ends and tiles in the order in which they were laid."""
    total: int | None = None
    """What halves that touch add up to; None: they are equal."""
    stays: int = 0
    """Tiles of the boneyard that are not drawn."""
    doubled: tuple[bool, ...] | None = None
    """By arm that is begun, whether it has its double; None: no arm needs one."""
    each_arm: bool = False
    """An arm without its double takes nothing else; the others go on."""
    others: tuple[OpenEnd, ...] = ()
    """The other ends of layouts that are replayed elsewhere."""
    aside: tuple[tuple[str, ...], ...] = ()
    """By seat, the tiles set aside."""
    centre: int | None = None
    """The pip of the lead of a star; the ends are those of the arms that are begun."""

    @property
    def led(self) -> bool:
        return bool(self.ends) or self.centre is not None

    @property
    def open(self) -> set[int | None]:
        if self.spinners is not None:
            return {pip for pip, _ in crosswise(self.table, self.spinners).values()}
        bare = self.centre is not None and len(self.ends) < self.arms
        return {self.centre} if bare else {*self.ends}

    def fitting(self, seat: int) -> list[str]:
        if self.doubled and len(self.ends) == self.arms and not all(self.doubled):
            pairs = list(zip(self.ends, self.doubled, strict=True))
            wanted = {f"{end}-{end}" for end, done in pairs if not done}
            free = {end for end, done in pairs if done and self.each_arm}
            hand = self.hands[seat]
            return [name for name in hand if name in wanted or set(halves(name)) & free]
        if self.total is not None:
            return [name for name in self.hands[seat] if self.sums(name)]
        return [name for name in self.hands[seat] if set(halves(name)) & self.open]

    def sums(self, name: str) -> bool:
        """A half adds up with an open end, or it is a matador."""
        both = halves(name)
        ends = {end + half for end in self.ends for half in both}
        return self.total in ends or sum(both) in {0, self.total}

    def stuck(self, draws: bool) -> bool:
        if not self.led or (draws and len(self.boneyard) > self.stays):
            return False
        return not any(self.fitting(seat) for seat in range(len(self.hands)))

    def over(self, draws: bool) -> bool:
        return not all(self.hands) or self.stuck(draws)

    def passed(self) -> "Position":
        return self._replace(turn=(self.turn + self.step) % len(self.hands))

    def drew(self, name: str) -> "Position":
        hands = list(self.hands)
        hands[self.turn] += (name,)
        boneyard = tuple(other for other in self.boneyard if other != name)
        return self._replace(hands=tuple(hands), boneyard=boneyard)

    def laid(
        self, name: str, at: str | None, flipped: bool = False, open: int | None = None
    ) -> "Position":
        hands = list(self.hands)
        hands[self.turn] = tuple(other for other in hands[self.turn] if other != name)
        high, low = halves(name)
        if self.arms:
            return self._replace(hands=tuple(hands), **self.grown(high, low, at)).passed()
        if self.spinners is not None:
            table = (*self.table, (at, name))
            open_ends = crosswise(table, self.spinners)
            both = open_ends["left"][0], open_ends["right"][0]
            return self._replace(hands=tuple(hands), table=table, ends=both).passed()
        if not self.ends:
            ends: tuple[int, ...] = (high, low) if flipped else (low, high)
        elif at == "left":
            ends = (self.outer(high, low, self.ends[0], open), self.ends[1])
        else:
            ends = (self.ends[0], self.outer(high, low, self.ends[1], open))
        return self._replace(hands=tuple(hands), ends=ends).passed()

    def outer(self, high: int, low: int, end: int, open: int | None) -> int:
        if self.total is None:
            return high + low - end
        if open is not None:
            return open
        return low if high + end == self.total else high

    def grown(self, high: int, low: int, at: str | None) -> dict[str, Any]:
        """What a lay-down changes on a star."""
        if at is None:
            return {"centre": high}
        number = int(at.removeprefix("arm-"))
        inner = self.ends[number - 1] if number <= len(self.ends) else self.centre
        outer = low if high == inner else high
        changed: dict[str, Any] = {"ends": (*self.ends[: number - 1], outer, *self.ends[number:])}
        if self.doubled is not None:
            done = high == low or self.doubled[number - 1 : number] == (True,)
            changed["doubled"] = (*self.doubled[: number - 1], done, *self.doubled[number:])
        return changed

    def other_ends(self) -> list[OpenEnd]:
        """Those that are not called left and right."""
        if self.spinners is not None:
            begun = {at for at, _ in self.table}
            return [
                OpenEnd(end, pip, 2 if end.endswith("-1") and end not in begun else 1)
                for end, (pip, _) in crosswise(self.table, self.spinners).items()
                if end not in {"left", "right"}
            ]
        if self.centre is None:
            return list(self.others)
        bare = self.arms - len(self.ends)
        arms = [OpenEnd(f"arm-{number}", pip) for number, pip in enumerate(self.ends, 1)]
        if bare:
            return [*arms, OpenEnd(f"arm-{len(arms) + 1}", self.centre, bare, comes_first=True)]
        if self.doubled is None or self.each_arm:
            return arms
        pairs = zip(arms, self.doubled, strict=True)
        return [arm._replace(comes_first=not done) for arm, done in pairs]

    def fives(self) -> int:
        """The points that the open ends are worth now."""
        if self.spinners is None:
            return 0
        if len(self.table) == 1:
            total = sum(halves(self.table[0][1]))
        else:
            total = sum(count for _, count in crosswise(self.table, self.spinners).values())
        return total if total % 5 == 0 else 0

    def lays(self) -> list[tuple[str, str]]:
        sides = zip(("left", "right"), self.ends, strict=True)
        return [
            (name, side)
            for side, pip in sides
            for name in self.hands[self.turn]
            if pip in halves(name)
        ]


def crosswise(
    table: tuple[tuple[str | None, str], ...], spinners: str
) -> dict[str, tuple[int, int]]:
    """By open end, its pip and what it counts, from the tiles in the order of play."""
    ends: dict[str, tuple[int, int]] = {}
    free: dict[str, str] = {}
    """By end, the double of which it is a side."""
    spinning: list[str] = []
    for at, name in table:
        high, low = halves(name)
        if high == low and (spinners == "every" or (spinners == "first" and not spinning)):
            spinning.append(name)
        if at is None:
            twice = 2 if high == low else 1
            ends = {"left": (low, low * twice), "right": (high, high * twice)}
            free = {"left": name, "right": name} if high == low else {}
            continue
        pip = ends[at][0]
        below = free.pop(at, None)
        if below in spinning and below not in free.values():
            ends[f"spinner-{pip}-{pip}-1"] = pip, 0
        if at == f"spinner-{pip}-{pip}-1":
            ends.setdefault(f"spinner-{pip}-{pip}-2", (pip, 0))
        outer = low if high == pip else high
        ends[at] = outer, 2 * outer if high == low else outer
        if high == low:
            free[at] = name
    return ends


class Act(NamedTuple):
    kind: str
    seat: int
    name: str | None
    at: str | None
    before: Position
    flipped: bool = False
    open: int | None = None
    wild: int | None = None
    bend: str | None = None
    marker: bool = False
    """A pass that raises the marker. A pass with a name sets this tile aside."""


class Played(NamedTuple):
    dealt: Position
    acts: list[Act]
    last: Position
    ended: str | None
    leader: int | None
    draws: bool
    blocker: int | None = None
    assistant: int | None = None
    fives: tuple[int, ...] = ()
    """By seat, made in play."""
    counted: tuple[int, ...] | None = None
    """By seat, the pips left, where tiles count other pips than they show."""
    hub: str | None = None

    @property
    def left(self) -> list[int]:
        """By seat, the pips left."""
        return list(map(pips, self.last.hands)) if self.counted is None else list(self.counted)

    @property
    def tiles(self) -> list[int]:
        """By seat, the tiles left, in hand or set aside."""
        aside = self.last.aside or ((),) * len(self.last.hands)
        return [len(hand) + len(put) for hand, put in zip(self.last.hands, aside, strict=True)]

    @property
    def out(self) -> int | None:
        """The seat that has laid all its tiles."""
        return self.tiles.index(0) if 0 in self.tiles else None


def play(recorded: Json, rules: Json) -> Played:
    draws = rules.get("play", {}).get("draw", "none") != "none"
    step = -1 if rules.get("play", {}).get("direction") == "counterclockwise" else 1
    hands = tuple(map(tuple, recorded["hands"]))
    whole = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
    rest = [name for name in whole if not any(name in hand for hand in hands)]
    boneyard = tuple(recorded.get("boneyard", rest))
    layout = rules.get("play", {}).get("layout")
    arms = layout.get("arms", 0) if isinstance(layout, dict) else 0
    spinners = layout.get("spinners") if isinstance(layout, dict) else None
    stays = rules.get("play", {}).get("stays_in_boneyard", 0)
    doubles = layout.get("doubles", "no") if isinstance(layout, dict) else "no"
    doubled = None if doubles == "no" else ()
    leader = recorded.get("starter", recorded["leader"]) or 0
    total = 7 if rules.get("play", {}).get("matching") == "sum" else None
    position = dealt = Position(
        hands,
        boneyard,
        (),
        leader,
        step,
        arms=arms,
        spinners=spinners,
        total=total,
        stays=stays,
        doubled=doubled,
        each_arm=doubles == "each-arm",
    )
    fives = [0] * len(hands)
    acts = []
    for move in recorded["moves"]:
        while position.led and position.turn != move["seat"] and not position.over(draws):
            acts.append(Act("P", position.turn, None, None, position))
            position = position.passed()
        position = position._replace(turn=move["seat"])
        if "lay" in move:
            at = move.get("at")
            flipped = move.get("flipped", False)
            half = move.get("open")
            acts.append(Act("L", move["seat"], move["lay"], at, position, flipped, half))
            position = position.laid(move["lay"], at, flipped, half)
            fives[move["seat"]] += position.fives()
        elif "draw" in move:
            acts.append(Act("D", move["seat"], move["draw"], None, position))
            position = position.drew(move["draw"])
        else:
            acts.append(Act("P", move["seat"], None, None, position))
            position = position.passed()
    ended = recorded["ended"]
    if ended is None and recorded["leader"] is None:
        ended = "void"
    made = tuple(fives)
    return Played(dealt, acts, position, ended, recorded["leader"], draws, fives=made)


def blame(played: Played, reading: str | None) -> Played:
    """The blocker (could have forced the round open, or laid last) and the assistant."""
    lays = [at for at, act in enumerate(played.acts) if act.kind == "L"][1:]
    if played.ended != "blocked" or reading is None:
        return played
    if reading == "last-to-lay":
        return played._replace(blocker=played.acts[lays[-1]].seat)
    for at in reversed(lays):
        act = played.acts[at]
        known: dict[Position, bool] = {}
        open_after = [
            lay
            for lay in act.before.lays()
            if surely_out(act.before.laid(*lay), act.seat, played.draws, known)
        ]
        if open_after and (act.name, act.at) not in open_after:
            return played._replace(blocker=act.seat, assistant=helper(played, at))
    return played


def surely_out(now: Position, seat: int, draws: bool, known: dict[Position, bool]) -> bool:
    """Whatever the others do, this seat can make some seat go out."""
    if not all(now.hands):
        return True
    if now.stuck(draws):
        return False
    if now not in known:
        lays = [now.laid(*lay) for lay in now.lays()]
        if not lays:
            lays = [now.drew(now.boneyard[0]) if draws and now.boneyard else now.passed()]
        outs = (surely_out(after, seat, draws, known) for after in lays)
        known[now] = any(outs) if now.turn == seat else all(outs)
    return known[now]


def helper(played: Played, at: int) -> int | None:
    left = (played.acts[at].seat + 1) % len(played.last.hands)
    for act in played.acts[at + 1 :]:
        if act.seat == left and act.kind != "D":
            many = act.kind == "L" and len(act.before.fitting(left)) > 1
            return left if many else None
    return None


class Worth(NamedTuple):
    """By seat; None if the rules have no points, or no money."""

    winners: list[int]
    points: list[int] | None
    net: list[int] | None


def worth(played: Played, rules: Json, partners: bool, per_pip: int) -> Worth:
    score = rules["score"]
    seats = range(len(played.last.hands))
    left = played.left
    sides = [
        [mate for mate in seats if mate == seat or (partners and abs(mate - seat) == 2)]
        for seat in seats
    ]
    hands = [sum(left[mate] for mate in side) for side in sides]
    lightest = min(hands)
    winners = [seat for seat in seats if hands[seat] == lightest]
    blocked = played.out is None
    last = next((act.seat for act in reversed(played.acts) if act.kind == "L"), 0)
    after = (last + played.dealt.step) % len(seats)
    if played.out is not None and score.get("out_winner", "that-seat") == "that-seat":
        winners = sides[played.out]
    elif blocked and score.get("blocked_winner") == "nobody":
        winners = []
    elif blocked and score.get("blocked_winner") == "last-two":
        winners = sides[after if left[after] < left[last] else last]
    elif blocked and score.get("tied") == "not-the-blocker":
        several = winners != sides[winners[0]]
        winners = [seat for seat in winners if not (several and seat in sides[last])]
    elif score.get("tied", "each") == "nobody":
        winners = winners if winners == sides[winners[0]] else []
    points: list[int] | None = None
    if score["points"] == "own-hand":
        points = hands
    elif score["points"] == "tiles":
        own = [sum(played.tiles[mate] for mate in side) for side in sides]
        each = [score["for_winning"] + score["per_tile"] * (sum(played.tiles) - n) for n in own]
        points = [each[seat] if seat in winners else 0 for seat in seats]
    elif score["points"] != "none":
        losing = sum(left[seat] for seat in seats if seat not in winners)
        counting = sum(left) if score["points"] == "all-hands" else losing
        less = score.get("difference", "none") == "to-all-hands"
        points = [max(counting - less * hands[seat], 0) if seat in winners else 0 for seat in seats]
        if score.get("rounding") == "sum":
            points = [5 * ((each + 2) // 5) for each in points]
        bonus = score.get("block_bonus", 0) if blocked else 0
        points = [points[seat] + (bonus if seat in winners else 0) for seat in seats]
        if score.get("in_play") == "fives":
            made = [sum(played.fives[mate] for mate in side) for side in sides]
            points = [each + fives for each, fives in zip(points, made, strict=True)]
    net = None if rules.get("payout") is None else settle(played, rules["payout"], winners, per_pip)
    return Worth(winners, points, net)


def settle(played: Played, payout: Json, winners: list[int], per_pip: int) -> list[int]:
    left = [hand * per_pip for hand in played.left]
    seats = range(len(left))
    net = [0] * len(left)
    blocker, assistant = played.blocker, played.assistant
    if blocker is None:
        tied = len(winners) > 1 and payout.get("tied_winners", "share") == "nobody"
        if not winners or tied:
            return net
        pool = sum(left[seat] for seat in seats if seat not in winners)
        whole, odd = divmod(pool, len(winners))
        for seat in seats:
            if seat not in winners:
                net[seat] = -left[seat]
        for step in seats:
            seat = ((played.leader or 0) + step) % len(left)
            if seat in winners:
                net[seat] = whole + (1 if odd > 0 else 0)
                odd -= 1
        return net
    won = winners == [blocker]
    factor = -payout.get("win_factor", 2) if won else payout.get("loss_factor", 1)
    due = [0 if seat == blocker else left[seat] * factor for seat in seats]
    net = due
    if assistant is not None:
        net = [sum(due) if seat == assistant else 0 for seat in seats]
    net[blocker] = -sum(due)
    return net


class Standing(NamedTuple):
    """A game after the rounds that count; figures by seat."""

    counted: list[tuple[int, Worth]]
    scores: list[int] | None
    winners: list[int] | None


def stand(rounds: list[Played], rules: Json, partners: bool, per_pip: int) -> Standing:
    target, ends_after = rules["score"].get("target"), rules["score"].get("rounds")
    low = rules["score"].get("winners") == "lowest"
    seats = len(rounds[0].last.hands) if rounds else 0
    no_points = rules["score"]["points"] == "none"
    scores = [0] * seats
    counted = []
    reading = (rules.get("payout") or {}).get("reading")
    for number, played in enumerate(rounds):
        if played.ended not in ("out", "blocked"):
            continue
        value = worth(blame(played, reading), rules, partners, per_pip)
        counted.append((number, value))
        if value.points is not None:
            scores = [a + b for a, b in zip(scores, value.points, strict=True)]
        if target is None and ends_after is None:
            return Standing(counted, None if no_points else scores, value.winners)
        if len(counted) == ends_after or (target is not None and max(scores) >= target):
            best = min(scores) if low else max(scores)
            return Standing(counted, scores, [n for n in range(seats) if scores[n] == best])
    return Standing(counted, None if no_points else scores, None)
