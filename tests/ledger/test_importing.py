"""Import and export of records."""

import json
import random
from pathlib import Path

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.records.import_ import Imported
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.projections.messages.errors import error_text
from tests.lanes import examples

from .damage import DAMAGES, damaged
from .games import (
    FILES,
    Json,
    exported,
    judged_alike,
    line,
    lines,
    new_book,
    record,
    take,
    take_file,
    take_one,
)

Round = Json


def place_and_code(refused: Imported) -> tuple[int | None, int | None, str]:
    """Place and code of the violation for which a record was rejected."""
    violation = refused.violation
    assert violation is not None
    return violation.round, violation.move, violation.code


@pytest.mark.parametrize("file", FILES)
def test_real_games_are_imported_and_exported_unchanged(tmp_path: Path, file: str) -> None:
    first, second = new_book(tmp_path, "first"), new_book(tmp_path, "second")
    assert {imported.outcome for imported in take_file(first, file)} == {"added"}
    out = exported(first)
    assert len(out) == len(lines(file))
    assert {imported.outcome for imported in take(second, out)} == {"added"}
    assert exported(second) == out
    versions = [first.version(game) for game in first.games()]
    assert {imported.outcome for imported in take_file(first, file)} == {"unchanged"}
    assert {imported.outcome for imported in take(first, out)} == {"unchanged"}
    assert [first.version(game) for game in first.games()] == versions


def test_damaged_games_are_recorded_as_played_or_refused(tmp_path: Path) -> None:
    """A recorded game is exported, imported into another book, and exported unchanged."""
    rng = random.Random("as played")
    texts = []
    number_of_games = examples(60)
    for number in range(number_of_games):
        file = rng.choice(FILES)
        whole = record(file, rng.randrange(len(lines(file))))
        game = damaged(whole, rng.choices(DAMAGES, k=rng.choice([1, 1, 2, 4])), rng)
        texts.append(line(game | {"id": f"game-{number}"}))
    first, second = new_book(tmp_path, "first"), new_book(tmp_path, "second")
    imported = take(first, texts, as_played=True)
    for each in imported:
        assert each.outcome == "added" or (each.outcome == "rejected" and each.error)
    added = [each for each in imported if each.outcome == "added"]
    irregular = sum(each.irregularities > 0 for each in added)
    assert number_of_games // 3 < irregular < len(added)
    out = exported(first)
    assert len(out) == len(added)
    assert all(map(judged_alike, map(first.stream, first.games()), out))
    again = take(second, out, as_played=True)
    assert [each.irregularities for each in again] == [each.irregularities for each in added]
    assert exported(second) == out
    assert {each.outcome for each in take(first, out)} == {"unchanged"}
    same = [each.text for each in added]
    assert {each.outcome for each in take(first, same, as_played=True)} == {"unchanged"}


def test_as_played_names_violations_that_it_cannot_record(book: Book) -> None:
    game = record("payout.jsonl")
    game["rounds"][0]["moves"][5]["seat"] = 7
    refused = take_one(book, game, as_played=True)
    assert refused.error is not None
    assert refused.error.code == "not-recordable"
    assert place_and_code(refused) == (0, 5, "wrong-turn")
    assert list(book.games()) == []


# -- equal facts in other forms


def passes_left_out(round: Round) -> None:
    round["moves"] = [move for move in round["moves"] if "pass" not in move]


def passes_written_after_the_block(round: Round) -> None:
    passes_left_out(round)
    round["moves"] += [{"seat": seat, "pass": True} for seat in (3, 1, 0, 2)]


def ends_as_pips(round: Round) -> None:
    """Ends named by their pips."""
    ends: list[int] = []
    for move in round["moves"]:
        if "lay" not in move:
            continue
        high, low = map(int, move["lay"].split("-"))
        if not ends:
            ends = [low, high]
            continue
        side = 0 if move["at"] == "left" else 1
        pip = ends[side]
        if ends[0] != ends[1]:
            move["at"] = pip
        ends[side] = high + low - pip


def ends_left_out_where_only_one_fits(round: Round) -> None:
    for move in round["moves"]:
        if move.get("lay") in ("5-5", "2-0"):
            move.pop("at")


def tiles_turned(round: Round) -> None:
    for move in round["moves"]:
        if "lay" in move:
            move["lay"] = "-".join(reversed(move["lay"].split("-")))


@pytest.mark.parametrize(
    "rewrite",
    [
        passes_left_out,
        passes_written_after_the_block,
        ends_as_pips,
        ends_left_out_where_only_one_fits,
        tiles_turned,
        lambda dealt: dealt.pop("claims"),
        lambda dealt: dealt.update(hands=[hand[::-1] for hand in dealt["hands"]]),
        lambda dealt: dealt["moves"][0].update(t="2026-01-02T03:04:05Z"),
    ],
)
@pytest.mark.parametrize("turned_round", [False, True])
def test_equal_facts_change_nothing(book: Book, rewrite: object, turned_round: bool) -> None:
    assert callable(rewrite)
    plain, other = record("payout.jsonl"), record("payout.jsonl")
    rewrite(other["rounds"][0])
    assert other != plain
    first, second = (other, plain) if turned_round else (plain, other)
    assert take_one(book, first).outcome == "added"
    before = exported(book)
    again = take_one(book, second)
    assert (again.outcome, again.error) == ("unchanged", None)
    assert exported(book) == before


def test_teams_and_provenance_may_be_left_out(book: Book) -> None:
    whole = record("sanjuan.jsonl")
    assert take_one(book, whole).outcome == "added"
    for fewer in (("teams",), ("source",), ("teams", "source", "claims")):
        part = {key: value for key, value in whole.items() if key not in fewer}
        assert take_one(book, part).outcome == "unchanged"
    assert take_one(book, whole | {"teams": [[3, 1], [2, 0]]}).outcome == "unchanged"


# -- different facts under one id


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"leader": 2}, "round 1: in the book s3 leads, in the record s2"),
        ({"hands": 1}, "round 1: the hand of s1 is not the one in the book"),
        ({"boneyard": None}, "round 1: the boneyard is not the one in the book"),
        (
            {"moves": 3},
            "round 1, move 4: the book has s2 laying 0-0 at left, the record s2 passing",
        ),
        ({"moves": 22}, "round 1, move 23"),
    ],
)
def test_different_facts_are_named(book: Book, changes: Json, says: str) -> None:
    game = record("payout.jsonl")
    take_one(book, game)
    ((key, value),) = changes.items()
    round = game["rounds"][0]
    if key == "hands":
        round["hands"][value].pop(0)
    elif key == "moves":
        round["moves"][value] = {"seat": 3, "lay": "4-0", "at": "left"}
    else:
        round[key] = value
    refused = take_one(book, game)
    assert refused.error is not None
    said = error_text(refused.error)
    assert said.startswith(f"{game['id']} is in the book with other facts: {says}")


def test_a_game_is_imported_after_its_predecessor(book: Book) -> None:
    """Who leads follows from the game named by ``after``, if that is in the book."""
    first = record("payout.jsonl")
    follows = record("payout.jsonl", 1) | {"id": "next", "after": first["id"]}
    assert take_one(book, follows).outcome == "added"
    assert take_one(book, first).outcome == "added"
    assert take_one(book, follows).outcome == "unchanged"
    refused = take_one(book, follows | {"id": "another"})
    assert place_and_code(refused) == (0, None, "wrong-leader")


def test_a_published_name_with_other_rules(book: Book, tmp_path: Path) -> None:
    whole = PUBLISHED["forced-block@1"].model_dump(mode="json")
    game = record("payout.jsonl")
    assert take_one(book, game | {"rules": whole}).outcome == "added"
    assert json.loads(exported(book)[0])["rules"] == "forced-block@1"
    refused = take_one(book, game | {"id": "x", "rules": whole | {"title": "mine"}})
    assert isinstance(refused.error, Unreadable)
    assert (refused.error.code, refused.error.place) == ("rules-differ", ("rules",))
    own = whole | {"id": "forced-block-mine@1", "title": "mine"}
    assert take_one(book, game | {"id": "y", "rules": own}).outcome == "added"
    out = exported(book)
    assert json.loads(out[1])["rules"] == own
    other = new_book(tmp_path, "other")
    take(other, out)
    assert exported(other) == out
