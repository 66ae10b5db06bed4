"""`domino sheet`: the score sheet that the players sign."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import click

from ledger.book import Book
from ledger.registry.players import people_names
from projections.messages import all_of, text
from projections.messages.score_sheet import sheet_json
from projections.reports.night import night, night_json
from projections.reports.score_sheet import score_sheet

from ..booked_game import game_called
from ..document.html import html_of
from ..document.night_sheet import page_of_night
from ..document.page import Page
from ..document.plain_text import plain_text_of
from ..document.score_sheet import page_of
from ..files import writing
from ..ledger_option import book_at, ledger_option
from ..options import night_option
from ..output import on_terminal, say
from ..read_models import current_models
from ..terminal.pager import paged

Form: TypeAlias = Literal["text", "html", "pdf", "json"]

_FORMS: tuple[Form, ...] = get_args(Form)


def _form(form: Form, help: str) -> Callable[[Any], Any]:
    return click.option(f"--{form}", is_flag=True, help=help)


@click.command()
@click.argument("game", required=False)
@night_option
@_form("text", "As plain text (the default).")
@_form("html", "As one page of HTML.")
@_form("pdf", "As PDF.")
@_form("json", "As JSON, for programs.")
@click.option("--font", metavar="FILE", help="With --pdf: print in this TrueType font.")
@click.option(
    "--output", default="-", metavar="FILE", help="Write to FILE instead of standard output."
)
@ledger_option
@paged
def sheet(
    game: str | None,
    evening: date | None,
    font: str | None,
    output: str,
    ledger: str,
    **forms: bool,
) -> None:
    """Write the score sheet of GAME, to be signed.

    It has points, totals, money, signatures, and the game's hash. With --night, it is the sheet of
    all games of an evening.
    """
    asked = game if evening is None else evening
    if asked is None or (game is not None and evening is not None):
        raise click.UsageError(text("a sheet is of one GAME, or of the evening given with --night"))
    form = _chosen_form(forms)
    if font is not None and form != "pdf":
        raise click.UsageError(text("--font is for --pdf"))
    if form == "pdf" and output == "-" and on_terminal():
        raise click.UsageError(
            text("a PDF cannot be shown on a terminal: name a file with --output")
        )
    with book_at(ledger) as book:
        found = _of_night(book, asked) if isinstance(asked, date) else _of_game(book, asked)
    made = _render(found, form, font)
    with writing(output) as file:
        file.write(made)


class _Contents(NamedTuple):
    """The contents of a sheet, for people and for programs."""

    page: Page
    json: dict[str, Any]


def _of_game(book: Book, game: str) -> _Contents:
    sheet = score_sheet(book, game_called(book, game))
    return _Contents(page_of(sheet), sheet_json(sheet))


def _of_night(book: Book, evening: date) -> _Contents:
    with current_models(book) as models, models.reading() as connection:
        found = night(book, connection, evening)
    if not found.games:
        raise click.ClickException(text("no games began on the evening of {day}", day=evening))
    sheets = [score_sheet(book, game.overview.id) for game in found.games]
    names = people_names(book)
    as_json = night_json(found, names) | {"sheets": [sheet_json(sheet) for sheet in sheets]}
    return _Contents(page_of_night(found, sheets, names), as_json)


def _chosen_form(forms: dict[str, bool]) -> Form:
    """The form chosen; raises UsageError for two."""
    chosen = [form for form in _FORMS if forms[form]]
    if len(chosen) > 1:
        options = all_of(f"--{form}" for form in chosen)
        raise click.UsageError(
            text("{options} exclude each other: a sheet is written in one form", options=options)
        )
    return chosen[0] if chosen else "text"


def _render(found: _Contents, form: Form, font: str | None) -> bytes:
    page = found.page
    match form:
        case "text":
            return plain_text_of(page).encode()
        case "html":
            return html_of(page).encode()
        case "json":
            return (json.dumps(found.json, ensure_ascii=False) + "\n").encode()
        case "pdf":
            return _pdf(page, font)


def _pdf(page: Page, font: str | None) -> bytes:
    try:
        from ..document.pdf import pdf_of  # noqa: PLC0415 - needs an extra
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "reportlab":
            raise
        raise click.ClickException(
            text("PDF needs an extra: {command}", command="pip install 'domino-ledger[pdf]'")
        ) from None
    pdf, uncovered = pdf_of(page, font)
    if uncovered:
        codes = ", ".join(f"U+{ord(letter):04X}" for letter in uncovered)
        say(
            text(
                "the font lacks {codes}: codes are printed instead; --font takes another font",
                codes=codes,
            )
        )
    return pdf
