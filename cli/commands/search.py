"""`domino search`: finds rounds by tiles, results and positions."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, tzinfo
from typing import Any, get_args
from uuid import UUID

import click

from domain.events import Ended
from domain.tiles import HIGHEST_PIP, Pip, Tile, tile_named
from ledger.registry.players import all_names, shown_name
from projections.days import day_of
from projections.messages import mark, plural, text
from projections.places import Address
from projections.reports.game_filter import GameFilter
from projections.reports.players import find_player
from projections.reports.search import FoundRound, Result, Search, find_rounds, found_json

from ..club_file import club_here
from ..ledger_option import book_at, ledger_option
from ..options import (
    WholeNumber,
    days_typed,
    from_option,
    json_option,
    played_under_option,
    to_option,
)
from ..output import print_json, say
from ..read_models import check_known_rules, current_keeper
from ..terminal.pager import paged
from ..terminal.printed_tables import print_fitting
from ..text.statistics import Table


def _tiles(_: click.Context, __: click.Parameter, value: str | None) -> tuple[Tile, ...]:
    """Tiles separated by blanks or commas."""
    try:
        return tuple(map(tile_named, (value or "").replace(",", " ").split()))
    except ValueError:
        raise click.BadParameter(
            text("{value!r} are not tiles: expected for example '6-6 6-1'", value=value)
        ) from None


def _tile(context: click.Context, parameter: click.Parameter, value: str | None) -> Tile | None:
    tiles = _tiles(context, parameter, value)
    if value is not None and len(tiles) != 1:
        raise click.BadParameter(text("{value!r} is not one tile, such as 6-4", value=value))
    return tiles[0] if tiles else None


def _ends(_: click.Context, __: click.Parameter, value: str | None) -> tuple[Pip, Pip] | None:
    if value is None:
        return None
    ends = [part.strip() for part in value.split(",")]
    pips = {str(pip): pip for pip in range(HIGHEST_PIP + 1)}
    match [pips[end] for end in ends if end in pips]:
        case [left, right] if len(ends) == 2:
            return left, right
        case _:
            sentence = text("{value!r} are not the pips of two ends, such as 5,5", value=value)
            raise click.BadParameter(sentence)


def _tiles_option(name: str, help: str) -> Callable[[Any], Any]:
    return click.option(name, metavar="TILES", default=None, callback=_tiles, help=help)


@click.command()
@click.option("--led", metavar="TILE", callback=_tile, help="The player led the round with it.")
@_tiles_option("--laid", "The player laid these tiles in the round.")
@_tiles_option("--held", "The player was dealt or drew these tiles.")
@click.option("--won", is_flag=True, help="The player's side won the round.")
@click.option("--lost", is_flag=True, help="Only other sides won the round.")
@click.option("--out", "went_out", is_flag=True, help="The player was the first without a tile.")
@click.option("--player", metavar="PLAYER", help="The player is this one.")
@click.option(
    "--ended", type=click.Choice(get_args(Ended)), help="The way in which the round ended."
)
@click.option(
    "--blocked-at", metavar="N,N", callback=_ends, help="It ended blocked with these ends open."
)
@_tiles_option("--line", "These tiles lie side by side on the table, in this order.")
@_tiles_option("--opening", "These tiles were laid first, in this order.")
@from_option
@to_option
@played_under_option
@click.option("--limit", type=WholeNumber(1), metavar="N", help="At most N rounds.")
@ledger_option
@json_option
@paged
def search(
    *,
    led: Tile | None,
    laid: tuple[Tile, ...],
    held: tuple[Tile, ...],
    won: bool,
    lost: bool,
    went_out: bool,
    player: str | None,
    ended: Ended | None,
    blocked_at: tuple[Pip, Pip] | None,
    line: tuple[Tile, ...],
    opening: tuple[Tile, ...],
    first: date | None,
    last: date | None,
    rules: str | None,
    limit: int | None,
    ledger: str,
    as_json: bool,
) -> None:
    """Find rounds by tiles, results and positions, newest first.

    They satisfy all conditions. Those on a player are satisfied by one player of the round: --led
    6-6 --lost finds the rounds that a player led with 6-6 and lost. Only rounds that have ended are
    found.
    """
    zone, span = club_here().zone, days_typed(first, last)
    if won and lost:
        raise click.UsageError(text("a player does not win and lose the same round"))
    result: Result | None = "won" if won else "lost" if lost else None
    with (
        book_at(ledger) as book,
        current_keeper(book) as keeper,
        keeper.one_moment() as connection,
    ):
        check_known_rules(book, rules)
        only = None if player is None else find_player(book, connection, player)
        wanted = Search(
            games=GameFilter(*span, rules),
            ended=ended,
            blocked_at=blocked_at,
            line=line,
            opening=opening,
            player=only,
            led=led,
            laid=laid,
            held=held,
            result=result,
            went_out=went_out,
        )
        names = all_names(book)
        found = find_rounds(connection, wanted, limit)
        if as_json:
            for each in found:
                print_json(found_json(each, names))
        else:
            _print([*_rows(found, names, zone)])


def _print(rows: list[tuple[object, ...]]) -> None:
    heads = (
        *(text("round"), text("started"), text("rules"), text("player")),
        *(text("ended"), text("ends"), text("won by")),
    )
    print_fitting(Table(heads, rows, _WORTH))
    say(plural("{number} round found", "{number} rounds found", len(rows)))


_ENDED: Mapping[Ended, str] = {
    "out": mark("out"),
    "blocked": mark("blocked"),
    "target": mark("target reached"),
    "void": mark("void"),
    "reported": mark("result only"),
}
_WORTH = (8, 3, 1, 6, 4, 2, 5)
"""By column, in the order of the heads."""


def _rows(
    found: Iterator[FoundRound], names: dict[UUID, str], zone: tzinfo | None
) -> Iterator[tuple[object, ...]]:
    for each in found:
        ends = [str(end) for end in each.ends if end is not None]
        yield (
            Address(each.record, each.round),
            day_of(each.started_at, zone),
            each.rules,
            ", ".join(shown_name(names, player) for player in each.players) or "-",
            text(_ENDED[each.ended]),
            " ".join(ends) or "-",
            ", ".join(shown_name(names, player) for player in each.winners) or "-",
        )
