"""Every typed line is executed, or refused with one sentence."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.events import DealUndone, Event
from domino_ledger.domain.game.decide import Abandon, Refused
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.errors import NotNow
from domino_ledger.ledger.live.orders import events_of
from domino_ledger.ledger.live.typed_lines import TypedEdit, TypedUndo, read_line
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.projections.messages.errors import error_text
from tests.lanes import examples

from ..domain.builders import evolved, new_game
from .typed import DEAL, TIMES

ORDERS = (
    "deal undo edit last rounds blocked left pause resume "
    "abandon forfeit show quit lead begins hub boneyard hand none round out nobody"
)
MOVES = (
    "pass draw roba l r timeout absent right at flipped Ana Ben an seat "
    "aside marker up done wild bend open public train-0 train-1 train toe-6-6-1 train-2-left "
    "0 1 3 -1 9 4 ! ? / : , # @ < >"
)
TILES = "W-7 w7 W-W 6-6 6-5 5-5 65 9-9 18-18 99-1 20:31 2026-01-31T20:31:00Z 2026-99-31T20:31:00Z"
WORDS = [*ORDERS.split(), *MOVES.split(), *TILES.split(), '"Ana"', '"', "\\"]
SITUATIONS = [
    (),
    ("Ana 35 out",),
    (DEAL,),
    (DEAL, "6-6"),
    ("deal lead Ana",),
    ("deal lead Ana", "6-6", "pause"),
]


@pytest.mark.parametrize("before", SITUATIONS)
@settings(max_examples=examples(100))
@given(text=st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join) | st.text(max_size=20))
def test_any_line_is_executed_or_refused(before: tuple[str, ...], text: str) -> None:
    game = new_game(PUBLISHED["block@1"], 2)
    taken_back = False
    for each in (*before, text):
        done = execute(game, each)
        if isinstance(done, str):
            assert re.fullmatch(r"[^\n]+", done)
        else:
            game = evolved(game, done)
            taken_back = DealUndone() in done
    assert not before or taken_back == (game.current is None)


def test_the_boneyard_is_given_or_omitted() -> None:
    game = new_game(PUBLISHED["block@1"], 2)
    said = execute(game, "deal Ana: 6-6 ? ? ? ? ? ? / boneyard: 5-5 ? / lead Ana")
    assert said == "column 43: expected a tile such as '6-4', not '?'"


PLAYERS = ("José", "Zoë", "Ben", "Benita")


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("jose 6-4", "José 6-4"),
        ("JOSE 6-4", "José 6-4"),
        ("zo 64", "Zoë 6-4"),
        ("ben 6-4", "seat 2 6-4"),
        ("benit 6-4", "seat 3 6-4"),
        ("6-4 l", "6-4 left"),
        ("64 R", "6-4 right"),
        ("12:10 l", "12-10 left"),
        ("draw", "draw ?"),
        ("zoe draw @ 20:31", "Zoë draw ? @ 20:31"),
        ("６－４", "6-4"),  # noqa: RUF001
        ("６ー４　左", "6-4 left"),
        ("६-४", "6-4"),
        ("Ｚｏë　６４", "Zoë 6-4"),  # noqa: RUF001
        ("deal lead zoe", "deal lead Zoë"),
        ("aside 52", "aside 5-2"),
        ("aside", "aside ?"),
        ("marker up", "marker"),
        ("12:10 train-2", "12-10 train-2"),
        ("12:10 Toe-9-9-1", "12-10 toe-9-9-1"),
        ("10:10 l bend r", "10-10 left bend right"),
        ("10:10 bend r", "10-10 bend right"),
        ("deal ハブ 12-12 / begins zoe", "deal hub: 12-12 / lead Zoë"),
        ("left jose: ５-３", "left José: 5-3"),  # noqa: RUF001
        ("pause lunch", "pause"),
        ("?", "help"),
        ("edit", "edit last"),
    ],
)
def test_short_forms_and_other_scripts(short: str, whole: str) -> None:
    line = read_line(short, PLAYERS, TIMES)
    assert line is not None
    assert line == read_line(whole, PLAYERS, TIMES)


def test_a_reason_is_kept_as_it_was_typed() -> None:
    line = read_line("abandon １０時に停電", PLAYERS, TIMES)
    assert line is not None
    assert line.typed == Abandon("１０時に停電")


def test_names_that_differ_only_in_accents_are_distinct() -> None:
    for typed in ("José", "Jose", "jose"):
        line = read_line(f"{typed} 6-4", ("José", "Jose"), TIMES)
        assert line is not None
        assert line == read_line(f"seat {0 if typed == 'José' else 1} 6-4", PLAYERS, TIMES)
    with pytest.raises(Unreadable, match="ambiguous-name"):
        read_line("jo 6-4", ("José", "Jose"), TIMES)


def execute(game: Game, text: str) -> tuple[Event, ...] | str:
    """The events of a line, or the sentence of its refusal."""
    try:
        current = game.current
        between = current is None or current.report is not None
        line = read_line(text, ("Ana", "Ben"), TIMES, between_rounds=between)
        match None if line is None else line.typed:
            case None | str() | TypedUndo() | TypedEdit():
                return ()
            case order:
                return events_of(game, order)
    except (Refused, NotNow, Unreadable) as error:
        return error_text(error)
