"""The tables of the read models, defined once for every database.

*Kept* tables hold what is never made again: which generations there are, verdicts (facts that are
slow to find), money that was booked, names. All others belong to a generation: they follow from
the log and can be made again beside those in use. A generation's tables carry its number at the
end of their names; a view of the plain name shows those in use.

Flags are 'Y' or null. The id of a game is its place in the order in which games were opened, from
1; of a round that times `ROUNDS_A_GAME` plus its number in the record, from 0; of a hand or a move
the round's times `PARTS_A_ROUND` plus its own number, from 1.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import BigInteger, Column, Float, Index, Integer, MetaData, Table, Text
from sqlalchemy.types import TypeEngine

ROUNDS_A_GAME: Final = 100_000
PARTS_A_ROUND: Final = 10_000
FLAG: Final = "Y"

Model: TypeAlias = Literal["figures", "article"]
"""What is kept up to date, and made again, as one."""

NUMBER: TypeEngine[int] = BigInteger().with_variant(Integer, "sqlite")
_TEXT: TypeEngine[str] = Text()
_REAL: TypeEngine[float] = Float()


def _key(name: str, comment: str, kind: TypeEngine[Any] = NUMBER) -> Column[Any]:
    return Column(name, kind, primary_key=True, autoincrement=False, comment=comment)


def _number(name: str, comment: str) -> Column[Any]:
    return Column(name, NUMBER, nullable=False, comment=comment)


def _maybe(name: str, comment: str, kind: TypeEngine[Any] = NUMBER) -> Column[Any]:
    return Column(name, kind, comment=comment)


def _text(name: str, comment: str) -> Column[Any]:
    return Column(name, _TEXT, nullable=False, comment=comment)


def _real(name: str, comment: str) -> Column[Any]:
    return Column(name, _REAL, nullable=False, comment=comment)


def _flag(name: str, comment: str) -> Column[Any]:
    return Column(name, _TEXT, comment=f"'Y': {comment}")


def _table(metadata: MetaData, name: str, comment: str, columns: Iterable[Column[Any]]) -> Table:
    columns = tuple(columns)
    keys = sum(column.primary_key for column in columns)
    return Table(name, metadata, *columns, comment=comment, sqlite_with_rowid=keys < 2)


# -- kept

KEPT = MetaData()

GENERATION = _table(
    KEPT,
    "generation",
    "every making of a model's tables, and how far it has come in the log",
    (
        _key("id", "number of the generation, from 1"),
        _text("model", "the tables it makes: figures or article"),
        _maybe("rules", "id of the rule set whose score and payout it applies to all", _TEXT),
        _maybe("body", "these rules, written out as JSON", _TEXT),
        _text("state", "building, current, retired or dropped"),
        _number("position", "place in the log of the last event taken in"),
        _number("games", "games opened up to there"),
        _number("rated", "place in the log up to which games that are over are rated"),
    ),
)
VERDICT = _table(
    KEPT,
    "verdict",
    "who blocked a round, by reading: found once and kept",
    (
        _key("round_id", "the round"),
        _key("reading", "the reading", _TEXT),
        _key("search_version", "version of the search that found it"),
        _text("status", "found, nobody or undetermined"),
        _maybe("blocker", "seat that blocked"),
        _maybe("assistant", "seat that helped"),
        _maybe("act", "place of the blocking lay-down among the acts of the round, from 0"),
        _maybe("bound", "positions searched before it was given up as undetermined"),
    ),
)
POSTING = _table(
    KEPT,
    "posting",
    "money booked, never changed: postings of one entry sum to zero in each currency",
    (
        _key("id", "number of the posting, from 1"),
        _text("kind", "settlement, or adjustment of what was booked before"),
        _number("generation", "the generation under whose rules it was booked"),
        _number("round_id", "the round it settles"),
        _number("game_id", "the game of that round"),
        _text("player_id", "whose account"),
        _text("currency", "ISO 4217; XXX is none"),
        _number("amount", "minor units the player gets; negative: owes"),
        _text("reason", "what for"),
    ),
)
Index("posting_by_game", POSTING.c.game_id)
KNOWN_NAME = _table(
    KEPT,
    "known_name",
    "what players are called now",
    (
        _key("player_id", "the player", _TEXT),
        _text("name", "the name"),
    ),
)

# -- of a generation

_FIGURES: Mapping[str, tuple[str, tuple[Column[Any], ...]]] = {
    "played_rules": (
        "rule sets that games were played under, as they were written out",
        (
            _key("id", "number in order of first use, from 1"),
            _text("rule_set", "name@version"),
            _text("body", "the whole rule set as JSON"),
        ),
    ),
    "game_fact": (
        "every game: its record, and how it stands under the rules of the generation",
        (
            _key("id", "the game's place in the order of opening, from 1"),
            _text("game", "the ledger's id of the game"),
            _text("record", "the record's own id"),
            _number("rules_id", "the rules played under"),
            _text("rule_set", "name@version of these"),
            _text("opened_at", "when it started, or else when it was recorded"),
            _text("currency", "of the stake"),
            _number("minor_per_pip", "the stake, in minor units a pip"),
            _number("seats", "players"),
            _maybe("teams", "sides as the record orders them, as JSON", _TEXT),
            _flag("irregular", "something irregular was noted: the game waits for a ruling"),
            _flag("disputed", "the same before its first round: no round counts"),
            _text("state", "over, unfinished, in progress, abandoned or disputable"),
            _number("rounds", "rounds that count"),
            _number("surplus", "settled rounds after the one that won the game"),
            _maybe("closed", "place in the log of the event that ended it"),
            _maybe("finished", "the same, where it counts as played"),
        ),
    ),
    "game_seat": (
        "one row a game and seat: who sat there, and what came of it",
        (
            _key("game_id", "the game"),
            _key("seat", "0, 1, 2 ... clockwise"),
            _text("player_id", "who sat there"),
            _number("side", "his side, from 0; his own where there are no partners"),
            _maybe("score", "points of his side; null in a game without points"),
            _maybe("net", "minor units he gets all in all; null without payout rules"),
            _flag("won", "his side won the game"),
            _flag("lost", "only other sides won the game"),
        ),
    ),
    "round_end": (
        "one row a round that has ended: what is the same for all who played it",
        (
            _key("round_id", "the round"),
            _number("game_id", "the game"),
            _text("ended", "out, blocked or void"),
            _flag("irregular", "something irregular was noted: the round waits for a ruling"),
            _maybe("leader", "seat that led"),
            _maybe("first_out", "seat that was the first without a tile"),
            _maybe("last_to_lay", "seat that laid the last tile"),
            _flag("counts", "the round counts in its game"),
            _number("winners", "seats that won it"),
            _maybe("points", "points of all sides together; null in a game without points"),
            _maybe("blocker", "seat that blocked it, under the reading that the payout names"),
            _maybe("assistant", "seat that helped the blocker"),
        ),
    ),
    "round_seat": (
        "one row a round that has ended and a seat: what is each one's own",
        (
            _key("round_id", "the round"),
            _key("seat", "0, 1, 2 ... clockwise"),
            _number("pips", "pips left in hand"),
            _number("tiles", "tiles left in hand"),
            _flag("won", "the seat's side won the round"),
            _maybe("points", "points of the side; null in a game without points"),
            _maybe("net", "minor units the seat gets; null without payout rules"),
        ),
    ),
    "statistic": (
        "one row a player and rule set played under; rounds are those that count",
        (
            _key("player_id", "the player", _TEXT),
            _key("rule_set", "name@version", _TEXT),
            _number("games", "games that are over"),
            _number("games_won", "those he won, alone or with others"),
            _number("games_lost", "those that others won"),
            _number("rounds", "rounds settled"),
            _number("rounds_won", "those he won, alone or with others"),
            _number("rounds_lost", "those that others won"),
            _number("points", "points of his side"),
            _number("points_against", "points of the other sides"),
            _number("pips_left", "pips left in hand, all rounds together"),
            _number("times_out", "rounds in which he was the first without a tile"),
            _number("blocked", "rounds that ended blocked"),
            _number("blocker", "blocks he is answerable for"),
            _number("assistant", "blocks he helped with"),
            _number("streak", "games won in a row up to the last; negative: not won in a row"),
            _number("longest_streak", "most games won in a row"),
        ),
    ),
    "turnover": (
        "money by player, rule set and currency, in minor units, from rounds that count",
        (
            _key("player_id", "the player", _TEXT),
            _key("rule_set", "name@version", _TEXT),
            _key("currency", "ISO 4217; XXX is none", _TEXT),
            _number("received", "what the rounds he gained from brought"),
            _number("paid", "what the rounds he lost by cost"),
        ),
    ),
    "rating": (
        "strength by player and rule set, from games over, in that order",
        (
            _key("player_id", "the player", _TEXT),
            _key("rule_set", "name@version", _TEXT),
            _real("mu", "estimated strength; 25 at first"),
            _real("sigma", "its uncertainty, one standard deviation; 25/3 at first"),
            _number("games", "games rated"),
        ),
    ),
}

_ARTICLE: Mapping[str, tuple[str, tuple[Column[Any], ...]]] = {
    "article_game": (
        "which game of the ledger each game of these tables is, and which were counted",
        (
            _key("id", "the game's place in the order of opening, from 1"),
            _text("game", "the ledger's id of the game"),
            _flag("counted", "it is counted among the games of its players"),
        ),
    ),
    "player_record": (
        "what `player` tells, without the names",
        (
            _key("id", "the player's id", _TEXT),
            _number("num_block_game_played", "block games that are over"),
            _number("num_draw_game_played", "draw games that are over"),
            _number("num_block_game_win", "block games won"),
            _number("num_draw_game_win", "draw games won"),
            _maybe("highest_block_score", "highest score in a block game that is over"),
            _maybe("highest_draw_score", "highest score in a draw game that is over"),
        ),
    ),
    "bone": (
        "the tiles of the largest set played with",
        (
            _key("id", "high * (high + 1) / 2 + low, the same in every set"),
            _number("first_face_value", "the higher half"),
            _number("second_face_value", "the lower half"),
        ),
    ),
    "game": (
        "every game",
        (
            _key("id", "the game's place in the order of opening, from 1"),
            _text("game_variant", "block: who cannot play passes; draw: he draws"),
            _maybe("score_to_win", "points that end it; null: one round is a game"),
            _number("num_round_complete", "rounds that count"),
        ),
    ),
    "player_in_game": (
        "one row a game and seat",
        (
            _number("game_id", "the game"),
            _text("player_id", "who sat there"),
            _maybe("player_curr_score", "points of his side; net minor units without points"),
            _flag("is_winner", "his side won the game"),
        ),
    ),
    "round": (
        "every round, void deals included",
        (
            _key("id", "the game's id times 100 000, plus the round's number from 0"),
            _number("game_id", "the game"),
            _maybe("left_branch_value", "pips open at the left end; null: nothing laid"),
            _maybe("right_branch_value", "pips open at the right end; null: nothing laid"),
            _number("curr_num_tiles_boneyard", "tiles in the boneyard"),
        ),
    ),
    "hand": (
        "one row for every tile a seat held; of a round being played only those on the table",
        (
            _key("id", "the round's id times 10 000, plus a number from 1"),
            _number("round_id", "the round"),
            _text("player_id", "who held it"),
            _number("bone_id", "the tile"),
            _flag("is_played", "it lies on the table"),
            _flag("is_fetched", "it was drawn from the boneyard"),
        ),
    ),
    "move": (
        "what the seats did, in order",
        (
            _key("id", "the round's id times 10 000, plus its number from 1"),
            _number("round_id", "the round"),
            _text("move_type", "L laid a tile, D drew one, P passed"),
            _maybe("hand_id", "the tile; of a pass that seat's first; null while it is hidden"),
            _maybe("branch_played_at", "the end, of a lay-down after the lead", _TEXT),
            _number("move_sequence", "its number in the round, from 1"),
        ),
    ),
    "player_round_score": (
        "one row a seat and round that counts",
        (
            _number("game_id", "the game"),
            _text("player_id", "who sat there"),
            _number("round_id", "the round"),
            _number("score", "points of his side; net minor units without points"),
        ),
    ),
}


def _patterns(tables: Mapping[str, tuple[str, tuple[Column[Any], ...]]]) -> MetaData:
    """Of each table one, to be copied for every generation."""
    metadata = MetaData()
    for name, (comment, columns) in tables.items():
        _table(metadata, name, comment, columns)
    return metadata


_PATTERNS: Mapping[Model, MetaData] = {
    "figures": _patterns(_FIGURES),
    "article": _patterns(_ARTICLE),
}
_INDEXED = {
    "game_seat": "player_id",
    "game_fact": "game",
    "article_game": "game",
    "player_in_game": "game_id",
    "round": "game_id",
    "player_round_score": "round_id",
}


class Generation(dict[str, Table]):
    """The tables of one generation, by their plain names."""

    def __init__(self, model: Model, id: int) -> None:
        super().__init__()
        self.model = model
        self.id = id
        self.metadata = MetaData()
        for name, table in _PATTERNS[model].tables.items():
            self[name] = table.to_metadata(self.metadata, name=f"{name}_{id}")
            if name in _INDEXED:
                Index(f"{name}_{id}_by_{_INDEXED[name]}", self[name].c[_INDEXED[name]])


@lru_cache(maxsize=64)
def generation(model: Model, id: int) -> Generation:
    """The tables of the generation of this number."""
    return Generation(model, id)
