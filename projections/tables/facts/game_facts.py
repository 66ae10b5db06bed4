"""From the events of a game to its facts.

Most games go as usual: an opening, then rounds in sequence, each dealt, played and ended, and
nothing else. Their facts are counted from the bytes of the events. Any other game is folded by
the domain: if it has an event, or a version of an event, that is not counted here, or was amended
or ruled on, or if more than the hands decide its facts.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from domain.disputes.events import RulingMade
from domain.disputes.rulings_in_force import NO_DECREES, NO_ROUND_DECREES, RoundDecrees
from domain.events import (
    ActUndone,
    DealUndone,
    DealVoid,
    Ended,
    Event,
    GameAbandoned,
    GameAmended,
    GameForfeited,
    GameOpened,
    GameWon,
    LastTileKnocked,
    RoundBlocked,
    RoundDealt,
    RoundWon,
    Seat,
    SeedsRecorded,
    ShuffleAborted,
    ShuffleCommitted,
    TileDrawn,
    TileLaid,
    TileRuledOut,
    TurnEnded,
    TurnPassed,
)
from domain.game.state import Game, JudgedRound, waits
from domain.round.facts import RoundFacts
from domain.rules.rule_set import Crosswise, RuleSet
from domain.scoring.settlement import NOBODY
from domain.tiles import WILD_PIPS, Tiles, pips_of
from ledger.errors import Tampered
from ledger.store.base import LogRow
from ledger.store.event_reader import HandChange, Opening, deal_in, hand_change_in, opening_in

from ..read.log_reader import fold_rows


class GameFacts(NamedTuple):
    """A game, independent of score and payout rules."""

    number: int
    """Its number in the order of opening, from 1."""
    game: str
    opening: Opening
    irregular: bool
    """It waits for a ruling, or for unseen tiles."""
    disputed: bool
    """An irregularity was noted before the first round: no round counts."""
    closed: int | None
    """The position of the event that ended the game."""
    abandoned: bool
    """It was broken off."""
    rounds: Sequence[tuple[int, RoundFacts]]
    """The rounds that have ended, with their numbers in the record."""
    rules_said: Sequence[tuple[int, bytes]]
    """The position of the opening and of each amendment, and the rules in it."""
    replaced: int = 0
    """The position of the last event that may have replaced a round; 0: there is none."""
    void: bool = False
    """A ruling made it void."""
    forfeiter: Seat | None = None
    """The seat that forfeited it."""
    decreed: Mapping[int, RoundDecrees] = NO_DECREES.rounds
    """By number, the remedies of rounds that have ended."""


def facts_of_game(number: int, rows: Sequence[LogRow]) -> GameFacts:
    """The facts of the game with these rows, the first event first.

    Raises Tampered if they do not form a game.
    """
    course = Course()
    course.extend(rows)
    return course.facts(number) or _folded(number, rows)


def counted_as(game: GameFacts, aliases: Mapping[str, str]) -> GameFacts:
    """Replace merged players; the aliases map each id to the one that counts."""
    if aliases.keys().isdisjoint(game.opening.players):
        return game
    players = tuple(aliases.get(player, player) for player in game.opening.players)
    return game._replace(opening=game.opening._replace(players=players))


# -- usual games

_ACTS = {TileDrawn.TOPIC, TileLaid.TOPIC, TileLaid.WITH_WAY}
_CHANGES_NO_HAND = {
    TurnPassed.TOPIC,
    TurnEnded.TOPIC,
    TileRuledOut.TOPIC,
    LastTileKnocked.TOPIC,
    *(kind.TOPIC for kind in (ShuffleCommitted, ShuffleAborted, SeedsRecorded)),
}
_ENDS: Mapping[str, Ended] = {
    RoundWon.TOPIC: "out",
    RoundBlocked.TOPIC: "blocked",
    DealVoid.TOPIC: "void",
}


class Course:
    """The facts of a game so far, counted as long as it goes as usual."""

    def __init__(self) -> None:
        self._usual = True
        self._version = 0
        """Of the last event."""
        self._game = ""
        self._opened = 0
        """The position of its first event."""
        self._opening: Opening | None = None
        self._seats = 0
        self._step = 1
        """From a seat to the one that plays after it."""
        self._rounds: list[RoundFacts] = []
        self._leader: Seat | None = None
        self._hands: list[Tiles] = []
        """By seat, in the round in play; empty between rounds."""
        self._changes: list[HandChange] = []
        """The changes of these hands in this round."""
        self._closed: int | None = None
        """The position of the event that ended the game."""
        self._abandoned = False

    def extend(self, rows: Sequence[LogRow]) -> None:
        """Count the next events of the game. Raises Tampered if one is not readable."""
        self._usual = self._usual and self._goes_on(rows)

    def facts(self, number: int) -> GameFacts | None:
        """The facts of the game; None if it did not go as usual."""
        if not self._usual or self._opening is None:
            return None
        return GameFacts(
            number=number,
            game=self._game,
            opening=self._opening,
            irregular=False,
            disputed=False,
            closed=self._closed,
            abandoned=self._abandoned,
            rounds=list(enumerate(self._rounds)),
            rules_said=[(self._opened, self._opening.rules)],
        )

    def _goes_on(self, rows: Sequence[LogRow]) -> bool:
        """Whether the game goes on as usual with these events."""
        hands, changes = self._hands, self._changes
        before, self._version = self._version, self._version + len(rows)
        for expected, row in enumerate(rows, before + 1):
            _, _, version, topic, state = row
            if version != expected:
                return False
            if topic in _ACTS:
                change = hand_change_in(topic, state)
                if change is None:
                    return False
                seat, tile, _ = change
                if seat >= len(hands):
                    return False
                hands[seat] ^= tile
                changes.append(change)
            elif topic not in _CHANGES_NO_HAND:
                usual = self._goes_on_with(row) if self._opening else self._opens(row)
                if not usual:
                    return False
                hands, changes = self._hands, self._changes
        return True

    def _opens(self, row: LogRow) -> bool:
        position, game, _, topic, state = row
        if topic != GameOpened.TOPIC:
            return False
        self._game, self._opened, self._opening = game, position, opening_in(topic, state)
        self._seats = len(self._opening.players)
        self._step = _step(self._opening.rules)
        return not _needs_more(self._opening.rules)

    def _goes_on_with(self, row: LogRow) -> bool:
        """Whether the game goes on as usual with this event, which is no act."""
        position, _, _, topic, state = row
        if self._closed is not None:
            return False
        if topic == RoundDealt.TOPIC:
            return self._deals(state)
        if topic in _ENDS:
            return self._ends(_ENDS[topic])
        self._closed, self._abandoned = position, topic == GameAbandoned.TOPIC
        can_be_won = not self._hands and bool(self._rounds) and self._rounds[-1].over
        return self._abandoned or (topic == GameWon.TOPIC and can_be_won)

    def _deals(self, state: bytes) -> bool:
        deal = deal_in(state)
        if deal is None:
            return False
        if len(deal.hands) != self._seats:
            raise Tampered("deal-incomplete")
        in_play = bool(self._hands)
        self._leader, self._hands = deal
        return not in_play

    def _ends(self, how: Ended) -> bool:
        hands, changes = self._hands, self._changes
        if not hands:
            return False
        last = next((seat for seat, _, laid in reversed(changes) if laid), None)
        self._rounds.append(
            RoundFacts(
                leader=self._leader,
                ended=how,
                out=_first_out(hands, changes),
                pips=tuple(map(pips_of, hands)),
                tiles=tuple([hand.bit_count() for hand in hands]),
                last_to_lay=last,
                regular=True,
                after_last=None if last is None else (last + self._step) % self._seats,
            )
        )
        self._hands, self._changes = [], []
        return True


@lru_cache(maxsize=1 << 8)
def _step(rules: bytes) -> int:
    direction = RuleSet.model_validate_json(rules).play.direction
    return 1 if direction == "clockwise" else -1


@lru_cache(maxsize=1 << 8)
def _needs_more(rules: bytes) -> bool:
    """The facts of a round depend on more than who dealt, drew and laid which tile."""
    play = RuleSet.model_validate_json(rules).play
    counts_ends = isinstance(play.layout, Crosswise)
    draws_for_lead = getattr(play.first_lead, "unheld", None) == "draw-for-it"
    sets_aside = play.cannot_play == "set-aside"
    worth = play.double_blank, play.blank, play.wild_half
    return counts_ends or draws_for_lead or sets_aside or worth != (0, 0, WILD_PIPS)


def _first_out(hands: Sequence[Tiles], changes: Sequence[HandChange]) -> Seat | None:
    """The first seat without a tile left."""
    if all(hands):
        return None
    empty = [seat for seat, hand in enumerate(hands) if not hand]
    if len(empty) == 1:
        return empty[0]
    last_lay = {seat: at for at, (seat, _, laid) in enumerate(changes) if laid}
    return min(empty, key=lambda seat: last_lay.get(seat, 0))


# -- other games

_CLOSES = GameWon | GameAbandoned | GameForfeited
_REPLACES = GameAmended | ActUndone | DealUndone


def _folded(number: int, rows: Sequence[LogRow]) -> GameFacts:
    game, events = fold_rows(rows)
    happened = list(zip(rows, events, strict=True))
    openings = [
        (row[0], opening_in(row[3], row[4], rows[0][4]))
        for row, event in happened
        if isinstance(event, GameOpened | GameAmended)
    ]
    left = game.abandoned
    ended = [(at, each) for at, each in enumerate(game.judged) if each.round.ended is not None]
    return GameFacts(
        number=number,
        game=rows[0][1],
        opening=openings[-1][1],
        irregular=waits(game, (judged.facts for judged in game.judged)),
        disputed=bool(game.noted),
        closed=_closed(game, happened),
        abandoned=isinstance(left, GameAbandoned),
        rounds=[(at, each.facts) for at, each in ended],
        rules_said=[(at, opening.rules) for at, opening in openings],
        replaced=max(
            (row[0] for row, event in happened if isinstance(event, _REPLACES)), default=0
        ),
        void=game.decrees.void,
        forfeiter=left.seat if isinstance(left, GameForfeited) else None,
        decreed={at: _decreed(each) for at, each in ended if each.decreed != NO_ROUND_DECREES},
    )


def _closed(game: Game, happened: Sequence[tuple[LogRow, Event]]) -> int | None:
    """The position of the event that ended the newest version; it may be a ruling."""
    if not game.over:
        return None
    ended = game.won is not None or game.abandoned is not None
    closes = _CLOSES if ended else RulingMade
    return max(row[0] for row, event in happened if isinstance(event, closes))


def _decreed(judged: JudgedRound) -> RoundDecrees:
    """The remedies that matter, and the blocker if no reading may name one."""
    decreed, round = judged.decreed, judged.round
    if not judged.facts.blocked:
        return decreed._replace(blame=None)
    if decreed.blame is None and not round.regular:
        return decreed._replace(blame=NOBODY)
    return decreed
