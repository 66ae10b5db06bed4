"""The list of games."""

from datetime import tzinfo
from typing import Annotated, Any, get_args

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from ...projections.days import day_of, span_of
from ...projections.messages import all_of, text
from ...projections.messages.formats import day_text
from ...projections.messages.rule_ids import rules_cell
from ...projections.reports.game_filter import GameFilter
from ...projections.reports.games import ListedGame, listed_games
from ...projections.reports.players import find_player
from ...projections.results.game_state import State
from ..asked import LEFT_EMPTY, BookAsked, FirstDay, LastDay
from ..rendering import page

routes = APIRouter()
GAMES_A_PAGE = 50
PageQuery = Annotated[int, Query(ge=1, le=100_000, alias="page")]


@routes.get("/")
def games(
    request: Request,
    book: BookAsked,
    player: str = "",
    rules: str = "",
    state: Annotated[State | None, LEFT_EMPTY] = None,
    first: FirstDay = None,
    last: LastDay = None,
    number: PageQuery = 1,
) -> Response:
    """The newest games first, a page at a time.

    Of a player, under these rules, in this state, begun on these days.
    """
    zone = request.app.state.settings.club.zone
    span = span_of(first, last, zone)
    with book.reading() as connection:
        who = find_player(book.ledger, connection, player) if player else None
        which = GameFilter(*span, rules or None, who, state)
        skip, one_more = (number - 1) * GAMES_A_PAGE, GAMES_A_PAGE + 1
        found = listed_games(
            book.ledger, connection, which, limit=one_more, skip=skip, newest_first=True
        )
        listed = list(found)
    return page(
        request,
        "games.html",
        rows=[_row(each, zone) for each in listed[:GAMES_A_PAGE]],
        number=number,
        more=len(listed) > GAMES_A_PAGE,
        asked={
            "player": player,
            "rules": rules,
            "state": state or "",
            "from": str(first or ""),
            "to": str(last or ""),
        },
        rule_sets=sorted(book.rule_sets()),
        states=[(each, text(each)) for each in get_args(State)],
    )


def _row(game: ListedGame, zone: tzinfo | None) -> dict[str, Any]:
    of = game.overview
    return {
        "game": of.record,
        "day": day_text(day_of(of.started_at, zone)),
        "rules": rules_cell(of.rules),
        "sides": [all_of(game.players[seat] for seat in side) for side in of.sides],
        "state": text(of.state),
        "rounds": of.rounds,
        "scores": of.scores or (),
        "winners": game.winners,
    }
