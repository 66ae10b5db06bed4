"""The feed: equal lines at any time of reading, and no hidden tile."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from domino_ledger.domain.events import (
    Event,
    IrregularityNoted,
    RoundDealt,
    TileDrawn,
    TileLaid,
    drew,
)
from domino_ledger.domain.tiles import NAMES
from domino_ledger.ledger.book import make_book, open_book
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.ledger.store.stream import rows_after
from domino_ledger.projections.as_json import Json
from domino_ledger.projections.feed.feed import Tail
from tests.ledger.games import new_book

from .tails import (
    WHEN,
    Writer,
    check_cloud_event,
    events_of,
    games,
    in_turn,
    news,
    of,
    tail,
    written,
)
from .test_tail_left import SLIP

pytestmark = pytest.mark.unmeasured

# -- equal lines at any time of reading


@pytest.mark.parametrize("open", [False, True])
def test_following_and_reading_later_give_equal_lines(tmp_path: Path, open: bool) -> None:
    with closing(new_book(tmp_path)) as book:
        followed, live = Tail(book, 0, open=open), Writer(book)
        lines = []
        for game, event in in_turn([*games(), ("a game", SLIP), ("another", SLIP)]):
            live.write(game, event)
            (line,) = news(followed)
            lines.append(line)
        assert news(followed) == []
        assert tail(book, open=open) == lines


def test_any_start_and_any_cache_size_give_equal_lines(tmp_path: Path) -> None:
    with closing(written(tmp_path, games())) as book:
        lines = tail(book)
        sequences = [line["sequence"] for line in lines]
        assert list(map(int, sequences)) == list(range(1, len(lines) + 1))
        assert sequences == sorted(sequences)
        assert tail(book, remembered=2) == lines
        for after in range(0, len(lines), 7):
            assert tail(book, after) == lines[after:]


def test_the_source_of_a_book_does_not_depend_on_its_path(tmp_path: Path) -> None:
    with closing(written(tmp_path, games("draw"))) as book:
        lines = tail(book)
        book.copy(tmp_path / "copy.db")
    with closing(open_book(tmp_path / "copy.db")) as copy:
        assert tail(copy) == lines
    with closing(written(tmp_path, games("void", "draw"), "other.db")) as other:
        assert tail(other)[0]["source"] != lines[0]["source"]


def test_the_same_lines_from_postgres(tmp_path: Path, database: str) -> None:
    make_book(database)
    with (
        closing(open_book(database)) as there,
        closing(written(tmp_path, games("draw", "irregular-over"))) as here,
    ):
        live, followed = Writer(there), Tail(there, 0)
        followed_lines: list[Json] = []
        for game, event in in_turn(games("draw", "irregular-over")):
            live.write(game, event)
            followed_lines += news(followed)
        assert followed_lines == tail(here)
        assert tail(there, 20, remembered=1) == followed_lines[20:]


# -- what is hidden


def test_the_feed_of_a_round_in_play_holds_only_visible_facts(tmp_path: Path) -> None:
    """Every byte is independent of the hidden tiles."""
    events = events_of("unfinished")
    start = max(at for at, event in enumerate(events) if isinstance(event, RoundDealt))
    others = with_other_hidden_tiles(events[start:], Random(3))
    assert any(isinstance(event, TileDrawn) for event in others)
    with (
        closing(written(tmp_path, [("unfinished", events)])) as book,
        closing(written(tmp_path, [("unfinished", events[:start] + others)], "other.db")) as other,
    ):
        assert tail(book) == tail(other)
        assert tail(book, open=True) != tail(other, open=True)


def with_other_hidden_tiles(round: list[Event], random: Random) -> list[Event]:
    """The round with all tiles exchanged that were not laid."""
    deal = round[0]
    assert isinstance(deal, RoundDealt)
    assert deal.boneyard is not None
    laid_ones = {event.tile for event in round if isinstance(event, TileLaid)}
    unseen = [tile for tile in range(28) if tile not in laid_ones]
    exchanged = dict(zip(unseen, random.sample(unseen, len(unseen)), strict=True))

    def other(tiles: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(exchanged.get(tile, tile) for tile in tiles)

    dealt = replace(deal, hands=tuple(map(other, deal.hands)), boneyard=other(deal.boneyard))
    return [
        dealt,
        *(
            drew(event.seat, *other((event.tile,))) if isinstance(event, TileDrawn) else event
            for event in round[1:]
        ),
    ]


def test_a_finished_round_is_shown_with_its_last_event(tmp_path: Path) -> None:
    """The hidden lines, with the revealed tiles filled in, equal the lines of an open feed."""
    with closing(written(tmp_path, games())) as book:
        lines, opened = tail(book), tail(book, open=True)
    revealed = {each["id"]: each for line in lines for each in line["data"].get("revealed", ())}
    over = [line for line in opened if line["id"] in revealed]
    assert {line["type"].partition(".")[2] for line in over} == {
        "round-dealt/1",
        "tile-drawn/1",
        "irregularity-noted/1",
    }
    assert list(revealed.values()) == [
        {key: line[key] for key in ("id", "type", "data")} for line in sorted_as(over, revealed)
    ]


def sorted_as(lines: list[Json], ids: dict[str, Json]) -> list[Json]:
    by_id = {line["id"]: line for line in lines}
    return [by_id[each] for each in ids]


def test_open_adds_and_changes_nothing_else(tmp_path: Path) -> None:
    with closing(written(tmp_path, games())) as book:
        lines, opened = tail(book), tail(book, open=True)
    more = {"hands", "boneyard", "tile", "params", "recorded"}
    for line, whole in zip(lines, opened, strict=True):
        assert line["data"].items() <= whole["data"].items()
        assert whole["data"].keys() - line["data"].keys() <= more
        assert {**whole, "data": line["data"]} == line | {"hash": whole["hash"]}


def test_tiles_left_are_shown_with_the_end(tmp_path: Path) -> None:
    with closing(written(tmp_path, games("irregular-over"))) as book:
        end = tail(book)[-1]
    assert end["type"] == "domino-ledger.round-blocked/1"
    assert end["data"]["left"] == [["3-0", "3-2"], ["0-0", "2-0", "6-0", "6-2", "6-6"]]
    assert [each["type"] for each in end["data"]["revealed"]] == [
        "domino-ledger.round-dealt/1",
        "domino-ledger.irregularity-noted/1",
    ]


def test_after_the_end_nothing_is_hidden(tmp_path: Path) -> None:
    late: list[Event] = [drew(0, 3), IrregularityNoted(code="round-over", params={"seat": 0})]
    with closing(written(tmp_path, [("draw", [*events_of("draw")[:40], *late])])) as book:
        draw, note = tail(book)[-2:]
    assert draw["data"] == {"seat": 0, "tile": NAMES[3]}
    assert note["data"]["params"] == {"seat": 0}


def test_names_are_not_in_the_feed(tmp_path: Path) -> None:
    with closing(written(tmp_path, games("draw"))) as book:
        (opened, *_) = tail(book)
    assert opened["data"]["players"] == [
        "00000000-0000-0000-0000-000000000001",
        "00000000-0000-0000-0000-000000000002",
    ]


# -- the envelope


@pytest.mark.parametrize("open", [False, True])
def test_every_line_is_a_cloud_event(tmp_path: Path, open: bool) -> None:
    with closing(written(tmp_path, games())) as book:
        lines = tail(book, open=open)
    for line in lines:
        check_cloud_event(line)
    assert len({(line["source"], line["id"]) for line in lines}) == len(lines)
    assert {"happenedat" in line for line in lines} == {False}


def test_the_feed_has_the_time_of_an_event_if_recorded(tmp_path: Path) -> None:
    happened = "2025-12-31T23:59:00+01:00"
    rows = rows_after(
        game_id("draw"), 0, "", events_of("draw"), recorded_at=WHEN, happened_at={2: happened}
    )
    with closing(new_book(tmp_path)) as book:
        book.write(rows)
        lines = tail(book)
    assert [line["gameversion"] for line in lines if line.get("happenedat") == happened] == [3]
    assert {line["time"] for line in lines} == {WHEN}
    check_cloud_event(lines[2])


def test_the_hash_is_that_of_the_entry(tmp_path: Path) -> None:
    with closing(written(tmp_path, games("draw", "void"))) as book:
        hashes = [line["hash"] for line in of(tail(book, open=True), "draw")]
        assert hashes == [entry.hash for entry in book.stream(game_id("draw")).entries]
