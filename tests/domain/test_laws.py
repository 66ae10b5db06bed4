"""Laws of play under every rule set, checked on random games."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import DealVoid, RoundBlocked, RoundWon, TileLaid, drew, laid, passed
from domain.game.decide import DoAct, Refused, advance, advance_legal, decide, upright
from domain.game.state import Game, evolve_game, fold, open_game
from domain.round.legal import legal_moves
from domain.round.state import Act, Round, evolve
from domain.tiles import HALVES, Tile, tile_set
from tests.lanes import examples

from .houses import ALL_HOUSES, AS_FOUND, Setting, settings_of_play

ENDS = (None, "left", "right", "middle", "")


def everything(round: Round) -> list[Act]:
    """Every conceivable act: any seat, tile and end, with one seat and one tile too many."""
    seats = range(round.table.seats + 1)
    tiles = range(round.table.tiles.bit_count() + 1)
    ends = {*ENDS, *(end.name for end in round.front.ends), "arm-9"}
    lays = product(seats, tiles, ends, (False, True))
    return [
        *(laid(*lay, half) for lay in lays for half in halves_to_say(round, lay[1])),
        *(drew(*draw) for draw in product(seats, tiles)),
        *(passed(seat) for seat in seats),
    ]


def halves_to_say(round: Round, tile: Tile) -> tuple[int | None, ...]:
    """Any half where tiles may lie either way; elsewhere a wrong one of a few tiles."""
    if round.table.play.matching == "equal":
        return (None,) if tile > 2 else (None, 1)
    return (None, *HALVES[tile], 7)


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
@pytest.mark.parametrize("house", ALL_HOUSES)
@settings(AS_FOUND, max_examples=examples(15))
@given(data=st.data())
def test_exactly_the_legal_moves_are_accepted(house: str, data: st.DataObject) -> None:
    game = position(data.draw(settings_of_play(house)), data.draw(st.integers(0, 200)))
    assert game.current is not None
    before = replace(game.current)
    legal = legal_moves(game.current)
    assert len(set(legal)) == len(legal)
    allowed = {act for act in everything(game.current) if accepted(game, act)}
    assert allowed == (set() if game.over else {*legal} | turned(legal))
    assert game.current == before


def turned(acts: tuple[Act, ...]) -> set[Act]:
    """The leads among these, flipped."""
    leads = [act for act in acts if isinstance(act, TileLaid) and act.end is None]
    return {laid(lead.seat, lead.tile, None, flipped=True) for lead in leads}


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
    """The tiles in hands, in the boneyard and on the table."""
    in_hands = [
        tile for hand in round.hands for tile in range(len(HALVES)) if hand & tile_set([tile])
    ]
    on_the_table = [act.tile for act in round.acts if isinstance(act, TileLaid)]
    return [*in_hands, *round.boneyard, *on_the_table]


@pytest.mark.unmeasured
@AS_FOUND
@given(settings_of_play())
def test_no_tile_is_lost_or_duplicated(setting: Setting) -> None:
    for ply in setting.plies(rounds=2):
        game = ply.before
        for event in ply.events:
            game = evolve_game(game, event)
            assert game.current is not None
            whole = list(range(game.table.tiles.bit_count()))
            assert sorted(tiles_everywhere(game.current)) == whole


@pytest.mark.unmeasured
@AS_FOUND
@given(settings_of_play(), st.integers(0, 200), st.randoms(use_true_random=False))
def test_no_tile_is_lost_or_duplicated_after_any_move(
    setting: Setting, at: int, random: Random
) -> None:
    round = position(setting, at).current
    assert round is not None
    whole = list(range(round.table.tiles.bit_count()))
    for _ in range(4):
        lying = {act.tile for act in round.acts if isinstance(act, TileLaid)}
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


ENDINGS = {RoundWon.TOPIC: "out", RoundBlocked.TOPIC: "blocked", DealVoid.TOPIC: "void"}


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


@AS_FOUND
@given(settings_of_play())
def test_decide_is_deterministic(setting: Setting) -> None:
    for ply in setting.plies(rounds=1):
        assert decide(ply.before, ply.command) == ply.events
