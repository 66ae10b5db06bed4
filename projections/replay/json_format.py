"""One step of a replay as a JSON object (docs/replay.md lists its keys)."""

from collections.abc import Iterable
from typing import Any

from domain.events import Act, SecretAct, is_inferred
from domain.hidden.seat_view import SeatView
from domain.tiles import NAMES, PIP_NAMES, UNSEEN, WILD, Pip, names_of
from ledger.records.moves import move_of

from ..messages.acts import reason_text
from ..messages.faults import irregularity_text
from .frames import Frame, PassReason, Result

Json = dict[str, Any]


def frame_json(game: str, frame: Frame) -> Json:
    """One step; ``game`` is the id of the record."""
    view = frame.view
    return {
        "game": game,
        "number": frame.number,
        "round": frame.round,
        "move": frame.move,
        "kind": frame.kind,
        "act": None if frame.act is None else {"seat": frame.act.seat} | act_json(frame.act),
        "could": _acts(frame.could),
        **_reason(frame.reason),
        **({} if frame.scored is None else {"scored": frame.scored}),
        "noted": [
            {
                "code": note.code,
                "params": dict(note.params),
                "message": irregularity_text(note.code, note.params),
            }
            for note in frame.noted
        ],
        **position_json(view),
        "result": None if frame.result is None else _result(frame.result),
    }


def act_json(act: Act) -> Json:
    """An act in the form of a move of a record; a hidden tile is null."""
    move = move_of(act)
    if isinstance(act, SecretAct) and act.tile == UNSEEN:
        move[act.KIND.name] = None
    return move | ({"inferred": True} if is_inferred(act) else {})


def _acts(acts: tuple[Act, ...] | None) -> list[Json] | None:
    return None if acts is None else [act_json(act) for act in acts]


def _reason(reason: PassReason | None) -> Json:
    if reason is None:
        return {"reason": None, "reason_code": None, "reason_params": None}
    params: Json = {"pips": list(reason.pips)} if reason.pips else {}
    if reason.code in ("reserve", "draw-limit"):
        params["limit"] = reason.limit
    return {
        "reason": reason_text(reason),
        "reason_code": reason.code,
        "reason_params": params,
    }


def position_json(view: SeatView) -> Json:
    """What a viewer may see of a round."""
    under = view.boneyard.tiles
    return {
        "viewer": view.viewer,
        "open": view.open,
        **({} if view.hub is None else {"hub": NAMES[view.hub]}),
        "line": [each.name for each in view.on_table if each.branch is None],
        **_branches(view),
        "ends": {end.name: end.pip for end in view.ends},
        "hands": [None if hand.tiles is None else names_of(hand.tiles) for hand in view.hands],
        "tiles": [hand.size for hand in view.hands],
        "missing": [_pips(hand.missing) for hand in view.hands],
        **_aside(view),
        "boneyard": None if under is None else [NAMES[tile] for tile in under],
        "boneyard_tiles": view.boneyard.size,
        "turn": view.turn,
        "moves": _acts(view.moves),
    }


def _pips(pips: Iterable[Pip]) -> list[int | str]:
    """In ascending order; a wild half is `W`."""
    return [PIP_NAMES[pip] if pip == WILD else pip for pip in sorted(pips)]


def _aside(view: SeatView) -> Json:
    """By seat, the tiles set aside, null where they are hidden, and their number."""
    if not view.aside:
        return {}
    tiles = [None if each.tiles is None else names_of(each.tiles) for each in view.aside]
    return {"aside": tiles, "aside_tiles": [each.size for each in view.aside]}


def _branches(view: SeatView) -> Json:
    """What has grown from the lead, by name; nothing in a line of play."""
    grown: dict[str, list[str]] = {}
    for each in view.on_table:
        if each.branch is not None:
            grown.setdefault(each.branch, []).append(each.name)
    return {"branches": grown} if grown else {}


def _result(result: Result) -> Json:
    report = result.report
    remarks = [remark._asdict() for remark in result.remarks]
    noted: Json = {}
    if report is not None:
        noted = {"noted": {"ended": report.ended, "out": report.out, "remarks": remarks}}
    return noted | {
        "ended": result.ended,
        "out": result.out,
        "pips": result.pips,
        "winners": result.winners,
        "points": result.points,
        "game": result.game,
    }
