"""Random games of every variant with every kind of event, as a book could hold them.

A game comes from a simulation, from a record (legal or not, whole or not), or from random play with
disputes and rulings. Then acts and deals are undone and play goes on, the game is amended, paused,
broken off, and its entries are signed.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, reduce
from random import Random
from typing import Any, NamedTuple, get_args
from uuid import UUID

from domino_ledger.domain.disputes.events import DisputeAnswered
from domino_ledger.domain.events import (
    ActUndone,
    DealUndone,
    EntrySigned,
    Event,
    GameAbandoned,
    GameAmended,
    GameForfeited,
    GameOpened,
    LastTileKnocked,
    PipsNoted,
    PlayPaused,
    PlayResumed,
    PointsClaimed,
    RoundReported,
    ShuffleAborted,
    ShuffleCommitted,
    TileRuledOut,
    TilesShown,
    TurnLost,
)
from domino_ledger.domain.faults.codes import Refusal
from domino_ledger.domain.game.state import Game, evolve_game, open_game
from domino_ledger.domain.game.undo import events_that_undo
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.tiles import NAMES as NAMES_OF_TILES
from domino_ledger.ledger.live.simulation import CannotSimulate, Simulation
from domino_ledger.ledger.records.format import Record, read_record
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.ledger.store.rows import Row
from domino_ledger.ledger.store.stream import rows_after
from domino_ledger.ledger.transcript.game import transcribe
from tests.docs.pages import ROOT
from tests.ledger.games import DATA
from tests.ledger.kinds import BRIEF_RULES, every_table

from .random_disputes import RULE_SETS, disputed_game
from .replays import of_referee, rules_of

KINDS = frozenset(get_args(Event))
NAMES = ("Ana", "Zoë", "a\nb", "\u2028", '"]', "\\", "وليد", "\u202egood", "\x1b[2J", "player-0")
MOST_EVENTS = 150
LOWEST = NAMES_OF_TILES.index("0-0")
WHEN = "2026-01-01T00:00:{:02}.000000Z"


class History(NamedTuple):
    """A game for the book."""

    record: str
    events: list[Event]
    names: dict[UUID, str]

    @property
    def game(self) -> UUID:
        return game_id(self.record)


def random_history(chance: Random, record: str) -> History:
    """A game with this record id."""
    players = [UUID(int=chance.getrandbits(128)) for _ in range(12)]
    events: list[Event] = []
    game: Game | None = None
    for version in range(chance.choice([1, 1, 1, 2, 3])):
        played = _changed(_played(chance), chance)
        opening = _opening(played[0], record, players)
        first = opening if game is None else _amended(opening, chance)
        game = evolve_game(game, first) if game is not None else open_game(opening)
        events.append(first)
        for event in played[1:]:
            game = evolve_game(game, event)
            events.append(event)
        if version == 0 and chance.random() < 0.2:
            events.append(_signed(len(events), chance))
    names = {player: f"{chance.choice(NAMES)} {player}" for player in players}
    return History(record, events, names)


def _opening(event: Event, record: str, players: Sequence[UUID]) -> GameOpened:
    assert isinstance(event, GameOpened)
    return replace(event, record=record, players=tuple(players[: len(event.players)]))


def _amended(opening: GameOpened, chance: Random) -> GameAmended:
    by = chance.choice([None, UUID(int=chance.getrandbits(128))])
    return GameAmended(reason=chance.choice(NAMES), by=by, opening=opening)


def _signed(last: int, chance: Random) -> EntrySigned:
    digits = f"{chance.getrandbits(256):064x}"
    return EntrySigned(first=last, version=last, hash=digits, key="a+00000000", signature="AA==")


def _played(chance: Random) -> list[Event]:
    """The events of a game, which begin with its opening, or the first of them."""
    found = chance.choice([_simulated, _recorded, _disputed])(chance)
    return found[: chance.choice([MOST_EVENTS, chance.randrange(1, MOST_EVENTS)])]


def _simulated(chance: Random) -> list[Event]:
    rules = chance.choice(BRIEF_RULES)
    seats = chance.choice(every_table(rules))
    try:
        simulation = Simulation(rules, seats, seed=chance.randrange(50), shuffle=True)
        return simulation.play(1, [UUID(int=seat) for seat in range(seats)]).events
    except CannotSimulate:
        return _recorded(chance)


def _disputed(chance: Random) -> list[Event]:
    name = chance.choice(sorted(RULE_SETS))
    seats = chance.choice(sorted(RULE_SETS[name].play.hand))
    return list(disputed_game(name, seats, chance.getrandbits(32)))


@cache
def _records() -> tuple[dict[str, Any], ...]:
    files = sorted([*DATA.glob("*.jsonl"), *(ROOT / "docs" / "examples").glob("*.jsonl")])
    texts = [line for file in files for line in file.read_text("utf-8").splitlines()[:60]]
    found = [each for each in map(json.loads, texts) if "rounds" in each]
    for file in sorted((DATA / "variants").glob("*.jsonl")):
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[:12]]
        dealt = (row for row in rows if "hands" in row)
        found += (of_referee(row, [f"p{at}" for at, _ in enumerate(row["hands"])]) for row in dealt)
    for rules in BRIEF_RULES:
        for seats in every_table(rules):
            found.append(json.loads(Simulation(rules, seats, seed=1).line(1)))
    return tuple(found)


def _recorded(chance: Random) -> list[Event]:
    """A game of a record, of which nobody saw some tiles, or with moves left out."""
    while True:
        said = json.loads(json.dumps(chance.choice(_records())))
        for round in said["rounds"]:
            _forget(round, chance)
        try:
            record = read_record(json.dumps(said).encode())
        except Unreadable:
            continue
        if isinstance(record.rules, str) and record.rules not in PUBLISHED:
            continue
        events = transcribe(record, rules_of(record), _players(record)).events
        if events:
            return events


def _players(record: Record) -> tuple[UUID, ...]:
    return tuple(UUID(int=seat) for seat in range(len(record.players)))


def _forget(round: dict[str, Any], chance: Random) -> None:
    what = chance.random()
    if what < 0.2 and round.get("hands"):
        round["hands"][chance.randrange(len(round["hands"]))] = None
        round.pop("boneyard", None)
    elif what < 0.4 and round.get("moves"):
        del round["moves"][chance.randrange(len(round["moves"]))]


# -- what a table does besides playing


def _changed(events: list[Event], chance: Random) -> list[Event]:
    """The game, in which some things were undone, shuffles were given up, and play was paused."""
    game, found = open_game(_opened(events[0])), [events[0]]

    def add(*more: Event) -> None:
        nonlocal game
        game = reduce(evolve_game, more, game)
        found.extend(more)

    at = 1
    while at < len(events):
        if chance.random() < 0.06:
            add(*_between(game, chance))
        elif chance.random() < 0.04 and game.current is not None:
            undone = events_that_undo(game)
            if not isinstance(undone, Refusal):
                add(*undone)
                if game.current is None or isinstance(undone[0], DealUndone):
                    at = len(events)
        elif isinstance(events[at], ActUndone) and not (game.current and game.current.acts):
            break  # What it took back was undone before.
        else:
            add(events[at])
            at += 1
    ending = chance.random()
    if ending < 0.1:
        add(GameAbandoned(reason=chance.choice(NAMES)))
    elif ending < 0.2:
        add(GameForfeited(seat=0, reason=chance.choice(NAMES)))
    elif ending < 0.3:
        add(*_reported(game, chance))
    return found


def _opened(event: Event) -> GameOpened:
    assert isinstance(event, GameOpened)
    return event


def _between(game: Game, chance: Random) -> tuple[Event, ...]:
    digits = "0" * 64
    committed = ShuffleCommitted(
        algorithm="domino-shuffle/1", server=digits, seats=(digits,) * game.table.seats
    )
    answer = DisputeAnswered(dispute=1, by=UUID(int=1), answer=chance.choice(NAMES))
    steps: list[tuple[Event, ...]] = [(PlayPaused(), PlayResumed())]
    if game.running is None:
        steps.append((committed, ShuffleAborted()))
    if game.disputes:
        steps.append((answer,))
    if game.running is not None and game.running.acts:
        seat = game.running.seat
        steps += [
            (PointsClaimed(seat=seat, points=5 * chance.randrange(9)),),
            (LastTileKnocked(seat=seat),),
            (TurnLost(seat=seat, cause=chance.choice(["time", "absent"])),),
            (TileRuledOut(seat=seat, tile=LOWEST, end="right", bend=None),),
        ]
    elif game.current is not None and game.current.acts and game.current.ended == "blocked":
        noted = (chance.randrange(30), *[None] * (game.table.seats - 1))
        steps += [(TilesShown(seat=0, tiles=(LOWEST,)),), (PipsNoted(pips=noted),)]
    return chance.choice(steps)


def _reported(game: Game, chance: Random) -> Iterator[Event]:
    if game.running is None and not game.over:
        points = tuple(chance.randrange(50) for _ in game.table.sides)
        yield RoundReported(winners=(0,), ended="out", out=0, points=points)
        if chance.random() < 0.3:
            yield DealUndone()


def rows_of(history: History, chance: Random) -> list[Row]:
    """The rows of a game, for one write."""
    times = {at: WHEN.format(at % 60) for at in range(len(history.events)) if chance.random() < 0.2}
    return rows_after(
        history.game, 0, "", history.events, recorded_at=WHEN.format(1), happened_at=times
    )
