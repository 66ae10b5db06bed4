"""The sentences of what an audit comes to."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ledger.transcript.game import Violation

from ..accounting.money import money
from ..audit.findings import Finding, FindingCode
from ..places import number_of
from ..reports.score_sheet import Outcome
from . import all_of, mark, mark_plural, plural, text
from .faults import fault_text
from .legality import no_pip_text
from .readings import placement_text, reading_text
from .score_sheet import outcome_text
from .violations import place_text

Names: TypeAlias = Sequence[str]
"""The players in seat order."""


def finding_lines(findings: Iterable[Finding], names: Names) -> Iterator[str]:
    """A sentence or two for each finding; ``names`` by seat."""
    return (finding_text(each, names) for each in findings)


def finding_text(finding: Finding, names: Names) -> str:
    """The finding as a sentence or two; ``names`` by seat."""
    return _SENTENCES[finding.code](finding, names)


def finding_json(finding: Finding, names: Names) -> dict[str, Any]:
    """The finding for programs (docs/audit.md#the-report-as-json)."""
    return finding._asdict() | {"message": finding_text(finding, names)}


_Sentence: TypeAlias = Callable[[Finding, Names], str]


def _plain(template: str) -> _Sentence:
    """A sentence whose values are the round and the parameters."""

    def sentence(finding: Finding, names: Names) -> str:
        values = dict(finding.params)
        if values.get("player") is not None:
            values["player"] = names[values["player"]]
        return text(template, round=finding.round, **values)

    return sentence


def _counted(forms: tuple[str, str], what: str = "number") -> _Sentence:
    """A sentence whose only value is the number in this parameter."""

    def sentence(finding: Finding, names: Names) -> str:
        del names
        return plural(*forms, finding.params[what])

    return sentence


# -- The moves


def _moves_legal(finding: Finding, names: Names) -> str:
    del names
    if finding.round is None:
        return text("Nothing is wrong: every move was legal.")
    return text("Nothing is wrong in round {round}: every move was legal.", round=finding.round)


def _violation(finding: Finding, names: Names) -> str:
    params = finding.params
    found = Violation(finding.round, params["move"], params["violation"], params["params"])
    return text(
        "Against the rules, {place}: {fault}.",
        place=place_text(found),
        fault=fault_text(found.fault, names),
    )


def _result_only(finding: Finding, names: Names) -> str:
    del names
    rounds = finding.params["rounds"]
    return plural(
        "Of round {rounds} only the result is known: its moves cannot be checked.",
        "Of rounds {rounds} only the results are known: their moves cannot be checked.",
        len(rounds),
        rounds=all_of(map(number_of, rounds)),
    )


# -- A block


def _blocked_by(finding: Finding, names: Names) -> str:
    values = _laid(finding, names)
    assistant = finding.params["assistant"]
    if assistant is None:
        return text(
            "Round {round} blocked. {player} blocked it, by laying {placement} in move {move}.",
            **values,
        )
    return text(
        "Round {round} blocked. {player} blocked it, by laying {placement} in move {move}, "
        "and {assistant} assisted.",
        assistant=names[assistant],
        **values,
    )


def _last_tile(finding: Finding, names: Names) -> str:
    return text(
        "Round {round} blocked. {player} laid the last tile, {placement}, in move {move}.",
        **_laid(finding, names),
    )


def _laid(finding: Finding, names: Names) -> dict[str, Any]:
    params = finding.params
    return {
        "round": finding.round,
        "player": names[params["player"]],
        "move": params["move"],
        "placement": _placement(params, names),
    }


def _placement(params: Mapping[str, Any], names: Names) -> str:
    return placement_text(names, params["tile"], params["end"], params.get("open"))


def _not_found(finding: Finding, names: Names) -> str:
    del names
    return plural(
        "Round {round} blocked. Who blocked it was not found in {number} position: "
        "nobody is fined on it.",
        "Round {round} blocked. Who blocked it was not found in {number} positions: "
        "nobody is fined on it.",
        finding.params["positions"],
        round=finding.round,
    )


def _blocker_ruled(finding: Finding, names: Names) -> str:
    blocker, assistant = finding.params["player"], finding.params["assistant"]
    if blocker is None:
        return text(
            "Round {round} blocked. An arbiter ruled that nobody blocked it.", round=finding.round
        )
    values = {"round": finding.round, "player": names[blocker]}
    if assistant is None:
        return text("Round {round} blocked. An arbiter ruled that {player} blocked it.", **values)
    return text(
        "Round {round} blocked. An arbiter ruled that {player} blocked it, "
        "and that {assistant} assisted.",
        assistant=names[assistant],
        **values,
    )


def _knew(finding: Finding, names: Names) -> str:
    params = finding.params
    others = [_hand(each, names) for each in params["others"]]
    if params["boneyard"]:
        others.append(
            plural("the boneyard {number} tile", "the boneyard {number} tiles", params["boneyard"])
        )
    return plural(
        "{player} then saw {own} in their own hand, {number} tile on the table with {ends} open, "
        "and of the others by their passes and draws: {others}.",
        "{player} then saw {own} in their own hand, {number} tiles on the table with {ends} open, "
        "and of the others by their passes and draws: {others}.",
        params["lying"],
        player=names[params["player"]],
        own=_own(params["tiles"], params["unseen"]),
        ends=all_of(dict.fromkeys(map(str, params["ends"].values()))),
        others="; ".join(others),
    )


def _own(tiles: Sequence[str], unseen: int) -> str:
    """Tiles in the own hand; those that are not in the record were seen at the table."""
    noted = list(tiles)
    if unseen:
        noted.append(plural("{number} tile not on record", "{number} tiles not on record", unseen))
    return all_of(noted)


def _hand(hand: Mapping[str, Any], names: Names) -> str:
    values = {"player": names[hand["player"]]}
    missing = ", ".join(map(no_pip_text, hand["missing"]))
    if not missing:
        return plural("{player} {number} tile", "{player} {number} tiles", hand["size"], **values)
    return plural(
        "{player} {number} tile, {missing}",
        "{player} {number} tiles, {missing}",
        hand["size"],
        missing=missing,
        **values,
    )


def _open_for_now(finding: Finding, names: Names) -> str:
    return text(
        "{placement} would have kept it open for the moment.",
        placement=_placement(finding.params, names),
    )


def _put_out(finding: Finding, names: Names) -> str:
    return text(
        "{placement} would have put them out at once.", placement=_placement(finding.params, names)
    )


def _kept_open(finding: Finding, names: Names) -> str:
    return plural(
        "{placement} would have kept it open: {player} could then have been out {number} move "
        "later.",
        "{placement} would have kept it open: {player} could then have been out {number} moves "
        "later.",
        finding.params["moves"],
        placement=_placement(finding.params, names),
        player=names[finding.params["player"]],
    )


def _reading_counts(finding: Finding, names: Names) -> str:
    del names
    template = (
        mark(
            "The reading that counts is the one the players agreed on (payout.reading of {rules}): "
            "{reading}."
        )
        if finding.params["agreed"]
        else mark(
            "The reading that counts is the one the rules name (payout.reading of {rules}): "
            "{reading}."
        )
    )
    reading = reading_text(finding.params["reading"])
    return text(template, rules=finding.params["rules"], reading=reading)


def _no_reading_counts(finding: Finding, names: Names) -> str:
    del names
    template = (
        mark("No reading counts: {rules} has no payout, so no money depends on who blocked.")
        if finding.rule == "payout"
        else mark(
            "No reading counts: {rules} has no payout.reading, so nobody is liable for a block."
        )
    )
    return text(template, rules=finding.params["rules"])


_NAMED: Mapping[str, str] = {
    "found": mark("{reading} {player}"),
    "nobody": mark("{reading} nobody"),
    "undetermined": mark("{reading} undetermined"),
}
"""By the status of a verdict."""


def _readings_differ(finding: Finding, names: Names) -> str:
    others = ", ".join(
        text(
            _NAMED[each["status"]],
            reading=reading,
            player=None if each["player"] is None else names[each["player"]],
        )
        for reading, each in finding.params["readings"].items()
    )
    return text("Other readings say otherwise: {others}.", others=others)


# -- What came of it


def _outcome(finding: Finding, names: Names) -> str:
    params, forfeited = finding.params, finding.params["forfeited_by"]
    winners = tuple(names[seat] for seat in params["winners"])
    by = None if forfeited is None else names[forfeited]
    return outcome_text(Outcome(params["outcome"], winners, by))


def _owed(finding: Finding, names: Names) -> str:
    params = finding.params
    pairs = sorted(zip(params["net"], names, strict=True), key=lambda each: each[0])
    amounts = [_amount(net, name, params["currency"]) for net, name in pairs if net]
    values = {"amounts": ", ".join(amounts) or text("nobody owes anything")}
    if params["so_far"]:
        return text("So far: {amounts}.", **values)
    if finding.round is None:
        return text("In all: {amounts}.", **values)
    return text("For round {round}: {amounts}.", round=finding.round, **values)


def _amount(net: int, player: str, currency: str) -> str:
    template = mark("{player} owes {amount}") if net < 0 else mark("{player} gets {amount}")
    return text(template, player=player, amount=money(abs(net), currency))


def _points(finding: Finding, names: Names) -> str:
    params = finding.params
    sides = ", ".join(
        text("{players} {points}", players=all_of(names[seat] for seat in side), points=points)
        for side, points in zip(params["sides"], params["points"], strict=True)
    )
    if params["so_far"]:
        return text("Points so far: {sides}.", sides=sides)
    if finding.round is None:
        return text("Points: {sides}.", sides=sides)
    return text("Points of round {round}: {sides}.", round=finding.round, sides=sides)


# -- The deal


_SENTENCES: Mapping[FindingCode, _Sentence] = {
    "moves-legal": _moves_legal,
    "violation": _violation,
    "more-violations": _counted(
        mark_plural(
            "{number} more violation was found.",
            "{number} more violations were found.",
        )
    ),
    "nothing-proven": _counted(
        mark_plural(
            "Nothing wrong is proven; {number} question is open.",
            "Nothing wrong is proven; {number} questions are open.",
        ),
        "questions",
    ),
    "result-only": _result_only,
    "blocked-by": _blocked_by,
    "blocked-by-nobody": _plain(
        mark("Round {round} blocked. By the reading {reading}, nobody blocked it.")
    ),
    "blocker-not-found": _not_found,
    "blocker-unseen": _plain(
        mark("Round {round} blocked. Who blocked it depends on tiles that nobody saw.")
    ),
    "blocker-ruled": _blocker_ruled,
    "last-tile": _last_tile,
    "block-void": _plain(mark("Round {round} blocked, and is void by a ruling.")),
    "block-irregular": _plain(
        mark(
            "Round {round} blocked, but was not played by the rules: who blocked it is open until "
            "it is ruled on."
        )
    ),
    "knew": _knew,
    "kept-open": _kept_open,
    "open-for-now": _open_for_now,
    "put-out": _put_out,
    "nothing-else": _plain(mark("Nothing else that they could lay would have kept it open.")),
    "reading-counts": _reading_counts,
    "ruling-counts": _plain(mark("The ruling of an arbiter counts, whatever a reading says.")),
    "no-reading-counts": _no_reading_counts,
    "readings-agree": _plain(mark("All other readings name {player}, too.")),
    "readings-differ": _readings_differ,
    "outcome": _outcome,
    "owed": _owed,
    "points": _points,
    "no-shuffle": _plain(mark("No shuffle was recorded: nothing can be said of the deal.")),
    "some-without-shuffle": _counted(
        mark_plural(
            "Of {number} deal no shuffle was recorded: nothing can be said of it.",
            "Of {number} deals no shuffle was recorded: nothing can be said of them.",
        )
    ),
    "deals-follow": _counted(
        mark_plural(
            "{number} deal follows from its seeds, to which all had committed before it.",
            "{number} deals follow from their seeds, to which all had committed before them.",
        )
    ),
    "deals-repeatable": _plain(
        mark("The seeds follow from that of a simulation: repeatable deals, not fair ones.")
    ),
    "deals-by-program": _plain(
        mark("The program chose all seeds: the players had no part in the shuffle.")
    ),
}
