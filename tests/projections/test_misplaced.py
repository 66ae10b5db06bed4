"""A misplaced tile: nobody else is blamed for it, and what depends on how it lies is not asserted.

A random game of any rules goes on from one tile at an end that it does not fit, as that tile truly
lies. The record may say how it lies, or not.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from domain.disputes.rulings_in_force import RoundDecrees, facts_under
from domain.events import Event, Seat, TileLaid, Way, laid
from domain.faults.codes import Fault
from domain.game.state import Game, evolve_game
from domain.round.facts import in_play
from domain.round.legal import ending, legal_moves
from domain.round.state import Act, Round
from domain.round.told import as_told
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import Bent
from domain.tiles import DOUBLES, HALVES, WILD, bit, tiles_of
from ledger.records.export import record_in
from ledger.transcript.game import Transcript
from ledger.transcript.given import given_by_events
from projections.messages.faults import fault_text
from projections.replay.frames import Frame, PassReason, frames
from projections.replay.json_format import frame_json
from tests.ledger.games import Json, read

from ..domain.builders import altered, opened
from ..domain.random_games import ALL_RULES, AS_FOUND, MOST_ACTS, Setting, settings_of_play


class Played(NamedTuple):
    """A game with a misplaced tile, as it was."""

    record: Json
    """It says how each tile lies."""
    truth: Round
    offender: Seat
    move: int
    """The index of the misplaced tile among the moves."""


def misplacements(round: Round) -> Iterator[TileLaid]:
    """The lay-downs of the seat in turn at open ends that their tiles do not fit."""
    front, seat = round.front, round.seat
    if not any(isinstance(move, TileLaid) for move in legal_moves(round)):
        return
    for end in front.open_to[seat] if front.ends else ():
        assert isinstance(end.pip, int)
        for tile in tiles_of(round.hands[seat] & ~front.matching.fits[end.pip]):
            if WILD in HALVES[tile] or front.matching.either_way >> tile & 1:
                continue
            if not bit(tile) & DOUBLES:
                for half in HALVES[tile]:
                    yield laid(seat, tile, end.name, way=Way(open=half))
            elif isinstance(front.layout, Bent):
                yield laid(seat, tile, end.name, way=Way(bend="left"))
            else:
                yield laid(seat, tile, end.name)


def played(setting: Setting, random: Random) -> Played | None:
    """The game up to some lay-down; then a misplaced tile, and legal acts of the same round."""
    plies = list(setting.plies(rounds=1))
    places = [at for at, ply in enumerate(plies) if at and any(misplacements(at_turn(ply.before)))]
    if not places:
        return None
    at = random.choice(places)
    events = [event for ply in plies[:at] for event in ply.events]
    game = plies[at].before
    number = len(at_turn(game).acts)
    act: Act = random.choice([*misplacements(at_turn(game))])
    offender, steps = act.seat, 0
    while True:
        for event in _closed(game, act):
            events.append(event)
            game = evolve_game(game, event)
        round = at_turn(game)
        steps += 1
        assert steps < MOST_ACTS
        moves = legal_moves(round)
        if not moves or random.random() < 0.02:
            break
        act = random.choice(moves)
    opening = opened(ALL_RULES[setting.name], setting.seats)
    names = {player: f"p{seat}" for seat, player in enumerate(opening.players)}
    record = record_in(given_by_events(opening, [(event, None) for event in events], names))
    return Played({**record, "id": "misplaced"}, round, offender, number)


def _closed(game: Game, act: Act) -> list[Event]:
    """The act, and the end of the round if it ends it."""
    closing = ending(at_turn(evolve_game(game, act)))
    return [act] if closing is None else [act, closing]


def at_turn(game: Game) -> Round:
    """The round that is played."""
    assert game.current is not None
    return game.current


def unsaid(played: Played) -> Json:
    """The record without how the misplaced tile lies."""
    (round,) = played.record["rounds"]
    moves = [dict(move) for move in round["moves"]]
    for said in ("open", "bend"):
        moves[played.move].pop(said, None)
    return {**played.record, "rounds": [{**round, "moves": moves}]}


def hidden(record: Json) -> Json:
    """The record of somebody who saw no hand."""
    (round,) = record["rounds"]
    seen = {name: value for name, value in round.items() if name != "boneyard"}
    moves = [{**move, "draw": "?"} if "draw" in move else move for move in round["moves"]]
    return {
        **record,
        "rounds": [{**seen, "hands": [None] * len(round["hands"]), "moves": moves}],
    }


def blamed(transcript: Transcript) -> set[tuple[int | None, object]]:
    """The violations, as (move, seat that is blamed)."""
    return {(each.move, each.params.get("seat")) for each in transcript.violations}


@AS_FOUND
@given(settings_of_play(), st.integers(0, 2**32 - 1))
def test_nobody_else_is_blamed(setting: Setting, seed: int) -> None:
    found = played(setting, Random(seed))
    if found is None:
        return
    guilty = {(found.move, found.offender)}
    for record in (found.record, unsaid(found)):
        assert blamed(read(record)) == guilty, record
        assert blamed(read(hidden(record))) <= guilty, record


@AS_FOUND
@given(settings_of_play(), st.integers(0, 2**32 - 1))
def test_what_is_asserted_is_true(setting: Setting, seed: int) -> None:
    found = played(setting, Random(seed))
    if found is None:
        return
    true = [step.scored for step in shown(read(found.record)) if step.move is not None]
    for record in (found.record, unsaid(found)):
        transcript = read(record)
        told = as_told(round_of(transcript))
        assert in_play(told) in {None, in_play(found.truth)}, record
        assert told.hands == found.truth.hands, record
        for end, truly in zip(told.front.ends, found.truth.front.ends, strict=False):
            assert end.name != truly.name or set(end.pips) >= set(truly.pips), record
        steps = [step for step in shown(transcript) if step.move is not None]
        for step, scored in zip(steps, true, strict=True):
            assert step.scored in {None, scored}, record
    said = round_of(read(found.record))
    assert said.front == found.truth.front
    assert in_play(said) == in_play(found.truth)


def round_of(transcript: Transcript) -> Round:
    """The round as the record has it."""
    assert transcript.game is not None
    return transcript.game.rounds[-1]


def shown(transcript: Transcript) -> tuple[Frame, ...]:
    """The steps of its replay."""
    assert transcript.game is not None
    return frames(transcript.game, open=True)


# Examples


def fives_game(*moves: Json, rules: str = "all-fives@1", **round_fields: object) -> Json:
    """Ana leads 6-6, Ben lays 6-2 at the right, and nobody saw the hands."""
    begun: list[Json] = [{"seat": 0, "lay": "6-6"}, {"seat": 1, "lay": "6-2", "at": "right"}]
    round = {"hands": [None, None], "leader": 0, "moves": [*begun, *moves], **round_fields}
    record = {"format": "domino-record/1", "id": "fives", "rules": rules}
    return {**record, "players": ["Ana", "Ben"], "rounds": [round]}


MISPLACED: Json = {"seat": 0, "lay": "3-1", "at": "right"}


def test_the_next_tile_tells() -> None:
    """Ben's 5-3 shows that 3 lay open: 12 and 3 are 15 for Ana."""
    transcript = read(fives_game(MISPLACED, {"seat": 1, "lay": "5-3", "at": "right"}))
    assert [(each.move, each.code) for each in transcript.violations] == [(2, "does-not-fit")]
    *_, ana, ben, _ = shown(transcript)
    assert (ana.scored, ben.scored) == (15, 0)
    assert position(ana)["line"] == ["6-6", "6-2", "1-3"]
    assert in_play(round_of(transcript)) == (15, 0)


def test_a_pass_shows_only_what_surely_lay_open() -> None:
    transcript = read(fives_game(MISPLACED, {"seat": 1, "pass": True}, rules="block-lot@1"))
    *_, passing, _ = shown(transcript)
    assert passing.reason == PassReason("nobody-draws", (6,))
    assert passing.view.hands[1].missing == {6}
    both: list[Json] = [{"seat": 1, "lay": "5-4", "at": "left"}, {"seat": 0, "pass": True}]
    transcript = read(fives_game(MISPLACED, *both, rules="block-lot@1"))
    assert [each.move for each in transcript.violations] == [2, 3]
    *_, passing, _ = shown(transcript)
    assert passing.reason is None
    assert passing.view.hands[0].missing == set()


def test_a_tile_that_fits_neither_half_is_misplaced_too() -> None:
    transcript = read(fives_game(MISPLACED, {"seat": 1, "lay": "5-4", "at": "right"}))
    _, (_, _, code, params) = transcript.violations
    ben = "Ben lays 5-4 at right, which shows 1 or 3"
    assert fault_text(Fault(code, params), ["Ana", "Ben"]) == ben
    assert [step.scored for step in shown(transcript)[3:5]] == [None, 0]


def test_an_end_that_may_have_gone_without_saying() -> None:
    """Ben's 6-1 fits at the left end, and nothing tells whether it fits at the right one."""
    ben: Json = {"seat": 1, "lay": "6-1"}
    assert [each.move for each in read(fives_game(MISPLACED, ben)).violations] == [2]
    said = read(fives_game({**MISPLACED, "open": 1}, ben))
    assert [each.code for each in said.violations] == ["does-not-fit", "ambiguous-end"]
    again = read(fives_game(MISPLACED, {**ben, "lay": "6-2"}))
    assert [each.move for each in again.violations] == [2, 3]


def test_points_that_may_have_won_the_game() -> None:
    """With 3 open Ana made 15, and the record says that this won the game."""
    rules = altered("all-fives@1", play={"win_in_play": True}, score={"target": 15})
    won = fives_game(MISPLACED, ended="target") | {"rules": rules.model_dump(mode="json")}
    assert [each.code for each in read(won).violations] == ["does-not-fit"]
    assert round_of(read(won)).ended == "target"
    goes_on = fives_game(MISPLACED) | {"rules": won["rules"]}
    assert round_of(read(goes_on)).ended is None
    (round,) = won["rounds"]
    moves = [*round["moves"][:2], {**MISPLACED, "open": 1}]
    said = read({**won, "rounds": [{**round, "moves": moves}]})
    assert [each.code for each in said.violations] == ["does-not-fit", "round-not-over"]


def test_a_ruling_that_the_round_stands_needs_its_points() -> None:
    """The round is settled once the points are known, or where no points fall in play."""
    round = round_of(read(fives_game(MISPLACED, ended="blocked")))
    stands = RoundDecrees(stands=True)
    rules = PUBLISHED["all-fives@1"].score
    assert not facts_under(round, stands, rules).regular
    assert facts_under(round, stands._replace(points=(5, 0)), rules).regular
    assert facts_under(round, stands, rules.model_copy(update={"in_play": "none"})).regular


def position(step: Frame) -> Json:
    """The step as JSON."""
    return frame_json("fives", step)
