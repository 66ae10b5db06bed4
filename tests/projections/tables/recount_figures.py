"""An oracle of the figures, computed only from lines of `domino-record/1`.

The rules are those of `recount`, which shares no code with the program. Games are in sequence,
and are clean; players are identified by name.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .recount import rules_of
from .recount_play import Json, Played, Standing, Worth, blame, stand, worth
from .recount_variants import replay

Figures = dict[str, list[Any]]


class Counted(NamedTuple):
    """A game with its results; seats stand for players."""

    number: int
    record: Json
    own: Json
    rules: Json
    rounds: list[Played]
    standing: Standing
    over: bool

    @property
    def names(self) -> list[str]:
        names: list[str] = self.record["players"]
        return names

    @property
    def seats(self) -> range:
        return range(len(self.names))

    @property
    def rule_set(self) -> str:
        rules = self.record["rules"]
        return str(rules if isinstance(rules, str) else rules["id"])

    @property
    def stake(self) -> tuple[str, int]:
        stake = self.record.get("stake", {})
        return stake.get("currency", "XXX"), stake.get("minor_per_pip", 1)

    @property
    def partners(self) -> bool:
        return bool(self.own.get("play", {}).get("partners", False))

    @property
    def counting(self) -> list[int]:
        return [number for number, _ in self.standing.counted]

    @property
    def winners(self) -> list[int]:
        return self.standing.winners or []

    @property
    def net(self) -> list[int | None]:
        nets = [value.net for _, value in self.standing.counted]
        if not nets or nets[0] is None:
            return [None for _ in self.seats]
        return [sum((net or [])[seat] for net in nets) for seat in self.seats]

    @property
    def settled(self) -> Iterator[tuple[int, Played, Worth]]:
        """Rounds that came to an end, also after the game was won."""
        for number, played in enumerate(self.rounds):
            if played.ended in ("out", "blocked"):
                reading = (self.rules.get("payout") or {}).get("reading")
                blamed = blame(played, reading)
                yield number, blamed, worth(blamed, self.rules, self.partners, self.stake[1])


def games(lines: Iterable[bytes], other: Json | None = None) -> Iterator[Counted]:
    for number, line in enumerate(lines, 1):
        record = json.loads(line)
        own = rules_of(record["rules"])
        partners = own.get("play", {}).get("partners", False)
        per_pip = record.get("stake", {}).get("minor_per_pip", 1)
        rounds = replay(record, own)
        over = stand(rounds, own, partners, per_pip).winners is not None
        standing = stand(rounds, other or own, partners, per_pip)
        yield Counted(number, record, own, other or own, rounds, standing, over)


def flag(said: bool) -> str | None:
    return "Y" if said else None


def game_row(game: Counted) -> tuple[Any, ...]:
    """Id, record, rule set, stake, seats, state, rounds, surplus; whether it is over on record."""
    settled = sum(played.ended in ("out", "blocked") for played in game.rounds)
    state = "over" if game.standing.winners is not None else "in progress"
    if state == "in progress" and game.over:
        state = "unfinished"
    return (
        *(game.number, game.record["id"], game.rule_set, *game.stake, len(game.names)),
        *(state, len(game.counting), settled - len(game.counting), game.over),
        flag(game.rules["score"].get("winners") == "lowest"),
    )


def seat_rows(game: Counted) -> Iterator[tuple[Any, ...]]:
    no_points = game.rules["score"]["points"] == "none"
    nothing: list[int | None] = [None if no_points else 0 for _ in game.seats]
    scores = game.standing.scores or nothing
    for seat, name in enumerate(game.names):
        won = seat in game.winners
        side = seat % 2 if game.partners else seat
        yield (
            *(game.number, seat, name, side, scores[seat], game.net[seat]),
            *(flag(won), flag(bool(game.winners) and not won)),
        )


def round_rows(game: Counted) -> Iterator[tuple[Any, ...]]:
    worths = {number: (played, value) for number, played, value in game.settled}
    for number, played in enumerate(game.rounds):
        if played.ended is None:
            continue
        lays = [act.seat for act in played.acts if act.kind == "L"]
        for seat, name in enumerate(game.names):
            fact = (
                *(game.number * 100_000 + number, seat, game.number, name, played.ended, None),
                *(flag(played.leader == seat), flag(played.out == seat)),
                flag(bool(lays) and lays[-1] == seat),
                *(played.left[seat], played.tiles[seat]),
            )
            ruled = (None,) * 8
            if number in worths:
                ruled = ruling(game, seat, number, *worths[number])
            yield fact + ruled


def ruling(game: Counted, seat: int, number: int, played: Played, value: Worth) -> tuple[Any, ...]:
    points = against = None
    if value.points is not None:
        points = value.points[seat]
        step = 2 if game.partners else 1
        others = [value.points[other] for other in game.seats if not game.partners or other < step]
        against = sum(others) - points
    return (
        *(flag(number in game.counting), flag(seat in value.winners)),
        flag(bool(value.winners) and seat not in value.winners),
        *(points, against, None if value.net is None else value.net[seat]),
        *(flag(played.blocker == seat), flag(played.assistant == seat)),
    )


NOTHING = [0] * 17


def statistics(all_games: Iterable[Counted]) -> dict[tuple[str, str], list[int]]:
    """By player and rule set, the figures of `statistic` in their order."""
    found: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [*NOTHING])
    for game in all_games:
        for seat, name in enumerate(game.names):
            row = found[name, game.rule_set]
            if game.over:
                won = seat in game.winners
                row[0] += 1
                row[1] += won
                row[2] += bool(game.winners) and not won
                row[15] = max(row[15], 0) + 1 if won else min(row[15], 0) - 1
                row[16] = max(row[16], row[15])
        for row_of_round in round_rows(game):
            seat, name, ended = row_of_round[1], row_of_round[3], row_of_round[4]
            out, left = row_of_round[7], row_of_round[9]
            counts, won, lost, points, against, _, blocker, assistant = row_of_round[11:]
            if counts:
                row = found[name, game.rule_set]
                figures = (
                    *(1, won == "Y", lost == "Y", 0, 0),  # No round is known by its result alone.
                    *(points or 0, against or 0, left, out == "Y"),
                    *(ended == "blocked", blocker == "Y", assistant == "Y"),
                )
                for at, figure in enumerate(figures, 3):
                    row[at] += figure
    return {key: figures for key, figures in found.items() if any(figures)}


def turnovers(all_games: Iterable[Counted]) -> dict[tuple[str, str, str], list[int]]:
    """By player, rule set and currency, money received and paid."""
    found: defaultdict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
    for game in all_games:
        for _, value in game.standing.counted:
            for seat, amount in enumerate(value.net or ()):
                found[game.names[seat], game.rule_set, game.stake[0]][amount < 0] += abs(amount)
    return {key: figures for key, figures in found.items() if any(figures)}


def money(all_games: Iterable[Counted]) -> Counter[tuple[int, str, str]]:
    """By round, player and currency, the money booked."""
    booked: Counter[tuple[int, str, str]] = Counter()
    for game in all_games:
        for number, value in game.standing.counted:
            for seat, amount in enumerate(value.net or ()):
                key = game.number * 100_000 + number, game.names[seat], game.stake[0]
                booked[key] += amount
    return Counter({key: amount for key, amount in booked.items() if amount})


def meetings(all_games: Iterable[Counted]) -> dict[tuple[str, str, str], list[int]]:
    """By player, opponent and rule set: games over, won, and won by the opponent.

    Games that both won, or neither, are no win of one over the other.
    """
    found: defaultdict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for game in all_games:
        for seat in game.seats:
            for other in game.seats:
                if not game.over or seat == other or (game.partners and (seat - other) % 2 == 0):
                    continue
                row = found[game.names[seat], game.names[other], game.rule_set]
                row[0] += 1
                row[1] += seat in game.winners and other not in game.winners
                row[2] += other in game.winners and seat not in game.winners
    return dict(found)
