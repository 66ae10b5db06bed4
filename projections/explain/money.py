"""The steps about money: each amount with its rule."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, assert_never

from ...domain.block_verdicts import Verdict
from ...domain.events import TileLaid
from ...domain.game.state import Game
from ...domain.round.state import Round
from ...domain.rules.payout import Payout, ProgramPayout, Reading
from ...domain.scoring.score import RoundScore
from ...domain.scoring.settlement import Blame, Posting, blocker_has_won, lacking_function
from ..messages.sentences import Sentence, Speaker
from ..results.block_verdicts import moves_of_acts, placed_json
from ..results.game_result import GameResult, RoundResult, owed
from .rule_text import (
    ASSISTANT,
    BLOCKER_LOSES,
    BLOCKER_WINS,
    EVERYONE_PAYS,
    PAID_SHUTOUTS,
    PAYOUT,
    PENALTIES,
    PROGRAM,
    REMEDIES,
    REPORTED,
)


def on_money(
    say: Speaker, result: GameResult, found: RoundResult, score: RoundScore
) -> Iterator[Sentence]:
    """The stake, the blocker, every posting, and the totals."""
    payout, net = result.rules.payout, found.net
    if payout is None:
        return
    if net is None:
        lacks = lacking_function(payout)
        if lacks is None:
            yield say("not-settled", REPORTED)
        else:
            yield say("not-settled-here", PROGRAM, function=lacks.name, sha256=lacks.sha256)
        return
    verdict, stake = found.verdict, result.game.opened.stake
    yield say("stake", f"{PAYOUT}#stakes", amount=stake.minor_per_pip, currency=stake.currency)
    if found.facts.blocked and found.decreed.blame is not None:
        blocker, assistant = found.decreed.blame
        yield say("blocker-ruled", REMEDIES, player=blocker, assistant=assistant)
    if verdict is not None and payout.reading is not None:
        yield from _verdict(say, found.round, payout.reading, verdict)
    due = owed(result.game, payout, found._replace(times=1), score, found.blame)
    match payout:
        case Payout():
            settled = _Settled(say, payout, result.game, found, score, found.blame)
            yield from settled.sentences(due)
        case ProgramPayout():
            yield from _said_by_program(say, payout, stake.currency, due)
        case _:
            assert_never(payout)
    if found.times > 1:
        yield say("paid-as-often", PAID_SHUTOUTS, games=found.times)
    for seat, amount in enumerate(net):
        money = _money(seat, amount, stake.currency)
        yield say("total", seat=seat, **money, owes=amount < 0)


def _money(seat: int, amount: int, currency: str) -> dict[str, Any]:
    return {"player": seat, "amount": amount, "currency": currency}


def _said_by_program(
    say: Speaker, payout: ProgramPayout, currency: str, due: Sequence[Posting]
) -> Iterator[Sentence]:
    """Each posting; those of penalties do not come from the function."""
    yield say("by-function", PROGRAM, function=payout.name, sha256=payout.sha256)
    for seat, amount, why in due:
        money = _money(seat, amount, currency)
        if why in _PENALTY:
            yield say(why, PENALTIES, **money)
        else:
            yield say("for-a-reason", PROGRAM, **money, why=why, pays=amount < 0)


def _verdict(say: Speaker, round: Round, reading: Reading, verdict: Verdict) -> Iterator[Sentence]:
    place = f"{PAYOUT}#{reading}"
    yield say("reading", place, reading=reading)
    if verdict.status == "undetermined":
        yield say("blocker-undetermined", place, positions=verdict.bound)
    elif verdict.blocker is None or verdict.evidence is None:
        yield say("no-blocker", place)
    else:
        act, instead = verdict.evidence.act, verdict.evidence.instead
        laid, move = round.acts[act], moves_of_acts(round.acts)[act]
        assert isinstance(laid, TileLaid)
        placed = placed_json(laid) | {"instead": placed_json(instead) if instead else None}
        yield say("blocker", place, player=verdict.blocker, move=move, **placed)
        if verdict.assistant is None:
            yield say("no-assistant", ASSISTANT)
        else:
            yield say("assistant", ASSISTANT, player=verdict.assistant, reading=reading)


_PLACES: Mapping[str, str] = {
    "pays-for-his-pips": EVERYONE_PAYS,
    "shares-the-pool": EVERYONE_PAYS,
    "pays-the-blocker": BLOCKER_WINS,
    "collects-as-blocker": BLOCKER_WINS,
    "pays-as-blocker": BLOCKER_LOSES,
    "receives-from-the-blocker": BLOCKER_LOSES,
    "pays-as-assistant": ASSISTANT,
    "receives-as-assistant": ASSISTANT,
    "pays-a-penalty": PENALTIES,
    "receives-a-penalty": PENALTIES,
}
_PENALTY = frozenset[str]({"pays-a-penalty", "receives-a-penalty"})


class _Settled(NamedTuple):
    """A settlement with everything that its sentences need."""

    say: Speaker
    payout: Payout
    game: Game
    found: RoundResult
    score: RoundScore
    blame: Blame

    def sentences(self, due: Sequence[Posting]) -> Iterator[Sentence]:
        """A tie for the fewest pips, and every posting."""
        yield from self._tied()
        settled = [posting.amount for posting in due if posting.reason not in _PENALTY]
        pool = sum(amount for amount in settled if amount > 0)
        for posting in due:
            params = _money(
                posting.seat, posting.amount, self.game.opened.stake.currency
            ) | self._params(posting, pool)
            yield self.say(posting.reason, _PLACES[posting.reason], **params)

    def _tied(self) -> Iterator[Sentence]:
        blocker, winners = self.blame.blocker, self.score.winners
        if blocker is None:
            if not winners or (len(winners) > 1 and self.payout.tied_winners == "nobody"):
                yield self.say("equally-light", EVERYONE_PAYS)
        elif blocker in winners and len(winners) > 1:
            wins = blocker_has_won(self.payout, winners, blocker)
            yield self.say("blocker-ties", BLOCKER_LOSES, player=blocker, wins=wins)

    def _params(self, posting: Posting, pool: int) -> dict[str, Any]:
        """``pips``: those paid for, of each hand. ``factor``: what they are multiplied by."""
        pips = self.found.facts.pips
        own = (pips[posting.seat],)
        others = tuple(each for seat, each in enumerate(pips) if seat != self.blame.blocker)
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
            case "pays-as-assistant" | "receives-as-assistant" as reason:
                factor = win if reason == "pays-as-assistant" else loss
                return {"pips": assisted, "factor": factor, "paid": self.payout.assisted}
            case _:
                return {}

    def _share(self, pool: int, winners: int) -> dict[str, Any]:
        """``leader``: the seat that gets the first odd unit; None if there are no odd units."""
        leader = self.found.facts.leader or 0
        return {"shares": winners, "leader": leader if pool % winners else None}
