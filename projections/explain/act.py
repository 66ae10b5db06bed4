"""Why an act was legal, from the hand that follows from later acts and from the tiles shown.

Nothing here assumes that the rules were kept. Where tiles that nobody saw decide it, the sentences
say which of them would have made the act illegal.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...domain.events import Act, Call, Seat, TileDrawn, TileLaid, TilesShown, TurnEnded
from ...domain.game.state import Game
from ...domain.hidden import inference
from ...domain.hidden.seat_view import hidden_rounds
from ...domain.layout.ends import fitting, touching_pips
from ...domain.round.calls import calls_due, is_due, may_leave_call, owes_call
from ...domain.round.lead import OWN_HIGHEST, led_from, preceding
from ...domain.round.state import Round, lays_again, surely_playable, union
from ...domain.round.told import as_told
from ...domain.tiles import NAMES, NO_TILES, WILD, Tiles, bit, names_of, seen_of, tile_set, tiles_of
from ..as_json import as_json
from ..messages.act_words import what_is_said
from ..messages.acts import seating_of
from ..messages.explanations import TEMPLATES
from ..messages.faults import Names
from ..messages.sentences import Sentence, Speaker
from ..messages.steps import step_text
from ..places import Address
from ..replay.frames import Frame, frames
from ..replay.game_replay import frame_of_move
from ..replay.json_format import act_json
from .rule_text import CALLS, CANNOT_PLAY, LEAD, LINE, TURN


class ActExplanation(NamedTuple):
    """The reasons why an act was legal, or against the rules."""

    address: Address
    frame: Frame
    """The act as it is replayed."""
    sentence: str
    steps: tuple[Sentence, ...]


def explain_move(
    game: Game, names: Names, round: int, move: int, *, open: bool = False
) -> ActExplanation:
    """Explain the act of a move: why it was legal, or against the rules.

    ``round`` and ``move`` are indices, ``names`` by seat. Of a round whose tiles are hidden, only
    that it is not over, unless ``open``. Raises NotInGame.
    """
    frame = frame_of_move(game, frames(game, open=open, only=round), round, move)
    say = Speaker(names, TEMPLATES)
    if round in hidden_rounds(game) and not open:
        steps = [say("tiles-hidden")]
    else:
        steps = reasons(game.rounds[round], names, move)
        if any(each.code in _MAY_HAVE_FITTED for each in steps):
            frame = frame._replace(reason=None)  # The pass alone does not prove that nothing fits.
        steps[:0] = [
            say("irregular", irregularity=note.code, params=dict(note.params))
            for note in frame.noted
        ]
    sentence = step_text(frame, seating_of(game, names))
    return ActExplanation(Address(game.opened.record, round, move), frame, sentence, tuple(steps))


def act_explanation_json(found: ActExplanation) -> dict[str, Any]:
    """The explanation for programs (docs/command.md)."""
    act = found.frame.act
    assert act is not None
    return {
        **found.address._asdict(),
        "act": {"seat": act.seat} | act_json(act),
        "message": found.sentence,
        "steps": as_json(found.steps),
    }


def reasons(round: Round, names: Names, move: int) -> list[Sentence]:
    """The facts that decide whether the act of this move was legal; none if it was out of turn."""
    round = as_told(round)
    *_, step = (  # The passes that it implies come first.
        step
        for step in inference.steps_of(round)
        if step.move == move and isinstance(step.event, Act)
    )
    act, before = step.event, step.before
    assert isinstance(act, Act)
    if not act.KIND.by_any and (act.seat != before.seat or before.ended == "out"):
        return []
    say = Speaker(names, TEMPLATES)
    return list(_Asked(say, round, before, act, inference.whereabouts(round), move).reasons())


_MAY_HAVE_FITTED = ("held-what-fits", "must-have-held-what-fits", "may-have-held-what-fits")
"""Codes after which a pass is no proof that nothing fitted."""


class _Asked(NamedTuple):
    """An act in question."""

    say: Speaker
    round: Round
    """With all its events."""
    before: Round
    act: Act
    known: inference.Whereabouts
    move: int

    def reasons(self) -> Iterator[Sentence]:
        seat, before = self.act.seat, self.before
        match self.act:
            case _ if self.act.KIND.unable:
                if inference.may_keep_the_draw(before):
                    yield self.say("may-keep-the-tile-drawn", CANNOT_PLAY, player=seat)
                else:
                    yield from self._able(seat)
            case TurnEnded() if lays_again(before):
                yield from self._able(seat)
            case TurnEnded() if may_leave_call(before):
                yield self._of_calls("call-left", calls_due(before))
            case TurnEnded():
                yield self.say("may-end-the-turn", TURN, player=seat)
            case _ if isinstance(self.act, Call):
                if is_due(before, self.act):  # Otherwise it is an irregularity.
                    yield self._of_calls("call-due", (self.act,))
            case TileDrawn() if owes_call(before):
                yield self._of_calls("draws-for-no-call", calls_due(before))
            case TileDrawn() if not before.front.ends:
                yield self.say("draws-for-the-lead", LEAD, player=seat)
            case TileDrawn() if before.table.may_draw_when_able:
                yield self.say("may-draw-when-able", CANNOT_PLAY, player=seat)
            case TileDrawn():
                yield from self._able(seat)
            case TileLaid():
                yield from self._laid(self.act) if before.front.ends else self._led(self.act)
            case _:
                pass  # Decided by the table, not by the hand.

    def _of_calls(self, code: str, calls: Sequence[Call]) -> Sentence:
        """A sentence about calls of one kind, with what one of them says."""
        name, said = calls[0].KIND.name, what_is_said(calls)
        return self.say(code, CALLS, call=name, player=self.act.seat, **said)

    def _able(self, seat: Seat) -> Iterator[Sentence]:
        """Whether the seat held a tile that fits."""
        front = self.before.front
        if not front.ends:
            return
        hand = self.before.hands[seat]
        held = seen_of(hand) | self.known.surely_held(seat, self.move)
        fits = held & surely_playable(self.before, seat)
        if fits:
            tiles = tuple(names_of(fits))
            yield self.say("held-what-fits", CANNOT_PLAY, player=seat, fits=tiles)
        else:
            absent = inference.unable(self.before, [seat], self.move)
            unseen = hand.bit_count() - held.bit_count()
            yield self.say(
                self._verdict(absent),
                CANNOT_PLAY,
                player=seat,
                tiles=(*names_of(held), *names_of(hand)[held.bit_count() :]),
                unseen=unseen,
                fitting=tuple(sorted(touching_pips(front.matching, front.open_to[seat]))),
                matadors=bool(front.matching.either_way),
                doubles=any(end.pip == WILD for end in front.open_to[seat]),
                could=tuple(names_of(self._may_break(absent))),
            )
        yield from self._follows(seat, fits or held)

    def _verdict(self, absent: inference.Absent) -> str:
        """Whether a tile that fits was held, though none is known."""
        if not self.round.start.unseen:
            return "held-nothing-that-fits"
        if self.known.deal is None:
            return "no-deal"
        held = self.known.held(absent)
        if held is None:  # It depends on the deal.
            return "may-have-held-what-fits"
        return "must-have-held-what-fits" if held else "held-nothing-that-fits"

    def _may_break(self, absent: inference.Absent) -> Tiles:
        return self.known.breaking(absent) if self.round.start.unseen else NO_TILES

    def _follows(self, seat: Seat, held: Tiles) -> Iterator[Sentence]:
        """From what the unseen tiles of the hand are known."""
        found = held & ~self.before.hands[seat]
        laid = {
            tile: self.known.until[tile] for tile in tiles_of(found) if tile in self.known.until
        }
        left = found & ~tile_set(laid)
        shown = left & union(
            tile_set(event.tiles)
            for event in self.round.events
            if isinstance(event, TilesShown) and event.seat == seat
        )
        if laid:
            moves = tuple((NAMES[tile], move) for tile, move in laid.items())
            yield self.say("laid-later", player=seat, laid=moves)
        if shown:
            yield self.say("shown-at-the-end", player=seat, tiles=tuple(names_of(shown)))
        if left & ~shown:
            tiles = tuple(names_of(left & ~shown))
            yield self.say("held-by-nobody-else", player=seat, tiles=tiles)

    def _laid(self, act: TileLaid) -> Iterator[Sentence]:
        end = next((end for end in self.before.front.ends if end.name == act.end), None)
        if end is not None and bit(act.tile) & fitting(self.before.front.matching, end):
            yield self.say("tile-fits", LINE, tile=NAMES[act.tile], end=act.end, pip=end.pip)

    def _led(self, act: TileLaid) -> Iterator[Sentence]:
        lead, table = self.round.start.lead, self.round.table
        seat, tile = act.seat, NAMES[act.tile]
        if lead == OWN_HIGHEST:
            if bit(act.tile) == led_from(lead, self.before.hands[seat]):
                yield self.say("own-highest-leads", LEAD, player=seat, tile=tile)
        elif lead < NO_TILES and bit(act.tile) & lead:
            yield self.say("any-tile-leads", LEAD, player=seat, tile=tile)
        elif bit(act.tile) & lead:  # Otherwise it is an irregularity.
            absent = inference.absent_from(range(table.seats), lead & preceding(act.tile), 0)
            could = tuple(names_of(self._may_break(absent)))
            if not could:
                yield self.say("nothing-goes-before", LEAD, player=seat, tile=tile)
            elif not self.known.held(absent):
                yield self.say("something-may-go-before", LEAD, player=seat, tile=tile, could=could)
