"""`domino dossier`: all that is known of one game, for the parties of a dispute."""

import click

from ...ledger.club import Paper
from ...projections.document.dossier_page import page_of_dossier
from ...projections.dossier.dossier import dossier_of
from ...projections.dossier.json_format import dossier_json
from ...projections.messages.steps import not_in_game_text
from ...projections.replay.game_replay import NotInGame
from .. import options
from ..booked_game import game_called
from ..club_file import club_here
from ..declaring import argument, command, option, usage_error
from ..document.forms import Form, Wanted, fonts_option, form_option, paper_option, write_document
from ..proof_files import logged_in


@command()
def dossier(
    game: str = argument(),
    form: Form = form_option(
        "html",
        html="As one page of HTML (the default).",
        pdf="As PDF.",
        text="As plain text, without pictures.",
        json="As JSON, for programs.",
    ),
    viewer: str | None = option("Show what this seat or player could see.", "--as SEAT"),
    open: bool = options.open_hands,
    fonts: tuple[str, ...] = fonts_option,
    paper: Paper | None = paper_option,
    output: str = option(
        *("Write to FILE instead of standard output.", "--out", "--output"),
        default="-",
        metavar="FILE",
    ),
    tiles: str | None = options.tiles,
    ledger: options.Ledger = options.ledger,
) -> None:
    """Write all that is known of GAME to one file, for a dispute.

    It has the rules in words, each move with the table drawn, the legal moves and what each player
    knew, violations, the readings of a block with their evidence, money, disputes, rulings and
    proof. Hidden tiles of a round that is not over are shown only with --open.
    """
    if viewer is not None and open:
        raise usage_error("--as shows what a seat could know, --open what it could not")
    wanted = Wanted(form, fonts, paper, output)
    wanted.check()
    club = club_here()
    with ledger.open() as book:
        stream = book.stream(game_called(book, game))
        try:
            found = dossier_of(book, stream, viewer=viewer, open=open)
        except NotInGame as error:
            raise click.UsageError(not_in_game_text(error)) from None
        log = logged_in(book, found.proof.game, tiles)
    as_json = dossier_json(found, club.zone)
    if log is not None:
        as_json["proof"] |= log.json
    write_document(page_of_dossier(found, club, log), as_json, wanted, club.paper)
