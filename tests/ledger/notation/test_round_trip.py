"""A record is written as notation and read as an equal record."""

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.notation.writer import text_of
from tests.domain.random_games import ALL_RULES, AS_FOUND
from tests.lanes import examples
from tests.ledger.damage import DAMAGES, damaged
from tests.ledger.games import FILES, lines, read, record

from .records import Json, read_back, records

DAMAGED = examples(20)


@pytest.mark.parametrize("name", sorted(ALL_RULES))
def test_every_simulated_game_comes_back_as_it_was(name: str) -> None:
    @settings(AS_FOUND, max_examples=examples(4))
    @given(records(name))
    def comes_back(record: Json) -> None:
        assert read_back(record) == [record]

    comes_back()


@pytest.mark.parametrize("file", FILES)
def test_real_games_tell_the_same_as_text(file: str) -> None:
    for number in range(0, len(lines(file)), 10):
        game = record(file, number)
        (back,) = read_back(game)
        assert read(back).events == read(game).events
        assert read_back(back) == [back]


def test_damaged_games_tell_the_same_as_text() -> None:
    rng = random.Random("damaged texts")
    for _ in range(DAMAGED):
        file = rng.choice(FILES)
        whole = record(file, rng.randrange(len(lines(file))))
        game = damaged(whole, rng.sample(DAMAGES, 3), rng)
        (back,) = read_back(game)
        assert read(back).events == read(game).events
        assert read(back).violations == read(game).violations
        assert read_back(back) == [back]


def hidden(record: Json, rng: random.Random) -> Json:
    """The game as recorded by someone who did not see every tile."""
    for round in record["rounds"]:
        round["hands"] = [
            rng.choice([hand, None, [rng.choice([tile, "?"]) for tile in hand]])
            for hand in round["hands"]
        ]
        if rng.random() < 0.2:
            round["hands"] = None
        round.pop("boneyard", None)
        for move in round["moves"]:
            for taken in {"draw", "aside"} & move.keys():
                move[taken] = rng.choice([move[taken], "?"])
        if rng.random() < 0.5:
            round["left"] = [rng.choice([None, [], ["5-5", "1-0"]]) for _ in record["players"]]
        if rng.random() < 0.5:
            round["pips"] = [rng.choice([None, 0, 5, 12]) for _ in record["players"]]
    return record


@settings(AS_FOUND, max_examples=examples(30))
@given(records(), st.randoms(use_true_random=False))
def test_what_nobody_saw_comes_back_unseen(record: Json, rng: random.Random) -> None:
    game = hidden(record, rng)
    (back,) = read_back(game)
    assert back == game


def test_ends_are_written_only_where_they_have_to_be() -> None:
    simulation = Simulation(PUBLISHED["block-lot@1"], 2, seed=1)
    games = [json.loads(simulation.line(number)) for number in range(1, 50)]
    moves = [move for game in games for round in game["rounds"] for move in round["moves"]]
    texts = "".join(text_of(game, PUBLISHED) for game in games)
    named = re.findall(r" (left|right)$", texts, re.MULTILINE)
    assert 0 < len(named) < sum("at" in move for move in moves) / 3


def test_how_a_tile_lies_is_written_only_where_it_has_to_be() -> None:
    for rules, way in (("spinner@1", "wild"), ("bendomino@1", "bend")):
        record = json.loads(Simulation(PUBLISHED[rules], 3, seed=1).line(1))
        said = sum(way in move for round in record["rounds"] for move in round["moves"])
        assert 0 < text_of(record, PUBLISHED).count(f" {way} ") < said
        assert read_back(record) == [record]


def test_who_began_to_draw_for_the_lead_follows_from_the_first_draw() -> None:
    record = json.loads(Simulation(PUBLISHED["chicken-foot@1"], 2, seed=1).line(1))
    drawn_for = [round for round in record["rounds"] if "starter" in round]
    assert {round["starter"] == round["leader"] for round in drawn_for} == {True, False}
    text = text_of(record, PUBLISHED)
    assert "Begins:" not in text
    assert "Lead:" not in text
    for round in drawn_for:
        del round["starter"]
    assert text_of(record, PUBLISHED).count("Begins: nobody\n") == len(drawn_for)
    assert read_back(record) == [record]
