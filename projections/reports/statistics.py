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


Key: TypeAlias = tuple[str, str]
"""Player and rule set."""
_Streak: TypeAlias = tuple[int, int]
"""The current streak (negative: games not won), and the longest."""
_NO_GAMES: _Streak = (0, 0)
_SUMS = Figures._fields[: -len(_NO_GAMES)]
"""What `statistic` has; a streak is found from all games in order, faster here than in SQL."""


class Sums(NamedTuple):
    """What some games bring to the statistics: everything that adds up."""

    figures: dict[Key, Figures]
    """Without streaks; in the order of first games."""
    money: dict[Key, dict[str, Turnover]]
    """By currency."""
    low: set[str]
    """The ids of rules played under by which the fewest points win now."""
    blaming: set[str]
    """Those by which a reading says now who blocked a round."""


GameWon: TypeAlias = tuple[str, str, object]
"""A player, the rule set played under, and whether the player won that game."""


def player_statistics(
    connection: Connection, rules: str | None = None, *, player: UUID | None = None
) -> list[PlayerStatistics]:
    """As `statistics_from`, of all games; ``player``: only this one."""
    whose = EVERYTHING
    if player is not None:
        whose = Condition("player_id = :player", {"player": str(player)})
    sums, ratings = _sums_and_ratings(connection, whose)
    return statistics_from(sums, _games_won(connection, whose), ratings, rules)


def statistics_from(
    sums: Sums, games: Iterable[GameWon], ratings: Mapping[Key, Rating], rules: str | None = None
) -> list[PlayerStatistics]:
    """All players, best first: by games won, rounds won, points, then first game.

    Points count against a player in games that the fewest points win. ``games``: of each player, in
    the order of their ends. ``rules``: only games played under the rules of this id.
    """
    in_a_row = _streaks(games)
    players: dict[str, dict[str, Statistics]] = {}
    for key, of_games in sums.figures.items():
        player, rule_set = key
        if rules not in {None, rule_set}:
            continue
        streak, longest = in_a_row.get(key, _NO_GAMES)
        figures = of_games._replace(streak=streak, longest_streak=longest)
        if rule_set not in sums.blaming:  # Unless an arbiter named some.
            blocker, assistant = figures.blocker or None, figures.assistant or None
            figures = figures._replace(blocker=blocker, assistant=assistant)
        found = Statistics(figures, sums.money.get(key, {}), ratings.get(key))
        players.setdefault(player, {})[rule_set] = found
    every = [
        PlayerStatistics(
            id_in(id), _together(by_rules, in_a_row.get((id, None), _NO_GAMES), sums.low), by_rules
        )
        for id, by_rules in players.items()
    ]
    return sorted(every, key=lambda one: _rank(one, sums.low))


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


def sums_in(connection: Connection) -> Sums:
    """What the games in these tables bring."""
    sums, _ = _sums_and_ratings(connection, EVERYTHING)
    return sums


def _sums_and_ratings(connection: Connection, whose: Condition) -> tuple[Sums, dict[Key, Rating]]:
    """In as few queries as there can be; ``whose``: of a row of a view."""
    condition, values = whose
    money: dict[Key, dict[str, Turnover]] = {}
    for player, rule_set, currency, received, paid in connection.rows(
        "SELECT player_id, rule_set, currency, received, paid FROM turnover "
        f"WHERE {condition} ORDER BY currency",
        **values,
    ):
        of_player = money.setdefault((player, rule_set), {})
        of_player[currency] = Turnover(int(received), int(paid))
    columns = ", ".join(f"coalesce(statistic.{name}, 0)" for name in _SUMS)
    rows = connection.rows(
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
        SELECT
            seated.player_id, seated.rule_set, rating.mu, rating.sigma, rating.games, {columns}
        FROM seated
        LEFT JOIN (SELECT * FROM rating WHERE {condition}) AS rating
            ON rating.player_id = seated.player_id AND rating.rule_set = seated.rule_set
        LEFT JOIN (SELECT * FROM statistic WHERE {condition}) AS statistic
            ON statistic.player_id = seated.player_id AND statistic.rule_set = seated.rule_set
        ORDER BY seated.first
        """,
        **values,
    )
    figures, ratings = dict[Key, Figures](), dict[Key, Rating]()
    for player, rule_set, mu, sigma, rated, *sums in rows:
        key = player, rule_set
        figures[key] = Figures(*sums)
        if rated is not None:
            ratings[key] = Rating(mu, sigma, rated)
    counted = list(connection.rows(_HOW_GAMES_COUNT))
    low = {id for id, lowest_wins, _ in counted if lowest_wins is not None}
    blaming = {id for id, _, reading in counted if reading is not None}
    return Sums(figures, money, low, blaming), ratings


def added(parts: Iterable[Sums]) -> Sums:
    """What all these games bring together; their order is that of the parts."""
    total = Sums({}, {}, set(), set())
    for part in parts:
        for key, figures in part.figures.items():
            before = total.figures.get(key, Figures())
            total.figures[key] = Figures(*map(_sum, zip(before, figures, strict=True)))
        for key, accounts in part.money.items():
            total.money[key] = _all_money([total.money.get(key, {}), accounts])
        total.low.update(part.low)
        total.blaming.update(part.blaming)
    return total


def _games_won(connection: Connection, whose: Condition) -> Iterator[GameWon]:
    """Of the seats of all games that are over, in the order of ends."""
    rows: Iterator[Any] = connection.rows(
        f"""
        SELECT seat.player_id, game.rule_set, seat.won
        FROM game_seat AS seat JOIN game_fact AS game ON game.id = seat.game_id
        WHERE game.finished IS NOT NULL AND {whose.text} ORDER BY game.finished, seat.seat
        """,
        **whose.values,
    )
    return rows


def _streaks(games: Iterable[GameWon]) -> dict[tuple[str, str | None], _Streak]:
    """By player and rule set, the streak and the longest; by None: over all games."""
    streaks: dict[tuple[str, str | None], _Streak] = {}
    for player, rule_set, won in games:
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
    latest, longest = streak
    sums = sums._replace(streak=latest, longest_streak=longest)
    return Statistics(sums, _all_money(each.money for each in all_of_them))


def _all_money(accounts: Iterable[Mapping[str, Turnover]]) -> dict[str, Turnover]:
    """The sums of these accounts, by currency."""
    money: dict[str, Turnover] = {}
    for each in accounts:
        for currency, (received, paid) in each.items():
            before = money.get(currency, Turnover(0, 0))
            money[currency] = Turnover(before.received + received, before.paid + paid)
    return dict(sorted(money.items()))


def _sum(figures: Iterable[int | None]) -> Any:
    """The sum of those that there are; None if there are none."""
    known = [figure for figure in figures if figure is not None]
    return sum(known) if known else None
