"""Each raised error has a template, and each template gets its parameters."""

import ast
import errno
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from domino_ledger.domain.faults.codes import Fault, Refusal
from domino_ledger.domain.game.decide import Refused
from domino_ledger.ledger.errors import LedgerError, NotALedger, Tampered, UnknownGame
from domino_ledger.ledger.notation.errors import NotationError, OtherEnd, WrongEnding
from domino_ledger.ledger.records.differences import Difference
from domino_ledger.ledger.records.unreadable import Rejected, Unreadable
from domino_ledger.ledger.store.postgres.errors import _MEANINGS as POSTGRES_MEANINGS
from domino_ledger.ledger.store.sqlite.recorder import _MEANINGS as SQLITE_MEANINGS
from domino_ledger.ledger.transcript.game import Violation
from domino_ledger.projections.messages import errors, notation, shortened
from domino_ledger.projections.messages.errors import error_json, error_text
from domino_ledger.projections.messages.notation import other_end_text
from domino_ledger.projections.messages.templates import Template, each_of
from domino_ledger.projections.messages.violations import place_text, violation_text
from domino_ledger.projections.tables.queries import _MEANINGS as QUERY_MEANINGS

ROOT = Path(__file__).parents[2]
TEMPLATES = {**errors.TEMPLATES, **errors._FLAWS, **notation.TEMPLATES, **notation.EXPECTED}
MADE_OF = {
    "entry": "game",
    "stream": "game",
    "violation": "violation",
    "expected": "kinds",
    "index": "move",
    "place": "line",
    "ways": "letter",
}
"""By placeholder, a parameter that it is made of."""
VIOLATION = Violation(0, 5, "tile-twice", {"seat": 1, "tile": "6-5"})


class Raised(NamedTuple):
    """A code in the source, with the parameters given beside it."""

    place: str
    code: str
    params: frozenset[str]
    kind: str = ""
    """The name of the class, or of what makes the error; empty where a table gives it."""


@cache
def every_raised() -> tuple[Raised, ...]:
    return tuple(raised())


def raised() -> Iterator[Raised]:
    """Every literal code with which an error is made."""
    errors = _error_classes() | MAKERS
    for file, tree in _trees():
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id=name)) if name in errors:
                    yield from _made(f"{file}:{node.lineno}", name, node)
                case ast.Call(func=ast.Attribute(attr="error")) if file.startswith("ledger/"):
                    yield from _made(f"{file}:{node.lineno}", "error", node)
    for _, _, code in (*SQLITE_MEANINGS, *POSTGRES_MEANINGS):
        yield Raised("meanings", code, frozenset({"book", "reason"}))
    for _, code in QUERY_MEANINGS:
        yield Raised("meanings", code, frozenset({"reason"}))


@cache
def _trees() -> list[tuple[str, ast.Module]]:
    files = [ROOT / "domain" / "tiles.py", *sorted((ROOT / "domain" / "rules").glob("*.py"))]
    for room in ("ledger", "projections", "web", "cli"):
        files += sorted((ROOT / room).rglob("*.py"))
    files += sorted((ROOT / "domino_ledger").glob("*.py"))
    return [(str(file.relative_to(ROOT)), ast.parse(file.read_text())) for file in files]


def _error_classes() -> set[str]:
    """The names of `LedgerError` and all its subclasses."""
    found, before = {"LedgerError"}, set[str]()
    while found != before:
        before = set(found)
        for _, tree in _trees():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
                    found |= {node.name} if bases & found else set()
    return found


def _made(place: str, name: str, call: ast.Call) -> Iterator[Raised]:
    at = 2 if name == "NotationError" else 0
    code = call.args[at] if len(call.args) > at else None
    if isinstance(code, ast.JoinedStr):  # A sentence without a template.
        yield Raised(place, ast.unparse(code), frozenset())
    if not (isinstance(code, ast.Constant) and isinstance(code.value, str)):
        return
    params = {each.arg for each in call.keywords if each.arg is not None}
    for each in call.args[at + 1 :]:
        if isinstance(each, ast.Dict):
            params |= {str(key.value) for key in each.keys if isinstance(key, ast.Constant)}
    yield Raised(place, code.value, frozenset(params), name)


MAKERS = {"PydanticCustomError", "invalid", "_refused"}
"""Other callables that take a code."""
FROM_PYDANTIC = {
    "field-missing": {"field"},
    "unknown-field": {"field"},
    "unknown-kind": {"field", "kinds", "found"},
    "text-empty": set(),
    "no-time-zone": set(),
    "text-too-long": {"limit"},
    "list-too-long": {"limit"},
    "too-small": {"limit"},
    "too-large": {"limit"},
    "invalid-value": {"found"},
    "record-cut-short": set(),
    "json-cut-short": set(),
}
"""The codes that `ledger.records.unreadable` makes of pydantic's error types."""


def asked_in(code: str) -> Iterator[frozenset[str]]:
    """The placeholders of each template of this code."""
    templates = TEMPLATES[code]
    if isinstance(templates, str):
        yield Template(templates, number="number").placeholders
    else:
        yield from (each.placeholders for each in each_of(templates))


def is_given(placeholders: frozenset[str], params: frozenset[str]) -> bool:
    """Each is a parameter, or made of one."""
    return all({name, MADE_OF.get(name)} & params for name in placeholders)


@pytest.mark.unmeasured
def test_each_error_has_a_template_that_gets_its_parameters() -> None:
    wrong: list[object] = []
    for place, code, params, _ in every_raised():
        if code in TEMPLATES:
            missing = [each for each in asked_in(code) if not is_given(each, params)]
            if len(missing) == len(list(asked_in(code))):
                wrong.append((place, code, missing))
        elif code != "illegal":
            wrong.append((place, code))
    assert wrong == []


@pytest.mark.unmeasured
def test_every_template_is_of_a_raised_error() -> None:
    named = {
        node.value
        for file, tree in _trees()
        if not file.startswith("projections/messages/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
    }
    assert TEMPLATES.keys() - named - FROM_PYDANTIC.keys() == set()


@pytest.mark.parametrize(("code", "params"), FROM_PYDANTIC.items())
def test_errors_of_pydantic_have_templates(code: str, params: set[str]) -> None:
    values: dict[str, Any] = dict.fromkeys(params, 3) | ({"kinds": ["a", "b"]} if params else {})
    assert "3" in error_text(Unreadable(code, **values)) or not params


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (UnknownGame("unknown-game", name="a'b"), """there is no game "a'b" in the book"""),
        (
            UnknownGame("ambiguous-game", name="n", number=2, candidates=["n-2", "n-1"]),
            "2 games in the book begin with 'n': n-2, n-1",
        ),
        (
            UnknownGame("similar-games", name="ight", number=1, candidates=["night"]),
            "no game in the book is called 'ight', but it is part of night",
        ),
        (
            LedgerError("unknown-rules", rules="x@1", meant="a@1"),
            "there are no rules 'x@1': domino rules list names all (did you mean 'a@1'?)",
        ),
        (
            Rejected("not-recordable", violation=VIOLATION),
            (
                "cannot be recorded even as it was played: "
                "round 1, move 6: tile-twice: seat 1 lays 6-5, which lies on the table already"
            ),
        ),
        (
            NotALedger("tables-of-another-book", book="x", in_a_file=False),
            (
                "the tables in x follow from another book: drop them, and domino init makes them "
                "again"
            ),
        ),
        (Refused(Refusal("game-is-over")), "the game is over"),
        (OSError(errno.ENOSPC, "full"), "the disk is full"),
        (OSError(errno.EIO, "Input/output error"), "the operating system refuses: Input/output"),
        (ZeroDivisionError("by 0"), "this program made a mistake that it cannot explain: set "),
    ],
)
def test_the_sentence(error: Exception, sentence: str) -> None:
    assert error_text(error).startswith(sentence)


def test_for_programs() -> None:
    assert error_json(Unreadable("too-small", place=("rounds", 0, "leader"), limit=0)) == {
        "code": "too-small",
        "params": {"limit": 0, "place": "rounds[0].leader"},
        "message": "rounds[0].leader: less than 0",
    }
    assert error_json(NotationError(3, 7, "expected-text", found="x")) == {
        "code": "expected-text",
        "params": {"found": "x", "line": 3, "column": 7},
        "message": "line 3, column 7: expected a text, not 'x'",
    }
    assert error_json(Rejected("illegal", violation=VIOLATION))["params"] == {
        "round": 0,
        "move": 5,
        "violation": "tile-twice",
    }
    difference = Difference(0, None, "hand", {"seat": 1})
    assert error_json(Rejected("differs", record="g", difference=difference)) == {
        "code": "differs",
        "params": {
            "record": "g",
            "difference": {"round": 0, "move": None, "code": "hand", "params": {"seat": 1}},
        },
        "message": (
            "g is in the book with other facts: "
            "round 1: the hand of seat 1 is not the one in the book"
        ),
    }


def test_an_event_that_is_not_readable_is_named_by_its_place() -> None:
    at = {"record": "g", "kind": "deal", "round": 1, "move": None}
    error = Tampered("unknown-topic", topic="odd/1", game="x", event=7, **at)
    assert error_text(error) == "g, round 2, the deal: there is no event 'odd/1'"


def test_for_tracebacks() -> None:
    assert str(UnknownGame("unknown-game", name="x")) == "unknown-game {'name': 'x'}"
    assert str(LedgerError("entry-unreadable")) == "entry-unreadable"


LONG = "x" * 20_000


@pytest.mark.parametrize(
    ("error", "kept"),
    [
        (UnknownGame("unknown-game", name=LONG), "there is no game 'xxx"),
        (
            UnknownGame("ambiguous-game", name=LONG, number=20, candidates=[LONG] * 10),
            "20 games in the book begin with 'xxx",
        ),
        (NotALedger("damaged", book=LONG, reason=LONG), " is a damaged ledger: xxx"),
        (LedgerError("unknown-rules", rules="y", meant=LONG), "did you mean 'xxx"),
        (Unreadable("text-empty", place=(LONG, 3, LONG)), ": the text is empty"),
        (Rejected("illegal", violation=Violation(0, 5, "wrong-turn", {"no_seat": 10**4000})), "6"),
        (
            Rejected(
                "differs",
                record=LONG,
                difference=Difference(0, 1, "opening-field", {"field": LONG}),
            ),
            " is in the book with other facts: round 1, move 2: the xxx",
        ),
        (NotationError(3, 7, "expected-player", players=[LONG] * 99, found=LONG), "line 3, column"),
        (NotationError(3, 7, "hand-given-twice", player=LONG), " is given twice"),
        (OSError(errno.EACCES, "Permission denied", LONG), ": Permission denied"),
    ],
)
def test_long_texts_are_shortened_and_the_fault_is_kept(error: Exception, kept: str) -> None:
    sentence = error_text(error)
    assert len(sentence) <= 500
    assert kept in sentence
    assert "…" in sentence


def test_the_beginning_and_the_end_are_shown() -> None:
    assert shortened("x" * 20, 20) == "x" * 20
    assert shortened("abcdefghijkl", 9) == "abcde…jkl"


def test_where_a_violation_is() -> None:
    assert place_text(VIOLATION._replace(round=None, move=None)) == "game"
    assert place_text(VIOLATION._replace(move=None)) == "round 1"
    assert place_text(VIOLATION, "table 3") == "table 3/1.6"
    assert place_text(VIOLATION._replace(round=None, move=None), "table 3") == "table 3"
    after_the_last_move = VIOLATION._replace(code="round-not-over")
    assert place_text(after_the_last_move) == "round 1"
    assert violation_text(VIOLATION).startswith("round 1, move 6: tile-twice: ")


@pytest.mark.parametrize(
    ("line", "column", "sentence"),
    [
        (None, None, "not UTF-8"),
        (3, None, "line 3: not UTF-8"),
        (None, 7, "column 7: not UTF-8"),
        (3, 7, "line 3, column 7: not UTF-8"),
    ],
)
def test_where_a_slip_is(line: int | None, column: int | None, sentence: str) -> None:
    assert error_text(NotationError(line, column, "not-utf-8")) == sentence


def test_many_players_are_not_all_named() -> None:
    names = [f"p{number}" for number in range(9)]
    error = NotationError(None, None, "expected-player", players=names, found="x")
    assert error_text(error) == "expected a player (p0, p1, p2, p3, p4, p5, p6, p7, ...), not 'x'"


LEFT = OtherEnd("6-4", "left", "right", None, None, legal=True, ended=None, open_ends=(4, 4))


@pytest.mark.parametrize(
    ("note", "sentence"),
    [
        (LEFT, "all is legal, too, and the round is not over, with 4 and 4 at the ends (6-4>)"),
        (LEFT._replace(ended="out"), "all is legal, too, and nothing else follows (6-4>)"),
        (
            LEFT._replace(ended="blocked", legal=False),
            "no more is wrong, and the round is blocked, with 4 and 4 at the ends (6-4>)",
        ),
        (
            LEFT._replace(wrong_line=9, fault=Fault("does-not-fit", {"tile": "6-6"})),
            "line 9 is wrong: 6-6 cannot lie at any open end",
        ),
        (
            LEFT._replace(wrong_line=9, fault=WrongEnding("out")),
            "line 9 is wrong: the round is then not out",
        ),
        (
            LEFT._replace(wrong_line=9, fault=WrongEnding(None, followed=True)),
            "line 9 is wrong: the round is then not over, though another follows",
        ),
    ],
)
def test_the_other_end(note: OtherEnd, sentence: str) -> None:
    assert other_end_text(note) == (
        f"6-4 fits at both ends and is read at left; at right, {sentence}"
    )
