"""`domino games`, `domino stats`, `domino payouts`: the book at a glance."""

from collections import Counter
from collections.abc import Iterator
from uuid import UUID

import click

from ledger.book import Book
from ledger.players import all_names, player_called, shown_name
from projections.money import money
from projections.overview import PlayerStatistics, overview, payouts, statistics

from ..book import book_at, ledger_option
from ..output import json_option, print_json, print_table
from ..progress import tracked


@click.command()
@ledger_option
@json_option
def games(ledger: str, as_json: bool) -> None:
    """List every game: who played, who won, and how it stands."""
    with book_at(ledger) as book:
        names = all_names(book)
        if as_json:
            for game in overview(book, every_game(book)):
                print_json(
                    game._asdict()
                    | {
                        "id": str(game.id),
                        "players": [shown_name(names, player) for player in game.players],
                        "winners": [shown_name(names, player) for player in game.winners],
                    }
                )
            return
        rows = [
            (
                game.record,
                game.rules,
                " ".join(shown_name(names, player) for player in game.players),
                game.state,
                game.rounds,
                "-" if game.scores is None else " ".join(map(str, game.scores)),
                " ".join(shown_name(names, player) for player in game.winners) or "-",
            )
            for game in overview(book, every_game(book))
        ]
    print_table(("game", "rules", "players", "state", "rounds", "scores", "won by"), rows)


@click.command()
@click.argument("player", required=False)
@ledger_option
@json_option
def stats(player: str | None, ledger: str, as_json: bool) -> None:
    """Rank the players, or show one PLAYER: games, rounds, points, blocks, money."""
    with book_at(ledger) as book:
        names = all_names(book)
        only = None if player is None else player_called(book, player)
        rows = [row for row in statistics(book, every_game(book)) if only in {None, row.player}]
    if as_json:
        for row in rows:
            print_json(_figures(row) | {"name": shown_name(names, row.player)})
        return
    print_statistics(rows, names)


_HEADS = (
    *("player", "games", "won", "rounds", "won", "points", "out"),
    *("pips a round", "blocker", "assistant", "money"),
)


def print_statistics(rows: list[PlayerStatistics], names: dict[UUID, str]) -> None:
    """A row for each player."""
    print_table(_HEADS, [(shown_name(names, row.player), *_cells(row)) for row in rows])


def every_game(book: Book) -> Iterator[UUID]:
    """All games, with a bar for who waits."""
    games = list(book.games())
    return tracked(games, len(games), "games")


def _figures(row: PlayerStatistics) -> dict[str, object]:
    return {
        "player": str(row.player),
        "games": row.games,
        "games_won": row.games_won,
        "rounds": row.rounds,
        "rounds_won": row.rounds_won,
        "points": row.points,
        "out": row.out,
        "pips_left": row.pips_left,
        "blocker": row.blocker,
        "assistant": row.assistant,
        "net": dict(row.net),
    }


def _cells(row: PlayerStatistics) -> tuple[object, ...]:
    average = f"{row.pips_left / row.rounds:.1f}" if row.rounds else "-"
    return (
        row.games,
        row.games_won,
        row.rounds,
        row.rounds_won,
        row.points,
        row.out,
        average,
        row.blocker,
        row.assistant,
        amounts(row.net),
    )


def amounts(net: Counter[str]) -> str:
    """Sums of money in several currencies, side by side."""
    return ", ".join(money(amount, currency) for currency, amount in sorted(net.items())) or "-"


@click.command("payouts")
@click.option("--by", type=click.Choice(["player", "game"]), default="player", show_default=True)
@ledger_option
@json_option
def payouts_(by: str, ledger: str, as_json: bool) -> None:
    """Say who gets (or, negative, owes) what from the games played for money."""
    with book_at(ledger) as book:
        names = all_names(book)
        totals: Counter[tuple[str, ...]] = Counter()
        for payout in payouts(book, every_game(book)):
            game = (payout.record,) if by == "game" else ()
            totals[*game, shown_name(names, payout.player), payout.currency] += payout.amount
    heads = ("game", "player") if by == "game" else ("player",)
    order = totals if by == "game" else sorted(totals)
    if as_json:
        for key in order:
            print_json(dict(zip((*heads, "currency"), key, strict=True)) | {"amount": totals[key]})
        return
    print_table((*heads, "amount"), [(*key[:-1], money(totals[key], key[-1])) for key in order])
