"""Every event can be read in each of its versions: one golden file for each topic.

A file of a published topic never changes. A new topic gets a new file:
``python -m tests.domain.test_events`` writes only the missing files.
"""

from dataclasses import FrozenInstanceError, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args
from uuid import UUID

import pytest
from pydantic import TypeAdapter, ValidationError

from domino_ledger.domain.disputes.events import (
    CorrectPoints,
    CountPips,
    DisputeAnswered,
    DisputeOpened,
    DisputeWithdrawn,
    ImposePenalty,
    NameBlocker,
    ReplayRound,
    RulingAppealed,
    RulingMade,
    Uphold,
    VoidGame,
    VoidRound,
)
from domino_ledger.domain.events import (
    ActUndone,
    DealUndone,
    DealVoid,
    EntrySigned,
    Event,
    GameAbandoned,
    GameAmended,
    GameForfeited,
    GameOpened,
    GameWon,
    IrregularityNoted,
    LastTileKnocked,
    MarkerRaised,
    PipsNoted,
    PlayPaused,
    PlayResumed,
    PointsClaimed,
    RoundBlocked,
    RoundDealt,
    RoundReported,
    RoundWon,
    SeedsRecorded,
    ShuffleAborted,
    ShuffleCommitted,
    TargetReached,
    TileDrawn,
    TileLaid,
    TileRuledOut,
    TileSetAside,
    TilesShown,
    TurnEnded,
    TurnLost,
    TurnPassed,
    Way,
    drew,
    laid,
    passed,
)
from domino_ledger.domain.frozen import Frozen
from domino_ledger.domain.house import (
    CountingChanged,
    HouseEvent,
    KeyRegistered,
    KeyRevoked,
    MoneyBooked,
    NamesErased,
    PlayerNamed,
    PlayerPosting,
    PlayersMerged,
    PlayersNamed,
    PlayersUnmerged,
    RulesAdded,
)
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import CountedBy
from domino_ledger.domain.rules.payout import Stake
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import UNSEEN, tile_named
from domino_ledger.ledger.store.codec import body_of

from .builders import hands, tiles

GOLDEN = Path(__file__).parents[1] / "events"

EXAMPLES: tuple[Event | HouseEvent, ...] = (
    GameOpened(
        record="club-2026-11-20-table-3-game-1",
        rules=PUBLISHED["partnership-sanjuan@1"],
        players=tuple(UUID(int=number) for number in range(1, 5)),
        stake=Stake(currency="EUR", minor_per_pip=5),
        teams=((0, 2), (1, 3)),
        source="the club's own book",
        started_at=datetime(2026, 11, 20, 19, 30, tzinfo=UTC),
        after="club-2026-11-20-table-3-game-0",
    ),
    RoundDealt(hands=hands("6-6 6-5", "5-5 1-0"), boneyard=tiles("0-0 4-3"), leader=0),
    DealVoid(),
    RoundReported(winners=(0, 2), ended="out", out=2, points=(35, 0)),
    TileDrawn(seat=1, tile=14),
    TileLaid(seat=2, tile=25, end="left", flipped=False),
    TileLaid(seat=0, tile=22, end="right", open=1),
    RoundDealt(hands=hands("6-6 6-5", "5-5 1-0"), leader=1, hub=tile_named("12-12")),
    TileRuledOut(seat=1, tile=18, end="right"),
    TileSetAside(seat=1, tile=14),
    MarkerRaised(seat=2),
    TurnEnded(seat=0, inferred=True),
    PointsClaimed(seat=1, points=15),
    LastTileKnocked(seat=2),
    TurnPassed(seat=3, inferred=True),
    RoundBlocked(),
    RoundWon(seat=2),
    TargetReached(seat=0),
    IrregularityNoted(code="not-held", params={"seat": 1, "tile": "6-4"}),
    GameWon(seats=(0, 2)),
    GameAbandoned(reason="the lights went out"),
    TurnLost(seat=1, cause="time"),
    ActUndone(),
    DealUndone(),
    TilesShown(seat=1, tiles=tiles("5-5 1-0")),
    PipsNoted(pips=(None, 5, 12, 0)),
    GameForfeited(seat=1, reason="the last bus"),
    PlayPaused(),
    PlayResumed(),
    GameAmended(
        reason="round 2 had two moves in the wrong order",
        by=UUID(int=9),
        opening=GameOpened(
            record="r", rules=PUBLISHED["block@1"], players=(UUID(int=1), UUID(int=2))
        ),
    ),
    DisputeOpened(dispute=1, by=UUID(int=1), claim="seat 1 held a five", round=0, move=7),
    DisputeAnswered(dispute=1, by=UUID(int=2), answer="I had none"),
    RulingMade(
        dispute=1,
        by=UUID(int=9),
        remedies=(
            Uphold(round=0),
            VoidRound(round=1),
            ReplayRound(round=2),
            VoidGame(),
            NameBlocker(round=0, blocker=1, assistant=None),
            CorrectPoints(round=0, points=(31, 0)),
            CountPips(round=3, pips=(0, 12)),
            ImposePenalty(round=0, seat=1, offence="revoke", points_to_others=30),
        ),
        reason="the deal shows it",
        role="arbiter",
    ),
    RulingAppealed(dispute=1, by=UUID(int=2), reason="the deal was not seen"),
    DisputeWithdrawn(dispute=1, by=UUID(int=2), what="appeal", reason="it was seen"),
    ShuffleCommitted(
        algorithm="domino-shuffle/1",
        server="1f" * 32,
        seats=("2e" * 32, "3d" * 32),
        by_program=(1,),
    ),
    ShuffleAborted(),
    SeedsRecorded(server="4c" * 32, seats=("5b" * 32, None)),
    EntrySigned(
        first=12,
        version=13,
        hash="ab" * 32,
        key="marta.example+f15eecee",
        signature="PKFDWHVeJQS5TGSdkT6XDpyt2L7s9lJbqlR6zP8FY2aV4s1bV6oZqG6Ih8sNWZ3x+5mY0uB0cA1sQ7Yw4mWnAA==",
    ),
    KeyRegistered(
        key="marta.example+f15eecee+AYpsEHuuvXDgzQt3tUyFiqr8bSwDCZTGhkNjTvBEyGu9",
        role="arbiter",
        player=UUID(int=9),
        replaces="marta.example+0a0a0a0a",
    ),
    KeyRevoked(key="marta.example+f15eecee", reason="the telephone was lost"),
    CountingChanged(
        rules=(CountedBy(played="block-lot@1", rules=PUBLISHED["forced-block@1"]),), by=UUID(int=7)
    ),
    RulesAdded(rules=PUBLISHED["block@1"].model_copy(update={"id": "house@1"})),
    PlayersMerged(player=UUID(int=4), into=UUID(int=5), by=UUID(int=7)),
    PlayersUnmerged(player=UUID(int=4)),
    PlayersNamed(
        names=(
            PlayerNamed(player=UUID(int=4), commitment="ab" * 32),
            PlayerNamed(player=UUID(int=5), commitment="cd" * 32),
        ),
        given_up=("ef" * 32,),
    ),
    NamesErased(players=(UUID(int=4), UUID(int=5))),
    MoneyBooked(
        kind="settlement",
        game=UUID(int=8),
        round=2,
        rules="forced-block@1",
        after=310,
        currency="EUR",
        postings=(
            PlayerPosting(player=UUID(int=1), amount=-60, reason="pays-as-blocker"),
            PlayerPosting(player=UUID(int=2), amount=60, reason="receives-from-the-blocker"),
        ),
    ),
)


def file_name(event: Event | HouseEvent) -> str:
    """The topic, and the fields that few events of this kind have."""
    more = [
        name for name in ("hub", "open", "wild", "bend") if getattr(event, name, None) is not None
    ]
    return "-".join([event.TOPIC.replace("/", "-"), *more])


def golden(event: Event | HouseEvent) -> Path:
    return GOLDEN / f"{file_name(event)}.json"


def written(event: Event | HouseEvent) -> bytes:
    return body_of(event)


@pytest.mark.unmeasured
@pytest.mark.parametrize("event", EXAMPLES, ids=file_name)
def test_the_golden_file_is_read_as_this_event(event: Event | HouseEvent) -> None:
    read = TypeAdapter(type(event)).validate_json(golden(event).read_bytes())
    assert read == event
    assert type(read) is type(event)


@pytest.mark.unmeasured
@pytest.mark.parametrize("event", EXAMPLES, ids=file_name)
def test_this_event_is_written_as_the_golden_file(event: Event | HouseEvent) -> None:
    assert written(event) == golden(event).read_bytes()


@pytest.mark.parametrize("event", EXAMPLES, ids=file_name)
def test_an_event_cannot_be_changed(event: Event | HouseEvent) -> None:
    for each in fields(event):
        with pytest.raises(FrozenInstanceError):
            setattr(event, each.name, getattr(event, each.name))


@pytest.mark.parametrize("tile", [0, 1, UNSEEN - 1])
def test_tiles_are_read_as_numbers_too(tile: int) -> None:
    assert TypeAdapter(TileDrawn).validate_json(b'{"seat":0,"tile":%d}' % tile).tile == tile


def test_the_methods_of_events_are_shared() -> None:
    for kind in (*get_args(Event), *get_args(HouseEvent)):
        assert issubclass(kind, Frozen)
        assert not {"__init__", "__eq__", "__hash__", "__repr__", "__setattr__"} & set(vars(kind))


def test_every_event_has_a_topic_of_its_own_and_a_golden_file() -> None:
    kinds = (*get_args(Event), *get_args(HouseEvent))
    topics = [event.TOPIC for event in kinds]
    assert len(set(topics)) == len(topics)
    assert {type(event) for event in EXAMPLES} == set(kinds)
    assert {golden(event) for event in EXAMPLES} == set(GOLDEN.glob("*.json"))


@pytest.mark.unmeasured
@pytest.mark.parametrize("rules", PUBLISHED.values(), ids=PUBLISHED)
def test_the_rules_in_force_are_written_whole(rules: RuleSet) -> None:
    event = GameOpened(record="r", rules=rules, players=(UUID(int=1),))
    assert rules.model_dump_json().encode() in written(event)
    assert TypeAdapter(GameOpened).validate_json(written(event)) == event


@pytest.mark.parametrize(
    ("event", "body"),
    [
        (TileLaid, b'{"seat":0,"tile":"7"}'),
        (TileLaid, b'{"seat":0,"tile":"6-4-2"}'),
        (TileLaid, b'{"seat":0,"tile":true}'),
        (TileLaid, b'{"seat":0,"tile":210}'),
        (TileLaid, b'{"seat":0,"tile":"W-19"}'),
        (TileLaid, b'{"seat":0,"tile":"6-6","bend":"up"}'),
        (TileLaid, b'{"seat":0,"tile":-1}'),
        (TileLaid, b'{"seat":0}'),
        (TileDrawn, b'{"seat":"zero","tile":"6-4"}'),
        (RoundDealt, b'{"hands":[["6-4",null]]}'),
        (GameOpened, b'{"record":"r","rules":"block@1","players":[]}'),
    ],
)
def test_an_invalid_event_is_refused(event: type[Event], body: bytes) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(event).validate_json(body)


def test_a_tile_is_read_whichever_half_comes_first() -> None:
    read = TypeAdapter(TileDrawn).validate_json(b'{"seat":0,"tile":"4-6"}')
    assert written(read) == b'{"seat":0,"tile":"6-4"}'


@pytest.mark.parametrize(
    ("way", "said"),
    [(Way(open=1), b'"open":1'), (Way(wild=4), b'"wild":4'), (Way(bend="left"), b'"bend":"left"')],
)
def test_a_lay_down_says_how_the_tile_lies_only_where_that_decides(way: Way, said: bytes) -> None:
    plain, lay = laid(0, tile_named("6-1"), "left"), laid(0, tile_named("6-1"), "left", way=way)
    assert written(lay) == written(plain)[:-1] + b"," + said + b"}"
    assert TypeAdapter(TileLaid).validate_json(written(lay)) == lay


def test_equal_acts_are_interned() -> None:
    assert laid(0, 25, "left") is laid(0, 25, "left")
    assert laid(0, 25, "left") is laid(0, 25, "left", False) is laid(0, 25, "left", flipped=False)
    assert passed(0) is passed(0, False) is passed(seat=0, inferred=False)
    assert drew(0, 25) is drew(0, 25)
    assert passed(0) is passed(0)
    assert laid(0, 25, "left") == TileLaid(seat=0, tile=25, end="left")


def write_missing() -> None:
    """Write a golden file for each topic that has none."""
    GOLDEN.mkdir(exist_ok=True)
    for event in EXAMPLES:
        if not golden(event).exists():
            golden(event).write_bytes(written(event))


if __name__ == "__main__":
    write_missing()
