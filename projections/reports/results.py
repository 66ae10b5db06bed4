"""Results of one player: by opponent, by game, and by family of games."""

from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

from ..tables.column_values import id_in
from ..tables.connection import Connection

Result: TypeAlias = Literal["won", "lost", "nobody"]
"""``nobody``: the game is over, and nobody won it."""


class HeadToHead(NamedTuple):
    """Games that are over, against one opponent under one rule set."""

    opponent: UUID
    rules: str
    games: int
    won: int
    """By the player, and not by the opponent."""
    lost: int
    """Won by the opponent, and not by the player."""


class WithPartner(NamedTuple):
    """Games that are over, with one partner under one rule set."""

    partner: UUID
    rules: str
    games: int
    won: int
    lost: int
    """Won by others."""


class Form(NamedTuple):
    """How many of the last games that are over the player won."""

    rules: str
    games: int
    won: int
    last_10: int
    """Won of the last ten games, or of all if there are fewer."""
    last_50: int


class PlayedGame(NamedTuple):
    """One game that is over, as it ended for one player."""

    record: str
    rules: str
    result: Result
    score: int | None
    """Points of the player's side; None in games without points."""
    net: int | None
    """In minor units; None if nothing counted, or the rules have no payout."""
    currency: str


class ArticleFigures(NamedTuple):
    """The figures in the view `player`."""

    num_block_game_played: int = 0
    num_draw_game_played: int = 0
    num_block_game_win: int = 0
    num_draw_game_win: int = 0
    highest_block_score: int | None = None
    highest_draw_score: int | None = None


def share_won(won: int, lost: int) -> float | None:
    """Games won of a hundred that one of two players won; None if neither won any."""
    return round(100 * won / (won + lost), 1) if won + lost else None


def head_to_head(
    connection: Connection, player: UUID, rules: str | None = None
) -> list[HeadToHead]:
    """The results against each opponent under each rule set."""
    rows = connection.rows(
        f"""
        SELECT opponent_id, rule_set, games, won, lost FROM head_to_head
        WHERE player_id = :player AND {_under(rules)} ORDER BY rule_set, opponent_id
        """,
        player=str(player),
        rules=rules,
    )
    return [HeadToHead(id_in(opponent), *figures) for opponent, *figures in rows]


def with_partners(
    connection: Connection, player: UUID, rules: str | None = None
) -> list[WithPartner]:
    """The results with each partner under each rule set."""
    rows = connection.rows(
        f"""
        SELECT partner_id, rule_set, games, won, lost FROM partner
        WHERE player_id = :player AND {_under(rules)} ORDER BY rule_set, partner_id
        """,
        player=str(player),
        rules=rules,
    )
    return [WithPartner(id_in(partner), *figures) for partner, *figures in rows]


def form_of(connection: Connection, player: UUID, rules: str | None = None) -> list[Form]:
    """The form of a player under each rule set."""
    found: dict[str, Form] = {}
    for id, number, won, last_10, last_50 in connection.rows(
        f"""
        SELECT rule_set, number, won, won_of_10, won_of_50 FROM running_form
        WHERE player_id = :player AND {_under(rules)} ORDER BY rule_set, number
        """,
        player=str(player),
        rules=rules,
    ):
        won_before = found[id].won if id in found else 0
        found[id] = Form(id, number, won_before + (won is not None), last_10, last_50)
    return list(found.values())


def last_games(
    connection: Connection, player: UUID, rules: str | None = None, *, most: int = 20
) -> list[PlayedGame]:
    """The last games that are over, in the order in which they ended."""
    rows = connection.rows(
        f"""
        SELECT
            game.record, game.rule_set, seat.won, seat.lost, seat.score, seat.net, game.currency
        FROM game_seat AS seat JOIN game_fact AS game ON game.id = seat.game_id
        WHERE seat.player_id = :player AND game.finished IS NOT NULL AND {_under(rules)}
        ORDER BY game.finished DESC LIMIT {most:d}
        """,
        player=str(player),
        rules=rules,
    )
    return [
        PlayedGame(record, under, _result(won, lost), score, net, currency)
        for record, under, won, lost, score, net, currency in reversed(list(rows))
    ]


def article_figures(connection: Connection) -> dict[UUID, ArticleFigures]:
    """The figures of every player in the article's tables."""
    columns = ", ".join(ArticleFigures._fields)
    rows = connection.rows(f"SELECT id, {columns} FROM player")
    return {id_in(player): ArticleFigures(*figures) for player, *figures in rows}


def _under(rules: str | None) -> str:
    return "TRUE" if rules is None else "rule_set = :rules"


def _result(won: str | None, lost: str | None) -> Result:
    if won:
        return "won"
    return "lost" if lost else "nobody"
