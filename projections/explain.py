"""Why a round came out as it did: each figure with the rule it comes from."""

from typing import NamedTuple

from domain.events import Seat, TileLaid
from domain.readings import Verdict
from domain.rules import Payout, Score
from domain.score import by_side
from domain.settlement import NOBODY, Blame, Posting, Reason, postings
from domain.tiles import NAMES, names_of

from .money import money
from .rulings import GameRuling, RoundRuling

SCORE = "docs/rules/score.md"
PAYOUT = "docs/rules/payout.md"


class Step(NamedTuple):
    """One sentence, and the place in the rule text that it follows from (None: a bare fact)."""

    text: str
    rule: str | None = None
    seat: Seat | None = None
    """Whose total it is; None: it concerns everyone."""


def explain(ruling: GameRuling, found: RoundRuling, names: tuple[str, ...]) -> list[Step]:
    """The facts, the winner, the points and the money of one round; ``names`` by seat."""
    teller = _Teller(ruling, found, names)
    steps = teller.facts()
    if found.score is None:
        return [
            *steps,
            Step(*_UNSETTLED[found.facts.ended if found.facts.regular else "irregular"]),
        ]
    return [*steps, teller.winner(), *teller.points(), *teller.money()]


_UNSETTLED: dict[str | None, tuple[str, str]] = {
    None: ("the round is not over: nothing is owed yet", f"{SCORE}#rounds-that-count"),
    "void": ("the deal is void: it counts for nothing", f"{SCORE}#rounds-that-count"),
    "irregular": (
        "the round holds an irregularity: it is not settled until it is ruled on",
        f"{SCORE}#rounds-that-count",
    ),
}

_OUT_WINNER = {
    "that-seat": "the seat that is out wins",
    "lowest-hand": "the lowest hand wins, also when a seat is out",
}
_BLOCKED_WINNER = {
    "fewest-pips": "blocked: the fewest pips win",
    "fewest-tiles": "blocked: the fewest tiles win",
}
_POINTS = {
    "losing-hands": "the winner scores the pips of the hands that did not win",
    "all-hands": "the winner scores the pips of all hands",
}
_REASONS: dict[Reason, tuple[str, str]] = {
    "pays-for-his-pips": ("pays for the pips left in his hand", "everyone-pays-the-winner"),
    "shares-the-pool": ("gets his share of what is paid", "everyone-pays-the-winner"),
    "pays-the-blocker": ("pays the blocker, who won", "the-blocker-wins"),
    "collects-as-blocker": ("collects as the blocker who won", "the-blocker-wins"),
    "pays-as-blocker": ("pays as the blocker who did not win", "the-blocker-does-not-win"),
    "receives-from-the-blocker": ("is paid by the blocker", "the-blocker-does-not-win"),
    "pays-as-assistant": ("pays it all as the assistant", "the-assistant"),
    "receives-as-assistant": ("gets it all as the assistant", "the-assistant"),
}


class _Teller:
    def __init__(self, ruling: GameRuling, found: RoundRuling, names: tuple[str, ...]) -> None:
        self.ruling, self.found, self.names = ruling, found, names
        self.score: Score = ruling.rules.score
        self.payout: Payout | None = ruling.rules.payout

    def facts(self) -> list[Step]:
        facts = self.found.facts
        ended = {None: "is not over", "void": "was a void deal", "blocked": "blocked"}
        out = "" if facts.out is None else f"ended: {self.names[facts.out]} is out"
        steps = [Step(f"the round {ended.get(facts.ended, out)}")]
        if facts.ended is None:
            return steps
        return steps + [
            Step(f"{self.names[seat]} holds {', '.join(names_of(hand)) or 'nothing'}: {pips} pips")
            for seat, (hand, pips) in enumerate(
                zip(self.found.round.hands, facts.pips, strict=True)
            )
        ]

    def winner(self) -> Step:
        assert self.found.score is not None
        facts, winners = self.found.facts, self.found.score.winners
        out = facts.out is not None
        rule = (_OUT_WINNER if out else _BLOCKED_WINNER)[
            self.score.out_winner if out else self.score.blocked_winner
        ]
        who = " and ".join(self.names[seat] for seat in winners)
        said = f"{who} won the round" if winners else "equally light: nobody won the round"
        return Step(f"{said} ({rule})", f"{SCORE}#who-wins-a-round")

    def points(self) -> list[Step]:
        score = self.found.score
        if score is None or score.points is None:
            return []
        sides = self.ruling.game.table.sides
        hands = by_side(sides, self.found.facts.pips)
        winning = [side for side, seats in enumerate(sides) if set(seats) <= set(score.winners)]
        counted = [
            pips
            for side, pips in enumerate(hands)
            if self.score.points == "all-hands" or side not in winning
        ]
        return [
            Step(
                f"{self._side(side)} scores {self._sum(counted, hands[side])}"
                f" = {score.points[side]} points ({_POINTS[self.score.points]})",
                f"{SCORE}#points-of-a-round",
            )
            for side in winning
        ]

    def _sum(self, counted: list[int], own: int) -> str:
        terms = " + ".join(map(str, counted)) or "0"
        if self.score.difference == "none":
            return terms
        times = 1 if self.score.difference == "to-all-hands" else len(counted)
        less = f"{terms} - {own}" if times == 1 else f"{terms} - {times} x {own}"
        below = sum(counted) < times * own and self.score.negative_points == "zero"
        return f"{less} (never below 0)" if below else less

    def _side(self, side: int) -> str:
        return " and ".join(self.names[seat] for seat in self.ruling.game.table.sides[side])

    def money(self) -> list[Step]:
        score = self.found.score
        if self.payout is None or score is None or self.found.net is None:
            return []
        verdict = self.found.verdict
        blame = NOBODY if verdict is None else Blame(verdict.blocker, verdict.assistant)
        stake = self.ruling.game.opened.stake
        owed = postings(self.payout, self.found.facts, score.winners, blame, stake.minor_per_pip)
        steps = [
            Step(f"a pip is worth {money(stake.minor_per_pip, stake.currency)}", f"{PAYOUT}#stakes")
        ]
        steps += [] if verdict is None else self._verdict(verdict)
        steps += [self._posting(posting, blame) for posting in owed]
        return steps + [
            Step(f"{name} in all: {money(self.found.net[seat], stake.currency)}", None, seat)
            for seat, name in enumerate(self.names)
        ]

    def _verdict(self, verdict: Verdict) -> list[Step]:
        assert self.payout is not None
        reading = self.payout.reading
        place = f"{PAYOUT}#{reading}"
        if verdict.status == "undetermined":
            text = f"{reading}: undetermined after {verdict.bound} positions; nobody is fined on it"
            return [Step(text, place)]
        if verdict.blocker is None or verdict.evidence is None:
            return [Step(f"{reading}: nobody blocked the round", place)]
        laid = self.found.round.acts[verdict.evidence.act]
        assert isinstance(laid, TileLaid)
        blocker, instead = self.names[verdict.blocker], verdict.evidence.instead
        otherwise = "" if instead is None else f"; {_lay(instead)} would have kept it open"
        steps = [Step(f"{reading}: {blocker} blocked it with {_lay(laid)}{otherwise}", place)]
        helper = "nobody" if verdict.assistant is None else self.names[verdict.assistant]
        return [*steps, Step(f"{helper} assisted", f"{PAYOUT}#the-assistant")]

    def _posting(self, posting: Posting, blame: Blame) -> Step:
        seat, amount, reason = posting
        said, place = _REASONS[reason]
        currency = self.ruling.game.opened.stake.currency
        text = f"{self.names[seat]} {said}{self._pips(posting, blame)}: {money(amount, currency)}"
        return Step(text, f"{PAYOUT}#{place}")

    def _pips(self, posting: Posting, blame: Blame) -> str:
        """The pips an amount is for, where it is for pips of a hand."""
        assert self.payout is not None
        seat, _, reason = posting
        pips = self.found.facts.pips
        each = self.payout.loser_pays == "each-his-own"
        factors = {
            "pays-for-his-pips": 1,
            "pays-the-blocker": self.payout.win_factor,
            "receives-from-the-blocker": self.payout.loss_factor if each else None,
        }
        if reason in factors:
            factor = factors[reason]
            return "" if factor is None else f" ({factor} x {pips[seat]} pips)"
        if "assistant" not in reason:
            return ""
        won = reason == "pays-as-assistant"
        factor = self.payout.win_factor if won else self.payout.loss_factor
        whole = self.payout.assisted == "whole-amount"
        paid = (
            [p for other, p in enumerate(pips) if other != blame.blocker] if whole else [pips[seat]]
        )
        return f" ({factor} x {' + '.join(map(str, paid))} pips)"


def _lay(laid: TileLaid) -> str:
    return NAMES[laid.tile] + ("" if laid.end is None else f" at {laid.end}")
