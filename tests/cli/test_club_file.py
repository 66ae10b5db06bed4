"""The club file: where it is found, its effect on `domino record`, and mistakes in it."""

import json
from pathlib import Path

import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.cli.club_file import CLUB_FILE, club_here
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.club import NO_CLUB
from domino_ledger.ledger.live.simulation import Simulation

from .command import Command
from .samples import jsons
from .terminal import END, Terminal

CLUB = """
name = "Club San Juan"
rules = "partnership-sanjuan@1"
players = ["Ana", "José", "Zoë", "Ben"]
stake = "EUR:5"
place = "Casa Sol"
time_zone = "Asia/Tokyo"
language = "en"
arbiters = ["Eva"]
"""


def exported(domino: Command) -> dict[str, object]:
    """The only game of the book."""
    (line,) = domino("export --open").out.splitlines()
    record = json.loads(line)
    assert isinstance(record, dict)
    return record


def test_a_new_game_takes_missing_values_from_the_club_file(domino: Command) -> None:
    Path(CLUB_FILE).write_text(CLUB, "utf-8")
    assert domino("record", b"deal lead zoe\njose 6-6\n").code == exits.REJECTED
    record = exported(domino)
    assert record["rules"] == "partnership-sanjuan@1"
    assert record["players"] == ["Ana", "José", "Zoë", "Ben"]
    assert str(record["started_at"]).endswith("+09:00")
    assert "stake" not in record  # These rules have no payout.


def test_options_override_the_club_file(domino: Command) -> None:
    Path(CLUB_FILE).write_text(CLUB, "utf-8")
    assert domino("record --rules block-lot@1 --players Cid,jose").code == exits.FINE
    record = exported(domino)
    assert (record["rules"], record["players"]) == ("block-lot@1", ["Cid", "José"])
    assert record["stake"] == {"currency": "EUR", "minor_per_pip": 5}


def test_times_are_those_of_the_clock_of_the_club(domino: Command) -> None:
    Path(CLUB_FILE).write_text('time_zone = "America/New_York"', "utf-8")
    lines = "deal begins Ana", "2025-11-01T23:50:00-04:00 6-6", "01:50 6-5", "01:10 6-4"
    ran = domino("record --rules block@1 --players Ana,Ben", "\n".join(lines).encode())
    assert (ran.code, ran.err.count("refused")) == (exits.FINE, 0)
    (record,) = jsons(domino("export --open").out)
    assert [move["t"] for move in record["rounds"][0]["moves"]] == [
        "2025-11-01T23:50:00-04:00",
        "2025-11-02T01:50:00-04:00",
        "2025-11-02T01:10:00-05:00",
    ]


def test_without_a_terminal_nothing_is_asked(domino: Command) -> None:
    missing = "a new game needs --rules and --players; --resume continues one"
    for text in ("", 'rules = "block@1"', 'players = ["Ana"]'):
        Path(CLUB_FILE).write_text(text, "utf-8")
        ran = domino("record")
        assert (ran.code, missing in ran.err) == (exits.USAGE, True)
    assert not Path("domino.db").exists()


# -- where it is found


def test_the_nearest_file_above_is_taken_then_that_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (inner := tmp_path / "club" / "evening").mkdir(parents=True)
    monkeypatch.chdir(inner)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert club_here() == NO_CLUB
    places = [tmp_path / "config" / "domino", tmp_path, inner.parent]
    for number, place in enumerate(places):
        place.mkdir(parents=True, exist_ok=True)
        (place / CLUB_FILE).write_text(f'name = "{number}"')
        assert club_here().name == str(number)


# -- mistakes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"players = [", ": this is not TOML: "),
        (b"\xff", ": not UTF-8 at byte 1"),
        (b"player = []", ": there is no field 'player' here (did you mean 'players'?)"),
        (b"players = 3", ": players: expected a list, not 3"),
        (b"players = ['Ana', 3]", ": players[1]: expected text, not 3"),
        (b"players = [['Ana', 2026-01-31]]", ": players[0]: expected text, not ["),
        (b"time_zone = 'Moon'", ": time_zone: there is no time zone 'Moon'"),
        (b"time_zone = '../x'", ": time_zone: there is no time zone '../x'"),
        (b"stake = '5 EUR'", ": stake: '5 EUR' is not a stake such as 'EUR:5'"),
        (b"name = ' '", ": name: expected a text that is neither blank nor very long"),
    ],
)
def test_a_mistake_is_one_sentence_with_its_place(domino: Command, text: bytes, said: str) -> None:
    Path(CLUB_FILE).write_bytes(text)
    ran = domino("record --rules block@1 --players Ana,Ben")
    assert ran.code == exits.FAILURE
    (sentence,) = ran.err.splitlines()
    assert f"{CLUB_FILE}{said}" in sentence
    assert not Path("domino.db").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("language = 'es'", "domino: no hay libro en domino.db"),
        ("language = 'es'\nplayers = 3", "players: se esperaba una lista, no 3"),
    ],
)
def test_the_language_of_the_club(
    domino: Command, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    """Also in the sentence about another mistake in the file."""
    monkeypatch.delenv("LANGUAGE", raising=False)
    Path(CLUB_FILE).write_text(text)
    assert said in domino("games").err


def test_what_the_environment_or_the_command_line_names_comes_before_the_club(
    domino: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(CLUB_FILE).write_text("language = 'es'")
    monkeypatch.setenv("LANGUAGE", "ja")
    in_japanese = domino("games").err
    monkeypatch.delenv("LANGUAGE")
    assert domino("games --lang ja").err == domino("--lang=ja games").err == in_japanese
    assert "domino.db" in in_japanese
    assert in_japanese != domino("games").err != domino("games --lang en").err


# -- at a terminal


def test_at_a_terminal_a_new_game_asks_for_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / CLUB_FILE).write_text('players = ["José"]', "utf-8")
    terminal = Terminal("record", cwd=tmp_path)
    terminal.until("rules (")
    terminal.answers(")> ", "blok\n")
    assert "there are no rules 'blok'" in terminal.answers(")> ", "block-lot@1\n")
    terminal.answers("players, clockwise, with commas> ", "Ana\n")
    assert "block-lot@1 seats 2, 3 or 4 players" in terminal.answers("with commas> ", "Ana, jose\n")
    assert "players  Ana, José" in terminal.answers("\n> ", END)
    assert terminal.ends() == exits.FINE


def keys_of_a_round() -> list[str]:
    """A round of 22 acts by four partners, with lines as short as possible."""
    simulations = (Simulation(PUBLISHED["partnership-sanjuan@1"], 4, seed) for seed in range(999))
    rounds = (json.loads(simulation.line(1))["rounds"][0] for simulation in simulations)
    round = next(round for round in rounds if len(round["moves"]) == 22)
    names = "ajzb"
    held = [set(hand) for hand in round["hands"]]
    keys = ["deal", names[round["leader"]]]
    for move in round["moves"]:
        if "pass" in move:
            keys.append("-")
            continue
        end = {"left": "<", "right": ">"}.get(move.get("at", ""), "")
        keys.append(move["lay"].replace("-", "") + end)
        held[move["seat"]].discard(move["lay"])
    for seat, hand in enumerate(held):
        if hand:
            keys.append(f"left {names[seat]}: {' '.join(tile.replace('-', '') for tile in hand)}")
    return keys


def test_a_round_of_four_takes_less_than_190_keys(tmp_path: Path) -> None:
    """This includes the command, Enter for the usual players, and all tiles left."""
    (tmp_path / CLUB_FILE).write_text(CLUB, "utf-8")
    lines = ["", *keys_of_a_round()]
    terminal = Terminal("record", cwd=tmp_path)
    shown = ""
    for line in [*lines[:2], "xyz", lines[1], *lines[2:]]:  # The leader is mistyped once.
        shown += terminal.answers("> ", f"{line}\n")
    shown += terminal.until("> ")
    assert "\ncolumn 11: expected a player (Ana, José, Zoë, Ben), not 'xyz'" in shown
    assert "points   " in shown
    terminal.types(END)
    assert terminal.ends() == exits.FINE
    assert len("domino record\n") + sum(len(line) + 1 for line in lines) < 190


EVENING_OF_POINTS = (
    ["a 35 out", "b 22 block", "a 41", "b 18 out", "a 60 out", "b 31", "zoe 72 out"],
    ["b 90", "a 26 block", "ben 55 out", "nobody block", "b 58 out"],
)
"""The games of an evening of which only points were noted: twelve rounds."""


def test_an_evening_of_points_takes_less_than_400_keys(domino: Command) -> None:
    """The commands themselves, Enter for the usual players, and the end of each included."""
    Path(CLUB_FILE).write_text(CLUB, "utf-8")
    keys = 0
    for lines in EVENING_OF_POINTS:
        typed = "".join(f"{line}\n" for line in [*lines, "quit"])
        assert domino("record", typed.encode()).code == exits.FINE
        keys += len("domino record\n\n") + len(typed)
    assert keys < 400
    games = [json.loads(line) for line in domino("export").out.splitlines()]
    assert [len(game["rounds"]) for game in games] == [7, 5]
    league = [json.loads(line) for line in domino("league --json").out.splitlines()]
    assert {(each["name"], each["won"], each["points"]) for each in league} == {
        ("Ana", 1, 234),
        ("Zoë", 1, 234),
        ("José", 1, 274),
        ("Ben", 1, 274),
    }
