"""The description of each act says what the act does."""

from collections.abc import Iterator
from typing import get_args

import pytest
from hypothesis import given, settings

from domino_ledger.domain.events import KINDS, Act, ActKind, TileAct
from domino_ledger.domain.round.state import Round, evolve
from domino_ledger.ledger.notation.vocabulary import ACTS
from domino_ledger.ledger.records.format import Move
from domino_ledger.ledger.records.moves import act_of, move_of, name_in
from domino_ledger.projections.messages.act_words import WORDS, did_text
from tests.lanes import examples

from .random_games import Setting, settings_of_play


def test_every_act_is_described_once() -> None:
    assert list(KINDS.values()) == list(get_args(Act))


def test_every_act_has_its_words() -> None:
    assert WORDS.keys() == KINDS.keys()
    assert {name for name, _ in ACTS.values()} == KINDS.keys() - {"lay", "ruling"}
    typed = {name for name, words in WORDS.items() if words.typed}
    assert typed == KINDS.keys() - {"lay", "ruling"}


def steps(setting: Setting) -> Iterator[tuple[Round, Act]]:
    for ply in setting.plies(rounds=2):
        before = ply.before.current
        for event in ply.events if before is not None and before.ended is None else ():
            assert before is not None
            if isinstance(event, Act):
                yield before, event
                before = evolve(before, event)


@pytest.mark.unmeasured
@settings(max_examples=examples(40), deadline=None)
@given(settings_of_play())
def test_what_an_act_does_is_as_described(setting: Setting) -> None:
    for before, act in steps(setting):
        after, kind = evolve(before, act), act.KIND
        held, holds = before.hands[act.seat].bit_count(), after.hands[act.seat].bit_count()
        assert holds - held == kind.takes - kind.gives
        assert len(before.boneyard) - len(after.boneyard) == kind.takes
        assert isinstance(act, TileAct) == (kind.takes or kind.gives)
        if kind.ends_turn:
            following = before.table.next_seat[act.seat]
            while before.table.play.until == "side-out" and not after.hands[following]:
                following = before.table.next_seat[following]
                if following == act.seat:
                    break
            assert after.seat == following
            assert after.drawn == 0
        recorded = Move.model_validate({"seat": act.seat} | move_of(act))
        if not getattr(act, "inferred", False):
            assert act_of(recorded) == act
        assert name_in(move_of(act)) == kind.name


@pytest.mark.parametrize("kind", [kind.KIND for kind in KINDS.values()], ids=list(KINDS))
def test_an_act_has_a_sentence(kind: ActKind) -> None:
    said = {"tile": "6-4", "points": 15, "cause": "time", None: kind.value}[kind.says]
    sentence = did_text(kind.name, "Ana", said)
    assert sentence.startswith("Ana ")
    assert kind.says not in ("tile", "points") or str(said) in sentence
