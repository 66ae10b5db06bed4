"""A legal move is typed as it is printed."""

from uuid import UUID

import pytest

from domino_ledger.domain.events import TileDrawn, TileSetAside
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.round.state import Act, Round, evolve, new_round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import UNSEEN
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.notation.lexer import Cursor
from domino_ledger.ledger.notation.move_grammar import read_move
from domino_ledger.ledger.records.format import Move
from domino_ledger.ledger.transcript.given import given_act
from domino_ledger.ledger.transcript.round import act_in
from domino_ledger.projections.messages.acts import move_text
from tests.lanes import examples
from tests.ledger.kinds import seats_of

PLAYERS = ("Ana", "Ben", "Cid", "Dora", "Eva", "Frida", "Gus", "Hugo", "Ina", "de la Cruz")
GAMES, ROUNDS = examples(1), 12
WORDS = {
    "matador@1": {"open", "draw", "pass"},
    "gaple@1": {"aside", "left"},
    "chicken-foot@1": {"toe-9-9-6", "toe-5-5-3", "draw", "pass"},
    "spinner@1": {"toe-W-W-1", "wild", "draw", "pass"},
    "mexican-train@1": {"train", "Hugo", "public", "marker", "draw", "pass"},
    "basic-train@1": {"train", "Frida", "left", "done", "pass"},
    "bendomino@1": {"bend", "draw", "pass"},
}
"""By rule set, words that must be among those of some move."""


def act_typed(round: Round, text: str) -> Act:
    """The act of the seat in turn that this text means."""
    move = Move.model_validate({"seat": round.seat} | read_move(Cursor(text, players=PLAYERS)))
    act, fault = act_in(round, given_act(move))
    assert fault is None, text
    return act


def positions(rules: RuleSet, game: int) -> list[Round]:
    """Every position of the first rounds of a simulated game, void deals included."""
    seats = seats_of(rules)[-1]
    players = tuple(UUID(int=seat) for seat in range(seats))
    found = []
    for played in Simulation(rules, seats, 7).play(game, players).game.rounds[:ROUNDS]:
        round = new_round(played.table, played.deal, played.start.lead)
        for event in played.events:
            found.append(round)
            round = evolve(round, event)
    return found


@pytest.mark.parametrize("rules", PUBLISHED.values(), ids=PUBLISHED)
def test_every_legal_move_is_typed_as_it_is_printed(rules: RuleSet) -> None:
    typed = set()
    for game in range(1, GAMES + 1):
        for round in positions(rules, game):
            for move in legal_moves(round) if round.deal.leader is not None else ():
                text = move_text(move, PLAYERS)
                assert act_typed(round, text) == move
                typed |= set(text.split())
    assert WORDS.get(rules.id, set()) <= typed


def test_a_tile_that_nobody_saw_is_typed_without_it() -> None:
    aside, drawn = TileSetAside(seat=0, tile=UNSEEN), TileDrawn(seat=0, tile=UNSEEN)
    assert read_move(Cursor(move_text(aside, PLAYERS), players=PLAYERS)) == {"aside": "?"}
    assert read_move(Cursor(move_text(drawn, PLAYERS), players=PLAYERS)) == {"draw": "?"}
