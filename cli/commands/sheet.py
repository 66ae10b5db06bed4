"""`domino sheet`: the score sheet that the players sign."""

import json
import unicodedata
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import click

from ledger.book import Book
from ledger.log.checkpoints import checkpoint_in
from ledger.log.entries import events_among
from ledger.registry.players import people_names
from projections.messages import all_of, plural, text
from projections.messages.score_sheet import sheet_json
from projections.reports.night import night, night_json
from projections.reports.score_sheet import score_sheet

from ..booked_game import game_called
from ..club_file import Club, Paper, club_here
from ..document.html import html_of
from ..document.night_sheet import page_of_night
from ..document.page import Page
from ..document.plain_text import plain_text_of
from ..document.score_sheet import page_of
from ..files import writing
from ..ledger_option import book_at, ledger_option
from ..options import night_option
from ..output import on_terminal, say
from ..proof_options import newest_log, tiles_option
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
@click.option(
    *("--font", "fonts"),
    multiple=True,
    metavar="FILE",
    help="With --pdf: print in this TrueType font. Repeated: for letters that the first lacks.",
)
@click.option("--table", metavar="NAME", help="The name of the table, printed on the sheet.")
@click.option(
    "--paper",
    type=click.Choice(get_args(Paper)),
    help="With --pdf or --html: the paper.  [default: a4, or that of the club file]",
)
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
    form = _chosen_form(forms)
    if fonts and form != "pdf":
        raise click.UsageError(text("--font is for --pdf"))
    if form == "pdf" and output == "-" and on_terminal():
        raise click.UsageError(
            text("a PDF cannot be shown on a terminal: name a file with --output")
        )
    if paper is not None and form not in {"pdf", "html"}:
        raise click.UsageError(text("--paper is for --pdf and --html"))
    club = club_here()
    if table is not None:
        club = club.model_copy(update={"table": table})
    with book_at(ledger) as book:
        if isinstance(asked, date):
            found = _of_night(book, asked, club)
        else:
            found = _of_game(book, asked, club, tiles)
    made = _render(found, form, fonts, paper or club.paper)
    with writing(output) as file:
        file.write(made)


class _Contents(NamedTuple):
    """The contents of a sheet, for people and for programs."""

    page: Page
    json: dict[str, Any]


def _of_game(book: Book, game: str, club: Club, tiles: str | None) -> _Contents:
    sheet = score_sheet(book, game_called(book, game))
    page, as_json = page_of(sheet, club), sheet_json(sheet)
    made = newest_log(book, tiles)
    if made is None:
        return _Contents(page, as_json)
    _, note = made
    checkpoint = checkpoint_in(note)
    logged = events_among(book, sheet.game, checkpoint.size)
    line = (
        text("In the log"),
        text(
            "{logged} of its {events} events, by the checkpoint below",
            logged=logged,
            events=sheet.events,
        ),
    )
    page = page._replace(proof=(*page.proof, line), checkpoint=str(note))
    return _Contents(page, as_json | {"checkpoint": str(note), "logged": logged})


def _of_night(book: Book, evening: date, club: Club) -> _Contents:
    with current_models(book) as models, models.reading() as connection:
        found = night(book, connection, evening, club.zone)
    if not found.games:
        raise click.ClickException(text("no games began on the evening of {day}", day=evening))
    sheets = [score_sheet(book, game.overview.id) for game in found.games]
    names = people_names(book)
    as_json = night_json(found, names) | {"sheets": [sheet_json(sheet) for sheet in sheets]}
    return _Contents(page_of_night(found, sheets, names, club), as_json)


def _chosen_form(forms: dict[str, bool]) -> Form:
    """The form chosen; raises UsageError for two."""
    chosen = [form for form in _FORMS if forms[form]]
    if len(chosen) > 1:
        options = all_of(f"--{form}" for form in chosen)
        raise click.UsageError(
            text("{options} exclude each other: a sheet is written in one form", options=options)
        )
    return chosen[0] if chosen else "text"


def _render(found: _Contents, form: Form, fonts: Sequence[str], paper: Paper) -> bytes:
    page = found.page
    match form:
        case "text":
            return plain_text_of(page).encode()
        case "html":
            return html_of(page, paper).encode()
        case "json":
            return (json.dumps(found.json, ensure_ascii=False) + "\n").encode()
        case "pdf":
            return _pdf(page, fonts, paper)


_MOST_NAMED = 8


def _letter_named(letter: str) -> str:
    """`CYRILLIC CAPITAL LETTER DE (U+0414)`."""
    code = f"U+{ord(letter):04X}"
    name = unicodedata.name(letter, "")
    return f"{name} ({code})" if name else code


def _pdf(page: Page, fonts: Sequence[str], paper: Paper) -> bytes:
    try:
        from ..document.pdf import pdf_of  # noqa: PLC0415 - needs an extra
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in {"reportlab", "uharfbuzz"}:
            raise
        raise click.ClickException(
            text("PDF needs an extra: {command}", command="pip install 'domino-ledger[pdf]'")
        ) from None
    pdf, uncovered = pdf_of(page, fonts, paper)
    if uncovered:
        listed = ", ".join(map(_letter_named, uncovered[:_MOST_NAMED]))
        say(
            plural(
                "no font here has {number} letter of the sheet, whose code is printed instead: "
                "{letters}; pip install 'domino-ledger[fonts]' or --font FILE brings more",
                "no font here has {number} letters of the sheet, whose codes are printed instead: "
                "{letters}; pip install 'domino-ledger[fonts]' or --font FILE brings more",
                len(uncovered),
                letters=listed if len(uncovered) <= _MOST_NAMED else f"{listed}, ...",
            )
        )
    return pdf
