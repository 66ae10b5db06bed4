"""A record imported again after the game went on: only its new events are recorded."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.records.export import record_of
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.messages.errors import error_text
from tests.lanes import examples

from .amendments import amend
from .games import Json, exported, new_book, record, take_one, without_claims
from .kinds import BRIEF_RULES

PAYOUT = record("payout.jsonl")
SERIES = record("sanjuan.jsonl")
DRAWN = next(
    game for game in (record("payout.jsonl", at) for at in range(100)) if "draw" in str(game)
)


def plain(game: Json) -> Json:
    """The game without claims, and without passes after a block, which ends the round."""
    copy = without_claims(game)
    for round in copy["rounds"]:
        while round["moves"] and "pass" in round["moves"][-1]:
            round["moves"].pop()
    return copy


def begun(game: Json, rounds: int, moves: int) -> Json:
    """Its first rounds, and some moves of the next one."""
    copy = plain(game)
    *before, last = copy["rounds"][: rounds + 1]
    whole = len(last["moves"]) <= moves
    last |= {"moves": last["moves"][:moves], "ended": last["ended"] if whole else None}
    return copy | {"rounds": [*before, last]}


@pytest.mark.parametrize("game", [PAYOUT, SERIES, DRAWN], ids=["payout", "series", "drawn"])
def test_move_by_move_it_becomes_the_whole_game(book: Book, tmp_path: Path, game: Json) -> None:
    """Each prefix is stored as itself; in the end the game is stored as in one import."""
    whole = plain(game)
    stages = [begun(game, 0, moves) for moves in range(0, len(whole["rounds"][0]["moves"]), 3)]
    stages += [begun(game, rounds, 5) for rounds in range(1, len(whole["rounds"]))] + [whole]
    outcomes = []
    for stage in stages:
        before = tuple(entry for each in book.games() for entry in book.stream(each).entries)
        outcomes.append(take_one(book, stage).outcome)
        stream = book.stream(game_id(game["id"]))
        assert stream.entries[: len(before)] == before
        assert record_of(stream, all_names(book), open=True)["rounds"] == stage["rounds"]
        assert take_one(book, stage).outcome == "unchanged"
    assert outcomes == ["added", *["extended"] * (len(stages) - 1)]
    with closing(new_book(tmp_path, "at once")) as other:
        take_one(other, whole)
        assert exported(other) == exported(book)
        game_at_once = other.stream(game_id(game["id"])).game
    assert book.stream(game_id(game["id"])).game.rounds == game_at_once.rounds
    assert book.stream(game_id(game["id"])).game.won == game_at_once.won


@settings(max_examples=examples(40))
@given(rules=st.sampled_from(BRIEF_RULES), number=st.integers(1, 200), data=st.data())
def test_any_prefix_can_be_extended(
    tmp_path_factory: pytest.TempPathFactory, rules: RuleSet, number: int, data: st.DataObject
) -> None:
    seats = min(rules.play.hand, key=lambda seats: abs(seats - 4))
    whole = plain(json.loads(Simulation(rules, seats, seed=5).line(number)))
    rounds = data.draw(st.integers(0, len(whole["rounds"]) - 1))
    moves = data.draw(st.integers(0, len(whole["rounds"][rounds]["moves"])))
    with closing(new_book(tmp_path_factory.mktemp("cut"))) as book:
        take_one(book, begun(whole, rounds, moves))
        assert take_one(book, whole).outcome in {"extended", "unchanged"}
        assert [json.loads(text) for text in exported(book)] == [whole]


@pytest.mark.parametrize("moves", [10, -1, None])
@pytest.mark.parametrize("as_played", [False, True])
def test_a_round_that_the_last_move_ends_is_not_broken_off(
    book: Book, moves: int | None, as_played: bool
) -> None:
    """The reason is that of a fresh book, if all or a part of the round was in this one."""
    games = (plain(record("payout.jsonl", at)) for at in range(100))
    whole = next(game for game in games if game["rounds"][0]["ended"] == "blocked")
    (first, *_) = whole["rounds"]
    longer = whole | {"rounds": [first | {"ended": None}]}
    if moves is None:
        take_one(book, whole | {"rounds": [first]})
    else:
        take_one(
            book, longer | {"rounds": [first | {"moves": first["moves"][:moves], "ended": None}]}
        )
    refused = take_one(book, longer, as_played=as_played)
    assert refused.error is not None
    assert error_text(refused.error) == (
        "round 1: wrong-ending: the round is said to be broken off, but the round is blocked"
    )


# -- records that do not extend the game


def other_move(game: Json) -> None:
    game["rounds"][0]["moves"][2] |= {"at": "right"}


def illegal_later(game: Json) -> None:
    game["rounds"][0]["moves"][20] = game["rounds"][0]["moves"][0]


def other_player(game: Json) -> None:
    game["players"][0] = "zoe"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (other_move, "round 1, move 3: the book has s1 laying 5-0 at left"),
        (illegal_later, "round 1, move 21: "),
        (other_player, "is in the book with 's0' in place of 'zoe'"),
    ],
)
@pytest.mark.parametrize("as_played", [False, True])
def test_other_facts(
    book: Book, change: Callable[[Json], None], says: str, as_played: bool
) -> None:
    take_one(book, begun(PAYOUT, 0, 10))
    longer = plain(PAYOUT)
    change(longer)
    before = exported(book)
    refused = take_one(book, longer, as_played=as_played)
    assert refused.outcome == "rejected"
    assert refused.error is not None
    assert says in error_text(refused.error)
    assert exported(book) == before


def test_a_superseded_version_is_refused(book: Book) -> None:
    """Although it has all facts of the newest version, and more."""
    take_one(book, SERIES)
    amend(book, begun(SERIES, 3, 5), why="the rest was another game")
    refused = take_one(book, SERIES).error
    assert refused is not None
    assert (refused.code, refused.params["version"]) == ("superseded", 1)
    assert take_one(book, begun(SERIES, 4, 5)).outcome == "extended"
