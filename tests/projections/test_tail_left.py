"""The feed of rounds and games that were left."""

import json
from contextlib import closing
from pathlib import Path
from uuid import UUID

import pytest

from domain.disputes.events import DisputeOpened, RulingMade
from domain.disputes.remedies import VoidGame
from domain.events import (
    Event,
    GameAbandoned,
    GameForfeited,
    IrregularityNoted,
    RoundDealt,
    TileLaid,
)
from domain.game.state import fold
from domain.tiles import NAMES, names_of
from projections.feed.feed import Json, data_of

from .tails import History, events_of, tail, written


def broken_off(*more: Event) -> History:
    return "unfinished", [*events_of("unfinished"), *more]


NEXT_DEAL = next(event for event in events_of("draw") if isinstance(event, RoundDealt))
LEFT = IrregularityNoted(code="round-not-over")


RULED_VOID = (
    DisputeOpened(dispute=1, by=UUID(int=1), claim="seen"),
    RulingMade(dispute=1, by=UUID(int=2), remedies=(VoidGame(),)),
)


@pytest.mark.parametrize("more", [(LEFT, NEXT_DEAL), RULED_VOID])
def test_a_round_that_was_left_or_can_go_on_stays_hidden(
    tmp_path: Path, more: tuple[Event, ...]
) -> None:
    history = broken_off(*more)
    start = max(
        at for at, event in enumerate(events_of("unfinished")) if isinstance(event, RoundDealt)
    )
    events = history[1][start:]
    laid_ones = {NAMES[event.tile] for event in events if isinstance(event, TileLaid)}
    with closing(written(tmp_path, [history])) as book:
        lines = tail(book)[start:]
    text = json.dumps([line["data"] for line in lines])
    assert {name for name in NAMES[:28] if f'"{name}"' in text} == laid_ones
    assert "message" not in text


@pytest.mark.parametrize("left", [GameAbandoned(reason="rain"), GameForfeited(seat=1)])
def test_the_event_that_ends_a_game_reveals_its_last_round(tmp_path: Path, left: Event) -> None:
    with closing(written(tmp_path, [broken_off(left)])) as book:
        end = tail(book)[-1]
        opened = last_round(tail(book, open=True)[:-1])
    round = fold(events_of("unfinished")).current
    assert round is not None
    assert end["data"]["left"] == [names_of(hand) for hand in round.hands]
    hidden = {"round-dealt/1", "tile-drawn/1", "irregularity-noted/1"}
    assert end["data"]["revealed"] == [
        {key: line[key] for key in ("id", "type", "data")}
        for line in opened
        if line["type"].partition(".")[2] in hidden
    ]
    assert len(end["data"]["revealed"]) > 1


def last_round(lines: list[Json]) -> list[Json]:
    """The lines of the last round, from its deal on."""
    deals = [at for at, line in enumerate(lines) if line["type"].endswith("round-dealt/1")]
    return lines[deals[-1] :]


@pytest.mark.parametrize("left", [GameAbandoned(), GameForfeited(seat=0)])
def test_a_game_left_between_two_rounds_reveals_nothing_more(tmp_path: Path, left: Event) -> None:
    between = [*events_of("irregular-over"), left]
    with closing(written(tmp_path, [("over", between), ("none", [between[0], left])])) as book:
        lines = [line for line in tail(book) if "game-" in line["type"]]
    assert [sorted(line["data"]) for line in lines[2:]] == [sorted(data_of(left))] * 2


def test_what_is_noted_after_a_game_was_left_hides_nothing(tmp_path: Path) -> None:
    with closing(written(tmp_path, [broken_off(GameAbandoned(), LEFT)])) as book:
        assert tail(book)[-1]["data"]["params"] == LEFT.params


def test_a_hidden_round_is_not_revealed_by_a_later_end(tmp_path: Path) -> None:
    later = events_of("draw")[1:]
    with closing(written(tmp_path, [broken_off(LEFT, *later)])) as book:
        lines = tail(book)
    end = next(line for line in reversed(lines) if "revealed" in line["data"])
    assert end["data"]["revealed"][0]["id"] == lines[len(broken_off(LEFT)[1])]["id"]
