"""Helpers to set up a table, deal and play, so that tests read like the rule text."""

from collections.abc import Iterable, Mapping
from functools import partial, reduce
from typing import Any, assert_never
from uuid import UUID

import pytest

from domino_ledger.domain.events import (
    NO_WAY,
    Event,
    GameOpened,
    LastTileKnocked,
    MarkerRaised,
    PointsClaimed,
    TileDrawn,
    TileLaid,
    TileRuledOut,
    TileSetAside,
    TurnEnded,
    TurnLost,
    TurnPassed,
    Way,
    drew,
    given_fields,
    laid,
    passed,
)
from domino_ledger.domain.facts import RoundFacts
from domino_ledger.domain.faults.codes import Fault, Refusal
from domino_ledger.domain.game.decide import (
    Abandon,
    Command,
    DealRound,
    DoAct,
    Refused,
    UndoAct,
    decide,
)
from domino_ledger.domain.game.shuffles import stock_of
from domino_ledger.domain.game.state import Game, evolve_game, open_game
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.round.state import Act, Round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.payout import AnyPayout
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.rules.score import Score
from domino_ledger.domain.scoring.score import RoundScore
from domino_ledger.domain.scoring.settlement import NOBODY, Blame, postings
from domino_ledger.domain.scoring.standing import Standing, standing_after, standing_at_first
from domino_ledger.domain.seats import Sides
from domino_ledger.domain.tiles import NAMES, UNSEEN, Tile, tile_named, tile_or_unseen, tiles_of

Hands = tuple[tuple[Tile, ...], ...]


def tiles(names: str) -> tuple[Tile, ...]:
    """The tiles of a text like ``"6-4 5-5 ?"``."""
    return tuple(tile_or_unseen(name) for name in names.split())


def hands(*each: str) -> Hands:
    """One hand for each text."""
    return tuple(tiles(names) for names in each)


def rest(dealt: Hands, highest: int = 6) -> tuple[Tile, ...]:
    """The tiles of the set that were not dealt, lowest first."""
    whole = (highest + 1) * (highest + 2) // 2
    held = {tile for hand in dealt for tile in hand}
    return tuple(tile for tile in range(whole) if tile not in held)


def altered(like: str = "block@1", **changes: Mapping[str, Any] | None) -> RuleSet:
    """A published rule set with some values changed: ``play={"draw": 2}``."""
    row = PUBLISHED[like].model_dump()
    for part, values in changes.items():
        row[part] = None if values is None else (row.get(part) or {}) | dict(values)
    row["id"] = "house@1"
    return RuleSet.model_validate(row)


def any_hand(like: str, hand: int, *seats: int, **changes: Mapping[str, Any] | None) -> RuleSet:
    """As `altered`, with small hands, so that a test can show every tile."""
    play = {"hand": dict.fromkeys(seats, hand)} | dict(changes.pop("play", None) or {})
    return altered(like, play=play, **changes)


def opened(rules: RuleSet, seats: int) -> GameOpened:
    """The opening of a game under these rules."""
    players = tuple(UUID(int=seat + 1) for seat in range(seats))
    return GameOpened(record="a game", rules=rules, players=players)


def new_game(rules: RuleSet, seats: int) -> Game:
    """A game under these rules before its first deal."""
    return open_game(opened(rules, seats))


def evolved(game: Game, events: Iterable[Event]) -> Game:
    """The game after these events."""
    for event in events:
        game = evolve_game(game, event)
    return game


def deal(
    game: Game,
    *each: str,
    leader: int | None = None,
    next_tiles: str = "",
    ordered: bool = True,
    turned_up: str = "",
) -> Game:
    """The game after a deal. The boneyard begins with ``next_tiles``, then lowest tile first."""
    dealt, hub = hands(*each), next(iter(tiles(turned_up)), None)
    gone = {hub, *(tile for hand in dealt for tile in hand)}
    left = [tile for tile in tiles_of(stock_of(game)) if tile not in gone]
    first = tiles(next_tiles)
    under = (*first, *(tile for tile in left if tile not in first)) if ordered else None
    return evolved(game, decide(game, DealRound(dealt, under, leader, hub=hub)))


def act_of(text: str) -> Act:
    """``"0 lays 6-4 left"``, ``"0 lays 6-4 flipped"``, ``"1 draws 5-5"`` or ``"2 passes"``.

    After the end, ``open 6``, ``wild 4`` or ``bend left`` say how the tile lies. Other acts are
    ``"1 tries 5-3 left"`` (ruled out), ``"1 sets aside 5-2"``, ``"1 raises the marker"``,
    ``"1 ends the turn"``, ``"1 claims 15"`` and ``"1 knocks"``.
    """
    seat, verb, *rest_of_it = text.split()
    match verb:
        case "passes":
            return passed(int(seat))
        case "draws":
            return drew(int(seat), tile_or_unseen(rest_of_it[0]))
        case "tries":
            lay = _laid(int(seat), *rest_of_it)
            return TileRuledOut(seat=lay.seat, tile=lay.tile, end=lay.end or "", bend=lay.bend)
        case "sets":
            return TileSetAside(seat=int(seat), tile=tile_or_unseen(rest_of_it[1]))
        case "raises":
            return MarkerRaised(seat=int(seat))
        case "ends":
            return TurnEnded(seat=int(seat))
        case "claims":
            return PointsClaimed(seat=int(seat), points=int(rest_of_it[0]))
        case "knocks":
            return LastTileKnocked(seat=int(seat))
        case _:
            return _laid(int(seat), *rest_of_it)


def _laid(seat: int, tile: str, *where: str) -> TileLaid:
    words, way = list(where), NO_WAY
    for name in Way._fields:
        if name in words:
            at = words.index(name)
            value: Any = words[at + 1] if name == "bend" else int(words[at + 1])
            way = Way(**{name: value})
            del words[at : at + 2]
    flipped = "flipped" in words
    end = words[0] if words and not flipped else None
    return laid(seat, tile_named(tile), end, flipped, way)


def text_of(act: Act) -> str:
    """An act as text; the inverse of `act_of`."""
    match act:
        case TurnPassed():
            return f"{act.seat} passes"
        case TurnLost():
            return f"{act.seat} loses the turn: {act.cause}"
        case TileDrawn():
            return f"{act.seat} draws {NAMES[act.tile]}"
        case TileRuledOut():
            return text_of(act.lay).replace("lays", "tries", 1)
        case TileSetAside():
            return f"{act.seat} sets aside {NAMES[act.tile]}"
        case MarkerRaised():
            return f"{act.seat} raises the marker"
        case TurnEnded():
            return f"{act.seat} ends the turn"
        case PointsClaimed():
            return f"{act.seat} claims {act.points}"
        case LastTileKnocked():
            return f"{act.seat} knocks"
        case TileLaid():
            where = f" {act.end}" if act.end else " flipped" if act.flipped else ""
            where += "".join(f" {name} {value}" for name, value in given_fields(act.way).items())
            return f"{act.seat} lays {NAMES[act.tile]}{where}"
        case _:
            assert_never(act)


def play(game: Game, *acts: str) -> Game:
    """The game after these acts, each of which must be legal."""
    for text in acts:
        game = evolved(game, decide(game, DoAct(act_of(text))))
    return game


def unseen(rules: RuleSet, *acts: str, leader: int = 0) -> Game:
    """A game after these acts, at the largest table; nobody saw the tiles that were dealt."""
    game = new_game(rules, max(rules.play.hand))
    dealt = ((UNSEEN,) * game.table.hand,) * game.table.seats
    return play(evolved(game, decide(game, DealRound(dealt, None, leader))), *acts)


def moves(game: Game) -> list[str]:
    """The legal moves, as text."""
    return [text_of(act) for act in legal_moves(now(game))]


def refusal(game: Game, command: Command) -> Fault | Refusal:
    """Why this command is refused."""
    with pytest.raises(Refused) as refused:
        decide(game, command)
    return refused.value.fault


def refused_act(game: Game, act: str) -> Fault:
    """What is wrong with this act."""
    fault = refusal(game, DoAct(act_of(act)))
    assert isinstance(fault, Fault)
    return fault


def undone(game: Game) -> Game:
    """The game after an undo."""
    return evolved(game, decide(game, UndoAct()))


def abandon(game: Game) -> Game:
    """The game after it was abandoned."""
    return evolved(game, decide(game, Abandon()))


def now(game: Game) -> Round:
    """The round in play."""
    assert game.current is not None
    return game.current


def held(round: Round, seat: int) -> str:
    """A hand as text, lowest tile first."""
    return " ".join(NAMES[tile] for tile in tiles_of(round.hands[seat]))


def facts(
    *pips: int,
    out: int | None = None,
    tiles: tuple[int, ...] = (),
    leader: int | None = 0,
    last_to_lay: int | None = 0,
) -> RoundFacts:
    """The facts of a round with these pips left by seat; blocked unless a seat is out."""
    return RoundFacts(
        leader=leader,
        ended="blocked" if out is None else "out",
        out=out,
        pips=pips,
        tiles=tiles or tuple(min(pip, 1) for pip in pips),
        last_to_lay=last_to_lay,
        regular=True,
        after_last=None if last_to_lay is None else (last_to_lay + 1) % len(pips),
    )


def settle(
    rules: AnyPayout,
    facts: RoundFacts,
    winners: tuple[int, ...],
    blame: Blame = NOBODY,
    per_pip: int = 1,
) -> tuple[int, ...]:
    """By seat, the sum of its postings."""
    net = [0] * len(facts.pips)
    for seat, amount, _ in postings(rules, facts, winners, blame, per_pip):
        net[seat] += amount
    return tuple(net)


def standing(rules: Score, sides: Sides, rounds: Iterable[RoundScore]) -> Standing:
    """The standing after these finished rounds; rounds after the game was won are ignored."""
    return reduce(partial(standing_after, rules, sides), rounds, standing_at_first(rules, sides))
