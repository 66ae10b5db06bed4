"""Deals with unseen tiles: leads, void deals, impossible tiles, and open questions."""

from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.transcript.game import Transcript, Violation, transcribe

from ..domain.reference import Bone as Tile
from .damage import DAMAGES, damaged
from .every_deal import Rules, Seen, every_deal
from .games import FILES, Json, game_with, kept, line, new_book, read, record, take_one
from .test_every_deal import named

LEADS: list[Json] = [
    {"kind": "highest-double"},
    {"kind": "heaviest-tile"},
    {"kind": "named-tile", "tile": "1-1"},
]
RULE_SETS = [Rules(2, 2, 2, draws=False), Rules(2, 3, 2, draws=False), Rules(3, 2, 2, draws=False)]
_LEAD_CODES = {"wrong-leader", "wrong-lead-tile"}


def transcript(rules: Rules, lead: Json, round: Json) -> Transcript:
    play = {"highest_pip": rules.highest, "hand": {rules.seats: rules.hand}, "first_lead": lead}
    tiny = RuleSet.model_validate({"id": "tiny@1", "play": play})
    read_it = read_record(line(game_with("tiny@1", map(str, range(rules.seats)), round)))
    return transcribe(read_it, tiny, tuple(UUID(int=seat + 1) for seat in range(rules.seats)))


def findings(read_it: Transcript) -> tuple[set[Any], set[Any]]:
    """The violations of the lead, and its open questions."""
    wrong = {(each.move, each.code) for each in read_it.violations if each.code in _LEAD_CODES}
    open_ = {(each.move, each.code) for each in read_it.unchecked if each.code in _LEAD_CODES}
    return wrong, open_


def a_lead(rules: Rules, chance: Random) -> tuple[Seen, Json]:
    """A deal and its lead, or a void deal; not always legal, and only partly seen."""
    tiles = rules.tiles
    chance.shuffle(tiles)
    hands = [tiles[seat * rules.hand : (seat + 1) * rules.hand] for seat in range(rules.seats)]
    leader = chance.choice([None, *range(rules.seats)])
    led = None if leader is None else chance.choice(hands[leader])
    hides = chance.choice([0.5, 1.0])
    seen: list[list[Tile | None]] = [
        [None if chance.random() < hides else tile for tile in hand] for hand in hands
    ]
    moves = [] if led is None else [(leader, "lay", led, None)]
    round: Json = {
        "leader": leader,
        "hands": [[named(tile) for tile in hand] for hand in seen],
        "moves": [] if led is None else [{"seat": leader, "lay": named(led)}],
        "ended": None,
    }
    return Seen(rules, seen, moves, [None] * rules.seats, None), round


@pytest.mark.parametrize("lead", LEADS, ids=lambda lead: lead["kind"])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_violations_of_the_lead_are_those_of_every_deal(rules: Rules, lead: Json) -> None:
    wrong_somewhere = open_somewhere = 0
    for seed in range(15):
        seen, round = a_lead(rules, Random(f"{rules} {seed}"))
        each_deal = []
        for hands, _ in every_deal(seen):
            known = round | {"hands": [[named(tile) for tile in hand] for hand in hands]}
            each_deal.append(findings(transcript(rules, lead, known))[0])
        wrong, open_ = findings(transcript(rules, lead, round))
        assert wrong == set.intersection(*each_deal), round
        assert open_ == set.union(*each_deal) - wrong, round
        wrong_somewhere += bool(wrong)
        open_somewhere += bool(open_)
    assert wrong_somewhere
    assert open_somewhere


def blind(source: tuple[str, int] = ("openspiel-block.jsonl", 0), **fields: Any) -> Json:
    """The first round of a game with all hands unseen, and with these fields."""
    game = record(*source)
    recorded = game["rounds"][0]
    del game["rounds"][1:]
    game["rounds"][0] = recorded | {"hands": None, "boneyard": None} | fields
    return game


def violations_of(game: Json) -> list[Violation]:
    return read(game).violations


def questions_of(game: Json) -> list[tuple[int | None, str]]:
    return [(each.move, each.code) for each in read(game).unchecked]


def test_impossible_shown_tiles() -> None:
    assert violations_of(blind(left=[["4-4", "5-4"], None])) == []
    wrong: list[tuple[list[str], Json]] = [
        ([], {"shown": ()}),
        (["4-4"], {"shown": ("4-4",)}),
        (["4-4", "4-4"], {"shown": ("4-4", "4-4")}),
        (["4-4", "1-0"], {"shown": ("1-0", "4-4"), "elsewhere": ("1-0",)}),
    ]
    for left, params in wrong:
        held: Json = {"seat": 0, "held": ("?", "?")}
        assert violations_of(blind(left=[left, None])) == [
            Violation(0, None, "wrong-tiles-left", held | params)
        ]
    assert violations_of(blind(left=[["4-4", "5-4"], ["6-2", "6-5", "4-4"]])) == [
        Violation(
            0,
            None,
            "wrong-tiles-left",
            {
                "seat": 1,
                "held": ("?", "?", "?"),
                "shown": ("4-4", "6-2", "6-5"),
                "elsewhere": ("4-4",),
            },
        )
    ]


def test_a_round_that_may_have_been_blocked_when_it_was_broken_off() -> None:
    assert questions_of(blind(ended=None))[-1] == (None, "wrong-ending")
    assert violations_of(blind(ended=None)) == []


@pytest.mark.parametrize("seed", range(40))
def test_damaged_and_half_seen_games_are_audited_and_kept(seed: int, tmp_path: Path) -> None:
    chance = Random(seed)
    file = chance.choice(FILES)
    game = damaged(record(file, chance.randrange(60)), chance.choices(DAMAGES, k=2), chance)
    for recorded in game["rounds"]:
        recorded["hands"] = [
            ["?" if chance.random() < 0.6 else tile for tile in hand] for hand in recorded["hands"]
        ]
        for move in recorded["moves"]:
            if "draw" in move and chance.random() < 0.5:
                move["draw"] = "?"
    taken = take_one(new_book(tmp_path), game, as_played=True)
    if taken.outcome == "rejected":
        assert taken.error
    else:
        kept(tmp_path, game, as_played=True)


def test_a_free_draw_and_a_lost_turn_are_no_questions() -> None:
    rules = PUBLISHED["forced-block@1"].model_dump(mode="json") | {"id": "free@1"}
    rules["play"] |= {"may_draw_when_able": True}
    moves: list[Json] = [
        {"seat": 0, "lay": "2-1"},
        {"seat": 1, "draw": "?"},
        {"seat": 1, "lay": "1-1", "at": "left"},
        {"seat": 2, "lost": "time"},
        {"seat": 0, "lay": "2-2", "at": "right"},
    ]
    game = blind(("payout.jsonl", 20), moves=moves, ended=None, claims=None) | {"rules": rules}
    assert violations_of(game) == []
    assert questions_of(game) == []


def test_pips_noted_without_the_tiles() -> None:
    """The tiles that were shown decide, otherwise what was noted."""
    shown = blind(left=[["4-4", "5-4"], None], pips=[17, 20])
    game = read(shown).game
    assert game is not None
    assert (violations_of(shown), game.judged[0].facts.pips) == ([], (17, 20))
    assert violations_of(blind(left=[["4-4", "5-4"], None], pips=[16, None])) == [
        Violation(0, None, "wrong-pips-left", {"seat": 0, "noted": 16, "by_tiles": 17})
    ]
    assert [each.code for each in violations_of(blind(pips=[100, None]))] == ["wrong-pips-left"]
    running = blind(pips=[17, None], moves=[], ended=None)
    assert [each.params for each in violations_of(running)] == [{"running": True}]
