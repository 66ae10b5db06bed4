"""`domino sheet`: the score sheet that players sign."""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, get_args

import click

from ledger.book import Book
from ledger.errors import Unavailable
from ledger.records.versions import amendments_in
from ledger.registry.players import all_names, shown_name
from projections.rulings.disputes import rulings
from projections.rulings.game_ruling import rule_game
from projections.sheet.score_sheet import Identity, Sheet, sheet_of

from ..document.html import html_of
from ..document.page import Page
from ..document.sheet_json import sheet_json
from ..document.sheet_page import page_of
from ..files import writing
from ..ledger_option import book_at, ledger_option
from ..output import on_terminal, say
from ..text.dispute import ruling_text
from ..text.sheet import sheet_text
from ..version_option import amended

Form: TypeAlias = Literal["text", "html", "pdf", "json"]

_FORMS: tuple[Form, ...] = get_args(Form)


def _form(form: Form, help: str) -> Callable[[Any], Any]:
    return click.option(f"--{form}", is_flag=True, help=help)


@click.command()
@click.argument("game")
@_form("text", "As plain text (the default).")
@_form("html", "As one page of HTML.")
@_form("pdf", "As PDF.")
@_form("json", "As JSON, for programs.")
@click.option("--font", metavar="FILE", help="With --pdf: print in this TrueType font.")
@click.option("--output", default="-", metavar="FILE", help="Write here, not to standard output.")
@ledger_option
def sheet(game: str, font: str | None, output: str, ledger: str, **forms: bool) -> None:
    """Write the score sheet of GAME: points, totals, money, signatures, and the game's hash."""
    form = _only(forms)
    if font is not None and form != "pdf":
        raise click.UsageError("--font is for --pdf")
    if form == "pdf" and output == "-" and on_terminal():
        raise click.UsageError("a PDF is nothing for a terminal: name a file with --output")
    with book_at(ledger) as book:
        found = _sheet(book, game)
    made = _written(found, form, font)
    with writing(output) as file:
        file.write(made)


def _only(forms: dict[str, bool]) -> Form:
    """The form asked for; UsageError where there are two."""
    asked = [form for form in _FORMS if forms[form]]
    if len(asked) > 1:
        named = " and ".join(f"--{form}" for form in asked)
        raise click.UsageError(f"{named} exclude each other: a sheet is written in one form")
    return asked[0] if asked else "text"


def _sheet(book: Book, game: str) -> Sheet:
    stream = book.stream(book.find(game))
    known = all_names(book)
    names = tuple(shown_name(known, player) for player in stream.game.opened.players)
    recorded_at = stream.entries[0].recorded_at
    identity = Identity(stream.id, stream.hash, stream.version, recorded_at)
    told_again = (f"Amended: {line}" for line in amended(amendments_in(stream), known))
    in_force = rulings(stream, known)
    ruled = (f"Ruled: {ruling_text(ruling, stream.game, names)}" for ruling in in_force)
    return sheet_of(rule_game(stream.game), names, identity, (*told_again, *ruled))


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
        from ..document.sheet_pdf import sheet_pdf  # noqa: PLC0415 - what it needs is an extra
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "reportlab":
            raise
        raise Unavailable("pdf-not-installed") from None
    pdf, uncovered = sheet_pdf(page, font)
    if uncovered:
        which = ", ".join(f"U+{ord(letter):04X}" for letter in uncovered)
        say(f"the font lacks {which}: codes are printed instead; --font takes another font")
    return pdf
