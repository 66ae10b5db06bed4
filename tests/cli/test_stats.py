"""`domino stats`."""

import re

from .command import Command
from .samples import BLOCKED, GAMES, LOT, SERIES, jsons, put, rows, spreadsheet

OTHER = LOT | {"id": "begun", "players": ["a", "b"], "rounds": []}


def test_the_ranking(domino: Command) -> None:
    put(domino, BLOCKED)
    heads, *found = rows(domino("stats").out)
    assert heads == [
        *("player", "games", "won", "lost", "rounds", "won", "points", "out", "pips"),
        *("blocker", "assistant", "streak", "rating", "money"),
    ]
    assert [row[0] for row in found] == ["s3", "s0", "s1", "s2"]
    assert found[0] == [
        "s3",
        *["1", "1", "0", "1", "1", "0", "0", "7.0", "0", "0", "1", "27.8", "±", "8.3", "7"],
    ]
    assert found[2] == [
        "s1",
        *["1", "0", "1", "1", "0", "0", "0", "10.0", "1", "0", "-1", "24.1", "±", "8.2", "-36"],
    ]


def test_ratings_are_compared_within_one_rule_set_alone(domino: Command) -> None:
    put(domino, BLOCKED, LOT)
    assert "rating" not in domino("stats").out
    assert "rating" in domino("stats --rules block-lot@1").out


def test_no_blocker_where_the_rules_name_none(domino: Command) -> None:
    put(domino, LOT, BLOCKED)
    (lot, _), (blocked, *_) = (
        jsons(domino(f"stats --rules {rules} --json").out)
        for rules in ("block-lot@1", "forced-block@1")
    )
    assert (lot["blocker"], lot["assistant"], blocked["blocker"]) == (None, None, 0)
    table = spreadsheet(domino("stats --csv").out)
    assert {row["rules"]: row["assistant"] for row in table} == {
        "block-lot@1": "",
        "forced-block@1": "0",
    }
    heads, lot_row, *_ = domino("stats --rules block-lot@1").out.splitlines()
    assert lot_row[heads.index("blocker") : heads.index("streak")].strip() == ""
    assert "  blocker\n" in domino("stats p0").out


def test_per_hundred_rounds(domino: Command) -> None:
    put(domino, SERIES, OTHER)
    heads, first, *_ = rows(domino("stats --per-hundred --rules partnership-sanjuan@1").out)
    figures = dict(zip(heads, first, strict=False))
    assert (first[0], figures["rounds"], figures["points"]) == ("north", "12", "2016.7")
    alone = domino("stats north --per-hundred").out
    assert "  points             2016.7\n" in re.sub(" +(?=[0-9])", " " * 13, alone)
    assert jsons(domino("stats north --json").out)[0]["per_hundred_rounds"]["points"] == 2016.67
    idle = rows(domino("stats a --per-hundred").out)
    assert idle[3:5] == [["won", "-"], ["lost", "-"]]
    assert jsons(domino("stats a --json").out)[0]["per_hundred_rounds"] is None
    assert domino("stats --per-hundred --csv").code == 2
    refused = domino("stats --per-hundred --json").err
    assert "--per-hundred excludes --json and --csv" in refused


def test_breakdowns(domino: Command) -> None:
    put(domino, SERIES, BLOCKED)
    heads, *seats = rows(domino("stats --by seat --rules forced-block@1").out)
    assert heads == [
        "seat",
        "rules",
        *("rounds", "won", "lost", "points", "against", "pips", "out"),
    ]
    assert [(row[0], row[3], row[7]) for row in seats][1::2] == [("1", "0", "10"), ("3", "1", "7")]
    assert rows(domino("stats --by order s3").out)[1][:5] == ["1", "forced-block@1", *"110"]
    (opening,) = jsons(domino("stats --by opening s3 --json").out)
    assert (opening["opening"], opening["rounds"]) == ("6-5", 1)
    pairs = spreadsheet(domino("stats --by partners --csv").out)
    assert [(pair["partners"], pair["points"]) for pair in pairs] == [
        ("east + west", "194"),
        ("north + south", "242"),
    ]
    shares = rows(domino("stats --by partners west --per-hundred").out)
    assert shares[1][:6] == ["west", "+", "east", "partnership-sanjuan@1", "12", "50.0"]
    none = domino("stats --by partners s0")
    assert none.err == "there is no such round that counts\n"


def test_partners_and_form_of_one_player(domino: Command) -> None:
    put(domino, SERIES)
    printed = rows(domino("stats west").out)
    assert ["south", "partnership-sanjuan@1", "1", "0", "1", "0.0"] in printed
    assert ["partnership-sanjuan@1", "-", "-", "0", "(0", "%)"] in printed
    (row,) = jsons(domino("stats west --json").out)
    assert [(each["name"], each["games"]) for each in row["with"]] == [("east", 1)]


def test_under_one_rule_set(domino: Command) -> None:
    put(domino, BLOCKED, LOT | {"players": ["s0", "s1"]})
    assert [row[:2] for row in rows(domino("stats").out)[1:]] == [
        ["s0", "2"],
        ["s3", "1"],
        ["s1", "2"],
        ["s2", "1"],
    ]
    lot = rows(domino("stats --rules block-lot@1").out)[1:]
    assert [row[:2] for row in lot] == [["s0", "1"], ["s1", "1"]]
    assert domino("stats --rules draw@1").out.splitlines()[1:] == []
    assert domino("stats --rules nope").err.startswith("domino: there are no rules 'nope'")


def test_for_programs(domino: Command) -> None:
    put(domino, BLOCKED)
    every, alone = jsons(domino("stats --json").out), jsons(domino("stats s1 --json").out)
    assert [row["name"] for row in every] == ["s3", "s0", "s1", "s2"]
    (row,) = alone
    names = {each["player"]: each["name"] for each in every}
    assert names[row["player"]] == "s1"
    figures = {key: row[key] for key in list(row)[3:-6]}
    assert figures.pop("rating")["games"] == 1
    assert figures.pop("per_hundred_rounds")["blocker"] == 100
    assert figures == {
        "games": 1,
        "games_won": 0,
        "games_lost": 1,
        "rounds": 1,
        "rounds_won": 0,
        "rounds_lost": 1,
        "reported": 0,
        "reported_won": 0,
        "points": 0,
        "points_against": 0,
        "pips_left": 10,
        "times_out": 0,
        "blocked": 1,
        "blocker": 1,
        "assistant": 0,
        "streak": -1,
        "longest_streak": 0,
        "received": {"XXX": 0},
        "paid": {"XXX": 36},
        "net": {"XXX": -36},
    }
    (under,) = row["by_rules"]
    assert under.pop("rules") == BLOCKED["rules"]
    assert under.pop("rating") == row["rating"]
    assert under.pop("per_hundred_rounds") == row["per_hundred_rounds"]
    assert under == figures
    assert row["article"]["num_draw_game_played"] == 1
    met = [(each["name"], each["games"], each["won"]) for each in row["against"]]
    assert sorted(met) == [("s0", 1, 0), ("s2", 1, 0), ("s3", 1, 0)]
    (last,) = row["last_games"]
    assert (last["record"], last["result"], last["net"]) == (BLOCKED["id"], "lost", -36)


def test_for_programs_under_one_rule_set(domino: Command) -> None:
    put(domino, BLOCKED, LOT | {"players": ["s0", "s1"]})
    (row,) = jsons(domino("stats s0 --rules block-lot@1 --json").out)
    assert (row["rules"], row["games"]) == ("block-lot@1", 1)
    assert [each["rules"] for each in row["against"]] == ["block-lot@1"]
    assert [each["rules"] for each in row["last_games"]] == ["block-lot@1"]
    assert {"by_rules", "article"}.isdisjoint(row)


def test_for_spreadsheets(domino: Command) -> None:
    put(domino, *GAMES, BLOCKED | {"players": ["p0", "b", "c", "d"]})
    table = spreadsheet(domino("stats p0 --csv").out)
    assert [row["rules"] for row in table] == ["block-lot@1", "forced-block@1"]
    lot, blocked = table
    assert (lot["games"], lot["points"], lot["rated_games"]) == ("3", "93", "3")
    assert {key: lot[key] for key in lot if key.startswith(("received", "paid"))} == {
        "received_EUR": "155",
        "received_JPY": "3100",
        "received_XXX": "31",
        "paid_EUR": "0",
        "paid_JPY": "0",
        "paid_XXX": "0",
    }
    assert (blocked["received_EUR"], blocked["received_XXX"]) == ("", "12")
    assert domino("stats --csv --json").code == 2


def test_a_player_who_has_finished_nothing(domino: Command) -> None:
    put(domino, LOT | {"rounds": []})
    assert rows(domino("stats").out)[1] == ["p0", *"0000000", "-", "0", "-", "-"]
    printed = domino("stats p0").out
    assert "family" not in printed
    assert "against" not in printed.splitlines()
    (row,) = jsons(domino("stats p0 --json").out)
    assert (row["games"], row["rating"], row["last_games"]) == (0, None, [])


def test_a_missing_number_leaves_the_others_where_they_are(domino: Command) -> None:
    put(domino, LOT, OTHER)
    heads, *found = domino("stats").out.splitlines()
    end = heads.index("pips") + len("pips")
    assert {row[end - 1] == " " for row in found} == {False}
    assert {row[end - 1] for row in found} >= {"-"}


def test_one_player(domino: Command) -> None:
    put(domino, LOT, BLOCKED | {"players": ["p0", "b", "c", "d"]}, SERIES)
    printed = domino("stats p0").out
    assert printed.splitlines()[0].split() == ["p0", "together", "block-lot@1", "forced-block@1"]
    found = [" ".join(row) for row in rows(printed)]
    assert found[1:4] == ["games 2 1 1", "won 1 1 0", "lost 1 0 1"]
    assert found[18] == "rating - 27.6 ± 8.1 24.1 ± 8.2"
    assert "block 1 1 31" in found
    assert "p1 block-lot@1 1 1 0 100.0" in found
    assert found[-2:] == ["block-lot@1 W", "forced-block@1 L"]


def test_many_rule_sets_stand_below_each_other(domino: Command) -> None:
    draws = ("block@1", "draw@1", "draw-three@1", "forced-block@1")
    for rules in draws:
        assert domino(f"simulate --rules {rules} --players 2 --games 1 --seed 1").code == 0
    printed = domino("stats simulated-1").out
    heads = [line.split()[1:] for line in printed.splitlines() if line.startswith("simulated-1 ")]
    assert heads == [["together", "block@1", "draw@1"], ["draw-three@1", "forced-block@1"]]


def test_a_player_nobody_knows(domino: Command) -> None:
    put(domino, BLOCKED)
    assert domino("stats nope") == (1, "", "domino: there is no player 'nope' in the book\n")


def test_money_of_several_currencies(domino: Command) -> None:
    put(domino, *GAMES)
    assert domino("stats").out.splitlines()[2].endswith("  EUR -1.55, JPY -3100, -31")
