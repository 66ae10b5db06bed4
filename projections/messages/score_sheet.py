"""The score sheet: sentences for its codes, and JSON with codes and messages."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import assert_never

from ...domain.faults.codes import NO_PARAMS
from ...domain.hidden.seen_event import seen_params
from ...domain.scoring.bonuses import Bonus
from ..as_json import Json, as_json
from ..reports.score_sheet import (
    AmendmentRemark,
    Ending,
    OtherRulesRemark,
    Remark,
    ResultRemark,
    RulingRemark,
    Sheet,
    Waiting,
)
from ..results.abandonment import Abandonment
from ..results.disputes import history_json
from ..verification.sheet_code import code_of
from . import mark, text
from .bonuses import bonus_names, bonuses_json
from .faults import Names, fault_text, irregularity_text
from .money import NO_CURRENCY, money
from .remedies import ruling_text
from .rule_names import counts_by_text
from .states import abandonment_text, outcome_text
from .states import ending_text as ended_text
from .times import amendment_text

_END_REMARKS: Mapping[str, str] = {
    "reported": mark("result only"),
    "voided": mark("void by a ruling"),
    "unseen": mark("tiles left that nobody saw"),
    "irregular": mark("waits for a ruling"),
    "counts-for-nothing": mark("counts for nothing"),
}


def ending_text(ending: Ending) -> str:
    """``south out``, ``blocked, waits for a ruling``: for a narrow column."""
    how = ended_text(ending.how) if ending.out is None else text("{player} out", player=ending.out)
    remarks = (text(_END_REMARKS[remark]) for remark in ending.remarks)
    return ", ".join([how, *bonus_names(ending.bonuses), *remarks])


def waiting_text(waiting: Waiting, names: Names = ()) -> str:
    """The reason why the game is not settled; ``names`` by seat, if known."""
    round, noted, reported, payout, hidden = waiting
    if reported:
        return text("round {round}: only the result is known: money not settled", round=round)
    if payout is not None:
        return text(
            "round {round}: the payout rule {payout} is missing here: money not settled",
            round=round,
            payout=payout,
        )
    if noted is None:
        return text("round {round}: tiles left that nobody saw", round=round)
    template = mark("game: {reason}") if round is None else mark("round {round}: {reason}")
    params = seen_params(noted.params) if hidden else noted.params
    return text(template, round=round, reason=irregularity_text(noted.code, params, names))


def remark_text(remark: Remark, players: Sequence[str], zone: tzinfo | None = None) -> str:
    """The abandonment, amendment or ruling as a sentence; with times of this zone."""
    return str(_remark_json(remark, players, zone)["message"])


def stake_text(sheet: Sheet) -> str | None:
    """The value of a pip; None if the game is not played for money."""
    if sheet.stake is None:
        return None
    amount = money(sheet.stake.minor_per_pip, sheet.currency)
    if sheet.currency == NO_CURRENCY:
        return text("{amount} (no currency) a pip", amount=amount)
    return text("{amount} a pip", amount=amount)


# -- for programs


def sheet_json(sheet: Sheet, zone: tzinfo | None = None) -> Json:
    """The sheet as an object with its fields (docs/sheet.md); sentences have times of this zone."""
    how = sheet.outcome
    given = {
        "winners": how.winners or None,
        "forfeited_by": how.forfeited_by,
        "counts_as": None if how.counts_as == 1 else how.counts_as,
    }
    outcome = {name: value for name, value in given.items() if value is not None}
    return sheet._asdict() | {
        "game": str(sheet.game),
        "code": None if sheet.hash is None else code_of(sheet.hash),
        "stake": None if sheet.stake is None else sheet.stake.model_dump(),
        "rounds": [
            round._asdict() | {"ended": _message(ended, params, ending_text(round.ended))}
            for round in sheet.rounds
            for ended, out, remarks, bonuses in [round.ended]
            for params in [{"player": out, "remarks": remarks} | _bonuses(bonuses)]
        ],
        "outcome": _message(how.code, outcome, outcome_text(how)),
        "waiting": [_waiting_json(each) for each in sheet.waiting],
        "remarks": [_remark_json(each, sheet.players, zone) for each in sheet.remarks],
        "disputes": [history_json(each) for each in sheet.disputes],
    }


def _bonuses(bonuses: tuple[Bonus, ...]) -> Json:
    return {"bonuses": bonuses_json(bonuses)} if bonuses else {}


def _waiting_json(waiting: Waiting) -> Json:
    unknown, noted = "result-only" if waiting.reported else "tiles-unseen", waiting.noted
    unknown = unknown if waiting.payout is None else "payout-missing"
    code, params = (unknown, NO_PARAMS) if noted is None else (noted.code, noted.params)
    params = seen_params(params) if waiting.hidden else params
    return {"round": waiting.round} | _message(code, {**params}, waiting_text(waiting))


def _remark_json(remark: Remark, players: Sequence[str], zone: tzinfo | None) -> Json:
    match remark:
        case Abandonment(how, seat, reason):
            left = abandonment_text(remark, players)
            message = text("Not played to its end: {how}", how=left)
            return _message(how, {"seat": seat, "reason": reason}, message)
        case AmendmentRemark(amendment, by):
            message = text("Amended: {amendment}", amendment=amendment_text(amendment, by, zone))
            _, version, recorded_at, _, reason = amendment
            said = {"version": version, "recorded_at": recorded_at, "by": by, "reason": reason}
            return _message("amended", said, message)
        case RulingRemark(ruling):
            return _message("ruled", as_json(ruling), ruling_text(*remark, players, zone))
        case OtherRulesRemark():
            return _message("other-rules-count", remark._asdict(), counts_by_text(*remark))
        case ResultRemark(round, noted):
            sentence = fault_text(noted, players)
            message = text("Round {round}: {remark}", round=round, remark=sentence)
            return {"round": round} | _message(noted.code, {**noted.params}, message)
        case _:
            assert_never(remark)


def _message(code: str, params: Json, message: str) -> Json:
    return {"code": code, "params": params, "message": message}
