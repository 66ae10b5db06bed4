"""Rounds of an independent referee: every legal move at every ply, and what came of it."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from domino_ledger.domain.events import (
    GameOpened,
    LastTileKnocked,
    MarkerRaised,
    RoundDealt,
    TileDrawn,
    TileLaid,
    TileSetAside,
    TurnEnded,
    TurnPassed,
    Way,
    drew,
    laid,
    passed,
)
from domino_ledger.domain.game.state import Game, evolve_game, open_game
from domino_ledger.domain.round.lead import tiles_to_lead
from domino_ledger.domain.round.legal import advance_legal, legal_moves
from domino_ledger.domain.round.state import Act, Round, union
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import NAMES, Tile, tile_named

Json = dict[str, Any]

FILES = sorted((Path(__file__).parents[1] / "data" / "variants").glob("*.jsonl"))


class Refereed(NamedTuple):
    """One round as the referee wrote it."""

    name: str
    said: Json

    @property
    def rules(self) -> RuleSet:
        return PUBLISHED[self.said["rules"]]

    @property
    def acts(self) -> list[Act]:
        return [act_in(move) for move in self.said["moves"]]

    @property
    def legal(self) -> list[set[str]]:
        """By ply, the legal moves as text."""
        return [{json.dumps(move) for move in moves} for moves in self.said["legal"]]


def refereed() -> Iterator[Refereed]:
    for file in FILES:
        for number, line in enumerate(file.read_text().splitlines()):
            yield Refereed(f"{file.stem}-{number}", json.loads(line))


def act_in(move: Json) -> Act:
    """A move of the referee as an event."""
    match move:
        case {"seat": seat, "lay": tile, **more}:
            way = Way(more.get("open"), more.get("wild"), more.get("bend"))
            return laid(seat, tile_named(tile), more.get("at"), way=way)
        case {"seat": seat, "draw": tile}:
            return drew(seat, tile_named(tile))
        case {"seat": seat, "pass": True}:
            return passed(seat)
        case {"seat": seat, "aside": tile}:
            return TileSetAside(seat=seat, tile=tile_named(tile))
        case {"seat": seat, "marker": "up"}:
            return MarkerRaised(seat=seat)
        case {"seat": seat, "done": True}:
            return TurnEnded(seat=seat)
        case {"seat": seat, "knock": True}:
            return LastTileKnocked(seat=seat)
        case _:
            raise ValueError(move)


def written(act: Act) -> str:
    """An event as the referee writes it."""
    match act:
        case TileLaid():
            at = {} if act.end is None else {"at": act.end}
            way = {key: said for key, said in act.way._asdict().items() if said is not None}
            return json.dumps({"seat": act.seat, "lay": NAMES[act.tile], **at, **way})
        case TileDrawn():
            return json.dumps({"seat": act.seat, "draw": NAMES[act.tile]})
        case TurnPassed():
            return json.dumps({"seat": act.seat, "pass": True})
        case TileSetAside():
            return json.dumps({"seat": act.seat, "aside": NAMES[act.tile]})
        case MarkerRaised():
            return json.dumps({"seat": act.seat, "marker": "up"})
        case TurnEnded():
            return json.dumps({"seat": act.seat, "done": True})
        case LastTileKnocked():
            return json.dumps({"seat": act.seat, "knock": True})
        case _:
            raise ValueError(act)


def tiles(names: list[str]) -> tuple[Tile, ...]:
    return tuple(map(tile_named, names))


def seats_named(leaders: int | list[int] | None) -> set[int]:
    """Who may lead next, as the referee writes it; none: it is not decided."""
    return {leaders} if isinstance(leaders, int) else set(leaders or ())


def before_first_act(given: Refereed) -> Game:
    """The game after the deal. Rounds before it are left out, but for the rule of the lead."""
    said = given.said
    players = tuple(UUID(int=seat + 1) for seat in range(said["seats"]))
    game = open_game(GameOpened(record=given.name, rules=given.rules, players=players))
    hub = said.get("hub")
    drawn_for = said["moves"][0].get("draw") is not None and hub is None
    deal = RoundDealt(
        hands=tuple(map(tiles, said["hands"])),
        boneyard=tiles(said["boneyard"]),
        leader=said["starter"] if drawn_for else said["leader"],
        hub=None if hub is None else tile_named(hub),
    )
    game = evolve_game(game, deal)
    round = current(game)
    lead = tiles_to_lead(given.rules.play, said["round"] - 1, union(round.hands))
    return game._replace(current=replace(round, start=replace(round.start, lead=lead)))


def current(game: Game) -> Round:
    assert game.current is not None
    return game.current


def by_seat(game: Game, of_sides: tuple[int, ...]) -> list[int]:
    """Each seat of a side is shown with its side's figure."""
    return [of_sides[game.table.side_of(seat)] for seat in range(game.table.seats)]


def played_out(game: Game, given: Refereed) -> Game:
    """The game after the moves of the round, where at each the same moves are legal."""
    round = current(game)
    for number, (act, legal) in enumerate(zip(given.acts, given.legal, strict=True)):
        if round.ended is not None:  # The referee lists the passes that show a block.
            assert isinstance(act, TurnPassed)
            continue
        assert {written(move) for move in legal_moves(round)} == legal, number
        round = advance_legal(round, act)
    return game._replace(current=round)
