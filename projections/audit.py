"""The second opinion: walks any record, legal or not, and lists what is wrong with it."""

from collections.abc import Iterator
from typing import NamedTuple

from domain.rules import RuleSet
from domain.seat_view import has_hidden_round
from ledger.record import Record, RecordedRound
from ledger.transcript import Transcript, Violation

from .blame import Readings, readings_of
from .claims import false_claims
from .figures import game_figures, round_figures
from .rulings import GameRuling, RoundRuling, rule_game


class RoundAudit(NamedTuple):
    """One round of a record; None for what does not apply."""

    ruling: RoundRuling | None
    """None where the deal could not be read as one."""
    readings: Readings | None
    """None where the round did not block, or was not played by the rules."""
    doubted: bool = False
    """The round holds a violation, be it only a false claim."""
    hidden: bool = False
    """The round is still being played: what tells of hidden tiles is left out."""


class Audit(NamedTuple):
    """Everything the second opinion has to say of one game."""

    record: Record
    ruling: GameRuling | None
    """None where the players do not fit the rules."""
    violations: tuple[Violation, ...]
    rounds: tuple[RoundAudit, ...]

    @property
    def readable(self) -> bool:
        """Every deal could be read as one."""
        return all(found.ruling is not None for found in self.rounds)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that won the game; None while nobody has, or nobody can say."""
        return self.ruling.winners if self.ruling is not None and self.readable else None


def audit(transcript: Transcript, rules: RuleSet | None = None, *, open: bool = True) -> Audit:
    """Audit a record as transcribed; ``rules`` replace score and payout, play stays as it was.

    Unless ``open``, nothing is told of the hidden tiles of a round that is still being played.
    Claims are about the rules that the game was played by, whatever it is ruled on by here.
    """
    record, game = transcript.record, transcript.game
    if game is None:
        nothing = tuple(RoundAudit(None, None) for _ in record.rounds)
        return Audit(record, None, tuple(transcript.violations), nothing)
    own = rule_game(game)
    ruling = own if rules is None else rule_game(game, rules)
    violations = [violation for violation in transcript.violations if violation.round is None]
    rounds = []
    last = None if open or not has_hidden_round(game) else len(game.rounds) - 1
    for number, (recorded, place) in enumerate(zip(record.rounds, transcript.places, strict=True)):
        held = [violation for violation in transcript.violations if violation.round == number]
        regular = not held
        if place is not None and regular:
            held += _round_claims(number, recorded, own, own.rounds[place])
        hidden = place is not None and place == last
        violations += [_hushed(each) for each in held] if hidden else held
        found = None if place is None else ruling.rounds[place]
        readings = readings_of(ruling, found) if found is not None and regular else None
        rounds.append(RoundAudit(found, readings, bool(held), hidden))
    if not transcript.violations:
        violations += _game_claims(record, own)
    return Audit(record, ruling, tuple(violations), tuple(rounds))


def _hushed(violation: Violation) -> Violation:
    """What is wrong and where, but not the sentence: it tells who could have laid what."""
    return violation._replace(message="the round is not over: --open tells what it is about")


def _round_claims(
    number: int, recorded: RecordedRound, own: GameRuling, found: RoundRuling
) -> Iterator[Violation]:
    claims = recorded.claims
    if claims:
        for sentence in false_claims(claims, round_figures(own, found, claims)):
            yield Violation(number, None, "false-claim", sentence)


def _game_claims(record: Record, own: GameRuling) -> Iterator[Violation]:
    if record.claims:
        for sentence in false_claims(record.claims, game_figures(own)):
            yield Violation(None, None, "false-claim", sentence)
