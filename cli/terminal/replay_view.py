"""A step of a replay as a picture for a terminal."""

from domain.events import Seat, TileLaid
from domain.hidden.seat_view import SeatView, SeenHand
from domain.tiles import HALVES, Tile, Tiles, bit, count_unseen, seen_of, tile_set, tiles_of
from projections.replay.frames import Frame

from ..text.replay import Cast, act_words, sentences
from .tile_drawing import Picture, Row, line_of_play, pip_style, rack

MOST_BACKS = 14
"""So many tiles lie face down before their number alone tells how many they are."""


def frame_picture(frame: Frame, cast: Cast, width: int, *, dots: bool, whole: bool) -> Picture:
    """The step drawn for a terminal so wide, tiles with dots or with numerals.

    ``whole``: with the viewer's hand as it stands before him, and what may be done next.
    """
    view = frame.view
    what, *more = sentences(frame, cast)
    picture: Picture = [[(f"{frame.number:>3}  ", "dim"), (what, "bold")]]
    picture += [[("     " + line, "red" if line.startswith("!") else "")] for line in more]
    newest = len(view.acts) - 1 if frame.kind == "lay" else None
    picture += line_of_play(view.line, width, dots=dots, newest=newest)
    broad = max(map(len, (*cast.names, "boneyard")))
    if view.ends:
        pips = " and ".join(str(end.pip) for end in view.ends)
        picture.append([(f"     {'open'.ljust(broad)}  {pips}", "dim")])
    for seat, hand in enumerate(view.hands):
        picture.append(_hand(frame, cast.names[seat].ljust(broad), seat, hand))
    if view.boneyard.size:
        picture.append([(f"     {'boneyard'.ljust(broad)}  ", "dim"), *_backs(view.boneyard.size)])
    return picture + (_own(view, width, dots=dots) if whole else []) + _next(view, cast, whole)


def _hand(frame: Frame, name: str, seat: Seat, hand: SeenHand) -> Row:
    view = frame.view
    mark = "▸" if seat == view.turn else " "
    row: Row = [(f"   {mark} ", "bold"), (f"{name}  ", "bold" if seat == view.turn else "")]
    missing: Row = [("  " + ", ".join(f"no {pip}" for pip in sorted(hand.missing)), "dim")]
    if hand.tiles is None:
        return [*row, *_backs(hand.size), *missing]
    playable = _playable(view) if seat == view.turn else 0
    for tile in tiles_of(seen_of(hand.tiles)):
        row += _chip(tile, playable)
    unseen = count_unseen(hand.tiles)
    return [*row, *_backs(unseen), *missing] if unseen else row


def _playable(view: SeatView) -> Tiles:
    return tile_set(move.tile for move in view.moves or () if isinstance(move, TileLaid))


def _chip(tile: Tile, playable: Tiles) -> Row:
    low, high = HALVES[tile]
    strong = "reverse " if bit(tile) & playable else ""
    return [
        ("[", strong + "dim"),
        (str(high), strong + pip_style(high)),
        ("|", strong + "dim"),
        (str(low), strong + pip_style(low)),
        ("]", strong + "dim"),
        (" ", ""),
    ]


def _backs(size: int) -> Row:
    return [("▒▒ " * min(size, MOST_BACKS), "dim"), (f"{size}", "dim")]


def _own(view: SeatView, width: int, *, dots: bool) -> Picture:
    hand = None if view.viewer is None else view.hands[view.viewer].tiles
    return rack(tiles_of(seen_of(hand)), width, dots=dots) if hand and seen_of(hand) else []


def _next(view: SeatView, cast: Cast, whole: bool) -> Picture:
    if not whole or view.turn is None or view.moves is None:
        return []
    moves = ", ".join(map(act_words, view.moves))
    return [[(f"     {cast.names[view.turn]} may: {moves}", "italic")]]
