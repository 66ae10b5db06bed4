"""The words of each act. What is written about acts of every kind is made of these."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...domain.events import KINDS, Act, ActName, Call, SecretAct
from ...domain.layout.ends import one_of as one_figure_of
from ...domain.tiles import NAMES, UNSEEN
from . import mark, one_of, text
from .templates import Template, Templates


class ActWords(NamedTuple):
    """The words of an act, with what it says as `ActKind` names it: ``{tile}``, ``{points}``."""

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
    had_to: str = ""
    """That a seat had to do it, after a name."""


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
        had_to=mark("had to draw"),
    ),
    "aside": ActWords(
        mark("{player} sets {tile} aside"),
        mark("{player} setting a tile aside"),
        mark("aside {tile}"),
        mark("{player} sets a tile aside"),
        mark("aside"),
        not_here=mark("{seat} sets a tile aside, but in this game no tile is set aside"),
        had_to=mark("had to set a tile aside"),
    ),
    "pass": ActWords(
        mark("{player} passes"),
        mark("{player} passing"),
        mark("pass"),
        stepped_over=mark("{player} is stepped over: taken to have passed"),
        had_to=mark("had to pass"),
    ),
    "marker": ActWords(
        mark("{player} puts the marker up"),
        mark("{player} putting the marker up"),
        mark("marker"),
        stepped_over=mark("{player} is stepped over: taken to have put the marker up"),
        not_here=mark("{seat} puts a marker up, but this game has no markers"),
        had_to=mark("had to put their marker up"),
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
HELP: Sequence[tuple[str, str]] = (
    ("Ana aside 5-2", mark("a tile put aside, face down; '?' if nobody saw it")),
    ("Ana marker", mark("the marker of a train goes up")),
    ("Ana done", mark("the turn ends, though more could be laid")),
    ("Ana claim 15", mark("points are claimed")),
    ("Ana tap", mark("a knock on the last tile")),
    ("Ana timeout, Ana absent", mark("a turn is lost")),
)
"""Acts of some games only, as they can be typed at a table, each with what it means."""

FAULTS: Templates = {
    "wrong-claim": (
        "{seat} claims {claim}, but the open ends count {count}",
        "a claim names the wrong sum",
    ),
    "nothing-to-claim": (
        "{seat} claims {claim}, but the open ends count {count}: no multiple of five",
        "points are claimed, but there are none",
    ),
    "claimed-already": (
        "{seat} claims {claim}, which {by} has claimed already",
        "points are claimed a second time",
    ),
    "claimed-too-late": (
        "{seat} claims {claim} too late: another act has followed",
        "points are claimed too late",
    ),
    "did-not-knock": (
        "{seat} has one tile left and must knock, or draw a tile",
        "a seat with one tile left did not knock",
    ),
    "no-knock-due": (
        "{seat} knocks, but has not just laid the last tile but one",
        "a seat knocks without reason",
    ),
}
"""By code, what can be wrong with calls alone."""

_TO_CALL: Mapping[ActName, str] = {"claim": mark("{points} to claim")}
"""What is shown while a call is due."""
CALLS_EXPLAINED: Templates = {
    "call-due": (
        Template("the open ends count {points}, and nobody had claimed that", {"call": "claim"}),
        Template("{player} has laid a tile, and has one left", {"call": "knock"}),
    ),
    "call-left": "the open ends count {points}, which does not have to be claimed",
    "draws-for-no-call": (
        "{player} laid the last tile but one and did not knock, and draws a tile for that"
    ),
}
"""By code, why a call was made, or left, by the rules."""


def did_text(name: ActName, player: str, value: object) -> str:
    """What a player did; ``value``: what the act says, None if it is hidden."""
    words, says = WORDS[name], KINDS[name].KIND.says
    if value in _LOST:
        return text(_LOST[str(value)], player=player)
    unseen = value in (None, NAMES[UNSEEN]) and words.did_unseen
    return text(unseen or words.did, player=player, **({} if says is None else {says: value}))


def calls_text(calls: Sequence[Call]) -> str:
    """What is due, of calls of one kind; empty if nothing is shown of it."""
    if not calls or calls[0].KIND.name not in _TO_CALL:
        return ""
    name, says = calls[0].KIND.name, calls[0].KIND.says
    said = one_of(getattr(call, str(says)) for call in calls)
    return text(_TO_CALL[name], **{str(says): said})


def what_is_said(calls: Sequence[Call]) -> Mapping[str, Any]:
    """By its name in `ActKind`, what one of these calls of one kind says."""
    says = calls[0].KIND.says
    return {} if says is None else {says: one_figure_of(getattr(call, says) for call in calls)}


def typed_text(act: Act) -> str:
    """An act but for a lay, as it is typed at a table."""
    words, kind = WORDS[act.KIND.name], act.KIND
    if isinstance(act, SecretAct):
        return text(words.typed_unseen if act.tile == UNSEEN else words.typed, tile=NAMES[act.tile])
    return text(words.typed, **({} if kind.says is None else {kind.says: getattr(act, kind.says)}))
