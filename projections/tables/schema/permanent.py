"""Kept tables, which a rebuild leaves alone.

The list of generations, verdicts (facts that are slow to find), money booked, and names. All but
the first are filled again from the book if they are missing.
"""

from sqlalchemy import Index, MetaData

from ...messages import mark
from .column_types import TEXT, key, maybe, number, string, table

KEPT = MetaData()

GENERATION = table(
    KEPT,
    "generation",
    mark("every generation of a model's tables, and the log position it has reached"),
    (
        key("id", mark("number of the generation, from 1")),
        string("model", mark("its tables: figures or article")),
        maybe("rules", mark("whose score and payout count, as typed: OLD=NEW; null: own"), TEXT),
        string("body", mark("the same as JSON, with the rule sets written out")),
        string("state", mark("building, current, retired or dropped")),
        number("position", mark("place in the log of the last event taken in")),
        string(
            "mark",
            mark("a digest of the bytes of that event; empty before the first"),
        ),
        number("games", mark("games opened up to there")),
        number("rated", mark("place in the log up to which games that are over are rated")),
    ),
)
VERDICT = table(
    KEPT,
    "verdict",
    mark("who blocked a round, by reading: found once and kept"),
    (
        key("round_id", mark("the round")),
        key("reading", mark("the reading"), TEXT),
        key("search_version", mark("version of the search that found it")),
        string("status", mark("found, nobody or undetermined")),
        maybe("blocker", mark("seat that blocked")),
        maybe("assistant", mark("seat that helped")),
        maybe("act", mark("place of the blocking lay-down among the acts of the round, from 0")),
        maybe("bound", mark("positions searched before the search was given up")),
    ),
)
POSTING = table(
    KEPT,
    "posting",
    mark("money booked, as in the journal of the book: postings of one entry sum to zero"),
    (
        key("id", mark("number of the posting, from 1")),
        number("entry", mark("number of its entry in the journal of the book, from 1")),
        string("booked_at", mark("when the entry was recorded (UTC)")),
        maybe("booked_by", mark("the person who ordered it; null: it followed from events"), TEXT),
        maybe("after_event", mark("place in the log of the last event that it follows from")),
        string("kind", mark("settlement, or adjustment of what was booked before")),
        string("rules", mark("id of the rule set by which it was booked")),
        number("round_id", mark("the round it settles")),
        number("game_id", mark("the game of that round")),
        string("player_id", mark("whose account")),
        string("currency", mark("ISO 4217; XXX is none")),
        number("amount", mark("minor units the player gets; negative: owes")),
        string("reason", mark("what for")),
    ),
)
Index("posting_by_game", POSTING.c.game_id)
LEFT_OUT = table(
    KEPT,
    "left_out",
    mark("games that older programs took in and tables cannot hold: they are in no other table"),
    (
        key("generation", mark("the generation whose tables they are not in")),
        key("id", mark("the game's place in the order of opening, from 1")),
        string("game", mark("the ledger's id of the game")),
        string("unheld", mark("what cannot be held: the text of record, rules or end; or money")),
    ),
)
KNOWN_ALIAS = table(
    KEPT,
    "known_alias",
    mark("players who were merged: who they count as in all tables"),
    (
        key("player_id", mark("the player, as the events have it"), TEXT),
        string("into_id", mark("the player who stands in the tables")),
    ),
)
KNOWN_NAME = table(
    KEPT,
    "known_name",
    mark("the current names of players"),
    (
        key("player_id", mark("the player"), TEXT),
        string("name", mark("the name")),
    ),
)
