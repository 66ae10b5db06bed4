"""A misplaced tile: what depends on how it lies is not asserted, in replays and by whole records.

Random rounds are those of `tests/variants/test_misplaced.py`. The record may say how the tile lies,
or not.
"""

import pytest

from domino_ledger.domain.faults.codes import Fault
from domino_ledger.domain.game.decrees import RoundDecrees, facts_under
from domino_ledger.domain.round.in_play import made_in_play
from domino_ledger.domain.round.state import Round
from domino_ledger.domain.round.told import as_told
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.records.export import record_in
from domino_ledger.ledger.transcript.game import Transcript
from domino_ledger.ledger.transcript.given import given_by_events
from domino_ledger.projections.messages.faults import fault_text
from domino_ledger.projections.replay.frames import Frame, PassReason, frames
from domino_ledger.projections.replay.json_format import frame_json
from tests.lanes import examples
from tests.ledger.games import Json, read
from tests.variants.test_misplaced import CASES, Played, rounds

from ..domain.builders import altered, opened
from ..domain.random_games import ALL_RULES


def record_of(played: Played, name: str, seats: int, *, said: bool) -> Json:
    """The whole record; ``said``: with how the misplaced tile lies."""
    opening, truth = opened(ALL_RULES[name], seats), played.truth
    events = [(event, None) for event in (truth.deal, *truth.events)]
    names = {player: f"p{seat}" for seat, player in enumerate(opening.players)}
    record = record_in(given_by_events(opening, events, names)) | {"id": "misplaced"}
    if not said:
        for detail in ("open", "bend"):
            record["rounds"][0]["moves"][played.offence].pop(detail, None)
    return record


@pytest.mark.unmeasured
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_what_is_asserted_is_true(name: str, seats: int) -> None:
    for each in rounds(name, seats, examples(2)):
        true: list[int | None] = []
        for said in (True, False):
            transcript = read(record_of(each, name, seats, said=said))
            guilty = (each.offence, each.misplaced.seat)
            assert [(v.move, v.params.get("seat", guilty[1])) for v in transcript.violations] == [
                guilty
            ]
            told = as_told(round_of(transcript))
            assert made_in_play(told).fives in {None, made_in_play(each.truth).fives}
            assert told.hands == each.truth.hands
            scored = [step.scored for step in shown(transcript) if step.move is not None]
            true = true or scored
            assert all(one in {None, truly} for one, truly in zip(scored, true, strict=True))
            if said:
                assert told.front == each.truth.front
                assert made_in_play(told).fives == made_in_play(each.truth).fives


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
    assert made_in_play(round_of(transcript)).fives == (15, 0)


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
