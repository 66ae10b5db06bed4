"""What is refused at a table is said to a seat without what only others know."""

from dataclasses import replace
from uuid import UUID

from domino_ledger.domain.events import GameOpened
from domino_ledger.domain.faults.codes import Fault, Params, Refusal
from domino_ledger.domain.game.decide import Refused
from domino_ledger.domain.game.state import open_game
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.projections.messages.refusals import refusal_text

NAMES = ["Ana", "Ben"]
GAME = open_game(
    GameOpened(
        record="evening",
        rules=PUBLISHED["block@1"],
        players=tuple(UUID(int=seat) for seat in range(2)),
    )
)


def test_the_end_is_asked_for() -> None:
    refused = Refused(Fault("ambiguous-end", {"tile": "6-4"}))
    assert refusal_text(refused, GAME, NAMES, 0) == "6-4 fits at both ends: add l or r"


def test_a_seat_does_not_hear_who_has_to_pass_first() -> None:
    params: Params = {"seat": 0, "turn": 1, "turns_first": ((1, "pass"),)}
    refused = Refused(Refusal("turns-first", params))
    told = refusal_text(refused, GAME, NAMES, 0)
    assert told == "Ana acts, but it is the turn of Ben"
    assert refusal_text(refused, GAME, NAMES, None) != told


def test_a_scribe_hears_of_hands_that_the_program_dealt_what_all_saw() -> None:
    dealt = GAME._replace(
        opened=replace(GAME.opened, source="played against greedy bots from seat 0")
    )
    refused = Refused(Fault("not-held", {"seat": 0, "tile": "6-4"}))
    told = refusal_text(refused, dealt, NAMES, None)
    assert told == "Ana lays 6-4, which they do not hold"
