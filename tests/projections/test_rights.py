"""The rights that `domino init` grants, tested as the roles."""

from collections.abc import Iterator
from contextlib import closing
from itertools import count
from typing import Any, NamedTuple
from uuid import UUID

import psycopg
import pytest
from psycopg import Connection

from domino_ledger.cli import exit_codes as exits
from domino_ledger.domain.events import (
    ActUndone,
    DealUndone,
    Event,
    GameAmended,
    GameOpened,
    RoundDealt,
    RoundWon,
    TileDrawn,
    TileLaid,
)
from domino_ledger.domain.hidden.seat_view import hidden_round
from domino_ledger.domain.house import KeyRegistered
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.store.house import House
from domino_ledger.ledger.store.ids import game_id
from tests.cli.bad_input import BLOCK, DISPUTED, PAYOUT
from tests.cli.command import Ran, run
from tests.domain.builders import any_hand
from tests.ledger import games

from .tails import Writer

_NUMBERS = count(1)
GAME = games.record("openspiel-block.jsonl")


class Site(NamedTuple):
    """A database with a reading and a writing role, by their URLs."""

    owner: str
    reader: str
    writer: str
    server: str
    roles: tuple[str, str]

    def domino(self, who: str, line: str, stdin: bytes = b"") -> Ran:
        return run(line, stdin, ledger=getattr(self, who))


@pytest.fixture
def site(database: str) -> Iterator[Site]:
    number = next(_NUMBERS)
    roles = f"reader {number}", f"writer_{number}"
    with psycopg.connect(database, autocommit=True) as server:
        # The owner of the database is no superuser, as on a real site.
        owner = f"owner_{number}"
        for role in (owner, *roles):
            server.execute(f'CREATE ROLE "{role}" LOGIN'.encode())
        name = server.info.dbname
        server.execute(f"ALTER DATABASE {name} OWNER TO {owner}".encode())
        to_owner, to_reader, to_writer = (
            database.replace("postgres@", f"{role.replace(' ', '%20')}@")
            for role in (owner, *roles)
        )
        site = Site(to_owner, to_reader, to_writer, database, roles)
        assert site.domino("owner", "init").code == 0
        line = f"init --reader '{roles[0]}' --writer {roles[1]}"
        assert site.domino("owner", line).code == 0
        yield site
    with psycopg.connect(database, autocommit=True) as server:
        for role in (*roles, owner):
            server.execute(f'DROP OWNED BY "{role}" CASCADE'.encode())
        server.execute(f"ALTER DATABASE {name} OWNER TO postgres".encode())
        for role in (*roles, owner):
            server.execute(f'DROP ROLE "{role}"'.encode())


@pytest.fixture
def plain(site: Site) -> Iterator[Connection[Any]]:
    """A plain connection of the reader."""
    with psycopg.connect(site.reader, autocommit=True) as connection:
        yield connection


READING = (
    "games --json",
    "stats",
    "payouts",
    "league",
    "night",
    "players list",
    "rules list",
    "sql 'SELECT count(*) FROM statistic'",
    "whatif --rules forced-block@1",
    f"audit {DISPUTED}",
    f"replay {DISPUTED}",
    f"explain {DISPUTED} 1",
    f"sheet {DISPUTED}",
    "export",
    "dispute list",
)


@pytest.mark.unmeasured
def test_granted_commands(site: Site) -> None:
    """The writer records, the owner keeps the tables, all roles read, also after a rebuild."""
    added = site.domino("writer", f"import {PAYOUT}")
    assert (added.code, added.err) == (0, "100 games added, 0 unchanged, 0 rejected\n")
    assert site.domino("owner", "rebuild --only verdicts").code == 0
    answers = {line: site.domino("owner", line).out for line in READING}
    for rebuilt in (False, True):
        for who in ("reader", "writer"):
            for line in READING[:3] if rebuilt else READING:
                ran = site.domino(who, line)
                assert (ran.code, ran.out) == (0, answers[line]), (who, line, ran.err)
        assert site.domino("owner", "rebuild").code == 0


@pytest.mark.unmeasured
def test_the_reader_learns_how_far_the_tables_are(site: Site) -> None:
    site.domino("owner", f"import {PAYOUT}")
    site.domino("owner", "catch-up")
    with closing(open_book(site.owner)) as book:
        before = book.last_position()
        played = "simulate --rules block@1 --players 2 --games 3 --seed 1"
        assert site.domino("writer", played).code == 0
        after = book.last_position()
    for who in ("reader", "writer"):
        ran = site.domino(who, "stats s1")
        assert ran.err == f"the tables are up to event {before} of {after}\n"
        assert "simulated" not in ran.out
        games = site.domino(who, "games")
        assert games.out.count("\n") == 101
        refused = site.domino(who, "catch-up")
        assert (refused.code, "cannot be written by this user" in refused.err) == (1, True)
    assert site.domino("owner", "catch-up").code == 0
    assert site.domino("owner", "stats s1").err == ""
    for line in ("stats s1", "sql 'SELECT count(*) FROM article_game'"):
        asked = site.domino("reader", line)
        assert (asked.code, asked.err) == (0, f"the tables are up to event {after} of {after}\n")


OPENED = f"open {DISPUTED} --round 1 --by s2 --claim no"


def test_refused_commands(site: Site) -> None:
    assert site.domino("writer", f"import {PAYOUT}").code == 0
    site.domino("owner", "catch-up")
    for line in (f"import {BLOCK}", "players rename s0 Sue", f"dispute {OPENED}", "rebuild"):
        ran = site.domino("reader", line)
        assert (ran.code, "permission denied" in ran.err) == (1, True), ran
    for who in ("reader", "writer"):
        assert site.domino(who, "players erase s0").code == 1
        missing = site.domino(who, "whatif --rules forced-block@1")
        assert (missing.code, "domino rebuild --only verdicts" in missing.err) == (1, True)
    with psycopg.connect(site.writer, autocommit=True) as writer:
        for statement in (
            "UPDATE stored_events SET topic = topic",
            "DELETE FROM stream_head",
            "UPDATE player_name SET player_id = player_id",
            "DELETE FROM player_name",
            "INSERT INTO posting SELECT * FROM posting",
            "UPDATE progress SET position = 0",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                writer.execute(statement.encode())


@pytest.mark.unmeasured
def test_a_writer_renames(site: Site) -> None:
    """The writer has no rights on the tables, which show the new name at once."""
    assert site.domino("writer", f"import {PAYOUT}").code == 0
    site.domino("owner", "catch-up")
    renamed = site.domino("writer", "players rename s0 Sue")
    assert (renamed.code, renamed.err) == (0, "s0 is now Sue\n")
    for who in ("owner", "reader", "writer"):
        shown = site.domino(who, "sql 'SELECT player_name FROM player ORDER BY 1'").out
        assert "Sue" in shown
        assert "s0" not in shown


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE player_name SET name = 'Zoe' WHERE name = 's1'", "is not the one that was"),
        ("INSERT INTO player_name VALUES ('{id}', 'Zoe', '')", "was never recorded"),
        ("DELETE FROM former_name", "are not those that were recorded"),
        ("INSERT INTO former_name VALUES ('Zoe', '{id}', '')", "are not those that were recorded"),
    ],
)
def test_names_that_a_writer_changes_by_hand(site: Site, statement: str, said: str) -> None:
    """What the role may do to the tables of names is found by the owner."""
    assert site.domino("writer", f"import {PAYOUT}").code == 0
    assert site.domino("writer", "players rename s0 Sue").code == 0
    assert site.domino("owner", "verify --all").code == 0
    with psycopg.connect(site.writer, autocommit=True) as writer:
        writer.execute(statement.format(id=UUID(int=9).hex).encode())
    found = site.domino("owner", "verify --all")
    assert (found.code, said in found.err, len(found.err.splitlines())) == (4, True, 1)


@pytest.mark.unmeasured
def test_a_writer_merges_players(site: Site) -> None:
    pairs = (("Ann", "Bob"), ("Anna", "Cid"))
    lines = [GAME | {"id": f"game {at}", "players": list(pair)} for at, pair in enumerate(pairs)]
    assert site.domino("writer", "import -", b"".join(map(games.line, lines))).code == 0
    assert site.domino("owner", "catch-up").code == 0
    assert site.domino("writer", "players merge Anna Ann").code == 0
    assert site.domino("reader", "players unmerge Anna").code == exits.FAILURE
    assert site.domino("owner", "catch-up").code == 0
    assert "Anna" in site.domino("reader", "players show Ann").out
    for who in ("owner", "reader"):
        assert "Anna" not in site.domino(who, "stats").out
    assert site.domino("writer", "players unmerge Anna").code == 0


def test_the_sql_of_the_rights(site: Site) -> None:
    """It can be printed by a user without the right to grant, and has the same effect."""
    roles = f"--reader '{site.roles[0]}' --writer {site.roles[1]}"
    printed = site.domino("reader", f"init --sql {roles}")
    assert printed.code == 0
    with (
        psycopg.connect(site.owner, autocommit=True) as owner,
        psycopg.connect(site.server, autocommit=True) as server,
    ):
        before = owner.execute(RIGHTS).fetchall()
        for role in site.roles:
            server.execute(f'DROP OWNED BY "{role}"'.encode())
        assert owner.execute(RIGHTS).fetchall() != before
        owner.execute(printed.out.encode())
        assert owner.execute(RIGHTS).fetchall() == before


@pytest.mark.unmeasured
def test_missing_roles(site: Site) -> None:
    ran = site.domino("owner", "init --reader nobody")
    assert ran.code == exits.FAILURE
    assert "there is no role nobody on the server of" in ran.err
    refused = site.domino("writer", f"init --reader {site.roles[1]}")
    assert refused.code == exits.FAILURE
    in_a_file = run("init --reader nobody")
    assert in_a_file.code == exits.USAGE


RIGHTS = (
    "SELECT relname, relacl::text, attname, attacl::text FROM pg_class "
    "LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attacl IS NOT NULL "
    "WHERE relacl IS NOT NULL AND relnamespace = 'public'::regnamespace ORDER BY 1, 3"
)


def test_a_reader_sees_what_the_house_has_on_record(site: Site) -> None:
    with closing(open_book(site.owner)) as book, closing(open_book(site.reader)) as reader:
        book.append_to_house(
            book.house(),
            [
                KeyRegistered(
                    key="club+8c2636c2+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop", role="log"
                )
            ],
        )
        assert reader.house() == book.house() != House()


# -- rounds in play


def played(players: list[UUID]) -> list[Event]:
    """Rounds in which each end and each deal is undone once, and repeated.

    From the second round on, a deal is also undone with the end of the round before it.
    """
    rules = any_hand("draw@1", 4, 2, score={"target": 60})
    events = Simulation(rules, 2, 3).play(1, players).events
    found: list[Event] = []
    for event in events:
        found.append(event)
        if isinstance(event, RoundDealt):
            *_, act, ended = [None, *found[:-1]]
            if isinstance(act, TileLaid) and isinstance(ended, RoundWon):
                found += [DealUndone(), ActUndone(), act, ended, event]
            found += [DealUndone(), event]
        if isinstance(event, RoundWon) and isinstance(found[-2], TileLaid):
            found += [ActUndone(), found[-2], event]
    return found


def seen_by(plain: Connection[Any], game: UUID) -> list[int]:
    rows = plain.execute(
        "SELECT originator_version FROM stored_events WHERE originator_id = %s ORDER BY 1", [game]
    )
    return [version for (version,) in rows]


@pytest.mark.unmeasured
def test_events_of_rounds_in_play(site: Site, plain: Connection[Any]) -> None:
    """After each event: the reader sees only open events, and no tile of the round in play."""
    players = [UUID(int=1), UUID(int=2)]
    events = played(players)
    opened = events[0]
    assert isinstance(opened, GameOpened)
    amended = GameAmended(reason="", by=None, opening=opened)
    whole = [*events, amended, *events[1:40]]
    shown, earlier_rounds = set(), False
    with closing(open_book(site.owner)) as book, closing(open_book(site.reader)) as reader:
        writer = Writer(book)
        game = game_id(opened.record)
        for written, event in enumerate(whole, start=1):
            writer.write(opened.record, event)
            if not isinstance(event, RoundDealt | TileDrawn | RoundWon) and written % 5:
                continue
            state = book.stream(game).game
            seen = reader.stream(game)
            assert seen_by(plain, game) == [*range(1, seen.version + 1)]
            assert hidden_round(seen.game) is None
            hidden = hidden_round(state)
            shown.add((hidden is None, seen.version == written))
            earlier_rounds |= hidden is not None and len(seen.game.rounds) > 0
            if hidden is not None:
                *_, in_play = (e for e in whole[:written] if isinstance(e, RoundDealt))
                assert in_play not in [entry.event for entry in seen.entries]
            if written < len(events) and isinstance(again := events[written], RoundDealt):
                assert again not in [entry.event for entry in seen.entries]
            heads = plain.execute("SELECT max(version) FROM stream_head").fetchall()
            assert heads == [(seen.version,)]
    # After an undo it may see less than it could.
    assert shown == {(True, True), (True, False), (False, False)}
    assert earlier_rounds
    assert site.domino("owner", "catch-up").code == 0
    assert opened.record in site.domino("reader", "games").out


def test_tables_that_have_an_event_which_the_reader_cannot_see(site: Site) -> None:
    typed = b"deal lead Ana\n6-6\n"
    begun = site.domino("writer", "record --rules block@1 --players Ana,Ben --id live", typed)
    assert begun.code == 0
    assert site.domino("owner", "catch-up").code == 0
    read = site.domino("reader", "games --json")
    assert (read.code, '"live"' in read.out) == (0, True)


def test_a_reader_cannot_follow_the_log(site: Site) -> None:
    """Events that are hidden now would be missed when they become visible."""
    assert site.domino("writer", f"import {PAYOUT}").code == 0
    for line in ("tail", f"import {BLOCK} --dry-run"):
        ran = site.domino("reader", line)
        assert (ran.code, "takes the rights of a writer" in ran.err) == (1, True)
    assert site.domino("writer", "tail").code == 0
