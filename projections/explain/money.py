"""Who owes whom after a round: each amount with the rule it comes from."""

from typing import NamedTuple, assert_never

from domain.events import TileLaid
from domain.game.state import Game
from domain.readings import Verdict
from domain.round.state import Round
from domain.rules.rule_set import Payout, Reading, Stake
from domain.scoring.score import RoundScore
from domain.scoring.settlement import Blame, Posting, Reason, blocker_has_won

from ..accounting.money import NO_CURRENCY, money
from ..messages.acts import move_text
from ..rulings.block_verdicts import moves_of_acts
from ..rulings.game_ruling import GameRuling, RoundRuling, owed
from .remedies import RULINGS, blame_steps
from .wording import LOOKS, Step, several

PAYOUT = "docs/rules/payout.md"


def money_steps(
    ruling: GameRuling, found: RoundRuling, score: RoundScore, names: tuple[str, ...]
) -> list[Step]:
    """The stake, who is answerable for a block, what each pays or gets, and the totals."""
    payout, net = ruling.rules.payout, found.net
    if payout is None or net is None:
        return []
    verdict, stake = found.verdict, ruling.game.opened.stake
    settled = _Settled(payout, ruling.game, found, score, found.blame, names)
    steps = [_worth(stake)]
    if found.facts.ended == "blocked":
        steps += blame_steps(found.decreed, names)
    if verdict is not None and payout.reading is not None:
        steps += _verdict(found.round, payout.reading, verdict, names)
    return [*steps, *settled.tied(), *settled.amounts(), *settled.totals(net)]


def _worth(stake: Stake) -> Step:
    worth = money(stake.minor_per_pip, stake.currency)
    unit = " (no currency is named)" if stake.currency == NO_CURRENCY else ""
    return Step(f"a pip is worth {worth}{unit}", f"{PAYOUT}#stakes")


def _verdict(
    round: Round, reading: Reading, verdict: Verdict, names: tuple[str, ...]
) -> list[Step]:
    at, for_whom = LOOKS[reading]
    place = f"{PAYOUT}#{reading}"
    rule = Step(f"{reading} ({at}): the blocker is {for_whom}", place)
    if verdict.status == "undetermined":
        searched = f" after {verdict.bound} positions"
        why = ", as it depends on tiles that nobody saw" if verdict.bound is None else searched
        text = f"undetermined{why}: nobody is fined on it"
        return [rule, Step(text, place)]
    if verdict.blocker is None or verdict.evidence is None:
        return [rule, Step("that is nobody", place)]
    act, instead = verdict.evidence.act, verdict.evidence.instead
    laid, move = round.acts[act], moves_of_acts(round.acts)[act]
    assert isinstance(laid, TileLaid)
    otherwise = f"; {move_text(instead)} would have kept it open" if instead else ""
    text = f"that is {names[verdict.blocker]}, laying {move_text(laid)} (move {move}){otherwise}"
    return [rule, Step(text, place), _helper(reading, verdict, names)]


def _helper(reading: Reading, verdict: Verdict, names: tuple[str, ...]) -> Step:
    place = f"{PAYOUT}#the-assistant"
    if verdict.assistant is None:
        return Step("nobody assisted", place)
    why = (
        "he could still have kept it open, and went along"
        if reading == "set-up"
        else "next on the left, he had a choice of tiles at his turn after it"
    )
    return Step(f"{names[verdict.assistant]} assisted: {why}", place)


_PLACES: dict[Reason, str] = {
    "pays-for-his-pips": "everyone-pays-the-winner",
    "shares-the-pool": "everyone-pays-the-winner",
    "pays-the-blocker": "the-blocker-wins",
    "collects-as-blocker": "the-blocker-wins",
    "pays-as-blocker": "the-blocker-does-not-win",
    "receives-from-the-blocker": "the-blocker-does-not-win",
    "pays-as-assistant": "the-assistant",
    "receives-as-assistant": "the-assistant",
    "pays-a-penalty": "penalties",
    "receives-a-penalty": "penalties",
}


_PENALTY: frozenset[Reason] = frozenset({"pays-a-penalty", "receives-a-penalty"})


class _Settled(NamedTuple):
    """A settlement, and everything its sentences speak of."""

    payout: Payout
    game: Game
    found: RoundRuling
    score: RoundScore
    blame: Blame
    names: tuple[str, ...]

    @property
    def stake(self) -> Stake:
        """What a pip is worth."""
        return self.game.opened.stake

    def tied(self) -> list[Step]:
        """What a tie for fewest means, where there is one that matters."""
        blocker, winners = self.blame.blocker, self.score.winners
        if blocker is None:
            nobody_pays = not winners or (len(winners) > 1 and self.payout.tied_winners == "nobody")
            text = "equally light: nobody pays"
            return [Step(text, f"{PAYOUT}#everyone-pays-the-winner")] if nobody_pays else []
        if blocker not in winners or len(winners) == 1:
            return []
        counts = "wins" if blocker_has_won(self.payout, winners, blocker) else "has not won"
        text = f"{self.names[blocker]} ties for fewest: a blocker who ties {counts}"
        return [Step(text, f"{PAYOUT}#the-blocker-does-not-win")]

    def amounts(self) -> list[Step]:
        """Every posting."""
        due = owed(self.game, self.payout, self.found, self.score, self.blame)
        settled = [posting.amount for posting in due if posting.reason not in _PENALTY]
        pool = sum(amount for amount in settled if amount > 0)
        return [
            Step(
                f"{self.names[posting.seat]} {self._said(posting, pool)}: "
                f"{money(posting.amount, self.stake.currency)}",
                f"{RULINGS if posting.reason in _PENALTY else PAYOUT}#{_PLACES[posting.reason]}",
            )
            for posting in due
        ]

    def totals(self, net: tuple[int, ...]) -> list[Step]:
        """What is owed in all, by seat."""
        return [
            Step(self._total(name, net[seat]), None, seat) for seat, name in enumerate(self.names)
        ]

    def _total(self, name: str, amount: int) -> str:
        if not amount:
            return f"in all {name} neither owes nor gets anything"
        does = "gets" if amount > 0 else "owes"
        return f"in all {name} {does} {money(abs(amount), self.stake.currency)}"

    def _said(self, posting: Posting, pool: int) -> str:
        own = several(self.found.facts.pips[posting.seat], "pip")
        win, loss = self.payout.win_factor, self.payout.loss_factor
        match posting.reason:
            case "pays-for-his-pips":
                return f"pays for the {own} left in his hand"
            case "shares-the-pool":
                return f"won, and gets {self._share(pool, len(self.score.winners))}"
            case "pays-the-blocker":
                return f"pays the blocker, who won, {win} x his {own}"
            case "collects-as-blocker":
                return "blocked and won, and gets all of it"
            case "pays-as-blocker":
                return "blocked and did not win, and pays all of it"
            case "receives-from-the-blocker":
                return self._received(own, pool)
            case "pays-as-assistant":
                return f"assisted and pays alone, {win} x {self._assisted(own)}"
            case "receives-as-assistant":
                return f"assisted and gets alone, {loss} x {self._assisted(own)}"
            case "pays-a-penalty" | "receives-a-penalty":
                pays = posting.reason == "pays-a-penalty"
                return "pays a penalty" if pays else "gets his part of a penalty"
            case _:
                assert_never(posting.reason)

    def _received(self, own: str, pool: int) -> str:
        factor = self.payout.loss_factor
        winners = [seat for seat in self.score.winners if seat != self.blame.blocker]
        if self.payout.loser_pays == "each-his-own" or not winners:
            return f"gets {factor} x his {own} from the blocker"
        share = self._share(pool, len(winners))
        return f"won, and gets {share} from the blocker, {factor} x {self._others()} in all"

    def _share(self, pool: int, winners: int) -> str:
        if winners == 1:
            return "all of it"
        leader = self.names[self.found.facts.leader or 0]
        odd = f" (odd units go clockwise from {leader}, who led)" if pool % winners else ""
        return f"one of {winners} shares{odd}"

    def _assisted(self, own: str) -> str:
        return self._others() if self.payout.assisted == "whole-amount" else f"his {own}"

    def _others(self) -> str:
        """The pips of everyone but the blocker."""
        pips = self.found.facts.pips
        others = [each for seat, each in enumerate(pips) if seat != self.blame.blocker]
        if len(others) == 1:
            return several(others[0], "pip")
        return f"({' + '.join(map(str, others))}) pips"
