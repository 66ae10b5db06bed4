"""`domino sheet`: the score sheet that players sign."""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import click

from domain.game import Game
from ledger.book import Book
from ledger.errors import Unavailable
from ledger.players import all_names, shown_name
from ledger.versions import amendments_in
from projections.disputes import Ruling, rulings
from projections.remedy_text import remedy_text
from projections.rulings import rule_game
from projections.sheet import Identity, Sheet, sheet_of

from ..book import book_at, ledger_option
from ..files import writing
from ..output import on_terminal, say
from ..printed import Page
from ..printed_html import html_of
from ..sheet_json import sheet_json
from ..sheet_page import page_of
from ..sheet_text import sheet_text
from ..versions import amended

Form: TypeAlias = Literal["text", "html", "pdf", "json"]


def _form(form: Form, help: str) -> Callable[[Any], Any]:
    return click.option(f"--{form}", "form", flag_value=form, help=help)


@click.command()
@click.argument("game")
@_form("text", "As plain text (the default).")
@_form("html", "As one page of HTML.")
@_form("pdf", "As PDF.")
@_form("json", "As JSON, for programs.")
@click.option("--font", metavar="FILE", help="With --pdf: print in this TrueType font.")
@click.option("--output", default="-", metavar="FILE", help="Write here, not to standard output.")
@ledger_option
def sheet(game: str, form: Form | None, font: str | None, output: str, ledger: str) -> None:
    """Write the score sheet of GAME: points, totals, money, signatures, and the game's hash."""
    if font is not None and form != "pdf":
        raise click.UsageError("--font is for --pdf")
    if form == "pdf" and output == "-" and on_terminal():
        raise click.UsageError("a PDF is nothing for a terminal: name a file with --output")
    with book_at(ledger) as book:
        found = _sheet(book, game)
    made = _written(found, form or "text", font)
    with writing(output) as file:
        file.write(made)


def _sheet(book: Book, game: str) -> Sheet:
    stream = book.stream(book.find(game))
    known = all_names(book)
    names = tuple(shown_name(known, player) for player in stream.game.opened.players)
    recorded_at = stream.entries[0].recorded_at
    identity = Identity(stream.id, stream.hash, stream.version, recorded_at)
    remarks = (
        *(f"Amended: {line}" for line in amended(amendments_in(stream), known)),
        *(_ruled(ruling, stream.game, names) for ruling in rulings(stream, known)),
    )
    return sheet_of(rule_game(stream.game), names, identity, remarks)


def _ruled(ruling: Ruling, game: Game, names: tuple[str, ...]) -> str:
    ordered = "; ".join(remedy_text(remedy, game, names) for remedy in ruling.remedies)
    why = f": {ruling.reason}" if ruling.reason else ""
    return f"Ruled on dispute {ruling.dispute} at {ruling.at} by {ruling.by}: {ordered}{why}"


def _written(sheet: Sheet, form: Form, font: str | None) -> bytes:
    page = page_of(sheet)
    match form:
        case "text":
            return sheet_text(page).encode()
        case "html":
            return html_of(page).encode()
        case "json":
            return sheet_json(sheet).encode()
        case "pdf":
            return _pdf(page, font)


def _pdf(page: Page, font: str | None) -> bytes:
    try:
        from ..sheet_pdf import sheet_pdf  # noqa: PLC0415 - what it needs is an extra
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "reportlab":
            raise
        raise Unavailable("PDF needs more: pip install 'domino-ledger[pdf]'") from None
    pdf, uncovered = sheet_pdf(page, font)
    if uncovered:
        which = ", ".join(f"U+{ord(letter):04X}" for letter in uncovered)
        say(f"the font lacks {which}: codes are printed instead; --font takes another font")
    return pdf
