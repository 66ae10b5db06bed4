"""The audit of one game, legal or not: every violation, and what can be ruled.

Records, and games of a book, are audited alike.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from ...domain.faults.codes import Remark
from ...domain.game.next_lead import leaders_of_next_game
from ...domain.game.noted_result import remarks_on
from ...domain.game.state import Game
from ...domain.hidden.seat_view import hidden_rounds
from ...domain.hidden.seen_event import seen_params
from ...domain.rules.counting import Difference, misfit
from ...domain.rules.rule_set import RuleSet
from ...domain.scoring.standing import Standing
from ...domain.shuffle import Hex
from ...ledger.book import Book
from ...ledger.records.versions import as_of, version_of
from ...ledger.registry.rule_sets import all_rules, check_written_out
from ...ledger.registry.stored_names import all_names, shown_name
from ...ledger.store.ids import game_id
from ...ledger.store.stream import Stream
from ...ledger.transcript.game import Transcript, Unchecked, Violation, judge
from ...ledger.transcript.given import GivenGame, given_in_book, given_in_record
from ..results import hidden_tiles
from ..results.block_verdicts import ReadingAudit, Readings, readings_of, ruled_on
from ..results.game_result import GameResult, RoundResult, count_game
from ..results.game_state import State
from ..results.sides import teams_of
from ..results.signatures import SignedEntry, signatures_in
from .claims import check_claims, game_figures, round_figures
from .shuffles import NOTHING_FIXED, SHUFFLE_FAULTS, ShuffleSummary, shuffle_summary

if TYPE_CHECKING:
    from ...ledger.records.format import Record
    from ..results.disputes import Ruling

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
    certain: hidden_tiles.CertainFigures | None = None
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
    rulings: "tuple[Ruling, ...]" = ()
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
        if result is None or not self.readable or hidden_tiles.awaits_ruling(result):
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
    rulings: "tuple[Ruling, ...]" = (),
    signatures: tuple[SignedEntry, ...] = (),
    fixed: Mapping[Hex, int] = NOTHING_FIXED,
) -> Audit:
    """Audit a judged game; ``rules`` replace score and payout, not the rules of play.

    Unless ``open``, hidden tiles of a round that is not over are left out. ``rulings`` are those in
    force in the game, ``signatures`` all it has, ``fixed`` as in `shuffle_summary`.
    Claims are checked under the rules that the game was played by.
    """
    given, game = transcript.given, transcript.game
    if game is None:
        wrong, open_questions = tuple(transcript.violations), tuple(transcript.unchecked)
        unread = (_UNREAD,) * len(given.rounds)
        return Audit(given, None, wrong, open_questions, unread, None, rulings, None, signatures)
    own = count_game(game)
    result = own if rules is None else count_game(game, rules)
    hidden = frozenset[int]() if open else hidden_rounds(game)
    violations, unchecked = _faults(transcript, own)
    breached, doubted = transcript.breached, {each.round for each in violations}
    rounds = []
    for number, (each, place) in enumerate(zip(given.rounds, transcript.places, strict=True)):
        found = _UNREAD
        if place is not None:
            found = _round_audit(own, result, place, legal=number not in breached)
        reported = each.result is not None
        found = found._replace(doubted=number in doubted, hidden=place in hidden, reported=reported)
        rounds.append(found)
    faulty = {each.round for each in transcript.violations if each.code in SHUFFLE_FAULTS}
    return Audit(
        given,
        result,
        tuple(
            _without_hidden(each) if each.round is not None and rounds[each.round].hidden else each
            for each in violations
        ),
        unchecked,
        tuple(rounds),
        hidden_tiles.certain_standing(result),
        rulings,
        shuffle_summary(given, faulty, fixed),
        signatures,
    )


_UNREAD = RoundAudit(None, None)


def _round_audit(own: GameResult, result: GameResult, place: int, *, legal: bool) -> RoundAudit:
    """What one round of the game came to; ``legal``: play and deal were."""
    counted = result.rounds[place]
    return RoundAudit(
        counted,
        readings_of(result, counted) if legal else None,
        certain=hidden_tiles.certain_figures(result, counted),
        ruled=ruled_on(counted),
        remarks=remarks_on(own.rules.score, counted.round),
    )


def _faults(
    transcript: Transcript, own: GameResult
) -> tuple[tuple[Violation, ...], tuple[Unchecked, ...]]:
    """All violations and open questions: of the game, by round, and of claims about the game."""
    given, breached, sides = transcript.given, transcript.breached, teams_of(own.game)
    wrong = [*transcript.violations]
    asked = [*transcript.unchecked, *_perhaps_after_the_end(transcript, own)]
    for number, (each, place) in enumerate(zip(given.rounds, transcript.places, strict=True)):
        if place is not None and each.claims and number not in breached:
            figures = round_figures(own, own.rounds[place], each.claims)
            false, uncertain = check_claims(number, each.claims, figures, sides)
            wrong += false
            asked += uncertain
    wrong.sort(key=_round_of)
    asked.sort(key=_round_of)
    if given.claims and not transcript.violations:
        false, uncertain = check_claims(None, given.claims, game_figures(own), sides)
        wrong += false
        asked += uncertain
    return tuple(wrong), tuple(asked)


def _perhaps_after_the_end(transcript: Transcript, own: GameResult) -> Iterator[Unchecked]:
    """For each legal round, whether the game was won before it, if that depends on unseen tiles."""
    if own.rules.score.target is None or own.game.decrees.void:
        return
    breached, so_far = transcript.breached, hidden_tiles.CertainSoFar(own)
    for number, place in enumerate(transcript.places):
        if place is None:
            continue
        if so_far.uncertain and number not in breached:
            needs = {"rounds": tuple(so_far.uncertain[:MOST_ROUNDS_NAMED])}
            yield Unchecked(number, None, "game-over", needs)
        so_far.add(own.rounds[place])


def _round_of(found: Violation | Unchecked) -> int:
    """The round, in which order they are listed; what concerns the game comes first."""
    return -1 if found.round is None else found.round


def _without_hidden(violation: Violation) -> Violation:
    """Only what names no hidden tile."""
    return violation._replace(params={"hidden": True, **seen_params(violation.params)})


class Auditor:
    """Audits records and games alike. It remembers who leads the game after each.

    ``book`` holds house rules, names and earlier games; None if there is no book. ``rules`` replace
    score and payout; None: the rules each game was played under.
    """

    def __init__(self, book: Book | None, rules: RuleSet | None = None) -> None:
        self._book = book
        self._rules = rules
        self.known = all_rules(book)
        """By id, the rule sets that a record may name."""
        self._leaders: dict[str, frozenset[str]] = {}
        """By the record's id, who leads the game after it."""

    def of_record(self, record: "Record") -> Audit:
        """Audit a record. Hidden tiles are shown, since its owner has seen them.

        Raises Unreadable if the rules it names are unknown, or a list is too long for them.
        """
        from ...ledger.records.import_ import rules_of  # noqa: PLC0415 - games of a book have theirs

        rules = rules_of(record, self.known)
        return audit(self._judged(given_in_record(record, rules)), self._rules)

    def of_game(
        self,
        stream: Stream,
        version: int | None = None,
        *,
        open: bool = False,
        fixed: Mapping[Hex, int] = NOTHING_FIXED,
    ) -> Audit:
        """Audit a version of a game of the book; None: the newest.

        Unless ``open``, hidden tiles of a round that is not over are left out. ``fixed`` are the
        `fixed_shuffles`. Raises UnknownVersion, and Unreadable if the rules of the game have the
        id of others.
        """
        assert self._book is not None
        chosen = as_of(stream, version_of(stream, version))
        check_written_out(chosen.game.opened.rules, self.known)
        return audit(
            self._judged(given_in_book(chosen, self._names)),
            self._rules,
            open=open,
            rulings=self._rulings(chosen),
            signatures=signatures_in(self._book, chosen),
            fixed=fixed,
        )

    def _rulings(self, stream: Stream) -> "tuple[Ruling, ...]":
        if not stream.game.desk:
            return ()
        from ..results.disputes import rulings  # noqa: PLC0415 - few games are disputed

        return rulings(stream, self._names)

    def _judged(self, given: GivenGame) -> Transcript:
        before = given.opened.after
        if before is not None and before not in self._leaders:
            self._leaders[before] = self._leaders_in_book(before)
        leaders = frozenset[str]() if before is None else self._leaders[before]
        seats = (seat for seat, name in enumerate(given.names) if name in leaders)
        transcript = judge(given, frozenset(seats))
        if transcript.game is not None:
            self._leaders[given.id] = _leaders_after(transcript.game, given.names)
        return transcript

    @cached_property
    def _names(self) -> dict[UUID, str]:
        return {} if self._book is None else all_names(self._book)

    def _leaders_in_book(self, record: str) -> frozenset[str]:
        game = game_id(record)
        if self._book is None or not self._book.version(game):
            return frozenset()
        before = self._book.stream(game).game
        players = [shown_name(self._names, each) for each in before.opened.players]
        return _leaders_after(before, players)


def _leaders_after(game: Game, players: Sequence[str]) -> frozenset[str]:
    return frozenset(players[seat] for seat in leaders_of_next_game(game))
