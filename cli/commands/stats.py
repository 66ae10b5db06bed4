"""`domino stats`: ranks the players, or shows all figures of one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, TypeAlias
from uuid import UUID

from ...ledger.registry.stored_names import all_names, shown_name
from ...projections.listings import statistics as shown
from ...projections.listings.table import Names
from ...projections.messages import text
from ...projections.messages.states import uncounted_text
from ...projections.reports.breakdown import By, Line, breakdown, line_json, shown_key
from ...projections.reports.curves import Subject
from ...projections.reports.game_filter import GameFilter
from ...projections.reports.league import uncounted
from ...projections.reports.players import find_player
from ...projections.reports.profiles import (
    ArticleFigures,
    Profile,
    article_figures,
    profile_json,
    profile_of,
    ranking_json,
    rounded,
)
from ...projections.reports.statistics import (
    Figures,
    PlayerStatistics,
    RoundFigures,
    player_statistics,
)
from .. import options
from ..archive_options import Archived
from ..declaring import argument, command, option, several, usage_error
from ..output import print_csv, print_json, print_jsons, say
from ..read_models import current_tables
from ..terminal.printed_tables import show_table, show_tables

_Form: TypeAlias = Literal["table", "rates", "json", "csv"]
"""``rates``: a table of figures per hundred rounds."""


@command(paged=True)
def stats(
    player: str | None = argument(),
    rules: str | None = option("Only games played under these rules.", metavar="ID"),
    by: By | None = option("The rounds by opening tile, seat and so on."),
    file: str | None = option("Plot to FILE.svg or FILE.png; - draws as text.", "--plot FILE"),
    subject: Subject | None = option("What --plot shows.  [default: rating]", "--of"),
    per_hundred: bool = option("Show rounds per hundred instead of sums."),
    archived: Archived = several(Archived),
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
    as_csv: bool = options.csv,
) -> None:
    """Rank the players, or show all about PLAYER.

    The figures are games, points, blocks, money and rating. With --by, show the rounds by opening
    tile, by seat, by order of play, or by partners. With --plot, show the course of rating or
    money, or how many points rounds brought.
    """
    if file is None and subject is not None:
        raise usage_error("--of says what --plot shows")
    if file is not None:
        if by or per_hundred or as_json or as_csv:
            raise usage_error("--plot excludes --by, --per-hundred, --json and --csv")
        from ..plots import check_plot_file  # noqa: PLC0415 - draws, which few ask for

        check_plot_file(file)
    options.not_both(as_json, as_csv)
    if per_hundred and (as_json or as_csv):
        raise usage_error("--per-hundred excludes --json and --csv")
    archived.check()
    if archived.name is not None and (player is not None or by is not None or file is not None):
        raise usage_error("--archive excludes PLAYER, --by and --plot")
    form: _Form = "json" if as_json else "csv" if as_csv else "rates" if per_hundred else "table"
    if archived.name is not None:
        _print_archived(archived, rules, form)
        return
    with ledger.open() as book, current_tables(book, rules, rated=True) as connection:
        only = None if player is None else find_player(book, connection, player)
        names = all_names(book)
        left_out = uncounted(connection, GameFilter(rules=rules, player=only))
        if left_out:
            say(uncounted_text(left_out))
        if by is not None:
            lines = breakdown(connection, by, names, only, rules)
            if not lines:
                _say_nothing_counts(player, rules)
            _print_breakdown(lines, by, names, form)
            return
        everybody = player_statistics(connection, rules)
        found = [one for one in everybody if only in {None, one.player}]
        if file is not None:
            from ..plots import Question, plot, write_plot  # noqa: PLC0415 - as above

            players = [one.player for one in found]
            asked = Question(subject or "rating", players, only, names, rules)
            write_plot(plot(connection, asked), file)
            return
        if rules is not None and not found:
            _say_nothing_counts(player, rules)
        if only is None or form == "csv":
            article = None if rules or form != "json" else article_figures(connection)
            _print_ranking(found, article, names, rules, form)
        else:
            for one in found:
                _print_profile(profile_of(connection, one, names, rules), names, rules, form)


def _print_archived(archived: Archived, rules: str | None, form: _Form) -> None:
    """The ranking of the players of an archive."""
    partitions, names = archived.partitions(rules), archived.names()
    from ...projections.archive.totals import statistics_of, statistics_part  # noqa: PLC0415 - an extra

    parts = archived.parts(partial(statistics_part, rules=rules), partitions)
    found = statistics_of(parts, rules)
    if found.uncounted:
        say(uncounted_text(found.uncounted))
    if rules is not None and not found.players:
        _say_nothing_counts(None, rules)
    _print_ranking(found.players, None if rules else found.article, names, rules, form)


def _print_breakdown(lines: Sequence[Line], by: By, names: Names, form: _Form) -> None:
    match form:
        case "json":
            print_jsons(line_json(line, by, names) for line in lines)
        case "csv":
            rows = ([line.rules, shown_key(line, names), *line.figures] for line in lines)
            print_csv(["rules", by, *RoundFigures._fields], rows)
        case "table" | "rates":
            show_table(shown.breakdown_table(lines, by, names, per_hundred=form == "rates"))


def _print_ranking(
    found: Sequence[PlayerStatistics],
    article: Mapping[UUID, ArticleFigures] | None,
    names: Names,
    rules: str | None,
    form: _Form,
) -> None:
    match form:
        case "json":
            print_jsons(ranking_json(found, article, names, rules))
        case "csv":
            print_csv(*_spreadsheet(found, names))
        case "table":
            show_table(shown.ranking(found, names))
        case "rates":
            show_table(shown.ranking_per_hundred(found, names))


def _say_nothing_counts(player: str | None, rules: str | None) -> None:
    if rules is None:
        say(text("there is no such round that counts"))
    elif player is None:
        say(text("no round that was played under {rules} counts", rules=rules))
    else:
        say(text("no round counts that {player} played under {rules}", player=player, rules=rules))


def _print_profile(profile: Profile, names: Names, rules: str | None, form: _Form) -> None:
    if form == "json":
        print_json(profile_json(profile, names, rules))
        return
    tables = shown.profile_tables(profile, names, per_hundred=form == "rates")
    show_tables(table for table in tables if table.rows)


def _spreadsheet(
    found: Iterable[PlayerStatistics], names: Names
) -> tuple[list[str], Iterator[list[object]]]:
    """Heads, and a row for each player and rule set; money in minor units."""
    lines = [(one.player, rules, of) for one in found for rules, of in one.by_rules.items()]
    currencies = sorted({currency for *_, of in lines for currency in of.money})
    heads = ["player", "name", "rules", *Figures._fields, "rating", "uncertainty", "rated_games"]
    heads += [f"{way}_{currency}" for currency in currencies for way in ("received", "paid")]
    return heads, (
        [
            *(player, shown_name(names, player), rules, *of.figures),
            *((None, None, None) if of.rating is None else rounded(of.rating)),
            *(sum_ for currency in currencies for sum_ in of.money.get(currency, (None, None))),
        ]
        for player, rules, of in lines
    )
