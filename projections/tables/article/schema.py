"""The tables of the model "article": the data model for domino games, as it was published."""

from ..definition import TEXT, flag, key, maybe, number, patterns, text

ARTICLE = patterns(
    {
        "article_game": (
            "which game of the ledger each game of these tables is, and which were counted",
            (
                key("id", "the game's place in the order of opening, from 1"),
                text("game", "the ledger's id of the game"),
                flag("counted", "it is counted among the games of its players"),
            ),
        ),
        "player_record": (
            "what `player` tells, without the names",
            (
                key("id", "the player's id", TEXT),
                number("num_block_game_played", "block games that are over"),
                number("num_draw_game_played", "draw games that are over"),
                number("num_block_game_win", "block games won"),
                number("num_draw_game_win", "draw games won"),
                maybe("highest_block_score", "highest score in a block game that is over"),
                maybe("highest_draw_score", "highest score in a draw game that is over"),
            ),
        ),
        "bone": (
            "the tiles of the largest set played with",
            (
                key("id", "high * (high + 1) / 2 + low, the same in every set"),
                number("first_face_value", "the higher half"),
                number("second_face_value", "the lower half"),
            ),
        ),
        "game": (
            "every game",
            (
                key("id", "the game's place in the order of opening, from 1"),
                text("game_variant", "block: who cannot play passes; draw: he draws"),
                maybe("score_to_win", "points that end it; null: one round is a game"),
                number("num_round_complete", "rounds that count"),
            ),
        ),
        "player_in_game": (
            "one row a game and seat",
            (
                number("game_id", "the game"),
                text("player_id", "who sat there"),
                maybe("player_curr_score", "points of his side; net minor units without points"),
                flag("is_winner", "his side won the game"),
            ),
        ),
        "round": (
            "every round, void deals included",
            (
                key("id", "the game's id times 100 000, plus the round's number from 0"),
                number("game_id", "the game"),
                maybe("left_branch_value", "pips open at the left end; null: nothing laid"),
                maybe("right_branch_value", "pips open at the right end; null: nothing laid"),
                number("curr_num_tiles_boneyard", "tiles in the boneyard"),
            ),
        ),
        "hand": (
            "a tile that a seat held and somebody saw; of a round being played, those on the table",
            (
                key("id", "the round's id times 10 000, plus a number from 1"),
                number("round_id", "the round"),
                text("player_id", "who held it"),
                number("bone_id", "the tile"),
                flag("is_played", "it lies on the table"),
                flag("is_fetched", "it was drawn from the boneyard"),
            ),
        ),
        "move": (
            "what the seats did, in order; what was taken back, and lost turns, are none of it",
            (
                key("id", "the round's id times 10 000, plus its number from 1"),
                number("round_id", "the round"),
                text("move_type", "L laid a tile, D drew one, P passed"),
                maybe("hand_id", "the tile; of a pass that seat's first; null while it is hidden"),
                maybe("branch_played_at", "the end, of a lay-down after the lead", TEXT),
                number("move_sequence", "its number in the round, from 1"),
            ),
        ),
        "player_round_score": (
            "one row a seat and round that counts",
            (
                number("game_id", "the game"),
                text("player_id", "who sat there"),
                number("round_id", "the round"),
                number("score", "points of his side; net minor units without points"),
            ),
        ),
    }
)
