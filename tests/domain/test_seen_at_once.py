"""Threads look at many rounds at the same time."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import sleep
from typing import Any

import pytest

from domino_ledger.domain.hidden import seat_view as module
from domino_ledger.domain.hidden.seat_view import SeatView, seat_view
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.round.state import Round, evolve

from .builders import any_hand, deal, new_game, now


class Slow(dict[Any, Any]):
    """Before each step, others have their turn."""

    def __contains__(self, key: object) -> bool:
        sleep(0)
        return super().__contains__(key)

    def __getitem__(self, key: object) -> Any:
        sleep(0)
        return super().__getitem__(key)

    def __delitem__(self, key: object) -> None:
        sleep(0)
        super().__delitem__(key)


def rounds(number: int) -> list[Round]:
    """The moments of a round in which seats draw and lay."""
    chance, rules = Random(number), any_hand("draw@1", 3, 2, 3)
    round = now(deal(new_game(rules, 2), "6-6 5-5 2-1", "5-4 4-4 3-3"))
    found = [round]
    while round.ended is None and len(found) < 6:
        round = evolve(round, chance.choice(legal_moves(round)))
        found.append(round)
    return found


def test_each_sees_their_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if no more is kept than a few of them need."""
    monkeypatch.setattr(module, "_MOST_KEPT", 3)
    monkeypatch.setattr(module, "_kept", Slow())
    tables = [rounds(number) for number in range(8)]

    def look(table: list[Round]) -> list[SeatView]:
        return [seat_view(each, None, open=True) for each in table]

    alone = list(map(look, tables))
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(look, tables * 4)) == alone * 4
