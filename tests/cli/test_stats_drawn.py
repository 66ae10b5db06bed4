"""`domino stats` on a terminal: fitted to its width, with bars and sparklines."""

import re
from contextlib import chdir
from pathlib import Path

import pytest

from .command import run
from .process import on_terminal, plain


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a book."""
    directory = tmp_path_factory.mktemp("book")
    with chdir(directory):
        for rules in ("block-lot@1", "draw@1"):
            assert run(f"simulate --rules {rules} --players 2 --games 12 --seed 2").code == 0
        assert run("players rename simulated-2 'Łukasz \x1b[2J'").code == 0
    return directory


def drawn(book: Path, *asked: str, command: str = "stats", columns: int = 80, **more: str) -> str:
    """The output on a terminal."""
    return on_terminal(command, *asked, cwd=book, columns=columns, **more)


def lines_of(text: str) -> list[str]:
    """The lines without escape sequences."""
    return plain(text).splitlines()


def test_the_ranking_is_as_wide_as_the_terminal(book: Path) -> None:
    narrow, wide = lines_of(drawn(book)), lines_of(drawn(book, columns=160))
    assert max(map(len, narrow)) <= 80
    assert "assistant" in wide[0]
    assert "assistant" not in narrow[0]
    for printed in (narrow, wide):
        assert printed[0].split()[:3] == ["player", "games", "won"]
        assert printed[0].split()[-1] == "share"
    assert re.search(r"█+[▏▎▍▌▋▊▉]?$", narrow[1].rstrip())


def test_bars_show_the_share_of_games_won(book: Path) -> None:
    rows = lines_of(drawn(book, columns=200))[1:]
    counts = [re.search(r" (\d+) +(\d+) ", row) for row in rows]
    assert len(rows) == 2
    for row, count in zip(rows, counts, strict=True):
        assert count
        assert row.count("█") == 24 * int(count[2]) // int(count[1])


def test_colours_are_for_those_who_want_them(book: Path) -> None:
    coloured = re.compile(r"\x1b\[[0-9;]*3[0-7]m")
    for asked in ((), ("simulated-1",)):
        assert coloured.search(drawn(book, *asked))
        assert not coloured.search(drawn(book, *asked, NO_COLOR="1"))


def test_one_player_has_sparklines(book: Path) -> None:
    shown = lines_of(drawn(book, "simulated-1"))
    assert max(map(len, shown)) <= 80
    (course,) = (row for row in shown if re.match(r"block-lot@1 +[WL-]+ ", row))
    letters, heights = course.split()[1:]
    assert re.fullmatch("[WL-]+", letters)
    assert re.fullmatch("[▁▂▃▄▅▆▇█]+", heights)
    assert len(letters) == len(heights)


def test_the_figures_keep_their_labels_beside_long_rule_ids(tmp_path: Path) -> None:
    with chdir(tmp_path):
        for target in ("31", "32"):
            agreed = f"--set score.target={target} --set play.stays_in_boneyard=2"
            simulated = f"simulate --rules draw-three@1 {agreed} --players 2 --games 2 --seed 2"
            assert run(simulated).code == 0
    for columns in (100, 60):
        shown = lines_of(drawn(tmp_path, "simulated-1", columns=columns))
        assert max(map(len, shown)) <= columns
        labels = [re.split(" {2,}", row.strip())[0] for row in shown if row.strip()]
        wanted = ("games", "rounds", "pips a round", "times out", "longest", "rating")
        assert [each for each in wanted if each not in labels] == []


def test_a_name_cannot_command_the_terminal(book: Path) -> None:
    assert "Łukasz ?[2J" in drawn(book)


def test_without_such_letters_it_is_lines_of_text(book: Path) -> None:
    shown = drawn(book, "--rules", "block-lot@1", PYTHONIOENCODING="latin-1:replace")
    assert "share" not in shown
