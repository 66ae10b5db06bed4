"""Games that follow one another: the winner of one leads the next."""

import json
from pathlib import Path

import pytest

from domino_ledger.domain.game.decide import Refused
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import NotNow
from domino_ledger.ledger.live.session import TableSession, Taken, open_table, resume_table
from domino_ledger.ledger.live.simulation import Simulation, simulate_into
from domino_ledger.ledger.records.unreadable import Rejected
from domino_ledger.ledger.registry.rule_sets import rules_agreed_on
from domino_ledger.ledger.store.ids import game_id

from .games import Json, exported, line, new_book, take
from .typed import EURO, fixed_clock, typed

THREE_EACH = rules_agreed_on(PUBLISHED, PUBLISHED["forced-block@1"], {"play.hand.2": 3})
DEAL = "deal Ana: 6-6 6-5 6-4 / Ben: 5-5 5-4 4-3"
BEN_WINS = ("5-5", "6-5", "5-4", "6-6", "4-3")


@pytest.fixture
def won(book: Book) -> TableSession:
    """A table where Ben has just won a payout game."""
    session = open_table(book, "evening", THREE_EACH, ["Ana", "Ben"], stake=EURO, clock=fixed_clock)
    return typed(session, f"{DEAL} / lead Ben", *BEN_WINS)


def records(book: Book) -> list[Json]:
    return [json.loads(line) for line in exported(book)]


# -- at a table


def test_the_next_deal_begins_the_next_game_which_the_winner_leads(
    book: Book, won: TableSession
) -> None:
    typed(won, DEAL, *BEN_WINS, DEAL, *BEN_WINS)
    first, second, third = records(book)
    assert [game["id"] for game in (first, second, third)] == ["evening", "evening-2", "evening-3"]
    assert "after" not in first
    assert (second["after"], third["after"]) == ("evening", "evening-2")
    assert [game["rounds"][0]["leader"] for game in (second, third)] == [1, 1]
    kept = "rules", "players", "stake"
    assert {json.dumps([game[key] for key in kept]) for game in (first, second, third)} == {
        json.dumps([first[key] for key in kept])
    }
    assert won.game.opened.players == book.stream(game_id("evening")).game.opened.players
    elsewhere = new_book(Path(book.path).parent, "elsewhere")
    assert {each.outcome for each in take(elsewhere, exported(book))} == {"added"}


def test_an_undo_goes_back_to_the_game_before(book: Book, won: TableSession) -> None:
    typed(won, DEAL, "undo", "undo")
    assert won.game.opened.record == "evening"
    assert won.game.won is None
    typed(won, "4-3", DEAL, "5-5")
    assert [game["id"] for game in records(book)] == ["evening", "evening-2"]
    assert won.game.opened.record == "evening-2"
    with pytest.raises(Refused, match="nothing-done"):
        typed(resume_table(book, won.id), "undo", "undo", "undo")


def test_one_undo_reaches_over_two_games(won: TableSession) -> None:
    typed(won, DEAL, "5-5")
    asked: list[tuple[str, int]] = []

    def disagree(taken: Taken) -> bool:
        asked.extend((each.before.opened.record, len(each.events)) for each in taken.changes)
        return False

    assert won.take("undo 4", agree=disagree) is None
    assert asked == [("evening-2", 2), ("evening", 2)]
    assert won.game.opened.record == "evening-2"
    taken = won.take("undo 4")
    assert taken is not None
    assert [len(each.events) for each in taken.changes] == [2, 2]
    assert won.game.opened.record == "evening"
    before = won.version
    with pytest.raises(NotNow, match="fewer-done"):
        won.take("undo 100")
    assert won.version == before
    typed(won, *BEN_WINS[-2:], DEAL)
    assert won.game.opened.record == "evening-2"


@pytest.mark.parametrize("rules", ["block-lot@1", "draw@1"])
def test_rules_by_which_no_game_leads_to_the_next(book: Book, rules: str) -> None:
    agreed = {"play.hand.2": 3, "play.first_lead": {"kind": "lot"}, "score.target": None}
    session = open_table(
        book,
        "evening",
        rules_agreed_on(PUBLISHED, PUBLISHED[rules], agreed),
        ["Ana", "Ben"],
        clock=fixed_clock,
    )
    typed(session, f"{DEAL} / lead Ben", *BEN_WINS)
    with pytest.raises(Refused, match="game-is-over"):
        session.take(DEAL)


def test_a_game_that_was_begun_after_another(book: Book, won: TableSession) -> None:
    def begun(record: str, players: list[str], after: str) -> TableSession:
        return open_table(book, record, THREE_EACH, players, after=after, clock=fixed_clock)

    on = begun("on", ["Ben", "Ana"], won.game.opened.record)
    assert on.first_leaders == {0}
    typed(on, "deal Ben: 6-6 6-5 6-4 / Ana: 5-5 5-4 4-3")
    assert on.game.current is not None
    assert on.game.current.seat == 0
    assert not begun("others", ["Cid", "Dora"], "evening").first_leaders
    assert not begun("unknown", ["Ana", "Ben"], "nothing").first_leaders
    with pytest.raises(Refused, match="leader-needed"):
        begun("open", ["Ana", "Ben"], "on").take(DEAL)


# -- from records


def test_simulated_games_follow_one_another(tmp_path: Path, book: Book) -> None:
    simulation = Simulation(PUBLISHED["forced-block@1"], 3, 5)
    assert list(simulate_into(book, simulation, 4)) == [True] * 4
    assert list(simulate_into(book, simulation, 12)) == [False] * 4 + [True] * 8
    assert exported(book) == list(simulation.lines(12))
    elsewhere = new_book(tmp_path, "elsewhere")
    outcomes = {each.outcome for each in take(elsewhere, simulation.lines(12))}
    assert outcomes == {"added"}  # Each is led by the player whom the game before names.
    assert exported(elsewhere) == exported(book)


def test_who_leads_against_the_result_is_found_in_one_batch(book: Book) -> None:
    """The game before need not be in the book already: it may be in the same batch."""
    first, second = map(json.loads, Simulation(PUBLISHED["forced-block@1"], 2, 5).lines(2))
    leader = second["rounds"][0]["leader"]
    second["players"].reverse()
    (one, other) = take(book, [line(first), line(second)])
    assert (one.outcome, other.outcome) == ("added", "rejected")
    assert isinstance(other.error, Rejected)
    assert other.error.violation is not None
    assert other.error.violation.params == {"leader": leader, "expected": (1 - leader,)}
