"""`domino night` and `domino league` on a terminal, and the sheet of a night."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.zone import in_zone

from .command import Command
from .samples import BLOCKED, LOT, SERIES, jsons, put
from .test_stats_drawn import drawn, lines_of

PLAYED = (LOT, BLOCKED, SERIES | {"id": "a-long-name-of-a-long-evening-" * 2})


@pytest.mark.parametrize("command", ["night", "league"])
def test_no_line_is_longer_than_the_terminal_is_wide(
    command: str, domino: Command, tmp_path: Path
) -> None:
    put(domino, *PLAYED)
    lines = lines_of(drawn(tmp_path, command=command, columns=70))
    assert max(map(len, lines)) <= 70
    assert sum("won" in line and "place" in line for line in lines) == 3


def test_a_book_without_games(domino: Command) -> None:
    assert domino("init").code == 0
    for line in ("night", "night --json"):
        assert domino(line) == (0, "", "there are no games\n")
    assert jsons(domino("night 2026-11-20 --json").out)[0]["games"] == []


def test_the_pdf_of_a_night_has_the_content_of_the_text(domino: Command) -> None:
    games = [game | {"started_at": "2026-11-20T20:00:00Z"} for game in (LOT, BLOCKED, SERIES)]
    put(domino, *(game | {"id": f"game-{number}"} for number, game in enumerate(games)))
    with in_zone("UTC"):
        assert domino("sheet --night 2026-11-20 --pdf --output sheet.pdf").code == 0
        shown = domino("sheet --night 2026-11-20").out
    words = {word for page in PdfReader("sheet.pdf").pages for word in page.extract_text().split()}
    assert [word for word in shown.split() if word not in words and set(word) != {"_"}] == []
    assert {"Sheet", "game-0", "game-1", "game-2", "20:00", "s3", "north", "Arbiter"} <= words


def test_the_hash_of_a_night_does_not_depend_on_hidden_tiles(domino: Command) -> None:
    begun = SERIES["rounds"][0] | {"moves": [], "ended": None, "claims": None}
    put(domino, SERIES | {"rounds": [begun], "claims": None})
    day = jsons(domino("night --json").out)[0]["evening"]
    *_, proof = domino(f"sheet --night {day}").out.splitlines()
    assert proof.endswith("short code and hash: not shown while a round is hidden")
