"""The tables and views of the model "article": the data model for domino games, as published."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Select, case, cast, func, select

from domain.tiles import PIP_NAMES, WILD

from ...messages import mark
from .column_types import FLAG, TEXT, Tables, View, flag, key, maybe, number, patterns, string
from .permanent import KNOWN_NAME

ARTICLE = patterns(
    {
        "article_game": (
            mark("which game of the ledger each game of these tables is, and which were counted"),
            (
                key("id", mark("the game's place in the order of opening, from 1")),
                string("game", mark("the ledger's id of the game")),
                flag("counted", mark("'Y': it is counted among the games of its players")),
            ),
        ),
        "game_before": (
            mark("which game decides by its result who leads, where a record says so"),
            (
                key("game_id", mark("the game that is led")),
                string("game", mark("the ledger's id of the game before")),
            ),
        ),
        "article_player": (
            mark("the players of these games, as other tables refer to them"),
            (key("id", mark("the player"), TEXT),),
        ),
        "bone": (
            mark("the tiles of the largest set played with, and the wild tiles played with"),
            (
                key(
                    "id",
                    mark(
                        "high * (high + 1) / 2 + low, the same in every set; "
                        "a wild half is a high one of 19"
                    ),
                ),
                maybe("first_face_value", mark("the higher half; null: it is wild")),
                maybe("second_face_value", mark("the lower half; null: both are wild")),
            ),
        ),
        "game": (
            mark("every game"),
            (
                key("id", mark("the game's place in the order of opening, from 1")),
                string(
                    "game_variant", mark("block: a seat that cannot play passes; draw: it draws")
                ),
                maybe(
                    "score_to_win",
                    mark("points that end it; null: one round is a game, or `game_goal` says it"),
                ),
                number(
                    "num_round_complete",
                    mark("rounds played to their end, also of a game that was broken off"),
                ),
            ),
        ),
        "game_goal": (
            mark("games that end after a number of rounds, or that the fewest points win"),
            (
                key("game_id", mark("the game")),
                maybe("rounds", mark("rounds that count after which it ends; null: at a score")),
                flag("lowest_wins", mark("'Y': the fewest points win")),
            ),
        ),
        "player_in_game": (
            mark("one row a game and player"),
            (
                key("game_id", mark("the game")),
                key("player_id", mark("who sat there"), TEXT),
                maybe(
                    "player_curr_score",
                    mark("points of the side; without points the net in pips, before the stake"),
                ),
                flag("is_winner", mark("'Y': the side won the game")),
            ),
        ),
        "round": (
            mark("every round, void deals included"),
            (
                key("id", mark("the game's id times 100 000, plus the round's number from 0")),
                number("game_id", mark("the game")),
                maybe(
                    "left_branch_value",
                    mark("pips open at the left end; null: nothing is open there"),
                ),
                maybe(
                    "right_branch_value",
                    mark("pips open at the right end; null: nothing is open there"),
                ),
                maybe(
                    "curr_num_tiles_boneyard",
                    mark("tiles in the boneyard; null: only the result is known"),
                ),
            ),
        ),
        "hand": (
            mark("a tile that a seat held and that was seen; of a round being played, those laid"),
            (
                key("id", mark("the round's id times 10 000, plus a number from 1")),
                number("round_id", mark("the round")),
                string("player_id", mark("who held it")),
                number("bone_id", mark("the tile")),
                flag("is_played", mark("'Y': it lies on the table")),
                flag("is_fetched", mark("'Y': it was drawn from the boneyard")),
            ),
        ),
        "move": (
            mark(
                "the acts of the seats in order, without undone acts, lost turns, turns ended, "
                "claims and knocks"
            ),
            (
                key("id", mark("the round's id times 10 000, plus its number from 1")),
                number("round_id", mark("the round")),
                string("move_type", mark("L laid a tile, D drew one, P did neither")),
                maybe(
                    "hand_id",
                    mark(
                        "the tile laid, drawn or set aside; for other passes, the seat's first; "
                        "null while it is hidden"
                    ),
                ),
                maybe(
                    "branch_played_at",
                    mark("the end that a tile was laid at; null: led without one"),
                    TEXT,
                ),
                number("move_sequence", mark("its number in the round, from 1")),
            ),
        ),
        "player_round_score": (
            mark("one row a player and round that counts"),
            (
                key("game_id", mark("the game")),
                key("player_id", mark("who sat there"), TEXT),
                key("round_id", mark("the round")),
                number(
                    "score",
                    mark("points of the side; without points the net in pips, before the stake"),
                ),
            ),
        ),
        "turn_passed": (
            mark("who passed, raised a marker or set a tile aside, seen or not"),
            (
                key("move_id", mark("the move of type P")),
                number("seat", mark("0, 1, 2 ... clockwise")),
                string("player_id", mark("who sat there")),
            ),
        ),
        "lead_flipped": (
            mark("leads that lie with the higher half to the left"),
            (
                key("move_id", mark("the lead")),
                number("seat", mark("0, 1, 2 ... clockwise")),
                string("player_id", mark("who sat there")),
            ),
        ),
        "half_open": (
            mark("lay-downs of tiles that may lie either way: the half that stays open"),
            (
                key("move_id", mark("the lay-down")),
                number("pip", mark("the pips of that half")),
            ),
        ),
        "wild_declared": (
            mark("lay-downs of tiles with a wild half: the pip that it stands for"),
            (
                key("move_id", mark("the lay-down")),
                number("pip", mark("the pips of that half from then on")),
            ),
        ),
        "tile_bend": (
            mark("lay-downs of doubles on a bent line: how they turn it"),
            (
                key("move_id", mark("the lay-down")),
                string("bend", mark("left or right, seen outward")),
            ),
        ),
        "tile_set_aside": (
            mark("moves that set a tile aside, face down"),
            (
                key("move_id", mark("the move of type P")),
                maybe("bone_id", mark("the tile; null while it is hidden, or if nobody saw it")),
            ),
        ),
        "marker_raised": (
            mark("moves that put the marker of one's own train up"),
            (key("move_id", mark("the move of type P")),),
        ),
        "round_hub": (
            mark("the tile with which the table began, and which nobody laid"),
            (
                key("round_id", mark("the round")),
                number("bone_id", mark("the tile")),
            ),
        ),
        "open_end": (
            mark("open ends other than left and right, after the last move of the round"),
            (
                key("round_id", mark("the round")),
                key("end_name", mark("its name, such as arm-1 or train-2"), TEXT),
                number("pip", mark("the pips that it shows")),
                number("room", mark("tiles it takes; above 1: like places of one double")),
                maybe("seat", mark("whose train it is; null: it belongs to all")),
                maybe("player_id", mark("who sits there; null: it belongs to all"), TEXT),
                flag("marked", mark("'Y': the marker of this train is up")),
                flag("comes_first", mark("'Y': no other end may be served before it")),
            ),
        ),
        "round_winner": (
            mark("the players who won a round that counts, alone, with partners or tied"),
            (
                key("round_id", mark("the round")),
                key("player_id", mark("who won it"), TEXT),
            ),
        ),
    }
)


REFERENCES: Mapping[str, Mapping[str, str]] = {
    "article_game": {"id": "game"},
    "game_before": {"game_id": "game"},
    "game_goal": {"game_id": "game"},
    "player_in_game": {"game_id": "game", "player_id": "article_player"},
    "round": {"game_id": "game"},
    "hand": {"round_id": "round", "player_id": "article_player", "bone_id": "bone"},
    "move": {"round_id": "round", "hand_id": "hand"},
    "player_round_score": {
        "game_id": "game",
        "player_id": "article_player",
        "round_id": "round",
    },
    "turn_passed": {"move_id": "move", "player_id": "article_player"},
    "lead_flipped": {"move_id": "move", "player_id": "article_player"},
    "half_open": {"move_id": "move"},
    "wild_declared": {"move_id": "move"},
    "tile_bend": {"move_id": "move"},
    "tile_set_aside": {"move_id": "move", "bone_id": "bone"},
    "marker_raised": {"move_id": "move"},
    "round_hub": {"round_id": "round", "bone_id": "bone"},
    "open_end": {"round_id": "round", "player_id": "article_player"},
    "round_winner": {"round_id": "round", "player_id": "article_player"},
}
"""By table and column, the table whose `id` it refers to."""
UNIQUE = {
    "article_game": ("game",),
    "bone": ("first_face_value", "second_face_value"),
}
"""By table, columns in which no two rows are equal, beside the key."""


def _player_record(tables: Tables) -> Select[Any]:
    seat, game, counting = tables["player_in_game"].c, tables["game"].c, tables["article_game"].c
    goal = tables["game_goal"].c
    high = case((goal.lowest_wins.is_(None), seat.player_curr_score))

    def counted(family: str, value: ColumnElement[Any]) -> ColumnElement[Any]:
        return case(((counting.counted == FLAG) & (game.game_variant == family), value))

    figures = {
        "num_block_game_played": func.count(counted("block", game.id)),
        "num_draw_game_played": func.count(counted("draw", game.id)),
        "num_block_game_win": func.count(counted("block", seat.is_winner)),
        "num_draw_game_win": func.count(counted("draw", seat.is_winner)),
        "highest_block_score": func.max(counted("block", high)),
        "highest_draw_score": func.max(counted("draw", high)),
    }
    return (
        select(seat.player_id.label("id"))
        .add_columns(*(figure.label(name) for name, figure in figures.items()))
        .join_from(tables["player_in_game"], tables["game"], seat.game_id == game.id)
        .join(tables["article_game"], counting.id == game.id)
        .outerjoin(tables["game_goal"], goal.game_id == game.id)
        .group_by(seat.player_id)
    )


def _player(tables: Tables) -> Select[Any]:
    record = _player_record(tables).subquery().c
    named = select(KNOWN_NAME.c.name).where(KNOWN_NAME.c.player_id == record.id)
    id, *figures = record
    return select(id, named.scalar_subquery().label("player_name"), *figures)


def _opening(tables: Tables) -> Select[*tuple[Any, ...]]:
    move, hand, bone = tables["move"].c, tables["hand"].c, tables["bone"].c
    higher, lower = (
        func.coalesce(cast(half, TEXT), PIP_NAMES[WILD])
        for half in (bone.first_face_value, bone.second_face_value)
    )
    tile = higher.concat("-").concat(lower).label("tile")
    lays = select(move.round_id, func.min(move.id).label("id")).where(move.move_type == "L")
    first = lays.group_by(move.round_id).subquery().c
    return (
        select(move.round_id, hand.player_id, hand.bone_id, tile)
        .join_from(tables["move"], tables["hand"], move.hand_id == hand.id)
        .join(tables["bone"], bone.id == hand.bone_id)
        .where(move.id.in_(select(first.id)))
    )


def _game_link(tables: Tables) -> Select[Any]:
    link, before = tables["game_before"].c, tables["article_game"].c
    return select(before.id.label("game_id"), link.game_id.label("next_game_id")).join_from(
        tables["game_before"], tables["article_game"], before.game == link.game
    )


_RECORD = {
    "id": mark("the player's id"),
    "num_block_game_played": mark("block games that are over"),
    "num_draw_game_played": mark("draw games that are over"),
    "num_block_game_win": mark("block games won"),
    "num_draw_game_win": mark("draw games won"),
    "highest_block_score": mark(
        "highest score in a block game that is over and that most points win; null: none"
    ),
    "highest_draw_score": mark(
        "highest score in a draw game that is over and that most points win; null: none"
    ),
}
ARTICLE_VIEWS: Mapping[str, View] = {
    "game_link": View(
        _game_link,
        mark("games of these tables that follow one another"),
        {
            "game_id": mark("the game before, whose result decides who leads the next"),
            "next_game_id": mark("the game after it"),
        },
        keys=frozenset({"next_game_id"}),
    ),
    "player_record": View(
        _player_record,
        mark("the figures of `player`, without names"),
        _RECORD,
        keys=frozenset({"id"}),
    ),
    "player": View(
        _player,
        mark("every player, with the current name"),
        _RECORD | {"player_name": mark("the name; null: erased")},
        keys=frozenset({"id"}),
    ),
    "opening": View(
        _opening,
        mark("one row a round in which a tile was laid: the first one"),
        {
            "player_id": mark("who laid it"),
            "tile": mark("the tile, the higher half first: 6-4; W is a wild half"),
        },
        keys=frozenset({"round_id"}),
    ),
}
