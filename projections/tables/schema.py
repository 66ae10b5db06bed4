"""The tables of the read models, defined once for every database.

*Kept* tables hold what is never made again: which generations there are, verdicts (facts that are
slow to find), money that was booked, names. All others belong to a generation: they follow from
the log and can be made again beside those in use. A generation's tables carry its number at the
end of their names; a view of the plain name shows those in use.

Flags are 'Y' or null. The id of a game is its place in the order in which games were opened, from
1; of a round that times `ROUNDS_A_GAME` plus its number in the record, from 0; of a hand or a move
the round's times `PARTS_A_ROUND` plus its own number, from 1.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from sqlalchemy import Index, MetaData, Table

from .article.schema import ARTICLE
from .definition import TEXT, key, maybe, number, table, text
from .figures.schema import FIGURES

ROUNDS_A_GAME: Final = 100_000
PARTS_A_ROUND: Final = 10_000
FLAG: Final = "Y"

Model: TypeAlias = Literal["figures", "article"]
"""What is kept up to date, and made again, as one."""

# -- kept

KEPT = MetaData()

GENERATION = table(
    KEPT,
    "generation",
    "every making of a model's tables, and how far it has come in the log",
    (
        key("id", "number of the generation, from 1"),
        text("model", "the tables it makes: figures or article"),
        maybe("rules", "id of the rule set whose score and payout it applies to all", TEXT),
        maybe("body", "these rules, written out as JSON", TEXT),
        text("state", "building, current, retired or dropped"),
        number("position", "place in the log of the last event taken in"),
        text("mark", "what that event is known by: a digest of its bytes; empty before the first"),
        number("games", "games opened up to there"),
        number("rated", "place in the log up to which games that are over are rated"),
    ),
)
VERDICT = table(
    KEPT,
    "verdict",
    "who blocked a round, by reading: found once and kept",
    (
        key("round_id", "the round"),
        key("reading", "the reading", TEXT),
        key("search_version", "version of the search that found it"),
        text("status", "found, nobody or undetermined"),
        maybe("blocker", "seat that blocked"),
        maybe("assistant", "seat that helped"),
        maybe("act", "place of the blocking lay-down among the acts of the round, from 0"),
        maybe("bound", "positions searched before it was given up as undetermined"),
    ),
)
POSTING = table(
    KEPT,
    "posting",
    "money booked, never changed: postings of one entry sum to zero in each currency",
    (
        key("id", "number of the posting, from 1"),
        text("kind", "settlement, or adjustment of what was booked before"),
        number("generation", "the generation under whose rules it was booked"),
        number("round_id", "the round it settles"),
        number("game_id", "the game of that round"),
        text("player_id", "whose account"),
        text("currency", "ISO 4217; XXX is none"),
        number("amount", "minor units the player gets; negative: owes"),
        text("reason", "what for"),
    ),
)
Index("posting_by_game", POSTING.c.game_id)
KNOWN_NAME = table(
    KEPT,
    "known_name",
    "what players are called now",
    (
        key("player_id", "the player", TEXT),
        text("name", "the name"),
    ),
)

# -- of a generation

_PATTERNS: Mapping[Model, MetaData] = {
    "figures": FIGURES,
    "article": ARTICLE,
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
        for name, pattern in _PATTERNS[model].tables.items():
            self[name] = pattern.to_metadata(self.metadata, name=f"{name}_{id}")
            if name in _INDEXED:
                Index(f"{name}_{id}_by_{_INDEXED[name]}", self[name].c[_INDEXED[name]])


@lru_cache(maxsize=64)
def generation(model: Model, id: int) -> Generation:
    """The tables of the generation of this number."""
    return Generation(model, id)
