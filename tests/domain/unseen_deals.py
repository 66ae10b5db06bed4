"""Helpers to deal unseen tiles: ``dealt("3-3 ? ?", "? ? ?")``."""

from domino_ledger.domain.events import RoundDealt, RoundEvent, TilesShown, laid
from domino_ledger.domain.round.lead import ANY_TILE
from domino_ledger.domain.round.state import Act, Round, evolve, new_round
from domino_ledger.domain.rules.play import Play
from domino_ledger.domain.rules.table import table_for
from domino_ledger.domain.tiles import UNSEEN, names_of, tile_named

TINY = Play.model_validate({"highest_pip": 3, "hand": {"2": 3}})
DRAWING = Play.model_validate({"highest_pip": 3, "hand": {"2": 3}, "draw": "until-playable"})
TO_THE_LAST = Play.model_validate({"highest_pip": 2, "hand": {"2": 3}})
"""All six tiles are dealt."""


def tiles(names: str) -> tuple[int, ...]:
    return tuple(UNSEEN if name == "?" else tile_named(name) for name in names.split())


def dealt(*hands: str, boneyard: str | None = None, play: Play = TINY) -> Round:
    under = None if boneyard is None else tiles(boneyard)
    deal = RoundDealt(hands=tuple(map(tiles, hands)), boneyard=under, leader=0)
    return new_round(table_for(play, len(hands)), deal, ANY_TILE)


def after(round: Round, *events: RoundEvent) -> Round:
    for event in events:
        round = evolve(round, event)
    return round


def lay(seat: int, tile: str, end: str | None = None) -> Act:
    return laid(seat, tile_named(tile), end)


def show(seat: int, names: str) -> TilesShown:
    return TilesShown(seat=seat, tiles=tiles(names))


def hands_of(round: Round) -> list[list[str]]:
    return [names_of(hand) for hand in round.hands]
