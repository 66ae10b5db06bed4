"""Sentences about the steps of a round, how it ended, and what is seen of a table."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from gettext import NullTranslations
from typing import TYPE_CHECKING

from ...domain.events import Act, IrregularityNoted, TileLaid, is_inferred
from ...domain.faults.codes import Refusal
from ...domain.hidden.seat_view import SeatView, SeenHand
from ...domain.layout.ends import has_room
from ...domain.layout.line import LEFT, RIGHT
from ...domain.rules.table import Table
from ...domain.tiles import NAMES, SEEN, names_of
from ..replay.frames import Frame, PassReason, Result
from ..replay.game_replay import NotInGame
from ..replay.table_rows import table_rows
from . import all_of, by_name, catalogue, mark, one_of, plural, text
from .acts import Seating, act_text
from .bonuses import bonus_names
from .ends import end_text, no_pip_text
from .faults import fault_text, irregularity_text
from .money import money
from .states import report_text
from .templates import Template, Templates, counted, filled
from .widths import left, width

if TYPE_CHECKING:
    from ..results.game_result import RoundResult

_LABELS = (
    *(mark("in hand"), mark("won by"), mark("points"), mark("remark"), mark("could"), mark("why")),
    *(mark("line"), mark("hands"), mark("boneyard"), mark("next"), mark("you may")),
    *(mark("standing"), mark("net")),
)
"""Labels of lines about a step; all are padded to the widest."""


def labelled(label: str, value: str) -> str:
    """A line about a step; ``label`` is one of `_LABELS`."""
    return f"{left(text(label), _widest_label(catalogue()))} {value}"


@cache
def _widest_label(words: NullTranslations) -> int:
    """The columns that the widest label takes in these words, which `text` uses."""
    return max(width(words.gettext(each)) for each in _LABELS)


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
            ending = _ending(frame.result, seating, frame.view.table)
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


def _ending(result: Result, seating: Seating, table: Table) -> str:
    if result.report is not None:
        return report_text(result.report.ended, result.report.out, seating.names)
    if result.ended == "void" and table.play.redeal is not None:
        return text("void: the tiles are dealt again")
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
    if result.bonuses:
        yield labelled("with", ", ".join(bonus_names(result.bonuses)))
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
    blocker, assistant = (None if seat is None else names[seat] for seat in result.blame)
    if assistant is not None:
        yield text(
            "{player} blocked, and {assistant} assisted", player=blocker, assistant=assistant
        )
    elif blocker is not None:
        yield text("{player} blocked", player=blocker)
    yield labelled("net", by_name(names, (money(net, currency) for net in result.net or ())))


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
    """The pips at the ends of a line, as one text; or each end of branches with its pip."""
    if all(end.name in {LEFT, RIGHT} for end in view.ends):
        pips = [end.pip for end in view.ends if has_room(end)]
        return [all_of(pips) if pips or not view.ends else text("no end")]
    return [
        text(
            mark("{end} {pip} (marker up)") if end.marked else mark("{end} {pip}"),
            end=end_text(end.name, names),
            pip=end.pip,
        )
        for end in view.ends
    ]


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
    for seat, (size, aside, _) in enumerate(view.aside):
        if size:
            tiles = f"({size})" if aside is None else " ".join(names_of(aside))
            hands[seat] = text("{hand}, aside {tiles}", hand=hands[seat], tiles=tiles)
    return " | ".join(hands)


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


MISSING: Templates = {
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
    return filled(MISSING[code], params, params)
