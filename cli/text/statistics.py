"""Statistics as tables: the ranking, and the figures of one player."""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple
from uuid import UUID

from ledger.registry.players import shown_name
from projections.accounting.money import money
from projections.messages import mark, text
from projections.reports.results import ArticleFigures, HeadToHead, PlayedGame, Result
from projections.reports.statistics import Figures, PlayerStatistics, Rating, Statistics, Turnover

Names = dict[UUID, str]


class Table(NamedTuple):
    """Heads and rows, with figures that may be drawn beside each row."""

    heads: Sequence[str]
    rows: Sequence[Sequence[object]]
    worth: Sequence[int] = ()
    """By column; columns of least worth are left out on a narrow terminal."""
    shares: Sequence[tuple[int, int]] = ()
    """By row: games won, and games."""
    courses: Sequence[Sequence[int]] = ()
    """By row: figures in order of time."""


class _Column(NamedTuple):
    head: str
    worth: int
    cell: Callable[[Statistics], object]


_COLUMNS = (
    _Column(mark("games"), 13, lambda of: of.figures.games),
    _Column(mark("won"), 12, lambda of: of.figures.games_won),
    _Column(mark("lost"), 7, lambda of: of.figures.games_lost),
    _Column(mark("rounds"), 6, lambda of: of.figures.rounds),
    _Column(mark("won"), 5, lambda of: of.figures.rounds_won),
    _Column(mark("points"), 8, lambda of: of.figures.points),
    _Column(mark("out"), 1, lambda of: of.figures.times_out),
    _Column(mark("pips"), 2, lambda of: pips_a_round(of.figures)),
    _Column(mark("blocker"), 4, lambda of: of.figures.blocker),
    _Column(mark("assistant"), 3, lambda of: of.figures.assistant),
    _Column(mark("streak"), 9, lambda of: of.figures.streak),
    _Column(mark("money"), 10, lambda of: amounts(of.money, lambda turnover: turnover.net)),
)
_RATING = _Column(mark("rating"), 11, lambda of: rating_text(of.rating))


def ranking(found: Sequence[PlayerStatistics], names: Names) -> Table:
    """A row a player; with ratings if all games were played under one rule set."""
    rules = {each for one in found for each in one.by_rules}
    *columns, last = _COLUMNS
    columns += [_RATING, last] if len(rules) == 1 else [last]
    return Table(
        [text("player"), *(text(column.head) for column in columns)],
        [
            (shown_name(names, one.player), *(column.cell(one.together) for column in columns))
            for one in found
        ],
        worth=(99, *(column.worth for column in columns)),
        shares=[(one.together.figures.games_won, one.together.figures.games) for one in found],
    )


def pips_a_round(figures: Figures) -> str:
    """Average of pips left in hand a round."""
    return f"{figures.pips_left / figures.rounds:.1f}" if figures.rounds else "-"


def rating_text(rating: Rating | None) -> str:
    """Strength and its uncertainty: ``27.3 ± 2.1``."""
    return "-" if rating is None else f"{rating.mu:.1f} ± {rating.sigma:.1f}"


def amounts(accounts: Mapping[str, Turnover], which: Callable[[Turnover], int]) -> str:
    """One figure of each currency's turnover: ``EUR 1.30, USD -2.00``."""
    sums = (money(which(turnover), currency) for currency, turnover in sorted(accounts.items()))
    return ", ".join(sums) or "-"


# -- one player

_LINES: Sequence[tuple[str, Callable[[Statistics], object]]] = (
    (mark("games"), lambda of: of.figures.games),
    (mark("  won"), lambda of: of.figures.games_won),
    (mark("  lost"), lambda of: of.figures.games_lost),
    (mark("rounds"), lambda of: of.figures.rounds),
    (mark("  won"), lambda of: of.figures.rounds_won),
    (mark("  lost"), lambda of: of.figures.rounds_lost),
    (mark("result only"), lambda of: of.figures.reported or None),
    (mark("  won"), lambda of: of.figures.reported_won if of.figures.reported else None),
    (mark("points"), lambda of: of.figures.points),
    (mark("  against"), lambda of: of.figures.points_against),
    (mark("pips a round"), lambda of: pips_a_round(of.figures)),
    (mark("times out"), lambda of: of.figures.times_out),
    (mark("blocked"), lambda of: of.figures.blocked),
    (mark("  blocker"), lambda of: of.figures.blocker),
    (mark("  assistant"), lambda of: of.figures.assistant),
    (mark("streak"), lambda of: of.figures.streak),
    (mark("  longest"), lambda of: of.figures.longest_streak),
    (mark("money in"), lambda of: amounts(of.money, lambda turnover: turnover.received)),
    (mark("  out"), lambda of: amounts(of.money, lambda turnover: turnover.paid)),
    (mark("rating"), lambda of: rating_text(of.rating)),
)
"""Heading and cell; a line without any cell is left out."""
_RULES_A_TABLE = 3
_LETTERS: Mapping[Result, str] = {"won": mark("W"), "lost": mark("L"), "nobody": mark("-")}
"""A letter for each result."""


def figures_tables(one: PlayerStatistics, name: str) -> list[Table]:
    """All figures: a column for each rule set and one for all together, a few in each table."""
    several = {text("together"): one.together} if len(one.by_rules) > 1 else {}
    columns = iter((several | dict(one.by_rules)).items())
    tables = []
    while batch := list(islice(columns, _RULES_A_TABLE)):
        lines = [(text(head), [line(of) for _, of in batch]) for head, line in _LINES]
        rows = [
            (head, *("-" if cell is None else cell for cell in cells))
            for head, cells in lines
            if any(cell is not None for cell in cells)
        ]
        tables.append(Table((name, *(rules for rules, _ in batch)), rows))
    return tables


def family_table(of: ArticleFigures) -> Table:
    """Block games and draw games."""
    rows = (
        (text("block"), of.num_block_game_played, of.num_block_game_win, of.highest_block_score),
        (text("draw"), of.num_draw_game_played, of.num_draw_game_win, of.highest_draw_score),
    )
    played = [row for row in rows if row[1]]
    return Table(
        (text("family"), text("games"), text("won"), text("highest score")),
        [(*figures, "-" if highest is None else highest) for *figures, highest in played],
    )


def opponents_table(met: Sequence[HeadToHead], names: Names) -> Table:
    """Games against each opponent."""
    return Table(
        (text("against"), text("rules"), text("games"), text("won"), text("lost")),
        [
            (shown_name(names, each.opponent), each.rules, each.games, each.won, each.lost)
            for each in met
        ],
        shares=[(each.won, each.games) for each in met],
    )


def course_table(played: Sequence[PlayedGame]) -> Table:
    """The last games under each rule set, oldest first: won, lost, or won by nobody."""
    by_rules: dict[str, list[PlayedGame]] = {}
    for game in played:
        by_rules.setdefault(game.rules, []).append(game)
    return Table(
        (text("last games"), text("oldest first")),
        [
            (rules, "".join(text(_LETTERS[game.result]) for game in games))
            for rules, games in by_rules.items()
        ],
        courses=[[_worth(game) for game in games] for games in by_rules.values()],
    )


def _worth(game: PlayedGame) -> int:
    """Points, or money in a game without points."""
    return (game.net or 0) if game.score is None else game.score
