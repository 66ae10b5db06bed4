"""The state of a game is equal in every report."""

from random import Random
from uuid import UUID

import pytest

from domino_ledger.cli.text.audit import audit_lines
from domino_ledger.domain.game.state import fold
from domino_ledger.projections.audit.audit import audit
from domino_ledger.projections.reports.score_sheet import Identity, sheet_of
from domino_ledger.projections.results.consequences import result_of
from domino_ledger.projections.results.game_result import count_game
from domino_ledger.projections.results.game_state import state_of
from tests.lanes import examples
from tests.ledger.games import read, record

from .tables.figures_by_fold import state, waits
from .tables.troubled import troubled

STREAM = Identity(UUID(int=7), "c0ffee", 12, "2026-01-02T03:04:05Z")
CONDITIONS = "void", "abandoned", "forfeited", "disputable", "over", "unfinished"


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(examples(60)))
def test_reports_agree_on_troubled_games(seed: int) -> None:
    game = fold(troubled("a game", Random(seed)))
    result = count_game(game)
    names = tuple(f"p{seat}" for seat in range(game.table.seats))
    states = result.state, result_of(game).state, sheet_of(result, names, STREAM).state
    assert set(states) == {state(result)}
    assert result.complete is not waits(result)


@pytest.mark.unmeasured
@pytest.mark.slow
def test_troubled_games_have_every_state() -> None:
    games = (fold(troubled("a game", Random(seed))) for seed in range(150))
    assert {count_game(game).state for game in games} == {
        *("void", "abandoned", "forfeited", "disputable", "over", "unfinished", "in progress")
    }


@pytest.mark.unmeasured
def test_the_audit_names_the_winner_of_a_game_that_waits() -> None:
    """Seat 0 is out; the amounts depend on unseen tiles."""
    game = record("payout.jsonl", 20) | {"claims": None}
    (round,) = game["rounds"]
    round |= {"hands": None, "boneyard": None, "claims": None}
    round["moves"] = [move | {"draw": "?"} if "draw" in move else move for move in round["moves"]]
    assert [*audit_lines(audit(read(game)))][-1] == (
        "  game: disputable, not settled until more is known; won by s0"
    )


def test_the_first_that_holds_is_the_state() -> None:
    assert state_of(**dict.fromkeys(CONDITIONS, False)) == "in progress"
    for at, name in enumerate(CONDITIONS):
        holding = {each: place >= at for place, each in enumerate(CONDITIONS)}
        assert state_of(**holding) == name
