"""Random rule sets that mix what clubs play, and random games under each, counted twice.

``python -m tests.variants.club_mixes --rounds 20000 --seed 1`` plays so many rounds, compares each
with the naive statement, and prints how often each field was set and what really happened.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from pydantic import ValidationError

from domino_ledger.domain.disputes.decide import open_dispute, rule_on_dispute
from domino_ledger.domain.disputes.events import ImposePenalty
from domino_ledger.domain.events import Act, Event, GameAbandoned
from domino_ledger.domain.game.decide import DealRound, DoAct, Redeal, decide, time_up
from domino_ledger.domain.game.next_lead import may_redeal, next_lead
from domino_ledger.domain.game.state import lead_after_round, open_game
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.rules.penalties import PENALTIES, penalty_of
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.scoring.score import hands_left, points_that_count, score_settled, way_of
from domino_ledger.domain.tiles import tile_named, tile_set
from domino_ledger.projections.results.game_result import count_game
from tests.domain.builders import evolved, opened

from .fives_and_threes import points_in_play, refused
from .mixed_rules import Mix, mixed
from .naive.club_game import ClubGame, Dealt, Fined, Stands, figures
from .naive.club_round import ClubRound, Rules
from .naive.club_score import Counted, is_dead
from .naive.common import is_double
from .naive.leads import FIRST
from .referee import Json, current, written

MOST_ROUNDS = 9
"""Of one game, void deals counted."""


class Disagreement(AssertionError):
    """The program and the naive statement say two things."""


class Compared:
    """A game of the program and its naive twin, one command after another."""

    def __init__(self, rules: Json, model: RuleSet, seats: int, happened: Counter[str]) -> None:
        self.rules, self.seats, self.happened = rules, seats, happened
        self.game = open_game(opened(model, seats))
        self.naive = ClubGame(rules, seats)
        self.minutes = 0.0
        self.ruled = 0

    def same(self, what: str, program: object, naive: object) -> None:
        if program != naive:
            raise Disagreement(f"{what}: the program says {program!r}, the rule text {naive!r}")

    @property
    def model(self) -> RuleSet:
        return self.game.opened.rules

    # -- The clock

    @property
    def bell(self) -> bool:
        clock = self.rules["score"].get("clock")
        return clock is not None and self.minutes >= clock.get("minutes", 30)

    def write(self, events: tuple[Event, ...], *, begins: bool) -> None:
        """As a live table stores events: see `TableSession.write`."""
        ended: tuple[Event, ...] = time_up(self.game, self.minutes)
        if not (ended and begins):
            ended = (*events, *time_up(evolved(self.game, events), self.minutes))
        self.game = evolved(self.game, ended)

    def breaks_off(self) -> bool:
        """By the rule text: one side alone is ahead after the bell."""
        return self.bell and len(self.naive.ahead(self.naive.stands())) == 1

    def stopped_by_clock(self, *, playing: bool) -> bool:
        """Whether the next deal or act finds the game over."""
        void = (self.rules["score"].get("clock") or {}).get("in_play") == "void"
        return self.breaks_off() and (void or not playing)

    # -- A round

    def deal(self, chance: Random) -> bool:
        """One more deal; False if the game is over."""
        table = self.game.table
        out = self.rules["play"].get("taken_out", {}).get(str(self.seats), ())
        high = self.rules["play"]["highest_pip"]
        heap = [f"{a}-{b}" for a in range(high + 1) for b in range(a + 1) if f"{a}-{b}" not in out]
        chance.shuffle(heap)
        hands = [heap[seat * table.hand : (seat + 1) * table.hand] for seat in range(self.seats)]
        boneyard = heap[self.seats * table.hand :]
        dealt = tuple(tuple(map(tile_named, hand)) for hand in hands)
        seats, tiles = self.naive.may_lead(hands)
        found = next_lead(self.game, tuple(map(tile_set, dealt)))
        self.same("who may lead", set(found.seats), seats)
        leader = chance.choice(sorted(seats)) if seats else None
        before = list(self.naive.stands().scores)
        command = DealRound(dealt, tuple(map(tile_named, boneyard)), leader)
        self.write(decide(self.game, command), begins=True)
        if leader is None:
            self.same("the deal is void", current(self.game).ended, "void")
            self.naive.deals.append(Dealt(None))
            self.happened["void deal"] += 1
            return False
        self.naive.deals.append(
            Dealt(
                ClubRound(self.rules, [[*hand] for hand in hands], boneyard, leader, tiles, before)
            )
        )
        return True

    def act(self, chance: Random) -> None:
        naive = self.naive.deals[-1].round
        assert naive is not None
        acts = legal_moves(current(self.game))
        moves = {json.dumps(move): move for move in naive.moves()}
        self.same("legal moves", {written(act) for act in acts}, {*moves})
        act = better(acts, chance)
        events = decide(self.game, DoAct(act))
        self.write(events, begins=True)
        if self.game.abandoned is None or events[0] in current(self.game).events:
            naive.do(moves[written(act)])

    def redeal(self, chance: Random) -> bool:
        """Whether a player asked for a new deal, and got it."""
        hands = current(self.game).start.hands
        dealt = self.naive.deals[-1].round
        assert dealt is not None
        many = self.naive.many_doubles(dealt.dealt)
        self.same("a new deal may be asked for", may_redeal(self.game.table, hands), many)
        if not many or chance.random() < 0.3:
            return False
        self.write(decide(self.game, Redeal()), begins=False)
        self.same("the deal is void", current(self.game).ended, "void")
        self.naive.deals[-1] = Dealt(None)
        self.happened["a new deal was asked for"] += 1
        return True

    def penalty(self, chance: Random) -> None:
        """An offence in the last round, as a ruling."""
        offence = next(iter(self.rules["penalties"]))
        usual = PENALTIES[offence].model_dump()
        told = figures(self.rules, offence, usual)
        costs = penalty_of(self.model, offence)
        names = "points_off", "points_to_others", "pips_to_others"
        self.same("a penalty", [getattr(costs, name) for name in names], [told[n] for n in names])
        seat = chance.randrange(self.seats)
        number = len(self.naive.deals) - 1
        charge = ImposePenalty(
            round=number,
            seat=seat,
            offence=offence,
            **{name: told[name] for name in names},
            voids_round=costs.voids_round,
            next_lead=costs.next_lead,
        )
        self.write(open_dispute(self.game, UUID(int=1), "an offence", number), begins=False)
        self.ruled += 1
        arbiter = UUID(int=99)
        self.write(rule_on_dispute(self.game, self.ruled, arbiter, (charge,)), begins=False)
        lead = told.get("next_lead") == "offended"
        void = bool(told.get("voids_round"))
        self.naive.deals[-1].fined.append(
            Fined(seat, told[names[0]], told[names[1]], told[names[2]], void, lead)
        )
        self.happened["a penalty"] += 1
        self.happened["a penalty that voids its round"] += void
        self.happened["a penalty that gives the lead"] += lead

    # -- What is compared

    def check(self) -> None:
        """After a round that is over, or void: all that the records of a referee have."""
        stands, number = self.naive.stands(), len(self.naive.deals) - 1
        judged, dealt = self.game.judged[-1], self.naive.deals[-1]
        naive = dealt.round
        self.same("void", judged.void, dealt.void)
        if naive is not None and naive.ended is not None and not dealt.void:
            self.check_round(number)
        self.check_game(stands)

    def check_round(self, number: int) -> None:
        stands = self.naive.stands()
        naive, of = self.naive.deals[number].round, stands.rounds[number]
        judged, score = self.game.judged[number], self.model.score
        assert naive is not None
        assert of is not None
        facts, sides = judged.facts, self.naive.sides
        self.same("the end", facts.ended, naive.ended)
        self.same("pips", list(facts.pips), naive.pips)
        self.same("it is no round", judged.again, of.again)
        self.happened[f"ended: {naive.ended}"] += 1
        found = judged.score
        if of.again:
            self.happened["played again"] += 1
            return
        if found is None:
            raise Disagreement("no score")
        winners = [seat for side in of.winners for seat in sides[side]]
        self.same("winners", sorted(found.winners), sorted(winners))
        in_play = (
            points_that_count(score, hands_left(score, facts, judged.before)) or [0] * self.seats
        )
        per = 5 if score.points_per == "five" else 1
        made = [sum(in_play[seat] for seat in side) // per for side in sides]
        self.same("points in play", made, naive.made)
        if naive.rules["play"].get("win_in_play"):
            program = points_in_play(current(self.game))
            self.same("points in play by move", program, [each.points for each in naive.done])
            lost = [
                {"move": move, "points": points} for move, points in refused(current(self.game))
            ]
            expected = naive.refused if naive.rules["play"].get("exact_target") else []
            self.same("refused", lost, expected)
        fines = [0] * len(sides)
        for at, side in enumerate(sides):
            for fine in self.naive.deals[number].fined:
                fines[at] += -fine.points_off if fine.seat in side else fine.points_to_others
        points = [a - b - c for a, b, c in zip(found.points or (), made, fines, strict=True)]
        bonuses = [bonus_as_said(bonus) for bonus in judged.bonuses]
        self.same("bonuses", in_order(bonuses), in_order(of.bonuses))
        plain = score.model_copy(update={"bonuses": None, "carry": "none"})
        base = score_settled(plain, sides, facts, judged.before)
        assert base is not None
        self.same("base", [a - b for a, b in zip(base.points or (), made, strict=True)], of.base)
        self.same("points", points, of.points)
        if score.points == "ways" and of.winners:
            self.same("way", way_of(score, facts), of.way)
        self.note(naive, of)

    def check_game(self, stands: Stands) -> None:
        totals, sides = self.game.totals, self.naive.sides
        self.same("scores", list(totals.standing.scores or ()), stands.scores)
        result = count_game(self.game)
        self.same("scores of the result", list(result.standing.scores or ()), stands.scores)
        won = stands.winners
        if won is None and self.breaks_off():
            won = self.naive.ahead(stands)
            self.happened["the clock ended it"] += 1
            self.same("broken off", type(self.game.abandoned), GameAbandoned)
        else:
            self.same("broken off", self.game.abandoned, None)
        seats = None if won is None else tuple(sorted(s for side in won for s in sides[side]))
        self.same("winners of the game", result.winners, seats)
        self.same("the game is over", self.game.over or self.game.played_out, seats is not None)
        if seats:
            self.same("games", result.counts_as, stands.games)
            self.happened["games won"] += 1
            self.happened["shutouts"] += stands.games > 1
        for number, found in enumerate(result.rounds):
            paid = self.naive.payments(number)
            self.same("money", None if found.net is None else list(found.net), paid)
            if paid is not None:
                self.same("the sum of money", sum(paid), 0)
        if seats is None and self.naive.deals[-1].round is not None:
            carried = totals.before.carried if self.model.score.asks_what_was_before else None
            self.same("carried", carried, None if carried is None else stands.carried)
            self.same("the first lead again", totals.standing.led_anew, stands.reset)
            rule, who = lead_after_round(self.game)
            if any(not dealt.void for dealt in self.naive.deals):
                lead = None if rule in {"first-lead", None} else set(who)
                expected = None if isinstance(stands.lead, str) else stands.lead
                self.same("who leads next", lead, expected)
                self.note_lead(self.naive.deals[-1].round, stands)

    def note(self, naive: ClubRound, of: Counted) -> None:
        """What happened in this round."""
        score, play = self.rules["score"], self.rules["play"]
        blocked, won = naive.ended == "blocked", bool(of.winners)
        left = [tile for hand in naive.hands for tile in hand]
        two = naive.order(naive.last_to_lay)[:2]
        equal = len({naive.pips[seat] for seat in two}) == 1
        happened = {
            f"tie: {score.get('tied', 'each')}": bool(of.tied),
            "nobody won": not won,
            "several sides won": len(of.winners) > 1,
            "a dead block": is_dead(naive),
            "points past an exact target": bool(naive.refused),
            "points in play": any(naive.made),
            f"block won: {score.get('blocked_winner', 'fewest-pips')}": blocked and won,
            f"block counted: {score.get('blocked_points', 'as-out')}": blocked and won,
            "block bonus": blocked and won and score.get("block_bonus", 0) > 0,
            f"last two equal: {score.get('last_two_tie', 'blocker')}": (
                blocked and equal and score.get("blocked_winner") == "last-two"
            ),
            "points by a scale": "scale" in score and any(of.base),
            f"doubles count {play.get('double_counts')}": (
                play.get("double_counts", "full") != "full" and any(map(is_double, left))
            ),
            "a side out": play.get("until") == "side-out" and naive.ended == "out",
            "a tile drawn": any("draw" in each.move for each in naive.done),
            f"way: {of.way}": won and score["points"] == "ways",
        }
        self.happened.update(name for name, so in happened.items() if so)
        for bonus in of.bonuses:
            self.happened[f"bonus: {bonus['name']}{' x' if 'factor' in bonus else ''}"] += 1

    def note_lead(self, naive: ClubRound, stands: Stands) -> None:
        """By what rule the next round is led, and whether that names several seats."""
        of, play = stands.rounds[-1], self.rules["play"]
        if of is None or any(fine.offended_lead for fine in self.naive.deals[-1].fined):
            return
        rule = play.get("next_lead", "same-rule")
        if of.again:
            rule = "the same leader"
        elif stands.reset:
            rule = "the first lead after a reset"
        elif not of.winners and rule != "same-rule":
            rule = f"after_tie={play.get('after_tie')}"
        elif rule == "winner" and naive.ended == "out":
            rule = f"out_lead={play.get('out_lead', 'first-of-winners')}"
        elif rule == "winner" and naive.ended == "blocked":
            rule = f"block_lead={play.get('block_lead', 'first-of-winners')}"
        self.happened[f"led next: {rule}"] += 1
        self.happened["several may lead"] += len(stands.lead) > 1 and stands.lead != FIRST


def better(acts: tuple[Act, ...], chance: Random) -> Act:
    """Any legal act; one that keeps 0-0 is preferred, so that it is the last tile more often."""
    kept = [act for act in acts if '"lay": "0-0"' not in written(act)]
    return chance.choice(kept or list(acts))


def in_order(bonuses: list[Json]) -> list[str]:
    return sorted(json.dumps(bonus, sort_keys=True) for bonus in bonuses)


def bonus_as_said(bonus: Any) -> Json:
    worth = {"points": bonus.points} if bonus.factor is None else {"factor": bonus.factor}
    told = {"name": bonus.name, "seat": bonus.seat, "side": list(bonus.side), "move": bonus.move}
    return told | worth


def play(mix: Mix, model: RuleSet, chance: Random, happened: Counter[str]) -> int:
    """One game, or a part of it; the number of deals."""
    both = Compared(mix.rules, model, mix.seats, happened)
    fines = "penalties" in mix.rules and not model.score.one_round
    stops = fines and any(each.get("voids_round") for each in mix.rules["penalties"].values())
    timed = "clock" in mix.rules["score"]
    for _ in range(MOST_ROUNDS):
        if both.stopped_by_clock(playing=False):
            break
        if not both.deal(chance):
            both.check()
            continue
        if "redeal" in mix.rules["play"] and both.redeal(chance):
            both.check()
            continue
        naive = both.naive.deals[-1].round
        assert naive is not None
        fine_at = chance.randrange(12) if fines and chance.random() < 0.4 else None
        while naive.ended is None and not both.naive.deals[-1].void:
            if stops and fine_at == len(naive.done):
                fine_at = None
                both.penalty(chance)
                if both.naive.deals[-1].void:
                    break
            if timed:
                both.minutes += chance.random() * 2
            stopped = both.stopped_by_clock(playing=True)
            both.act(chance)
            if stopped:
                happened["the clock voided a round"] += 1
                break
        both.check()
        stands = both.naive.stands()
        if fine_at is not None and both.game.running is None and not both.game.over:
            both.penalty(chance)
            both.check()
            stands = both.naive.stands()
        if stands.winners is not None or both.game.over:
            break
        happened["reset, or one all"] += stands.reset
        happened["one all"] += stands.reset and any(stands.scores)
    return len(both.naive.deals)


def fields_of(rules: Rules, path: str = "") -> Iterator[str]:
    """Each field that is set, with its value where that is a word."""
    for name, value in rules.items():
        if isinstance(value, dict) and name not in {"hand", "taken_out"}:
            yield f"{path}{name}"
            yield from fields_of(value, f"{path}{name}.")
        else:
            yield f"{path}{name}" + (f"={value}" if isinstance(value, str | bool) else "")


class Report(NamedTuple):
    """What was played."""

    rounds: int
    games: int
    refused: int
    fields: Counter[str]
    """Rounds by field that was set."""
    happened: Counter[str]


def compare(rounds: int, seed: int | str, *, only: int | None = None) -> Report:
    """Plays at least so many rounds, or one game; raises Disagreement with what repeats it."""
    report = Report(0, 0, 0, Counter(), Counter())
    for at in count(1) if only is None else [only]:
        if report.rounds >= rounds:
            break
        chance = Random(f"{seed} {at}")
        mix = mixed(chance)
        try:
            model = RuleSet.model_validate(mix.rules)
        except ValidationError:
            report = report._replace(refused=report.refused + 1)
            continue
        try:
            deals = play(mix, model, chance, report.happened)
        except Disagreement as error:
            raise Disagreement(f"{error}\nseed {seed} {at}: {json.dumps(mix)}") from error
        report.fields.update(dict.fromkeys(fields_of(mix.rules), deals))
        report = report._replace(rounds=report.rounds + deals, games=report.games + 1)
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", type=int, help="the game of this number alone")
    given = parser.parse_args()
    report = compare(given.rounds, given.seed, only=given.only)
    sys.stdout.write(
        f"{report.rounds} rounds in {report.games} games, each under rules of its own; "
        f"{report.refused} rule sets were refused\n"
    )
    for counts in (report.fields, report.happened):
        for name, times in sorted(counts.items()):
            sys.stdout.write(f"{times:7} {name}\n")


if __name__ == "__main__":
    main()
