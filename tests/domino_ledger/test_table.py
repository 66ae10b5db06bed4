"""A live table: what a program may do, what it is refused, and what becomes of two at once."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from random import Random
from typing import Any

import pytest

from domino_ledger import (
    Book,
    Conflict,
    LedgerError,
    Move,
    NotNow,
    Refusal,
    Shuffle,
    Stake,
    State,
    Table,
    UnknownGame,
    Unreadable,
    error_text,
)
from domino_ledger.domain.shuffle import commitment_of

PLAYERS = ["Ana", "Ben", "Cy", "Dee"]
HANDS = [
    ["6-6", "6-4", "5-4", "3-2", "1-0"],
    ["6-5", "4-4", "3-1", "2-0", "5-1"],
    ["5-5", "6-3", "4-1", "2-2", "3-0"],
    ["4-3", "6-2", "5-3", "2-1", "0-0"],
]


@pytest.fixture
def table(book: Book) -> Table:
    """Of which seat 0 is to lead the double six."""
    table = book.open_game("evening", "block@1", PLAYERS)
    assert isinstance(table.deal(HANDS), State)
    return table


def accepted(answer: State | Refusal) -> State:
    assert isinstance(answer, State), answer
    return answer


def played(table: Table, chance: Random) -> State:
    """The state after the whole game, or much of a long one, played at random."""
    state = table.state
    while not state.over and state.version < 200:
        state = accepted(
            table.deal() if state.turn is None else table.play(chance.choice(state.moves))
        )
    return state


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        *(("block@1", 2), ("draw@1", 3), ("all-fives@1", 2), ("forced-block@1", 4)),
        *(("partnership-pagat@1", 4), ("mexican-train@1", 2), ("bendomino@1", 2)),
    ],
)
def test_every_legal_move_is_taken_and_the_game_is_clean(
    book: Book, rules: str, seats: int
) -> None:
    table = book.open_game("evening", rules, PLAYERS[:seats])
    state = played(table, Random(1))
    game = book.game("evening")
    assert game.audit(open=True).clean
    assert (game.result().winners or ()) == state.winners
    assert game.events == state.version == table.version
    assert book.resume_game("evening").state == state


def test_a_state_is_read_by_people(table: Table) -> None:
    state = table.state
    assert [set(hand or ()) for hand in state.hands] == list(map(set, HANDS))
    assert [str(move) for move in table.legal()] == ["6-6"]
    state = accepted(table.play(Move(0, "lay", "6-6")))
    assert (state.line, state.ends, state.turn) == (("6-6",), {"left": 6, "right": 6}, 1)
    assert [str(move) for move in state.moves] == ["6-5 left", "6-5 right"]
    state = accepted(table.play(Move(1, "lay", "5-6", "right")))
    assert (state.line, state.ends) == (("6-6", "6-5"), {"left": 6, "right": 5})


def test_a_seat_sees_its_own_hand_alone(table: Table) -> None:
    for seat in range(4):
        view = table.seat_view(seat)
        assert [hand is not None for hand in view.hands] == [at == seat for at in range(4)]
        assert bool(view.moves) == (seat == 0)
    assert table.seat_view(None).hands == (None,) * 4
    assert table.seat_view(None).sizes == (5,) * 4
    with pytest.raises(IndexError, match=r"not 4$"):
        table.seat_view(4)


@pytest.mark.parametrize(
    ("act", "code", "sentence"),
    [
        (lambda t: t.play(Move(0, "lay", "5-5")), "not-held", "Ana lays 5-5"),
        (lambda t: t.play(Move(0, "lay", "9-9")), "not-in-the-set", "9-9, which is not in this"),
        (lambda t: t.play(Move(1, "lay", "6-5")), "wrong-turn", "Ben acts"),
        (lambda t: t.play(Move(9, "pass")), "wrong-turn", "seat 9 acts"),
        (lambda t: t.play(Move(-1, "pass")), "wrong-turn", "seat -1 acts"),
        (lambda t: t.play(Move(0, "lay", "9-10-11")), "not-a-tile", "'9-10-11' is not a tile"),
        (lambda t: t.play(Move(0, "lay")), "field-missing", "'tile' is missing"),
        (lambda t: t.play(Move(0, "claim")), "field-missing", "'points' is missing"),
        (lambda t: t.play(_flies()), "unknown-kind", "expected one of lay,"),
        (lambda t: t.play(Move(0, "pass")), "could-play", "Ana"),
        (lambda t: t.deal(), "round-before-running", "round"),
        (lambda t: t.deal(HANDS), "round-before-running", "round"),
        (lambda t: t.take("Ana flies"), "expected-act", "expected"),
        (lambda t: t.take("show"), "only-at-a-terminal", "'show' changes nothing"),
        (lambda t: t.take("edit 1"), "only-at-a-terminal", "'edit 1' changes nothing"),
        (lambda t: t.note_result(winners=[0]), "round-before-running", "round"),
        (lambda t: t.undo(5), "fewer-done", "5"),
        (lambda t: t.forfeit(9), "unknown-seat", "no seat 9: the seats are 0 to 3"),
        (lambda t: t.forfeit(-1), "unknown-seat", "no seat -1"),
    ],
)
def test_a_refusal_says_why_and_stores_nothing(
    table: Table, act: Callable[[Table], State | Refusal], code: str, sentence: str
) -> None:
    before = table.state
    refusal = act(table)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert sentence in refusal.sentence
    assert table.state == table.refresh() == before


def _flies() -> Move:
    """What a client may send, whatever the types say."""
    fields: dict[str, Any] = {"seat": 0, "act": "fly"}
    return Move(**fields)


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        (HANDS[:3], "bad-deal"),
        ([*HANDS, HANDS[0]], "bad-deal"),
        ([HANDS[0]] * 4, "bad-deal"),
        ([*HANDS[:3], ["7-7"] * 5], "bad-deal"),
        ([["x"], *HANDS[1:]], "not-a-tile"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(book: Book, hands: list[list[str]], code: str) -> None:
    table = book.open_game("evening", "block@1", PLAYERS)
    refusal = table.deal(hands)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, table.version) == (code, 1)


def test_a_deal_is_recorded_as_it_was_played(book: Book) -> None:
    table = book.open_game("evening", "block@1", PLAYERS)
    with_too_many = [[*HANDS[0], HANDS[1][0]], *HANDS[1:]]
    accepted(table.deal(with_too_many, as_played=True))
    assert table.version > 1
    violations = book.game("evening").audit().violations
    assert [violation.code for violation in violations] == ["bad-deal"] * 2


def test_what_was_done_is_taken_back(table: Table) -> None:
    dealt = table.state
    accepted(table.play(Move(0, "lay", "6-6")))
    undone = accepted(table.undo())
    assert undone.moves == dealt.moves
    assert undone.version > dealt.version
    assert accepted(table.undo()).turn is None
    with pytest.raises(ValueError, match="1 step or more, not 0"):
        table.undo(0)


def test_rounds_and_games_end_without_play(book: Book) -> None:
    table = book.open_game("evening", "partnership-pagat@1", PLAYERS, teams=[[1, 3], [0, 2]])
    state = accepted(table.note_result(winners=[1, 3], points=[30, 0], ended="out", out=1))
    assert (state.scores, table.teams) == ((30, 0), ((1, 3), (0, 2)))
    assert accepted(table.abandon("rain")).over
    refusal = table.deal()
    assert isinstance(refusal, Refusal)
    assert refusal.code == "game-is-over"
    with pytest.raises(NotNow):
        book.resume_game("evening")
    other = book.open_game("other", "block@1", PLAYERS)
    assert accepted(other.forfeit(2, "ill")).over


def test_a_new_deal_is_asked_for_by_who_has_the_doubles(book: Book) -> None:
    table = book.open_game("evening", "partnership-cafe-250@1", PLAYERS)
    many = ["6-6", "5-5", "4-4", "3-3", "6-5", "6-4", "6-3"]
    state = accepted(table.deal([many, None, None, None]))
    refused = table.redeal(2)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.params["doubles"]) == ("no-redeal", 4)
    again = accepted(table.redeal(0, version=state.version))
    assert (again.turn, again.ended) == (None, "void")
    with pytest.raises(Conflict):
        table.redeal(version=state.version)


def test_bonuses_are_noted_with_a_result(book: Book) -> None:
    table = book.open_game("evening", "partnership-puerto-rican-500@1", PLAYERS)
    accepted(table.note_result(points=[231, 0], out=2, bonuses=[{"name": "capicua", "seat": 2}]))
    (round,) = table.game.rounds
    assert round.report is not None
    assert [(each.name, each.seat) for each in round.report.bonuses] == [("capicua", 2)]
    assert round.report.ended == "out"
    accepted(table.correct_result(0, points=[131, 0], bonuses=[{"name": "round"}]))
    refused = table.note_result(points=[5, 0], bonuses=[{"name": "tip"}])
    assert isinstance(refused, Refusal)
    assert "bonuses" in refused.sentence
    refused = table.note_result(points=[5, 0], ended="blocked", bonuses=[{"name": "capicua"}])
    assert isinstance(refused, Refusal)
    assert refused.code == "bad-result"


def test_a_line_of_the_notation_is_taken(table: Table) -> None:
    assert accepted(table.take("Ana 6-6")).turn == 1
    paused = accepted(table.take("pause"))
    assert paused.paused
    assert accepted(table.take("  # a remark")) == paused


def test_events_are_read_on_from_a_version(table: Table) -> None:
    accepted(table.play(Move(0, "lay", "6-6")))
    opened, dealt, laid = table.events()
    assert [event.type for event in (opened, dealt, laid)] == [
        *("game-opened", "round-dealt", "tile-laid"),
    ]
    assert "hands" not in dealt.data
    assert table.events(after=1, open=True)[0].data["hands"][0][0] == "6-6"
    assert laid.data == {"seat": 0, "tile": "6-6", "end": None, "flipped": False}
    assert table.events(after=2) == (laid,)
    assert table.events(after=3) == ()
    with pytest.raises(ValueError, match="none after -1"):
        table.events(after=-1)


def test_an_undo_says_what_it_took_back(table: Table) -> None:
    accepted(table.play(Move(0, "lay", "6-6")))
    accepted(table.play(Move(1, "lay", "6-5", "left")))
    accepted(table.undo(3))
    undone = [(event.type, event.data) for event in table.events(after=4)]
    assert [kind for kind, _ in undone] == ["act-undone", "act-undone", "deal-undone"]
    assert [data.get("tile") for _, data in undone] == ["6-5", "6-6", None]
    assert undone[0][1].items() >= {"act": "lay", "seat": 1, "end": "left"}.items()
    assert undone[2][1] == {"round": 0}


def test_a_game_carries_what_was_agreed(book: Book) -> None:
    began = datetime(2026, 11, 26, 20, 15, tzinfo=timezone(timedelta(hours=1)))
    table = book.open_game(
        "final",
        "forced-block@1",
        PLAYERS,
        settings={"payout.win_factor": 3},
        stake=Stake(currency="EUR", minor_per_pip=5),
        source="Tuesday cup, table 2; written by Eve",
        started_at=began,
    )
    assert table.rules.id == "forced-block@1+payout.win_factor=3"
    played(table, Random(1))
    assert table.state.over
    book.open_game("next", table.rules, PLAYERS, after="fina")
    record, after = book.game("final").record(), book.game("next").record().after
    assert (record.source, after) == ("Tuesday cup, table 2; written by Eve", "final")
    assert (record.started_at, record.stake) == (began, Stake(currency="EUR", minor_per_pip=5))
    assert book.game("final").audit(open=True).clean


def test_what_cannot_be_agreed_is_refused(book: Book) -> None:
    book.open_game("first", "draw@1", PLAYERS[:2])
    with pytest.raises(NotNow):
        book.open_game("second", "draw@1", PLAYERS[:2], after="first")
    with pytest.raises(UnknownGame):
        book.open_game("second", "draw@1", PLAYERS[:2], after="nothing")
    with pytest.raises(Unreadable):
        book.open_game("second", "draw@1", PLAYERS[:2], settings={"score.colour": "red"})
    began = datetime.now(UTC).replace(tzinfo=None)
    with pytest.raises(Unreadable):
        book.open_game("second", "draw@1", PLAYERS[:2], started_at=began)
    for other in ("Ana", "ANA", " ana "):
        with pytest.raises(LedgerError) as found:
            book.open_game("second", "draw@1", ["Ana", other])
        assert error_text(found.value) == "game: bad-seats: one player sits at two seats"
    assert [game.name for game in book.games()] == ["first"]


def test_who_has_not_seen_the_newest_version_gets_a_conflict(book: Book, table: Table) -> None:
    other = book.resume_game("evening")
    before = other.version
    accepted(table.play(Move(0, "lay", "6-6")))
    with pytest.raises(Conflict, match="game-changed"):
        other.play(Move(0, "lay", "6-6"))
    with pytest.raises(Conflict, match="game-changed"):
        table.play(Move(1, "lay", "6-5", "left"), version=before)
    assert other.refresh() == table.state
    accepted(other.play(Move(1, "lay", "6-5", "left"), version=table.version))
    assert [event.type for event in other.events(after=3)] == ["tile-laid"]


def test_players_bring_seeds_to_a_deal(book: Book) -> None:
    table = book.open_game("evening", "block@1", PLAYERS)
    seeds = {1: "5e" * 32, 3: "a7" * 32}
    nobody = table.commit({4: commitment_of(seeds[1])})
    assert isinstance(nobody, Refusal)
    assert nobody.code == "unknown-seat"
    shuffle = table.commit({seat: commitment_of(seed) for seat, seed in seeds.items()})
    assert isinstance(shuffle, Shuffle)
    assert shuffle.commitments[1] == commitment_of(seeds[1])
    for wrong in ({}, {1: seeds[1]}, seeds | {3: "00" * 32}):
        assert isinstance(shuffle.deal(wrong), Refusal)
    accepted(shuffle.deal(seeds))
    with pytest.raises(Conflict):
        shuffle.deal(seeds)
    accepted(table.undo())
    again = table.commit({1: commitment_of(seeds[1])})
    assert isinstance(again, Refusal)
    assert again.code == "used-before"
    played(table, Random(1))
    assert book.game("evening").audit(open=True).clean


def test_a_noted_result_is_corrected_and_the_later_ones_stay(book: Book) -> None:
    table = book.open_game("points", "block@1", PLAYERS)
    accepted(table.note_result(winners=[0], ended="out", pips=[0, 9, 9, 9]))
    seen = accepted(table.note_result(winners=[1], ended="out", pips=[5, 0, 5, 5])).version
    state = accepted(
        table.correct_result(0, winners=[2], ended="out", pips=[1, 1, 0, 1], version=seen)
    )
    assert state.scores == (0, 15, 3, 0)
    with pytest.raises(Conflict):
        table.correct_result(0, winners=[2], ended="out", pips=[1, 1, 0, 1], version=seen)
    refused = table.correct_result(2, winners=[0])
    assert isinstance(refused, Refusal)
    assert refused.code == "no-round-to-correct"


def test_pips_that_nobody_saw_are_noted_after_a_block_was_called(book: Book) -> None:
    table = book.open_game("unseen", "block@1", PLAYERS)
    accepted(table.deal([None] * 4, leader=0))
    accepted(table.play(Move(0, "lay", "6-6")))
    assert accepted(table.call_blocked()).ended == "blocked"
    assert accepted(table.note_pips([9, 20, 30, 40])).scores == (81, 0, 0, 0)
    with pytest.raises(ValueError, match="4 seats"):
        table.note_pips([1, 2])


def test_a_version_that_another_program_has_reached_is_not_stale(book: Book, table: Table) -> None:
    """Two programs of one site: the client was served by the other one."""
    other = book.resume_game("evening")
    ahead = accepted(table.play(table.legal()[0], version=table.version))
    assert other.version < ahead.version
    accepted(other.play(ahead.moves[0], version=ahead.version))
    with pytest.raises(Conflict, match="game-changed"):
        table.play(ahead.moves[0], version=ahead.version)


def test_a_reason_is_a_text(table: Table) -> None:
    number: Any = 5
    with pytest.raises(TypeError, match="not int"):
        table.abandon(number)
    with pytest.raises(TypeError, match="not int"):
        table.forfeit(0, number)
    assert not table.state.over


def test_the_seat_in_turn_thinks_and_nobody_else(table: Table) -> None:
    state = table.state
    before, after = table.seconds_used(), table.seconds_used()
    assert [seat for seat in range(len(before)) if after[seat] > before[seat]] == [state.turn]
    accepted(table.play(state.moves[0]))
    assert table.seconds_used()[state.turn or 0] > 0
