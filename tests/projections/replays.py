"""Recorded games, and helpers to read the steps of their replays."""

import json
from collections.abc import Iterable
from pathlib import Path
from uuid import UUID

from domain.game.state import Game
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet
from ledger.records.format import Record, read_record
from ledger.transcript.game import transcribe
from projections.replay.frames import Frame, PassReason
from tests.domain.builders import any_hand, deal, new_game, play
from tests.ledger.games import read as read_game

DATA = Path(__file__).parents[1] / "data"
LINES = (DATA / "replay.jsonl").read_bytes().splitlines()
BY_NAME = {record.id: record for record in map(read_record, LINES)} | {
    "sanjuan": read_record((DATA / "sanjuan.jsonl").read_bytes().splitlines()[0])
}


def variant(name: str, players: tuple[str, ...], acts: int | None = None) -> Game:
    """A round of the independent referee (`tests/data/variants`), or only so many moves of it."""
    line, _ = (DATA / "variants" / f"{name}.jsonl").read_text(encoding="utf-8").split("\n", 1)
    row = json.loads(line)
    keys = ("leader", "starter", "hub", "hands", "boneyard", "moves", "ended")
    round = {key: row[key] for key in keys if row.get(key) is not None}
    if acts is not None:
        round = round | {"moves": row["moves"][:acts]}
        del round["ended"]
    game = read_game(
        {
            "format": "domino-record/1",
            "id": name,
            "rules": name,
            "players": players,
            "rounds": [round],
        }
    ).game
    assert game is not None
    return game


def rules_of(record: Record) -> RuleSet:
    return record.rules if isinstance(record.rules, RuleSet) else PUBLISHED[record.rules]


def recorded(name: str) -> Game:
    record = BY_NAME[name]
    players = tuple(UUID(int=seat + 1) for seat in range(len(record.players)))
    game = transcribe(record, rules_of(record), players).game
    assert game is not None
    return game


def kinds(steps: Iterable[Frame]) -> list[str]:
    return [step.kind for step in steps]


def reasons(steps: Iterable[Frame]) -> list[PassReason | None]:
    return [step.reason for step in steps if step.kind == "pass"]


def codes(step: Frame) -> list[str]:
    return [note.code for note in step.noted]


def passing(*hands: str, like: str = "draw@1", acts: tuple[str, ...], **rules: object) -> Game:
    """A game with small hands after these acts."""
    row = any_hand(like, len(hands[0].split()), len(hands), play=rules)
    leader = 0 if like == "block-lot@1" else None
    game = deal(new_game(row, len(hands)), *hands, leader=leader, next_tiles="1-0 0-0 2-0")
    return play(game, *acts)
