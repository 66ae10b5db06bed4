"""The player of a report, and reports by player."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import AS_PLAYED
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import LedgerError, UnknownPlayer
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.ledger.registry.changed_rules import Settings
from domino_ledger.ledger.registry.counting import countings
from domino_ledger.ledger.registry.name_changes import erase
from domino_ledger.ledger.registry.players import player_called
from domino_ledger.ledger.registry.stored_names import all_names, shown_name
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.days import span_of
from domino_ledger.projections.reports.players import find_player
from domino_ledger.projections.reports.profiles import (
    article_figures,
    profile_json,
    profile_of,
    ranking_json,
)
from domino_ledger.projections.reports.statistics import player_statistics
from domino_ledger.projections.reports.whatif import Question, find_whatif
from domino_ledger.projections.reports.whatif_answer import answer, whatif_json
from domino_ledger.projections.tables.changed_names import names_copied_from
from tests.ledger.games import record
from tests.messages.raises import raises_message
from tests.projections.tables.everywhere import everywhere

from .books import BLOCKED, EUR, LOT, OUT, asked, booked, kept


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """Two games of four players for money, and one of two players for euros."""
    with closing(booked(tmp_path, BLOCKED, OUT, LOT | {"stake": EUR})) as book:
        yield book


def test_a_player_by_name_or_id(book: Book) -> None:
    player = player_called(book, "s1")
    with asked(book) as connection:
        for said in ("s1", str(player), player.hex):
            assert find_player(book, connection, said) == player
        with raises_message(UnknownPlayer, "zoe"):
            find_player(book, connection, "zoe")


def test_a_player_whose_name_was_erased(book: Book) -> None:
    player = player_called(book, "s1")
    with names_copied_from(book):
        erase(book, "s1")
    with asked(book) as connection:
        for said in (str(player), player.hex, shown_name({}, player)):
            assert find_player(book, connection, said) == player
        with raises_message(UnknownPlayer, "s1"):
            find_player(book, connection, "s1")


@pytest.mark.parametrize("rules", [None, "forced-block@1"])
def test_the_ranking_as_json(rules: str | None, book: Book) -> None:
    names = all_names(book)
    with asked(book) as connection:
        everybody = player_statistics(connection, rules)
        article = None if rules else article_figures(connection)
        found = list(ranking_json(everybody, article, names, rules))
    assert [each["name"] for each in found] == [names[each.player] for each in everybody]
    assert {each["rules"] for each in found} == {rules}
    s1 = next(each for each in found if each["name"] == "s1")
    assert (s1["games"], s1["blocker"], s1["net"]) == (2, 1, {"XXX": -59})
    if rules is not None:
        assert not s1.keys() & {"by_rules", "article"}
        return
    assert (s1["article"]["num_draw_game_played"], s1["article"]["highest_draw_score"]) == (2, -23)
    (own,) = s1["by_rules"]
    assert own == {name: s1[name] for name in own} | {"rules": "forced-block@1"}


def test_of_one_player_as_of_all(book: Book) -> None:
    with asked(book) as connection:
        for rules in (None, "forced-block@1"):
            for one in player_statistics(connection, rules):
                assert player_statistics(connection, rules, player=one.player) == [one]


def test_a_profile_as_json(book: Book) -> None:
    names, player = all_names(book), player_called(book, "p0")
    with asked(book) as connection:
        (one,) = (each for each in player_statistics(connection) if each.player == player)
        profile = profile_of(connection, one, names)
        (ranked,) = ranking_json([one], article_figures(connection), names, None)
    found = profile_json(profile, names, None)
    (against,), (last,) = found.pop("against"), found.pop("last_games")
    assert found.pop("with") == []
    assert found.pop("form") == [
        {"rules": "block-lot@1", "games": 1, "won": 1, "last_10": 1, "last_50": 1}
    ]
    assert json.loads(json.dumps(found)) == json.loads(json.dumps(ranked))
    assert (against["name"], against["opponent"]) == ("p1", str(player_called(book, "p1")))
    assert (last["record"], last["net"]) == (LOT["id"], 155)


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("first", "last", "player", "games"),
    [
        (None, None, None, 3),
        (None, None, "s1", 2),
        (None, None, "p0", 1),
        (date(2999, 1, 1), None, None, 0),
        (None, date(2000, 1, 1), None, 0),
    ],
)
def test_other_rules_for_some_games(
    first: date | None, last: date | None, player: str | None, games: int, book: Book
) -> None:
    with kept(book) as keeper:
        other = everywhere(book, PUBLISHED["block-lot@1"])
        asked = Question([other], ({},), span_of(first, last), player)
        (report,) = find_whatif(keeper, asked)
    assert report.found.games == games
    assert (report.unjudged, report.now) == (0, AS_PLAYED)


def test_what_if_about_an_unknown_player(book: Book) -> None:
    with kept(book) as keeper, raises_message(UnknownPlayer, "zoe"):
        find_whatif(keeper, Question([everywhere(book, PUBLISHED["block-lot@1"])], player="zoe"))


def test_play_stays_as_it_was(book: Book) -> None:
    settings = {"payout.loss_factor": 3, "play.partners": True}
    with kept(book) as keeper, raises_message(Unreadable, "play.partners is no field of score"):
        find_whatif(keeper, Question((), (settings,)))


def test_what_if_covers_only_games_with_suitable_rules(book: Book) -> None:
    with kept(book) as keeper:
        for other, games, kept_by_own in (
            ("block-lot@1", 1, [("forced-block@1", (), 2)]),
            ("forced-block@1", 2, [("block-lot@1", (), 1)]),
            ("all=block-lot@1", 1, [("forced-block@1", ("cannot_play",), 2)]),
            (
                "all=partnership-sanjuan@1",
                0,
                [
                    ("forced-block@1", ("partners", "cannot_play"), 2),
                    ("block-lot@1", ("partners", "players"), 1),
                ],
            ),
        ):
            (report,) = find_whatif(keeper, Question(countings(PUBLISHED, [other])))
            found = [(each.rules, each.differs, each.games) for each in report.kept]
            assert (report.found.games, found) == (games, kept_by_own), other
            assert report.other.label == other
        with raises_message(LedgerError, "name those it is for, as OLD=partnership-sanjuan@1"):
            find_whatif(keeper, Question(countings(PUBLISHED, ["partnership-sanjuan@1"])))


def test_games_that_would_be_won_by_nobody(book: Book) -> None:
    with kept(book) as keeper:
        (report,) = find_whatif(keeper, Question([everywhere(book, PUBLISHED["draw@1"])]))
    changes = whatif_json(report)["changes"]
    assert [each["game"] for each in changes] == [BLOCKED["id"], OUT["id"], LOT["id"]]
    assert [each["winners"]["then"] for each in changes] == [[], [], []]
    assert all(len(each["leaders"]) == 1 for each in changes)


def test_fields_are_changed(book: Book) -> None:
    """Each setting applies to each of the rules; without rules, to those of all games.

    Of these, to all that have such a field: block-lot@1 pays, and names no blocker.
    """
    settings = ({"payout.loss_factor": 3}, {"payout": None})
    with kept(book) as keeper:
        tripled, free = find_whatif(keeper, Question([], settings, player="s1"))
        base, *_ = find_whatif(
            keeper, Question([everywhere(book, PUBLISHED["forced-block@1"])], player="s1")
        )
        every, _ = find_whatif(keeper, Question([], settings))
        with raises_message(LedgerError, "there are no such games"):
            find_whatif(keeper, Question([], settings, span_of(date(2999, 1, 1), None)))
        with raises_message(Unreadable, "payout.loss_factor: "):
            find_whatif(keeper, Question([], ({"payout.loss_factor": "x"},), player="s1"))
    assert tripled.other.label == "forced-block@1 payout.loss_factor=3"
    assert free.other.label == "forced-block@1 payout=null"
    nets = [whatif_json(each)["players"][1]["then"]["net"] for each in (base, tripled, free)]
    assert nets == [{"XXX": -59}, {"XXX": -131}, {"XXX": 0}]
    assert (every.found.games, every.other.label) == (3, "payout.loss_factor=3")
    assert json.loads(answer(tripled).to_json()) == whatif_json(tripled)
    assert (whatif_json(free)["readings"], whatif_json(free)["set"]) == ({}, {"payout": None})


def test_one_game_by_one_reading(book: Book) -> None:
    """Round by round, with the effect of that reading alone."""
    settings: Sequence[Settings] = ({"payout.reading": "set-up"}, {"payout.reading": "last-choice"})
    game = game_id(BLOCKED["id"])
    with kept(book) as keeper:
        own, free = find_whatif(keeper, Question([], settings, game=game))
        (tripled,) = find_whatif(keeper, Question([], ({"payout.loss_factor": 3},), game=game))
        (every,) = find_whatif(keeper, Question([], settings[:1]))
    assert [list(each.found.readings) for each in (own, free)] == [["set-up"], ["last-choice"]]
    assert (own.found.games, own.kept, own.found.rounds_paid_otherwise) == (1, [], 0)
    winner = next(id for id, name in own.names.items() if name == "s3")
    (change,) = whatif_json(tripled)["round_changes"]
    figures = {"counts": True, "winners": [winner], "points": [0, 0, 0, 0]}
    assert change == {
        "game": BLOCKED["id"],
        "round": 0,
        "now": figures | {"net": [12, -36, 17, 7]},
        "then": figures | {"net": [36, -108, 51, 21]},
    }
    assert (every.found.games, every.found.round_changes) == (2, [])
    assert [(each.rules, each.games) for each in every.kept] == [("block-lot@1", 1)]


def test_only_blocks_of_the_games_asked_for_are_judged(book: Book) -> None:
    asked = Question([], ({"payout.reading": "set-up"},), game=game_id(OUT["id"]))
    with kept(book) as keeper:
        judged: list[int] = []

        def work(steps: Iterable[int], unit: str) -> None:
            judged.extend(number for number in steps if unit == "rounds")

        find_whatif(keeper, asked, work=work)
        assert judged == []
        find_whatif(keeper, asked._replace(game=game_id(BLOCKED["id"])), work=work)
        assert sum(judged) == 1


@pytest.mark.unmeasured
def test_with_and_without_assistance(tmp_path: Path) -> None:
    """Under set-up, the seat after the blocker assisted, and pays or gets all of it."""
    with (
        closing(
            booked(tmp_path, *(record("payout.jsonl", number) for number in range(40)))
        ) as book,
        kept(book) as keeper,
    ):
        (report,) = find_whatif(keeper, Question([everywhere(book, PUBLISHED["forced-block@1"])]))
    readings = whatif_json(report)["readings"]
    assert readings["last-to-lay"]["assisted"] == 0
    assert readings["last-to-lay"]["net"] == readings["last-to-lay"]["net_without_assistance"]
    assert readings["set-up"]["assisted"] > 0
    assert readings["set-up"]["net"] != readings["set-up"]["net_without_assistance"]
    for each in readings.values():
        assert sum(money["XXX"] for money in each["net_without_assistance"].values()) == 0
