"""Statistics of the players: by rule set, and for all rule sets together."""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from ..tables.connection import EVERYTHING, Condition, Connection, id_in

_MOST_SEATS = 100
"""More than any game has."""


class Figures(NamedTuple):
    """The figures in the views `statistic` and `streak`, which describe them."""

    games: int = 0
    games_won: int = 0
    games_lost: int = 0
    rounds: int = 0
    rounds_won: int = 0
    rounds_lost: int = 0
    reported: int = 0
    reported_won: int = 0
    points: int | None = 0
    """None of rule sets together of which some, not all, are won by the fewest points."""
    points_against: int | None = 0
    """None like `points`."""
    pips_left: int = 0
    times_out: int = 0
    blocked: int = 0
    blocker: int | None = 0
    """None: the rules name no blocker, and no arbiter did."""
    assistant: int | None = 0
    """None like `blocker`."""
    capicuas: int = 0
    chuchazos: int = 0
    passes: int = 0
    passes_given: int = 0
    shutouts: int = 0
    streak: int = 0
    longest_streak: int = 0

    @property
    def all_rounds(self) -> int:
        """The rounds that count, whether they were recorded as played or only their result is."""
        return self.rounds + self.reported


class RoundFigures(NamedTuple):
    """Sums over rounds that count, as in `Figures`."""

    rounds: int
    rounds_won: int
    rounds_lost: int
    points: int
    points_against: int
    pips_left: int
    times_out: int

    @property
    def all_rounds(self) -> int:
        """The rounds, which were all recorded as played."""
        return self.rounds


def rates(figures: Figures | RoundFigures) -> dict[str, float | None] | None:
    """The figures of rounds per hundred rounds, to two decimals; None without rounds.

    Points are those of all rounds, other figures those of rounds recorded as played.
    """
    if not figures.all_rounds:
        return None
    sums = figures._asdict()
    either, played = figures.all_rounds, figures.rounds
    rounds = {name: either if name in _OF_ALL_ROUNDS else played for name in _OF_ROUNDS}
    return {
        name: None if sums[name] is None or not of else round(100 * sums[name] / of, 2)
        for name, of in rounds.items()
        if name in sums
    }


_OF_ALL_ROUNDS = ("points", "points_against")
_OF_ROUNDS = (
    *("rounds_won", "rounds_lost", *_OF_ALL_ROUNDS, "pips_left", "times_out"),
    *("blocked", "blocker", "assistant"),
)


class Turnover(NamedTuple):
    """Money of one currency, in minor units."""

    received: int
    paid: int

    @property
    def net(self) -> int:
        """Received minus paid."""
        return self.received - self.paid


class Rating(NamedTuple):
    """Strength, its uncertainty (one standard deviation), and the games rated."""

    mu: float
    sigma: float
    games: int


class Statistics(NamedTuple):
    """All statistics of a player under some rules."""

    figures: Figures = Figures()
    money: Mapping[str, Turnover] = {}
    """By currency."""
    rating: Rating | None = None
    """None if no game is rated, and for several rule sets together."""


class PlayerStatistics(NamedTuple):
    """The statistics of one player."""

    player: UUID
    together: Statistics
    """Of all rule sets together."""
    by_rules: Mapping[str, Statistics]
    """By id of the rules played under, in order of first use."""


_Key: TypeAlias = tuple[str, str]
"""Player and rule set."""
_Streak: TypeAlias = tuple[int, int]
"""The current streak (negative: games not won), and the longest."""
_NO_GAMES: _Streak = (0, 0)
_SUMS = Figures._fields[: -len(_NO_GAMES)]
"""What `statistic` has; a streak is found from all games in order, faster here than in SQL."""


def player_statistics(
    connection: Connection, rules: str | None = None, *, player: UUID | None = None
) -> list[PlayerStatistics]:
    """All players, best first: by games won, rounds won, points, then first game.

    Points count against a player in games that the fewest points win. ``rules``: only games played
    under the rules of this id. ``player``: only this one.
    """
    whose = EVERYTHING
    if player is not None:
        whose = Condition("player_id = :player", {"player": str(player)})
    in_a_row = _streaks(connection, whose)
    players: dict[str, dict[str, Statistics]] = {}
    for (player_id, rule_set), statistics in _by_rules(connection, whose, in_a_row):
        if rules in {None, rule_set}:
            players.setdefault(player_id, {})[rule_set] = statistics
    rows = list(connection.rows(_HOW_GAMES_COUNT))
    blaming = {id for id, _, reading in rows if reading is not None}
    low = {id for id, lowest_wins, _ in rows if lowest_wins is not None}
    for by_rules in players.values():
        for id in by_rules.keys() - blaming:  # Unless an arbiter named some.
            figures = by_rules[id].figures
            blocker, assistant = figures.blocker or None, figures.assistant or None
            figures = figures._replace(blocker=blocker, assistant=assistant)
            by_rules[id] = by_rules[id]._replace(figures=figures)
    found = [
        PlayerStatistics(
            id_in(id), _together(by_rules, in_a_row.get((id, None), _NO_GAMES), low), by_rules
        )
        for id, by_rules in players.items()
    ]
    return sorted(found, key=lambda one: _rank(one, low))


_HOW_GAMES_COUNT = """
SELECT rule_set, max(lowest_wins), max(reading) FROM game_fact GROUP BY rule_set
"""
"""By id of the rules played under, by the rules that count now."""


def _rank(one: PlayerStatistics, low: Container[str]) -> tuple[int, ...]:
    """``low``: the ids of rules under which the fewest points win."""
    figures = one.together.figures
    counted = {id: of.figures.points or 0 for id, of in one.by_rules.items()}
    points = sum(-points if id in low else points for id, points in counted.items())
    return -figures.games_won, -figures.rounds_won - figures.reported_won, -points


def _by_rules(
    connection: Connection, whose: Condition, in_a_row: Mapping[tuple[str, str | None], _Streak]
) -> Iterator[tuple[_Key, Statistics]]:
    """By player and rules played under, in order of first game; ``whose``: of a row of a view."""
    condition, values = whose
    money: dict[_Key, dict[str, Turnover]] = {}
    for player, rule_set, currency, received, paid in connection.rows(
        "SELECT player_id, rule_set, currency, received, paid FROM turnover "
        f"WHERE {condition} ORDER BY currency",
        **values,
    ):
        of_player = money.setdefault((player, rule_set), {})
        of_player[currency] = Turnover(int(received), int(paid))
    columns = ", ".join(f"coalesce(statistic.{name}, 0)" for name in _SUMS)
    for player, rule_set, mu, sigma, rated, *figures in connection.rows(
        f"""
        WITH seated AS (
            SELECT
                seat.player_id,
                game.rule_set,
                min(seat.game_id * {_MOST_SEATS} + seat.seat) AS first
            FROM game_seat AS seat JOIN game_fact AS game ON game.id = seat.game_id
            WHERE {condition}
            GROUP BY seat.player_id, game.rule_set
        )
        SELECT seated.player_id, seated.rule_set, rating.mu, rating.sigma, rating.games, {columns}
        FROM seated
        LEFT JOIN (SELECT * FROM statistic WHERE {condition}) AS statistic
            ON statistic.player_id = seated.player_id AND statistic.rule_set = seated.rule_set
        LEFT JOIN (SELECT * FROM rating WHERE {condition}) AS rating
            ON rating.player_id = seated.player_id AND rating.rule_set = seated.rule_set
        ORDER BY seated.first
        """,
        **values,
    ):
        key = player, rule_set
        rating = None if rated is None else Rating(mu, sigma, rated)
        streak, longest = in_a_row.get(key, _NO_GAMES)
        sums = Figures(*figures)._replace(streak=streak, longest_streak=longest)
        yield key, Statistics(sums, money.get(key, {}), rating)


def _streaks(connection: Connection, whose: Condition) -> dict[tuple[str, str | None], _Streak]:
    """By player and rule set, the streak and the longest; by None: over all games."""
    rows = connection.rows(
        f"""
        SELECT seat.player_id, game.rule_set, seat.won
        FROM game_seat AS seat JOIN game_fact AS game ON game.id = seat.game_id
        WHERE game.finished IS NOT NULL AND {whose.text} ORDER BY game.finished, seat.seat
        """,
        **whose.values,
    )
    streaks: dict[tuple[str, str | None], _Streak] = {}
    for player, rule_set, won in rows:
        for key in ((player, rule_set), (player, None)):
            streak, longest = streaks.get(key, _NO_GAMES)
            streak = max(streak, 0) + 1 if won else min(streak, 0) - 1
            streaks[key] = streak, max(longest, streak)
    return streaks


def _together(
    by_rules: Mapping[str, Statistics], streak: _Streak, low: Container[str]
) -> Statistics:
    """The sums over rule sets, with the streak over all games; a single one unchanged.

    ``low``: the ids of rules under which the fewest points win; such points are not added to
    others.
    """
    first, *others = by_rules.values()
    if not others:
        return first
    all_of_them = [first, *others]
    sums = Figures(*map(_sum, zip(*(each.figures for each in all_of_them), strict=True)))
    if len({id in low for id in by_rules}) > 1:
        sums = sums._replace(points=None, points_against=None)
    money: dict[str, Turnover] = {}
    for each in all_of_them:
        for currency, (received, paid) in each.money.items():
            before = money.get(currency, Turnover(0, 0))
            money[currency] = Turnover(before.received + received, before.paid + paid)
    latest, longest = streak
    sums = sums._replace(streak=latest, longest_streak=longest)
    return Statistics(sums, dict(sorted(money.items())))


def _sum(figures: Iterable[int | None]) -> Any:
    """The sum of those that there are; None if there are none."""
    known = [figure for figure in figures if figure is not None]
    return sum(known) if known else None
