"""The forms of a document: text, HTML, PDF or JSON, as the user asks for it."""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from ...ledger.club import Paper
from ...projections.document.blocks import Page
from ...projections.messages import all_of, text
from ..declaring import option, several, usage_error
from ..files import needing, writing
from ..output import on_terminal, say_plural
from .plain_text import plain_text_of

Form: TypeAlias = Literal["text", "html", "pdf", "json"]
FORMS: tuple[Form, ...] = get_args(Form)
_MOST_NAMED = 8

fonts_option = option(
    "With --pdf: print in this font. Repeated: for letters that the first lacks.", "--font FILE"
)
paper_option = option("With --pdf or --html: the paper.  [default: a4, or that of the club file]")


def form_option(default: Form, **helps: str) -> Any:
    """The default of a parameter that is a form; ``helps``: of a flag for each form, in order."""
    flags = {form: option(help, is_flag=True) for form, help in helps.items()}
    return several(partial(_chosen, default), **flags)


def _chosen(default: Form, **flags: bool) -> Form:
    chosen = [form for form in FORMS if flags[form]]
    if len(chosen) > 1:
        options = all_of(f"--{form}" for form in chosen)
        raise usage_error("{options} exclude each other: a document has one form", options=options)
    return chosen[0] if chosen else default


class Wanted(NamedTuple):
    """How a document is wanted."""

    form: Form
    fonts: tuple[str, ...]
    paper: Paper | None
    """None: that of the club."""
    output: str
    """The file; `-` is standard output."""

    def check(self) -> None:
        """Raise UsageError for options that do not fit the form."""
        if self.fonts and self.form != "pdf":
            raise usage_error("--font is for --pdf")
        if self.form == "pdf" and self.output == "-" and on_terminal():
            raise usage_error("a PDF cannot be shown on a terminal: name a file with --output")
        if self.paper is not None and self.form not in {"pdf", "html"}:
            raise usage_error("--paper is for --pdf and --html")


def write_document(page: Page, as_json: Mapping[str, Any], wanted: Wanted, paper: Paper) -> None:
    """Write the page, or ``as_json``, in the form that is ``wanted``; ``paper``: of the club."""
    paper = wanted.paper or paper
    match wanted.form:
        case "text":
            made = plain_text_of(page).encode()
        case "html":
            from ...projections.document.html import html_of  # noqa: PLC0415 - imports much

            made = html_of(page, paper).encode()
        case "json":
            made = (json.dumps(as_json, ensure_ascii=False) + "\n").encode()
        case "pdf":
            made = _pdf(page, wanted.fonts, paper)
    with writing(wanted.output) as file:
        file.write(made)


def _pdf(page: Page, fonts: Sequence[str], paper: Paper) -> bytes:
    install = "pip install 'domino-ledger[pdf]', or in a clone ./demo --with pdf"
    with needing("typst", text("PDF needs an extra: {command}", command=install)):
        from .pdf import pdf_of  # noqa: PLC0415 - needs an extra

    pdf, uncovered = pdf_of(page, fonts, paper)
    if uncovered:
        letters = [  # `CYRILLIC CAPITAL LETTER DE (U+0414)`
            f"{unicodedata.name(letter, '')} (U+{ord(letter):04X})".lstrip()
            for letter in uncovered[:_MOST_NAMED]
        ]
        say_plural(
            "no font here has {number} letter of the document, whose code is printed instead: "
            "{letters}; pip install 'domino-ledger[fonts]' or --font FILE brings more",
            "no font here has {number} letters of the document, whose codes are printed "
            "instead: {letters}; pip install 'domino-ledger[fonts]' or --font FILE brings more",
            len(uncovered),
            letters=", ".join([*letters, "..."] if len(uncovered) > _MOST_NAMED else letters),
        )
    return pdf
