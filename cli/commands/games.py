"""`domino games`: a list of games."""

from ...ledger.registry.stored_names import all_names, shown_name
from ...projections.listings.games import games_table
from ...projections.messages import text
from ...projections.messages.states import abandonment_text
from ...projections.messages.times import amendment_text
from ...projections.reports.game_filter import GameFilter
from ...projections.reports.games import ListedGame, listed_game_json, listed_games
from ...projections.reports.players import find_player
from ...projections.results.game_state import State
from .. import options
from ..club_file import zone_here
from ..declaring import command, option
from ..output import print_jsons, say_lines
from ..read_models import current_tables
from ..terminal.printed_tables import print_fitting


@command(paged=True)
def games(
    days: options.Days = options.days,
    rules: str | None = options.played_under,
    player: str | None = options.player,
    state: State | None = option("Only games in this state."),
    limit: int | None = option("At most N games.", least=1, metavar="N"),
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
) -> None:
    """List games, newest first: who played, who won, how they stand."""
    zone, span = zone_here(), days.span
    with ledger.open() as book, current_tables(book, rules) as connection:
        only = None if player is None else find_player(book, connection, player)
        names = all_names(book)
        which = GameFilter(*span, rules, only, state)
        listed = listed_games(book, connection, which, limit=limit, newest_first=not as_json)
        if as_json:
            print_jsons(listed_game_json(game, names) for game in listed)
        else:
            shown = list(listed)
            print_fitting(games_table(shown, zone))
            for each in shown:
                if each.abandonment is not None:
                    _remark(each, abandonment_text(each.abandonment, each.players))
            for each in shown:
                for amendment in each.amendments:
                    by = None if amendment.by is None else shown_name(names, amendment.by)
                    _remark(each, amendment_text(amendment, by, zone))


def _remark(game: ListedGame, remark: str) -> None:
    say_lines([text("{game}: {remark}", game=game.overview.record, remark=remark)])
