"""A replay as plain text: what happened in sentences, positions in a few lines."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, assert_never

from domain.events import Seat, TileDrawn, TileLaid, TurnLost, TurnPassed
from domain.game.state import Game
from domain.hidden.seat_view import SeatView, SeenAct, SeenHand, UnseenDraw
from domain.tiles import NAMES, SEEN, names_of
from projections.messages.faults import irregularity_text
from projections.replay.frames import Frame, Result
from projections.replay.json_format import as_it_lies
from projections.rulings.sides import teams_of

MOVES = ("lay", "draw", "pass")
_VOIDED = ", void by a ruling"


class Cast(NamedTuple):
    """Who plays: names by seat, and the seats of each team, a seat alone being one."""

    names: tuple[str, ...]
    teams: tuple[tuple[Seat, ...], ...]

    def all_of(self, seats: Iterable[Seat]) -> str:
        """Their names as one phrase."""
        return " and ".join(self.names[seat] for seat in seats) or "nobody"


def cast_of(game: Game, names: Iterable[str]) -> Cast:
    """The players of the game, of these names; what a terminal might obey is taken out."""
    plain = tuple(
        "".join(letter if letter.isprintable() else "?" for letter in name) for name in names
    )
    return Cast(plain, teams_of(game))


def header(game: Game, cast: Cast, viewer: Seat | None) -> Iterator[str]:
    """What is known before the first deal."""
    rules = game.opened.rules
    (record,) = cast_of(game, [game.opened.record]).names
    yield f"game     {record}"
    yield f"rules    {rules.id}  {rules.title}".rstrip()
    yield "players  " + ", ".join(f"{seat} {name}" for seat, name in enumerate(cast.names))
    if game.opened.rules.play.partners:
        yield "sides    " + " against ".join(cast.all_of(team) for team in cast.teams)
    if viewer is not None:
        yield f"seen by  {cast.names[viewer]}"
    for note in game.noted:
        yield f"  ! {note.code}: {irregularity_text(note.code, note.params, cast.names)}"


def frame_text(frame: Frame, cast: Cast, *, whole: bool = False) -> Iterator[str]:
    """A step as a few lines; ``whole``: with all that lies there and may be done next."""
    move = "" if frame.act is None else f"[{'-' if frame.move is None else frame.move}]"
    first, *more = sentences(frame, cast)
    yield f"{frame.number:>3} {move:>4} {first}"
    lines = [*more, *(f"{name:<8} {value}" for name, value in _position(frame, cast, whole=whole))]
    yield from (f"{'':9}{line}" for line in lines)


def sentences(frame: Frame, cast: Cast) -> Iterator[str]:
    """What was done or came of it, then what was irregular in it."""
    match frame.kind:
        case "deal":
            leader = frame.view.turn
            yield "deal" if leader is None else f"deal: {cast.names[leader]} leads"
        case "stop":
            turn = f": {_turn(frame.view, cast)}"
            yield f"not over{_VOIDED if frame.voided else turn}"
        case "end":
            assert frame.result is not None
            yield from _end(frame.result, cast, voided=frame.voided)
        case "lay" | "draw" | "pass":
            yield _act(frame, cast)
        case _:
            assert_never(frame.kind)
    for note in frame.noted:
        yield f"! {note.code}: {irregularity_text(note.code, note.params, cast.names)}"


def act_words(act: SeenAct) -> str:
    """What may be done, in a word or two."""
    match act:
        case TileLaid():
            return NAMES[act.tile] + (f" {act.end}" if act.end else "")
        case TileDrawn():
            return f"draw {NAMES[act.tile]}"
        case UnseenDraw():
            return "draw"
        case TurnPassed():
            return "pass"
        case TurnLost():
            return "lose the turn"
        case _:
            assert_never(act)


def _act(frame: Frame, cast: Cast) -> str:
    act = frame.act
    assert act is not None
    name = cast.names[act.seat]
    match act:
        case TileLaid():
            verb = "leads" if len(frame.view.line) == 1 else "lays"
            return f"{name} {verb} {act_words(act)}"
        case TileDrawn():
            return f"{name} draws {NAMES[act.tile]}"
        case UnseenDraw():
            return f"{name} draws a tile"
        case TurnPassed():
            why = f": {frame.reason}" if frame.reason else ""
            return f"{name} passes{why}" + (" (not in the record)" if act.inferred else "")
        case TurnLost():
            why = "its time is up" if act.cause == "time" else "nobody is there"
            return f"{name} loses the turn: {why}"
        case _:
            assert_never(act)


def _end(result: Result, cast: Cast, *, voided: bool) -> Iterator[str]:
    if result.ended == "void":
        yield "void: nobody holds the tile that must lead"
        return
    why = "the table stopped it" if result.stopped else "nobody can play"
    ended = f"blocked: {why}" if result.out is None else f"{cast.names[result.out]} is out"
    yield f"{ended}{_VOIDED if voided else ''}"
    yield "left     " + ", ".join(
        f"{name} {'?' if pips is None else pips}"
        for name, pips in zip(cast.names, result.pips, strict=True)
    )
    if voided:
        return
    if result.winners is None:
        until = "more is known" if result.regular else "it is ruled on"
        yield f"not settled until {until}" if result.waits else "counts for nothing"
        return
    yield f"won by   {cast.all_of(result.winners)}"
    if result.points is not None:
        yield "points   " + ", ".join(
            f"{cast.all_of(team)} {points}"
            for team, points in zip(cast.teams, result.points, strict=True)
        )
    if result.game is not None:
        yield f"game won by {cast.all_of(result.game)}"


def _turn(view: SeatView, cast: Cast) -> str:
    return "nobody may lead" if view.turn is None else f"it is {cast.names[view.turn]}'s turn"


def _position(frame: Frame, cast: Cast, *, whole: bool) -> Iterator[tuple[str, str]]:
    view = frame.view
    if frame.could and frame.reason is None:
        yield "could", _listed(frame.could)
    if view.line and (whole or frame.kind in MOVES):
        pips = " and ".join(str(end.pip) for end in view.ends)
        yield "line", f"{' '.join(as_it_lies(lying) for lying in view.line)}  open {pips}"
    if whole or frame.kind != "stop":
        hands = zip(cast.names, view.hands, strict=True)
        yield "hands", " | ".join(f"{name} {hand_words(hand)}" for name, hand in hands)
    if view.boneyard.size and (whole or frame.kind in ("deal", "draw")):
        yield "boneyard", _boneyard(view, whole=whole or frame.kind == "deal")
    asked = not frame.voided and (whole or frame.kind == "stop")
    if view.turn is not None and view.moves is not None and asked:
        yield "next", f"{cast.names[view.turn]}: {_listed(view.moves)}"


def _listed(acts: Iterable[SeenAct]) -> str:
    return ", ".join(map(act_words, acts))


def hand_words(hand: SeenHand) -> str:
    """A hand as far as it is known."""
    missing = [f"no {pip}" for pip in sorted(hand.missing)]
    if hand.tiles is None:
        return f"({', '.join([str(hand.size), *missing])})" if hand.size else "-"
    tiles = " ".join(names_of(hand.tiles)) or "-"
    return f"{tiles} ({', '.join(missing)})" if hand.tiles > SEEN and missing else tiles


def _boneyard(view: SeatView, *, whole: bool) -> str:
    size, tiles = view.boneyard
    if tiles is None or not whole:
        return f"({size})"
    return " ".join(NAMES[tile] for tile in tiles)
