"""Tables of games that were ruled on, amended or left, case by case."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domino_ledger.domain.disputes.events import (
    CountPips,
    DisputeOpened,
    ImposePenalty,
    NameBlocker,
    Remedy,
    RulingAppealed,
    RulingMade,
    Uphold,
    VoidGame,
    VoidRound,
)
from domino_ledger.domain.events import ActUndone, Event, RoundDealt, RoundWon, TurnLost, drew
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import AS_PLAYED
from domino_ledger.domain.tiles import UNSEEN, tile_named
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.simulation import Simulation, simulate_into
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.results.game_result import count_game
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.compared_rules import what_if
from domino_ledger.projections.tables.facts import group_of
from domino_ledger.projections.tables.rebuild import judge_all
from domino_ledger.projections.tables.results import score_games
from tests.domain.unseen_deals import lay, show, tiles
from tests.ledger.amendments import amend
from tests.ledger.games import Json, new_book, record, take_one
from tests.projections.ruled import ARBITER, damaged, unclaimed
from tests.projections.tables.everywhere import everywhere

from . import articles
from .figures import caught_up, empty_models, kept, tables_in
from .modelled import exhaust
from .refolding import Refold, answer_of
from .test_game_facts import facts_in_book


@contextmanager
def with_one(directory: Path, game: Json) -> Iterator[tuple[Book, UUID, Keeper]]:
    """A book with one game, and figures that are caught up."""
    with closing(new_book(directory)) as book:
        take_one(book, game, as_played=True)
        with kept(book) as keeper:
            yield book, game_id(game["id"]), keeper


def order(book: Book, game: UUID, *remedies: Remedy, dispute: int = 1) -> None:
    opened = DisputeOpened(dispute=dispute, by=ARBITER, claim="no")
    ruling = RulingMade(dispute=dispute, by=ARBITER, remedies=remedies)
    book.append(book.stream(game), [opened, ruling])


def order_again(book: Book, game: UUID, *remedies: Remedy) -> None:
    appealed = RulingAppealed(dispute=1, by=ARBITER, reason="no")
    ruling = RulingMade(dispute=1, by=ARBITER, remedies=remedies)
    book.append(book.stream(game), [appealed, ruling])


def lines_booked(keeper: Keeper, kind: str) -> Counter[tuple[str, int, str]]:
    """Player, amount and reason of each posting of this kind so far."""
    caught_up(keeper)
    rows = tables_in(keeper.models)["posting"]
    return Counter((row[5], row[7], row[8]) for row in rows if row[1] == kind)


def sums(keeper: Keeper, book: Book) -> list[int]:
    """By seat of the only game, the sum of all postings."""
    caught_up(keeper)
    amounts: Counter[str] = Counter()
    for row in tables_in(keeper.models)["posting"]:
        amounts[row[5]] += row[7]
    (game,) = book.games()
    return [amounts[str(player)] for player in book.stream(game).game.opened.players]


FINED = ImposePenalty(round=0, seat=1, offence="exposed-tile", pips_to_others=10)
NAMED = NameBlocker(round=0, blocker=3)


def test_a_named_blocker_is_booked_once_as_an_adjustment(tmp_path: Path) -> None:
    """12, 10, 17 and 7 pips are left; seat 3 has won, and is paid by each."""
    with with_one(tmp_path, record("payout.jsonl")) as (book, game, keeper):
        assert sums(keeper, book) == [12, -36, 17, 7]
        order(book, game, NAMED, FINED)
        assert sums(keeper, book) == [-14, -50, -24, 88]
        adjusted = lines_booked(keeper, "adjustment")
        assert sorted(amount for _, amount, _ in adjusted) == [-41, -26, -14, 81]
        assert {reason for _, _, reason in adjusted} == {"adjusts-what-was-booked"}
        tables = tables_in(keeper.models)
        (end,) = tables["round_end"]
        assert end[10:13] == (3, None, None)
        assert [row[5:6] for row in tables["round_decree"]] == [(None,)]
        order_again(book, game, Uphold(round=0))
        assert sums(keeper, book) == [12, -36, 17, 7]
        assert len(list(lines_booked(keeper, "adjustment").elements())) == 8


@pytest.mark.unmeasured
@pytest.mark.parametrize("blocker", [None, 0, 3])
def test_a_blocker_named_by_an_arbiter_overrides_readings(
    blocker: int | None, tmp_path: Path
) -> None:
    """Also if its verdicts were found before."""
    rules = PUBLISHED["forced-block@1"]
    with with_one(tmp_path, record("payout.jsonl")) as (book, game, keeper):
        exhaust(judge_all(keeper))
        order(book, game, NameBlocker(round=0, blocker=blocker))
        caught_up(keeper)
        with keeper.models.reading() as connection:
            found = what_if(connection, AS_PLAYED, [everywhere(book, rules)])[0]
        assert answer_of(found) == Refold.of(book).under(rules)
        assert {effect.blockers for effect in found.readings.values()} == {0}
        with kept(book) as fresh:
            assert tables_in(fresh.models)["verdict"] == []
            exhaust(judge_all(fresh))
            assert tables_in(fresh.models)["verdict"] == []


def test_an_irregular_round_is_settled_when_it_is_upheld(tmp_path: Path) -> None:
    with with_one(tmp_path, damaged()) as (book, game, keeper):
        assert sums(keeper, book) == [0, 0, 0, 0]
        order(book, game, Uphold(round=0), FINED)
        booked = lines_booked(keeper, "settlement")
        reasons = Counter(reason for _, _, reason in booked.elements())
        assert (reasons["pays-a-penalty"], reasons["receives-a-penalty"]) == (1, 3)
        assert not lines_booked(keeper, "adjustment")
        tables = tables_in(keeper.models)
        (end,), (decree,) = tables["round_end"], tables["round_decree"]
        assert (end[3], end[7], decree[3:6]) == (None, "Y", ("Y", None, None))
        assert tables["verdict"] == []
        exhaust(judge_all(keeper))
        assert tables_in(keeper.models)["verdict"] == []


def test_counted_pips_settle_a_round_with_unseen_tiles(tmp_path: Path) -> None:
    game = unclaimed("payout.jsonl", 20)
    (round,) = game["rounds"]
    with with_one(tmp_path, game) as (book, _, keeper):
        whole = sums(keeper, book)
        hands = tables_in(keeper.models)["round_seat"]
    unseen = game | {"id": "unseen", "rounds": [round | {"hands": None, "boneyard": None}]}
    elsewhere = tmp_path / "unseen"
    elsewhere.mkdir()
    with with_one(elsewhere, unseen) as (book, id, keeper):
        assert sums(keeper, book) == [0, 0, 0]
        order(book, id, CountPips(round=0, pips=(0, 21, 7)))
        assert sums(keeper, book) == whole
        assert tables_in(keeper.models)["round_seat"] == hands
        with keeper.models.reading() as connection:
            for rules in (PUBLISHED["block-lot@1"], PUBLISHED["forced-block@1"]):
                found = what_if(connection, AS_PLAYED, [everywhere(book, rules)])[0]
                assert answer_of(found) == Refold.of(book).under(rules)


def test_a_void_round_owes_nothing(tmp_path: Path) -> None:
    with with_one(tmp_path, record("payout.jsonl")) as (book, game, keeper):
        order(book, game, VoidRound(round=0))
        assert sums(keeper, book) == [0, 0, 0, 0]
        tables = tables_in(keeper.models)
        assert len(tables["round_end"]) == 1
        assert {row[11] for row in tables["round_fact"]} == {None}
        assert [row for row in tables["statistic"] if any(row[5:13])] == []


def test_a_block_amended_before_its_verdict_is_found(tmp_path: Path) -> None:
    """Events are taken in up to an earlier position; in the book, the block is gone already."""
    game = record("payout.jsonl")
    (round,) = game["rounds"]
    begun = {key: round[key] for key in ("leader", "hands", "boneyard")}
    begun |= {"moves": round["moves"][:3], "ended": None}
    with closing(new_book(tmp_path)) as book:
        take_one(book, game)
        amend(book, game | {"rounds": [begun]})
        with empty_models() as models, kept(book) as fresh:
            keeper = Keeper(book, models)
            keeper.require_intact()
            for up_to in range(1, book.last_position() + 1):
                with models.writing() as connection:
                    keeper.take_in(connection, up_to)
            one, other = (tables_in(each.models) for each in (keeper, fresh))
            assert one["verdict"] == other["verdict"] == one["round_end"] == []
            assert one["statistic"] == other["statistic"] == []
            assert sums(keeper, book) == [0, 0, 0, 0]


def test_ratings_are_recomputed_when_a_game_becomes_void(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        exhaust(simulate_into(book, Simulation(PUBLISHED["block-lot@1"], 2, seed=9), 4))
        with kept(book) as keeper:
            before = tables_in(keeper.models)
            order(book, next(iter(book.games())), VoidGame())
            caught_up(keeper)
            after = tables_in(keeper.models)
            with kept(book) as fresh:
                assert tables_in(fresh.models)["rating"] == after["rating"]
    assert rated(after) == {player: games - 1 for player, games in rated(before).items()}
    assert {row[12] for row in after["game_fact"]} == {"over", "void"}


def rated(tables: dict[str, Any]) -> dict[str, int]:
    return {row[0]: row[4] for row in tables["rating"]}


@pytest.mark.unmeasured
@pytest.mark.parametrize("started_at", [None, "2026-03-01T19:30:00+01:00"])
def test_an_amended_game_keeps_its_place(tmp_path: Path, started_at: str | None) -> None:
    first, second, other = (record("payout.jsonl", number) for number in (0, 1, 2))
    with closing(new_book(tmp_path)) as book:
        for game in (first, second):
            take_one(book, game)
        with kept(book) as keeper:
            before = tables_in(keeper.models)["game_fact"]
            amend(book, other | {"id": first["id"], "started_at": started_at})
            caught_up(keeper)
            after = tables_in(keeper.models)["game_fact"]
    assert [row[0:3:2] for row in after] == [row[0:3:2] for row in before]
    assert after[0][5] == (before[0][5] if started_at is None else "2026-03-01T18:30:00.000000Z")


# -- the model "article"


def article_of(directory: Path, *hands: str, then: Sequence[Event]) -> articles.Tables:
    dealt = RoundDealt(hands=tuple(map(tiles, hands)), leader=0)
    with closing(new_book(directory)) as book:
        articles.add(book, [articles.opening("one"), dealt, *then])
        return articles.tables_of(book)


def test_lost_turns_and_undone_acts_are_no_moves(tmp_path: Path) -> None:
    lost = TurnLost(seat=1, cause="time")
    then = [lay(0, "4-4"), lost, lay(0, "4-0", "right"), ActUndone()]
    tables = article_of(tmp_path, "4-4 4-0", "6-4 6-5", then=then)
    assert [row[2:] for row in sorted(tables["move"])] == [("L", 1_000_000_001, None, 1)]
    assert [row[3] for row in tables["hand"]] == [tile_named("4-4")]


@pytest.mark.parametrize("shown", [False, True])
def test_unseen_tiles_are_no_bones(shown: bool, tmp_path: Path) -> None:
    laid = [lay(0, "4-4"), drew(1, UNSEEN), lay(1, "6-4", "left"), lay(0, "4-0", "right")]
    then: list[Event] = [*laid, RoundWon(seat=0)]
    if shown:
        then.append(show(1, "6-5 1-0"))
    tables = article_of(tmp_path, "4-4 4-0", "? ?", then=then)
    left = ["1-0", "6-5"] if shown else []
    held = [tile_named(name) for name in ("4-4", "4-0", "6-4", *left)]
    assert [row[3] for row in sorted(tables["hand"])] == held
    drawn = sorted(tables["move"])[1]
    assert drawn[2:4] == ("D", None)


FINE = ImposePenalty(round=1, seat=1, offence="revoke", points_to_others=30, voids_round=True)


def test_points_beside_a_void_round_count_and_the_round_does_not(tmp_path: Path) -> None:
    with with_one(tmp_path, unclaimed("sanjuan.jsonl", 0)) as (book, game, keeper):
        order(book, game, FINE)
        caught_up(keeper)
        (group,) = [
            group_of(1, book.stream(game).game.opened.rules, [each]) for each in facts_in_book(book)
        ]
        scored = score_games(group, group.rules)
        found = count_game(book.stream(game).game)
        assert scored.score is not None
        assert found.standing.scores is not None
        assert scored.score.tolist() == [[*found.standing.scores] * 2]
        assert int(scored.settled.sum()) == len(found.rounds) - 1


def test_a_noted_block_that_lacks_the_standing_is_not_settled(tmp_path: Path) -> None:
    noted = {"reported": {"ended": "blocked", "pips": [9, 9]}}
    series = unclaimed("openspiel-block.jsonl", 0) | {"rules": "draw@1", "rounds": [noted]}
    with with_one(tmp_path, series) as (book, _, _keeper):
        draw = PUBLISHED["draw@1"]
        group = group_of(1, draw, facts_in_book(book))
        leading = draw.score.model_copy(update={"tied": "leading-side"})
        assert score_games(group, draw).settled.tolist() == [True]
        other = draw.model_copy(update={"score": leading})
        assert score_games(group, other).settled.tolist() == [False]
