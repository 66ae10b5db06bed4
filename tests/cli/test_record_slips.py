"""`domino record` where somebody slipped: deals taken back, and rounds that were stopped."""

import json
from pathlib import Path

from cli import exit_codes as exits

from .command import Command
from .process import domino as process
from .test_record import DEAL, NEW, NOBODY_LEADS, ON, lines, six_leads


def test_a_wrong_deal_is_taken_back(domino: Command) -> None:
    wrong = DEAL.replace("6-0 / Ben: 5-5", "5-5 / Ben: 6-0")
    ran = domino(" ".join(NEW), lines(wrong, "6-6", "undo", "undo", "undo", DEAL, "show"))
    assert ran.code == exits.REJECTED
    assert ran.out.splitlines()[:8] == [
        "round 0",
        "deal: Ana leads",
        "Ana leads 6-6; open: 6 and 6; next: Ben",
        "taken back: Ana leads 6-6",
        "Ana may: 6-6",
        "taken back: deal: Ana leads",
        "the next round has to be dealt",
        "round 0",
    ]
    said = "line 5: nothing has been done that could be taken back; the next round has to be dealt"
    assert said in ran.err.splitlines()
    assert "Ana 6-0" in ran.out
    (record,) = map(json.loads, domino("export --open").out.splitlines())
    assert [round["hands"][0][-1] for round in record["rounds"]] == ["6-0"]
    told = domino("tail").out.splitlines()
    assert json.loads(told[4])["type"] == "domino-ledger.deal-undone/1"
    assert not any("hands" in json.loads(line)["data"] for line in told)


def test_a_void_deal_is_taken_back_too(domino: Command) -> None:
    six_leads(domino)
    ran = domino("record --rules six@1 --players Ana,Ben", lines(NOBODY_LEADS, "undo", DEAL))
    assert ran.code == exits.FINE
    assert ran.out.splitlines()[-4:] == [
        "taken back: deal",
        "the next round has to be dealt",
        "round 0",
        "deal: Ana leads",
    ]


def test_a_deal_that_was_disputed_stays(tmp_path: Path) -> None:
    process(*NEW, cwd=tmp_path, stdin=lines(DEAL))
    about = ("--round", "0", "--by", "Ben", "--claim", "dealt twice")
    process("dispute", "open", "evening", *about, cwd=tmp_path)
    ran = process(*ON, cwd=tmp_path, stdin=b"undo\n")
    assert ran.code == exits.REJECTED
    assert "line 1: dispute 1 is about round 0: amend the game; Ana may: 6-6" in ran.sentences


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
    assert domino("dispute open evening --round 0 --by Ben --claim no").code == exits.FINE
    ruled = "dispute rule evening 1 --by Eva --uphold --blocker Ana"
    assert domino(ruled).code == exits.FINE
    assert domino("games").out.splitlines()[-1].split()[-3:] == ["2", "0", "-"]
