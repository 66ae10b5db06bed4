"""A night and a league: who won what on some days."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple
from uuid import UUID

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...projections.days import span_of
from ...projections.drawing.chart import COLOURS, Line, chart
from ...projections.listings.league import league_table, season_tables
from ...projections.listings.night import night_tables
from ...projections.messages import text
from ...projections.messages.disputes import dispute_text, step_text
from ...projections.messages.rule_ids import rules_text
from ...projections.reports.curves import wins_curves
from ...projections.reports.game_filter import GameFilter
from ...projections.reports.league import League, leagues, ranked
from ...projections.reports.night import games_of, last_evening, night
from ...projections.reports.season import season
from ...projections.tables.connection import Connection
from ..asked import BookAsked, FirstDay, LastDay
from ..rendering import page, path_of
from .games import GAMES_A_PAGE, PageQuery

routes = APIRouter()


@routes.get("/night")
@routes.get("/night/{day}")
def evening(
    request: Request, book: BookAsked, day: date | None = None, number: PageQuery = 1
) -> Response:
    """The evening of this day, or the last one with games; its games a page at a time."""
    zone, names = request.app.state.settings.club.zone, book.player_names()
    with book.reading() as connection:
        asked = day or last_evening(connection, zone)
        skip = (number - 1) * GAMES_A_PAGE
        found = (
            None
            if asked is None
            else night(book.ledger, connection, asked, zone, limit=GAMES_A_PAGE + 1, skip=skip)
        )
        courses = (
            []
            if found is None
            else [
                _course(connection, each, games_of(found.evening, zone), names)
                for each in found.standings
            ]
        )
    more = found is not None and len(found.games) > GAMES_A_PAGE
    if found is not None and more:
        found = found._replace(games=found.games[1:])
    games = [] if found is None else [each.overview.record for each in found.games]
    return page(
        request,
        "night.html",
        day=asked,
        asked={"day": "" if asked is None else asked.isoformat()},
        number=number,
        more=more,
        tables=[] if found is None or not games else [*night_tables(found, names)],
        courses=courses,
        disputes=[
            (dispute_text(each), [step_text(step) for step in each.steps])
            for each in (() if found is None else found.open_disputes)
        ],
        links={game: path_of("games", game) for game in games}
        | {name: path_of("players", name) for name in names.values()},
    )


class _Course(NamedTuple):
    """Who had won how many games under some rules, game by game."""

    rules: str
    picture: str
    """SVG; empty if fewer than two games were won."""


def _course(
    connection: Connection, found: League, which: GameFilter, names: Mapping[UUID, str]
) -> _Course:
    """Of the first players of this league, as many as have a colour of their own."""
    first = ranked(found, names)[:COLOURS]
    players = [each.place.player for each in first]
    curves = wins_curves(connection, players, which._replace(rules=found.rules))
    lines = [Line(each.name, curve.values) for each, curve in zip(first, curves, strict=True)]
    drawn = any(len(line.values) > 2 for line in lines)
    picture = chart(lines, text("games won")) if drawn else ""
    return _Course(rules_text(found.rules or ""), picture)


@routes.get("/league")
def league(
    request: Request,
    book: BookAsked,
    first: FirstDay = None,
    last: LastDay = None,
    rules: str = "",
) -> Response:
    """The players by rank under each rule set, the months, and each two against each other."""
    zone, names = request.app.state.settings.club.zone, book.player_names()
    which = GameFilter(*span_of(first, last, zone), rules or None)
    with book.reading() as connection:
        found = [
            (
                each,
                season(connection, each, which, names, zone),
                _course(connection, each, which, names),
            )
            for each in leagues(connection, which)
        ]
    return page(
        request,
        "league.html",
        first=first,
        last=last,
        rules=rules,
        leagues=[
            (
                course,
                [league_table(ranked(each, names), zone), *season_tables(of_season, names)],
            )
            for each, of_season, course in found
        ],
        links={name: path_of("players", name) for name in names.values()},
    )
