"""The tables of the model "figures": games, rounds, statistics, ratings."""

from ..definition import TEXT, flag, key, maybe, number, patterns, real, text

FIGURES = patterns(
    {
        "played_rules": (
            "rule sets that games were played under, as they were written out",
            (
                key("id", "number in order of first use, from 1"),
                text("rule_set", "name@version"),
                text("body", "the whole rule set as JSON"),
            ),
        ),
        "game_fact": (
            "every game: its record, and how it stands under the rules of the generation",
            (
                key("id", "the game's place in the order of opening, from 1"),
                text("game", "the ledger's id of the game"),
                text("record", "the record's own id"),
                number("rules_id", "the rules played under"),
                text("rule_set", "name@version of these"),
                text("opened_at", "when it started, or else when it was recorded"),
                text("currency", "of the stake"),
                number("minor_per_pip", "the stake, in minor units a pip"),
                number("seats", "players"),
                maybe("teams", "sides as the record orders them, as JSON", TEXT),
                flag("irregular", "the game waits for a ruling, or for tiles that nobody saw"),
                flag("disputed", "the same before its first round: no round counts"),
                text(
                    "state",
                    "void, abandoned, forfeited, disputable, over, unfinished or in progress",
                ),
                number("rounds", "rounds that count"),
                number("surplus", "settled rounds after the one that won the game"),
                maybe("closed", "place in the log of the event that ended it"),
                maybe("finished", "the same, where it counts as played"),
                maybe("forfeiter", "seat that gave it up"),
            ),
        ),
        "game_seat": (
            "one row a game and seat: who sat there, and what came of it",
            (
                key("game_id", "the game"),
                key("seat", "0, 1, 2 ... clockwise"),
                text("player_id", "who sat there"),
                number("side", "his side, from 0; his own where there are no partners"),
                maybe("score", "points of his side; null in a game without points"),
                maybe("net", "minor units he gets all in all; null without payout rules"),
                flag("won", "his side won the game"),
                flag("lost", "only other sides won the game"),
            ),
        ),
        "round_end": (
            "one row a round that has ended: what is the same for all who played it",
            (
                key("round_id", "the round"),
                number("game_id", "the game"),
                text("ended", "out, blocked or void"),
                flag("irregular", "not played by the rules: the round waits for a ruling"),
                maybe("leader", "seat that led"),
                maybe("first_out", "seat that was the first without a tile"),
                maybe("last_to_lay", "seat that laid the last tile"),
                flag("counts", "the round counts in its game"),
                number("winners", "seats that won it"),
                maybe("points", "points of all sides together; null in a game without points"),
                maybe(
                    "blocker", "seat that blocked it, as ruled or as the payout's reading has it"
                ),
                maybe("assistant", "seat that helped the blocker"),
            ),
        ),
        "round_decree": (
            "one row a round that has ended and was ruled on by an arbiter: what is in force",
            (
                key("round_id", "the round"),
                number("game_id", "the game"),
                flag("void", "the round counts for nothing"),
                flag("blames", "blocker and assistant are these, and no reading is asked"),
                maybe("blocker", "seat that blocked it; null: nobody"),
                maybe("assistant", "seat that helped the blocker"),
                maybe("points", "by side, in place of those found, as JSON", TEXT),
                text("more_points", "by side, what penalties add, as JSON"),
                text("pips", "by seat, whose stake penalties bring or cost, as JSON"),
            ),
        ),
        "round_hands": (
            "one row a round that has ended: what is each one's own, packed; see `round_seat`",
            (
                key("round_id", "the round"),
                maybe("pips", "by seat, as wide each; null where some tiles were not seen", TEXT),
                text("tiles", "by seat, as wide each"),
                text("won", "a sign a seat"),
                maybe("points", "by seat, as wide each; null in a game without points", TEXT),
                maybe("net", "by seat, as wide each; null without payout rules", TEXT),
            ),
        ),
        "statistic": (
            "one row a player and rule set played under; rounds are those that count",
            (
                key("player_id", "the player", TEXT),
                key("rule_set", "name@version", TEXT),
                number("games", "games that are over"),
                number("games_won", "those he won, alone or with others"),
                number("games_lost", "those that others won"),
                number("rounds", "rounds settled"),
                number("rounds_won", "those he won, alone or with others"),
                number("rounds_lost", "those that others won"),
                number("points", "points of his side"),
                number("points_against", "points of the other sides"),
                number("pips_left", "pips left in hand, all rounds together"),
                number("times_out", "rounds in which he was the first without a tile"),
                number("blocked", "rounds that ended blocked"),
                number("blocker", "blocks he is answerable for"),
                number("assistant", "blocks he helped with"),
                number("streak", "games won in a row up to the last; negative: not won in a row"),
                number("longest_streak", "most games won in a row"),
            ),
        ),
        "turnover": (
            "money by player, rule set and currency, in minor units, from rounds that count",
            (
                key("player_id", "the player", TEXT),
                key("rule_set", "name@version", TEXT),
                key("currency", "ISO 4217; XXX is none", TEXT),
                number("received", "what the rounds he gained from brought"),
                number("paid", "what the rounds he lost by cost"),
            ),
        ),
        "rating": (
            "strength by player and rule set, from games over, in that order",
            (
                key("player_id", "the player", TEXT),
                key("rule_set", "name@version", TEXT),
                real("mu", "estimated strength; 25 at first"),
                real("sigma", "its uncertainty, one standard deviation; 25/3 at first"),
                number("games", "games rated"),
            ),
        ),
    }
)
