"""Slips in `domino record`: undone deals, and rounds that were stopped."""

from pathlib import Path

from domino_ledger.cli import exit_codes as exits

from .process import domino as process
from .terminal import END, Terminal
from .test_record import DEAL, NEW, ON, lines


def test_at_a_terminal_the_last_line_stands_there_to_be_changed(tmp_path: Path) -> None:
    terminal = Terminal(*NEW, cwd=tmp_path)
    for line, prompt in ((DEAL, "0-0> "), ("6-6", "Ana> "), ("pass", "Ben> "), ("6-5", "Ana> ")):
        terminal.answers(prompt, f"{line}\n")
    terminal.answers("Ben> ", "edit last\n")
    terminal.answers("Ben> 6-5", "\b4\n")
    assert "Ana lays 6-4 at the left end" in terminal.answers("[4 6] Ben> ", "undo 2\n")
    terminal.until("to be taken back: Ana lays 6-4 at the left end\n")
    terminal.answers("n leaves it> ", "5-4\n")
    terminal.until("not taken yet, as this comes first: 5-4\n")
    terminal.answers("n leaves it> ", "n\n")
    terminal.answers("[4 6] Ben> ", "undo 2\n")
    terminal.answers("n leaves it> ", "\n")
    terminal.answers("[6 6] Ben> ", END)
    assert terminal.ends() == exits.FINE


REVOKE = ["deal lead Ana", "6-6", "pass", "6-5", "5-4", "6-1 r"]
PROVEN = "Ben passed at move 2 with 6 open and now lays 6-1"


def test_at_a_terminal_a_revoke_is_asked_about(tmp_path: Path) -> None:
    terminal = Terminal(*NEW, cwd=tmp_path)
    for line in REVOKE[:4]:
        terminal.answers("> ", f"{line}\n")
    asked = f"{PROVEN}\na slip, or a revoke? (n notes it, u undoes up to it, Enter drops this)> "
    for answer in ("", "u", "n"):
        terminal.answers("[5 6] Ben> ", "6-1\n")
        terminal.answers(asked, f"{answer}\n")
        if answer == "u":
            assert "to be taken back: Ben passes" in terminal.answers("n leaves it> ", "n\n")
    assert "! no-possible-deal: " in terminal.answers("Ana> ", END)
    assert terminal.ends() == exits.FINE


def test_a_deal_that_was_disputed_stays(tmp_path: Path) -> None:
    process(*NEW, cwd=tmp_path, stdin=lines(DEAL))
    about = ("--round", "1", "--by", "Ben", "--claim", "dealt twice")
    process("dispute", "open", "evening", *about, cwd=tmp_path)
    ran = process(*ON, cwd=tmp_path, stdin=b"undo\n")
    assert ran.code == exits.REJECTED
    assert "line 1: dispute 1 is about round 1: amend the game; Ana may: 6-6" in ran.sentences


PARTNERS = "Berta,Ana,Cy,Dora"
SIDES = f"record --rules partnership-pagat@1 --players {PARTNERS} --id sides"


def test_at_a_terminal_a_letter_that_may_be_a_side_or_a_player_is_asked_about(
    tmp_path: Path,
) -> None:
    terminal = Terminal(*SIDES.split(), cwd=tmp_path)
    for answer, won in (("side b", "Ana and Dora"), ("berta", "Berta and Cy")):
        terminal.answers("> ", "20:15 round b 35 out\n")
        terminal.answers("'b' is 'side B' or 'Berta'> ", f"{answer}\n")
        assert f"won by   {won}" in terminal.until("standing")
    terminal.answers("35-35> ", "b 35 out\n")
    terminal.answers("'b' is 'side B' or 'Berta'> ", "\n")
    terminal.until("'b' may be a side or a player: write 'side B' or 'Berta'")
    terminal.answers("35-35> ", END)
    assert terminal.ends() == exits.FINE
