"""The tables and views of the model "figures": games, rounds, statistics, ratings."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Select, case, cast, func, select

from ...messages import mark
from .column_types import (
    FLAG,
    NUMBER,
    TEXT,
    Tables,
    View,
    exact_sum,
    flag,
    json_text,
    key,
    maybe,
    number,
    patterns,
    real,
    string,
    total,
)

FIGURES = patterns(
    {
        "played_rules": (
            mark("rule sets that games were played under"),
            (
                key("id", mark("number in order of first use, from 1")),
                string("rule_set", mark("name@version")),
                string("body", mark("the whole rule set as JSON")),
            ),
        ),
        "game_fact": (
            mark("every game: its record, and how it stands under the rules of the generation"),
            (
                key("id", mark("the game's place in the order of opening, from 1")),
                string("game", mark("the ledger's id of the game")),
                string("record", mark("the record's own id")),
                number("rules_id", mark("the rules played under")),
                string("rule_set", mark("name@version of these")),
                string("opened_at", mark("when it started, or if unknown, when it was recorded")),
                string("currency", mark("of the stake")),
                number("minor_per_pip", mark("the stake, in minor units a pip")),
                number("seats", mark("players")),
                maybe("teams", mark("sides as the record orders them, as JSON"), TEXT),
                flag(
                    "irregular",
                    mark("'Y': the game waits for a ruling, or for tiles that nobody saw"),
                ),
                flag("disputed", mark("'Y': it waits for a ruling on its seats: no round counts")),
                string(
                    "state",
                    mark("void, abandoned, forfeited, disputable, over, unfinished or in progress"),
                ),
                number("rounds", mark("rounds that count")),
                number("surplus", mark("settled rounds after the one that won the game")),
                maybe("closed", mark("place in the log of the event that ended it")),
                maybe("finished", mark("that place, if the game counts as played")),
                maybe("forfeiter", mark("seat that gave it up")),
                flag("lowest_wins", mark("'Y': the fewest points win it")),
            ),
        ),
        "game_seat": (
            mark("one row a game and seat: the player and the result"),
            (
                key("game_id", mark("the game")),
                key("seat", mark("0, 1, 2 ... clockwise")),
                string("player_id", mark("who sat there")),
                number("side", mark("the side, from 0; of one seat where there are no partners")),
                maybe("score", mark("points of the side; null in a game without points")),
                maybe("net", mark("minor units the seat gets in all; null without payout rules")),
                flag("won", mark("'Y': the side won the game")),
                flag("lost", mark("'Y': only other sides won the game")),
            ),
        ),
        "game_sum": (
            mark("one row a game and seat: sums over the rounds that count"),
            (
                key("game_id", mark("the game")),
                key("seat", mark("0, 1, 2 ... clockwise")),
                number("rounds", mark("rounds that count and were recorded as they were played")),
                number("rounds_won", mark("those the seat's side won, alone or with others")),
                number("rounds_lost", mark("those that only others won")),
                number("reported", mark("rounds that count and of which only the result is known")),
                number("reported_won", mark("those the seat's side won, alone or with others")),
                number("points", mark("points of the side, reported rounds included")),
                number("points_against", mark("points of the other sides")),
                number("pips_left", mark("pips left in hand, all rounds together")),
                number("times_out", mark("rounds in which the seat was the first without a tile")),
                number("blocked", mark("rounds that ended blocked")),
                number("blocker", mark("blocks the seat is answerable for")),
                number("assistant", mark("blocks the seat helped with")),
                number("received", mark("minor units, from the rounds the seat gained from")),
                number("paid", mark("minor units, for the rounds the seat lost by")),
            ),
        ),
        "round_end": (
            mark("one row a round that has ended: facts of the whole round"),
            (
                key("round_id", mark("the round")),
                number("game_id", mark("the game")),
                string(
                    "ended",
                    mark("out, blocked, target, void, or reported: only the result is known"),
                ),
                flag(
                    "irregular", mark("'Y': not played by the rules: the round waits for a ruling")
                ),
                maybe("leader", mark("seat that led, or began to play")),
                maybe("first_out", mark("seat that was the first to have laid all its tiles")),
                maybe("last_to_lay", mark("seat that laid the last tile")),
                flag("counts", mark("'Y': the round counts in its game")),
                number("winners", mark("seats that won it")),
                maybe(
                    "points", mark("points of all sides together; null in a game without points")
                ),
                maybe(
                    "blocker",
                    mark("seat that blocked it, as ruled or as the payout's reading has it"),
                ),
                maybe("assistant", mark("seat that helped the blocker")),
                maybe("report", mark("the result as noted, of a reported round, as JSON"), TEXT),
            ),
        ),
        "round_decree": (
            mark("one row a round that has ended and was ruled on: the orders in force"),
            (
                key("round_id", mark("the round")),
                number("game_id", mark("the game")),
                flag("void", mark("'Y': the round counts for nothing")),
                flag(
                    "blames", mark("'Y': blocker and assistant are these, and no reading is asked")
                ),
                maybe("blocker", mark("seat that blocked it; null: nobody")),
                maybe("assistant", mark("seat that helped the blocker")),
                maybe("points", mark("by side, in place of those found, as JSON"), TEXT),
                string("more_points", mark("by side, what penalties add, as JSON")),
                string("pips", mark("by seat, pips received or paid for penalties, as JSON")),
            ),
        ),
        "round_seat": (
            mark("one row a round that has ended and a seat: facts of the seat"),
            (
                key("round_id", mark("the round")),
                key("seat", mark("0, 1, 2 ... clockwise")),
                maybe(
                    "pips", mark("pips left in hand or set aside; null where tiles were not seen")
                ),
                maybe(
                    "tiles",
                    mark("tiles left in hand or set aside; null where only the result is known"),
                ),
                maybe(
                    "in_play",
                    mark(
                        "multiples of five that the open ends counted after its lay-downs, "
                        "or that it claimed"
                    ),
                ),
                maybe(
                    "in_play_from_ten",
                    mark("that part of in_play which it made from its first ten or more on"),
                ),
                flag("won", mark("'Y': the seat's side won the round")),
                maybe("points", mark("points of the side; null in a game without points")),
                maybe(
                    "net",
                    mark("minor units the seat gets; null without payout rules, or if not known"),
                ),
            ),
        ),
        "rating": (
            mark("strength by player and rule set, from games in the order in which they ended"),
            (
                key("player_id", mark("the player"), TEXT),
                key("rule_set", mark("name@version"), TEXT),
                real("mu", mark("estimated strength; 25 at first")),
                real("sigma", mark("its uncertainty, one standard deviation; 25/3 at first")),
                number("games", mark("games rated")),
            ),
        ),
    }
)


def round_fact(tables: Tables) -> Select[*tuple[Any, ...]]:
    """One row for each seat of each ended round, with all facts and figures."""
    end, own, seat = tables["round_end"], tables["round_seat"], tables["game_seat"]
    of = end.c

    def is_seat(column: ColumnElement[int]) -> ColumnElement[str]:
        return case((column == own.c.seat, FLAG))

    lost = case((own.c.won.is_(None), case((of.winners > 0, FLAG))))
    return (
        select(
            *(of.round_id, own.c.seat, of.game_id, seat.c.player_id, of.ended, of.irregular),
            is_seat(of.leader).label("led"),
            is_seat(of.first_out).label("went_out"),
            is_seat(of.last_to_lay).label("laid_last"),
            *(own.c.pips, own.c.tiles, of.counts, own.c.won, lost.label("lost")),
            *(own.c.points, (of.points - own.c.points).label("against"), own.c.net),
            is_seat(of.blocker).label("blocker"),
            is_seat(of.assistant).label("assistant"),
        )
        .join_from(end, own, own.c.round_id == of.round_id)
        .join(seat, (seat.c.game_id == of.game_id) & (seat.c.seat == own.c.seat))
    )


def _statistic(tables: Tables) -> Select[*tuple[Any, ...]]:
    game, seat, sums = tables["game_fact"].c, tables["game_seat"].c, tables["game_sum"].c
    over = game.finished.is_not(None)
    counted = {
        "games": func.count(game.finished),
        "games_won": func.count(case((over, seat.won))),
        "games_lost": func.count(case((over, seat.lost))),
    }
    added_up = (
        select(seat.player_id, game.rule_set)
        .add_columns(*(figure.label(name) for name, figure in counted.items()))
        .add_columns(*(total(sums[name]) for name in _ROUND_SUMS))
        .join_from(tables["game_seat"], tables["game_fact"], seat.game_id == game.id)
        .join(tables["game_sum"], (sums.game_id == game.id) & (sums.seat == seat.seat))
        .group_by(seat.player_id, game.rule_set)
        .having((counted["games"] > 0) | (func.sum(sums.rounds + sums.reported) > 0))
        .subquery()
    )
    in_a_row = streaks(tables, "player_id", "rule_set").subquery()
    same_player = in_a_row.c.player_id == added_up.c.player_id
    own = ("streak", "longest_streak")
    return select(*added_up.c, *(_or_nothing(in_a_row.c[name]) for name in own)).outerjoin_from(
        added_up, in_a_row, same_player & (in_a_row.c.rule_set == added_up.c.rule_set)
    )


_ROUND_SUMS = (
    *("rounds", "rounds_won", "rounds_lost", "reported", "reported_won"),
    *("points", "points_against"),
    *("pips_left", "times_out", "blocked", "blocker", "assistant"),
)


def streaks(tables: Tables, *key: str) -> Select[*tuple[Any, ...]]:
    """By player, or player and rule set, the games won in a row, in the order of ends.

    ``streak``: up to the last game; negative: not won. ``longest_streak``: the most won in a row.
    """
    game, seat = tables["game_fact"].c, tables["game_seat"].c
    columns: dict[str, ColumnElement[Any]] = {
        "player_id": seat.player_id,
        "rule_set": game.rule_set,
    }
    by, order = [columns[name] for name in key], (game.finished, seat.seat)
    not_won = case((seat.won.is_(None), 1), else_=0)
    results = (
        select(
            *(*by, seat.won),
            func.row_number().over(partition_by=by, order_by=order).label("number"),
            func.sum(not_won).over(partition_by=by, order_by=order).label("not_won_before"),
        )
        .join_from(tables["game_seat"], tables["game_fact"], seat.game_id == game.id)
        .where(game.finished.is_not(None))
        .subquery()
        .c
    )
    # Games won in a row are preceded by equally many games not won.
    by = [results[name] for name in key]
    runs = (
        select(
            *by,
            func.count(results.won).label("length"),
            func.max(results.number).label("number"),
            func.max(case((results.won.is_not(None), results.number))).label("won"),
            func.max(case((results.won.is_(None), results.number))).label("not_won"),
        )
        .group_by(*by, results.not_won_before)
        .subquery()
        .c
    )
    by = [runs[name] for name in key]
    games, last_won, last_not_won = (
        func.coalesce(func.max(each), 0) for each in (runs.number, runs.won, runs.not_won)
    )
    streak = case((last_won > last_not_won, games - last_not_won), else_=last_won - games)
    longest = func.max(runs.length).label("longest_streak")
    return select(*by, streak.label("streak"), longest).group_by(*by)


def _or_nothing(column: ColumnElement[int]) -> ColumnElement[int]:
    return cast(func.coalesce(column, 0), NUMBER).label(column.key)


def _turnover(tables: Tables) -> Select[*tuple[Any, ...]]:
    game, seat, sums = tables["game_fact"].c, tables["game_seat"].c, tables["game_sum"].c
    key = seat.player_id, game.rule_set, game.currency
    return (
        select(*key, exact_sum(sums.received).label("received"))
        .add_columns(exact_sum(sums.paid).label("paid"))
        .join_from(tables["game_seat"], tables["game_fact"], seat.game_id == game.id)
        .join(tables["game_sum"], (sums.game_id == game.id) & (sums.seat == seat.seat))
        .group_by(*key)
        .having((func.max(sums.received) > 0) | (func.max(sums.paid) > 0))
    )


def head_to_head(tables: Tables, *which: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """A row a player, an opponent and a rule set; ``which``: conditions on `game_fact`."""
    game, seat = tables["game_fact"], tables["game_seat"]
    other = seat.alias("other")
    key = seat.c.player_id, other.c.player_id.label("opponent_id"), game.c.rule_set
    figures = {
        "games": func.count(),
        "won": func.count(case((other.c.won.is_(None), seat.c.won))),
        "lost": func.count(case((seat.c.won.is_(None), other.c.won))),
    }
    return (
        select(*key, *(figure.label(name) for name, figure in figures.items()))
        .join_from(seat, game, seat.c.game_id == game.c.id)
        .join(other, (other.c.game_id == seat.c.game_id) & (other.c.side != seat.c.side))
        .where(game.c.finished.is_not(None), *which)
        .group_by(seat.c.player_id, other.c.player_id, game.c.rule_set)
    )


def _partner(tables: Tables) -> Select[*tuple[Any, ...]]:
    game, seat = tables["game_fact"], tables["game_seat"]
    other = seat.alias("other")
    key = seat.c.player_id, other.c.player_id.label("partner_id"), game.c.rule_set
    figures = {
        "games": func.count(),
        "won": func.count(seat.c.won),
        "lost": func.count(seat.c.lost),
    }
    same_side = (other.c.side == seat.c.side) & (other.c.seat != seat.c.seat)
    return (
        select(*key, *(figure.label(name) for name, figure in figures.items()))
        .join_from(seat, game, seat.c.game_id == game.c.id)
        .join(other, (other.c.game_id == seat.c.game_id) & same_side)
        .where(game.c.finished.is_not(None))
        .group_by(seat.c.player_id, other.c.player_id, game.c.rule_set)
    )


def _order_of_play(tables: Tables) -> Select[*tuple[Any, ...]]:
    end, game, rules = tables["round_end"].c, tables["game_fact"].c, tables["played_rules"].c
    seat = tables["game_seat"].c
    backwards = json_text(rules.body, "play", "direction") == "counterclockwise"
    steps = case((backwards, end.leader - seat.seat), else_=seat.seat - end.leader)
    return (
        select(end.round_id, seat.seat, seat.player_id)
        .add_columns(cast((steps + game.seats) % game.seats + 1, NUMBER).label("place"))
        .join_from(tables["round_end"], tables["game_fact"], game.id == end.game_id)
        .join(tables["played_rules"], rules.id == game.rules_id)
        .join(tables["game_seat"], seat.game_id == game.id)
        .where(end.leader.is_not(None))
    )


FORM = (10, 50)
"""Numbers of games over which the view `running_form` counts games won."""


def _running_form(tables: Tables) -> Select[*tuple[Any, ...]]:
    game, seat = tables["game_fact"].c, tables["game_seat"].c
    by = seat.player_id, game.rule_set
    order = game.finished, seat.seat
    number = cast(func.row_number().over(partition_by=by, order_by=order), NUMBER)
    won = (
        func.count(seat.won).over(partition_by=by, order_by=order, rows=(1 - games, 0))
        for games in FORM
    )
    return (
        select(*by, number.label("number"), seat.game_id, seat.won, seat.lost)
        .add_columns(
            *(count.label(f"won_of_{games}") for games, count in zip(FORM, won, strict=True))
        )
        .join_from(tables["game_seat"], tables["game_fact"], seat.game_id == game.id)
        .where(game.finished.is_not(None))
    )


FIGURES_VIEWS: Mapping[str, View] = {
    "statistic": View(
        _statistic,
        mark("one row a player and rule set played under; rounds are those that count"),
        {
            "player_id": mark("the player"),
            "rule_set": mark("name@version"),
            "games": mark("games that are over"),
            "games_won": mark("those the player won, alone or with others"),
            "games_lost": mark("those that others won"),
            "rounds": mark("rounds settled that were recorded as they were played"),
            "rounds_won": mark("those the player won, alone or with others"),
            "rounds_lost": mark("those that others won"),
            "reported": mark("rounds of which only the result is known"),
            "reported_won": mark("those the player won, alone or with others"),
            "points": mark("points of the side, reported rounds included"),
            "points_against": mark("points of the other sides"),
            "pips_left": mark("pips left in hand, all rounds together"),
            "times_out": mark("rounds in which the player was the first without a tile"),
            "blocked": mark("rounds that ended blocked"),
            "blocker": mark("blocks the player is answerable for"),
            "assistant": mark("blocks the player helped with"),
            "streak": mark("games won in a row up to the last; negative: not won in a row"),
            "longest_streak": mark("most games won in a row"),
        },
        keys=frozenset({"player_id", "rule_set"}),
    ),
    "turnover": View(
        _turnover,
        mark("money by player, rule set and currency, in minor units, from rounds that count"),
        {
            "player_id": mark("the player"),
            "rule_set": mark("name@version"),
            "currency": mark("ISO 4217; XXX is none"),
            "received": mark(
                "what the rounds the player gained from brought; on SQLite a text from 8e18 on"
            ),
            "paid": mark("what the rounds the player lost by cost; on SQLite a text from 8e18 on"),
        },
        keys=frozenset({"player_id", "rule_set", "currency"}),
    ),
    "round_fact": View(
        round_fact,
        mark("one row a round that has ended and a seat: the facts, and what they are worth"),
        {
            "led": mark("'Y': the seat led the round"),
            "went_out": mark("'Y': the seat was the first without a tile"),
            "laid_last": mark("'Y': the seat laid the last tile"),
            "lost": mark("'Y': only other sides won the round"),
            "against": mark("points of the other sides; null in a game without points"),
            "blocker": mark("'Y': the seat blocked it, as ruled or as the payout's reading has it"),
            "assistant": mark("'Y': the seat helped the blocker"),
        },
    ),
    "head_to_head": View(
        head_to_head,
        mark("one row a player, an opponent and a rule set: their games that are over"),
        {
            "player_id": mark("the player"),
            "opponent_id": mark("a player on another side"),
            "rule_set": mark("name@version"),
            "games": mark("games against each other"),
            "won": mark("those the player won, and the opponent did not"),
            "lost": mark("those the opponent won, and the player did not"),
        },
    ),
    "partner": View(
        _partner,
        mark("one row a player, a partner and a rule set: their games that are over"),
        {
            "player_id": mark("the player"),
            "partner_id": mark("a player on the same side"),
            "rule_set": mark("name@version"),
            "games": mark("games with each other"),
            "won": mark("those they won, alone or with others"),
            "lost": mark("those that only others won"),
        },
        keys=frozenset({"player_id", "partner_id", "rule_set"}),
    ),
    "order_of_play": View(
        _order_of_play,
        mark("one row a seat of a round that was led and has ended: when it was its turn"),
        {
            "place": mark("1 led, 2 played next, and so on"),
        },
        keys=frozenset({"round_id", "seat"}),
    ),
    "running_form": View(
        _running_form,
        mark("one row a player and a game that is over, in the order of their ends"),
        {
            "player_id": mark("the player"),
            "rule_set": mark("name@version"),
            "number": mark("number of the game among the player's under these rules, from 1"),
            "won_of_10": mark("games won of the last 10 up to this one"),
            "won_of_50": mark("games won of the last 50 up to this one"),
        },
        keys=frozenset({"player_id", "rule_set", "number"}),
    ),
}
