"""Sentences about what happens at a table: acts, steps of a round, and how it ended."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...domain.events import (
    NO_WAY,
    Act,
    Event,
    GameAbandoned,
    GameForfeited,
    GameLeft,
    IrregularityNoted,
    PipsNoted,
    PlayPaused,
    PlayResumed,
    Seat,
    ShuffleAborted,
    ShuffleCommitted,
    TileLaid,
    TileRuledOut,
    TilesShown,
    is_inferred,
)
from ...domain.faults.codes import Refusal
from ...domain.game.state import Game
from ...domain.hidden.seat_view import SeatView, SeenHand
from ...domain.layout.ends import End, has_room
from ...domain.layout.line import LEFT, RIGHT
from ...domain.shuffle import short_form
from ...domain.tiles import NAMES, SEEN, Pip, names_of
from ...ledger.records.format import move_of
from ..accounting.money import money
from ..replay.frames import Frame, PassReason, Result
from ..replay.game_replay import NotInGame
from ..replay.table_rows import table_rows
from ..results.sides import teams_of
from . import all_of, by_name, mark, one_of, plural, text
from .act_words import WORDS, did_text, typed_text
from .ends import end_text, no_pip_text, where_text
from .faults import fault_text, irregularity_text
from .states import report_text
from .templates import Template, Templates, counted, filled
from .widths import left, width

if TYPE_CHECKING:
    from ..results.game_result import RoundResult


class Seating(NamedTuple):
    """Who sits where, and who plays together."""

    names: tuple[str, ...]
    """In seat order."""
    teams: tuple[tuple[Seat, ...], ...]
    """By team, its seats; without partners, each seat is a team."""

    def all_of(self, seats: Iterable[Seat]) -> str:
        """The names of these seats as one list."""
        return all_of(self.names[seat] for seat in seats) or text("nobody")

    def by_team(self, figures: Iterable[int]) -> str:
        """A figure a team: `Ana and Cid 10, Ben and Dora 0`."""
        return by_name(map(self.all_of, self.teams), figures)


def seating_of(game: Game, names: Iterable[str]) -> Seating:
    """The players of the game under these names."""
    return Seating(tuple(names), teams_of(game))


# -- Acts


_SAID: Templates = {
    "lays": ("{player} lays {tile} at {end}", "{player} lays {tile}"),
    "how": (
        "{placing} with {open} open",
        "{placing}, the wild half as {wild}",
        Template("{placing}, bent to the left", {"bend": "left"}),
        Template("{placing}, bent to the right", {"bend": "right"}),
    ),
}
"""Of a lay: where the tile lies, and how."""
_TYPED: Templates = {
    "lays": (
        Template("{tile} left", {"end": LEFT}),
        Template("{tile} right", {"end": RIGHT}),
        "{tile} {end}",
        "{tile}",
    ),
    "how": (
        "{placing} open {open}",
        "{placing} wild {wild}",
        Template("{placing} bend left", {"bend": "left"}),
        Template("{placing} bend right", {"bend": "right"}),
    ),
}
"""The same as it is typed."""


def act_text(
    act: Act, names: Sequence[str], *, leads: bool = False, open: Sequence[Pip] = ()
) -> str:
    """What the player did, as a sentence; ``names`` by seat.

    ``open``: the halves of the tile that are open ends, where it might lie otherwise.
    """
    if isinstance(act, TileRuledOut):
        tried = act_text(act.lay, names)
        return text("{sentence}: it finds no room, the table rules", sentence=tried)
    if not isinstance(act, TileLaid):
        name = act.KIND.name
        return did_text(name, names[act.seat], move_of(act)[name])
    if leads and act.end is None:
        lays = text("{player} leads {tile}", player=names[act.seat], tile=NAMES[act.tile])
    else:
        lays = _placed(_SAID, act, names)
    return _lying(_SAID, act, lays, open)


def stepped_over_text(act: Act, names: Sequence[str]) -> str | None:
    """An end of turn that nobody typed, as a sentence; None for other acts."""
    if not is_inferred(act):
        return None
    return text(WORDS[act.KIND.name].stepped_over, player=names[act.seat])


def move_text(act: Act, names: Sequence[str]) -> str:
    """A legal move as it is typed: `6-4 left`; ``names`` by seat."""
    if isinstance(act, TileRuledOut):
        return text("{placing} unfit", placing=move_text(act.lay, names))
    if isinstance(act, TileLaid):
        return _lying(_TYPED, act, _placed(_TYPED, act, names))
    return typed_text(act)


def _placed(words: Templates, lay: TileLaid, names: Sequence[str]) -> str:
    values = {"player": names[lay.seat], "tile": NAMES[lay.tile], "end": lay.end}
    shown = None if lay.end is None else where_text(lay.end, names)
    return filled(words["lays"], values, values | {"end": shown})


def _lying(words: Templates, lay: TileLaid, placing: str, open: Sequence[Pip] = ()) -> str:
    """With how the tile lies, if its end does not say it."""
    open = open if lay.open is None else (lay.open,)
    if not open and lay.way == NO_WAY:
        return placing
    values = {"placing": placing, "open": all_of(open) or None, "wild": lay.wild}
    return filled(words["how"], {"bend": lay.bend}, values)


def moves_text(acts: Iterable[Act], names: Sequence[str]) -> str:
    """Legal moves, separated by commas; ``names`` by seat."""
    return ", ".join(move_text(act, names) for act in acts)


_REASONS: Templates = {
    "round-over": "the round is over",
    "hand-empty": "no tile left",
    "no-double": "no double to begin the train with",
    "nothing-fits": "nothing fits {pips}",
    "nobody-draws": "nothing fits {pips}, and nobody draws in this game",
    "boneyard-empty": "nothing fits {pips}, and the boneyard is empty",
    "reserve": counted(
        "limit",
        "nothing fits {pips}, and the last tile of the boneyard stays there",
        "nothing fits {pips}, and the last {number} tiles of the boneyard stay there",
    ),
    "draw-limit": counted(
        "limit",
        "nothing fits {pips}, and no more than one tile is drawn in a turn",
        "nothing fits {pips}, and no more than {number} tiles are drawn in a turn",
    ),
}


def reason_text(reason: PassReason) -> str:
    """Why a seat had to pass."""
    values = {"pips": one_of(reason.pips), "limit": reason.limit}
    return filled(_REASONS[reason.code], values, values)


# -- Events that are not steps of a replay


def event_text(event: Event, names: Sequence[str]) -> str | None:
    """The event as a sentence; None for events that are steps of a replay."""
    match event:
        case PlayPaused():
            return text("play is paused")
        case PlayResumed():
            return text("play goes on")
        case TilesShown():
            tiles = " ".join(NAMES[tile] for tile in event.tiles) or text("no tile")
            return text("{player} had {tiles} left", player=names[event.seat], tiles=tiles)
        case PipsNoted():
            noted = [
                (name, pips)
                for name, pips in zip(names, event.pips, strict=True)
                if pips is not None
            ]
            return text("pips left: {hands}", hands=by_name(*zip(*noted, strict=True)))
        case GameAbandoned() | GameForfeited():
            return _left(event, names)
        case ShuffleCommitted():
            return text(
                "the program commits to its seed: {commitment}; shuffle {shuffle}",
                commitment=event.server,
                shuffle=short_form(event.server, event.seats),
            )
        case ShuffleAborted():
            return text("no deal was made with the seeds committed to")
        case _:
            # Steps or part of one; an undo, of which the steps taken back are printed; seeds, which
            # the audit shows; or an event that does not occur at a table.
            return None


def _left(event: GameLeft, names: Sequence[str]) -> str:
    reason = event.reason
    if isinstance(event, GameAbandoned):
        if not reason:
            return text("the game is abandoned")
        return text("the game is abandoned: {reason}", reason=reason)
    player = names[event.seat]
    if not reason:
        return text("{player} forfeits the game", player=player)
    return text("{player} forfeits the game: {reason}", player=player, reason=reason)


# -- Steps of a replay

_LABELS = (
    mark("in hand"),
    mark("won by"),
    mark("points"),
    mark("remark"),
    mark("could"),
    mark("why"),
    mark("line"),
    mark("hands"),
    mark("boneyard"),
    mark("next"),
    mark("you may"),
    mark("standing"),
    mark("net"),
)
"""Labels of lines about a step; all are padded to the widest."""


def labelled(label: str, value: str) -> str:
    """A line about a step; ``label`` is one of `_LABELS`."""
    widest = max(width(text(each)) for each in _LABELS)
    return f"{left(text(label), widest)} {value}"


def step_text(frame: Frame, seating: Seating) -> str:
    """The step as one sentence."""
    match frame.kind:
        case "deal":
            leader = frame.view.turn
            if leader is None:
                return text("deal")
            if frame.begins:
                return text("deal: {player} begins", player=seating.names[leader])
            return text("deal: {player} leads", player=seating.names[leader])
        case "stop" if frame.voided:
            return text("not over, void by a ruling")
        case "stop":
            return text("not over: {turn}", turn=turn_text(frame.view, seating.names))
        case "end":
            assert frame.result is not None
            ending = _ending(frame.result, seating)
            return text("{ending}, void by a ruling", ending=ending) if frame.voided else ending
        case _:
            assert frame.act is not None
            return _act_at(frame, frame.act, seating.names)


def _act_at(frame: Frame, act: Act, names: Sequence[str]) -> str:
    tiles = frame.view.on_table
    open = [each.open for each in tiles if isinstance(act, TileLaid) and each.tile == act.tile]
    sentence = act_text(act, names, leads=len(tiles) <= 1, open=next(iter(open), ()))
    if frame.reason is not None:
        sentence = text("{sentence}: {reason}", sentence=sentence, reason=reason_text(frame.reason))
    if is_inferred(act):
        return text("{sentence} (not in the record)", sentence=sentence)
    if frame.scored:
        return plural(
            "{sentence}, {number} point",
            "{sentence}, {number} points",
            frame.scored,
            sentence=sentence,
        )
    return sentence


def _ending(result: Result, seating: Seating) -> str:
    if result.report is not None:
        return report_text(result.report.ended, result.report.out, seating.names)
    if result.ended == "void":
        return text("void: nobody may lead with these hands")
    if result.ended == "target":
        return text("the target is reached")
    if result.out is not None:
        return text("{player} is out", player=seating.names[result.out])
    if result.stopped:
        return text("blocked: the table stopped it")
    return text("blocked: nobody can play")


def outcome_lines(frame: Frame, seating: Seating) -> Iterator[str]:
    """The result of a round at its last step; nothing at other steps."""
    result = frame.result
    if result is None or result.ended == "void":
        return
    yield from _in_hand(result, seating)
    if frame.voided:
        return
    if result.winners is None:
        yield _why_unsettled(result)
        return
    yield labelled("won by", seating.all_of(result.winners))
    if result.points is not None:
        yield labelled("points", seating.by_team(result.points))
    for remark in result.remarks:
        yield labelled("remark", fault_text(remark, seating.names))
    if result.game is not None:
        yield text("game won by {players}", players=seating.all_of(result.game))


def round_in_short(last: Frame, seating: Seating, scores: Sequence[int] | None) -> str:
    """A round on one line, by its last step, with the ``scores`` after it by team, if any."""
    step, result = step_text(last, seating), last.result
    if result is None or result.ended == "void" or last.voided:
        return text("round {round}: {step}", round=last.round, step=step)
    if result.winners is None:
        return text(
            "round {round}: {step}; {why}", round=last.round, step=step, why=_why_unsettled(result)
        )
    winners = seating.all_of(result.winners)
    if result.points is None or scores is None:
        return text(
            "round {round}: {step}; won by {players}", round=last.round, step=step, players=winners
        )
    return text(
        "round {round}: {step}; won by {players}; points {points}; standing {standing}",
        round=last.round,
        step=step,
        players=winners,
        points=seating.by_team(result.points),
        standing=seating.by_team(scores),
    )


def _in_hand(result: Result, seating: Seating) -> Iterator[str]:
    """The pips left in hands; of a noted result perhaps by side, or nothing."""
    if result.report is None or None not in result.pips:
        yield labelled("in hand", by_name(seating.names, result.pips))
    elif result.report.pips is not None:
        sides = (seating.all_of(seats) for seats in sorted(map(sorted, seating.teams)))
        yield labelled("in hand", by_name(sides, result.report.pips))


def payment_lines(result: "RoundResult", currency: str, names: Sequence[str]) -> Iterator[str]:
    """Who blocked and who assisted, if anybody did, and what each player gets or pays."""
    blocker, assistant = result.blame
    if blocker is not None and assistant is not None:
        values = {"player": names[blocker], "assistant": names[assistant]}
        yield text("{player} blocked, and {assistant} assisted", **values)
    elif blocker is not None:
        yield text("{player} blocked", player=names[blocker])
    pairs = zip(names, result.net or (), strict=True)
    yield labelled("net", ", ".join(f"{name} {money(net, currency)}" for name, net in pairs))


def _why_unsettled(result: Result) -> str:
    if not result.waits:
        return text("counts for nothing")
    if result.regular:
        return text("not settled until more is known")
    return text("not settled until it is ruled on")


def notes(noted: Iterable[IrregularityNoted], names: Sequence[str]) -> Iterator[str]:
    """A line for each irregularity."""
    for note in noted:
        sentence = irregularity_text(note.code, note.params, names)
        yield text("! {code}: {sentence}", code=note.code, sentence=sentence)


def turn_text(view: SeatView, names: Sequence[str]) -> str:
    """Whose turn it is."""
    if view.turn is None:
        return text("nobody may lead")
    return text("it is the turn of {player}", player=names[view.turn])


def open_ends(view: SeatView, names: Sequence[str]) -> str:
    """The pips at the open ends; of branches with their names. ``names`` of players by seat."""
    return ", ".join(ends_listed(view, names))


def ends_listed(view: SeatView, names: Sequence[str]) -> list[str]:
    """The pips at the ends of a line, as one text; or each end of branches with its pip.

    ``names`` of players by seat.
    """
    if all(end.name in {LEFT, RIGHT} for end in view.ends):
        pips = [end.pip for end in view.ends if has_room(end)]
        return [all_of(pips) if pips or not view.ends else text("no end")]
    return [_end(end, names) for end in view.ends]


def _end(end: End, names: Sequence[str]) -> str:
    shown = end_text(end.name, names)
    if end.marked:
        return text("{end} {pip} (marker up)", end=shown, pip=end.pip)
    return text("{end} {pip}", end=shown, pip=end.pip)


def line_text(view: SeatView, names: Sequence[str]) -> str:
    """The tiles on the table, and the open ends; ``names`` of players by seat.

    A line is given from left to right, other layouts branch by branch from the lead outward.
    """
    hub = () if view.hub is None else (text("hub {tile}", tile=NAMES[view.hub]),)
    rows = (
        ("" if row.name is None else f"{end_text(row.name, names)}: ")
        + " ".join(each.name for each in row.tiles)
        for row in table_rows(view)
    )
    tiles = " | ".join((*hub, *rows))
    return text("{tiles}  open {pips}", tiles=tiles, pips=open_ends(view, names))


def hands_text(view: SeatView, names: Sequence[str]) -> str:
    """All hands, as far as they are known, with what was set aside."""
    hands = [f"{name} {_hand(hand)}" for name, hand in zip(names, view.hands, strict=True)]
    for seat, aside in enumerate(view.aside):
        if aside.size:
            hands[seat] = text("{hand}, aside {tiles}", hand=hands[seat], tiles=_aside(aside))
    return " | ".join(hands)


def _aside(aside: SeenHand) -> str:
    return f"({aside.size})" if aside.tiles is None else " ".join(names_of(aside.tiles))


def missing_text(hand: SeenHand) -> str:
    """The pips that a hand is known not to hold."""
    return ", ".join(map(no_pip_text, sorted(hand.missing)))


def _hand(hand: SeenHand) -> str:
    missing = missing_text(hand)
    if hand.tiles is None:
        known = f"{hand.size}, {missing}" if missing else f"{hand.size}"
        return f"({known})" if hand.size else "-"
    tiles = " ".join(names_of(hand.tiles)) or "-"
    return f"{tiles} ({missing})" if hand.tiles > SEEN and missing else tiles


_MISSING: Templates = {
    "unknown-seat": "there is no seat {seat!r} in this game, and no player of that name",
    "unknown-player": "{player} does not play in {record}",
    "unknown-step": (
        Template("there is no step {step}: no round has been dealt", {"steps": 0}),
        counted(
            "steps",
            "there is no step {step}: there is only 1",
            "there is no step {step}: there are {number}, the last is -1",
        ),
    ),
}


def not_in_game_text(error: NotInGame) -> str:
    """The round, move, seat, player or step that the game does not have."""
    code, params = error.code, error.params
    if code == "unknown-round" or code == "unknown-move":  # noqa: PLR1714 - narrowed
        reason = fault_text(Refusal(code, params))
        return text("{game}: {reason}", game=params["record"], reason=reason)
    return filled(_MISSING[code], params, params)
