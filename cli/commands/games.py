"""`domino games`: a list of games."""

from collections.abc import Iterable, Iterator
from datetime import tzinfo
from uuid import UUID

from ledger.registry.players import all_names, shown_name
from projections.messages import text
from projections.messages.amendments import amendment_text
from projections.messages.states import abandonment_text
from projections.reports.game_filter import GameFilter
from projections.reports.games import ListedGame, listed_game_json, listed_games
from projections.reports.players import find_player
from projections.results.game_state import State

from .. import options
from ..club_file import club_here
from ..declaring import command, option
from ..ledger_option import Ledger
from ..output import print_json, say_lines
from ..read_models import check_known_rules, current_tables
from ..terminal.printed_tables import print_fitting
from ..text.games import games_table


@command(paged=True)
def games(
    days: options.Days = options.days,
    rules: str | None = options.played_under,
    player: str | None = options.player,
    state: State | None = option("Only games in this state."),
    limit: int | None = option("At most N games.", least=1, metavar="N"),
    ledger: Ledger = options.ledger,
    as_json: bool = options.json,
) -> None:
    """List games, newest first: who played, who won, how they stand."""
    zone, span = club_here().zone, days.span
    with ledger.open() as book, current_tables(book) as connection:
        check_known_rules(book, rules)
        only = None if player is None else find_player(book, connection, player)
        names = all_names(book)
        which = GameFilter(*span, rules, only, state)
        listed = listed_games(book, connection, which, limit=limit, newest_first=not as_json)
        if as_json:
            for game in listed:
                print_json(listed_game_json(game, names))
        else:
            shown = list(listed)
            print_fitting(games_table(shown, zone))
            say_lines(_remarks(shown, names, zone))


def _remarks(
    listed: Iterable[ListedGame], names: dict[UUID, str], zone: tzinfo | None
) -> Iterator[str]:
    """How games were left, then how games were amended."""
    for game in listed:
        if game.abandonment is not None:
            left = abandonment_text(game.abandonment, game.players)
            yield text("{game}: {remark}", game=game.overview.record, remark=left)
    for game in listed:
        for amendment in game.amendments:
            by = None if amendment.by is None else shown_name(names, amendment.by)
            remark = amendment_text(amendment, by, zone)
            yield text("{game}: {remark}", game=game.overview.record, remark=remark)
