"""`domino sheet`: the score sheet that the players sign."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from ...ledger.book import Book
from ...ledger.club import Club, Paper
from ...ledger.registry.players import people_names
from ...projections.document.blocks import Page
from ...projections.document.night_sheet_page import page_of_night
from ...projections.document.score_sheet_page import page_of
from ...projections.messages.score_sheet import sheet_json
from ...projections.reports.night import night, night_json
from ...projections.reports.score_sheet import score_sheet
from .. import options
from ..booked_game import game_called
from ..club_file import club_here
from ..declaring import argument, command, failure, option, usage_error
from ..document.forms import Form, Wanted, fonts_option, form_option, paper_option, write_document
from ..proof_files import logged_in
from ..read_models import current_tables


@command(paged=True)
def sheet(
    game: str | None = argument(),
    evening: date | None = options.evening,
    form: Form = form_option(
        "text",
        text="As plain text (the default).",
        html="As one page of HTML.",
        pdf="As PDF.",
        json="As JSON, for programs.",
    ),
    fonts: tuple[str, ...] = fonts_option,
    table: str | None = option("The name of the table, printed on the sheet.", metavar="NAME"),
    paper: Paper | None = paper_option,
    output: str = option("Write to FILE instead of standard output.", default="-", metavar="FILE"),
    tiles: str | None = options.tiles,
    ledger: options.Ledger = options.ledger,
) -> None:
    """Write the score sheet of GAME, to be signed.

    It has the club of the club file, rounds, points, totals, money, penalties, disputes,
    signatures, the game's hash, and the newest checkpoint of the log, if there is one. With
    --night, it is the sheet of all games of an evening.
    """
    asked = game if evening is None else evening
    if asked is None or (game is not None and evening is not None):
        raise usage_error("a sheet is of one GAME, or of the evening given with --night")
    wanted = Wanted(form, fonts, paper, output)
    wanted.check()
    club = club_here()
    if table is not None:
        club = club.model_copy(update={"table": table})
    with ledger.open() as book:
        if isinstance(asked, date):
            page, as_json = _of_night(book, asked, club)
        else:
            page, as_json = _of_game(book, asked, club, tiles)
    write_document(page, as_json, wanted, club.paper)


def _of_game(
    book: Book, game: str, club: Club, tiles: str | None
) -> tuple[Page, Mapping[str, Any]]:
    sheet = score_sheet(book, game_called(book, game))
    log = logged_in(book, sheet.game, tiles)
    as_json = sheet_json(sheet, club.zone)
    if log is not None:
        as_json |= log.json
    return page_of(sheet, club, log), as_json


def _of_night(book: Book, evening: date, club: Club) -> tuple[Page, Mapping[str, Any]]:
    with current_tables(book) as connection:
        found = night(book, connection, evening, club.zone)
    if not found.games:
        raise failure("no games began on the evening of {day}", day=evening)
    sheets = [score_sheet(book, game.overview.id) for game in found.games]
    names, as_json = people_names(book), [sheet_json(sheet, club.zone) for sheet in sheets]
    page = page_of_night(found, sheets, names, club)
    return page, night_json(found, names) | {"sheets": as_json}
