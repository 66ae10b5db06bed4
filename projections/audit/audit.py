"""The second opinion: walks any record, legal or not, and lists what is wrong with it."""

from typing import Any, NamedTuple

from domain.hidden.seat_view import hidden_rounds
from domain.rules.rule_set import RuleSet
from domain.scoring.score import Standing
from ledger.records.format import Record, RecordedRound
from ledger.transcript.game import Transcript, Unchecked, Violation

from ..rulings.block_verdicts import ReadingAudit, Readings, readings_of, ruled_on
from ..rulings.disputes import Ruling
from ..rulings.game_ruling import GameRuling, RoundRuling, rule_game
from ..rulings.game_state import State
from ..rulings.hidden_tiles import (
    CertainFigures,
    awaits_ruling,
    certain_figures,
    certain_standing,
    depends_on_unseen,
    uncertain_rounds,
)
from .claimed_figures import game_figures, round_figures
from .claims import Found, cannot_be_checked, false_claims


class RoundAudit(NamedTuple):
    """One round of a record; None for what does not apply."""

    ruling: RoundRuling | None
    """None where the deal could not be read as one."""
    readings: Readings | None
    """None where the round did not block, or was not played by the rules."""
    doubted: bool = False
    """The round holds a violation, be it only a false claim."""
    hidden: bool = False
    """The round is not over: what tells of hidden tiles is left out."""
    certain: CertainFigures | None = None
    """Its figures, as far as they follow; None where the deal could not be read as one."""
    ruled: ReadingAudit | None = None
    """The blocker that an arbiter named, if any: the reading that counts then."""


class Audit(NamedTuple):
    """Everything the second opinion has to say of one game."""

    record: Record
    ruling: GameRuling | None
    """None where the players do not fit the rules."""
    violations: tuple[Violation, ...]
    unchecked: tuple[Unchecked, ...]
    """What nobody can check, as it depends on tiles that nobody saw."""
    rounds: tuple[RoundAudit, ...]
    standing: Standing | None
    """Where the game stands; None where that does not follow from what was seen."""
    rulings: tuple[Ruling, ...] = ()
    """Those in force."""

    @property
    def clean(self) -> bool | None:
        """Nothing is wrong with it; None where that could not be checked everywhere."""
        if self.violations:
            return False
        return None if self.unchecked else True

    @property
    def state(self) -> State | None:
        """How the game stands by these rules; None where the players do not fit those played by."""
        if self.ruling is None:
            return None
        return self.ruling.state if self.readable else "disputable"

    @property
    def readable(self) -> bool:
        """Every deal could be read as one."""
        return all(found.ruling is not None for found in self.rounds)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that won the game; None while nobody has, or nobody can say."""
        ruling = self.ruling
        if ruling is None or not self.readable or awaits_ruling(ruling):
            return None
        if self.standing is not None:
            return self.standing.winners
        # Who won a game of one round can follow though its points do not.
        only = [found.certain for found in self.rounds] if len(self.rounds) == 1 else []
        one_round = ruling.rules.score.target is None
        return only[0].winners if one_round and only and only[0] is not None else None


def audit(
    transcript: Transcript,
    rules: RuleSet | None = None,
    *,
    open: bool = True,
    rulings: tuple[Ruling, ...] = (),
) -> Audit:
    """Audit a record as transcribed; ``rules`` replace score and payout, play stays as it was.

    Unless ``open``, nothing is shown of the hidden tiles of a round that is not over.
    ``rulings`` are those in force in the game transcribed.
    Claims are about the rules that the game was played by, whatever it is ruled on by here.
    """
    record, game = transcript.record, transcript.game
    violations, unchecked = tuple(transcript.violations), tuple(transcript.unchecked)
    if game is None:
        nothing = tuple(RoundAudit(None, None) for _ in record.rounds)
        return Audit(record, None, violations, unchecked, nothing, None, rulings)
    own = rule_game(game)
    auditor = _Auditor(transcript, own, own if rules is None else rule_game(game, rules))
    auditor.said_of(None)
    hidden = frozenset[int]() if open else hidden_rounds(game)
    rounds = tuple(
        auditor.round(number, recorded, place, hidden=place in hidden)
        for number, (recorded, place) in enumerate(
            zip(record.rounds, transcript.places, strict=True)
        )
    )
    if not transcript.violations:
        auditor.compare(None, record.claims, game_figures(own))
    return Audit(
        record,
        auditor.ruling,
        tuple(auditor.violations),
        tuple(auditor.unchecked),
        rounds,
        certain_standing(auditor.ruling),
        rulings,
    )


class _Auditor:
    """Goes through the rounds of one record."""

    def __init__(self, transcript: Transcript, own: GameRuling, ruling: GameRuling) -> None:
        self.transcript = transcript
        self.own, self.ruling = own, ruling
        self.violations: list[Violation] = []
        self.unchecked: list[Unchecked] = []

    def round(
        self, number: int, recorded: RecordedRound, place: int | None, *, hidden: bool
    ) -> RoundAudit:
        """Everything to be said of one round of the record, which has this place in the game."""
        before = len(self.violations)
        self.said_of(number)
        regular = len(self.violations) == before
        if place is None:
            return RoundAudit(None, None, doubted=not regular)
        if regular:
            self.whether_game_was_over(number, place)
        if regular and recorded.claims:
            figures = round_figures(self.own, self.own.rounds[place], recorded.claims)
            self.compare(number, recorded.claims, figures)
        held = self.violations[before:]
        if hidden:
            self.violations[before:] = map(_hushed, held)
        found = self.ruling.rounds[place]
        return RoundAudit(
            found,
            readings_of(self.ruling, found) if regular else None,
            bool(held),
            hidden,
            certain_figures(self.ruling, found),
            ruled_on(found),
        )

    def said_of(self, number: int | None) -> None:
        """Take over what the transcript says of a round, or of the game as a whole."""
        transcript = self.transcript
        self.violations += (each for each in transcript.violations if each.round == number)
        self.unchecked += (each for each in transcript.unchecked if each.round == number)

    def whether_game_was_over(self, number: int, place: int) -> None:
        """Where rounds before this one have not settled it, as nobody saw all their tiles."""
        going_on = self.own.game._replace(abandoned=None)
        rounds = self.own.rounds[:place]
        before = self.own._replace(game=going_on, rounds=rounds, complete=False)
        unseen = any(map(depends_on_unseen, before.rounds))
        if not unseen or before.rules.score.target is None:
            return
        stands = certain_standing(before)
        if stands is None:
            needs = {"rounds": tuple(uncertain_rounds(before))}
            self.unchecked.append(Unchecked(number, None, "game-over", needs))
        elif stands.winners is not None:
            self.violations.append(Violation(number, None, "game-over", {"done": "dealt"}))

    def compare(self, number: int | None, claims: dict[str, Any] | None, found: Found) -> None:
        """Hold claims against what is found."""
        for params in false_claims(claims or {}, found.figures):
            self.violations.append(Violation(number, None, "false-claim", params))
        for needs in cannot_be_checked(claims or {}, found):
            self.unchecked.append(Unchecked(number, None, "false-claim", needs))


def _hushed(violation: Violation) -> Violation:
    """What is wrong and where, without parameters, which name the tiles of hands."""
    return violation._replace(params={"hidden": True})
