"""Tables with bots: bots see only what their seats may see; a seed determines the game."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from domino_ledger.domain.events import Act, Event, TileDrawn
from domino_ledger.domain.game.decide import Refused
from domino_ledger.domain.game.state import Game, open_game
from domino_ledger.domain.round.state import Round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.tiles import UNSEEN
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.live.bot_table import BotTable, open_bot_game, typed_events
from domino_ledger.ledger.live.bots import BOTS, Bot, BotName, Chance
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.projections.messages.errors import error_text

from ..domain.builders import any_hand, deal, evolved, new_game, now, opened, play

every_bot = pytest.mark.parametrize("bot", BOTS)
YOU = ("you", "bot")


MOST_EVENTS = 300
"""Rounds of trains and feet go on for thousands."""


def played(bots: BotTable, rules: str, seats: int) -> list[Event]:
    """A game, or its first acts, in which the person always takes the first legal move."""
    opening, people = opened(PUBLISHED[rules], seats), bots.names(seats, "you")
    game = open_game(opening)
    happened: list[Event] = []
    while not game.over and len(happened) < MOST_EVENTS:
        events = bots.next_events(game) or typed_events(game, "1", people)
        happened += events
        game = evolved(game, events)
    return happened


@every_bot
@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        ("block@1", 2),
        ("draw-three@1", 2),
        ("block-lot@1", 2),
        ("gaple@1", 4),
        ("chicken-foot@1", 3),
        ("spinner@1", 3),
        ("mexican-train@1", 3),
        ("basic-train@1", 5),
        ("bendomino@1", 2),
        ("doubles@1", 4),
    ],
)
def test_the_same_seed_and_moves_give_the_same_game(bot: BotName, rules: str, seats: int) -> None:
    first = played(BotTable(1, bot, 7), rules, seats)
    assert played(BotTable(1, bot, 7), rules, seats) == first
    assert played(BotTable(1, bot, 8), rules, seats) != first


def test_a_bot_sees_only_its_own_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Sequence[Act]] = []
    greedily = BOTS["greedy"]

    def looks(moves: Sequence[Act], chance: Chance) -> Act:
        shown.append(moves)
        return greedily(moves, chance)

    bot: Bot = looks
    monkeypatch.setitem(BOTS, "greedy", bot)
    played(BotTable(0, "greedy", 1), "draw-three@1", 3)
    moves = [move for each in shown for move in each]
    assert {move.seat for move in moves} == {1, 2}
    assert {move.tile for move in moves if isinstance(move, TileDrawn)} == {UNSEEN}


def at_the_table() -> Game:
    """Seat 0 holds two tiles that fit, one of them at both ends."""
    game = deal(new_game(any_hand("draw@1", 3, 2), 2), "6-5 6-4 1-1", "6-6 5-5 2-2")
    return play(game, "1 lays 6-6", "0 lays 6-5 left", "1 lays 5-5 left")


def must_draw() -> Game:
    game = deal(new_game(any_hand("draw@1", 2, 2), 2), "1-1 2-1", "6-6 5-5", next_tiles="0-0")
    return play(game, "1 lays 6-6")


def may_choose() -> Game:
    game = deal(new_game(any_hand("draw@1", 3, 2), 2), "6-5 6-4 1-1", "6-6 5-5 2-2")
    return play(game, "1 lays 6-6")


@pytest.mark.parametrize(
    ("game", "text", "why"),
    [
        (at_the_table(), "0", "there is no move 0: there is only 1"),
        (at_the_table(), "2", "there is no move 2: there is only 1"),
        (at_the_table(), "draw", "no tile may be drawn now"),
        (at_the_table(), "draw 0-0", "tiles are drawn unseen: type 'draw', if the"),
        (at_the_table(), "timeout", "tiles are drawn unseen"),
        (at_the_table(), "pass", "seat 0 passes though they could lay 6-4"),
        (at_the_table(), "1-1", "1-1 cannot lie at any open end"),
        (at_the_table(), "bot 2-2", "seat 1 acts, but it is the turn of seat 0"),
        (at_the_table(), "what?", "column 1: expected a player"),
        (must_draw(), "draw 0-0", "tiles are drawn unseen"),
        (may_choose(), " ", "there are 4 moves: type the number of one"),
        (may_choose(), "5", "there is no move 5: the moves are 1 to 4"),
    ],
)
def test_an_illegal_move_is_refused(game: Game, text: str, why: str) -> None:
    with pytest.raises((Refused, Unreadable)) as error:
        typed_events(game, text, YOU)
    assert error_text(error.value).startswith(why)


# -- moves taken back


def test_the_last_move_is_taken_back_with_what_the_bots_did(tmp_path: Path) -> None:
    with open_book(tmp_path / "book.db", create=True) as book:
        session = open_bot_game(book, "g", PUBLISHED["block-lot@1"], BotTable(0, "greedy", 3), YOU)
        positions: list[Round] = []
        while len(positions) < 3:
            if not session.play_on():
                positions.append(now(session.game))
                session.take("1")
        while session.play_on():
            pass
        for position in reversed(positions):
            session.take_back()
            assert now(session.game) == position
        version = session.session.version
        with pytest.raises(Refused, match="nothing-done"):
            session.take_back()
        assert session.session.version == version
