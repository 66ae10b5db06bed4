"""Recorded games, and helpers to read the steps of their replays."""

import json
from collections.abc import Iterable
from uuid import UUID

from domino_ledger.domain.game.state import Game
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.records.format import Record, read_record
from domino_ledger.ledger.transcript.game import transcribe
from domino_ledger.projections.replay.frames import Frame, PassReason
from tests.domain.builders import any_hand, deal, new_game, play
from tests.ledger.games import DATA, Json, game_of, lines

BY_NAME = {record.id: record for record in map(read_record, lines("replay.jsonl"))} | {
    "sanjuan": read_record(lines("sanjuan.jsonl")[0])
}


def of_referee(row: Json, players: Iterable[str], id: str = "referee") -> Json:
    """A round of the independent referee (`tests/data/variants`) as a record."""
    keys = ("leader", "starter", "hub", "hands", "boneyard", "moves", "ended")
    round = {key: row[key] for key in keys if row.get(key) is not None}
    head = {"format": "domino-record/1", "id": id, "rules": row["rules"]}
    return head | {"players": [*players], "rounds": [round]}


def first_of_referee(name: str) -> Json:
    with (DATA / "variants" / f"{name}.jsonl").open(encoding="utf-8") as file:
        row: Json = json.loads(next(file))
    return row


def variant(name: str, players: tuple[str, ...], acts: int | None = None) -> Game:
    """The referee's first round of this variant, or only so many moves of it."""
    row = first_of_referee(name)
    if acts is not None:
        row |= {"moves": row["moves"][:acts], "ended": None}
    return game_of(of_referee(row, players))


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
