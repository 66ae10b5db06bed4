"""The words of each act. What is written about acts of every kind is made of these."""

from collections.abc import Mapping
from typing import NamedTuple

from domain.events import KINDS, Act, ActName, SecretAct
from domain.tiles import NAMES, UNSEEN

from . import mark, text


class ActWords(NamedTuple):
    """The words of an act.

    Templates call what the act says by its name in `ActKind`: ``{tile}`` or ``{points}``.
    """

    did: str
    """A sentence."""
    doing: str
    """Beside another part of a sentence."""
    typed: str = ""
    """As it is typed at a table."""
    did_unseen: str = ""
    """A sentence for those who do not see the tile."""
    typed_unseen: str = ""
    """As it is typed by those who do not see the tile."""
    stepped_over: str = ""
    """A sentence at a table where nobody typed the act, but the next one implies it."""
    not_here: str = ""
    """Why a game has no such act, with ``{seat}``."""


WORDS: Mapping[ActName, ActWords] = {
    "lay": ActWords(mark("{player} lays {tile}"), mark("{player} laying {tile}")),
    "ruling": ActWords(
        mark("{player} tries {tile}, which finds no room, the table rules"),
        mark("{player} trying {tile} that finds no room"),
        not_here=mark("{seat} tries a tile, but in this game the rules say where one finds room"),
    ),
    "draw": ActWords(
        mark("{player} draws {tile}"),
        mark("{player} drawing a tile"),
        mark("draw {tile}"),
        mark("{player} draws a tile"),
        mark("draw"),
    ),
    "aside": ActWords(
        mark("{player} sets {tile} aside"),
        mark("{player} setting a tile aside"),
        mark("aside {tile}"),
        mark("{player} sets a tile aside"),
        mark("aside"),
        not_here=mark("{seat} sets a tile aside, but in this game no tile is set aside"),
    ),
    "pass": ActWords(
        mark("{player} passes"),
        mark("{player} passing"),
        mark("pass"),
        stepped_over=mark("{player} is stepped over: taken to have passed"),
    ),
    "marker": ActWords(
        mark("{player} puts the marker up"),
        mark("{player} putting the marker up"),
        mark("marker"),
        stepped_over=mark("{player} is stepped over: taken to have put the marker up"),
        not_here=mark("{seat} puts a marker up, but this game has no markers"),
    ),
    "done": ActWords(
        mark("{player} ends the turn"),
        mark("{player} ending the turn"),
        mark("done"),
        stepped_over=mark("{player} is taken to have ended the turn"),
        not_here=mark("{seat} ends their turn, but in this game a turn ends by itself"),
    ),
    "claim": ActWords(
        mark("{player} claims {points}"),
        mark("{player} claiming {points}"),
        mark("claim {points}"),
        not_here=mark("{seat} claims points, but in this game points count without a claim"),
    ),
    "knock": ActWords(
        mark("{player} knocks on the last tile"),
        mark("{player} knocking on the last tile"),
        mark("tap"),
        not_here=mark("{seat} knocks, but in this game nobody knocks"),
    ),
    "lost": ActWords(
        mark("{player} loses the turn"), mark("{player} losing the turn"), mark("lose the turn")
    ),
}
"""By the name of the act."""
_LOST = {
    "time": mark("{player} loses the turn: the time is up"),
    "absent": mark("{player} loses the turn: not at the table"),
}
"""By cause."""


def did_text(name: ActName, player: str, value: object) -> str:
    """What a player did; ``value``: what the act says, None if it is hidden."""
    words, says = WORDS[name], KINDS[name].KIND.says
    if value in _LOST:
        return text(_LOST[str(value)], player=player)
    unseen = value in (None, NAMES[UNSEEN]) and words.did_unseen
    return text(unseen or words.did, player=player, **({} if says is None else {says: value}))


def typed_text(act: Act) -> str:
    """An act but for a lay, as it is typed at a table."""
    words, kind = WORDS[act.KIND.name], act.KIND
    if isinstance(act, SecretAct):
        return text(words.typed_unseen if act.tile == UNSEEN else words.typed, tile=NAMES[act.tile])
    return text(words.typed, **({} if kind.says is None else {kind.says: getattr(act, kind.says)}))
