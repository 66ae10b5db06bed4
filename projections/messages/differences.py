"""Sentences about differences between a record and the book."""

from collections.abc import Mapping
from typing import Any

from ...domain.events import KINDS, ActName
from ...ledger.records.differences import Difference
from . import mark, text
from .act_words import WORDS
from .ends import end_text
from .faults import Names, player

_OF_A_DEAL = {
    "teams": mark("the teams differ"),
    "opening-field": mark("the {field} differs from that in the book"),
    "leader": mark("in the book {booked} leads, in the record {recorded}"),
    "number-of-hands": mark("in the book there are {booked} hands, in the record {recorded}"),
    "hand": mark("the hand of {seat} is not the one in the book"),
    "boneyard": mark("the boneyard is not the one in the book"),
    "hub": mark("the hub is not the one in the book"),
    "shuffle": mark("the shuffle is not the one in the book"),
    "result": mark("the result is not the one in the book"),
}
_OF_EVENTS = {
    "other-event": mark("the book has {booked}, the record {recorded}"),
    "other-tile": mark("{event} that is not the one in the book"),
    "only-in-book": mark("only the book has {event}"),
    "only-in-record": mark("only the record has {event}"),
}
_EVENTS = {
    "tiles-shown": mark("{seat} showing what they have left"),
    "pips-noted": mark("the pips left in hand"),
    "round-dealt": mark("another deal"),
    "round-reported": mark("a round of which only the result is known"),
    "round-won": mark("{seat} out"),
    "target-reached": mark("{seat} reaching the target"),
    "round-blocked": mark("the round blocked"),
    "irregularity-noted": mark("{code}: {recorded}"),
    "game-abandoned": mark("the game abandoned"),
    "game-forfeited": mark("the game forfeited"),
}
"""By topic, an event that is no act, as part of a sentence of `_OF_EVENTS`."""


def difference_text(difference: Difference, names: Names = ()) -> str:
    """The difference and its place; ``names``: the players in seat order, where known."""
    sentence = _sentence(difference, names)
    round, move = difference.round, difference.move
    if round is None:
        return sentence
    if move is None:
        return text("round {round}: {sentence}", round=round, sentence=sentence)
    return text("round {round}, move {move}: {sentence}", round=round, move=move, sentence=sentence)


def _sentence(difference: Difference, names: Names) -> str:
    code, params = difference.code, difference.params
    if code in _OF_EVENTS:
        events = {name: _event(event, names) for name, event in params.items()}  # type: ignore[arg-type]
        return text(_OF_EVENTS[code], **events)
    values: dict[str, Any] = {**params}
    for name in {"leader": ("booked", "recorded"), "hand": ("seat",)}.get(code, ()):
        seat = values[name]
        values[name] = text("no seat") if seat is None else player(seat, names)
    return text(_OF_A_DEAL[code], **values)


def _event(fact: Mapping[str, Any], names: Names) -> str:
    values = dict(fact)
    if "seat" in values:
        values["seat"] = player(values["seat"], names)
    if "act" not in values:
        return text(_EVENTS[values["event"]], **values)
    name: ActName = values["act"]
    kind, who = KINDS[name].KIND, values["seat"]
    if "lay" not in values:
        said = {} if kind.says is None else {kind.says: values[name]}
        return text(WORDS[name].doing, player=who, **said)
    if "at" not in values:
        return text("{player} leading {tile}", player=who, tile=values["lay"])
    sentence = text(WORDS[name].doing, player=who, tile=values["lay"])
    end = end_text(values["at"], names)
    sentence = text("{sentence} at {end}", sentence=sentence, end=end)
    if "open" in values:
        return text("{sentence} with {pip} open", sentence=sentence, pip=values["open"])
    return sentence
