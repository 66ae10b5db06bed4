"""`domino record` takes the lines of an evening as the table in this process does."""

import json
from contextlib import closing
from pathlib import Path
from random import Random
from shlex import quote
from typing import Any

import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.live.session import open_table
from tests.hostile.evenings import PEOPLE, Careful, Desk, played
from tests.lanes import examples
from tests.ledger.games import exported, new_book
from tests.ledger.kinds import AGREED, every_table
from tests.ledger.typed import fixed_clock

from .command import Command

RULES = [rules for rules in PUBLISHED.values() if rules.id not in AGREED]


@pytest.mark.parametrize("number", range(examples(6)))
def test_the_command_takes_the_same_lines(tmp_path: Path, domino: Command, number: int) -> None:
    chance, lines = Random(number), list[str]()
    rules = chance.choice(RULES)
    names = chance.sample(PEOPLE, chance.choice(every_table(rules)))
    with closing(new_book(tmp_path, "typed.db")) as book:
        session = open_table(book, "evening", rules, names, clock=fixed_clock)
        desk = Desk(session, names, chance, lines)
        assert Careful(desk, played(rules, len(names), chance)).evening() is None
        games = [rounds_of(json.loads(line)) for line in exported(book)]
    typed = "\n".join(line.removesuffix("  # refused") for line in lines)
    ran = domino(
        f"record --rules {rules.id} --players {quote(','.join(names))} --id evening",
        f"{typed}\n".encode(),
    )
    assert ran.code in {exits.FINE, exits.REJECTED}
    exports = domino("export --open").out.splitlines()
    assert [rounds_of(json.loads(line)) for line in exports] == games


def rounds_of(game: dict[str, Any]) -> list[Any]:
    """The rounds without times."""
    return [
        round | {"moves": [move | {"t": None} for move in round.get("moves", ())]}
        for round in game["rounds"]
    ]
