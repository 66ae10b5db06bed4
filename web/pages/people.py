"""The players: all by rank, and everything about one."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...ledger.registry.stored_names import shown_name
from ...projections.drawing.chart import Line, chart
from ...projections.listings.statistics import profile_tables, ranking
from ...projections.messages import text
from ...projections.messages.money import NO_CURRENCY, digits
from ...projections.reports.curves import Curve, money_curves, rating_curves, rules_played
from ...projections.reports.players import find_player
from ...projections.reports.profiles import profile_of
from ...projections.reports.statistics import player_statistics
from ..asked import BookAsked
from ..rendering import page, path_of

routes = APIRouter()


@routes.get("/players")
def players(request: Request, book: BookAsked, rules: str = "") -> Response:
    """All players, ranked by the games they won."""
    names = book.player_names()
    with book.reading() as connection:
        found = player_statistics(connection, rules or None)
        played = rules_played(connection)
    links = {name: path_of("players", name) for name in names.values()}
    table = ranking(found, names)
    return page(request, "players.html", table=table, links=links, rules=rules, rule_sets=played)


@routes.get("/players/{name:path}")
def player(request: Request, book: BookAsked, name: str) -> Response:
    """The figures of one player, and the course of rating and money."""
    names = book.player_names()
    with book.reading() as connection:
        who = find_player(book.ledger, connection, name)
        statistics = player_statistics(connection, player=who)
        profiles = [profile_of(connection, one, names, None) for one in statistics]
        ratings = [
            Line(rules, curve.values)
            for rules in rules_played(connection, who)
            for curve in rating_curves(connection, [who], rules)
        ]
        money = [_in_units(curve) for curve in money_curves(connection, [who])]
    charts = [
        (title, chart(lines, title))
        for title, lines in ((text("rating"), ratings), (text("money"), money))
        if lines
    ]
    return page(
        request,
        "player.html",
        name=shown_name(names, who),
        tables=[table for each in profiles for table in profile_tables(each, names) if table.rows],
        charts=charts,
        links={each: path_of("players", each) for each in names.values()},
    )


def _in_units(curve: Curve) -> Line:
    """The money of a player, in whole units of its currency."""
    currency = curve.currency or NO_CURRENCY
    minor = 10 ** digits(currency)
    name = "" if currency == NO_CURRENCY else currency
    return Line(name, [each / minor for each in curve.values])
