"""The audit of one game, legal or not: every violation, and what can be ruled."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.faults.codes import Remark
from domain.game.noted_result import remarks_on
from domain.hidden.seat_view import hidden_rounds
from domain.hidden.seen_event import seen_params
from domain.rules.counting import Difference, misfit
from domain.rules.rule_set import RuleSet
from domain.scoring.score import Standing
from domain.shuffle import Hex
from ledger.transcript.game import Transcript, Unchecked, Violation
from ledger.transcript.given import GivenGame, GivenRound

from ..results.block_verdicts import ReadingAudit, Readings, readings_of, ruled_on
from ..results.disputes import Ruling
from ..results.game_result import GameResult, RoundResult, count_game
from ..results.game_state import State
from ..results.hidden_tiles import (
    CertainFigures,
    CertainSoFar,
    awaits_ruling,
    certain_figures,
    certain_standing,
)
from ..results.sides import teams_of
from ..verification.signatures import SignedEntry
from .claim_check import Found, cannot_be_checked, false_claims
from .claimed_figures import BY_SIDE, game_figures, round_figures
from .shuffle_summary import NOTHING_FIXED, SHUFFLE_FAULTS, ShuffleSummary, shuffle_summary

MOST_ROUNDS_NAMED = 20
"""The most rounds named in one open question: in a long game each round may ask for all before."""


class RoundAudit(NamedTuple):
    """One given round; None for what does not apply."""

    result: RoundResult | None
    """None if the deal is unusable."""
    readings: Readings | None
    """None if the round did not block, or is irregular."""
    doubted: bool = False
    """The round holds a violation; a false claim is one."""
    hidden: bool = False
    """The round is not over: details of its hidden tiles are left out."""
    certain: CertainFigures | None = None
    """The figures that are certain; None if the deal is unusable."""
    ruled: ReadingAudit | None = None
    """The blocker that an arbiter named, which then counts; None if there is none."""
    reported: bool = False
    """Only the result is known."""
    remarks: tuple[Remark, ...] = ()
    """What the rules played by do not give of the noted result, and may be right."""


class Audit(NamedTuple):
    """The result of an audit."""

    given: GivenGame
    result: GameResult | None
    """None if the players do not fit the rules."""
    violations: tuple[Violation, ...]
    unchecked: tuple[Unchecked, ...]
    """Open questions: they depend on unseen tiles."""
    rounds: tuple[RoundAudit, ...]
    standing: Standing | None
    """None if it depends on unseen tiles."""
    rulings: tuple[Ruling, ...] = ()
    """The rulings in force."""
    shuffles: ShuffleSummary | None = None
    """None if no deal was made by a shuffle that can be checked."""
    signatures: tuple[SignedEntry, ...] = ()
    """The signed rulings and amendments of the book, in force or not."""

    @property
    def differs(self) -> tuple[Difference, ...]:
        """Where these rules differ in play from those of the game; empty if they fit it."""
        if self.result is None:
            return ()
        opened = self.result.game.opened
        return misfit(opened.rules, len(opened.players), self.result.rules)

    @property
    def clean(self) -> bool | None:
        """No violation was found; None if some of the game cannot be checked."""
        if self.violations:
            return False
        return None if self.unchecked or self.not_checkable else True

    @property
    def not_checkable(self) -> tuple[int, ...]:
        """The given rounds of which only the result is known."""
        return tuple(number for number, round in enumerate(self.rounds) if round.reported)

    @property
    def state(self) -> State | None:
        """The state under these rules; None if the players do not fit the rules played by."""
        if self.result is None:
            return None
        return self.result.state if self.readable else "disputable"

    @property
    def readable(self) -> bool:
        """Every deal is usable."""
        return all(found.result is not None for found in self.rounds)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that won the game; None while there are none, or while that is uncertain."""
        result = self.result
        if result is None or not self.readable or awaits_ruling(result):
            return None
        if self.standing is not None:
            return self.standing.winners
        # The winner of a game of one round can be certain though the points are not.
        only = [found.certain for found in self.rounds] if len(self.rounds) == 1 else []
        one_round = result.rules.score.one_round
        return only[0].winners if one_round and only and only[0] is not None else None


def audit(
    transcript: Transcript,
    rules: RuleSet | None = None,
    *,
    open: bool = True,
    rulings: tuple[Ruling, ...] = (),
    signatures: tuple[SignedEntry, ...] = (),
    fixed: Mapping[Hex, int] = NOTHING_FIXED,
) -> Audit:
    """Audit a judged game; ``rules`` replace score and payout, not the rules of play.

    Unless ``open``, hidden tiles of a round that is not over are left out. ``rulings`` are those in
    force in the game, ``signatures`` all it has, ``fixed`` as in `shuffle_summary`.
    Claims are checked under the rules that the game was played by.
    """
    given, game = transcript.given, transcript.game
    violations, unchecked = tuple(transcript.violations), tuple(transcript.unchecked)
    if game is None:
        nothing = tuple(RoundAudit(None, None) for _ in given.rounds)
        return Audit(
            given, None, violations, unchecked, nothing, None, rulings, signatures=signatures
        )
    own = count_game(game)
    auditor = _Auditor(transcript, own, own if rules is None else count_game(game, rules))
    auditor.add_from_transcript(None)
    hidden = frozenset[int]() if open else hidden_rounds(game)
    rounds = tuple(
        auditor.round(number, each, place, hidden=place in hidden)
        for number, (each, place) in enumerate(zip(given.rounds, transcript.places, strict=True))
    )
    if not transcript.violations:
        auditor.compare(None, given.claims, game_figures(own))
    return Audit(
        given,
        auditor.result,
        tuple(auditor.violations),
        tuple(auditor.unchecked),
        rounds,
        certain_standing(auditor.result),
        rulings,
        _shuffles(given, violations, fixed),
        signatures,
    )


def _shuffles(
    given: GivenGame, violations: Sequence[Violation], fixed: Mapping[Hex, int]
) -> ShuffleSummary | None:
    found = (each.round for each in violations if each.code in SHUFFLE_FAULTS)
    return shuffle_summary(given, {number for number in found if number is not None}, fixed)


class _Auditor:
    """Audits the rounds of one game."""

    def __init__(self, transcript: Transcript, own: GameResult, result: GameResult) -> None:
        self.transcript = transcript
        self.own, self.result = own, result
        self.violations: list[Violation] = []
        self.unchecked: list[Unchecked] = []
        self._before = CertainSoFar(own)
        self._found: dict[int | None, tuple[list[Violation], list[Unchecked]]] = {}
        """By round, what the transcript found."""
        for violation in transcript.violations:
            self._found_in(violation.round)[0].append(violation)
        for unchecked in transcript.unchecked:
            self._found_in(unchecked.round)[1].append(unchecked)

    def _found_in(self, number: int | None) -> tuple[list[Violation], list[Unchecked]]:
        return self._found.setdefault(number, ([], []))

    def round(
        self, number: int, given: GivenRound, place: int | None, *, hidden: bool
    ) -> RoundAudit:
        """Audit the given round ``number``, which is round ``place`` of the game."""
        before = len(self.violations)
        self.add_from_transcript(number)
        regular = len(self.violations) == before
        if place is None:
            reported = given.result is not None
            return RoundAudit(None, None, doubted=not regular, reported=reported)
        if regular:
            self.check_not_over(number)
        self._before.add(self.own.rounds[place])
        if regular and given.claims:
            figures = round_figures(self.own, self.own.rounds[place], given.claims)
            self.compare(number, given.claims, figures)
        held = self.violations[before:]
        if hidden:
            # The other parameters name hidden tiles.
            self.violations[before:] = (
                each._replace(params={"hidden": True, **seen_params(each.params)}) for each in held
            )
        found = self.result.rounds[place]
        return RoundAudit(
            found,
            readings_of(self.result, found) if regular else None,
            bool(held),
            hidden,
            certain_figures(self.result, found),
            ruled_on(found),
            given.result is not None,
            remarks_on(self.own.rules.score, found.round),
        )

    def add_from_transcript(self, number: int | None) -> None:
        """Add the transcript's findings about a round; None: about the game."""
        violations, unchecked = self._found_in(number)
        self.violations += violations
        self.unchecked += unchecked

    def check_not_over(self, number: int) -> None:
        """Ask whether the game was won before, if that depends on unseen tiles.

        The end of a game of a number of rounds does not.
        """
        before, own = self._before, self.own
        if before.uncertain and own.rules.score.target is not None and not own.game.decrees.void:
            needs = {"rounds": tuple(before.uncertain[:MOST_ROUNDS_NAMED])}
            self.unchecked.append(Unchecked(number, None, "game-over", needs))

    def compare(self, number: int | None, claims: dict[str, Any] | None, found: Found) -> None:
        """Check claims against the figures found."""
        sides = {"sides": teams_of(self.own.game)}
        for params in false_claims(claims or {}, found.figures):
            of = sides if params["claim"] in BY_SIDE else {}
            self.violations.append(Violation(number, None, "false-claim", {**params, **of}))
        for needs in cannot_be_checked(claims or {}, found):
            self.unchecked.append(Unchecked(number, None, "false-claim", needs))
