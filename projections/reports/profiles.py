"""All about a player: statistics, results against and with others, form and last games."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

from ...ledger.registry.stored_names import shown_name
from ..as_json import Json, as_json
from ..tables.connection import Connection, id_in
from .statistics import PlayerStatistics, Rating, Statistics, rates

Names = Mapping[UUID, str]
Result: TypeAlias = Literal["won", "lost", "nobody"]
"""``nobody``: the game is over, and nobody won it."""
Role: TypeAlias = Literal["opponent", "partner"]


class Met(NamedTuple):
    """Games that are over, with one opponent or partner under one rule set."""

    other: UUID
    rules: str
    games: int
    won: int
    """Not those that an opponent won, too."""
    lost: int
    """Won by the opponent, and not by the player; or with a partner, by others."""


class Form(NamedTuple):
    """How many of the last games that are over the player won."""

    rules: str
    games: int
    won: int
    last_10: int
    """Won of the last ten games, or of all if there are fewer."""
    last_50: int


class PlayedGame(NamedTuple):
    """One game that is over, as it ended for one player."""

    record: str
    rules: str
    result: Result
    score: int | None
    """Points of the player's side; None in games without points."""
    net: int | None
    """In minor units; None if nothing counted, or the rules have no payout."""
    currency: str


class ArticleFigures(NamedTuple):
    """The figures in the view `player`."""

    num_block_game_played: int = 0
    num_draw_game_played: int = 0
    num_block_game_win: int = 0
    num_draw_game_win: int = 0
    highest_block_score: int | None = None
    highest_draw_score: int | None = None


def share_won(won: int, lost: int) -> float | None:
    """Games won of a hundred that one of two players won; None if neither won any."""
    return round(100 * won / (won + lost), 1) if won + lost else None


def others_met(
    connection: Connection, player: UUID, role: Role, rules: str | None = None
) -> list[Met]:
    """The results against each opponent, or with each partner, under each rule set."""
    view = "head_to_head" if role == "opponent" else "partner"
    rows = connection.rows(
        f"""
        SELECT {role}_id, rule_set, games, won, lost FROM {view}
        WHERE player_id = :player AND {_under(rules)} ORDER BY rule_set, {role}_id
        """,
        player=str(player),
        rules=rules,
    )
    return [Met(id_in(other), *figures) for other, *figures in rows]


def form_of(connection: Connection, player: UUID, rules: str | None = None) -> list[Form]:
    """The form of a player under each rule set."""
    found: dict[str, Form] = {}
    for id, number, won, last_10, last_50 in connection.rows(
        f"""
        SELECT rule_set, number, won, won_of_10, won_of_50 FROM running_form
        WHERE player_id = :player AND {_under(rules)} ORDER BY rule_set, number
        """,
        player=str(player),
        rules=rules,
    ):
        won_before = found[id].won if id in found else 0
        found[id] = Form(id, number, won_before + (won is not None), last_10, last_50)
    return list(found.values())


def last_games(
    connection: Connection, player: UUID, rules: str | None = None, *, most: int = 20
) -> list[PlayedGame]:
    """The last games that are over, in the order in which they ended."""
    rows = connection.rows(
        f"""
        SELECT
            game.record, game.rule_set, seat.won, seat.lost, seat.score, seat.net, game.currency
        FROM game_seat AS seat JOIN game_fact AS game ON game.id = seat.game_id
        WHERE seat.player_id = :player AND game.finished IS NOT NULL AND {_under(rules)}
        ORDER BY game.finished DESC LIMIT {most:d}
        """,
        player=str(player),
        rules=rules,
    )
    return [
        PlayedGame(record, under, "won" if won else "lost" if lost else "nobody", *figures)
        for record, under, won, lost, *figures in reversed(list(rows))
    ]


def article_figures(
    connection: Connection, player: UUID | None = None
) -> dict[UUID, ArticleFigures]:
    """The figures of every player in the article's tables, or of this one."""
    columns = ", ".join(ArticleFigures._fields)
    whose = "TRUE" if player is None else "id = :player"
    rows = connection.rows(f"SELECT id, {columns} FROM player WHERE {whose}", player=str(player))
    return {id_in(player): ArticleFigures(*figures) for player, *figures in rows}


def added_article(
    parts: Iterable[Mapping[UUID, ArticleFigures]],
) -> dict[UUID, ArticleFigures]:
    """The figures of all these games together: numbers add up, the highest score stays."""
    total: dict[UUID, ArticleFigures] = {}
    for part in parts:
        for player, figures in part.items():
            both = zip(total.get(player, ArticleFigures()), figures, strict=True)
            *games, block, draw = ([each for each in pair if each is not None] for pair in both)
            highest = (max(scores, default=None) for scores in (block, draw))
            total[player] = ArticleFigures(*map(sum, games), *highest)
    return total


def _under(rules: str | None) -> str:
    return "TRUE" if rules is None else "rule_set = :rules"


class Profile(NamedTuple):
    """Everything about one player."""

    statistics: PlayerStatistics
    article: ArticleFigures | None
    """None if the profile is limited to one rule set."""
    opponents: list[Met]
    """By rule set; most games first, then by name."""
    partners: list[Met]
    """In the same order."""
    form: list[Form]
    """By rule set."""
    last_games: list[PlayedGame]
    """Oldest first."""


def profile_of(
    connection: Connection, statistics: PlayerStatistics, names: Names, rules: str | None = None
) -> Profile:
    """The profile of a player; ``rules``: only games played under the rules of this id."""
    player = statistics.player

    def order(met: Met) -> tuple[str, int, str]:
        return met.rules, -met.games, shown_name(names, met.other)

    return Profile(
        statistics,
        None if rules else article_figures(connection, player).get(player, ArticleFigures()),
        sorted(others_met(connection, player, "opponent", rules), key=order),
        sorted(others_met(connection, player, "partner", rules), key=order),
        form_of(connection, player, rules),
        last_games(connection, player, rules),
    )


def rounded(rating: Rating) -> Rating:
    """Rounded to 4 places, which are equal on every machine."""
    return rating._replace(mu=round(rating.mu, 4), sigma=round(rating.sigma, 4))


# -- as JSON (docs/statistics.md lists the keys)


def ranking_json(
    found: Iterable[PlayerStatistics],
    article: Mapping[UUID, ArticleFigures] | None,
    names: Names,
    rules: str | None,
) -> Iterable[Json]:
    """An object for each player.

    ``article``: the figures of all in the article's tables; None if limited to one rule set.
    """
    for one in found:
        own = None if article is None else article.get(one.player, ArticleFigures())
        yield _player(one, own, names, rules)


def profile_json(profile: Profile, names: Names, rules: str | None) -> Json:
    """The profile as an object."""

    def met(role: Role, of: Met) -> Json:
        figures = as_json(of)
        return {role: figures.pop("other"), **figures, "name": shown_name(names, of.other)}

    return _player(profile.statistics, profile.article, names, rules) | {
        "against": [
            met("opponent", each) | {"won_percentage": share_won(each.won, each.lost)}
            for each in profile.opponents
        ],
        "with": [met("partner", each) for each in profile.partners],
        "form": as_json(profile.form),
        "last_games": as_json(profile.last_games),
    }


def _player(
    one: PlayerStatistics, article: ArticleFigures | None, names: Names, rules: str | None
) -> Json:
    found: Json = {
        "player": str(one.player),
        "name": shown_name(names, one.player),
        "rules": rules,
        **_figures(one.together),
    }
    if article is not None:
        found["by_rules"] = [{"rules": id} | _figures(of) for id, of in one.by_rules.items()]
        found["article"] = article._asdict()
    return found


def _figures(of: Statistics) -> Json:
    return of.figures._asdict() | {
        "per_hundred_rounds": rates(of.figures),
        **{
            which: {currency: getattr(turnover, which) for currency, turnover in of.money.items()}
            for which in ("received", "paid", "net")
        },
        "rating": None if of.rating is None else rounded(of.rating)._asdict(),
    }
