"""`domino export`: writes games of the book as records."""

from typing import Literal

from ...ledger.notation.vocabulary import Language, lexicon
from ...ledger.notation.writer import text_of
from ...ledger.records.export import export_games, line_of
from ...ledger.registry.rule_sets import all_rules
from .. import options
from ..booked_game import game_called
from ..declaring import argument, command, option, usage_error
from ..files import writing
from ..output import say_plural
from ..terminal.progress import tracked


@command()
def export(
    games: tuple[str, ...] = argument(metavar="[GAME]..."),
    out: str = option("Write to FILE instead of standard output.", default="-", metavar="FILE"),
    format_: Literal["json", "text"] = option(
        *("Records for programs, one game a line (the default), or text for people.", "--format"),
        default="json",
    ),
    words: Language = option("The language of the words in --format text.", default="en"),
    version: int | None = options.version,
    open: bool = options.open_hands,
    ledger: options.Ledger = options.ledger,
) -> None:
    """Write games as records; all games if none is named.

    Rounds that are not over are left out, because their tiles are hidden; --open includes them.
    """
    if version is not None and not games:
        raise usage_error("--version needs the name of a game")
    hidden = 0
    with ledger.open() as book, writing(out) as file:
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
        say_plural(
            "{number} unfinished round is left out: --open writes it too",
            "{number} unfinished rounds are left out: --open writes them too",
            hidden,
        )
