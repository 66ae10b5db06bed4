"""Deals that can be checked, at a table and against bots; when their seeds are shown."""

import json
import re
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.domain.shuffle import commitment_of

from .command import Command, run
from .process import started
from .test_record import lines

BEGIN = "record --rules block-lot@1 --players Ana,Ben --id g"
MINE = ["11" * 32, "22" * 40]
COMMITMENTS = list(map(commitment_of, MINE))


def begun(domino: Command) -> None:
    assert domino(BEGIN).code == exits.FINE


def exported(domino: Command, options: str = "--open") -> dict[str, Any]:
    (game,) = map(json.loads, domino(f"export {options}").out.splitlines())
    return dict(game)


def test_a_seed_and_its_commitment(domino: Command) -> None:
    made = [json.loads(domino("deal seed --json").out) for _ in range(2)]
    assert made[0] != made[1]
    for each in made:
        assert len(each["seed"]) == 64
        assert commitment_of(each["seed"]) == each["commitment"]
    said = domino("deal seed").out.splitlines()
    assert [line.split(": ")[0] for line in said] == ["commitment", "seed"]
    assert commitment_of(said[1].removeprefix("seed: ")) == said[0].removeprefix("commitment: ")


def test_a_table_deals_with_the_seeds_of_its_players(domino: Command) -> None:
    begun(domino)
    ran = domino("deal tiles g --json", lines(*COMMITMENTS, *MINE))
    assert ran.code == exits.FINE
    first, committed, dealt = map(json.loads, ran.out.splitlines())
    assert first["algorithm"] == "domino-shuffle/1"
    assert committed["commitments"] == {"server": first["server"], "seats": COMMITMENTS}
    assert committed["by_program"] == []
    hands = [json.loads(domino(f"deal hand g {seat} --json").out) for seat in ("0", "Ben")]
    assert [(hand["round"], hand["seat"], len(hand["tiles"])) for hand in hands] == [
        (0, 0, 7),
        (0, 1, 7),
    ]
    assert domino("deal hand g Ana").out == " ".join(hands[0]["tiles"]) + "\n"
    (round,) = exported(domino)["rounds"]
    assert sorted(round["hands"][0]) == sorted(hands[0]["tiles"])
    assert round["leader"] == dealt["leader"]


def test_what_a_player_types_is_checked_and_asked_for_again(domino: Command) -> None:
    begun(domino)
    typed = lines("no hash", COMMITMENTS[0], COMMITMENTS[0], "", "ab", MINE[1][:64], MINE[0])
    ran = domino("deal tiles g", typed)
    assert ran.code == exits.FINE
    said = ran.err.splitlines()
    assert re.fullmatch("shuffle (.{4}-){4}.{4}: note it before a seed is revealed", said.pop(3))
    assert said[1:6] == [
        "a commitment has 64 digits, each 0 to 9 or a to f",
        "this seed was committed to before: each deal needs a new one",
        "a seed has 64 to 128 digits, each 0 to 9 or a to f, two a byte",
        f"this is not the seed that was committed to with {COMMITMENTS[0]}",
        "round 1 is dealt",
    ]
    (round,) = exported(domino)["rounds"]
    assert round["shuffle"]["by_program"] == [1]


def test_a_checkpoint_over_the_commitments_is_signed_before_a_seed_is_asked_for(
    domino: Command,
) -> None:
    begun(domino)
    domino("key new club.example --out club.key")
    ran = domino("deal tiles g --json --key club.key", lines(*COMMITMENTS, *MINE))
    _, committed, signed, _ = map(json.loads, ran.out.splitlines())
    short = committed["shuffle"]
    Path("kept.txt").write_text(signed["checkpoint"])
    assert json.loads(domino("deal hand g 0 --json").out)["shuffle"] == short
    assert domino("deal hand g 0").err == f"shuffle {short}\n"
    assert f"the program dealt: shuffle {short}" in domino("record --resume g", b"quit\n").err
    (deal,) = json.loads(domino("audit g --json --checkpoint kept.txt").out)["shuffles"]["deals"]
    assert deal == {"round": 0, "shuffle": short, "fixed": 3}
    (without,) = json.loads(domino("audit g --json").out)["shuffles"]["deals"]
    assert without == deal | {"fixed": None}


def test_the_log_up_to_the_commitments_is_shown(domino: Command) -> None:
    begun(domino)
    domino("key new club.example --out club.key")
    ran = domino("deal tiles g --key club.key", lines(*COMMITMENTS, *MINE))
    assert Path("domino.db.tiles/checkpoint").read_text() in ran.err
    assert "the log up to these commitments, signed" in ran.err


def test_nothing_is_dealt_without_every_seed(domino: Command) -> None:
    begun(domino)
    nothing = domino("deal tiles g", lines(COMMITMENTS[0]))
    assert nothing.code == exits.INTERRUPTED
    assert "aborted_shuffles" not in exported(domino)
    given_up = domino("deal tiles g", lines(*COMMITMENTS, MINE[0]))
    assert (given_up.code, given_up.err.splitlines()[-1]) == (130, "nothing was dealt")
    game = exported(domino)
    assert game["rounds"] == []
    (aborted,) = game["aborted_shuffles"]
    assert aborted["commitments"]["seats"] == COMMITMENTS
    assert "was committed to and came to no end" in domino("audit g").out
    again = domino("deal tiles g", lines(COMMITMENTS[0]))
    assert "this seed was committed to before" in again.err


def test_the_commitments_are_in_the_book_when_seeds_are_asked_for(tmp_path: Path) -> None:
    """Nobody can change a seed after they saw another, nor give a deal up unseen."""
    with chdir(tmp_path):
        begun(run)
        with started("deal", "tiles", "g", "--json", cwd=tmp_path) as dealing:
            dealing.types(lines(*COMMITMENTS))
            said = [json.loads(dealing.stdout.readline()) for _ in range(2)]
            dealing.kill()
        (aborted,) = exported(run)["aborted_shuffles"]
        assert aborted["commitments"] == said[1]["commitments"]
        assert run("deal tiles g", lines("", "")).code == exits.FINE
        game = exported(run)
    assert [each["commitments"] for each in game["aborted_shuffles"]] == [aborted["commitments"]]
    assert game["rounds"][0]["shuffle"]["by_program"] == [0, 1]


def test_a_round_that_cannot_be_dealt_now(domino: Command) -> None:
    begun(domino)
    assert domino("deal hand g 0").err == "domino: no round has been dealt\n"
    domino("deal tiles g", lines("", ""))
    ran = domino("deal tiles g", lines("", ""))
    assert (ran.code, ran.err) == (exits.FAILURE, "domino: g: the round before is not over\n")
    assert len(list(exported(domino)["rounds"])) == 1


# -- nothing is shown before the round is over


@pytest.fixture(scope="module")
def in_play(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A round dealt with seeds of the players, in which a tile was laid."""
    directory = tmp_path_factory.mktemp("in-play")
    with chdir(directory):
        assert run(BEGIN).code == exits.FINE
        assert run("deal tiles g", lines(*COMMITMENTS, *MINE)).code == exits.FINE
        round = json.loads(run("export --open").out)["rounds"][0]
        lead = round["hands"][round["leader"]][0]
        assert run("record --resume g", lines(lead)).code == exits.FINE
    return directory


OUTPUTS = [
    "export --open",
    "export --open --format text",
    "tail",
    "tail --open",
    "audit g --json",
    "audit g --json --open",
    "audit g --open",
    "replay g --json --open",
    "replay g --open",
    "explain g 1",
    "games --json",
    "sheet g --json",
    "deal hand g 0 --json",
    "search --held 6-6 --json",
    "sql 'SELECT * FROM game_fact'",
]


def seeds_of(book: Path) -> list[str]:
    """All seeds of the round, as the file of the book holds them."""
    (found,) = [
        json.loads(part[: part.index(b"}") + 1])
        for part in (book / "domino.db").read_bytes().split(b'"event":')
        if part.startswith(b'{"server":') and b'"seats"' in part and b"algorithm" not in part[:40]
    ]
    return [found["server"], *found["seats"]]


def test_no_output_shows_a_seed_of_a_round_in_play(in_play: Path) -> None:
    seeds = seeds_of(in_play)
    assert seeds[1:] == MINE
    with chdir(in_play):
        for command in OUTPUTS:
            ran = run(command)
            assert ran.code == exits.FINE, ran.err
            assert not [seed for seed in seeds if seed in ran.out + ran.err], command


# -- against bots


PLAY = "play --rules block-lot@1 --name Ana"


def test_a_person_brings_a_seed_to_each_deal(domino: Command) -> None:
    stopped = domino(f"{PLAY} --my-seeds", lines(COMMITMENTS[0], MINE[0], "quit"))
    assert stopped.code == exits.FINE
    (round,) = exported(domino)["rounds"]
    assert round["shuffle"]["by_program"] == [1]
    assert round["shuffle"]["commitments"]["seats"][0] == COMMITMENTS[0]
    assert "check the deals with: domino audit play-" in stopped.err


def test_a_person_who_brings_no_seed_plays_all_the_same(domino: Command) -> None:
    ran = domino(PLAY, b"1\n" * 200)
    assert ran.code == exits.FINE
    game = exported(domino, "")
    (round,) = game["rounds"]
    assert round["shuffle"]["by_program"] == [0, 1]
    report = domino(f"audit {game['id']}")
    assert report.code == exits.FINE
    assert (
        "  1 deal follows from its seeds, to which all had committed before it.\n"
        "  The program chose all seeds: the players had no part in the shuffle.\n"
    ) in report.out


def test_without_a_seed_nothing_is_dealt_to_a_person(domino: Command) -> None:
    assert domino(f"{PLAY} --my-seeds", b"").code == exits.INTERRUPTED
    assert exported(domino)["rounds"] == []
