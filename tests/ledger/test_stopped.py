"""Rounds recorded as blocked although a seat could still play: over, as played."""

import json
from pathlib import Path
from random import Random

import pytest

from domino_ledger.domain.events import IrregularityNoted, RoundBlocked, RoundWon, TilesShown
from domino_ledger.domain.facts import facts_of
from domino_ledger.domain.round.state import Round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.notation.reader import read_text
from domino_ledger.ledger.notation.writer import text_of

from .games import FILES, Json, kept, read, record
from .test_unseen import blind
from .typed import events, lines_of_game, table, typed


def stop(game: Json, chance: Random) -> Json:
    """The game stopped in its first round, when a seat could still lay a tile."""
    round = game["rounds"][0]
    lays = [at for at, move in enumerate(round["moves"]) if "lay" in move]
    round["moves"] = round["moves"][: chance.choice(lays[1:])]
    round["ended"] = "blocked"
    for part in (game, round):
        part.pop("claims", None)
    del game["rounds"][1:]
    return game


def round_of(game: Json) -> Round:
    """The only round, as events."""
    read_game = read(game).game
    assert read_game is not None
    assert read_game.current is not None
    return read_game.current


LEAD = record("openspiel-block.jsonl")["rounds"][0]["moves"][:1]
CASES = [(file, seed) for file in FILES for seed in range(10)]


@pytest.mark.parametrize(("file", "seed"), CASES)
def test_the_round_is_over_and_waits_for_a_ruling(file: str, seed: int) -> None:
    game = stop(record(file, seed), Random(seed))
    transcript = read(game)
    (violation,) = transcript.violations
    assert violation[:3] == (0, len(game["rounds"][0]["moves"]), "round-not-over")
    *_, noted, closed = transcript.events
    assert noted == IrregularityNoted(
        code="round-not-over", params=violation.params, recorded='"blocked"'
    )
    assert closed == RoundBlocked()
    facts = facts_of(round_of(game))
    assert (facts.ended, facts.regular, facts.waiting) == ("blocked", False, True)


@pytest.mark.parametrize(("file", "seed"), CASES)
def test_it_is_exported_as_recorded(tmp_path: Path, file: str, seed: int) -> None:
    """As a record, and as notation."""
    game = stop(record(file, seed), Random(seed))
    assert read(kept(tmp_path, game, as_played=True)).violations == read(game).violations
    (again,) = read_text(text_of(game, PUBLISHED), PUBLISHED)
    assert read(again).events == read(game).events


@pytest.mark.parametrize("rules", ["block@1", "draw@1", "forced-block@1", "partnership-sanjuan@1"])
def test_typed_and_imported_events_are_equal(book: Book, rules: str) -> None:
    for seed in range(5):
        simulation = Simulation(PUBLISHED[rules], min(PUBLISHED[rules].play.hand), seed)
        game = stop(json.loads(simulation.line(1)), Random(seed))
        session = table(book, rules, " ".join(simulation.names), record=f"typed {seed}")
        typed(session, *lines_of_game(game), "! blocked")
        assert events(session, book)[1:] == read(game).events[1:]


# -- rounds that stay open


def test_a_round_recorded_as_out_if_the_rules_play_on() -> None:
    game = record("openspiel-block.jsonl")
    rules = PUBLISHED["block@1"].model_dump(mode="json")
    game["rules"] = rules | {"id": "on@1", "play": rules["play"] | {"play_on": True}}
    game["rules"]["play"]["hand"] = {"2": 1}
    round = game["rounds"][0]
    round |= {"hands": [["6-6"], ["6-5"]], "leader": 0, "ended": "out"}
    round["moves"] = [{"seat": 0, "lay": "6-6"}]
    game.pop("claims", None), round.pop("claims", None), round.pop("boneyard", None)
    *_, noted, closed = read(game).events
    assert isinstance(noted, IrregularityNoted)
    assert (noted.code, noted.recorded, closed) == ("round-not-over", '"out"', RoundWon(seat=0))
    round["ended"] = "blocked"
    assert round_of(game).ended is None


# -- with unseen tiles


def test_shown_tiles_prove_that_a_seat_could_play() -> None:
    game = blind(moves=LEAD, ended="blocked")
    assert round_of(game).regular
    game["rounds"][0]["left"] = [None, ["6-1", "0-0", "2-0", "2-2", "3-0", "3-2", "3-3"]]
    transcript = read(game)
    assert [each.code for each in transcript.violations] == ["round-not-over"]
    assert transcript.unchecked == []
    *_, noted, closed, shown = transcript.events
    assert isinstance(noted, IrregularityNoted)
    assert closed == RoundBlocked()
    assert isinstance(shown, TilesShown)
