"""`domino search`: finds rounds by tiles, results and positions."""

from collections.abc import Iterable
from datetime import tzinfo
from typing import Any
from uuid import UUID

import click

from ...domain.events import Ended
from ...domain.tiles import HIGHEST_PIP, Pip, Tile, tile_named
from ...ledger.registry.stored_names import all_names, shown_name
from ...projections.days import day_of
from ...projections.listings.table import Column, Names, Table, table_of
from ...projections.messages import mark
from ...projections.messages.formats import day_text
from ...projections.messages.states import ending_text
from ...projections.places import Address
from ...projections.reports.game_filter import GameFilter
from ...projections.reports.players import find_player
from ...projections.reports.search import FoundRound, Result, Search, find_rounds, found_json
from .. import options
from ..club_file import zone_here
from ..declaring import bad_value, command, option, usage_error
from ..output import print_jsons, say_plural
from ..read_models import current_tables
from ..terminal.printed_tables import print_fitting


def _tiles(_: click.Context, __: click.Parameter, value: str | None) -> tuple[Tile, ...]:
    """Tiles separated by blanks or commas."""
    refusal = mark("{value!r} are not tiles: expected for example '6-6 6-1'")
    try:
        return tuple(map(tile_named, (value or "").replace(",", " ").split()))
    except ValueError:
        raise bad_value(refusal, value=value) from None


def _tile(context: click.Context, parameter: click.Parameter, value: str | None) -> Tile | None:
    tiles = _tiles(context, parameter, value)
    if value is not None and len(tiles) != 1:
        raise bad_value("{value!r} is not one tile, such as 6-4", value=value)
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
            raise bad_value("{value!r} are not the pips of two ends, such as 5,5", value=value)


_TILES: dict[str, Any] = {"metavar": "TILES", "callback": _tiles}


@command(paged=True)
def search(
    led: Tile | None = option("The player led the round with it.", metavar="TILE", callback=_tile),
    laid: tuple[Tile, ...] = option("The player laid these tiles in the round.", **_TILES),
    held: tuple[Tile, ...] = option("The player was dealt or drew these tiles.", **_TILES),
    won: bool = option("The player's side won the round."),
    lost: bool = option("Only other sides won the round."),
    went_out: bool = option("The player was the first without a tile.", "--out"),
    player: str | None = option("The player is this one.", metavar="PLAYER"),
    ended: Ended | None = option("The way in which the round ended."),
    blocked_at: tuple[Pip, Pip] | None = option(
        "It ended blocked with these ends open.", metavar="N,N", callback=_ends
    ),
    line: tuple[Tile, ...] = option(
        "These tiles lie side by side on the table, in this order.", **_TILES
    ),
    opening: tuple[Tile, ...] = option("These tiles were laid first, in this order.", **_TILES),
    days: options.Days = options.days,
    rules: str | None = options.played_under,
    limit: int | None = option("At most N rounds.", least=1, metavar="N"),
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
) -> None:
    """Find rounds by tiles, results and positions, newest first.

    They satisfy all conditions. Those on a player are satisfied by one player of the round: --led
    6-6 --lost finds the rounds that a player led with 6-6 and lost. Only rounds that have ended are
    found.
    """
    zone, span = zone_here(), days.span
    if won and lost:
        raise usage_error("a player does not win and lose the same round")
    result: Result | None = "won" if won else "lost" if lost else None
    with ledger.open() as book, current_tables(book, rules, rated=True) as connection:
        only = None if player is None else find_player(book, connection, player)
        of_round = (GameFilter(*span, rules), ended, blocked_at, line, opening)
        wanted = Search(*of_round, only, led, laid, held, result, went_out)
        names = all_names(book)
        found = find_rounds(connection, wanted, limit)
        if as_json:
            print_jsons(found_json(each, names) for each in found)
        else:
            table = _table(found, names, zone)
            print_fitting(table)
            say_plural("{number} round found", "{number} rounds found", len(table.rows))


def _table(found: Iterable[FoundRound], names: Names, zone: tzinfo | None) -> Table:
    def named(players: Iterable[UUID]) -> str:
        return ", ".join(shown_name(names, player) for player in players) or "-"

    def ends(found: FoundRound) -> str:
        return " ".join(str(end) for end in found.ends if end is not None) or "-"

    columns = (
        Column(mark("round"), 8, lambda each: Address(each.record, each.round)),
        Column(mark("started"), 3, lambda each: day_text(day_of(each.started_at, zone))),
        Column(mark("rules"), 1, lambda each: each.rules),
        Column(mark("player"), 6, lambda each: named(each.players)),
        Column(mark("ended"), 4, lambda each: ending_text(each.ended)),
        Column(mark("ends"), 2, ends),
        Column(mark("won by"), 5, lambda each: named(each.winners)),
    )
    return table_of(columns, found)
