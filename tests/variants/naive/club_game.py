"""A game as clubs play it, from the rule text, sections 5, 6 and 9 to 12."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .club_round import ClubRound, Rules, order_from, sides_of
from .club_score import Counted, counted
from .common import halves, is_double
from .leads import FIRST, Over, after_win, highest_double


class Fined(NamedTuple):
    """An offence in a round."""

    seat: int
    points_off: int
    points_to_others: int
    pips_to_others: int
    voids_round: bool
    offended_lead: bool


@dataclass
class Dealt:
    """A deal, and what came of it; a void deal has no round."""

    round: ClubRound | None
    fined: list[Fined] = field(default_factory=list)

    @property
    def void(self) -> bool:
        return self.round is None or any(fine.voids_round for fine in self.fined)


@dataclass
class Stands:
    """How the game stands after its deals so far."""

    scores: list[int]
    number: int = 0
    """Rounds that count."""
    carried: int = 0
    """Rounds that nobody won, since the last that was won."""
    lead: set[int] | str = FIRST
    """Who may lead next, with any tile; or that the first lead is made."""
    reset: bool = False
    """By the last round all points were lost, or none at one all; the first lead is made again."""
    winners: list[int] | None = None
    """Sides; None while the game goes on."""
    games: int = 1
    rounds: list[Counted | None] = field(default_factory=list)
    """By deal; None of a void one."""


@dataclass
class ClubGame:
    """A game and its deals."""

    rules: Rules
    seats: int
    deals: list[Dealt] = field(default_factory=list)
    _known: tuple[object, Stands] | None = None

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return sides_of(self.rules, self.seats)

    def stands(self) -> Stands:
        """How the game stands after all rounds that are over."""
        over = [(each.round is None or each.round.ended, len(each.fined)) for each in self.deals]
        if self._known is None or self._known[0] != over:
            self._known = over, self.counted_anew()
        return self._known[1]

    def counted_anew(self) -> Stands:
        now = Stands([0] * len(self.sides))
        for dealt in self.deals:
            if now.winners is None:
                self.after(now, dealt)
        return now

    def after(self, now: Stands, dealt: Dealt) -> None:
        round = dealt.round
        if round is None or dealt.void:
            now.rounds.append(None)
            if dealt.void and dealt.fined:
                fines = [fine for fine in dealt.fined if fine.voids_round]
                if self.add(now, fined(self.sides, fines), []):
                    now.lead, now.reset = FIRST, True
                self.end_by_target(now)
                self.offended(now, fines)
            return
        if round.ended is None:
            now.rounds.append(None)
            return
        of = counted(round, now.number, now.carried)
        now.rounds.append(of)
        if of.again:
            now.lead = {round.leader}
            self.offended(now, dealt.fined)
            return
        now.number += 1
        now.carried = 0 if of.winners else now.carried + 1
        more = fined(self.sides, dealt.fined)
        brought = [sum(each) for each in zip(of.points, round.made, more, strict=True)]
        now.reset = self.add(now, brought, of.winners)
        now.lead = FIRST if now.reset else self.next_lead(round, of)
        self.offended(now, dealt.fined)
        if self.rules["score"].get("target") is None and self.rules["score"].get("rounds") is None:
            now.winners = of.winners
        self.end_by_target(now)

    def offended(self, now: Stands, fines: Sequence[Fined]) -> None:
        """The seat after the offender leads, if the offence says so."""
        for fine in fines:
            if fine.offended_lead:
                now.lead = {order_from(self.rules, self.seats, fine.seat)[1]}

    def add(self, now: Stands, brought: list[int], winners: list[int]) -> bool:
        """Adds the points; True if the first lead is made again, perhaps with all points lost.

        At one all the sides that do not win lose their point.
        """
        score = self.rules["score"]
        one_all_rule = score.get("reset", "none") == "one-all-play-two"
        if one_all_rule and winners and self.at_one_all(now):
            now.scores = [int(side in winners) for side in range(len(self.sides))]
        now.scores = [own + more for own, more in zip(now.scores, brought, strict=True)]
        target = score.get("target")
        if target is not None and max(now.scores) >= target:
            return False
        if score.get("reset", "none") == "none" or not all(own > 0 for own in now.scores):
            return False
        if not (one_all_rule and self.at_one_all(now)):
            now.scores = [0] * len(self.sides)
        return True

    def at_one_all(self, now: Stands) -> bool:
        return all(own == 1 for own in now.scores)

    def end_by_target(self, now: Stands) -> None:
        score = self.rules["score"]
        target, rounds = score.get("target"), score.get("rounds")
        reached = target is not None and max(now.scores) >= target
        if not reached and not (rounds is not None and now.number >= rounds):
            return
        best = self.ahead(now)
        if score.get("winners") == "all-past-target" and target is not None:
            best = [side for side, own in enumerate(now.scores) if own >= target]
        now.winners = best
        shutout = score.get("shutout")
        lost = [own for side, own in enumerate(now.scores) if side not in best]
        if shutout is not None and lost and max(lost) <= shutout.get("at_most", 0):
            now.games = shutout.get("games", 2)

    def ahead(self, now: Stands) -> list[int]:
        """The sides with the best score."""
        low = self.rules["score"].get("winners") == "lowest"
        best = min(now.scores) if low else max(now.scores)
        return [side for side, own in enumerate(now.scores) if own == best]

    # -- Who leads

    def next_lead(self, round: ClubRound, of: Counted) -> set[int] | str:
        play, sides = self.rules["play"], self.sides
        if play.get("next_lead", "same-rule") == "same-rule":
            return FIRST
        over = Over(
            sides=sides,
            order=round.order(0),
            dealt=round.dealt,
            left=round.pips,
            leader=round.leader,
            out=None if round.out_lay is None else round.done[round.out_lay].seat,
            last=round.last_to_lay,
            winners=[seat for side in of.winners for seat in sides[side]],
        )
        rule = play.get("after_tie")
        if of.winners:
            return after_win(play, over)
        if rule is None and play["next_lead"] == "last-to-lay" and over.out is not None:
            return {over.out}
        if rule is None:
            rule = "next-seat" if play["next_lead"] == "rotate" else "last-leader"
        tied = [seat for side in of.tied for seat in sides[side]]
        match rule:
            case "last-leader":
                return {round.leader}
            case "next-seat":
                return {round.order(round.leader)[1]}
            case "leader-if-tied":
                return {round.leader} if round.leader in tied else FIRST
            case "compare-doubles":
                among = tied or range(self.seats)
                best = max(among, key=lambda seat: highest_double(round.dealt[seat]))
                return {best if highest_double(round.dealt[best]) >= 0 else round.leader}
            case _:
                return FIRST

    def may_lead(self, hands: Sequence[Sequence[str]]) -> tuple[set[int], frozenset[str] | None]:
        """The seats, none for a void deal; and the tiles, None for any."""
        play = self.rules["play"]
        redeal = play.get("redeal")
        if redeal is not None and redeal.get("who", "may") == "must" and self.many_doubles(hands):
            return set(), None
        lead = self.stands().lead
        if not isinstance(lead, str):
            return lead, None
        rule = play.get("first_lead", {"kind": "highest-double"})
        held = [tile for hand in hands for tile in hand]
        match rule["kind"]:
            case "lot":
                return set(range(self.seats)), None
            case "named-tile":
                wanted = [rule["tile"]]
            case "heaviest-tile":
                wanted = heaviest(held)
            case _:
                doubles = sorted(filter(is_double, held), key=halves)
                wanted = doubles[-1:]
                if not wanted and rule.get("unheld") == "heaviest-tile":
                    wanted = heaviest(held)
        who = {seat for seat, hand in enumerate(hands) if {*hand} & {*wanted}}
        return who, frozenset(wanted)

    def many_doubles(self, hands: Sequence[Sequence[str]]) -> bool:
        """A hand has so many doubles that the deal may be, or is, void."""
        redeal = self.rules["play"].get("redeal")
        return redeal is not None and any(
            sum(map(is_double, hand)) >= redeal["doubles"] for hand in hands
        )

    # -- Money

    def payments(self, number: int) -> list[int] | None:
        """By seat, what it gets for a deal that counts: all pay the winners for their pips."""
        dealt = self.deals[number]
        of = self.stands().rounds[number]
        if self.rules.get("payout") is None or of is None or of.again or dealt.round is None:
            return None
        net, round = [0] * self.seats, dealt.round
        winners = [seat for side in of.winners for seat in self.sides[side]]
        shared = self.rules["payout"].get("tied_winners", "share") == "share"
        if winners and (shared or len(winners) == 1):
            losers = [seat for seat in range(self.seats) if seat not in winners]
            pool = sum(round.pips[seat] for seat in losers)
            for seat in losers:
                net[seat] -= round.pips[seat]
            clockwise = sorted(winners, key=lambda seat: (seat - round.leader) % self.seats)
            for place, seat in enumerate(clockwise):
                net[seat] += pool // len(winners) + (place < pool % len(winners))
        for fine in dealt.fined:
            for side in self.sides:
                if fine.seat not in side:
                    for seat in side:
                        net[seat] += fine.pips_to_others
                        net[fine.seat] -= fine.pips_to_others
        return net


def heaviest(held: Sequence[str]) -> list[str]:
    """The tile with most pips; of equal ones that with the higher half."""
    return [max(held, key=lambda tile: (sum(halves(tile)), halves(tile)))]


def fined(sides: Sequence[Sequence[int]], fines: Sequence[Fined]) -> list[int]:
    """By side, the points of these offences."""
    return [
        sum(-each.points_off if each.seat in side else each.points_to_others for each in fines)
        for side in sides
    ]


NOT_IN_TABLE: dict[str, Any] = {"points_off": 0, "points_to_others": 0, "pips_to_others": 0}


def figures(rules: Rules, offence: str, usual: dict[str, Any]) -> dict[str, Any]:
    """What an offence costs; ``usual``: of the table, where the rule set says nothing."""
    said: dict[str, Any] = NOT_IN_TABLE | (rules.get("penalties") or {}).get(offence, usual)
    part = (rules["score"].get("target") or 0) * said.get("of_target_percent", 0) // 100
    if rules["score"]["points"] == "none":
        said |= {"points_off": 0, "points_to_others": 0}
    else:
        if said["points_off"] and part:
            said["points_off"] = max(said["points_off"], part)
        if said["points_to_others"] or not said["points_off"]:
            said["points_to_others"] = max(said["points_to_others"], part)
    if rules.get("payout") is None or said.get("voids_round"):
        said["pips_to_others"] = 0
    return said
