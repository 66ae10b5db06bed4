"""Games that end by their clock at a live table (docs/rules/score.md#a-clock)."""

from datetime import UTC, datetime, timedelta

import pytest

from domino_ledger import audit_record
from domino_ledger.domain.events import GameAbandoned, RoundDealt, TileLaid
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import NAMES, tiles_of
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.session import TableSession, open_table
from domino_ledger.ledger.live.simulation import dealt_by_program
from domino_ledger.ledger.records.export import record_of
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.results.game_result import count_game
from tests.domain.builders import altered

START = datetime(2026, 3, 5, 20, tzinfo=UTC)
PLAYERS = ["Ana", "Ben", "Cruz", "Dee"]


def rules(**clock: str) -> RuleSet:
    return altered(
        "partnership-sanjuan@1",
        score={"target": 100, "abandoned": "leader-wins", "clock": {"minutes": 30, **clock}},
    )


class Evening:
    """A table and its clock."""

    def __init__(self, book: Book, played: RuleSet) -> None:
        self.now = START
        self.session: TableSession = open_table(
            book, "club", played, PLAYERS, source="typed", clock=lambda: self.now
        )

    def after(self, minutes: float, *lines: str) -> list[type]:
        """What the last of these lines does, typed so many minutes after the start."""
        self.now = START + timedelta(minutes=minutes)
        *first, last = lines
        for line in first:
            self.session.take(line)
        taken = self.session.take(last)
        assert taken is not None
        (change,) = taken.changes
        return list(map(type, change.events))

    @property
    def outcome(self) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
        result = count_game(self.session.game)
        return result.standing.scores, result.winners


def test_the_round_in_play_is_finished(book: Book) -> None:
    evening = Evening(book, rules())
    evening.after(10, "A 86", "B 72")
    assert GameAbandoned not in evening.after(29.9, "A 1")
    assert evening.after(31, "B 20")[-1] is GameAbandoned
    assert evening.outcome == ((87, 92), (1, 3))
    assert evening.session.game.abandoned == GameAbandoned(reason="time")


def test_no_further_round_is_dealt_after_the_bell(book: Book) -> None:
    evening = Evening(book, rules())
    evening.after(10, "A 86", "B 72")
    assert evening.after(31, "deal") == [GameAbandoned]
    assert evening.outcome == ((86, 72), (0, 2))


def test_while_the_sides_are_equal_one_more_round_is_played(book: Book) -> None:
    evening = Evening(book, rules())
    evening.after(10, "A 58")
    assert GameAbandoned not in evening.after(31, "B 58")
    assert evening.after(40, "B 1")[-1] is GameAbandoned
    assert evening.outcome == ((58, 59), (1, 3))


@pytest.mark.parametrize(("in_play", "done"), [("finish", TileLaid), ("void", GameAbandoned)])
def test_the_first_act_after_the_bell(book: Book, in_play: str, done: type) -> None:
    evening = Evening(book, rules(in_play=in_play))
    evening.after(10, "A 86")
    session = evening.session
    evening.now = START + timedelta(minutes=20)
    session.write(dealt_by_program(session.game, session.leaders_of_deal))
    round = session.game.running
    assert round is not None
    first = NAMES[tiles_of(round.hands[round.seat])[0]]
    assert evening.after(31, first) == [done]


def test_a_deal_by_the_program_after_the_bell(book: Book) -> None:
    evening = Evening(book, rules())
    evening.after(10, "A 86")
    evening.now = START + timedelta(minutes=31)
    session = evening.session
    session.write(dealt_by_program(session.game, session.leaders_of_deal))
    events = [type(entry.event) for entry in session.stream.entries]
    assert events[-1] is GameAbandoned
    assert RoundDealt not in events
    assert evening.outcome == ((86, 0), (0, 2))


@pytest.mark.parametrize(("claimed", "wrong"), [([1, 3], []), ([0, 2], ["false-claim"])])
def test_a_record_says_that_the_game_was_broken_off(
    book: Book, claimed: list[int], wrong: list[str]
) -> None:
    """86 : 72 at the bell; the round in play gives 20 to the side with 72."""
    evening = Evening(book, rules())
    evening.after(10, "A 86", "B 72")
    evening.after(31, "B 20")
    record = record_of(evening.session.stream, all_names(book))
    assert record["abandoned"] == {"reason": "time"}
    audit = audit_record(record | {"claims": {"winners": claimed, "scores": [86, 92]}})
    assert (audit.winners, audit.standing) == ((1, 3), ((86, 92), (1, 3), 3, False))
    assert [each.code for each in audit.violations] == wrong
