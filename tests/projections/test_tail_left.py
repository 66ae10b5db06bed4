"""The log of games that were left or undone, and of one that was tampered with."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

from domino_ledger.domain.disputes.events import DisputeOpened, RulingMade, VoidGame
from domino_ledger.domain.events import (
    ActUndone,
    DealUndone,
    Event,
    GameAbandoned,
    GameForfeited,
    IrregularityNoted,
    RoundBlocked,
    RoundDealt,
    TileLaid,
    TilesShown,
    drew,
    laid,
    passed,
)
from domino_ledger.domain.game.state import fold
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.tiles import NAMES, UNSEEN, names_of, tile_named
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.errors import Tampered
from domino_ledger.ledger.registry.rule_sets import add
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.as_json import Json
from domino_ledger.projections.feed.feed import Tail, data_of, event_json
from tests.domain.builders import any_hand, hands, opened, tiles
from tests.messages.raises import raises_message

from .tails import History, events_of, games, news, tail, written

# -- games that were left


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
        lines = [line for line in tail(book, remembered=1) if "game-" in line["type"]]
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


# -- what was undone

RULES = any_hand("block-lot@1", 3, 2, score={"points": "losing-hands", "target": 100})
OPENED = opened(RULES, 2)
WRONG = RoundDealt(hands=hands("6-6 5-5 2-1", "6-5 4-4 3-3"), leader=0)
RIGHT = RoundDealt(hands=hands("6-6 5-5 2-2", "6-5 4-4 3-2"), leader=0)
NOTE = IrregularityNoted(code="bad-deal")
LEAD: list[Event] = [laid(0, tile_named("6-6"), None)]
STOPPED: list[Event] = [IrregularityNoted(code="round-not-over"), RoundBlocked()]
SLIP: list[Event] = [OPENED, WRONG, NOTE, DealUndone(), RIGHT, *LEAD, *STOPPED]


def topics(lines: list[Json]) -> list[str]:
    return [line["type"].removeprefix("domino-ledger.") for line in lines]


def test_an_undone_act_is_in_the_feed_without_its_tiles(tmp_path: Path) -> None:
    with closing(written(tmp_path, [("a game", SLIP)])) as book:
        lines, whole = tail(book), tail(book, open=True)
    assert topics(lines) == [event.TOPIC for event in SLIP]
    assert lines[3]["data"] == {"round": 0}
    text = json.dumps(lines)
    assert not any(f'"{name}"' in text for name in ("2-1", "3-3"))
    assert "so it was noted" not in text
    assert whole[1]["data"]["hands"][0] == ["6-6", "5-5", "2-1"]


def test_an_undo_says_what_it_took_back_without_hidden_tiles(tmp_path: Path) -> None:
    drawing = opened(any_hand("draw@1", 3, 2), 2)
    acts: list[Event] = [*LEAD, laid(1, tile_named("6-5"), "left"), drew(0, tile_named("1-0"))]
    dealt = replace(RIGHT, boneyard=tiles("1-0 1-1"))
    game = [drawing, dealt, *acts, ActUndone(), ActUndone(), DealUndone()]
    with closing(written(tmp_path, [("a game", game)])) as book:
        lines, whole = (
            [line["data"] for line in tail(book, open=open)][-3:] for open in (False, True)
        )
    lay = {"act": "lay", "seat": 1, "tile": "6-5", "end": "left", "flipped": False}
    assert lines == [{"act": "draw", "seat": 0}, lay, {"round": 0}]
    assert whole == [{"act": "draw", "seat": 0, "tile": "1-0"}, *lines[1:]]


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


def test_an_undone_end_reveals_again_and_an_undone_deal_never(tmp_path: Path) -> None:
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


# -- tampering ends it at the change

OTHER_SEAT = """replace(CAST(state AS TEXT), '"seat":1', '"seat":0')"""
FORGERIES = {
    f"UPDATE stored_events SET state = CAST({OTHER_SEAT} AS BLOB) WHERE originator_version = 3": (
        "event 3 of game {} is not what was recorded: its hash has changed"
    ),
    "DELETE FROM stored_events WHERE originator_version = 4": "event 4 of game {} is missing",
    "UPDATE stored_events SET state = 'x' WHERE originator_version = 5": (
        "event 5 of game {} does not have the form of an event"
    ),
    "UPDATE stored_events SET state = CAST('x' AS BLOB) WHERE originator_version = 5": (
        "event 5 of game {} is not readable"
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_change_is_noticed(tmp_path: Path, forgery: str) -> None:
    written(tmp_path, games("draw")).close()
    with closing(sqlite3.connect(tmp_path / "book.db")) as plain:
        triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        for (name,) in plain.execute(triggers).fetchall():
            plain.execute(f"DROP TRIGGER {name}")
        plain.execute(forgery)
        plain.commit()
    sentence = FORGERIES[forgery].format(game_id("draw"))
    with (
        closing(open_book(tmp_path / "book.db")) as book,
        raises_message(Tampered, f"^{sentence}$"),
    ):
        tail(book)


@pytest.mark.parametrize(
    "events",
    [
        [passed(0)],
        [*events_of("draw")[:2], laid(9, 0, None)],
        [events_of("draw")[0], passed(0)],
    ],
)
def test_impossible_events_are_tampering(tmp_path: Path, events: list[Event]) -> None:
    sentence = f"event {len(events)} of game {game_id('draw')} cannot follow"
    with (
        closing(written(tmp_path, [("draw", events)])) as book,
        raises_message(Tampered, sentence),
    ):
        tail(book)


def test_decisions_of_the_house_are_shown_if_they_are_asked_for(tmp_path: Path) -> None:
    with closing(written(tmp_path, games("draw"))) as book:
        before = tail(book)
        for number in (1, 2):
            add(book, PUBLISHED["draw@1"].model_copy(update={"id": f"ours-{number}@1"}))
        assert tail(book) == before
        *of_games, first, second = news(Tail(book, 0, house=True))
        assert of_games == before
        assert first["type"] == second["type"] == "domino-ledger.rules-added/1"
        assert (first["gameversion"], second["gameversion"]) == (1, 2)
        assert first["data"]["rules"]["id"] == "ours-1@1"
        found, *_ = Tail(book, int(first["sequence"]), house=True).news()
        assert json.loads(found.to_json()) == event_json(found) == second
        assert found.position == int(second["sequence"])
