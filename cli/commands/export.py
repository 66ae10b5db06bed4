"""`domino export`: writes games of the book as records."""

import click

from ledger.notation.vocabulary import LANGUAGES, Language, lexicon
from ledger.notation.writer import text_of
from ledger.records.export import export_games, line_of
from ledger.registry.rule_sets import all_rules
from projections.messages import plural, text

from ..booked_game import game_called
from ..files import writing
from ..ledger_option import book_at, ledger_option
from ..options import open_option, version_option
from ..output import say
from ..terminal.progress import tracked


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--out", default="-", metavar="FILE", help="Write to FILE instead of standard output."
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["json", "text"]),
    default="json",
    help="Records for programs, one game a line (the default), or text for people.",
)
@click.option(
    "--words",
    type=click.Choice(LANGUAGES),
    default="en",
    help="The language of the words in --format text.",
)
@version_option
@open_option
@ledger_option
def export(
    *,
    games: tuple[str, ...],
    out: str,
    format_: str,
    words: Language,
    version: int | None,
    open: bool,
    ledger: str,
) -> None:
    """Write games as records; all games if none is named.

    Rounds that are not over are left out, because their tiles are hidden; --open includes them.
    """
    if version is not None and not games:
        raise click.UsageError(text("--version needs the name of a game"))
    hidden = 0
    with book_at(ledger) as book, writing(out) as file:
        known = all_rules(book)
        chosen = [game_called(book, game) for game in games] if games else [*book.games()]
        exported = export_games(book, chosen, open=open, version=version)
        separator = ""
        for game in tracked(exported, len(chosen), "games"):
            hidden += game.hidden_rounds
            if format_ == "text":
                file.write(f"{separator}{text_of(game.record, known, lexicon(words))}".encode())
                separator = "\n"
            else:
                file.write(line_of(game.record))
    if hidden:
        say(
            plural(
                "{number} unfinished round is left out: --open writes it too",
                "{number} unfinished rounds are left out: --open writes them too",
                hidden,
            )
        )
