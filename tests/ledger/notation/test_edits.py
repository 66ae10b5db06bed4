"""Notation with random slips: an error at the slip, or a record; never anything else."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.notation.errors import NotationError
from domino_ledger.ledger.notation.reader import read_text
from domino_ledger.ledger.notation.writer import text_of
from tests.domain.random_games import AS_FOUND
from tests.lanes import examples

from .records import Json, read_or_refused, records

ALPHABET = '0123456789-?,:.<>@#|"/ \t\n\r{}[]abdeghlpqRwWx\N{EN DASH}\N{LINE SEPARATOR}\x00é'
LINES = ("Round", "Round 2", "Game: x", "Table", "Ended: out", "Left: [null]", "Hands: []", "#", "")


def edited(text: str, rng: random.Random) -> str:
    """The text with one slip: a character, a word from another place, or a line."""
    lines = text.split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(6):
        case 0:
            lines[at], lines[other] = lines[other], lines[at]
        case 1:
            del lines[at]
        case 2:
            lines.insert(at, rng.choice((*LINES, lines[other])))
        case kind:
            line = lines[at]
            place = rng.randrange(len(line) + 1)
            more = "" if kind == 3 else rng.choice((*ALPHABET, *lines[other].split()))
            lines[at] = line[:place] + more + line[place + (kind != 4) :]
    return "\n".join(lines)


def first_changed(before: str, after: str) -> int:
    """The number of the first line that differs."""
    pairs = zip(before.split("\n"), after.split("\n"), strict=False)
    return next((number for number, (one, other) in enumerate(pairs, 1) if one != other), 1)


def misread(text: str, first: int) -> list[object]:
    """Errors before the slip, or records that are not written and read as themselves."""
    read = read_or_refused(text)
    if isinstance(read, NotationError):
        last = text.count("\n") + 2
        return [] if read.line is not None and first <= read.line <= last else [read]
    return [record for record in read if not is_stable(record)]


def is_stable(record: Json) -> bool:
    """Whether it is written and read as an equal record."""
    written = text_of(record, PUBLISHED)
    again = read_text(written, PUBLISHED)
    return again == [record] and text_of(again[0], PUBLISHED) == written


@settings(AS_FOUND, max_examples=examples(40))
@given(records(), st.randoms(use_true_random=False), st.integers(1, 3))
def test_a_slip_is_refused_at_its_line_or_read(
    record: Json, rng: random.Random, slips: int
) -> None:
    before = text_of(record, PUBLISHED)
    after = before
    for _ in range(slips):
        after = edited(after, rng)
    assert misread(after, first_changed(before, after)) == []
