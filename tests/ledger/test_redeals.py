"""A deal that a player did not want to play: at a table, in the book, in records."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from domino_ledger.domain.events import DealVoid, Event, TileLaid
from domino_ledger.domain.game.decide import DealRound, Refused, decide
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.tiles import DOUBLES
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.errors import NotNow
from domino_ledger.ledger.live.bot_table import BotSession, BotTable, open_bot_game
from domino_ledger.ledger.live.session import TableSession, open_table
from domino_ledger.ledger.live.shuffled_deals import commit, dealt_by
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.records.import_ import Importer
from domino_ledger.ledger.records.unreadable import Unreadable
from tests.domain.builders import altered, hands, rest

from .games import exported, game_with, judged_alike, read
from .typed import events, fixed_clock, typed

MAY = altered(
    "block@1", play={"first_lead": {"kind": "lot"}, "redeal": {"doubles": 4, "who": "may"}}
)
FOUR = "6-6 5-5 4-4 3-3 1-0 2-0 3-0"
OTHER = "6-5 6-4 6-3 6-2 6-1 6-0 5-4"
DEAL = f"deal Ana: {FOUR} / Ben: {OTHER} / lead Ben"


def at_table(book: Book) -> TableSession:
    return open_table(book, "evening", MAY, ["Ana", "Ben"], clock=fixed_clock)


def test_the_scribe_notes_that_the_tiles_are_dealt_again(book: Book) -> None:
    session = typed(at_table(book), DEAL, "redeal")
    assert isinstance(events(session, book)[-1], DealVoid)
    (line,) = exported(book)
    (round,) = json.loads(line)["rounds"]
    assert (round["leader"], round["moves"], round["ended"]) == (None, [], None)
    assert judged_alike(book.stream(session.id), line)
    (again,) = Importer(book).take([(1, line)])
    assert again.outcome == "unchanged"
    (changed,) = Importer(book).take([(1, line.replace(b"6-5", b"5-3"))])
    assert changed.outcome == "rejected"
    typed(session, "deal lead Ana", "6-6")
    assert session.game.dealt == 2
    assert len(session.game.rounds[1].acts) == 1


def test_a_record_may_say_that_the_deal_in_play_was_dealt_again(book: Book, tmp_path: Path) -> None:
    session = typed(at_table(book), DEAL)
    (dealt,) = exported(book)
    typed(session, "redeal", "deal lead Ana", "6-6")
    (line,) = exported(book)
    with open_book(tmp_path / "other.db", create=True) as other:
        (added,) = Importer(other).take([(1, dealt)])
        (longer,) = Importer(other).take([(2, line)])
        assert (added.outcome, longer.outcome) == ("added", "extended")
        assert exported(other) == [line]


def test_undo_takes_the_deal_back_too(book: Book) -> None:
    session = typed(at_table(book), DEAL, "redeal", "undo")
    assert session.game.current is None


@pytest.mark.parametrize(
    ("before", "error"),
    [([], Refused), ([DEAL, "6-5"], Refused), ([DEAL, "pause"], NotNow)],
)
def test_when_it_is_refused(book: Book, before: list[str], error: type[Exception]) -> None:
    session = typed(at_table(book), *before)
    known = events(session, book)
    with pytest.raises(error):
        session.take("redeal")
    assert events(session, book) == known


def test_a_shuffled_deal_may_be_dealt_again(book: Book) -> None:
    session = at_table(book)
    for number in range(40):
        seeds = iter(f"{number:02}{seed:02}".ljust(64, "0") for seed in range(9))
        committed = commit(2, {}, seeds.__next__)
        session.write([committed.event])
        session.write(dealt_by(session.game, committed.seeds({})))
        try:
            session.take("redeal")
        except Refused:
            typed(session, "undo")
        else:
            break
    assert session.game.rounds[-1].ended == "void"
    (line,) = exported(book)
    assert judged_alike(book.stream(session.id), line)


# -- bots


def at_bots(book: Book, *each: str, leader: int) -> BotSession:
    """The person sits on seat 0."""
    table = BotTable(0, "greedy", seed=1)
    session = open_bot_game(book, "evening", MAY, table, table.names(2, "Ana"))
    session.session.write(deal_events(session.game, each, leader))
    return session


def deal_events(game: Game, each: Sequence[str], leader: int) -> tuple[Event, ...]:
    dealt = hands(*each)
    return decide(game, DealRound(dealt, rest(dealt), leader))


@pytest.mark.parametrize("leader", [0, 1])
def test_a_bot_asks_for_a_new_deal_before_anybody_leads(book: Book, leader: int) -> None:
    session = at_bots(book, OTHER, FOUR, leader=leader)
    assert not session.waits_for_answer
    assert session.play_on() == (DealVoid(),)
    assert session.game.running is None


def test_the_person_is_asked_before_a_bot_leads(book: Book) -> None:
    session = at_bots(book, FOUR, OTHER, leader=1)
    assert session.play_on() == ()
    with pytest.raises(Unreadable, match="redeal-or-not"):
        session.take("1")  # The moves are those of the bot.
    assert session.take("rebaraja") == (DealVoid(),)
    session.session.write(deal_events(session.game, (FOUR, OTHER), 1))
    assert session.play_on() == ()
    assert session.take("") == ()
    (laid,) = session.play_on()
    assert isinstance(laid, TileLaid)
    with pytest.raises(Refused, match="no-redeal"):
        session.take("redeal")


def test_who_leads_may_ask_at_their_turn_and_who_has_no_doubles_may_not(book: Book) -> None:
    session = at_bots(book, FOUR, OTHER, leader=0)
    assert not session.waits_for_answer
    assert session.play_on() == ()
    assert session.take("redeal") == (DealVoid(),)
    session.session.write(deal_events(session.game, ("6-6 5-5 4-4 3-2 1-0 2-0 3-0", OTHER), 0))
    with pytest.raises(Refused, match="no-redeal"):
        session.take("redeal")


@pytest.mark.parametrize("who", ["may", "must"])
def test_simulated_games_have_no_round_with_so_many_doubles(who: str) -> None:
    rules = altered("block@1", play=MAY.play.model_dump() | {"redeal": {"doubles": 3, "who": who}})
    found = [read(json.loads(each)) for each in Simulation(rules, 2, 3).lines(12)]
    assert not any(game.violations for game in found)
    rounds = [round for game in found if game.game for round in game.game.rounds]
    void = [round for round in rounds if round.ended == "void"]
    assert void
    for round in rounds:
        most = max((hand & DOUBLES).bit_count() for hand in round.start.hands)
        assert (most >= 3) is (round.ended == "void")


def test_bots_play_at_last_where_every_hand_has_so_many_doubles() -> None:
    rules = altered("block@1", play=MAY.play.model_dump() | {"redeal": {"doubles": 1}})
    record = json.loads(Simulation(rules, 2, 3).line(1))
    ended = [round["ended"] for round in record["rounds"]]
    assert ended[:20] == [None] * 20
    assert ended[20] in {"out", "blocked"}


def round_of(*hands: str, leader: int | None) -> dict[str, Any]:
    each = [hand.split() for hand in hands]
    return {"hands": each, "boneyard": None, "leader": leader, "moves": [], "ended": None}


def test_in_a_record_without_a_reason_it_is_a_deal_that_nobody_leads() -> None:
    void, deal = round_of(FOUR, OTHER, leader=None), round_of(FOUR, OTHER, leader=0)
    assert not read(game_with(MAY, ["Ana", "Ben"], void, deal)).violations
    other = round_of(OTHER, "5-5 5-3 5-2 5-1 5-0 4-3 4-2", leader=None)
    (fault,) = read(game_with(MAY, ["Ana", "Ben"], other)).violations
    assert fault.code == "wrong-leader"


def test_a_record_of_a_deal_that_had_to_be_void() -> None:
    must = altered(
        "block@1", play=MAY.play.model_dump() | {"redeal": {"doubles": 4, "who": "must"}}
    )
    void, deal = round_of(FOUR, OTHER, leader=None), round_of(FOUR, OTHER, leader=0)
    assert not read(game_with(must, ["Ana", "Ben"], void)).violations
    (fault,) = read(game_with(must, ["Ana", "Ben"], deal)).violations
    assert (fault.code, fault.params["expected"]) == ("wrong-leader", ())
