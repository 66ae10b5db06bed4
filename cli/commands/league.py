"""`domino league`: a league table of the games of some days."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import NamedTuple

from ...ledger.registry.stored_names import all_names
from ...projections.document.blocks import Page, Pairs, Table, page_table
from ...projections.listings.league import league_table, season_tables
from ...projections.listings.table import Names
from ...projections.listings.table import Table as Shown
from ...projections.messages import mark_plural, plural, text
from ...projections.messages.formats import day_text
from ...projections.messages.rule_ids import rules_text
from ...projections.messages.states import uncounted_text
from ...projections.reports.game_filter import GameFilter
from ...projections.reports.league import League, Rank, Reason, league, leagues, rank_json, ranked
from ...projections.reports.season import Season, season, season_json
from .. import options
from ..club_file import zone_here
from ..declaring import command, option, usage_error
from ..output import print_csv, print_data, print_jsons, print_lines, say_lines
from ..read_models import current_tables
from ..terminal.printed_tables import show_tables

_FIGURES = (
    *("rules", "place", "player", "name", "games", "won", "lost", "won_percentage"),
    *("rounds_won", "reported_won", "points", "points_against", "difference", "last"),
)


class _Ranking(NamedTuple):
    """The players of a league who have played enough."""

    rules: str | None
    ranks: list[Rank]
    season: Season | None = None
    """None unless asked for."""

    def tables(self, names: Names, zone: tzinfo | None) -> list[Shown]:
        """The ranking, and those of the season."""
        of_season = [] if self.season is None else season_tables(self.season, names)
        return [league_table(self.ranks, zone), *of_season]


@command(paged=True)
def league_(
    days: options.Days = options.days,
    rules: str | None = options.played_under,
    together: bool = option("One table of all games, under any rules."),
    min_games: int = option(
        "Rank only players with N games or more in a table.", least=1, default=1, metavar="N"
    ),
    as_season: bool = option(
        "Add the months, each two players against each other, and games left out.", "--season"
    ),
    as_html: bool = option("Print a page of HTML.", "--html"),
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
    as_csv: bool = options.csv,
) -> None:
    """Rank players by the games of some days, rule set by rule set.

    They are ranked by games won, then by point difference, then by name. Only games that are over
    count, and neither void nor disputable ones.
    """
    options.not_both(as_json, as_csv)
    if as_html and (as_json or as_csv):
        raise usage_error("--html excludes --json and --csv")
    if as_season and as_csv:
        raise usage_error("--season and --csv exclude each other")
    if together and rules is not None:
        raise usage_error("--rules and --together exclude each other")
    zone = zone_here()
    which = GameFilter(*days.span, rules)
    with ledger.open() as book, current_tables(book, rules) as connection:
        found = [league(connection, which)] if together else leagues(connection, which)
        names = all_names(book)
        seasons = {
            each.rules: season(connection, each, which, names, zone) for each in found if as_season
        }
    rankings = [
        _Ranking(each.rules, ranked(each, names, min_games), seasons.get(each.rules))
        for each in found
    ]
    rankings = [each for each in rankings if each.ranks or each.season] or [_Ranking(rules, [])]
    games = sum(each.games for each in found)
    counted = plural("{number} game counted", "{number} games counted", games)
    uncounted = sum((Counter(each.uncounted) for each in found), Counter[Reason]())
    if uncounted:
        counted = f"{counted}, {uncounted_text(uncounted)}"
    remarks = [counted, *_too_few_games(found, min_games)]
    if as_json:
        print_jsons(season_json(each, names, min_games) for each in seasons.values())
        for ranking in () if as_season else rankings:
            print_jsons(rank_json(rank, ranking.rules) for rank in ranking.ranks)
    elif as_csv:
        print_csv(*_spreadsheet(rankings))
    elif as_html:
        from ...projections.document.html import html_of  # noqa: PLC0415 - imports much

        facts = (
            (text("From"), "-" if days.first is None else day_text(days.first)),
            (text("To"), "-" if days.last is None else day_text(days.last)),
            (text("Rules"), rules_text(rules) if rules else text("all")),
            *((text("Games"), remark) for remark in remarks),
        )
        tables = (table for ranking in rankings for table in _page_tables(ranking, names, zone))
        page = Page(text("League table"), (Pairs(facts), *tables))
        print_data([html_of(page).removesuffix("\n")])
    else:
        for number, ranking in enumerate(rankings):
            if number:
                print_lines([""])
            if ranking.rules is not None:
                print_lines([rules_text(ranking.rules)])
            show_tables(ranking.tables(names, zone))
    say_lines(remarks)


def _spreadsheet(rankings: list[_Ranking]) -> tuple[list[str], Iterator[list[object]]]:
    every = [(rules, rank) for rules, ranks, _ in rankings for rank in ranks]
    currencies = sorted({currency for _, rank in every for currency in rank.place.net})
    heads = [*_FIGURES, *(f"net_{currency}" for currency in currencies)]
    rows = (
        [
            *(rank_json(rank, rules)[name] for name in _FIGURES),
            *(rank.place.net.get(currency, "") for currency in currencies),
        ]
        for rules, rank in every
    )
    return heads, rows


def _page_tables(ranking: _Ranking, names: Names, zone: tzinfo | None) -> Iterator[Table]:
    caption = text("Games won, then point difference, then name")
    if ranking.rules is not None:
        rules = rules_text(ranking.rules)
        caption = text("{rules}: games won, then point difference, then name", rules=rules)
    for table in ranking.tables(names, zone):
        yield page_table(caption, table)
        caption = ""


def _too_few_games(found: Sequence[League], min_games: int) -> Iterator[str]:
    """How many players each table leaves out because they played too few games."""
    under_any = mark_plural(
        "{number} player with fewer than {games} games is not ranked",
        "{number} players with fewer than {games} games are not ranked",
    )
    under = mark_plural(
        "{number} player with fewer than {games} games under {rules} is not ranked",
        "{number} players with fewer than {games} games under {rules} are not ranked",
    )
    for each in found:
        if too_few := sum(place.games < min_games for place in each.places):
            rules = each.rules and rules_text(each.rules)
            yield plural(*(under if rules else under_any), too_few, games=min_games, rules=rules)
