"""Statistics of players with names, as values and as JSON."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from ledger.registry.players import shown_name

from ..tables.connection import Connection
from .results import (
    ArticleFigures,
    Form,
    HeadToHead,
    PlayedGame,
    WithPartner,
    article_figures,
    form_of,
    head_to_head,
    last_games,
    share_won,
    with_partners,
)
from .statistics import PlayerStatistics, Rating, Statistics, rates

Json = dict[str, Any]
Names = Mapping[UUID, str]


class Profile(NamedTuple):
    """Everything about one player."""

    statistics: PlayerStatistics
    article: ArticleFigures | None
    """None if the profile is limited to one rule set."""
    opponents: tuple[HeadToHead, ...]
    """By rule set; most games first, then by name."""
    partners: tuple[WithPartner, ...]
    """In the same order."""
    form: tuple[Form, ...]
    """By rule set."""
    last_games: tuple[PlayedGame, ...]
    """Oldest first."""


def profile_of(
    connection: Connection, statistics: PlayerStatistics, names: Names, rules: str | None = None
) -> Profile:
    """The profile of a player; ``rules``: only games played under the rules of this id."""
    player = statistics.player
    met = head_to_head(connection, player, rules)
    partners = with_partners(connection, player, rules)
    return Profile(
        statistics,
        None if rules is not None else article_of(article_figures(connection), player),
        tuple(
            sorted(
                met, key=lambda each: (each.rules, -each.games, shown_name(names, each.opponent))
            )
        ),
        tuple(
            sorted(
                partners,
                key=lambda each: (each.rules, -each.games, shown_name(names, each.partner)),
            )
        ),
        tuple(form_of(connection, player, rules)),
        tuple(last_games(connection, player, rules)),
    )


def article_of(figures: Mapping[UUID, ArticleFigures], player: UUID) -> ArticleFigures:
    """The player's row of the article's table; zeros if there is none."""
    return figures.get(player, ArticleFigures())


def rounded(rating: Rating) -> Rating:
    """Rounded to 4 places, which are equal on every machine."""
    return rating._replace(mu=round(rating.mu, 4), sigma=round(rating.sigma, 4))


# -- as JSON (docs/statistics.md lists the keys)


def ranking_json(
    connection: Connection, found: Iterable[PlayerStatistics], names: Names, rules: str | None
) -> Iterable[Json]:
    """An object for each player."""
    article = article_figures(connection) if rules is None else {}
    for one in found:
        yield _player(one, None if rules else article_of(article, one.player), names, rules)


def profile_json(profile: Profile, names: Names, rules: str | None) -> Json:
    """The profile as an object."""
    return _player(profile.statistics, profile.article, names, rules) | {
        "against": [
            each._asdict()
            | {
                "opponent": str(each.opponent),
                "name": shown_name(names, each.opponent),
                "won_percentage": share_won(each.won, each.lost),
            }
            for each in profile.opponents
        ],
        "with": [
            each._asdict() | {"partner": str(each.partner), "name": shown_name(names, each.partner)}
            for each in profile.partners
        ],
        "form": [each._asdict() for each in profile.form],
        "last_games": [game._asdict() for game in profile.last_games],
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
        "received": {currency: turnover.received for currency, turnover in of.money.items()},
        "paid": {currency: turnover.paid for currency, turnover in of.money.items()},
        "net": {currency: turnover.net for currency, turnover in of.money.items()},
        "rating": None if of.rating is None else rounded(of.rating)._asdict(),
    }
