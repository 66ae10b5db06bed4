"""Who owes whom after a round (docs/rules/payout.md): postings in minor units that sum to zero."""

from typing import Literal, NamedTuple, NewType, TypeAlias

from ..events import RoundReported, Seat
from ..facts import RoundFacts
from ..rules.payout import AnyPayout, Payout, ProgramPayout
from .programs import SettledRound, function_of


class Blame(NamedTuple):
    """Blocker and assistant under the reading of the payout rules, or by a ruling."""

    blocker: Seat | None = None
    assistant: Seat | None = None


NOBODY = Blame()

Reason: TypeAlias = Literal[
    "pays-for-his-pips",
    "shares-the-pool",
    "pays-the-blocker",
    "collects-as-blocker",
    "pays-as-blocker",
    "receives-from-the-blocker",
    "pays-as-assistant",
    "receives-as-assistant",
    "pays-a-penalty",
    "receives-a-penalty",
]

ReasonOfProgram = NewType("ReasonOfProgram", str)
"""A reason that a function of a program gives."""


class Posting(NamedTuple):
    """An amount in minor units that a seat receives (negative: pays), and the reason."""

    seat: Seat
    amount: int
    reason: Reason | ReasonOfProgram


def can_settle(rules: AnyPayout, facts: RoundFacts, ruled: Blame | None = None) -> bool:
    """Whether it is known what everyone owes.

    If only the result of the round is known, this takes the pips of every seat, and a ruling on the
    blocker if the rules ask for one and the round may have been blocked.
    """
    report = facts.report
    known = report is None or (bool(facts.pips) and is_judged(rules, report, ruled))
    return known and lacking_function(rules) is None


def lacking_function(rules: AnyPayout | None) -> ProgramPayout | None:
    """The payout, if it names a function that this program does not have."""
    if isinstance(rules, ProgramPayout) and function_of(rules) is None:
        return rules
    return None


def is_judged(rules: AnyPayout, report: RoundReported, ruled: Blame | None) -> bool:
    """Whether it is known who is liable for a block of this round: a player, or none."""
    return rules.reading is None or report.ended == "out" or ruled is not None


def postings(
    rules: AnyPayout,
    facts: RoundFacts,
    winners: tuple[Seat, ...],
    blame: Blame = NOBODY,
    per_pip: int = 1,
    *,
    number: int = 0,
    points: tuple[int, ...] | None = None,
    times: int = 1,
) -> tuple[Posting, ...]:
    """The postings of a round, ``per_pip`` minor units for each pip; they sum to zero.

    ``winners`` are the seats that won the round. An undetermined blocker is not liable. ``number``
    of the round, from 0, and ``points`` by seat are for functions of programs. ``times``: how often
    the round is paid (`times_paid`).
    """
    if isinstance(rules, ProgramPayout):
        settled = _settled(facts, winners, blame, per_pip, number=number, points=points)
        once = _as_program_says(rules, settled)
    else:
        once = _by_pips(rules, facts, winners, blame, per_pip)
    return once if times == 1 else tuple(each._replace(amount=each.amount * times) for each in once)


def times_paid(rules: AnyPayout | None, games: int) -> int:
    """How often each round of a game is paid that counts as so many games, as a shutout."""
    return games if rules is not None and rules.shutout == "each-game" else 1


def _by_pips(
    rules: Payout, facts: RoundFacts, winners: tuple[Seat, ...], blame: Blame, per_pip: int
) -> tuple[Posting, ...]:
    amounts = [pips * per_pip for pips in facts.pips]
    blocker, assistant = blame
    if blocker is None:
        return _everyone_pays(rules, facts, winners, amounts)
    won = blocker_has_won(rules, winners, blocker)
    factor = rules.win_factor if won else rules.loss_factor
    owed = {seat: amount * factor for seat, amount in enumerate(amounts) if seat != blocker}
    if assistant is not None:
        whole = rules.assisted == "whole-amount"
        return _between(blocker, assistant, sum(owed.values()) if whole else owed[assistant], won)
    if won:
        paid = (Posting(seat, -due, "pays-the-blocker") for seat, due in owed.items())
        return (*paid, Posting(blocker, sum(owed.values()), "collects-as-blocker"))
    others = tuple(seat for seat in winners if seat != blocker)
    if rules.loser_pays == "winner-everything" and others:
        owed = _shares(sum(owed.values()), others, facts)
    received = (Posting(seat, due, "receives-from-the-blocker") for seat, due in owed.items())
    return (*received, Posting(blocker, -sum(owed.values()), "pays-as-blocker"))


def _as_program_says(rules: ProgramPayout, round: SettledRound) -> tuple[Posting, ...]:
    """What the function pays, in an order that does not depend on that of its payments."""
    function = function_of(rules)
    assert function is not None, f"call can_settle first: {rules.name} is missing"
    return tuple(
        Posting(seat, amount, ReasonOfProgram(reason))
        for payer, payee, due, reason in sorted(function(round))
        for seat, amount in ((payer, -due), (payee, due))
    )


def _settled(
    facts: RoundFacts,
    winners: tuple[Seat, ...],
    blame: Blame,
    per_pip: int,
    *,
    number: int,
    points: tuple[int, ...] | None,
) -> SettledRound:
    ended, out = facts.ended, facts.out
    if facts.report is not None:
        ended, out = facts.report.ended, facts.report.out
    assert ended != "void"
    assert ended != "reported"
    return SettledRound(
        number=number,
        winners=winners,
        points=points,
        pips=facts.pips,
        leader=facts.leader,
        ended=ended,
        out=out,
        last_to_lay=facts.last_to_lay,
        blocker=blame.blocker,
        assistant=blame.assistant,
        minor_per_pip=per_pip,
    )


def blocker_has_won(rules: Payout, winners: tuple[Seat, ...], blocker: Seat) -> bool:
    return blocker in winners and (len(winners) == 1 or rules.tied_blocker == "wins")


def _everyone_pays(
    rules: Payout, facts: RoundFacts, winners: tuple[Seat, ...], amounts: list[int]
) -> tuple[Posting, ...]:
    if not winners or (len(winners) > 1 and rules.tied_winners == "nobody"):
        return ()
    owed = [(seat, amount) for seat, amount in enumerate(amounts) if seat not in winners]
    shares = _shares(sum([amount for _, amount in owed]), winners, facts)
    return (
        *[Posting(seat, -amount, "pays-for-his-pips") for seat, amount in owed],
        *[Posting(seat, share, "shares-the-pool") for seat, share in shares.items()],
    )


def _between(blocker: Seat, assistant: Seat, amount: int, won: bool) -> tuple[Posting, ...]:
    if won:
        return (
            Posting(assistant, -amount, "pays-as-assistant"),
            Posting(blocker, amount, "collects-as-blocker"),
        )
    return (
        Posting(assistant, amount, "receives-as-assistant"),
        Posting(blocker, -amount, "pays-as-blocker"),
    )


def _shares(pool: int, winners: tuple[Seat, ...], facts: RoundFacts) -> dict[Seat, int]:
    """By winner, an integer share; odd units go one each to winners clockwise from the leader."""
    if len(winners) == 1:  # So it nearly always is.
        return {winners[0]: pool}
    whole, odd = divmod(pool, len(winners))
    seats = len(facts.pips)
    leader = facts.leader or 0
    clockwise = sorted(winners, key=lambda seat: (seat - leader) % seats)
    return {seat: whole + (place < odd) for place, seat in enumerate(clockwise)}
