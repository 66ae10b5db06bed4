"""Laws of play under every rule set, checked on random games."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.events import (
    NO_WAY,
    DealVoid,
    LastTileKnocked,
    MarkerRaised,
    PointsClaimed,
    RoundBlocked,
    RoundWon,
    TargetReached,
    TileLaid,
    TileSetAside,
    TurnEnded,
    TurnPassed,
    Way,
    drew,
    laid,
)
from domino_ledger.domain.game.decide import DoAct, Refused, advance, decide
from domino_ledger.domain.game.state import Game, evolve_game, fold, open_game
from domino_ledger.domain.round.calls import calls_due
from domino_ledger.domain.round.legal import advance_legal, legal_moves, upright
from domino_ledger.domain.round.state import Act, Round, evolve
from domino_ledger.domain.rules.layouts import Bent
from domino_ledger.domain.tiles import HALVES, WILD, Tile, tile_set, tiles_of
from tests.lanes import examples

from .random_games import ALL_RULES, AS_FOUND, Setting, settings_of_play

ENDS = (None, "left", "right", "middle", "")


def everything(round: Round) -> list[Act]:
    """Every conceivable act: seat, tile and end, with one seat and one tile too many.

    At a large table the seat in turn, the next one, and the one too many.
    """
    table, turn = round.table, round.seat
    seats = set(range(table.seats + 1))
    if table.seats > 4:
        seats = {turn, table.next_seat[turn], table.seats}
    tiles = [*tiles_of(table.tiles), (table.tiles + 1).bit_length() - 1]
    ends = {*ENDS, *(end.name for end in round.front.ends), "arm-9", "train-0", "train-1"}
    lays = [(seat, tile, end, False) for seat, tile, end in product(seats, tiles, ends)]
    lays += [(seat, tile, None, True) for seat, tile in product(seats, tiles)]
    return [
        *(laid(*lay, way) for lay in lays for way in ways_to_say(round, lay[1])),
        *(drew(*draw) for draw in product(seats, tiles)),
        *(TileSetAside(seat=seat, tile=tile) for seat, tile in product(seats, tiles)),
        *(make(seat=seat) for make in _WITHOUT_TILES for seat in seats),
        *(PointsClaimed(seat=seat, points=points) for seat in seats for points in range(0, 40, 5)),
    ]


_WITHOUT_TILES = (TurnPassed, MarkerRaised, TurnEnded, LastTileKnocked)


def unlisted(round: Round) -> set[Act]:
    """While points may be claimed: claims of other seats, and what follows if nobody claims."""
    claims = {
        replace(call, seat=seat)
        for call in calls_due(round)
        if isinstance(call, PointsClaimed)
        for seat in range(round.table.seats)
    }
    if not claims:
        return set()
    stop = TurnEnded(seat=round.seat)
    return claims | {*legal_moves(advance_legal(round, stop))}


def ways_to_say(round: Round, tile: Tile) -> tuple[Way, ...]:
    """Any way where the rules let lays say it; elsewhere a wrong one of a few tiles."""
    play = round.table.play
    if play.matching == "sum":
        return (NO_WAY, *(Way(open=half) for half in (*HALVES[tile], 7)))
    if WILD in HALVES[tile]:
        return (NO_WAY, *(Way(wild=pip) for pip in range(11)))
    if isinstance(play.layout, Bent):
        return NO_WAY, Way(bend="left"), Way(bend="right")
    wrong = Way(open=1), Way(wild=1), Way(bend="left")
    return (NO_WAY, wrong[tile]) if tile < len(wrong) else (NO_WAY,)


def accepted(game: Game, act: Act) -> bool:
    try:
        return bool(decide(game, DoAct(act)))
    except Refused:
        return False


def position(setting: Setting, at: int) -> Game:
    """The game after command number ``at``, modulo their number."""
    games = [ply.after for ply in setting.plies(rounds=2)]
    return games[at % len(games)]


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", ALL_RULES)
@settings(AS_FOUND, max_examples=examples(5))
@given(data=st.data())
def test_exactly_the_legal_moves_are_accepted(name: str, data: st.DataObject) -> None:
    game = position(data.draw(settings_of_play(name)), data.draw(st.integers(0, 200)))
    assert game.current is not None
    before = replace(game.current)
    legal = legal_moves(game.current)
    assert len(set(legal)) == len(legal)
    allowed = {act for act in everything(game.current) if accepted(game, act)}
    others = unlisted(game.current)
    assert allowed == (set() if game.over else {*legal} | turned(legal) | others)
    assert game.current == before


def turned(acts: tuple[Act, ...]) -> set[Act]:
    """The leads among these, flipped."""
    leads = [act for act in acts if isinstance(act, TileLaid) and act.end is None]
    plain = [lead for lead in leads if lead.way == NO_WAY]
    return {laid(lead.seat, lead.tile, None, flipped=True) for lead in plain}


@pytest.mark.unmeasured
@AS_FOUND
@given(settings_of_play())
def test_there_is_a_legal_move_until_the_round_is_over(setting: Setting) -> None:
    for ply in setting.plies(rounds=3):
        round = ply.after.current
        assert round is not None
        assert bool(legal_moves(round)) == (round.ended is None)
        assert all(act.seat == round.seat for act in legal_moves(round))


def tiles_everywhere(round: Round) -> list[int]:
    """The tiles in hands, in the boneyard, on the table and set aside."""
    in_hands = [
        tile for hand in round.hands for tile in range(len(HALVES)) if hand & tile_set([tile])
    ]
    gone = [act.tile for act in round.acts if isinstance(act, TileLaid | TileSetAside)]
    return [*in_hands, *round.boneyard, *gone]


@pytest.mark.unmeasured
@AS_FOUND
@given(settings_of_play())
def test_no_tile_is_lost_or_duplicated(setting: Setting) -> None:
    for ply in setting.plies(rounds=2):
        game = ply.before
        for event in ply.events:
            game = evolve_game(game, event)
            assert game.current is not None
            whole = list(tiles_of(game.current.start.tiles))
            assert sorted(tiles_everywhere(game.current)) == whole


@pytest.mark.unmeasured
@AS_FOUND
@given(settings_of_play(), st.integers(0, 200), st.randoms(use_true_random=False))
def test_no_tile_is_lost_or_duplicated_after_any_move(
    setting: Setting, at: int, random: Random
) -> None:
    round = position(setting, at).current
    assert round is not None
    whole = list(tiles_of(round.start.tiles))
    for _ in range(4):
        lying = {act.tile for act in round.acts if isinstance(act, TileLaid | TileSetAside)}
        tile = random.choice([each for each in whole if each not in lying] or [None])
        if tile is not None:
            end = random.choice(ENDS) if round.front.ends else None
            round = evolve(round, laid(random.randrange(round.table.seats), tile, end))
        assert sorted(tiles_everywhere(round)) == whole


@AS_FOUND
@given(settings_of_play(), st.randoms(use_true_random=False))
def test_the_events_make_the_whole_game(setting: Setting, random: Random) -> None:
    played = list(setting.plies(rounds=3))
    opening = played[0].before.opened
    upto = random.randrange(len(played))
    events = [event for ply in played[: upto + 1] for event in ply.events]
    assert fold([opening, *events]) == played[upto].after
    assert evolve_game(played[upto].after, opening) == open_game(opening)


@pytest.mark.unmeasured
@AS_FOUND
@given(settings_of_play())
def test_decide_then_evolve_is_advance(setting: Setting) -> None:
    for ply in setting.plies(rounds=2):
        if isinstance(ply.command, DoAct) and ply.before.current is not None:
            act = ply.command.act
            assert advance(ply.before.current, act) == ply.after.current
            assert advance_legal(ply.before.current, upright(act)) == ply.after.current


ENDINGS = {
    RoundWon.TOPIC: "out",
    RoundBlocked.TOPIC: "blocked",
    TargetReached.TOPIC: "target",
    DealVoid.TOPIC: "void",
}


@pytest.mark.unmeasured
@AS_FOUND
@given(settings_of_play())
def test_only_a_closing_event_ends_a_round(setting: Setting) -> None:
    for ply in setting.plies(rounds=3):
        round = ply.after.current
        assert round is not None
        said = [ENDINGS[event.TOPIC] for event in ply.events if event.TOPIC in ENDINGS]
        assert said == ([] if round.ended is None else [round.ended])
        assert round.regular


@pytest.mark.unmeasured
@AS_FOUND
@given(settings_of_play())
def test_decide_is_deterministic(setting: Setting) -> None:
    for ply in setting.plies(rounds=1):
        assert decide(ply.before, ply.command) == ply.events
