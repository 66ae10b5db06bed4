"""Claims and knocks in records, in the notation, at a table, and beside bots."""

from pathlib import Path

import pytest

from domino_ledger.domain.events import PointsClaimed, TurnEnded
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.bot_table import BotTable, open_bot_game
from domino_ledger.ledger.notation.reader import read_text
from domino_ledger.ledger.notation.writer import text_of

from ..domain.builders import any_hand
from .games import Json, game_with, kept, read

CALLED = "all-fives@1+play.claims=called+play.hand.2=3"
KNOCKED = "chicken-foot@1+play.hand.2=3+play.knock_on_last_tile=true"
HANDS = [["5-5", "5-0", "6-4"], ["5-1", "5-4", "4-2"]]
FEET = [["9-9", "9-1", "0-0"], ["9-2", "9-3", "2-1"]]
LED: Json = {"seat": 0, "lay": "5-5"}
LAID: Json = {"seat": 1, "lay": "5-4", "at": "right"}


def record(rules: str, hands: list[list[str]], *moves: Json, ended: str | None = None) -> Json:
    dealt = {"leader": 0, "hands": hands, "moves": [*moves], "ended": ended}
    return game_with(rules, ["Ana", "Ben"], dealt)


def codes(found: Json) -> list[tuple[int | None, str]]:
    return [(each.move, each.code) for each in read(found).violations]


def in_play(found: Json) -> tuple[int, ...] | None:
    game = read(found).game
    assert game is not None
    return game.judged[0].facts.in_play


# -- Records


def test_a_record_that_ends_with_points_that_nobody_claimed() -> None:
    hands = [["5-5", "5-4"], ["5-1", "3-2"]]
    rules = "all-fives@1+play.claims=called+play.hand.2=2"
    moves = [LED, {"seat": 1, "lay": "5-1", "at": "right"}, {"seat": 0, "lay": "5-4", "at": "left"}]
    out = record(rules, hands, *moves, ended="out")
    assert (codes(out), in_play(out)) == ([], (0, 0))
    claimed = record(rules, hands, *moves, {"seat": 1, "claim": 5}, ended="out")
    assert (codes(claimed), in_play(claimed)) == ([], (0, 5))
    late = record(rules, hands, *moves, {"seat": 0, "done": True}, {"seat": 0, "claim": 5})
    assert codes(late)[0] == (4, "claimed-too-late")
    running = record(rules, hands, *moves)
    assert codes(running) == []


@pytest.mark.parametrize(
    ("last", "found"),
    [
        ([{"seat": 0, "knock": True}, {"seat": 1, "lay": "9-3", "at": "toe-9-9-3"}], []),
        ([{"seat": 0, "draw": "?"}, {"seat": 1, "lay": "9-3", "at": "toe-9-9-3"}], []),
        ([{"seat": 1, "lay": "9-3", "at": "toe-9-9-3"}], [(3, "did-not-knock")]),
        ([{"seat": 0, "done": True}], [(3, "did-not-knock")]),
        ([{"seat": 1, "knock": True}], [(3, "did-not-knock"), (3, "no-knock-due")]),
    ],
)
def test_knocks_of_a_record(last: list[Json], found: list[tuple[int, str]]) -> None:
    moves = [
        {"seat": 0, "lay": "9-9"},
        {"seat": 1, "lay": "9-2", "at": "toe-9-9-1"},
        {"seat": 0, "lay": "9-1", "at": "toe-9-9-2"},
    ]
    assert codes(record(KNOCKED, FEET, *moves, *last)) == found


# -- The book and the notation


GAMES = {
    "claimed": record(CALLED, HANDS, LED, {"seat": 1, "claim": 10}, LAID),
    "let go": record(CALLED, HANDS, LED, LAID),
    "knocked": record(
        KNOCKED,
        FEET,
        {"seat": 0, "lay": "9-9"},
        {"seat": 1, "lay": "9-2", "at": "toe-9-9-1"},
        {"seat": 0, "lay": "9-1", "at": "toe-9-9-2"},
        {"seat": 0, "knock": True},
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_comes_back_from_the_book_and_from_its_text(tmp_path: Path, name: str) -> None:
    [again] = read_text(text_of(GAMES[name], PUBLISHED), PUBLISHED)
    for found in (kept(tmp_path, GAMES[name]), again):
        assert found["rounds"][0]["moves"] == GAMES[name]["rounds"][0]["moves"]


# -- Bots


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_bot_never_forgets_to_call(book: Book, bot: str) -> None:
    rules = any_hand("all-fives@1", 5, 2, play={"claims": "called"})
    table = BotTable(0, "greedy" if bot == "greedy" else "random", seed=4)
    session = open_bot_game(book, "bots", rules, table, ["you", "bot"])
    for _ in range(200):
        if not session.play_on():
            if session.game.over:
                break
            session.take("1")
    rounds = [judged.round for judged in session.game.judged]
    stopped = [act for round in rounds for act in round.acts if isinstance(act, TurnEnded)]
    claimed = [act for round in rounds for act in round.acts if isinstance(act, PointsClaimed)]
    assert stopped == []
    assert any(act.seat == 1 for act in claimed)
