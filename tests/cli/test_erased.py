"""Players whose names were erased can be named by id, or by the label shown for them."""

import json
from pathlib import Path

from domino_ledger.ledger.store.ids import game_id

from .command import Command
from .samples import BLOCKED, put


def erased(domino: Command) -> str:
    """The id of a player whose name was erased."""
    put(domino, BLOCKED)
    (player,) = (
        one["player"]
        for one in map(json.loads, domino("stats --json").out.splitlines())
        if one["name"] == "s0"
    )
    assert domino("players erase s0").code == 0
    return str(player)


def test_by_id_and_by_label(domino: Command) -> None:
    player = erased(domino)
    label = f"player-{player.replace('-', '')[:12]}"
    for said in (player, player.replace("-", ""), label):
        assert domino(f"stats {said}").out.startswith(label)
        assert label in domino(f"whatif --rules forced-block@1 --player {said}").out
        explained = domino(f"explain {game_id(BLOCKED['id'])} 1 --player {said}")
        assert label in explained.out
    for nobody in ("s0", label[:-1], player[:8]):
        assert (
            domino(f"stats {nobody}").err == f"domino: there is no player {nobody!r} in the book\n"
        )
        assert domino(f"explain {game_id(BLOCKED['id'])} 1 --player {nobody}").code == 1


def test_damaged_tables(domino: Command) -> None:
    put(domino, BLOCKED)
    domino("stats")
    tables = Path("domino.db.tables")
    for name in ("-wal", "-shm"):
        tables.with_name(tables.name + name).unlink(missing_ok=True)
    tables.write_bytes(b"junk")
    ran = domino("stats")
    assert ran.code == 1
    assert ran.err == (
        "domino: domino.db.tables: the tables are damaged, the book itself is not touched: "
        "delete them, and they are made again, and what was booked stays\n"
    )
    tables.unlink()
    assert domino("stats").code == 0
