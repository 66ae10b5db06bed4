"""Transcripts of whole games, ply by ply, for people and for comparison byte by byte.

``python -m tests.domain.playthrough`` rewrites the files in `tests/playthroughs`.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from random import Random
from typing import NamedTuple

from domino_ledger.domain.events import (
    LastTileKnocked,
    MarkerRaised,
    PointsClaimed,
    TileDrawn,
    TileLaid,
    TileSetAside,
    TurnEnded,
    given_fields,
)
from domino_ledger.domain.facts import facts_of
from domino_ledger.domain.game.decide import DoAct
from domino_ledger.domain.game.state import Game, standing_of
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.round.state import Act, Round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.layouts import Feet, Trains
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.scoring.score import score_round
from domino_ledger.domain.tiles import NAMES, names_of

from .builders import opened, settle
from .random_games import UNUSUAL_RULES, Ply, plies

FILES = Path(__file__).parents[1] / "playthroughs"


class Playthrough(NamedTuple):
    """The random game of one file."""

    rules: RuleSet
    seats: int
    rounds: int = 2
    seed: int = 2
    """Chosen so that the files together show blocks, passes, draws and tiles that stay."""


PLAYTHROUGHS: dict[str, Playthrough] = {
    "deal-again": Playthrough(UNUSUAL_RULES["6-6 or deal again"], 2, rounds=4, seed=10),
    "block@1": Playthrough(PUBLISHED["block@1"], 4),
    "block-heaviest@1": Playthrough(PUBLISHED["block-heaviest@1"], 3, seed=3),
    "block-article@1": Playthrough(PUBLISHED["block-article@1"], 5),
    "draw@1": Playthrough(PUBLISHED["draw@1"], 2, seed=18),
    "draw-three@1": Playthrough(PUBLISHED["draw-three@1"], 3, seed=3),
    "block-nine@1": Playthrough(PUBLISHED["block-nine@1"], 6),
    "block-twelve@1": Playthrough(PUBLISHED["block-twelve@1"], 10, rounds=1),
    "draw-nine@1": Playthrough(PUBLISHED["draw-nine@1"], 5, rounds=1),
    "draw-twelve@1": Playthrough(PUBLISHED["draw-twelve@1"], 8, rounds=1),
    "forced-block@1": Playthrough(PUBLISHED["forced-block@1"], 3, seed=11),
    "block-lot@1": Playthrough(PUBLISHED["block-lot@1"], 2),
    "partnership-sanjuan@1": Playthrough(PUBLISHED["partnership-sanjuan@1"], 4, rounds=3, seed=11),
    "partnership-pagat@1": Playthrough(PUBLISHED["partnership-pagat@1"], 4, rounds=3, seed=2),
    "partnership-dominican@1": Playthrough(
        PUBLISHED["partnership-dominican@1"], 4, rounds=1, seed=17
    ),
    "partnership-puerto-rican@1": Playthrough(
        PUBLISHED["partnership-puerto-rican@1"], 4, rounds=1, seed=11
    ),
    "partnership-brazilian@1": Playthrough(
        PUBLISHED["partnership-brazilian@1"], 4, rounds=1, seed=11
    ),
    "block-lampung@1": Playthrough(PUBLISHED["block-lampung@1"], 4, rounds=1, seed=11),
    "sebastopol@1": Playthrough(PUBLISHED["sebastopol@1"], 4, rounds=1, seed=1),
    "cyprus@1": Playthrough(PUBLISHED["cyprus@1"], 5, rounds=1, seed=1),
    "maltese-cross@1": Playthrough(PUBLISHED["maltese-cross@1"], 2, rounds=1, seed=1),
    "cross@1": Playthrough(PUBLISHED["cross@1"], 3, rounds=1, seed=3),
    "all-fives@1": Playthrough(PUBLISHED["all-fives@1"], 2, seed=2),
    "muggins@1": Playthrough(PUBLISHED["muggins@1"], 3, rounds=1, seed=1),
    "matador@1": Playthrough(PUBLISHED["matador@1"], 3, seed=1),
    "gaple@1": Playthrough(PUBLISHED["gaple@1"], 4, seed=3),
    "chicken-foot@1": Playthrough(PUBLISHED["chicken-foot@1"], 3, rounds=1, seed=2),
    "spinner@1": Playthrough(PUBLISHED["spinner@1"], 3, rounds=1, seed=1),
    "mexican-train@1": Playthrough(PUBLISHED["mexican-train@1"], 3, rounds=1, seed=2),
    "basic-train@1": Playthrough(PUBLISHED["basic-train@1"], 3, rounds=1, seed=6),
    "bendomino@1": Playthrough(PUBLISHED["bendomino@1"], 3, rounds=1, seed=3),
    "doubles@1": Playthrough(PUBLISHED["doubles@1"], 4, rounds=1, seed=1),
    "five-up@1": Playthrough(PUBLISHED["five-up@1"], 4, rounds=1, seed=1),
    "partnership-spanish-300@1": Playthrough(
        PUBLISHED["partnership-spanish-300@1"], 4, rounds=2, seed=1
    ),
    "partnership-puerto-rican-500@1": Playthrough(
        PUBLISHED["partnership-puerto-rican-500@1"], 4, rounds=2, seed=1
    ),
    "partnership-dominican-200@1": Playthrough(
        PUBLISHED["partnership-dominican-200@1"], 4, rounds=2, seed=1
    ),
    "partnership-venezuelan@1": Playthrough(
        PUBLISHED["partnership-venezuelan@1"], 4, rounds=2, seed=1
    ),
    "partnership-cuban-nine@1": Playthrough(
        PUBLISHED["partnership-cuban-nine@1"], 4, rounds=2, seed=1
    ),
    "partnership-cuban-capicua@1": Playthrough(
        PUBLISHED["partnership-cuban-capicua@1"], 4, rounds=2, seed=1
    ),
    "partnership-jamaican@1": Playthrough(PUBLISHED["partnership-jamaican@1"], 4, rounds=2, seed=1),
    "jamaican-cut-throat@1": Playthrough(PUBLISHED["jamaican-cut-throat@1"], 3, rounds=2, seed=1),
    "martinique@1": Playthrough(PUBLISHED["martinique@1"], 3, rounds=2, seed=1),
    "partnership-brazilian-six@1": Playthrough(
        PUBLISHED["partnership-brazilian-six@1"], 4, rounds=2, seed=1
    ),
    "partnership-cafe-250@1": Playthrough(PUBLISHED["partnership-cafe-250@1"], 4, rounds=2, seed=1),
    "block-heavier@1": Playthrough(PUBLISHED["block-heavier@1"], 3, rounds=2, seed=1),
    "fives-and-threes-61@1": Playthrough(PUBLISHED["fives-and-threes-61@1"], 3, rounds=2, seed=1),
    "partnership-fives-and-threes-61@1": Playthrough(
        PUBLISHED["partnership-fives-and-threes-61@1"], 4, rounds=2, seed=1
    ),
    "two-tiles-stay": Playthrough(UNUSUAL_RULES["two tiles stay"], 2, seed=4),
    "counterclockwise": Playthrough(UNUSUAL_RULES["to the left winner"], 3, seed=0),
    "play-on": Playthrough(UNUSUAL_RULES["play on"], 3, seed=1),
}


def transcript(name: str) -> str:
    """The text of one file."""
    rules, seats, rounds, seed = PLAYTHROUGHS[name]
    game = plies(opened(rules, seats), Random(seed), rounds=rounds)
    lines = [f"{rules.title}: {name}, {seats} seats, played at random"]
    for number, round_plies in groupby(game, key=lambda ply: len(ply.after.rounds)):
        lines += ["", f"Round {number - 1}"]
        for ply in round_plies:
            lines += _deal(ply) if not isinstance(ply.command, DoAct) else _ply(ply)
            last = ply.after
        lines += _end(last)
    return "\n".join(lines) + "\n"


def _deal(ply: Ply) -> Iterator[str]:
    round = ply.after.current
    assert round is not None
    hands = enumerate(round.deal.hands)
    yield from (f"  seat {seat} gets {_names(hand)}" for seat, hand in hands)
    if round.deal.hub is not None:
        yield f"  hub {NAMES[round.deal.hub]}"
    yield f"  boneyard {_names(round.boneyard) or 'empty'}"
    yield "  nobody may lead" if round.deal.leader is None else f"  seat {round.deal.leader} leads"


def _ply(ply: Ply) -> Iterator[str]:
    round = ply.before.current
    assert round is not None
    assert isinstance(ply.command, DoAct)
    plain = not isinstance(round.table.layout, Feet | Trains)
    shown = (
        f"{'' if plain else end.name + ' '}{end.pip}{'^' * end.marked}" for end in round.front.ends
    )
    ends = (" " if plain else ", ").join(shown) or "nothing"
    yield ""
    yield f"  {len(round.acts):2} open: {ends}; {len(round.boneyard)} in the boneyard"
    for seat, hand in enumerate(round.hands):
        turn = ">" if seat == round.seat else " "
        yield f"   {turn} {seat}: {' '.join(names_of(hand)) or 'out'}"
    yield f"     may {', '.join(map(_act_text, legal_moves(round)))}"
    yield f"     does {_act_text(ply.command.act)}"


def _end(game: Game) -> Iterator[str]:
    round = game.current
    assert round is not None
    yield ""
    yield f"  {round.ended}"
    if round.ended != "void":
        yield from _result(game, round)


def _result(game: Game, round: Round) -> Iterator[str]:
    rules, facts = game.opened.rules, facts_of(round)
    ruling = score_round(rules.score, game.table.sides, facts)
    yield f"  pips left: {_figures(facts.pips)}"
    yield f"  won by: {_figures(ruling.winners) or 'nobody'}"
    if facts.in_play is not None and any(facts.in_play):
        yield f"  fives in play: {_figures(facts.in_play)}"
    if ruling.points is not None:
        yield f"  points: {_figures(ruling.points)}"
        yield f"  score: {_figures(standing_of(game).scores or ())}"
    if rules.payout is not None:
        net = settle(rules.payout, facts, ruling.winners)
        yield f"  net, with nobody to blame: {_figures(net)}"
    if game.won is not None:
        yield f"  the game is won by: {_figures(game.won.seats) or 'nobody'}"


def _act_text(act: Act) -> str:
    match act:
        case TileLaid():
            way = "".join(f" {name} {value}" for name, value in given_fields(act.way).items())
            return f"lay {NAMES[act.tile]}" + (f" {act.end}" if act.end else "") + way
        case TileDrawn():
            return f"draw {NAMES[act.tile]}"
        case TileSetAside():
            return f"set aside {NAMES[act.tile]}"
        case MarkerRaised():
            return "raise the marker"
        case TurnEnded():
            return "end the turn"
        case PointsClaimed():
            return f"claim {act.points}"
        case LastTileKnocked():
            return "knock"
        case _:
            return "pass"


def _names(some: tuple[int, ...]) -> str:
    return " ".join(NAMES[tile] for tile in some)


def _figures(some: tuple[int, ...]) -> str:
    return " ".join(map(str, some))


def file_of(name: str) -> Path:
    return FILES / f"{name}.txt"


def write() -> None:
    """Rewrite all files."""
    FILES.mkdir(exist_ok=True)
    for name in PLAYTHROUGHS:
        file_of(name).write_text(transcript(name))


if __name__ == "__main__":
    write()
