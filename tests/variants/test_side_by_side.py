"""The domain beside the naive models, ply by ply, on random games of every number of seats."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.events import RoundDealt
from domino_ledger.domain.facts import facts_of
from domino_ledger.domain.game.decide import DoAct
from domino_ledger.domain.game.next_lead import leaders_of_next_game
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import NAMES
from tests.domain.builders import altered, now, opened
from tests.domain.random_games import AS_FOUND, plies
from tests.lanes import examples

from .naive import MODELS, Naive, Said, model_of
from .naive.feet import ChickenFoot, Spinner
from .naive.gaple import Gaple
from .naive.matador import ForkedMatador
from .naive.trains import BasicTrain, MexicanTrain
from .referee import seats_named, written

pytestmark = pytest.mark.unmeasured


def said_of(game: Game, deal: RoundDealt) -> Said:
    """The deal as the referee would write it. Void deals are no rounds."""
    hub = {} if deal.hub is None else {"hub": NAMES[deal.hub]}
    return {
        "rules": game.opened.rules.id,
        "round": sum(round.ended != "void" for round in game.rounds),
        "seats": game.table.seats,
        "hands": [[NAMES[tile] for tile in hand] for hand in deal.hands],
        "boneyard": [NAMES[tile] for tile in deal.boneyard or ()],
        "starter": deal.leader,
        "leader": deal.leader,
        **hub,
    }


def check(game: Game, naive: Naive) -> None:
    """Both allow the same, and count the same when the round is over."""
    round = now(game)
    moves = {json.dumps(move) for move in naive.moves()}
    assert {written(act) for act in legal_moves(round)} == moves
    assert round.ended == naive.ended
    if round.ended is not None:
        score = game.judged[-1].score
        assert score is not None
        assert list(facts_of(round).pips) == naive.pips()
        assert list(score.points or ()) == naive.points()
        if game.won is None:
            assert leaders_of_next_game(game) == seats_named(naive.next())


@pytest.mark.parametrize("id", MODELS)
@settings(AS_FOUND, max_examples=examples(8))
@given(data=st.data())
def test_the_same_moves_ends_and_points(id: str, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from([*PUBLISHED[id].play.hand]))
    chance = Random(data.draw(st.integers(0, 2**32 - 1)))
    naive = None
    for ply in plies(opened(PUBLISHED[id], seats), chance, rounds=3):
        if isinstance(ply.command, DoAct):
            assert naive is not None
            naive.do(json.loads(written(ply.command.act)))
        elif now(ply.after).ended == "void":
            continue
        else:
            naive = model_of(said_of(ply.after, now(ply.after).deal))
        check(ply.after, naive)


TRAINS_FROM_A_HUB = {
    "public": st.sampled_from(["any-time", "after-own-train"]),
    "marked_empty": st.sampled_from(["open", "closed"]),
    "cover": st.sampled_from(["live-doubles", "every-double", "anywhere"]),
    "doubles_chain": st.booleans(),
    "out_on_double": st.booleans(),
    "first_turn": st.sampled_from(["one", "as-many-as-fit"]),
}
"""By field of the layout, the values to choose from."""
OWN_HIGHEST = {"kind": "own-highest-double"}
HUBS: dict[str, dict[str, Any]] = {
    "set-aside": {},
    "holder-lays": {"first_lead": {"kind": "round-double"}, "next_lead": "same-rule"},
    "own-highest": {"first_lead": OWN_HIGHEST, "later_lead": OWN_HIGHEST},
}
"""By the way in which the hub comes to lie in the middle, what rules of play say so."""
OWN_TRAINS = {
    "engine": st.sampled_from(["any-double", "own-highest"]),
    "train_ends": st.sampled_from([1, 2]),
}
FEET = {
    "opener_takes": st.sampled_from([2, 3, 4, 6]),
    "toes": st.sampled_from([2, 3]),
    "dead_foot": st.sampled_from(["blocks", "waived"]),
    "knocks": st.booleans(),
}


def assert_alike(
    rules: RuleSet, seats: int, chance: Random, naive_of: Callable[[Said], Naive]
) -> None:
    """Two rounds by chance, ply by ply."""
    naive = None
    for ply in plies(opened(rules, seats), chance, rounds=2):
        if isinstance(ply.command, DoAct):
            assert naive is not None
            naive.do(json.loads(written(ply.command.act)))
        elif now(ply.after).ended == "void":
            continue
        else:
            naive = naive_of(said_of(ply.after, now(ply.after).deal))
        check(ply.after, naive)


@settings(AS_FOUND, max_examples=examples(60))
@given(data=st.data())
def test_every_choice_of_mexican_train(data: st.DataObject) -> None:
    own: dict[str, Any] = data.draw(st.fixed_dictionaries(TRAINS_FROM_A_HUB))
    highest = data.draw(st.sampled_from([4, 6, 12]))
    hand = {4: 4, 6: 6, 12: 15}[highest]
    hub = data.draw(st.sampled_from([*HUBS]))
    layout = {"kind": "hub-trains", **own, **({} if hub == "set-aside" else {"hub": "led"})}
    play = {"highest_pip": highest, "hand": {2: hand, 3: hand}, "layout": layout, **HUBS[hub]}
    rules, chance = altered("mexican-train@1", play=play), Random(data.draw(st.integers(0, 2**32)))
    seats = data.draw(st.integers(2, 3))
    assert_alike(
        rules, seats, chance, lambda said: MexicanTrain(said, highest=highest, hub=hub, **own)
    )


@settings(AS_FOUND, max_examples=examples(12))
@given(data=st.data())
def test_every_choice_of_basic_train(data: st.DataObject) -> None:
    own: dict[str, Any] = data.draw(st.fixed_dictionaries(OWN_TRAINS))
    play = {"layout": {"kind": "engine-trains", **own}}
    rules, chance = altered("basic-train@1", play=play), Random(data.draw(st.integers(0, 2**32)))
    seats = data.draw(st.integers(2, 5))
    assert_alike(rules, seats, chance, lambda said: BasicTrain(said, **own))


@settings(AS_FOUND, max_examples=examples(60))
@given(data=st.data())
def test_matadors_that_may_lie_crosswise(data: st.DataObject) -> None:
    rules = altered("matador@1", play={"layout": {"kind": "forks"}})
    chance = Random(data.draw(st.integers(0, 2**32)))
    assert_alike(rules, data.draw(st.integers(2, 4)), chance, ForkedMatador)


@settings(AS_FOUND, max_examples=examples(20))
@given(data=st.data())
def test_gaple_with_a_tile_turned_up(data: st.DataObject) -> None:
    lot = {"kind": "lot"}
    play = {"hand": {4: 6, 5: 5}, "turned_up": True, "first_lead": lot, "later_lead": lot}
    rules, chance = altered("gaple@1", play=play), Random(data.draw(st.integers(0, 2**32)))
    assert_alike(
        rules, data.draw(st.integers(4, 5)), chance, lambda said: Gaple(said, turned_up=True)
    )


@pytest.mark.parametrize("id", ["chicken-foot@1", "spinner@1"])
@settings(AS_FOUND, max_examples=examples(12))
@given(data=st.data())
def test_every_choice_of_feet(id: str, data: st.DataObject) -> None:
    own: dict[str, Any] = data.draw(st.fixed_dictionaries(FEET))
    knocks = own.pop("knocks")
    play = {"layout": {"kind": "feet", **own}, "knock_on_last_tile": knocks}
    rules, chance = altered(id, play=play), Random(data.draw(st.integers(0, 2**32)))
    model = {"chicken-foot@1": ChickenFoot, "spinner@1": Spinner}[id]
    assert_alike(
        rules, data.draw(st.integers(2, 4)), chance, lambda said: model(said, knocks=knocks, **own)
    )
