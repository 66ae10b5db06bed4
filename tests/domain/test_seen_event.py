"""What is visible of an event in the feed."""

from random import Random
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.disputes.events import (
    DisputeAnswered,
    DisputeOpened,
    DisputeWithdrawn,
    RulingAppealed,
    RulingMade,
    VoidGame,
)
from domino_ledger.domain.events import (
    ActUndone,
    DealVoid,
    EntrySigned,
    Event,
    GameAbandoned,
    GameAmended,
    GameForfeited,
    GameWon,
    IrregularityNoted,
    PlayPaused,
    PlayResumed,
    RoundBlocked,
    RoundEvent,
    RoundWon,
    TileSetAside,
    TilesShown,
    TurnLost,
    drew,
    laid,
    passed,
)
from domino_ledger.domain.faults.codes import Param, Params
from domino_ledger.domain.hidden.seen_event import (
    SeenEvent,
    SeenInPart,
    left_in_hand,
    seen_event,
    seen_params,
)
from domino_ledger.domain.round.state import Round, evolve, new_round
from domino_ledger.domain.tiles import names_of, tile_named
from tests.lanes import examples

from .builders import any_hand, deal, new_game, now, opened
from .random_games import Setting, settings_of_play
from .test_seat_view import positions, with_other_hidden_tiles

RULES = any_hand("draw@1", 3, 2)
NOTE = IrregularityNoted(code="not-held")


def dealt(*, ordered: bool = True) -> Round:
    return now(deal(new_game(RULES, 2), "6-6 5-5 2-1", "5-4 4-4 3-3", ordered=ordered))


def test_a_deal_shows_only_counts() -> None:
    seen: Params = {"leader": 0, "tiles": (3, 3), "boneyard_tiles": 22}
    for round in (dealt(), dealt(ordered=False)):
        assert seen_event(round.deal, round) == SeenInPart(seen)


@pytest.mark.parametrize(
    ("event", "seen"),
    [
        (drew(1, tile_named("1-0")), {"seat": 1}),
        (TileSetAside(seat=1, tile=tile_named("5-4")), {"seat": 1}),
        (NOTE, {"code": "not-held"}),
    ],
)
def test_what_is_seen_of_an_event_with_a_hidden_tile(event: RoundEvent, seen: Params) -> None:
    assert seen_event(event, evolve(dealt(), event)) == SeenInPart(seen)


def test_open_events_are_shown_whole() -> None:
    events: list[Event] = [
        laid(0, tile_named("6-6"), None),
        passed(1),
        GameWon(seats=(0,)),
        GameAbandoned(reason="it rained"),
        opened(RULES, 2),
        GameForfeited(seat=1, reason="the last bus"),
        GameAmended(reason="a slip", by=None, opening=opened(RULES, 2)),
        PlayPaused(),
        PlayResumed(),
        TurnLost(seat=1, cause="time"),
        ActUndone(),
        TilesShown(seat=1, tiles=(tile_named("1-0"),)),
        DisputeOpened(dispute=1, by=UUID(int=1), claim="a slip"),
        DisputeAnswered(dispute=1, by=UUID(int=2), answer="none"),
        RulingMade(dispute=1, by=UUID(int=3), remedies=(VoidGame(),)),
        RulingAppealed(dispute=1, by=UUID(int=1), reason="it was one"),
        DisputeWithdrawn(dispute=1, by=UUID(int=1), what="appeal"),
    ]
    assert [seen_event(event, dealt()) for event in events] == events


@pytest.mark.parametrize("round", [None, dealt()])
def test_the_hash_under_a_signature_is_never_seen(round: Round | None) -> None:
    signed = EntrySigned(first=2, version=3, hash="ab" * 32, key="club+0a0a0a0a", signature="AA==")
    assert seen_event(signed, round) == SeenInPart(
        {"first": 2, "version": 3, "key": "club+0a0a0a0a"}
    )


def test_what_everybody_saw_of_a_fault() -> None:
    act: dict[str, Param] = {
        "seat": 1,
        "tile": "6-4",
        "end": "left",
        "ends": ("left", "right"),
        "pip": 3,
        "turn": 0,
    }
    secret: dict[str, Param] = {
        "could": ("6-5",),
        "draw": "1-0",
        "wanted": ("6-6",),
        "duty": "draw",
        "held": (),
    }
    assert seen_params(act | secret) == act


def test_everything_is_shown_before_the_first_deal_and_when_the_round_is_over() -> None:
    assert seen_event(NOTE, None) is NOTE
    for ending in (RoundBlocked(), RoundWon(seat=0), DealVoid()):
        over = evolve(dealt(), ending)
        for event in (ending, NOTE, drew(1, tile_named("1-0"))):
            assert seen_event(event, over) is event


def test_hands_left_are_shown_when_the_round_is_over() -> None:
    assert left_in_hand(dealt()) == ()
    left = left_in_hand(evolve(dealt(), RoundBlocked()))
    assert list(map(names_of, left)) == [["2-1", "5-5", "6-6"], ["3-3", "4-4", "5-4"]]


def feed_events(round: Round) -> list[SeenEvent]:
    """The events of a round as the feed shows them."""
    position = new_round(round.start.table, round.deal, round.start.lead)
    seen = [seen_event(position.deal, position)]
    for event in round.events:
        position = evolve(position, event)
        seen.append(seen_event(event, position))
    return seen


@pytest.mark.unmeasured
@settings(max_examples=examples(30))
@given(settings_of_play(), st.randoms(use_true_random=False))
def test_the_feed_depends_only_on_visible_facts(setting: Setting, random: Random) -> None:
    for round in positions(setting):
        changed = with_other_hidden_tiles(round, None, random)
        assert changed is None or feed_events(changed) == feed_events(round)
