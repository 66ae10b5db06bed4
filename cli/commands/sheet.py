"""`domino sheet`: the score sheet that the players sign."""

from datetime import date

import click

from ledger.book import Book
from ledger.registry.players import people_names
from projections.messages import text
from projections.messages.score_sheet import sheet_json
from projections.reports.night import night, night_json
from projections.reports.score_sheet import score_sheet

from ..booked_game import game_called
from ..club_file import Club, Paper, club_here
from ..document.forms import (
    Document,
    Wanted,
    check_wanted,
    chosen_form,
    font_option,
    form_option,
    paper_option,
    write_document,
)
from ..document.night_sheet import page_of_night
from ..document.score_sheet import page_of
from ..ledger_option import book_at, ledger_option
from ..options import night_option, tiles_option
from ..proof_options import logged_in
from ..read_models import current_models
from ..terminal.pager import paged


@click.command()
@click.argument("game", required=False)
@night_option
@form_option("text", "As plain text (the default).")
@form_option("html", "As one page of HTML.")
@form_option("pdf", "As PDF.")
@form_option("json", "As JSON, for programs.")
@font_option
@click.option("--table", metavar="NAME", help="The name of the table, printed on the sheet.")
@paper_option
@click.option(
    "--output", default="-", metavar="FILE", help="Write to FILE instead of standard output."
)
@tiles_option
@ledger_option
@paged
def sheet(
    *,
    game: str | None,
    evening: date | None,
    fonts: tuple[str, ...],
    table: str | None,
    paper: Paper | None,
    output: str,
    tiles: str | None,
    ledger: str,
    **forms: bool,
) -> None:
    """Write the score sheet of GAME, to be signed.

    It has the club of the club file, rounds, points, totals, money, penalties, disputes,
    signatures, the game's hash, and the newest checkpoint of the log, if there is one. With
    --night, it is the sheet of all games of an evening.
    """
    asked = game if evening is None else evening
    if asked is None or (game is not None and evening is not None):
        raise click.UsageError(text("a sheet is of one GAME, or of the evening given with --night"))
    wanted = Wanted(chosen_form(forms, "text"), fonts, paper, output)
    check_wanted(wanted)
    club = club_here()
    if table is not None:
        club = club.model_copy(update={"table": table})
    with book_at(ledger) as book:
        if isinstance(asked, date):
            found = _of_night(book, asked, club)
        else:
            found = _of_game(book, asked, club, tiles)
    write_document(found, wanted, club.paper)


def _of_game(book: Book, game: str, club: Club, tiles: str | None) -> Document:
    sheet = score_sheet(book, game_called(book, game))
    log = logged_in(book, sheet.game, tiles)
    as_json = sheet_json(sheet, club.zone)
    if log is not None:
        as_json |= log.json
    return Document(page_of(sheet, club, log), as_json)


def _of_night(book: Book, evening: date, club: Club) -> Document:
    with current_models(book) as models, models.reading() as connection:
        found = night(book, connection, evening, club.zone)
    if not found.games:
        raise click.ClickException(text("no games began on the evening of {day}", day=evening))
    sheets = [score_sheet(book, game.overview.id) for game in found.games]
    names = people_names(book)
    as_json = night_json(found, names) | {
        "sheets": [sheet_json(sheet, club.zone) for sheet in sheets]
    }
    return Document(page_of_night(found, sheets, names, club), as_json)
