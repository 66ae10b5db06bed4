"""Statistics as tables: the ranking, and the figures of one player."""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

from ...ledger.registry.stored_names import shown_name
from ..messages import mark, text
from ..messages.formats import decimal
from ..messages.money import money
from ..messages.rule_ids import rules_cell
from ..reports.breakdown import By, Line, shown_key
from ..reports.profiles import ArticleFigures, Met, PlayedGame, Profile, Result, share_won
from ..reports.statistics import Figures, PlayerStatistics, Rating, Statistics, Turnover
from .table import Column, Names, Table, table_of

_COLUMNS = (
    Column(mark("games"), 13, lambda of: of.figures.games),
    Column(mark("won"), 12, lambda of: of.figures.games_won),
    Column(mark("lost"), 7, lambda of: of.figures.games_lost),
    Column(mark("rounds"), 6, lambda of: of.figures.all_rounds),
    Column(mark("won"), 5, lambda of: of.figures.rounds_won + of.figures.reported_won),
    Column(mark("points"), 8, lambda of: or_empty(of.figures.points)),
    Column(mark("out"), 1, lambda of: of.figures.times_out),
    Column(mark("pips"), 2, lambda of: pips_a_round(of.figures)),
    Column(mark("blocker"), 4, lambda of: or_empty(of.figures.blocker)),
    Column(mark("assistant"), 3, lambda of: or_empty(of.figures.assistant)),
    Column(mark("streak"), 9, lambda of: of.figures.streak),
    Column(mark("money"), 10, lambda of: amounts(of.money, lambda turnover: turnover.net)),
)
_RATES = (
    Column(mark("games"), 13, lambda of: of.figures.games),
    Column(mark("rounds"), 12, lambda of: of.figures.rounds),
    Column(mark("won"), 11, lambda of: _rate(of.figures.rounds_won, of.figures.rounds)),
    Column(mark("lost"), 6, lambda of: _rate(of.figures.rounds_lost, of.figures.rounds)),
    Column(mark("points"), 9, lambda of: _rate(of.figures.points, of.figures.all_rounds)),
    Column(mark("against"), 5, lambda of: _rate(of.figures.points_against, of.figures.all_rounds)),
    Column(mark("out"), 4, lambda of: _rate(of.figures.times_out, of.figures.rounds)),
    Column(mark("pips"), 3, lambda of: _rate(of.figures.pips_left, of.figures.rounds)),
    Column(mark("blocked"), 0, lambda of: _rate(of.figures.blocked, of.figures.rounds)),
    Column(mark("blocker"), 2, lambda of: _rate(of.figures.blocker, of.figures.rounds)),
    Column(mark("assistant"), 1, lambda of: _rate(of.figures.assistant, of.figures.rounds)),
    Column(
        mark("money"),
        10,
        lambda of: amounts(of.money, lambda each: round(100 * each.net / of.figures.all_rounds)),
    ),
)
"""Per hundred rounds, after the first two; money in minor units, of rounds alone."""
_RATING = Column(mark("rating"), 11, lambda of: rating_text(of.rating))


def ranking(found: Sequence[PlayerStatistics], names: Names) -> Table:
    """A row a player; with ratings if all games were played under one rule set."""
    rules = {each for one in found for each in one.by_rules}
    *columns, last = _COLUMNS
    columns += [_RATING, last] if len(rules) == 1 else [last]
    shares = [(one.together.figures.games_won, one.together.figures.games) for one in found]
    return _by_player(columns, found, names)._replace(shares=shares)


def ranking_per_hundred(found: Sequence[PlayerStatistics], names: Names) -> Table:
    """A row a player: the figures of rounds per hundred rounds."""
    return _by_player(_RATES, found, names)


def _by_player(columns: Sequence[Column], found: Sequence[PlayerStatistics], names: Names) -> Table:
    figures = table_of(columns, (one.together for one in found))
    players = [shown_name(names, one.player) for one in found]
    return Table(
        [text("player"), *figures.heads],
        [(player, *row) for player, row in zip(players, figures.rows, strict=True)],
        worth=[99, *figures.worth],
    )


def _passes(figures: Figures, shown: int) -> int | None:
    """The figure, where there were forced passes."""
    return shown if figures.passes or figures.passes_given else None


def or_empty(figure: int | None) -> object:
    """The figure, if there is one."""
    return "" if figure is None else figure


def _rate(figure: int | None, rounds: int) -> str:
    """Per hundred rounds; empty if there is no such figure."""
    if figure is None:
        return ""
    return decimal(f"{100 * figure / rounds:.1f}") if rounds else "-"


def pips_a_round(figures: Figures) -> str:
    """Average of pips left in hand a round."""
    return decimal(f"{figures.pips_left / figures.rounds:.1f}") if figures.rounds else "-"


def rating_text(rating: Rating | None) -> str:
    """Strength and its uncertainty: ``27.3 ± 2.1``."""
    return "-" if rating is None else decimal(f"{rating.mu:.1f} ± {rating.sigma:.1f}")


def amounts(accounts: Mapping[str, Turnover], which: Callable[[Turnover], int]) -> str:
    """One figure of each currency's turnover: ``EUR 1.30, USD -2.00``."""
    sums = (money(which(turnover), currency) for currency, turnover in sorted(accounts.items()))
    return ", ".join(sums) or "-"


# -- one player


def profile_tables(profile: Profile, names: Names, *, per_hundred: bool = False) -> list[Table]:
    """All about one player; a table may have no rows. ``per_hundred``: rates of rounds."""
    one = profile.statistics
    family = [] if profile.article is None else [family_table(profile.article)]
    return [
        *figures_tables(one, shown_name(names, one.player), per_hundred=per_hundred),
        *family,
        met_table(profile.opponents, names, against=True),
        met_table(profile.partners, names, against=False),
        table_of(_FORM, profile.form),
        course_table(profile.last_games),
    ]


_Lines: TypeAlias = Sequence[tuple[str, Callable[[Statistics], object]]]
"""Heading and cell; a line without any cell is left out."""
_LINES: _Lines = (
    (mark("games"), lambda of: of.figures.games),
    (mark("  won"), lambda of: of.figures.games_won),
    (mark("  lost"), lambda of: of.figures.games_lost),
    (mark("rounds"), lambda of: of.figures.rounds),
    (mark("  won"), lambda of: of.figures.rounds_won),
    (mark("  lost"), lambda of: of.figures.rounds_lost),
    (mark("result only"), lambda of: of.figures.reported or None),
    (mark("  won"), lambda of: of.figures.reported_won if of.figures.reported else None),
    (mark("points"), lambda of: or_empty(of.figures.points)),
    (mark("  against"), lambda of: or_empty(of.figures.points_against)),
    (mark("pips a round"), lambda of: pips_a_round(of.figures)),
    (mark("times out"), lambda of: of.figures.times_out),
    (mark("blocked"), lambda of: of.figures.blocked),
    (mark("  blocker"), lambda of: or_empty(of.figures.blocker)),
    (mark("  assistant"), lambda of: or_empty(of.figures.assistant)),
    (mark("capicúas"), lambda of: of.figures.capicuas or None),
    (mark("chuchazos"), lambda of: of.figures.chuchazos or None),
    (mark("forced passes"), lambda of: _passes(of.figures, of.figures.passes)),
    (mark("  given"), lambda of: _passes(of.figures, of.figures.passes_given)),
    (mark("shutouts"), lambda of: of.figures.shutouts or None),
    (mark("streak"), lambda of: of.figures.streak),
    (mark("  longest"), lambda of: of.figures.longest_streak),
    (mark("money in"), lambda of: amounts(of.money, lambda turnover: turnover.received)),
    (mark("  out"), lambda of: amounts(of.money, lambda turnover: turnover.paid)),
    (mark("rating"), lambda of: rating_text(of.rating)),
)
_RATE_LINES: _Lines = [(column.head, column.cell) for column in _RATES]
GAMES_WON = (
    Column(mark("games"), 0, lambda each: each.games),
    Column(mark("won"), 0, lambda each: each.won),
    Column(mark("lost"), 0, lambda each: each.lost),
)
SHARE_WON = Column(mark("won %"), 0, lambda each: _share(each.won, each.lost))
"""Of the games of two players."""
_RULES = Column(mark("rules"), 0, lambda each: rules_cell(each.rules))
_RULES_A_TABLE = 3
_LETTERS: Mapping[Result, str] = {"won": mark("W"), "lost": mark("L"), "nobody": mark("-")}
"""A letter for each result."""


def figures_tables(one: PlayerStatistics, name: str, *, per_hundred: bool = False) -> list[Table]:
    """All figures: a column for each rule set and one for all, a few in each table."""
    lines = _RATE_LINES if per_hundred else _LINES
    several = {text("together"): one.together} if len(one.by_rules) > 1 else {}
    columns = iter((several | dict(one.by_rules)).items())
    tables = []
    while batch := list(islice(columns, _RULES_A_TABLE)):
        cells = [(text(head), [line(of) for _, of in batch]) for head, line in lines]
        rows = [
            (head, *("-" if cell is None else cell for cell in row))
            for head, row in cells
            if any(cell is not None for cell in row)
        ]
        tables.append(Table((name, *(rules_cell(rules) for rules, _ in batch)), rows))
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


def _share(won: int, lost: int) -> str:
    share = share_won(won, lost)
    return "-" if share is None else decimal(f"{share:.1f}")


def met_table(met: Sequence[Met], names: Names, *, against: bool) -> Table:
    """Games against each opponent, or with each partner."""
    head, share = (mark("against"), [SHARE_WON]) if against else (mark("with"), [])
    other = Column(head, 0, lambda each: shown_name(names, each.other))
    shares = [(each.won, each.won + each.lost if against else each.games) for each in met]
    return table_of((other, _RULES, *GAMES_WON, *share), met)._replace(shares=shares)


_FORM = (
    Column(mark("games won"), 0, lambda each: rules_cell(each.rules)),
    Column(mark("of the last 10"), 0, lambda each: _of(each.last_10, each.games, 10)),
    Column(mark("of the last 50"), 0, lambda each: _of(each.last_50, each.games, 50)),
    Column(mark("of all"), 0, lambda each: _of(each.won, each.games, each.games)),
)


def _of(won: int, games: int, most: int) -> str:
    """A number won, and their share: ``7 (70 %)``; `-` if there are not so many games."""
    if games < most:
        return "-"
    return text("{won} ({share} %)", won=won, share=round(100 * won / most))


_KEYS: Mapping[By, str] = {
    "opening": mark("opening tile"),
    "seat": mark("seat"),
    "order": mark("order of play"),
    "partners": mark("partners"),
}


def breakdown_table(
    lines: Sequence[Line], by: By, names: Names, *, per_hundred: bool = False
) -> Table:
    """A row a line of a breakdown; ``per_hundred``: per hundred rounds after the third column."""
    heads = mark("rounds"), mark("won"), mark("lost"), mark("points"), mark("against")
    rows = []
    for line in lines:
        rounds, *others = line.figures
        figures = [_rate(each, line.figures.rounds) for each in others] if per_hundred else others
        rows.append((shown_key(line, names), rules_cell(line.rules), rounds, *figures))
    return Table(
        (text(_KEYS[by]), text("rules"), *map(text, (*heads, mark("pips"), mark("out")))),
        rows,
        worth=(99, 8, 7, 6, 2, 5, 1, 3, 4),
        shares=[(line.figures.rounds_won, line.figures.rounds) for line in lines],
    )


def course_table(played: Sequence[PlayedGame]) -> Table:
    """The last games under each rule set, oldest first: won, lost, or won by nobody."""
    by_rules: dict[str, list[PlayedGame]] = {}
    for game in played:
        by_rules.setdefault(game.rules, []).append(game)
    return Table(
        (text("last games"), text("oldest first")),
        [
            (rules_cell(rules), "".join(text(_LETTERS[game.result]) for game in games))
            for rules, games in by_rules.items()
        ],
        courses=[  # Points, or money in a game without points.
            [(game.net or 0) if game.score is None else game.score for game in games]
            for games in by_rules.values()
        ],
    )
