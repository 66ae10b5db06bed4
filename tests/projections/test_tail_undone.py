"""The feed of games with undone deals: the undo is shown, the tiles of the deal are not."""

import json
from contextlib import closing
from pathlib import Path

from domain.events import (
    ActUndone,
    DealUndone,
    Event,
    IrregularityNoted,
    RoundBlocked,
    RoundDealt,
    TilesShown,
    laid,
)
from domain.tiles import UNSEEN, tile_named
from projections.feed.feed import Json, Tail
from tests.domain.builders import any_hand, hands, opened, tiles
from tests.ledger.games import new_book

from .tails import Writer, in_turn, tail, written

RULES = any_hand("block-lot@1", 3, 2, score={"points": "losing-hands", "target": 100})
OPENED = opened(RULES, 2)
WRONG = RoundDealt(hands=hands("6-6 5-5 2-1", "6-5 4-4 3-3"), leader=0)
RIGHT = RoundDealt(hands=hands("6-6 5-5 2-2", "6-5 4-4 3-2"), leader=0)
NOTE = IrregularityNoted(code="bad-deal")
LEAD: list[Event] = [laid(0, tile_named("6-6"), None)]
STOPPED: list[Event] = [
    IrregularityNoted(code="round-not-over"),
    RoundBlocked(),
]
SLIP: list[Event] = [OPENED, WRONG, NOTE, DealUndone(), RIGHT, *LEAD, *STOPPED]


def topics(lines: list[Json]) -> list[str]:
    return [line["type"].removeprefix("domino-ledger.") for line in lines]


def test_an_undone_act_is_in_the_feed_without_its_tiles(tmp_path: Path) -> None:
    with closing(written(tmp_path, [("a game", SLIP)])) as book:
        lines, whole = tail(book), tail(book, open=True)
    assert topics(lines) == [event.TOPIC for event in SLIP]
    assert lines[3]["data"] == {}
    text = json.dumps(lines)
    assert not any(f'"{name}"' in text for name in ("2-1", "3-3"))
    assert "so it was noted" not in text
    assert whole[1]["data"]["hands"][0] == ["6-6", "5-5", "2-1"]


def test_the_later_end_reveals_the_later_round_alone(tmp_path: Path) -> None:
    with closing(written(tmp_path, [("a game", SLIP)])) as book:
        lines = tail(book)
    end = lines[-1]["data"]
    assert [each["id"] for each in end["revealed"]] == [lines[4]["id"], lines[6]["id"]]
    assert end["left"] == [["2-2", "5-5"], ["3-2", "4-4", "6-5"]]


def test_a_round_that_goes_on_again_reveals_itself(tmp_path: Path) -> None:
    """It was left, and the deal after it was undone."""
    game = [OPENED, RIGHT, *LEAD, WRONG, DealUndone(), *STOPPED]
    with closing(written(tmp_path, [("a game", game)])) as book:
        lines = tail(book)
    revealed = lines[-1]["data"]["revealed"]
    assert [each["id"] for each in revealed] == [lines[1]["id"], lines[5]["id"]]
    assert not any(f'"{name}"' in json.dumps(lines) for name in ("2-1", "3-3"))


def test_an_undone_end_reveals_again_and_an_undone_deal_never(
    tmp_path: Path,
) -> None:
    reopened: list[Event] = [*STOPPED, WRONG, DealUndone(), ActUndone(), *LEAD]
    game = [OPENED, RIGHT, *LEAD, *reopened, *STOPPED]
    with closing(written(tmp_path, [("a game", game)])) as book:
        lines = tail(book)
    ends = [line["data"] for line in lines if "revealed" in line["data"]]
    assert [end["left"] for end in ends] == [[["2-2", "5-5"], ["3-2", "4-4", "6-5"]]] * 2
    assert not any(f'"{name}"' in json.dumps(lines) for name in ("2-1", "3-3"))


def test_later_acts_of_the_round_before_are_in_the_feed(tmp_path: Path) -> None:
    """Its tiles may be shown, after any number of undone deals."""
    unseen = RoundDealt(hands=((UNSEEN,) * 3,) * 2, leader=0)
    shown = TilesShown(seat=1, tiles=tiles("4-4 3-2 6-5"))
    undone: list[Event] = [WRONG, WRONG, DealUndone(), DealUndone()]
    game = [OPENED, unseen, *LEAD, RoundBlocked(), *undone, shown]
    with closing(written(tmp_path, [("a game", game)])) as book:
        lines = tail(book)
        assert [
            line for at in range(len(lines)) for line in tail(book, at, remembered=1)[:1]
        ] == lines
    assert lines[-1]["data"] == {"seat": 1, "tiles": ["4-4", "3-2", "6-5"]}


def test_following_and_reading_later_give_equal_lines(tmp_path: Path) -> None:
    games = [("a game", SLIP), ("another", SLIP)]
    with closing(new_book(tmp_path)) as book:
        followed, live = Tail(book, 0, remembered=1), Writer(book)
        lines: list[Json] = []
        for game, event in in_turn(games):
            live.write(game, event)
            lines += followed.news()
        assert tail(book) == lines
