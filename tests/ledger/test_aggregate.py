"""State machine test of one game with its book, for any commands in any order.

The model is the list of expected events. A refused command leaves no trace; a writer with a stale
version gets a conflict, and neither loses nor overwrites an event.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID, uuid4

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from domino_ledger.domain.events import Event, GameOpened, passed
from domino_ledger.domain.game.decide import Abandon, Command, DealRound, DoAct, Refused, decide
from domino_ledger.domain.game.state import Game, fold
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.seats import Seat
from domino_ledger.domain.tiles import tiles_of
from domino_ledger.ledger.errors import Conflict
from domino_ledger.ledger.store.chain import NOTHING_BEFORE
from domino_ledger.ledger.store.stream import Stream, rows_after
from tests.lanes import examples

from .games import new_book

RULES = [(rules, seats) for rules in PUBLISHED.values() for seats in sorted(rules.play.hand)]
NOW = "2026-01-02T03:04:05.000006Z"


class Table(RuleBasedStateMachine):
    """A game, its expected events, and a reader with a stale version."""

    @initialize(row=st.integers(0, len(RULES) - 1))
    def open(self, row: int) -> None:
        rules, seats = RULES[row]
        self.directory = TemporaryDirectory()
        self.book = new_book(Path(self.directory.name))
        self.id = uuid4()
        players = tuple(UUID(int=seat + 1) for seat in range(seats))
        opened = GameOpened(record="live", rules=rules, players=players)
        self.must: list[Event] = [opened]
        self.book.write(rows_after(self.id, 0, NOTHING_BEFORE, [opened], recorded_at=NOW))
        self.stale = self.book.stream(self.id)

    def teardown(self) -> None:
        if hasattr(self, "book"):
            self.book.close()
            self.directory.cleanup()

    @property
    def game(self) -> Game:
        return self.book.stream(self.id).game

    def carry_out(self, command: Command) -> bool:
        """Decide on the stored game and record the events; False if refused."""
        stream = self.book.stream(self.id)
        try:
            events = decide(stream.game, command)
        except Refused:
            assert self.book.stream(self.id) == stream
            return False
        self.book.append(stream, events)
        self.must += events
        return True

    @rule(data=st.data(), leader=st.integers(0, 4))
    def deal(self, data: st.DataObject, leader: int) -> None:
        game = self.game
        size, seats = game.table.hand, game.table.seats
        tiles = data.draw(st.permutations(tiles_of(game.table.tiles)))
        hands = tuple(tuple(tiles[at * size : (at + 1) * size]) for at in range(seats))
        done = self.carry_out(DealRound(hands, tuple(tiles[seats * size :]), leader))
        playing = game.current is not None and game.current.ended is None
        assert not (done and (playing or game.over))

    @precondition(lambda self: self.game.current is not None)
    @rule(data=st.data(), many=st.integers(1, 12))
    def legal_acts(self, data: st.DataObject, many: int) -> None:
        for _ in range(many):
            game = self.game
            if game.current is None or game.over or game.current.ended is not None:
                return
            act = data.draw(st.sampled_from(legal_moves(game.current)))
            assert self.carry_out(DoAct(act))

    @rule(seat=st.integers(0, 5))
    def pass_(self, seat: Seat) -> None:
        """It is refused, unless the seat can do nothing else."""
        current, act = self.game.current, passed(seat)
        legal = current is not None and not self.game.over and act in legal_moves(current)
        assert self.carry_out(DoAct(act)) is legal

    @precondition(lambda self: len(self.must) > 40)
    @rule()
    def abandon(self) -> None:
        over = self.game.over
        assert self.carry_out(Abandon("closing time")) is not over

    @rule()
    def look(self) -> None:
        self.stale = self.book.stream(self.id)

    @rule(seat=st.integers(0, 3), more=st.booleans())
    def write_stale(self, seat: int, more: bool) -> None:
        """Write with a stale version."""
        if self.stale.version < len(self.must):
            with pytest.raises(Conflict):
                self.book.append(self.stale, [passed(seat)] * (2 if more else 1))

    @invariant()
    def the_book_has_the_expected_events(self) -> None:
        if not hasattr(self, "must"):
            return
        stream: Stream = self.book.stream(self.id)
        assert [entry.event for entry in stream.entries] == self.must
        assert stream.version == len(self.must) == self.book.version(self.id)
        assert stream.game.rounds == fold(self.must).rounds


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=examples(25), stateful_step_count=20, deadline=None)
