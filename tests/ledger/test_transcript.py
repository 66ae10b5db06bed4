"""Records as events: real ones are clean, damaged ones are flagged at the damage."""

import random
from collections import Counter

import pytest

from domino_ledger.domain.events import GameOpened, IrregularityNoted
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.ledger.transcript.game import Transcript
from domino_ledger.ledger.transcript.given import given_by_events

from .damage import DAMAGES, Damage, boneyard_unknown, damaged
from .games import FILES, Json, lines, read, record
from .second_opinion import Place, first_wrong

COMBINED = 400
EACH = 20
HARMLESS = {boneyard_unknown}
"""What a record may omit."""


def first_place(transcript: Transcript) -> Place | None:
    if not transcript.violations:
        return None
    first = transcript.violations[0]
    return Place(first.round, first.move)


def any_record(rng: random.Random) -> Json:
    file = rng.choice(FILES)
    return record(file, rng.randrange(len(lines(file))))


@pytest.mark.parametrize("file", FILES)
def test_the_second_opinion_finds_nothing_in_real_games(file: str) -> None:
    """What the judge finds in them: `tests/projections/test_audit.py`."""
    for number in range(len(lines(file))):
        assert first_wrong(record(file, number)) is None


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_one_damage_is_flagged_at_its_place(damage: Damage) -> None:
    rng = random.Random(f"one {damage.__name__}")
    flagged = 0
    for _ in range(EACH):
        game = damaged(any_record(rng), [damage], rng)
        assert first_place(read(game)) == first_wrong(game), game
        flagged += first_wrong(game) is not None
    assert (flagged > 0) is (damage not in HARMLESS)


def test_many_damages_are_flagged_at_the_first() -> None:
    rng = random.Random("several damages")
    for _ in range(COMBINED):
        damages = [rng.choice(DAMAGES) for _ in range(rng.choice([2, 2, 3, 5]))]
        game = damaged(any_record(rng), damages, rng)
        assert first_place(read(game)) == first_wrong(game), (damages, game)


def test_violations_come_in_the_order_of_the_record() -> None:
    """Deal, moves, ending: violations without a move come before or after all moves."""
    rng = random.Random("order")
    seen: Counter[str] = Counter()
    for _ in range(COMBINED):
        game = damaged(any_record(rng), rng.choices(DAMAGES, k=3), rng)
        found = read(game).violations
        rounds = [-1 if violation.round is None else violation.round for violation in found]
        assert rounds == sorted(rounds)
        for number in set(rounds):
            moves = [v.move for v in found if v.round == number and v.move is not None]
            assert moves == sorted(moves)
            whole = [v.move for v in found if v.round == number]
            inner = whole[_leading(whole) : len(whole) - _leading(whole[::-1])]
            assert None not in inner
        seen.update(violation.code for violation in found)
    assert len(seen) > 15


def _leading(moves: list[int | None]) -> int:
    """The number of entries without a move at the beginning."""
    return next((at for at, move in enumerate(moves) if move is not None), len(moves))


@pytest.mark.parametrize(
    ("code", "recorded", "wrong"),
    [
        ("wrong-ending", '"nobody"', "unexpected-value"),
        ("wrong-ending", "{", "json-cut-short"),
        ("wrong-tiles-left", '[["9-9-9"]]', "not-a-tile"),
    ],
)
def test_an_end_that_no_record_could_have_cannot_be_judged(
    code: str, recorded: str, wrong: str
) -> None:
    """Somebody wrote it into the book, with right hashes."""
    opened, *events = read(record("payout.jsonl")).events
    assert isinstance(opened, GameOpened)
    noted = IrregularityNoted(code=code, recorded=recorded)
    with pytest.raises(Unreadable) as caught:
        given_by_events(opened, [(event, None) for event in (*events, noted)], {})
    assert caught.value.code == wrong
