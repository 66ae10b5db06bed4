"""Genuine proofs of random games hold, and altered ones are refused."""

import json
from pathlib import Path
from random import Random

import pytest

from domino_ledger.domain.events import GameAmended
from domino_ledger.projections.verification import verify
from tests.docs.pages import ROOT
from tests.lanes import examples

from .naive_proof import History, note_of, opened, proof_of
from .random_histories import KINDS
from .random_proofs import GAMES, TRUSTED, check_refused, proven_log

GOLDEN = ROOT / "tests" / "events"


@pytest.mark.unmeasured
@pytest.mark.parametrize("number", range(1, 1 + examples(4)))
def test_genuine_proofs_of_a_random_log_hold(number: int, tmp_path: Path) -> None:
    proven: list[str] = []
    proven_log(tmp_path, Random(f"1 {number}"), proven)
    assert len(proven) == GAMES


def every_kind() -> History:
    """A chain with an event of every kind, as the codec writes it."""
    history = opened("a game")
    files = sorted(GOLDEN.glob("*.json"), key=lambda file: ("undone" in file.name, file.name))
    deals = [file for file in files if file.name.startswith("round-dealt")]
    for file in [*deals, *(file for file in files if file not in deals)]:
        kind, _, rest = file.stem.partition("-1")
        assert not rest.strip("-abcdefghijklmnopqrstuvwxyz")
        body = json.loads(file.read_text(encoding="utf-8"))
        if kind == "game-amended":
            body["opening"]["record"] = "a game"
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        salt = bytes(range(16)) if kind == "round-dealt" else b""
        history.add(f"{kind}/1", text, salt, happened_at="2026-11-20T20:06:40Z")
    return history


def test_every_field_of_every_event_altered_and_signed_again_is_refused() -> None:
    history = every_kind()
    assert {topic.partition("/")[0] for topic, _ in history.stored} >= {
        kind.TOPIC.partition("/")[0] for kind in KINDS
    }
    *_, amended = (state for topic, state in history.stored if topic == GameAmended.TOPIC)
    players = len(json.loads(amended)["event"]["opening"]["players"])
    file = proof_of(history, history.entries, (["Ana", "Ben"] * 2)[:players])
    assert verify.check(file, TRUSTED)
    assert check_refused(file, Random(1)) > 500


def test_a_history_that_takes_back_what_is_not_there() -> None:
    for topic in ("act-undone/1", "deal-undone/1"):
        history = opened("a game").add("play-paused/1", "{}").add(topic, "{}")
        with pytest.raises(verify.Unproven, match="event 3 takes back what is not there"):
            verify.check(proof_of(history, history.entries), TRUSTED)


def test_an_amendment_of_another_game() -> None:
    opening = json.loads(opened("other").stored[0][1])["event"]
    text = json.dumps({"reason": "", "by": None, "opening": opening}, separators=(",", ":"))
    history = opened("a game").add("game-amended/1", text)
    with pytest.raises(verify.Unproven, match="an amendment is of another game"):
        verify.check(proof_of(history, history.entries), TRUSTED)


def test_rulings_are_counted() -> None:
    history = opened("a game").add("ruling-made/1", "{}").add("ruling-made/1", "{}")
    said = verify.check(proof_of(history, history.entries), TRUSTED)
    assert "rulings: 2; they can change who won" in said
    assert "the end: none of these events ends the game" in said


@pytest.mark.parametrize("event", ["[]", "{", '{"a":NaN,}', "null"])
def test_an_event_that_is_no_object(event: str) -> None:
    history = opened("a game").add("play-paused/1", event)
    with pytest.raises(verify.Unproven):
        verify.check(proof_of(history, history.entries), TRUSTED)


def test_tiles_of_another_log(tmp_path: Path) -> None:
    history = opened("a game")
    bundle = tmp_path / "tile" / "entries" / "000.p" / "1"
    bundle.parent.mkdir(parents=True)
    bundle.write_bytes(b"\0\x38" + opened("other").entries[0])
    proof = proof_of(history, history.entries)
    with pytest.raises(verify.Unproven, match="these tiles are not those of the checkpoint"):
        verify.check(proof, TRUSTED, verify.checkpoint_in(note_of(history.entries)), str(tmp_path))


def test_tiles_that_went_on_since_the_checkpoint(tmp_path: Path) -> None:
    """The bundle of the checkpoint is full by now."""
    history = opened("a game")
    bundle = tmp_path / "tile" / "entries" / "000"
    bundle.parent.mkdir(parents=True)
    others = [opened(f"game {number}").entries[0] for number in range(255)]
    bundle.write_bytes(b"".join(b"\0\x38" + entry for entry in [*history.entries, *others]))
    said = verify.check(proof_of(history, history.entries), TRUSTED, None, str(tmp_path))
    assert any("these are all events of this game" in line for line in said)


@pytest.mark.parametrize(
    "name", ["a\nREFUSED", "\u2028x", "\x1b[2J", "\u202egood", '"]', "Zoë", "و"]
)
def test_a_name_is_on_one_line_of_visible_characters(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    history = opened(name).add(f"play-paused/1{name}", json.dumps({"reason": name}))
    (tmp_path / "proof").write_bytes(proof_of(history, history.entries, [name, "Ben"]))
    monkeypatch.setattr("sys.argv", ["verify.py", str(tmp_path / "proof")])
    assert verify.main() == 0
    said = capsys.readouterr().out
    assert said.isprintable() or said.replace("\n", "").isprintable()
    lines = said.splitlines()
    assert len(lines) == len(said.split("\n")) - 1 == 2 + 4 + 9
    assert lines[2] == f'game {shown(name)}, rules "draw@1"'
    assert lines[4].endswith(f': [{shown(name)}, "Ben"]')


def shown(name: str) -> str:
    ascii_only = json.dumps(name)
    visible = json.dumps(name, ensure_ascii=False)
    return visible if visible.isprintable() else ascii_only
