"""What the article's table `player` counts of everybody, kept up to date game by game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from sqlalchemy import Connection, func, select

from ..rows import delete_rows, handfuls, insert_rows
from ..schema import FLAG, Generation
from .rows import Counted, Family

_FAMILIES: dict[Family, int] = {"block": 0, "draw": 1}
_PLAYED, _WON, _HIGHEST = 0, 2, 4
"""Where in a record the columns of the first family are; those of the second follow."""

_Record: TypeAlias = list[int | None]


class Change(NamedTuple):
    """Who sat in a game and what it added to their records, and who does and what it adds now."""

    sat: tuple[str, ...]
    sit: tuple[str, ...]
    before: Counted | None
    after: Counted | None


def bring_up_to_date(connection: Connection, tables: Generation, changes: Sequence[Change]) -> None:
    """Change the records of everybody who sat in these games, whose rows are written already."""
    seated = dict.fromkeys(player for change in changes for player in (*change.sat, *change.sit))
    records = _recorded(connection, tables, seated)
    known = list(records)
    for player in seated:
        records.setdefault(player, [0, 0, 0, 0, None, None])
    lost = set(_taken_off(records, (change.before for change in changes)))
    _put_on(records, (change.after for change in changes))
    for player, family in lost:
        records[player][_HIGHEST + _FAMILIES[family]] = _highest(connection, tables, player, family)
    delete_rows(connection, tables["player_record"].c.id, known)
    gone = {player for change in changes for player in change.sat if player not in change.sit}
    gone -= _seated(connection, tables, gone)
    rows = [(player, *record) for player, record in records.items() if player not in gone]
    insert_rows(connection, tables["player_record"], rows)


def _seated(connection: Connection, tables: Generation, players: Iterable[str]) -> set[str]:
    """Those of these players who sit in some game."""
    player = tables["player_in_game"].c.player_id
    return {
        id
        for some in handfuls(players)
        for (id,) in connection.execute(select(player).where(player.in_(some)).distinct())
    }


def _recorded(
    connection: Connection, tables: Generation, players: Iterable[str]
) -> dict[str, _Record]:
    table = tables["player_record"]
    return {
        player: record
        for some in handfuls(players)
        for player, *record in connection.execute(select(table).where(table.c.id.in_(some)))
    }


def _taken_off(
    records: dict[str, _Record], games: Iterable[Counted | None]
) -> Iterator[tuple[str, Family]]:
    """Take games out of the records; whose highest score may be gone, and in which games."""
    for family, player, won, score in _by_player(games):
        at, record = _FAMILIES[family], records[player]
        _add(record, _PLAYED + at, -1)
        _add(record, _WON + at, -won)
        if score is not None and score == record[_HIGHEST + at]:
            yield player, family


def _put_on(records: dict[str, _Record], games: Iterable[Counted | None]) -> None:
    for family, player, won, score in _by_player(games):
        at, record = _FAMILIES[family], records[player]
        _add(record, _PLAYED + at, 1)
        _add(record, _WON + at, won)
        highest = record[_HIGHEST + at]
        if score is not None and (highest is None or score > highest):
            record[_HIGHEST + at] = score


def _by_player(games: Iterable[Counted | None]) -> Iterator[tuple[Family, str, bool, int | None]]:
    for game in games:
        if game is not None:
            for player, won, score in zip(game.players, game.won, game.scores, strict=True):
                yield game.family, player, won, score


def _add(record: _Record, at: int, more: int) -> None:
    record[at] = (record[at] or 0) + more


def _highest(connection: Connection, tables: Generation, player: str, family: Family) -> int | None:
    """Looked up in all the games of this player that are counted."""
    seat, game, counting = tables["player_in_game"], tables["game"], tables["article_game"]
    score: int | None = connection.execute(
        select(func.max(seat.c.player_curr_score))
        .join_from(seat, game, seat.c.game_id == game.c.id)
        .join(counting, counting.c.id == game.c.id)
        .where(seat.c.player_id == player, game.c.game_variant == family)
        .where(counting.c.counted == FLAG)
    ).scalar_one()
    return score
