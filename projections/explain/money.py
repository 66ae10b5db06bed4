"""The steps about money: each amount with its rule."""

from typing import Any, NamedTuple, assert_never

from domain.block_verdicts import Verdict
from domain.events import TileLaid
from domain.game.state import Game
from domain.round.state import Round
from domain.rules.rule_set import Payout, Reading
from domain.scoring.score import RoundScore
from domain.scoring.settlement import Blame, Posting, Reason, blocker_has_won

from ..results.block_verdicts import moves_of_acts, placed_json
from ..results.game_result import GameResult, RoundResult, owed
from .steps import PAYOUT, REMEDIES, REPORTED, RULINGS, Step


def money_steps(result: GameResult, found: RoundResult, score: RoundScore) -> list[Step]:
    """The stake, the blocker, every posting, and the totals."""
    payout, net = result.rules.payout, found.net
    if payout is None:
        return []
    if net is None:
        return [Step("not-settled", rule=REPORTED)]
    verdict, stake = found.verdict, result.game.opened.stake
    settled = _Settled(payout, result.game, found, score, found.blame)
    steps = [Step("stake", stake.model_dump(), f"{PAYOUT}#stakes")]
    if found.facts.blocked and found.decreed.blame is not None:
        blocker, assistant = found.decreed.blame
        steps.append(Step("blocker-ruled", {"player": blocker, "assistant": assistant}, REMEDIES))
    if verdict is not None and payout.reading is not None:
        steps += _verdict(found.round, payout.reading, verdict)
    return [*steps, *settled.tied(), *settled.amounts(), *settled.totals(net)]


def _verdict(round: Round, reading: Reading, verdict: Verdict) -> list[Step]:
    place = f"{PAYOUT}#{reading}"
    rule = Step("reading", {"reading": reading}, place)
    if verdict.status == "undetermined":
        return [rule, Step("blocker-undetermined", {"positions": verdict.bound}, place)]
    if verdict.blocker is None or verdict.evidence is None:
        return [rule, Step("no-blocker", rule=place)]
    act, instead = verdict.evidence.act, verdict.evidence.instead
    laid = round.acts[act]
    assert isinstance(laid, TileLaid)
    params = {
        "player": verdict.blocker,
        "move": moves_of_acts(round.acts)[act],
        **placed_json(laid),
        "instead": placed_json(instead) if instead else None,
    }
    return [rule, Step("blocker", params, place), _assistant(reading, verdict)]


def _assistant(reading: Reading, verdict: Verdict) -> Step:
    place = f"{PAYOUT}#the-assistant"
    if verdict.assistant is None:
        return Step("no-assistant", rule=place)
    return Step("assistant", {"player": verdict.assistant, "reading": reading}, place)


_PLACES: dict[Reason, str] = {
    "pays-for-his-pips": f"{PAYOUT}#everyone-pays-the-winner",
    "shares-the-pool": f"{PAYOUT}#everyone-pays-the-winner",
    "pays-the-blocker": f"{PAYOUT}#the-blocker-wins",
    "collects-as-blocker": f"{PAYOUT}#the-blocker-wins",
    "pays-as-blocker": f"{PAYOUT}#the-blocker-does-not-win",
    "receives-from-the-blocker": f"{PAYOUT}#the-blocker-does-not-win",
    "pays-as-assistant": f"{PAYOUT}#the-assistant",
    "receives-as-assistant": f"{PAYOUT}#the-assistant",
    "pays-a-penalty": f"{RULINGS}#penalties",
    "receives-a-penalty": f"{RULINGS}#penalties",
}
_PENALTY: frozenset[Reason] = frozenset({"pays-a-penalty", "receives-a-penalty"})


class _Settled(NamedTuple):
    """A settlement with everything that its steps need."""

    payout: Payout
    game: Game
    found: RoundResult
    score: RoundScore
    blame: Blame

    def tied(self) -> list[Step]:
        """The effect of a tie for the fewest pips, if there is one."""
        blocker, winners = self.blame.blocker, self.score.winners
        if blocker is None:
            nobody_pays = not winners or (len(winners) > 1 and self.payout.tied_winners == "nobody")
            step = Step("equally-light", rule=f"{PAYOUT}#everyone-pays-the-winner")
            return [step] if nobody_pays else []
        if blocker not in winners or len(winners) == 1:
            return []
        params = {"player": blocker, "wins": blocker_has_won(self.payout, winners, blocker)}
        return [Step("blocker-ties", params, f"{PAYOUT}#the-blocker-does-not-win")]

    def amounts(self) -> list[Step]:
        """Every posting."""
        due = owed(self.game, self.payout, self.found, self.score, self.blame)
        settled = [posting.amount for posting in due if posting.reason not in _PENALTY]
        pool = sum(amount for amount in settled if amount > 0)
        return [
            Step(
                posting.reason,
                self._amount(posting.seat, posting.amount) | self._params(posting, pool),
                _PLACES[posting.reason],
            )
            for posting in due
        ]

    def totals(self, net: tuple[int, ...]) -> list[Step]:
        """What each seat gets (negative: owes) in all."""
        return [
            Step("total", self._amount(seat, amount), None, seat) for seat, amount in enumerate(net)
        ]

    def _amount(self, seat: int, amount: int) -> dict[str, Any]:
        return {"player": seat, "amount": amount, "currency": self.game.opened.stake.currency}

    def _params(self, posting: Posting, pool: int) -> dict[str, Any]:
        """``pips``: those paid for, of each hand. ``factor``: what they are multiplied by."""
        pips = self.found.facts.pips
        own, others = (pips[posting.seat],), self._others()
        win, loss = self.payout.win_factor, self.payout.loss_factor
        assisted = others if self.payout.assisted == "whole-amount" else own
        match posting.reason:
            case "pays-for-his-pips":
                return {"pips": own}
            case "pays-the-blocker":
                return {"pips": own, "factor": win}
            case "shares-the-pool":
                return self._share(pool, len(self.score.winners))
            case "receives-from-the-blocker":
                winners = [seat for seat in self.score.winners if seat != self.blame.blocker]
                if self.payout.loser_pays == "each-his-own" or not winners:
                    return {"pips": own, "factor": loss}
                return {"pips": others, "factor": loss} | self._share(pool, len(winners))
            case "pays-as-assistant":
                return {"pips": assisted, "factor": win, "paid": self.payout.assisted}
            case "receives-as-assistant":
                return {"pips": assisted, "factor": loss, "paid": self.payout.assisted}
            case (
                "collects-as-blocker" | "pays-as-blocker" | "pays-a-penalty" | "receives-a-penalty"
            ):
                return {}
            case _:
                assert_never(posting.reason)

    def _share(self, pool: int, winners: int) -> dict[str, Any]:
        """``leader``: the seat that gets the first odd unit; None if there are no odd units."""
        leader = self.found.facts.leader or 0
        return {"shares": winners, "leader": leader if pool % winners else None}

    def _others(self) -> tuple[int, ...]:
        """The pips of everyone except the blocker."""
        pips = self.found.facts.pips
        return tuple(each for seat, each in enumerate(pips) if seat != self.blame.blocker)
