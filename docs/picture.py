"""Draws docs/replay.svg, the picture of the README: `python docs/picture.py`."""

import re
import tempfile
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from domino_ledger.cli.commands.demo import load_samples
from domino_ledger.cli.terminal.drawn_replay import frame_picture
from domino_ledger.cli.text.replay import plain_seating
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.registry.stored_names import all_names, shown_name
from domino_ledger.projections.places import index_of
from domino_ledger.projections.replay.frames import frames

GAME, MOVE, WIDTH = "payout-12-00001", 17, 100
TARGET = Path(__file__).with_name("replay.svg")


def draw() -> str:
    """The picture as SVG, without the addresses of fonts."""
    with tempfile.TemporaryDirectory() as directory:
        book = open_book(Path(directory) / "demo.db", create=True)
        load_samples(book)
        game = book.stream(book.find(GAME)).game
        names = all_names(book)
        seating = plain_seating(game, (shown_name(names, player) for player in game.opened.players))
        frame = next(each for each in frames(game) if each.move == index_of(MOVE))
        picture = frame_picture(frame, seating, WIDTH, dots=True, whole=True)
        book.close()
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True)
    for row in picture:
        console.print(Text.assemble(*row), soft_wrap=True)
    title = f"domino replay {GAME} --at {MOVE}"
    svg = console.export_svg(title=title, theme=MONOKAI, unique_id="replay")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


if __name__ == "__main__":
    TARGET.write_text(draw())
