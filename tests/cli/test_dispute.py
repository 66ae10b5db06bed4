"""`domino dispute`."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.domain.disputes.decide import open_dispute
from domino_ledger.domain.events import Event
from domino_ledger.domain.game.state import Game
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.registry.players import person
from tests.ledger.games import line, record

from .bad_input import DISPUTED as GAME
from .command import Command
from .process import domino as process


def net(domino: Command) -> list[int]:
    found: list[int] = json.loads(domino(f"audit {GAME} --json").out)["rounds"][0]["net"]
    return found


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


def test_the_list_reads_names_once(desk: Command) -> None:
    for game in ("payout-12-00001", "payout-12-00002"):
        desk(f"dispute open {game} --by s1 --claim late")
    with patch.object(Book, "query", autospec=True, side_effect=Book.query) as asked:
        assert len(desk("dispute list --json").out.splitlines()) == 3
    assert sum("FROM player_name" in call.args[1] for call in asked.call_args_list) == 1


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
    def overtaken(game: Game, by: UUID, *said: Any) -> tuple[Event, ...]:
        with closing(open_book("domino.db")) as book:
            stream = book.stream(book.find(GAME))
            first = open_dispute(stream.game, person(book, "s0").id, "first")
            book.append(stream, first)
        return open_dispute(game, by, *said)

    monkeypatch.setattr("domino_ledger.domain.disputes.decide.open_dispute", overtaken)
    ran = desk(f"dispute open {GAME} --by s2 --claim second")
    assert ran.code == exits.CONFLICT
    assert len(ran.err.splitlines()) == 1


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
