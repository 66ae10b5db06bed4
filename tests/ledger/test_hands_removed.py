"""Real records without their hands: what is inferred from moves and tiles left."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.events import RoundDealt
from domino_ledger.domain.hidden.inference import hindsight, possibilities
from domino_ledger.domain.tiles import names_of
from domino_ledger.ledger.transcript.game import Transcript
from tests.lanes import examples

from .games import FILES, Json, exported, kept, lines, new_book, read, record, take_one

GAMES = [(file, number) for file in FILES for number in range(len(lines(file)))]


def without_hands(game: Json, whole: Transcript, *, left: bool) -> Json:
    """The game without hands, or with only the tiles left in each hand at the end."""
    assert whole.game is not None
    game = json.loads(json.dumps(game))
    for recorded, round in zip(game["rounds"], whole.game.rounds, strict=True):
        recorded["hands"] = [None] * len(recorded["hands"])
        recorded["boneyard"] = None
        if left:
            recorded["left"] = [names_of(hand) for hand in round.hands]
    return game


@pytest.mark.parametrize("file", FILES)
def test_from_the_tiles_left_every_deal_is_inferred(file: str) -> None:
    for line in lines(file)[: examples(16)]:
        game = json.loads(line)
        whole = read(game)
        read_back = read(without_hands(game, whole, left=True))
        assert read_back.violations == []
        assert read_back.unchecked == []
        assert whole.game is not None
        assert read_back.game is not None
        for inferred, real in zip(read_back.game.judged, whole.game.judged, strict=True):
            assert hindsight(inferred.round).start.hands == real.round.start.hands
            assert inferred.facts == real.facts
            assert inferred.score == real.score
        assert read_back.game.won == whole.game.won


@given(game=st.sampled_from(GAMES), data=st.data())
def test_hidden_hands_cause_no_violation_and_allow_the_real_deal(
    game: tuple[str, int], data: st.DataObject
) -> None:
    whole = record(*game)
    real = read(whole).game
    assert real is not None
    hidden = data.draw(hiding(whole))
    blind = read(hidden)
    assert blind.violations == []
    assert blind.game is not None
    for seen, known in zip(blind.game.rounds, real.rounds, strict=True):
        assert seen.ended == known.ended
        later = hindsight(seen)
        for guessed, hand in zip(later.start.hands, known.start.hands, strict=True):
            assert guessed.bit_count() == hand.bit_count()
            assert names_known(guessed) <= set(names_of(hand))
        deals = possibilities(seen, 50)
        if deals is not None:
            assert known.start.hands in [deal.start.hands for deal in deals]
            assert all(not deal.start.unseen for deal in deals)


def names_known(hand: int) -> set[str]:
    return set(names_of(hand)) - {"?"}


@st.composite
def hiding(draw: st.DrawFn, game: Json) -> Json:
    """The game with some dealt and drawn tiles hidden, and some hands shown at the end."""
    whole = read(game).game
    assert whole is not None
    for recorded, round in zip(game["rounds"], whole.rounds, strict=True):
        hide = draw(st.sampled_from([0, 0.5, 1]))
        chance = draw(st.randoms(use_true_random=False))
        recorded["hands"] = [
            ["?" if chance.random() < hide else tile for tile in hand] for hand in recorded["hands"]
        ]
        recorded["boneyard"] = None
        for move in recorded["moves"]:
            if "draw" in move and chance.random() < hide:
                move["draw"] = "?"
        recorded["left"] = [
            names_of(hand) if chance.random() < 0.3 else None for hand in round.hands
        ]
    return game


@settings(max_examples=examples(40))
@given(game=st.sampled_from(GAMES), data=st.data())
def test_unseen_tiles_are_stored_and_exported_unchanged(
    game: tuple[str, int], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    hidden = data.draw(hiding(record(*game)))
    assert dealt(kept(tmp_path_factory.mktemp("books"), hidden)) == dealt(hidden)


def dealt(game: Json) -> list[list[list[int]]]:
    events = read(game).events
    return [[sorted(hand) for hand in e.hands] for e in events if isinstance(e, RoundDealt)]


def test_a_hand_of_null_is_unseen(tmp_path: Path) -> None:
    game = record("openspiel-block.jsonl")
    game["rounds"][0]["hands"] = None
    book = new_book(tmp_path)
    assert take_one(book, game).unchecked
    game["rounds"][0]["hands"] = [None, ["?"] * 7]
    assert take_one(book, game).outcome == "unchanged"
    (line,) = exported(book)
    assert json.loads(line)["rounds"][0]["hands"] == [None, None]
