"""Rounds of which only the result is known: in records, in texts, and typed at the table."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.events import BonusName, DealUndone, NotedBonus, RoundReported
from domino_ledger.domain.game.decide import Refused
from domino_ledger.domain.game.state import standing_of
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.errors import NotNow
from domino_ledger.ledger.live.session import resume_table
from domino_ledger.ledger.notation.errors import NotationError
from domino_ledger.ledger.notation.reader import read_text
from domino_ledger.ledger.notation.writer import text_of
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.records.unreadable import Rejected, Unreadable
from domino_ledger.projections.messages.errors import error_text
from tests.lanes import examples

from .games import Json, exported, game_with, line, new_book, read, take_one
from .notation.records import read_back
from .typed import events, table, typed

SIDES = [[1, 3], [0, 2]]
BONUSES = get_args(BonusName)
RESULTS: tuple[Json, ...] = (
    {"winners": [0, 2], "ended": "out", "out": 2, "points": [0, 35]},
    {"winners": [1, 3], "ended": "blocked", "points": [22, 0]},
    {"winners": [], "ended": "blocked"},
    {"winners": [0, 2], "ended": "blocked", "pips": [3, 20, 10, 30]},
    {"winners": [1, 3], "ended": "out", "pips": [7, 12]},
    {"winners": [0, 2], "points": [0, 0]},
    {"winners": [0, 1, 2, 3], "points": [4, 4]},
)


def evening(*results: Json, **changes: Any) -> Json:
    rounds = ({"reported": result} for result in results)
    players = ["Ana", "Ben", "Cruz", "Dee"]
    fields = {"rules": "partnership-sanjuan@1", "teams": SIDES, "id": "evening"} | changes
    return game_with(fields.pop("rules"), players, *rounds, **fields)


# -- records


def test_a_record_comes_back_as_it_was(tmp_path: Path) -> None:
    book = new_book(tmp_path)
    assert take_one(book, evening(*RESULTS)).outcome == "added"
    assert json.loads(exported(book)[0]) == evening(*RESULTS)
    (game,) = (book.stream(game).game for game in book.games())
    assert standing_of(game).scores == (35 + 63 + 4, 22 + 19 + 4)
    assert take_one(book, evening(*RESULTS)).outcome == "unchanged"


def test_bonuses_come_back_from_a_record(tmp_path: Path) -> None:
    noted = {**RESULTS[0], "bonuses": [{"name": "capicua", "seat": 2}, {"name": "carry"}]}
    game = evening(noted)
    book = new_book(tmp_path)
    assert take_one(book, game).outcome == "added"
    assert json.loads(exported(book)[0]) == game
    assert take_one(book, game).outcome == "unchanged"
    (round,) = text_of(game, PUBLISHED).split("\n\n")[1].splitlines()
    assert round == "Round 1: Cruz 35 out capicua Cruz carry"


def test_more_rounds_extend_the_game_and_other_points_are_other_facts(tmp_path: Path) -> None:
    book = new_book(tmp_path)
    take_one(book, evening(*RESULTS[:2]))
    assert take_one(book, evening(*RESULTS[:3])).outcome == "extended"
    other = take_one(book, evening(RESULTS[0], RESULTS[0], RESULTS[2]))
    assert isinstance(other.error, Rejected)
    assert error_text(other.error).endswith("round 2: the result is not the one in the book")
    played = evening(RESULTS[0], rounds=[{"hands": None, "moves": []}])
    found = take_one(book, played)
    assert found.error is not None
    assert "a round of which only the result is known" in error_text(found.error)


@pytest.mark.parametrize(
    ("round", "why"),
    [
        ({"reported": {}, "moves": []}, "has nothing else but 'claims'"),
        ({"reported": {"won": 1}}, "there is no field 'won' here"),
        ({"hands": None}, "'moves' is missing"),
    ],
)
def test_what_is_no_record(round: Json, why: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_record(line(evening(rounds=[round])))
    assert why in error_text(error.value)


# -- texts


def test_one_line_a_round() -> None:
    text = text_of(evening(*RESULTS, claims={"scores": [35, 22]}), PUBLISHED)
    _, lines = text.split("\n\n")
    assert lines == (
        "Round 1: Cruz 35 out\n"
        "Round 2: side A 22 blocked\n"
        "Round 3: nobody blocked\n"
        "Round 4: side B blocked left Ana 3, Ben 20, Cruz 10, Dee 30\n"
        "Round 5: side A out left side A 7, side B 12\n"
        "Round 6: side B 0\n"
        "Round 7: side A 4, side B 4\n"
    )


figures = st.integers(0, 99)


@st.composite
def results(draw: st.DrawFn) -> Json:
    """Any result of the evening, whether or not it fits the game."""
    noted: Json = {
        "winners": draw(st.sampled_from([None, [], [0, 2], [1, 3], [0, 1, 2, 3], [0]])),
        "ended": draw(st.sampled_from([None, "out", "blocked"])),
        "out": draw(st.sampled_from([None, 0, 1])),
        "points": draw(st.none() | st.lists(st.integers(-9, 99), min_size=2, max_size=2)),
        "pips": draw(
            st.none()
            | st.lists(figures, min_size=2, max_size=2)
            | st.lists(figures, min_size=4, max_size=4)
        ),
    }
    if noted["points"] is not None:
        del noted["pips"]
    bonus = st.fixed_dictionaries(
        {"name": st.sampled_from(BONUSES)}, optional={"seat": st.integers(0, 3)}
    )
    noted["bonuses"] = draw(st.none() | st.lists(bonus, min_size=1, max_size=3))
    return {name: value for name, value in noted.items() if value is not None}


@settings(max_examples=examples(40))
@given(st.lists(results(), min_size=1, max_size=3), st.booleans())
def test_every_result_comes_back_from_its_text(noted: list[Json], with_claims: bool) -> None:
    record = evening(*noted)
    if with_claims:
        record["rounds"][0]["claims"] = {"scores": [1, 2]}
    assert read_back(record) == [record]


CAPICUA: Json = {"name": "capicua"}


def reported(result: str, *header: str, players: str = "Ana, Ben, Cruz, Dee") -> Json:
    head = ["Game: g", "Rules: partnership-sanjuan@1", f"Players: {players}"]
    (record,) = read_text("\n".join([*head, *header, result]), PUBLISHED)
    found: Json = record["rounds"][0]["reported"]
    return found


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("Round 1: a 35", {"winners": [0, 2], "points": [35, 0]}),
        ("Round: b 22 block", {"winners": [1, 3], "ended": "blocked", "points": [0, 22]}),
        ("round: 1: dee 5 out", {"winners": [1, 3], "ended": "out", "out": 3, "points": [0, 5]}),
        ("Round 1: A \N{MINUS SIGN}5 # a remark", {"winners": [0, 2], "points": [-5, 0]}),
        ("Round 1: Ana out", {"winners": [0, 2], "ended": "out", "out": 0}),
        ("Round 1: A 3, B 4", {"winners": [0, 1, 2, 3], "points": [3, 4]}),
        ("Round 1: nobody", {"winners": []}),
        ("Round 1: blocked left B 4 A 3", {"ended": "blocked", "pips": [3, 4]}),
        (
            "Round 1: cruz out left ana 3 ben 4 dee 5",
            {"winners": [0, 2], "ended": "out", "out": 2, "pips": [3, 4, 0, 5]},
        ),
        ('Round 1: {"points": [1, 2]}', {"points": [1, 2]}),
        (
            "Round 1: a 231 out capicua",
            {"winners": [0, 2], "ended": "out", "points": [231, 0], "bonuses": [CAPICUA]},
        ),
        (
            "Round 1: Cruz 231 capicúa",
            {
                "winners": [0, 2],
                "ended": "out",
                "out": 2,
                "points": [231, 0],
                "bonuses": [CAPICUA],
            },
        ),
        (
            "Round 1: a 80 out chuchazo cruz opening-pass, b 25",
            {
                "winners": [0, 2],
                "ended": "out",
                "points": [80, 25],
                "bonuses": [{"name": "chuchazo", "seat": 2}, {"name": "opening-pass"}],
            },
        ),
        (
            "Round 1: b 40 paso-redondo dee",
            {
                "winners": [1, 3],
                "points": [0, 40],
                "bonuses": [{"name": "round-pass", "seat": 3}],
            },
        ),
        (
            "Round 1: cruz out capicua left ana 3 ben 4 dee 5",
            {
                "winners": [0, 2],
                "ended": "out",
                "out": 2,
                "pips": [3, 4, 0, 5],
                "bonuses": [CAPICUA],
            },
        ),
    ],
)
def test_results_as_people_write_them(written: str, found: Json) -> None:
    assert reported(written) == found


def test_a_letter_is_a_side_unless_a_player_is_called_so() -> None:
    assert reported("Round 1: A 5", players="Bea, Carl, Cruz, Dee")["winners"] == [0, 2]
    assert reported("Round 1: A 5", players="Ada, Ben, Ana, Dee")["winners"] == [0, 2]
    assert reported("Round 1: A 5", players="Bea, a, Cruz, Dee")["winners"] == [1, 3]
    teams = "Teams: Ben, Dee / Ana, Cruz"
    assert reported("Round 1: side A 5", teams)["winners"] == [1, 3]
    assert reported("Round 1: Side a 5 out", teams)["winners"] == [1, 3]
    assert reported("Round 1: blocked left side A 5, side B 6", teams)["pips"] == [5, 6]
    with pytest.raises(NotationError):
        reported("Round 1: C 5", players="Ana, Ben, Dora, Eva")


def test_sides_of_rules_agreed_at_the_table() -> None:
    head = "Game: g\nRules: partnership-sanjuan@1+score.target=50\nPlayers: Ana, Ben, Cruz, Dee\n"
    (record,) = read_text(f"{head}Round 1: A 35\n", PUBLISHED)
    assert record["rounds"][0]["reported"]["winners"] == [0, 2]


LOW = "Game: g\nRules: mexican-train@1\nPlayers: Ana, Ben, Cy, Dora\nRound 1: "


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("ana 0, ben 30, cy 12, dora 25", {"winners": [0], "points": [0, 30, 12, 25]}),
        ("ben 30, dora 25, cy 12", {"winners": [0], "points": [0, 30, 12, 25]}),
        ("ben 30, ana 4, cy 4, dora 25", {"winners": [0, 2], "points": [4, 30, 4, 25]}),
        (
            "ana 0, ben 30, cy 12, dora 25 out",
            {"winners": [0], "ended": "out", "points": [0, 30, 12, 25]},
        ),
        (
            "ana out, ben 30, cy 12, dora 25",
            {"winners": [0], "ended": "out", "out": 0, "points": [0, 30, 12, 25]},
        ),
        (
            "cy 3 blocked, ana 9, ben 30, dora 25",
            {"winners": [2], "ended": "blocked", "points": [9, 30, 3, 25]},
        ),
        ("ana out left ben 3 cy 4 dora 5", {"winners": [0], "ended": "out", "out": 0}),
        ("dora", {"winners": [3]}),
    ],
)
def test_where_the_fewest_win_points_are_what_each_got(written: str, found: Json) -> None:
    (record,) = read_text(f"{LOW}{written}\n", PUBLISHED)
    round = dict(record["rounds"][0]["reported"])
    assert {key: each for key, each in round.items() if key != "pips"} == found


LOWEST = LOW.replace("mexican-train", "block")
OUT: Json = {"ended": "out", "out": 0}
TIE: Json = {**OUT, "winners": [0, 1]}


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("Ana 35 out, Ben 35", {**TIE, "points": [35, 35, 0, 0]}),
        ("Ana out left Ben 0, Cy 12, Dora 3", {**TIE, "pips": [0, 0, 12, 3]}),
        ("Ana 35 out", {**OUT, "winners": [0], "points": [35, 0, 0, 0]}),
        ("Ana 35 out, Ben 10", {**OUT, "winners": [0], "points": [35, 10, 0, 0]}),
        ("Ana out left Ben 1, Cy 12, Dora 3", {**OUT, "winners": [0], "pips": [0, 1, 12, 3]}),
    ],
)
def test_where_the_lowest_hand_wins_a_hand_of_0_0_ties_with_who_is_out(
    written: str, found: Json
) -> None:
    (record,) = read_text(f"{LOWEST}{written}\n", PUBLISHED)
    assert record["rounds"][0]["reported"] == found
    assert text_of(record, PUBLISHED).endswith(f"Round 1: {written}\n")
    assert read(record).violations == []


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("Round 1: seat 9 35", "line 4, column 10: expected a seat of this game"),
        ("Round 1: A 35, Cruz 2", "line 4, column 16: this side is named twice"),
        ("Round 1: A left Ana 3", "expected the pips of every player, or of every side"),
        ("Round 1: A 3\nHand Ana: 6-6", "line 5, column 6: expected 'Round', 'Claims:' or 'Game:'"),
        ("Round 1: A 3\nAna 6-6", "line 5, column 1: expected 'Round', 'Claims:' or 'Game:'"),
        ("Round 2: A 3", "expected Round 1 here, not Round 2"),
        ("Round A 3", "expected the number 1 or nothing"),
    ],
)
def test_slips(written: str, why: str) -> None:
    with pytest.raises(NotationError) as error:
        reported(written)
    assert why in error_text(error.value)


# -- at the table


def test_results_typed_between_rounds(tmp_path: Path) -> None:
    book = new_book(tmp_path)
    session = table(book, "partnership-sanjuan@1", "Ana Ben Cruz Dee")
    with pytest.raises(NotationError, match="points-or-tile"):
        session.take("b 65")
    typed(session, "a 35 out", "20:31 ben 22 block", "round 3: cruz 9", "undo")
    assert events(session, book)[1:] == [
        RoundReported(winners=(0, 2), ended="out", points=(35, 0)),
        RoundReported(winners=(1, 3), ended="blocked", points=(0, 22)),
        RoundReported(winners=(0, 2), points=(9, 0)),
        DealUndone(),
    ]
    assert session.replaceable is False
    typed(session, "a 30")
    session.take("a 31", replaces=True)
    assert standing_of(session.game).scores == (66, 22)
    session = typed(resume_table(book, session.id), "deal lead dee")
    for refused in ("ana 20", "round ana 20"):  # A round is being played.
        with pytest.raises((Refused, NotationError)):
            session.take(refused)
    typed(session, "undo", "pause")
    with pytest.raises(NotNow):
        session.take("a 20")


def test_a_bonus_typed_with_a_result(tmp_path: Path) -> None:
    book = new_book(tmp_path)
    session = table(book, "partnership-sanjuan@1", "Ana Ben Cruz Dee")
    typed(session, "a 131 out capicua", "ben 22 blocked round-pass")
    assert events(session, book)[1:] == [
        RoundReported(
            winners=(0, 2), ended="out", points=(131, 0), bonuses=(NotedBonus(name="capicua"),)
        ),
        RoundReported(
            winners=(1, 3),
            ended="blocked",
            points=(0, 22),
            bonuses=(NotedBonus(name="round-pass"),),
        ),
    ]
    with pytest.raises(Refused):
        session.take("a 20 blocked capicua")


def test_a_move_after_a_result_needs_a_deal(tmp_path: Path) -> None:
    session = table(new_book(tmp_path))
    with pytest.raises(NotationError, match="points-or-tile"):
        session.take("ana 20")
    typed(session, "round ana 20")
    for unreadable in ('round {"points": [1, 0], "pips": [0, 1]}', "ana 9999999999", "round {}x"):
        with pytest.raises(Unreadable):
            session.take(unreadable)
    for refused in ("ana 6-6", "! ana 6-6", "66", "pass"):
        with pytest.raises(NotNow):
            session.take(refused)
    with pytest.raises(Refused):
        session.take("round ana out left ben 169")
    typed(session, "! round ana out left ben 169")
    assert session.game.totals.irregular
