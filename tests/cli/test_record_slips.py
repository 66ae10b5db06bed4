"""Slips in `domino record`: undone deals, and rounds that were stopped."""

import json
from pathlib import Path

from cli import exit_codes as exits

from .command import Command
from .process import domino as process
from .terminal import END, Terminal
from .test_record import DEAL, NEW, NOBODY_LEADS, ON, lines, six_leads


def test_a_wrong_deal_is_taken_back(domino: Command) -> None:
    wrong = DEAL.replace("6-0 / Ben: 5-5", "5-5 / Ben: 6-0")
    ran = domino(" ".join(NEW), lines(wrong, "6-6", "undo", "undo", "undo", DEAL, "show"))
    assert ran.code == exits.REJECTED
    assert ran.out.splitlines()[:8] == [
        "round 1",
        "deal: Ana leads",
        "Ana leads 6-6; open: 6 and 6; next: Ben",
        "taken back: Ana leads 6-6",
        "Ana may: 6-6",
        "taken back: deal: Ana leads",
        "the next round has to be dealt",
        "round 1",
    ]
    said = "line 5: nothing has been done that could be taken back; the next round has to be dealt"
    assert said in ran.err.splitlines()
    assert "Ana 6-0" in ran.out
    (record,) = map(json.loads, domino("export --open").out.splitlines())
    assert [round["hands"][0][-1] for round in record["rounds"]] == ["6-0"]
    printed = domino("tail").out.splitlines()
    assert json.loads(printed[4])["type"] == "domino-ledger.deal-undone/1"
    assert not any("hands" in json.loads(line)["data"] for line in printed)


def test_the_end_of_a_round_is_taken_back(domino: Command) -> None:
    """The undone acts are shown before the legal moves."""
    typed = [DEAL, "6-6", "pass", "6-5", "! blocked", DEAL, "undo 3", "edit", "6-4", "undo 9"]
    ran = domino(" ".join(NEW), lines(*typed))
    assert ran.code == exits.REJECTED
    at = ran.out.splitlines().index("taken back: deal: Ana leads")
    assert ran.out.splitlines()[at:] == [
        "taken back: deal: Ana leads",
        "taken back: blocked: the table stopped it",
        "taken back: Ana lays 6-5 at the left end",
        (
            "Ana may: 6-0 left, 6-1 left, 6-2 left, 6-3 left, 6-4 left, 6-5 left, 6-0 right, "
            "6-1 right, 6-2 right, 6-3 right, 6-4 right, 6-5 right"
        ),
        "Ana lays 6-4 at the left end; open: 4 and 6; next: Ben",
    ]
    assert "line 8: there is no line to edit" in ran.err


def test_the_last_line_is_typed_again(domino: Command) -> None:
    typed = [DEAL, "6-6", "pass", "6-5", "edit last", "6-4", "edit last", "", "5-5", "edit", "5-4"]
    ran = domino(" ".join(NEW), lines(*typed))
    assert ran.out.splitlines()[-3:] == [
        "taken back: Ana lays 6-5 at the left end",
        "Ana lays 6-4 at the left end; open: 4 and 6; next: Ben",
        "Ben lays 5-4 at the left end; open: 5 and 6; next: Ana",
    ]
    said = ["the next line replaces: 6-5", "nothing changed", "the next line replaces: 5-5"]
    assert [line for line in said if line in ran.err.splitlines()] == said


def test_at_a_terminal_the_last_line_stands_there_to_be_changed(tmp_path: Path) -> None:
    terminal = Terminal(*NEW, cwd=tmp_path)
    for line, prompt in ((DEAL, "0-0> "), ("6-6", "Ana> "), ("pass", "Ben> "), ("6-5", "Ana> ")):
        terminal.until(prompt)
        terminal.types(f"{line}\n")
    terminal.until("Ben> ")
    terminal.types("edit last\n")
    terminal.until("Ben> 6-5")
    terminal.types("\b4\n")
    assert "Ana lays 6-4 at the left end" in terminal.until("[4 6] Ben> ")
    terminal.types("undo 2\n")
    terminal.until("to be taken back: Ana lays 6-4 at the left end\n")
    terminal.until("n leaves it> ")
    terminal.types("5-4\n")
    terminal.until("not taken yet, as this comes first: 5-4\n")
    terminal.until("n leaves it> ")
    terminal.types("n\n")
    terminal.until("[4 6] Ben> ")
    terminal.types("undo 2\n")
    terminal.until("n leaves it> ")
    terminal.types("\n")
    terminal.until("[6 6] Ben> ")
    terminal.types(END)
    assert terminal.ends() == exits.FINE


REVOKE = ["deal lead Ana", "6-6", "pass", "6-5", "5-4", "6-1 r"]
PROVEN = "Ben passed at move 2 with 6 open and now lays 6-1"


def test_a_revoke_that_the_play_proves_is_told_at_once(domino: Command) -> None:
    typed = [*REVOKE[:4], "6-1", "! 6-1"]
    ran = domino(" ".join(NEW), lines(*typed))
    assert ran.code == exits.REJECTED
    assert f"line 5: {PROVEN}: a slip, or a revoke? '!' before the line notes it; " in ran.err
    assert f"! no-possible-deal: {PROVEN}" in ran.out.splitlines()
    assert domino("audit evening").code == exits.ILLEGAL_PLAY
    ended = domino(" ".join(ON), lines("! blocked", "show"))
    assert "not settled until it is ruled on" in ended.out
    assert "disputable" in domino("games").out


def test_at_a_terminal_a_revoke_is_asked_about(tmp_path: Path) -> None:
    terminal = Terminal(*NEW, cwd=tmp_path)
    for line in REVOKE[:4]:
        terminal.until("> ")
        terminal.types(f"{line}\n")
    asked = f"{PROVEN}\na slip, or a revoke? (n notes it, u undoes up to it, Enter drops this)> "
    for answer in ("", "u", "n"):
        terminal.until("[5 6] Ben> ")
        terminal.types("6-1\n")
        terminal.until(asked)
        terminal.types(f"{answer}\n")
        if answer == "u":
            assert "to be taken back: Ben passes" in terminal.until("n leaves it> ")
            terminal.types("n\n")
    assert "! no-possible-deal: " in terminal.until("Ana> ")
    terminal.types(END)
    assert terminal.ends() == exits.FINE


def test_a_void_deal_is_taken_back_too(domino: Command) -> None:
    six_leads(domino)
    ran = domino("record --rules six@1 --players Ana,Ben", lines(NOBODY_LEADS, "undo", DEAL))
    assert ran.code == exits.FINE
    assert ran.out.splitlines()[-4:] == [
        "taken back: deal",
        "the next round has to be dealt",
        "round 1",
        "deal: Ana leads",
    ]


def test_a_deal_that_was_disputed_stays(tmp_path: Path) -> None:
    process(*NEW, cwd=tmp_path, stdin=lines(DEAL))
    about = ("--round", "1", "--by", "Ben", "--claim", "dealt twice")
    process("dispute", "open", "evening", *about, cwd=tmp_path)
    ran = process(*ON, cwd=tmp_path, stdin=b"undo\n")
    assert ran.code == exits.REJECTED
    assert "line 1: dispute 1 is about round 1: amend the game; Ana may: 6-6" in ran.sentences


def test_a_round_that_the_table_stopped(domino: Command) -> None:
    ran = domino(" ".join(NEW), lines(DEAL, "6-6", "pass", "blocked", "! blocked", "deal lead Ben"))
    assert ran.code == exits.REJECTED
    could = "Ana could lay 6-0, 6-1, 6-2, 6-3, 6-4 or 6-5"
    assert ran.out.splitlines()[4:9] == [
        "blocked: the table stopped it",
        "in hand  Ana 51, Ben 53",
        "not settled until it is ruled on",
        f"! round-not-over: the round is said to be blocked, but {could}",
        "standing Ana 0, Ben 0",
    ]
    assert f"line 4: the round is said to be blocked, but {could}" in ran.err
    assert domino("dispute open evening --round 1 --by Ben --claim no").code == exits.FINE
    ruled = "dispute rule evening 1 --by Eva --new --uphold --blocker Ana"
    assert domino(ruled).code == exits.FINE
    assert domino("games").out.splitlines()[-1].split()[-4:] == ["2", "/", "0", "-"]


PARTNERS = "Berta,Ana,Cy,Dora"
SIDES = f"record --rules partnership-pagat@1 --players {PARTNERS} --id sides"


def test_at_a_terminal_a_letter_that_may_be_a_side_or_a_player_is_asked_about(
    tmp_path: Path,
) -> None:
    terminal = Terminal(*SIDES.split(), cwd=tmp_path)
    for answer, won in (("side b", "Ana and Dora"), ("berta", "Berta and Cy")):
        terminal.until("> ")
        terminal.types("20:15 round b 35 out\n")
        terminal.until("'b' is 'side B' or 'Berta'> ")
        terminal.types(f"{answer}\n")
        assert f"won by   {won}" in terminal.until("standing")
    terminal.until("35-35> ")
    terminal.types("b 35 out\n")
    terminal.until("'b' is 'side B' or 'Berta'> ")
    terminal.types("\n")
    terminal.until("'b' may be a side or a player: write 'side B' or 'Berta'")
    terminal.until("35-35> ")
    terminal.types(END)
    assert terminal.ends() == exits.FINE


def test_elsewhere_such_a_letter_is_refused_with_both_ways_to_say_it(domino: Command) -> None:
    typed = ["b 65", "b 35 out", "side b 35 out", "20:15 berta 20 out"]
    ran = domino(SIDES, lines(*typed))
    refused = [line for line in ran.err.splitlines() if line.startswith("line ")]
    assert refused[0].startswith("line 1: column 1: a tile, or points?")
    assert (
        "line 2: column 1: 'b' may be a side or a player: write 'side B' or 'Berta'" in refused[1]
    )
    assert len(refused) == 2
    assert ran.out.splitlines()[-1] == "standing Berta and Cy 20, Ana and Dora 35"


def test_a_line_of_scores_after_a_deal_says_that_a_round_is_played(domino: Command) -> None:
    ran = domino(" ".join(NEW), lines(DEAL, "Ana 0, Ben 30", "Ana 35 out", "6-6, Ben 6-5", "Ana"))
    refused = [line for line in ran.err.splitlines() if line.startswith("line ")]
    first, second, third, fourth = refused
    assert first.startswith("line 2: the round before is not over; ")
    assert second.startswith("line 3: the round before is not over; ")
    assert "expected 'left', 'right' or the end of the line, not ','" in third
    assert "expected a tile such as '6-4' or 'pass', not the end of the line" in fourth


def test_after_a_round_that_was_played_a_result_may_follow_without_the_word(
    domino: Command,
) -> None:
    typed = ["deal / lead Ana", "! blocked", "Ana 35 out, Ben 10", "Ana 35"]
    begin = "record --rules all-fives@1 --players Ana,Ben --id fives"
    assert "line 2" in domino(begin, lines(*typed[:2])).err
    ran = domino("record --resume fives", lines("6-6", "! blocked", *typed[2:]))
    assert "points   Ana 35, Ben 10" in ran.out.splitlines()
    assert "points   Ana 35, Ben 0" in ran.out.splitlines()
