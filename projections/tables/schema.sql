-- The tables that follow from a book, for SQLite and PostgreSQL.
--
-- A line of comment above a statement, or beside a column, is its entry in the data dictionary. The
-- columns of a view are listed above it. `bigint` is `integer` on SQLite. What differs otherwise
-- stands in braces: {exact_sum(x)} is a sum of any size, {without_rowid} is for SQLite, and a
-- statement under [sqlite] or [postgresql] is for that database alone.
--
-- A flag is 'Y' or null. The id of a game is its number in the order of opening, from 1. The id of a
-- round is the game's times 100 000, plus the number of the round in the record, from 0. The id of
-- a hand or move is the round's times 10 000, plus its own number, from 1.

-- # figures

-- rule sets that games were played under
CREATE TABLE played_rules (
    id bigint NOT NULL PRIMARY KEY,    -- number in order of first use, from 1
    rule_set text NOT NULL,    -- name@version
    body text NOT NULL    -- the whole rule set as JSON
);

-- every game: its record, and how it stands by the rules that count
CREATE TABLE game_fact (
    id bigint NOT NULL PRIMARY KEY,    -- the game's place in the order of opening, from 1
    game text NOT NULL,    -- the ledger's id of the game
    record text NOT NULL,    -- the record's own id
    rules_id bigint NOT NULL,    -- the rules played under
    rule_set text NOT NULL,    -- name@version of these
    opened_at text NOT NULL,    -- when it started, or if unknown, when it was recorded
    currency text NOT NULL,    -- of the stake
    minor_per_pip bigint NOT NULL,    -- the stake, in minor units a pip
    seats bigint NOT NULL,    -- players
    teams text,    -- sides as the record orders them, as JSON
    irregular text,    -- 'Y': the game waits for a ruling, or for tiles that nobody saw
    disputed text,    -- 'Y': it waits for a ruling on its seats: no round counts
    state text NOT NULL,    -- void, abandoned, forfeited, disputable, over, unfinished or in progress
    rounds bigint NOT NULL,    -- rounds that count
    surplus bigint NOT NULL,    -- settled rounds after the one that won the game
    closed bigint,    -- place in the log of the event that ended it
    finished bigint,    -- that place, if the game counts as played
    counts_as bigint NOT NULL,    -- as how many games it counts: 1, or more if it was won by a shutout
    forfeiter bigint,    -- seat that gave it up
    family text NOT NULL,    -- block: a seat that cannot play passes; draw: it draws
    score_to_win bigint,    -- points that end it; null: it does not end at a score
    rounds_to_win bigint,    -- rounds that count after which it ends; null: their number is open
    lowest_wins text,    -- 'Y': the fewest points win it
    reading text,    -- the reading that says who is liable for a block; null: nobody is
    unpaid text,    -- 'Y': its money waits for a program that has the function of its payout
    irregular_rounds bigint NOT NULL,    -- rounds that were not played by the rules and wait for a ruling
    unsettled text    -- 'Y': it is for money, and waits, or not all that it comes to is known
);
CREATE INDEX game_fact_by_game ON game_fact (game);
CREATE INDEX game_fact_by_opened_at ON game_fact (opened_at, id);

-- one row a game and seat: the player and the result
CREATE TABLE game_seat (
    game_id bigint NOT NULL,    -- the game
    seat bigint NOT NULL,    -- 0, 1, 2 ... clockwise
    player_id text NOT NULL,    -- who sat there
    side bigint NOT NULL,    -- the side, from 0; of one seat where there are no partners
    score bigint,    -- points of the side; null in a game without points
    net bigint,    -- minor units the seat gets in all; null without payout rules
    worth bigint,    -- the score; without points the net in pips, before the stake
    won text,    -- 'Y': the side won the game
    lost text,    -- 'Y': only other sides won the game
    PRIMARY KEY (game_id, seat)
) {without_rowid};
CREATE INDEX game_seat_by_player_id ON game_seat (player_id, game_id, seat, won);

-- one row a game and seat: sums over the rounds that count
CREATE TABLE game_sum (
    game_id bigint NOT NULL,    -- the game
    seat bigint NOT NULL,    -- 0, 1, 2 ... clockwise
    rounds bigint NOT NULL,    -- rounds that count and were recorded as they were played
    rounds_won bigint NOT NULL,    -- those the seat's side won, alone or with others
    rounds_lost bigint NOT NULL,    -- those that only others won
    reported bigint NOT NULL,    -- rounds that count and of which only the result is known
    reported_won bigint NOT NULL,    -- those the seat's side won, alone or with others
    points bigint NOT NULL,    -- points of the side, reported rounds included
    points_against bigint NOT NULL,    -- points of the other sides
    pips_left bigint NOT NULL,    -- pips left in hand, all rounds together
    times_out bigint NOT NULL,    -- rounds in which the seat was the first without a tile
    blocked bigint NOT NULL,    -- rounds that ended blocked
    blocker bigint NOT NULL,    -- blocks the seat is answerable for
    assistant bigint NOT NULL,    -- blocks the seat helped with
    capicuas bigint NOT NULL,    -- rounds in which it went out with a tile that fitted both ends
    chuchazos bigint NOT NULL,    -- rounds in which it went out with 0-0
    passes bigint NOT NULL,    -- forced passes
    passes_given bigint NOT NULL,    -- forced passes of other sides after its lays
    received bigint NOT NULL,    -- minor units, from the rounds the seat gained from
    paid bigint NOT NULL,    -- minor units, for the rounds the seat lost by
    PRIMARY KEY (game_id, seat)
) {without_rowid};

-- one row a round that has ended: facts of the whole round
CREATE TABLE round_end (
    round_id bigint NOT NULL PRIMARY KEY,    -- the round
    game_id bigint NOT NULL,    -- the game
    ended text NOT NULL,    -- out, blocked, target, void, or reported: only the result is known
    irregular text,    -- 'Y': not played by the rules: the round waits for a ruling
    leader bigint,    -- seat that led, or began to play
    first_out bigint,    -- seat that was the first to have laid all its tiles
    last_to_lay bigint,    -- seat that laid the last tile
    counts text,    -- 'Y': the round counts in its game
    winners bigint NOT NULL,    -- seats that won it
    points bigint,    -- points of all sides together; null in a game without points
    blocker bigint,    -- seat that blocked it, as ruled or as the payout's reading has it
    assistant bigint,    -- seat that helped the blocker
    report text,    -- the result as noted, of a reported round, as JSON
    lead_tile bigint,    -- the tile that was led
    passed_lead bigint NOT NULL,    -- seats that passed one after the other after the lead
    out_tile bigint,    -- the last tile of the seat that was the first to have laid all its tiles
    fits bigint NOT NULL,    -- how it fitted: 0 at one end, 1 at either, 2 with each half at its own
    past_target bigint NOT NULL    -- 1: it went past an exact target, so that going out counts nothing
);

-- one row a round that has ended and was ruled on: the orders in force
CREATE TABLE round_decree (
    round_id bigint NOT NULL PRIMARY KEY,    -- the round
    game_id bigint NOT NULL,    -- the game
    void text,    -- 'Y': the round counts for nothing
    blames text,    -- 'Y': blocker and assistant are these, and no reading is asked
    blocker bigint,    -- seat that blocked it; null: nobody
    assistant bigint,    -- seat that helped the blocker
    points text,    -- by side, in place of those found, as JSON
    more_points text NOT NULL,    -- by side, what penalties add, as JSON
    pips text NOT NULL    -- by seat, pips received or paid for penalties, as JSON
);

-- one row a round that has ended and a seat: facts of the seat
CREATE TABLE round_seat (
    round_id bigint NOT NULL,    -- the round
    seat bigint NOT NULL,    -- 0, 1, 2 ... clockwise
    pips bigint,    -- pips left in hand or set aside; null where tiles were not seen
    tiles bigint,    -- tiles left in hand or set aside; null where only the result is known
    in_play bigint,    -- multiples of five that the open ends counted after its lay-downs, or that it claimed
    in_play_from_ten bigint,    -- that part of in_play which it made from its first ten or more on
    in_play_threes bigint,    -- multiples of three that the open ends counted after its lay-downs
    passes bigint NOT NULL,    -- forced passes: those that only show a block are none
    passes_given bigint NOT NULL,    -- forced passes of other sides after a lay of the seat
    round_passes bigint NOT NULL,    -- its lays after which all others passed, and it laid again
    lightest bigint,    -- of a block, the place of the side by the lightest tile left, then the next, from 0
    won text,    -- 'Y': the seat's side won the round
    points bigint,    -- points of the side; null in a game without points
    net bigint,    -- minor units the seat gets; null without payout rules, or if not known
    worth bigint,    -- the points; without points the net in pips, before the stake
    PRIMARY KEY (round_id, seat)
) {without_rowid};

-- strength by player and rule set after each game, in the order in which the games ended
CREATE TABLE rated (
    player_id text NOT NULL,    -- the player
    rule_set text NOT NULL,    -- name@version
    number bigint NOT NULL,    -- number of the game among those rated, from 1
    mu double precision NOT NULL,    -- estimated strength; 25 at first
    sigma double precision NOT NULL,    -- its uncertainty, one standard deviation; 25/3 at first
    PRIMARY KEY (player_id, rule_set, number)
) {without_rowid};

-- strength by player and rule set, after all games rated
--   player_id text key: the player
--   rule_set text key: name@version
--   mu real: estimated strength
--   sigma real: its uncertainty, one standard deviation
--   games integer: games rated
CREATE VIEW rating AS
WITH newest AS (
    SELECT player_id, rule_set, max(number) AS games FROM rated GROUP BY player_id, rule_set
)
SELECT rated.player_id, rated.rule_set, rated.mu, rated.sigma, newest.games
FROM newest
JOIN rated
    ON rated.player_id = newest.player_id AND rated.rule_set = newest.rule_set
    AND rated.number = newest.games;

-- games that older programs took in and tables cannot hold: they are in no other table
CREATE TABLE left_out (
    id bigint NOT NULL PRIMARY KEY,    -- the game's place in the order of opening, from 1
    game text NOT NULL,    -- the ledger's id of the game
    unheld text NOT NULL    -- what cannot be held: the text of record, rules or end; or money
);

-- games won in a row, by player and rule set, in the order of ends
--   player_id text key: the player
--   rule_set text key: name@version
--   streak integer: games won in a row up to the last; negative: not won in a row
--   longest_streak integer: most games won in a row
CREATE VIEW streak AS
WITH result AS (
    SELECT
        seat.player_id,
        game.rule_set,
        game.finished AS finished,
        CASE WHEN game.finished IS NOT NULL THEN seat.won END AS won,
        count(game.finished) OVER in_order AS number,
        count(CASE WHEN seat.won IS NULL THEN game.finished END) OVER in_order AS not_won_before
    FROM game_seat AS seat JOIN game_fact AS game ON game.id = seat.game_id
    WINDOW in_order AS (
        PARTITION BY seat.player_id, game.rule_set ORDER BY game.finished, seat.seat
    )
),
-- games won in a row are preceded by equally many games not won
run AS (
    SELECT
        player_id,
        rule_set,
        count(won) AS length,
        max(number) AS number,
        max(CASE WHEN won IS NOT NULL THEN number END) AS won,
        max(CASE WHEN won IS NULL AND finished IS NOT NULL THEN number END) AS not_won
    FROM result
    GROUP BY player_id, rule_set, not_won_before
),
last AS (
    SELECT
        player_id,
        rule_set,
        coalesce(max(number), 0) AS games,
        coalesce(max(won), 0) AS won,
        coalesce(max(not_won), 0) AS not_won,
        max(length) AS longest_streak
    FROM run
    GROUP BY player_id, rule_set
)
SELECT
    player_id,
    rule_set,
    CASE WHEN won > not_won THEN games - not_won ELSE won - games END AS streak,
    longest_streak
FROM last;

-- one row a player and rule set played under; rounds are those that count
--   player_id text key: the player
--   rule_set text key: name@version
--   games integer: games that are over
--   games_won integer: those the player won, alone or with others
--   games_lost integer: those that others won
--   rounds integer: rounds settled that were recorded as they were played
--   rounds_won integer: those the player won, alone or with others
--   rounds_lost integer: those that others won
--   reported integer: rounds of which only the result is known
--   reported_won integer: those the player won, alone or with others
--   points integer: points of the side, reported rounds included
--   points_against integer: points of the other sides
--   pips_left integer: pips left in hand, all rounds together
--   times_out integer: rounds in which the player was the first without a tile
--   blocked integer: rounds that ended blocked
--   blocker integer: blocks the player is answerable for
--   assistant integer: blocks the player helped with
--   capicuas integer: rounds in which the player went out with a tile that fitted both ends
--   chuchazos integer: rounds in which the player went out with 0-0
--   passes integer: forced passes
--   passes_given integer: forced passes of other sides after the lays of the player
--   shutouts integer: games won that count as several
CREATE VIEW statistic AS
SELECT
    seat.player_id,
    game.rule_set,
    CAST(coalesce(sum(CASE WHEN game.finished IS NOT NULL THEN game.counts_as END), 0) AS bigint)
        AS games,
    CAST(
        coalesce(
            sum(CASE WHEN game.finished IS NOT NULL AND seat.won = 'Y' THEN game.counts_as END), 0
        ) AS bigint
    ) AS games_won,
    CAST(
        coalesce(
            sum(CASE WHEN game.finished IS NOT NULL AND seat.lost = 'Y' THEN game.counts_as END), 0
        ) AS bigint
    ) AS games_lost,
    CAST(sum(sums.rounds) AS bigint) AS rounds,
    CAST(sum(sums.rounds_won) AS bigint) AS rounds_won,
    CAST(sum(sums.rounds_lost) AS bigint) AS rounds_lost,
    CAST(sum(sums.reported) AS bigint) AS reported,
    CAST(sum(sums.reported_won) AS bigint) AS reported_won,
    CAST(sum(sums.points) AS bigint) AS points,
    CAST(sum(sums.points_against) AS bigint) AS points_against,
    CAST(sum(sums.pips_left) AS bigint) AS pips_left,
    CAST(sum(sums.times_out) AS bigint) AS times_out,
    CAST(sum(sums.blocked) AS bigint) AS blocked,
    CAST(sum(sums.blocker) AS bigint) AS blocker,
    CAST(sum(sums.assistant) AS bigint) AS assistant,
    CAST(sum(sums.capicuas) AS bigint) AS capicuas,
    CAST(sum(sums.chuchazos) AS bigint) AS chuchazos,
    CAST(sum(sums.passes) AS bigint) AS passes,
    CAST(sum(sums.passes_given) AS bigint) AS passes_given,
    count(CASE WHEN game.finished IS NOT NULL AND game.counts_as > 1 THEN seat.won END)
        AS shutouts
FROM game_seat AS seat
JOIN game_fact AS game ON game.id = seat.game_id
JOIN game_sum AS sums ON sums.game_id = seat.game_id AND sums.seat = seat.seat
GROUP BY seat.player_id, game.rule_set
HAVING count(game.finished) > 0 OR sum(sums.rounds + sums.reported) > 0;

-- money by player, rule set and currency, in minor units, from rounds that count
--   player_id text key: the player
--   rule_set text key: name@version
--   currency text key: ISO 4217; XXX is none
--   received decimal: what the rounds the player gained from brought; on SQLite a text from 8e18 on
--   paid decimal: what the rounds the player lost by cost; on SQLite a text from 8e18 on
CREATE VIEW turnover AS
SELECT
    seat.player_id,
    game.rule_set,
    game.currency,
    {exact_sum(sums.received)} AS received,
    {exact_sum(sums.paid)} AS paid
FROM game_seat AS seat
JOIN game_fact AS game ON game.id = seat.game_id
JOIN game_sum AS sums ON sums.game_id = seat.game_id AND sums.seat = seat.seat
GROUP BY seat.player_id, game.rule_set, game.currency
HAVING max(sums.received) > 0 OR max(sums.paid) > 0;

-- one row a round that has ended and a seat: the facts, and what they are worth
--   round_id integer: the round
--   seat integer: 0, 1, 2 ... clockwise
--   game_id integer: the game
--   player_id text: who sat there
--   ended text: out, blocked, target, void, or reported: only the result is known
--   irregular text: 'Y': not played by the rules: the round waits for a ruling
--   led text: 'Y': the seat led the round
--   went_out text: 'Y': the seat was the first without a tile
--   laid_last text: 'Y': the seat laid the last tile
--   pips integer: pips left in hand or set aside; null where tiles were not seen
--   tiles integer: tiles left in hand or set aside; null where only the result is known
--   counts text: 'Y': the round counts in its game
--   won text: 'Y': the seat's side won the round
--   lost text: 'Y': only other sides won the round
--   points integer: points of the side; null in a game without points
--   against integer: points of the other sides; null in a game without points
--   net integer: minor units the seat gets; null without payout rules, or if not known
--   blocker text: 'Y': the seat blocked it, as ruled or as the payout's reading has it
--   assistant text: 'Y': the seat helped the blocker
CREATE VIEW round_fact AS
SELECT
    whole.round_id,
    own.seat,
    whole.game_id,
    seat.player_id,
    whole.ended,
    whole.irregular,
    CASE WHEN whole.leader = own.seat THEN 'Y' END AS led,
    CASE WHEN whole.first_out = own.seat THEN 'Y' END AS went_out,
    CASE WHEN whole.last_to_lay = own.seat THEN 'Y' END AS laid_last,
    own.pips,
    own.tiles,
    whole.counts,
    own.won,
    CASE WHEN own.won IS NULL AND whole.winners > 0 THEN 'Y' END AS lost,
    own.points,
    whole.points - own.points AS against,
    own.net,
    CASE WHEN whole.blocker = own.seat THEN 'Y' END AS blocker,
    CASE WHEN whole.assistant = own.seat THEN 'Y' END AS assistant
FROM round_end AS whole
JOIN round_seat AS own ON own.round_id = whole.round_id
JOIN game_seat AS seat ON seat.game_id = whole.game_id AND seat.seat = own.seat;

-- one row a player, an opponent and a rule set: their games that are over
--   player_id text key: the player
--   opponent_id text key: a player on another side
--   rule_set text key: name@version
--   games integer: games against each other
--   won integer: those the player won, and the opponent did not
--   lost integer: those the opponent won, and the player did not
CREATE VIEW head_to_head AS
SELECT
    seat.player_id,
    other.player_id AS opponent_id,
    game.rule_set,
    CAST(sum(game.counts_as) AS bigint) AS games,
    CAST(
        sum(CASE WHEN other.won IS NULL AND seat.won = 'Y' THEN game.counts_as ELSE 0 END) AS bigint
    ) AS won,
    CAST(
        sum(CASE WHEN seat.won IS NULL AND other.won = 'Y' THEN game.counts_as ELSE 0 END) AS bigint
    ) AS lost
FROM game_seat AS seat
JOIN game_fact AS game ON game.id = seat.game_id
JOIN game_seat AS other ON other.game_id = seat.game_id AND other.side <> seat.side
WHERE game.finished IS NOT NULL
GROUP BY seat.player_id, other.player_id, game.rule_set;

-- one row a player, a partner and a rule set: their games that are over
--   player_id text key: the player
--   partner_id text key: a player on the same side
--   rule_set text key: name@version
--   games integer: games with each other
--   won integer: those they won, alone or with others
--   lost integer: those that only others won
CREATE VIEW partner AS
SELECT
    seat.player_id,
    other.player_id AS partner_id,
    game.rule_set,
    CAST(sum(game.counts_as) AS bigint) AS games,
    CAST(sum(CASE WHEN seat.won = 'Y' THEN game.counts_as ELSE 0 END) AS bigint) AS won,
    CAST(sum(CASE WHEN seat.lost = 'Y' THEN game.counts_as ELSE 0 END) AS bigint) AS lost
FROM game_seat AS seat
JOIN game_fact AS game ON game.id = seat.game_id
JOIN game_seat AS other
    ON other.game_id = seat.game_id AND other.side = seat.side AND other.seat <> seat.seat
WHERE game.finished IS NOT NULL
GROUP BY seat.player_id, other.player_id, game.rule_set;

-- one row a seat of a round that was led and has ended: when it was its turn
--   round_id integer key: the round
--   seat integer key: 0, 1, 2 ... clockwise
--   player_id text: who sat there
--   place integer: 1 led, 2 played next, and so on
CREATE VIEW order_of_play AS
SELECT
    whole.round_id,
    seat.seat,
    seat.player_id,
    CAST(
        (
            CASE
                WHEN {json_text(rules.body, play, direction)} = 'counterclockwise'
                THEN whole.leader - seat.seat
                ELSE seat.seat - whole.leader
            END + game.seats
        ) % game.seats + 1 AS bigint
    ) AS place
FROM round_end AS whole
JOIN game_fact AS game ON game.id = whole.game_id
JOIN played_rules AS rules ON rules.id = game.rules_id
JOIN game_seat AS seat ON seat.game_id = game.id
WHERE whole.leader IS NOT NULL;

-- one row a player and a game that is over, in the order of their ends
--   player_id text key: the player
--   rule_set text key: name@version
--   number integer key: number of the game among the player's under these rules, from 1
--   game_id integer: the game
--   won text: 'Y': the side won the game
--   lost text: 'Y': only other sides won the game
--   won_of_10 integer: games won of the last 10 up to this one
--   won_of_50 integer: games won of the last 50 up to this one
CREATE VIEW running_form AS
SELECT
    seat.player_id,
    game.rule_set,
    CAST(row_number() OVER in_order AS bigint) AS number,
    seat.game_id,
    seat.won,
    seat.lost,
    count(seat.won) OVER (in_order ROWS BETWEEN 9 PRECEDING AND CURRENT ROW) AS won_of_10,
    count(seat.won) OVER (in_order ROWS BETWEEN 49 PRECEDING AND CURRENT ROW) AS won_of_50
FROM game_seat AS seat JOIN game_fact AS game ON game.id = seat.game_id
WHERE game.finished IS NOT NULL
WINDOW in_order AS (
    PARTITION BY seat.player_id, game.rule_set ORDER BY game.finished, seat.seat
);

-- # article

-- References to games are checked at the end of a transaction, since results are counted again by
-- replacing the rows of `game_fact`.

-- which game decides by its result who leads, where a record says so
CREATE TABLE game_before (
    game_id bigint NOT NULL PRIMARY KEY REFERENCES game_fact (id) DEFERRABLE INITIALLY DEFERRED,    -- the game that is led
    game text NOT NULL    -- the ledger's id of the game before
);

-- the tiles of the largest set played with, and the wild tiles played with
CREATE TABLE bone (
    id bigint NOT NULL PRIMARY KEY,    -- high * (high + 1) / 2 + low, the same in every set; a wild half is a high one of 19
    first_face_value bigint,    -- the higher half; null: it is wild
    second_face_value bigint,    -- the lower half; null: both are wild
    UNIQUE (first_face_value, second_face_value)
);

-- every round, void deals included
CREATE TABLE round (
    id bigint NOT NULL PRIMARY KEY,    -- the game's id times 100 000, plus the round's number from 0
    game_id bigint NOT NULL REFERENCES game_fact (id) DEFERRABLE INITIALLY DEFERRED,    -- the game
    left_branch_value bigint,    -- pips open at the left end; null: nothing is open there
    right_branch_value bigint,    -- pips open at the right end; null: nothing is open there
    curr_num_tiles_boneyard bigint    -- tiles in the boneyard; null: only the result is known
);
CREATE INDEX round_by_game_id ON round (game_id);

-- a tile that a seat held and that was seen; of a round being played, those laid
CREATE TABLE hand (
    id bigint NOT NULL PRIMARY KEY,    -- the round's id times 10 000, plus a number from 1
    round_id bigint NOT NULL REFERENCES round (id),    -- the round
    player_id text NOT NULL,    -- who held it
    bone_id bigint NOT NULL REFERENCES bone (id),    -- the tile
    is_played text,    -- 'Y': it lies on the table
    is_fetched text    -- 'Y': it was drawn from the boneyard
);

-- the acts of the seats in order, without undone acts, lost turns, turns ended, claims and knocks
CREATE TABLE move (
    id bigint NOT NULL PRIMARY KEY,    -- the round's id times 10 000, plus its number from 1
    round_id bigint NOT NULL REFERENCES round (id),    -- the round
    move_type text NOT NULL,    -- L laid a tile, D drew one, P did neither
    hand_id bigint REFERENCES hand (id),    -- the tile laid, drawn or set aside; for other passes, the seat's first; null while it is hidden
    branch_played_at text,    -- the end that a tile was laid at; null: led without one
    move_sequence bigint NOT NULL    -- its number in the round, from 1
);

-- A server looks there for what refers to a row that is deleted. SQLite does so only if asked.
-- [postgresql]
CREATE INDEX hand_by_round_id ON hand (round_id);
-- [postgresql]
CREATE INDEX move_by_round_id ON move (round_id);
-- [postgresql]
CREATE INDEX move_by_hand_id ON move (hand_id);

-- who passed, raised a marker or set a tile aside, seen or not
CREATE TABLE turn_passed (
    move_id bigint NOT NULL PRIMARY KEY REFERENCES move (id),    -- the move of type P
    seat bigint NOT NULL,    -- 0, 1, 2 ... clockwise
    player_id text NOT NULL    -- who sat there
);

-- leads that lie with the higher half to the left
CREATE TABLE lead_flipped (
    move_id bigint NOT NULL PRIMARY KEY REFERENCES move (id),    -- the lead
    seat bigint NOT NULL,    -- 0, 1, 2 ... clockwise
    player_id text NOT NULL    -- who sat there
);

-- lay-downs of tiles that may lie either way: the half that stays open
CREATE TABLE half_open (
    move_id bigint NOT NULL PRIMARY KEY REFERENCES move (id),    -- the lay-down
    pip bigint NOT NULL    -- the pips of that half
);

-- lay-downs of tiles with a wild half: the pip that it stands for
CREATE TABLE wild_declared (
    move_id bigint NOT NULL PRIMARY KEY REFERENCES move (id),    -- the lay-down
    pip bigint NOT NULL    -- the pips of that half from then on
);

-- lay-downs of doubles on a bent line: how they turn it
CREATE TABLE tile_bend (
    move_id bigint NOT NULL PRIMARY KEY REFERENCES move (id),    -- the lay-down
    bend text NOT NULL    -- left or right, seen outward
);

-- moves that set a tile aside, face down
CREATE TABLE tile_set_aside (
    move_id bigint NOT NULL PRIMARY KEY REFERENCES move (id),    -- the move of type P
    bone_id bigint REFERENCES bone (id)    -- the tile; null while it is hidden, or if nobody saw it
);

-- moves that put the marker of one's own train up
CREATE TABLE marker_raised (
    move_id bigint NOT NULL PRIMARY KEY REFERENCES move (id)    -- the move of type P
);

-- the tile with which the table began, and which nobody laid
CREATE TABLE round_hub (
    round_id bigint NOT NULL PRIMARY KEY REFERENCES round (id),    -- the round
    bone_id bigint NOT NULL REFERENCES bone (id)    -- the tile
);

-- open ends other than left and right, after the last move of the round
CREATE TABLE open_end (
    round_id bigint NOT NULL REFERENCES round (id),    -- the round
    end_name text NOT NULL,    -- its name, such as arm-1 or train-2
    pip bigint,    -- the pips that it shows; null: a misplaced tile lies there, and nothing tells which half is open
    room bigint NOT NULL,    -- tiles it takes; above 1: like places of one double
    seat bigint,    -- whose train it is; null: it belongs to all
    player_id text,    -- who sits there; null: it belongs to all
    marked text,    -- 'Y': the marker of this train is up
    comes_first text,    -- 'Y': no other end may be served before it
    PRIMARY KEY (round_id, end_name)
) {without_rowid};

-- which game of the ledger each game of these tables is, and which were counted
--   id integer key: the game's place in the order of opening, from 1
--   game text: the ledger's id of the game
--   counted text: 'Y': it is counted among the games of its players
CREATE VIEW article_game AS
SELECT id, game, CASE WHEN finished IS NOT NULL THEN 'Y' END AS counted FROM game_fact;

-- every game
--   id integer key: the game's place in the order of opening, from 1
--   game_variant text: block: a seat that cannot play passes; draw: it draws
--   score_to_win integer: points that end it; null: one round is a game, or `game_goal` says it
--   num_round_complete integer: rounds played to their end, also of a game that was broken off
CREATE VIEW game AS
SELECT
    game_fact.id,
    game_fact.family AS game_variant,
    game_fact.score_to_win,
    (
        SELECT count(*) FROM round_end
        WHERE
            round_end.round_id >= game_fact.id * 100000
            AND round_end.round_id < (game_fact.id + 1) * 100000
            AND round_end.ended <> 'void'
    ) AS num_round_complete
FROM game_fact;

-- games that end after a number of rounds, or that the fewest points win
--   game_id integer key: the game
--   rounds integer: rounds that count after which it ends; null: at a score
--   lowest_wins text: 'Y': the fewest points win
CREATE VIEW game_goal AS
SELECT id AS game_id, rounds_to_win AS rounds, lowest_wins FROM game_fact
WHERE rounds_to_win IS NOT NULL OR lowest_wins IS NOT NULL;

-- one row a game and player
--   game_id integer key: the game
--   player_id text key: who sat there
--   player_curr_score integer: points of the side; without points the net in pips, before the stake; null: neither is known
--   is_winner text: 'Y': the side won the game
CREATE VIEW player_in_game AS
SELECT
    game_id,
    player_id,
    CAST(CASE WHEN max(score) IS NULL THEN sum(worth) ELSE max(worth) END AS bigint)
        AS player_curr_score,
    max(won) AS is_winner
FROM game_seat
GROUP BY game_id, player_id;

-- one row a player and round that counts
--   game_id integer key: the game
--   player_id text key: who sat there
--   round_id integer key: the round
--   score integer: points of the side; without points the net in pips, before the stake
CREATE VIEW player_round_score AS
SELECT
    seat.game_id,
    seat.player_id,
    own.round_id,
    CAST(CASE WHEN max(own.points) IS NULL THEN sum(own.worth) ELSE max(own.worth) END AS bigint)
        AS score
FROM round_seat AS own
JOIN round_end AS whole ON whole.round_id = own.round_id
JOIN game_seat AS seat ON seat.game_id = whole.game_id AND seat.seat = own.seat
WHERE whole.counts IS NOT NULL AND own.worth IS NOT NULL
GROUP BY seat.game_id, seat.player_id, own.round_id;

-- the players who won a round that counts, alone, with partners or tied
--   round_id integer key: the round
--   player_id text key: who won it
CREATE VIEW round_winner AS
SELECT DISTINCT own.round_id, seat.player_id
FROM round_seat AS own
JOIN round_end AS whole ON whole.round_id = own.round_id
JOIN game_seat AS seat ON seat.game_id = whole.game_id AND seat.seat = own.seat
WHERE whole.counts IS NOT NULL AND own.won IS NOT NULL;

-- games of these tables that follow one another
--   game_id integer: the game before, whose result decides who leads the next
--   next_game_id integer key: the game after it
CREATE VIEW game_link AS
SELECT game_fact.id AS game_id, game_before.game_id AS next_game_id
FROM game_before JOIN game_fact ON game_fact.game = game_before.game;

-- the figures of `player`, without names
--   id text key: the player's id
--   num_block_game_played integer: block games that are over
--   num_draw_game_played integer: draw games that are over
--   num_block_game_win integer: block games won
--   num_draw_game_win integer: draw games won
--   highest_block_score integer: highest score in a block game that is over and that most points win; null: none
--   highest_draw_score integer: highest score in a draw game that is over and that most points win; null: none
CREATE VIEW player_record AS
WITH result AS (
    SELECT
        seat.player_id,
        seat.is_winner,
        CASE WHEN game.finished IS NOT NULL THEN game.family END AS family,
        CASE WHEN game.lowest_wins IS NULL THEN seat.player_curr_score END AS high
    FROM player_in_game AS seat JOIN game_fact AS game ON game.id = seat.game_id
)
SELECT
    player_id AS id,
    count(CASE WHEN family = 'block' THEN 1 END) AS num_block_game_played,
    count(CASE WHEN family = 'draw' THEN 1 END) AS num_draw_game_played,
    count(CASE WHEN family = 'block' THEN is_winner END) AS num_block_game_win,
    count(CASE WHEN family = 'draw' THEN is_winner END) AS num_draw_game_win,
    max(CASE WHEN family = 'block' THEN high END) AS highest_block_score,
    max(CASE WHEN family = 'draw' THEN high END) AS highest_draw_score
FROM result
GROUP BY player_id;

-- one row a round in which a tile was laid: the first one
--   round_id integer key: the round
--   player_id text: who laid it
--   bone_id integer: the tile
--   tile text: the tile, the higher half first: 6-4; W is a wild half
CREATE VIEW opening AS
SELECT
    move.round_id,
    hand.player_id,
    hand.bone_id,
    coalesce(CAST(bone.first_face_value AS text), 'W') || '-'
        || coalesce(CAST(bone.second_face_value AS text), 'W') AS tile
FROM move
JOIN hand ON hand.id = move.hand_id
JOIN bone ON bone.id = hand.bone_id
WHERE move.id IN (SELECT min(id) FROM move WHERE move_type = 'L' GROUP BY round_id);

-- # kept

-- how far the log is taken in, and by which rules the games count
CREATE TABLE progress (
    rules text,    -- whose score and payout count, as typed: OLD=NEW; null: own
    body text NOT NULL,    -- the same as JSON, with the rule sets written out
    position bigint NOT NULL,    -- place in the log of the last event taken in
    mark text NOT NULL,    -- a digest of the bytes of that event; empty before the first
    games bigint NOT NULL,    -- games opened up to there
    rated bigint NOT NULL    -- place in the log up to which games that are over are rated
);

-- who blocked a round, by reading: found once and kept
CREATE TABLE verdict (
    round_id bigint NOT NULL,    -- the round
    reading text NOT NULL,    -- the reading
    search_version bigint NOT NULL,    -- version of the search that found it
    status text NOT NULL,    -- found, nobody or undetermined
    blocker bigint,    -- seat that blocked
    assistant bigint,    -- seat that helped
    act bigint,    -- place of the blocking lay-down among the acts of the round, from 0
    bound bigint,    -- positions searched before the search was given up
    PRIMARY KEY (round_id, reading, search_version)
) {without_rowid};

-- money booked, as in the journal of the book: postings of one entry sum to zero
CREATE TABLE posting (
    id bigint NOT NULL PRIMARY KEY,    -- number of the posting, from 1
    entry bigint NOT NULL,    -- number of its entry in the journal of the book, from 1
    booked_at text NOT NULL,    -- when the entry was recorded (UTC)
    booked_by text,    -- the person who ordered it; null: it followed from events
    after_event bigint,    -- place in the log of the last event that it follows from
    kind text NOT NULL,    -- settlement, or adjustment of what was booked before
    rules text NOT NULL,    -- id of the rule set by which it was booked
    round_id bigint NOT NULL,    -- the round it settles
    game_id bigint NOT NULL,    -- the game of that round
    player_id text NOT NULL,    -- whose account
    currency text NOT NULL,    -- ISO 4217; XXX is none
    amount bigint NOT NULL,    -- minor units the player gets; negative: owes
    reason text NOT NULL    -- what for
);
CREATE INDEX posting_by_game ON posting (game_id);

-- players who were merged: who they count as in all tables
CREATE TABLE known_alias (
    player_id text NOT NULL PRIMARY KEY,    -- the player, as the events have it
    into_id text NOT NULL    -- the player who stands in the tables
);

-- the current names of players
-- [sqlite]
CREATE TABLE known_name (
    player_id text NOT NULL PRIMARY KEY,    -- the player
    name text NOT NULL    -- the name
);
-- [postgresql]
CREATE VIEW known_name AS
SELECT player_id::uuid::text AS player_id, name COLLATE "default" AS name FROM player_name;

-- # article

-- every player, with the current name
--   id text key: the player's id
--   player_name text: the name; null: erased
--   num_block_game_played integer: block games that are over
--   num_draw_game_played integer: draw games that are over
--   num_block_game_win integer: block games won
--   num_draw_game_win integer: draw games won
--   highest_block_score integer: highest score in a block game that is over and that most points win; null: none
--   highest_draw_score integer: highest score in a draw game that is over and that most points win; null: none
CREATE VIEW player AS
SELECT
    player_record.id,
    known_name.name AS player_name,
    player_record.num_block_game_played,
    player_record.num_draw_game_played,
    player_record.num_block_game_win,
    player_record.num_draw_game_win,
    player_record.highest_block_score,
    player_record.highest_draw_score
FROM player_record LEFT JOIN known_name ON known_name.player_id = player_record.id;
