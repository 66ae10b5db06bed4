"""The score of the games at one table, as the pages show it while it grows."""

from typing import NamedTuple

from ..book import Book
from ..domain.game.state import Game, standing_of
from ..projections.messages.acts import Seating, seating_of
from ..projections.messages.money import money_figure
from ..projections.messages.steps import step_text
from ..projections.replay.news import last_step
from ..projections.results.game_result import count_round_of_its_game
from ..projections.results.sides import points_by_team
from ..table import Table

_MOST_GAMES = 60
"""Of an evening in which each round is a game; older ones are left out."""


class Row(NamedTuple):
    """A round."""

    game: str
    round: int
    """In its game, from 0."""
    how: str
    """What is known of it, as a sentence."""
    figures: tuple[str, ...]
    """What it brought each side, or each seat where money counts; empty if that is not known."""
    won: tuple[bool, ...]
    """By side, or by seat: who won."""
    noted: bool
    """Nothing but the result is known, so it can be edited."""


class Score(NamedTuple):
    """Rounds with what they brought, and what they come to."""

    columns: tuple[str, ...]
    """The names of the sides, or of the players where money counts."""
    rows: tuple[Row, ...]
    """Oldest first."""
    totals: tuple[str, ...]
    unknown: int
    """The rounds of which it is not known what they brought."""
    currency: str | None = None
    """The figures are amounts of it; None: they are points."""


def score_of(book: Book, table: Table) -> Score:
    """The score of this game; where one round is a game, with the games before it."""
    games = _evening(book, table)
    game = games[-1]
    seating = seating_of(game, table.players)
    if game.opened.rules.payout is not None:
        return _in_money(games, seating)
    if game.opened.rules.score.one_round:
        return _in_games(games, seating)
    return _in_points(game, seating)


def _evening(book: Book, table: Table) -> list[Game]:
    """The games of this table, oldest first, as long as one followed the other."""
    games = [table.game]
    one_round = table.game.opened.rules.score.one_round
    while one_round and games[-1].opened.after is not None and len(games) < _MOST_GAMES:
        before = book.ledger.stream(book.ledger.find(games[-1].opened.after)).game
        if before.opened.players != table.game.opened.players:
            break
        games.append(before)
    return games[::-1]


def _in_points(game: Game, seating: Seating) -> Score:
    rows = []
    for number in _over(game):
        row, points = _row(game, seating, number)
        signed = () if points is None else tuple(map(str, points))
        rows.append(row._replace(figures=signed))
    standing = points_by_team(game, standing_of(game).scores) or ()
    unknown = sum(not row.figures for row in rows)
    return Score(_sides(seating), tuple(rows), tuple(map(str, standing)), unknown)


def _in_games(games: list[Game], seating: Seating) -> Score:
    """Where one round is a game without money: how many each side has won."""
    rows = [_row(game, seating, number)[0] for game in games for number in _over(game)]
    totals = tuple(str(sum(row.won[at] for row in rows)) for at in range(len(seating.teams)))
    return Score(_sides(seating), tuple(rows), totals, 0)


def _in_money(games: list[Game], seating: Seating) -> Score:
    rows, totals, unknown = [], [0] * len(seating.names), 0
    currency = games[-1].opened.stake.currency
    for game in games:
        for number in _over(game):
            found = count_round_of_its_game(game, number)
            row, _ = _row(game, seating, number)
            won = tuple(
                any(row.won[team] for team, of in enumerate(seating.teams) if seat in of)
                for seat in range(len(seating.names))
            )
            net = found.net
            if net is None:
                unknown += 1
                figures: tuple[str, ...] = ()
            else:
                totals = [one + more for one, more in zip(totals, net, strict=True)]
                figures = tuple(money_figure(each, currency) for each in net)
            rows.append(row._replace(figures=figures, won=won))
    shown = tuple(money_figure(each, currency) for each in totals)
    return Score(seating.names, tuple(rows), shown, unknown, currency)


def _over(game: Game) -> list[int]:
    """The rounds that are not being played."""
    return [number for number, round in enumerate(game.rounds) if round is not game.running]


def _row(game: Game, seating: Seating, number: int) -> tuple[Row, list[int] | None]:
    """The round without figures, and its points by side."""
    last = last_step(game, None, number)
    result = last.result
    winners = () if result is None or result.winners is None else result.winners
    won = tuple(not set(seats).isdisjoint(winners) for seats in seating.teams)
    noted = game.judged_round(number).round.report is not None
    row = Row(game.opened.record, number, step_text(last, seating), (), won, noted)
    return row, None if result is None else result.points


def _sides(seating: Seating) -> tuple[str, ...]:
    return tuple(map(seating.all_of, seating.teams))
