"""One step of a replay as a JSON object (docs/replay.md lists its keys)."""

from ...domain.events import Act, SecretAct, is_inferred
from ...domain.hidden.seat_view import SeatView, SeenHand
from ...domain.tiles import NAMES, PIP_NAMES, UNSEEN, WILD, names_of
from ...ledger.records.moves import move_of
from ..as_json import Json, as_json
from ..messages.bonuses import bonuses_json
from ..messages.faults import irregularity_text
from ..messages.steps import reason_text
from .frames import Frame, Result


def frame_json(game: str, frame: Frame) -> Json:
    """One step; ``game`` is the id of the record."""
    return {"game": game, **step_json(frame)}


def step_json(frame: Frame) -> Json:
    """One step, without the game it is of."""
    view, reason = frame.view, frame.reason
    found: Json = as_json(
        {
            "number": frame.number,
            "round": frame.round,
            "move": frame.move,
            "kind": frame.kind,
            "act": None if frame.act is None else {"seat": frame.act.seat} | act_json(frame.act),
            "could": frame.could and [act_json(act) for act in frame.could],
            "reason": reason and reason_text(reason),
            "reason_code": reason and reason.code,
            "reason_params": reason
            and {
                **({"pips": reason.pips} if reason.pips else {}),
                **({"limit": reason.limit} if reason.code in ("reserve", "draw-limit") else {}),
            },
            **({} if frame.scored is None else {"scored": frame.scored}),
            "noted": [
                {
                    "code": note.code,
                    "params": note.params,
                    "message": irregularity_text(note.code, note.params),
                }
                for note in frame.noted
            ],
            **position_json(view),
            "result": frame.result and _result(frame.result),
        }
    )
    return found


def act_json(act: Act) -> Json:
    """An act in the form of a move of a record; a hidden tile is null."""
    move = move_of(act)
    if isinstance(act, SecretAct) and act.tile == UNSEEN:
        move[act.KIND.name] = None
    return move | ({"inferred": True} if is_inferred(act) else {})


def position_json(view: SeatView) -> Json:
    """What a viewer may see of a round."""
    branches: dict[str, list[str]] = {}
    for each in view.on_table:
        if each.branch is not None:
            branches.setdefault(each.branch, []).append(each.name)
    return {
        "viewer": view.viewer,
        "open": view.open,
        **({} if view.hub is None else {"hub": NAMES[view.hub]}),
        "line": [each.name for each in view.on_table if each.branch is None],
        **({"branches": branches} if branches else {}),
        "ends": {end.name: end.pip for end in view.ends},
        "hands": [_tiles(hand) for hand in view.hands],
        "tiles": [hand.size for hand in view.hands],
        "missing": [
            [PIP_NAMES[pip] if pip == WILD else pip for pip in sorted(hand.missing)]
            for hand in view.hands
        ],
        **({"aside": [_tiles(each) for each in view.aside]} if view.aside else {}),
        **({"aside_tiles": [each.size for each in view.aside]} if view.aside else {}),
        "boneyard": view.boneyard.tiles and [NAMES[tile] for tile in view.boneyard.tiles],
        "boneyard_tiles": view.boneyard.size,
        "turn": view.turn,
        "moves": view.moves and [act_json(act) for act in view.moves],
    }


def _tiles(held: SeenHand) -> list[str] | None:
    """The names of the tiles; None if they are hidden."""
    return None if held.tiles is None else names_of(held.tiles)


def _result(result: Result) -> Json:
    noted: Json = {}
    if result.report is not None:
        ended, out = result.report.ended, result.report.out
        noted = {"noted": {"ended": ended, "out": out, "remarks": result.remarks}}
    shown = ("ended", "out", "pips", "winners", "points", "game")
    bonuses = {"bonuses": bonuses_json(result.bonuses)} if result.bonuses else {}
    return noted | {name: getattr(result, name) for name in shown} | bonuses
