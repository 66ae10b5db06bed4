"""The rounds in `rounds/`: the worked rounds of the rules pages, and examples of each rule."""

import pytest

from domino_ledger.domain.block_verdicts import Verdict, verdicts
from domino_ledger.domain.facts import facts_of
from domino_ledger.domain.faults.codes import Fault
from domino_ledger.domain.game.decide import DoAct, Refused, decide
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.round.state import Act
from domino_ledger.domain.tiles import NAMES, UNSEEN
from domino_ledger.ledger.records.moves import move_of
from tests.domain.builders import act_of, now, play, text_of
from tests.ledger.games import Json, read

from .rounds import FILES, Example, code_and_params, examples, fault_in

EXAMPLES = [each for file in sorted(FILES.iterdir()) for each in examples(file.stem)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_an_example(example: Example) -> None:
    game = example.dealt()
    flagged: list[tuple[object, ...]] = []
    asked: list[tuple[object, ...]] = []
    for kind, text in example.steps:
        match kind:
            case "recorded":
                assert (flagged, asked) == ([], [])
                found = read(record_of(game, list(map(act_of, text.split(", "))) if text else []))
                flagged = [(each.move, each.code, each.params) for each in found.violations]
                asked = [(each.move, each.code) for each in found.unchecked]
            case "flagged":
                at, _, fault = text.partition(" ")
                assert flagged.pop(0) == (number(at), *code_and_params(fault))
            case "asked":
                at, code = text.split(" ")
                assert asked.pop(0) == (number(at), code)
            case "may":
                assert sorted(map(text_of, legal_moves(now(game)))) == sorted(text.split(", "))
            case "wrong":
                assert_refused(game, *fault_in(text))
            case "ends":
                ends = now(game).front.ends
                assert ", ".join(f"{end.name} {end.pip}" for end in ends) == text
            case "over":
                assert_over(game, *text.split("; "))
            case "blamed":
                reading, _, said = text.partition(": ")
                assert blame(verdict_of(game, reading), line="then" in said) == said
            case _:
                game = play(game, *text.split(", "))
    assert (flagged, asked) == ([], [])


def number(at: str) -> int | None:
    return None if at == "deal" else int(at)


def assert_refused(game: Game, act: str, fault: Fault) -> None:
    """At the table; and in a record, which may leave out passes of others, and the only end."""
    with pytest.raises(Refused) as refused:
        decide(game, DoAct(act_of(act)))
    assert refused.value.fault == fault
    if fault.code == "wrong-turn" or (fault.code == "no-such-end" and "end" not in fault.params):
        return
    acts = [*now(game).acts, act_of(act)]
    found = [(each.move, each.code) for each in read(record_of(game, acts)).violations]
    assert (len(acts) - 1, fault.code) in found


def assert_over(game: Game, ended: str, *figures: str) -> None:
    facts, score = facts_of(now(game)), game.judged[-1].score
    assert score is not None
    assert facts.ended == ended
    found = {"pips": facts.pips, "points": score.points}
    for figure in figures:
        name, *values = figure.split()
        assert found[name] == tuple(map(int, values)), name


def verdict_of(game: Game, reading: str) -> Verdict:
    return next(found for name, found in verdicts(now(game)).items() if name == reading)


def blame(verdict: Verdict, *, line: bool) -> str:
    evidence = verdict.evidence
    if evidence is None:
        return verdict.status
    by = "" if verdict.assistant is None else f" assisted by {verdict.assistant}"
    said = [f"{verdict.blocker}{by} at {evidence.act}"]
    if evidence.instead is not None:
        said.append(f"instead {text_of(evidence.instead)}")
    if line:
        then, *later = map(text_of, evidence.line or ())
        said += [f"then {then}", *later]
    return ", ".join(said)


def record_of(game: Game, acts: list[Act]) -> Json:
    deal = now(game).deal
    dealt = [None if UNSEEN in hand else [NAMES[tile] for tile in hand] for hand in deal.hands]
    under = {} if deal.boneyard is None else {"boneyard": [NAMES[tile] for tile in deal.boneyard]}
    hub = {} if deal.hub is None else {"hub": NAMES[deal.hub]}
    moves = [{"seat": act.seat} | move_of(act) for act in acts]
    round = {"leader": deal.leader, "hands": dealt, "moves": moves}
    return {
        "format": "domino-record/1",
        "id": "example",
        "rules": game.opened.rules.model_dump(mode="json"),
        "players": [f"player {seat}" for seat in range(len(dealt))],
        "rounds": [round | under | hub],
    }
