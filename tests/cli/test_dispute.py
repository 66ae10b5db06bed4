"""`domino dispute`."""

import json
import re
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest

from cli import exit_codes as exits
from domain.disputes.decide import DeskCommand, OpenDispute, decide_dispute
from domain.events import Event
from domain.game.state import Game
from domain.rules.penalties import PENALTIES
from ledger.book import Book, open_book
from ledger.registry.players import person
from tests.ledger.games import line, record

from .bad_input import DISPUTED as GAME
from .command import Command
from .process import domino as process


def net(domino: Command) -> list[int]:
    found: list[int] = json.loads(domino(f"audit {GAME} --json").out)["rounds"][0]["net"]
    return found


def test_a_replay_says_that_its_round_is_void_by_a_ruling(desk: Command) -> None:
    assert desk(f"dispute rule {GAME} 1 --by Eva --new --void-round").code == 0
    shown = desk(f"replay {GAME} --at -1").out
    assert "blocked: nobody can play, void by a ruling\n" in shown
    assert "not settled" not in shown


def test_a_dispute_from_beginning_to_end(desk: Command) -> None:
    assert desk(f'dispute answer {GAME} 1 --by s1 "I did not"').err == (
        f"dispute 1 about {GAME} is answered\n"
    )
    ran = desk(f"dispute rule {GAME} 1 --by Marta --new --blocker s3,s0 --reason so")
    assert ran.out == (
        "        without                     with it\n"
        "state   over                        over\n"
        "won by  s3                          s3\n"
        "scores  -                           -\n"
        "net     s0 12, s1 -36, s2 17, s3 7  s0 -78, s1 0, s2 0, s3 78\n"
    )
    assert ran.err == f"Marta is new to the book\ndispute 1 about {GAME} is ruled on\n"
    assert net(desk) == [-78, 0, 0, 78]
    assert desk(f"dispute appeal {GAME} 1 --by s3 --reason no").err == (
        f"the ruling on dispute 1 about {GAME} is under appeal\n"
    )
    assert desk(f"dispute rule {GAME} 1 --by Marta --new --uphold").code == 0
    assert net(desk) == [12, -36, 17, 7]
    shown = desk(f"dispute show {GAME} 1").out.splitlines()
    assert shown[0] == f"dispute 1 about {GAME}/1: final"
    assert [
        re.sub(r"^ *\d{4}-\d\d-\d\d \d\d:\d\d UTC  ", "", printed) for printed in shown[1:8]
    ] == [
        "s2 opened: he saw it",
        "s1 answered: I did not",
        "Marta ruled (no longer in force): so",
        "      s3, assisted by s0, blocked round 1",
        "s3 appealed: no",
        "Marta ruled",
        "      round 1 stands as it was played",
    ]


def test_an_appeal_and_a_claim_are_withdrawn(desk: Command) -> None:
    desk(f"dispute rule {GAME} 1 --by Marta --new --blocker s3")
    before = net(desk)
    desk(f"dispute appeal {GAME} 1 --by s0 --reason no")
    ran = desk(f"dispute withdraw {GAME} 1 --by s1")
    assert (ran.code, ran.err) == (
        exits.FAILURE,
        f"domino: {GAME}: only the person who appealed in dispute 1 can withdraw the appeal\n",
    )
    dry = f"dispute withdraw {GAME} 1 --by s0 --reason fair"
    assert desk(f"{dry} --dry-run").err == (
        f"the appeal in dispute 1 about {GAME} is withdrawn, nothing written\n"
    )
    assert desk(dry).err == f"the appeal in dispute 1 about {GAME} is withdrawn\n"
    assert net(desk) == before
    printed = json.loads(desk(f"dispute show {GAME} 1 --json").out)
    assert (printed["status"], printed["said"][1]["role"]) == ("ruled", "arbiter")
    desk(f"dispute open {GAME} --by s1 --claim late")
    assert desk(f"dispute withdraw {GAME} 2 --by s1").err == (
        f"dispute 2 about {GAME} is withdrawn\n"
    )
    assert desk(f"dispute list {GAME} --open --json").out == ""


def test_a_player_rules_only_where_the_club_has_no_arbiter(desk: Command) -> None:
    ruling = f"dispute rule {GAME} 1 --by s0 --uphold"
    refused = f"domino: {GAME}: s0 plays in this game and cannot rule on it: an arbiter has to; "
    for arbiters in (None, '["Eva"]'):
        if arbiters is not None:
            Path("domino.toml").write_text(f"arbiters = {arbiters}", encoding="utf-8")
        ran = desk(ruling)
        assert (ran.code, ran.err.startswith(refused)) == (exits.FAILURE, True)
    Path("domino.toml").write_text("arbiters = []", encoding="utf-8")
    assert desk(ruling).code == 0
    ruled = json.loads(desk(f"dispute show {GAME} 1 --json").out)["said"][-1]
    assert (ruled["by"], ruled["role"]) == ("s0", "table")
    assert "s0 ruled for the table, without an arbiter\n" in desk(f"dispute show {GAME} 1").out


def test_the_list_tells_what_waits(desk: Command) -> None:
    desk(f"dispute open {GAME} --by s1 --claim late")
    desk(f"dispute rule {GAME} 2 --by Marta --new --uphold 1")
    assert desk("dispute list").out == (
        "about              dispute  state  by  claim\n"
        f"{GAME}/1        1  open   s2  he saw it\n"
        f"{GAME}          2  ruled  s1  late\n"
    )
    (waits,) = map(json.loads, desk(f"dispute list {GAME} --open --json").out.splitlines())
    assert (waits["game"], waits["dispute"], waits["status"]) == (GAME, 1, "open")
    assert desk("dispute list payout-12-00001 --json").out == ""


def test_the_list_reads_names_once(desk: Command) -> None:
    for game in ("payout-12-00001", "payout-12-00002"):
        desk(f"dispute open {game} --by s1 --claim late")
    with patch.object(Book, "query", autospec=True, side_effect=Book.query) as asked:
        assert len(desk("dispute list --json").out.splitlines()) == 3
    assert sum("FROM player_name" in call.args[1] for call in asked.call_args_list) == 1


def test_a_book_without_disputes_lists_none(book: Path, domino: Command) -> None:
    assert (book / "domino.db").exists()
    assert domino("dispute list --json").out == ""


def test_show_as_json(desk: Command) -> None:
    ran = desk(f"dispute show {GAME} 1 --json")
    printed = json.loads(ran.out)
    assert list(printed) == ["game", "dispute", "status", "round", "move", "said", "follows"]
    assert printed["follows"]["without"] == printed["follows"]["with"]
    assert "without" not in desk(f"dispute show {GAME} 1").out


def test_a_dry_run_says_what_would_follow_and_writes_nothing(desk: Command) -> None:
    before = Path("domino.db").read_bytes()
    ran = desk(f"dispute rule {GAME} 1 --by Marta --new --void-round --dry-run --json")
    assert json.loads(ran.out)["with"] == {
        "state": "unfinished",
        "winners": None,
        "scores": None,
        "net": None,
    }
    assert ran.err.endswith(f"dispute 1 about {GAME} is ruled on, nothing written\n")
    for typed in (
        f"dispute open {GAME} --by new --new --claim x",
        f"dispute answer {GAME} 1 x --by new --new",
        f"abandon {GAME}",
    ):
        desk(f"{typed} --dry-run")
    assert Path("domino.db").read_bytes() == before


def test_penalties_are_those_of_the_catalogue_by_default(desk: Command) -> None:
    desk(f"dispute rule {GAME} 1 --by Marta --new --penalty s1:revoke")
    assert net(desk) == [12 + 30, -36 - 90, 17 + 30, 7 + 30]
    desk(f"dispute appeal {GAME} 1 --by s1 --reason dear")
    desk(f"dispute rule {GAME} 1 --by Marta --new --penalty 1:revoke:pips-to-others=1@1")
    assert net(desk) == [13, -39, 18, 8]


def test_points_are_typed_in_the_order_of_the_record_s_teams(domino: Command) -> None:
    game = record("sanjuan.jsonl") | {"teams": [[1, 3], [0, 2]]}
    assert domino("import -", line(game)).code == 0
    name = game["id"]
    domino(f"dispute open {name} --round 1 --by x --new --claim no")
    assert domino(f"dispute rule {name} 1 --by x --new --points 7,0").code == 0
    report = json.loads(domino(f"audit {name} --json").out)
    assert report["rounds"][0]["points"] == [7, 0]
    assert report["rulings"][0]["remedies"][0]["points"] == [0, 7]


def test_the_blocker_may_be_nobody(desk: Command) -> None:
    desk(f"dispute rule {GAME} 1 --by Marta --new --blocker nobody")
    assert net(desk) == [-12, -10, -17, 39]
    printed = desk(f"audit {GAME}").out
    assert "    * ruled (by an arbiter, the one that counts): nobody blocked it; net" in printed
    assert "(open hands, the one that counts)" not in printed


def test_a_round_played_again_opens_the_game(desk: Command) -> None:
    ran = desk(f"dispute rule {GAME} 1 --by Marta --new --replay-round")
    assert "in progress" in ran.out
    assert "void by a ruling" in desk(f"audit {GAME}").out
    assert desk(f"forfeit {GAME} s1").code == 0


def test_a_void_game(desk: Command) -> None:
    desk(f'dispute rule {GAME} 1 --by Marta --new --void-game --reason "the hands were seen"')
    printed = desk(f"audit {GAME}").out
    assert "game: void, nothing in it counts" in printed
    assert "on dispute 1: the hands were seen\n    the game is void\n" in printed


def test_an_arbiter_is_in_the_list_of_players_and_can_be_erased(desk: Command) -> None:
    desk(f"dispute rule {GAME} 1 --by Marta --new --uphold")
    assert "Marta" in desk("players list").out
    assert desk("players erase Marta").code == 0
    assert "Marta" not in desk(f"dispute show {GAME} 1").out
    assert "player-" in desk(f"audit {GAME}").out


def test_the_log_carries_what_is_said(desk: Command) -> None:
    desk(f"dispute rule {GAME} 1 --by Marta --new --void-round")
    lines = [json.loads(printed) for printed in desk("tail").out.splitlines()]
    printed = [each for each in lines if each["subject"] == lines[-1]["subject"]][-2:]
    assert [each["type"] for each in printed] == [
        "domino-ledger.dispute-opened/1",
        "domino-ledger.ruling-made/1",
    ]
    assert printed[0]["data"]["claim"] == "he saw it"
    assert printed[1]["data"]["remedies"] == [{"kind": "void-round", "round": 0}]


@pytest.mark.parametrize(
    ("typed", "code", "sentence"),
    [
        ("dispute show nobody 1", 1, "there is no game 'nobody' in the book"),
        (f"dispute show {GAME} 2", 1, f"{GAME}: there is no dispute 2: there is only 1"),
        (
            f"dispute rule {GAME} 2 --by x --new --uphold",
            1,
            f"{GAME}: there is no dispute 2: there is only 1",
        ),
        (
            f"dispute open {GAME} --round 2 --by x --new --claim y",
            1,
            f"{GAME}: there is no round 2: there is only 1",
        ),
        (
            f"dispute open {GAME} --round 1 --move 100 --by x --new --claim y",
            1,
            f"{GAME}: there is no move 100 in round 1: the moves are 1 to 27",
        ),
        (
            f"dispute open {GAME}/1.28 --by x --new --claim y",
            1,
            f"{GAME}: there is no move 28 in round 1: the moves are 1 to 27",
        ),
        (
            f"dispute open {GAME}/1.2 --move 3 --by x --new --claim y",
            2,
            "the move is given more than once (see 'domino dispute open --help')",
        ),
        (
            f"dispute rule {GAME} 1 --by x --new --uphold 0",
            2,
            "there is no round 0: there is only 1 (see 'domino dispute rule --help')",
        ),
        (f"dispute open {GAME} --by x --new --claim ' '", 1, f"{GAME}: the claim is empty"),
        (
            f"dispute open {GAME} --by ' ' --new --claim y",
            1,
            "' ' is not a name: it is blank or contains NUL",
        ),
        (
            f"dispute rule {GAME} 1 --by x --new",
            1,
            f"{GAME}: a ruling orders at least one remedy: uphold the round if nothing changes",
        ),
        (
            f"dispute rule {GAME} 1 --by x --new --uphold 8",
            1,
            f"{GAME}: there is no round 8: there is only 1",
        ),
        (
            f"dispute rule {GAME} 1 --by x --new --points 1,2,3,4",
            1,
            f"{GAME}: the game has no points: none can be corrected",
        ),
        (
            f"dispute appeal {GAME} 1 --by x --new --reason y",
            1,
            f"{GAME}: dispute 1 has not been ruled on yet",
        ),
        (f"forfeit {GAME} s1", 1, f"{GAME}: the game is over"),
        (f"abandon {GAME}", 1, f"{GAME}: the game is over"),
    ],
)
def test_what_cannot_be_said_is_one_sentence(
    desk: Command, typed: str, code: int, sentence: str
) -> None:
    before = Path("domino.db").read_bytes()
    ran = desk(typed)
    assert (ran.code, ran.out, ran.err) == (code, "", f"domino: {sentence}\n")
    assert Path("domino.db").read_bytes() == before


def test_a_dispute_about_the_whole_game_has_no_round_of_its_own(desk: Command) -> None:
    series = record("sanjuan.jsonl")
    desk("import -", line(series))
    desk(f"dispute open {series['id']} --by ana --new --claim late")
    ran = desk(f"dispute rule {series['id']} 1 --by x --new --uphold")
    assert ran.err.startswith(
        "domino: the dispute is about the whole game: say which round is meant"
    )
    assert ran.code == exits.USAGE
    desk(f"dispute open {GAME} --by s2 --claim late")  # It has one round only.
    assert desk(f"dispute rule {GAME} 2 --by x --new --void-round").code == exits.FINE


def test_who_wrote_meanwhile_is_a_conflict(desk: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def overtaken(game: Game, command: DeskCommand) -> tuple[Event, ...]:
        with closing(open_book("domino.db")) as book:
            stream = book.stream(book.find(GAME))
            first = OpenDispute(person(book, "s0").id, "first")
            book.append(stream, decide_dispute(stream.game, first))
        return decide_dispute(game, command)

    monkeypatch.setattr("ledger.disputes.decide_dispute", overtaken)
    ran = desk(f"dispute open {GAME} --by s2 --claim second")
    assert ran.code == exits.CONFLICT
    assert len(ran.err.splitlines()) == 1


def test_what_offences_cost(domino: Command) -> None:
    printed = json.loads(domino("rules penalties --json").out)
    assert printed == {name: cost.model_dump() for name, cost in PENALTIES.items()}
    assert domino("rules penalties --rules forced-block@1").out.splitlines()[1].split() == [
        "revoke",
        "0",
        "0",
        "30",
    ]
    assert domino("rules penalties --rules none@1").code == exits.FAILURE


@pytest.mark.parametrize(
    "typed",
    [
        [*["dispute", "open", "G", "--by", "s2", "--claim"], "\udcff"],
        [*["dispute", "open", "G", "--claim", "x", "--by"], "\udcff"],
        [*["dispute", "answer", "G", "1", "--by", "s2"], "\udcff"],
        [*["dispute", "rule", "G", "1", "--by", "s2", "--uphold", "--reason"], "\udcff"],
        [*["dispute", "appeal", "G", "1", "--by", "s2", "--reason"], "\udcff"],
        [*["abandon", "G", "--reason"], "\udcff"],
    ],
)
def test_what_is_no_text_is_not_taken(book: Path, typed: list[str]) -> None:
    ended = process(*(GAME if each == "G" else each for each in typed), cwd=book)
    assert ended.code == exits.USAGE
    assert len(ended.sentences) == 1
    assert "is not UTF-8" in ended.err


def test_what_a_terminal_might_obey_is_not_printed(desk: Command) -> None:
    ran = desk(f"dispute open {GAME} --by 'a\x1b[31m' --new --claim 'x\x1b[2J'")
    assert "\x1b" not in ran.err + desk(f"dispute show {GAME} 2").out + desk("dispute list").out


STEPS = (
    f"dispute open {GAME} --claim late",
    f"dispute answer {GAME} 1 no",
    f"dispute rule {GAME} 1 --uphold",
    f"dispute appeal {GAME} 1 --reason dear",
)


@pytest.mark.parametrize("step", STEPS)
def test_a_person_who_is_not_in_the_book_is_refused(desk: Command, step: str) -> None:
    before = Path("domino.db").read_bytes()
    ran = desk(f"{step} --by Marta")
    sentence = "domino: there is no person 'Marta' in the book; --new adds a new one\n"
    assert (ran.code, ran.out, ran.err) == (exits.FAILURE, "", sentence)
    assert Path("domino.db").read_bytes() == before


def test_a_slip_for_a_known_arbiter_is_refused_with_the_name(desk: Command) -> None:
    ruled = desk(f"dispute rule {GAME} 1 --arbiter 'Marta Ruiz' --new --uphold")
    assert (ruled.code, ruled.err.splitlines()[0]) == (0, "Marta Ruiz is new to the book")
    ran = desk(f"dispute open {GAME} --by 'Marta Riuz' --claim late")
    assert ran.err == (
        "domino: there is no person 'Marta Riuz' in the book; --new adds a new one "
        "(did you mean 'Marta Ruiz'?)\n"
    )
    assert desk(f"dispute open {GAME} --by 'MARTA  ruiz' --claim late").code == 0
    again = desk(f"dispute open {GAME} --by 'Marta Riuz' --new --claim late")
    assert (again.code, again.err.splitlines()[0]) == (0, "Marta Riuz is new to the book")


def test_an_arbiter_of_the_club_file_is_known(desk: Command) -> None:
    rule = f"dispute rule {GAME} 1 --by Marta --uphold"
    assert desk(rule).code == exits.FAILURE
    Path("domino.toml").write_text('arbiters = ["Marta"]')
    assert desk(rule).err == f"Marta is new to the book\ndispute 1 about {GAME} is ruled on\n"
