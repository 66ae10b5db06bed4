"""The forms of a document: text, HTML, PDF or JSON, as the user asks for it."""

import json
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import click

from projections.messages import all_of, plural, text

from ..club_file import Paper
from ..files import writing
from ..output import on_terminal, say
from .page import Page
from .plain_text import plain_text_of

Form: TypeAlias = Literal["text", "html", "pdf", "json"]

FORMS: tuple[Form, ...] = get_args(Form)

font_option = click.option(
    *("--font", "fonts"),
    multiple=True,
    metavar="FILE",
    help="With --pdf: print in this font. Repeated: for letters that the first lacks.",
)
paper_option = click.option(
    "--paper",
    type=click.Choice(get_args(Paper)),
    help="With --pdf or --html: the paper.  [default: a4, or that of the club file]",
)


class Document(NamedTuple):
    """The contents of a document, for people and for programs."""

    page: Page
    json: Mapping[str, Any]


class Wanted(NamedTuple):
    """How a document is wanted."""

    form: Form
    fonts: tuple[str, ...]
    paper: Paper | None
    """None: that of the club."""
    output: str
    """The file; `-` is standard output."""


def form_option(form: Form, help: str) -> Callable[[Any], Any]:
    """The option that asks for this form."""
    return click.option(f"--{form}", is_flag=True, help=help)


def chosen_form(forms: Mapping[str, bool], default: Form) -> Form:
    """The form chosen; raises UsageError for two."""
    chosen = [form for form in FORMS if forms[form]]
    if len(chosen) > 1:
        options = all_of(f"--{form}" for form in chosen)
        raise click.UsageError(
            text("{options} exclude each other: a document has one form", options=options)
        )
    return chosen[0] if chosen else default


def check_wanted(wanted: Wanted) -> None:
    """Raise UsageError for options that do not fit the form."""
    if wanted.fonts and wanted.form != "pdf":
        raise click.UsageError(text("--font is for --pdf"))
    if wanted.form == "pdf" and wanted.output == "-" and on_terminal():
        raise click.UsageError(
            text("a PDF cannot be shown on a terminal: name a file with --output")
        )
    if wanted.paper is not None and wanted.form not in {"pdf", "html"}:
        raise click.UsageError(text("--paper is for --pdf and --html"))


def write_document(document: Document, wanted: Wanted, paper: Paper) -> None:
    """Write the document as it is wanted; ``paper``: where none is wanted."""
    made = _rendered(document, wanted.form, wanted.fonts, wanted.paper or paper)
    with writing(wanted.output) as file:
        file.write(made)


def _rendered(document: Document, form: Form, fonts: Sequence[str], paper: Paper) -> bytes:
    page = document.page
    match form:
        case "text":
            return plain_text_of(page).encode()
        case "html":
            from .html import html_of  # noqa: PLC0415 - imports much

            return html_of(page, paper).encode()
        case "json":
            return (json.dumps(document.json, ensure_ascii=False) + "\n").encode()
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
        from .pdf import pdf_of  # noqa: PLC0415 - needs an extra
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "typst":
            raise
        raise click.ClickException(
            text("PDF needs an extra: {command}", command="pip install 'domino-ledger[pdf]'")
        ) from None
    pdf, uncovered = pdf_of(page, fonts, paper)
    if uncovered:
        listed = ", ".join(map(_letter_named, uncovered[:_MOST_NAMED]))
        say(
            plural(
                "no font here has {number} letter of the document, whose code is printed instead: "
                "{letters}; pip install 'domino-ledger[fonts]' or --font FILE brings more",
                "no font here has {number} letters of the document, whose codes are printed "
                "instead: {letters}; pip install 'domino-ledger[fonts]' or --font FILE brings more",
                len(uncovered),
                letters=listed if len(uncovered) <= _MOST_NAMED else f"{listed}, ...",
            )
        )
    return pdf
