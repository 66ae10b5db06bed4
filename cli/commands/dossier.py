"""`domino dossier`: all that is known of one game, for the parties of a dispute."""

import click

from projections.dossier.dossier import dossier_of
from projections.dossier.json_format import dossier_json
from projections.messages import text
from projections.messages.acts import not_in_game_text
from projections.replay.game_replay import NotInGame

from ..booked_game import game_called
from ..club_file import Paper, club_here
from ..document.dossier import page_of_dossier
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
from ..ledger_option import book_at, ledger_option
from ..options import open_option, tiles_option
from ..proof_options import logged_in


@click.command()
@click.argument("game")
@form_option("html", "As one page of HTML (the default).")
@form_option("pdf", "As PDF.")
@form_option("text", "As plain text, without pictures.")
@form_option("json", "As JSON, for programs.")
@click.option("--as", "viewer", metavar="SEAT", help="Show what this seat or player could see.")
@open_option
@font_option
@paper_option
@click.option(
    *("--out", "--output", "output"),
    default="-",
    metavar="FILE",
    help="Write to FILE instead of standard output.",
)
@tiles_option
@ledger_option
def dossier(
    *,
    game: str,
    viewer: str | None,
    open: bool,
    fonts: tuple[str, ...],
    paper: Paper | None,
    output: str,
    tiles: str | None,
    ledger: str,
    **forms: bool,
) -> None:
    """Write all that is known of GAME to one file, for a dispute.

    It has the rules in words, each move with the table drawn, the legal moves and what each player
    knew, violations, the readings of a block with their evidence, money, disputes, rulings and
    proof. Hidden tiles of a round that is not over are shown only with --open.
    """
    if viewer is not None and open:
        raise click.UsageError(text("--as shows what a seat could know, --open what it could not"))
    wanted = Wanted(chosen_form(forms, "html"), fonts, paper, output)
    check_wanted(wanted)
    club = club_here()
    with book_at(ledger) as book:
        try:
            found = dossier_of(book, game_called(book, game), viewer=viewer, open=open)
        except NotInGame as error:
            raise click.UsageError(not_in_game_text(error)) from None
        log = logged_in(book, found.proof.game, tiles)
    as_json = dossier_json(found, club.zone)
    if log is not None:
        as_json["proof"] |= log.json
    write_document(Document(page_of_dossier(found, club, log), as_json), wanted, club.paper)
