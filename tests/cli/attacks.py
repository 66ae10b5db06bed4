"""Attacks on what is stored, by somebody who holds it: the rows of the table in docs/audit.md."""

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import psycopg

from domino_ledger.domain.disputes.events import DisputeOpened, RulingMade
from domino_ledger.domain.events import EntrySigned, Event, GameAmended, PlayPaused
from domino_ledger.domain.house import (
    CountingChanged,
    Decision,
    KeyRegistered,
    KeyRevoked,
    MoneyBooked,
    PlayerPosting,
    PlayersMerged,
    RulesAdded,
)
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import AS_PLAYED
from domino_ledger.domain.shuffle import commitment_of
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.live.session import open_table
from domino_ledger.ledger.log.checkpoints import make_checkpoint
from domino_ledger.ledger.registry.changed_rules import changed_rules
from domino_ledger.ledger.registry.name_changes import rename
from domino_ledger.ledger.registry.players import player_called
from domino_ledger.ledger.registry.rule_sets import add
from domino_ledger.ledger.signing.keys import (
    PrivateKey,
    PublicKey,
    given_key,
    new_key,
    read_private_key,
    write_private_key,
)
from domino_ledger.ledger.signing.notes import cosign_note, read_note
from domino_ledger.ledger.store.chain import entry_hash
from domino_ledger.ledger.store.ids import HOUSE, game_id
from domino_ledger.ledger.store.rows import now
from domino_ledger.ledger.store.stream import rows_after
from domino_ledger.projections.verification.make_proof import VERIFIER
from tests.cli.command import Ran, run
from tests.ledger.games import DATA
from tests.projections.attacks import EVENTS, HEADS, show_another
from tests.projections.logged import KEY, Plain, made_anew, opened

GAMES = (DATA / "payout.jsonl").read_bytes().splitlines(keepends=True)[:12]
NAME = "payout-12-00001"
"""The game that is attacked."""
GAME = game_id(NAME).hex
TABLE, NEXT = "table-1", "table-2"
"""At both, each player brings a seed. The round of the first is dealt, that of the other is not."""
SEEDS = ("11" * 32, "22" * 32)
"""Of the players, by seat."""
_WITH_TILES = re.compile("verify|prove|checkpoint|sheet|deal|audit .*checkpoint")
ARBITER, MARTA = "s3", PrivateKey("club.example/marta", bytes(reversed(range(32))))
"""Somebody who rules, with the key of theirs that the house has on record."""
STATE = "SELECT state FROM stored_events WHERE originator_id = ? AND originator_version = ?"


class Site(NamedTuple):
    """What the house has, and what it has given away."""

    directory: Path
    """With the key of the log, and `held.txt`: the checkpoint that somebody else holds."""
    url: str | None
    """Of the book on a server; None: it is in a file."""
    sheet: str
    """The hash on a score sheet of the game."""

    @property
    def book(self) -> Path:
        return self.directory / "domino.db"

    @property
    def tiles(self) -> Path:
        return self.directory / ("domino.db.tiles" if self.url is None else "tiles")

    def domino(self, line: str, stdin: bytes = b"") -> Ran:
        """Run a command of the table."""
        named = {"HASH": self.sheet, "GAME": NAME, "TABLE": TABLE, "NEXT": NEXT}
        named["TILES"] = self.tiles.name
        line = re.sub(r"\b[A-Z]{4,}\b", lambda word: named[word[0]], line)
        if line.startswith("verify.py "):
            return self._verifier(line)
        if self.url is not None and _WITH_TILES.match(line):
            line += " --tiles tiles"
        return run(line, stdin, ledger=self.url or "")

    def _verifier(self, line: str) -> Ran:
        """A stranger has this program, and not the book."""
        program = [sys.executable, "-I", str(VERIFIER), *line.split()[1:]]
        done = subprocess.run(program, capture_output=True, text=True, check=False)
        return Ran(done.returncode, done.stdout, done.stderr)

    @contextmanager
    def opened(self) -> Iterator[Book]:
        with closing(open_book(self.url or self.book)) as book:
            yield book

    @contextmanager
    def rows(self) -> Iterator[Plain]:
        """Rows of the book, past what guards them."""
        if self.url is None:
            with opened(self.book) as plain:
                yield plain
            return
        with psycopg.connect(self.url, autocommit=True) as server:
            server.execute("SET session_replication_role = replica")
            yield _OnServer(server)

    @contextmanager
    def structure(self) -> Iterator[Plain]:
        """Tables, indexes and triggers, those of the tables included."""
        if self.url is not None:
            with psycopg.connect(self.url, autocommit=True) as server:
                yield _OnServer(server)
            return
        with closing(sqlite3.connect(self.book, isolation_level=None)) as plain:
            yield plain

    @contextmanager
    def tables(self) -> Iterator[Plain]:
        if self.url is not None:
            with self.structure() as plain:
                yield plain
            return
        file = self.book.with_name("domino.db.tables")
        with closing(sqlite3.connect(file, isolation_level=None)) as plain:
            yield plain


class _OnServer:
    def __init__(self, server: psycopg.Connection[Any]) -> None:
        self._server = server

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        return self._server.execute(statement.replace("?", "%s").encode(), values)


def made(directory: Path, url: str | None) -> Site:
    """A site with games, tables, money, and a signed log; run it in this directory."""
    site = Site(directory, url, "")
    write_private_key(directory / "club.key", KEY)
    for line, stdin in (("init", b""), ("import -", b"".join(GAMES[:-1]))):
        assert site.domino(line, stdin).code == 0
    with site.opened() as book:
        add(book, PUBLISHED["forced-block@1"].model_copy(update={"id": "house@1"}))
        rename(book, "s0", "Ana")
        arbiter = KeyRegistered(
            key=str(MARTA.public), role="arbiter", player=player_called(book, ARBITER)
        )
        book.append_to_house(book.house(), [arbiter])
    (directory / "club.pub").write_text(site.domino("key show club.key").out)
    assert site.domino("key add club.pub --role log").code == 0
    if url is None:
        shutil.copy(site.book, directory / "older.db")
    _with_a_deal(site)
    assert site.domino("import -", GAMES[-1]).code == 0
    assert site.domino("catch-up").code == 0
    assert site.domino("checkpoint --key club.key --output held.txt").code == 0
    _with_a_witness(site)
    assert site.domino("prove GAME --key club.key --out given.proof").code == 0
    with site.opened() as book:
        return site._replace(sheet=book.stream(game_id(NAME)).hash)


def _with_a_deal(site: Site) -> None:
    """`noted.txt` is the checkpoint that the players got before they revealed their seeds."""
    with site.opened() as book:
        for table in (TABLE, NEXT):
            open_table(book, table, PUBLISHED["block-lot@1"], ["Ann", "Ben"])
    typed = "".join(f"{each}\n" for each in (*map(commitment_of, SEEDS), *SEEDS))
    dealt = site.domino("deal tiles TABLE --key club.key --json", typed.encode())
    assert dealt.code == 0
    _, _, signed, _ = map(json.loads, dealt.out.splitlines())
    (site.directory / "noted.txt").write_text(signed["checkpoint"])


def _with_a_witness(site: Site) -> None:
    """It has seen the log. `again.txt` goes on from what it keeps, and `whole.txt` from nothing."""
    assert site.domino("key new witness.example/w1 --witness --out witness.key").code == 0
    public = site.domino("key show witness.key").out
    (site.directory / "witness.pub").write_text(public)
    shutil.copy(site.directory / "witness.pub", site.directory / "twice.pub")
    size = (site.directory / "held.txt").read_text().split("\n")[1]
    for since, name in (("0", "whole.txt"), (size, "again.txt"), (size, "fork.txt")):
        assert site.domino(f"checkpoint --since {since} --output {name}").code == 0
    saw = site.domino(f"witness whole.txt --init {WITNESSED}")
    (site.directory / "cosigned.txt").write_text(saw.out)
    shutil.copy(site.directory / "kept.txt", site.directory / "older.txt")


WITNESSED = "--state kept.txt --log club.pub --key witness.key"


# -- rows


def change_a_byte(site: Site) -> None:
    with site.rows() as plain:
        ((state,),) = plain.execute(STATE, (GAME, 5)).fetchall()
        plain.execute(
            "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = 5",
            (bytes(state).replace(b"recorded", b"Recorded"), GAME),
        )


def sign_anew(site: Site) -> None:
    """The operator has the key, and makes another log of what the book has now."""
    shutil.rmtree(site.tiles)
    assert site.domino("checkpoint --key club.key").code == 0


def _salted(after: bytes) -> bytes:
    """A deal with another salt, which no command shows."""
    return re.sub(rb'(?<="salt":")[0-9a-f]', lambda digit: b"%x" % (15 - int(digit[0], 16)), after)


def remake(site: Site) -> None:
    with site.rows() as plain:
        made_anew(plain, GAME, _salted)
    sign_anew(site)


def let_another_win(site: Site) -> None:
    """No command shows it but `tail`, and a proof."""
    won = b'"event":{"seats":['
    with site.rows() as plain:
        made_anew(plain, GAME, lambda after: after.replace(won + b"2]", won + b"1]"))
    sign_anew(site)


def remake_and_note_the_sheet(site: Site) -> None:
    remake(site)
    with site.rows() as plain:
        plain.execute("INSERT INTO stream_head VALUES (?, 2, ?)", (GAME, site.sheet))


def cut(site: Site) -> None:
    with site.rows() as plain:
        ((last,),) = plain.execute(
            "SELECT MAX(originator_version) FROM stored_events WHERE originator_id = ?", (GAME,)
        ).fetchall()
        of_game = "WHERE originator_id = ?"
        plain.execute(
            f"DELETE FROM stored_events {of_game} AND originator_version = ?", (GAME, last)
        )
        plain.execute(f"DELETE FROM stream_head {of_game}", (GAME,))
    with site.opened() as book, site.rows() as plain:
        rows, _ = book.recorder.select_rows(UUID(GAME))
        head = entry_hash(UUID(GAME), *rows[-1])
        plain.execute("INSERT INTO stream_head VALUES (?, ?, ?)", (GAME, last - 1, head))
    sign_anew(site)


def remove_the_game(site: Site) -> None:
    with site.rows() as plain:
        for table in ("stored_events", "stream_head"):
            plain.execute(f"DELETE FROM {table} WHERE originator_id = ?", (GAME,))
    sign_anew(site)


def put_back_an_older_copy(site: Site) -> None:
    shutil.copy(site.directory / "older.db", site.book)
    site.book.with_name("domino.db.tables").unlink()
    sign_anew(site)


def change_added_rules(site: Site) -> None:
    with site.rows() as plain:
        ((version, state),) = plain.execute(
            "SELECT originator_version, state FROM stored_events WHERE topic = 'rules-added/1'"
        ).fetchall()
        plain.execute(
            "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?",
            (bytes(state).replace(b'"loss_factor":1', b'"loss_factor":7'), HOUSE.hex, version),
        )


# -- structure


def show_others_by_an_index(site: Site) -> None:
    show_another(site.book, lambda plain: made_anew(plain, GAME, _salted), [EVENTS, HEADS])


def drop_a_trigger(site: Site) -> None:
    name = "stored_events_in_order"
    with site.structure() as plain:
        plain.execute(f"DROP TRIGGER {name}" + ("" if site.url is None else " ON stored_events"))


# -- events that no command writes


def append_to_house(site: Site, event: Decision | MoneyBooked) -> None:
    with site.opened() as book:
        book.append_to_house(book.house(), [event])
        make_checkpoint(book, site.tiles, read_private_key(site.directory / "club.key"))


def sign_with_another_key(site: Site) -> None:
    with site.opened() as book:
        make_checkpoint(book, site.tiles, new_key("club.example/book"))


def _append(site: Site, *events: Event, recorded_at: str | None = None) -> None:
    at = recorded_at or now()
    with site.opened() as book:
        stream = book.stream(UUID(GAME))
        rows = rows_after(stream.id, stream.version, stream.hash, events, recorded_at=at)
        book.recorder.insert(rows)
        make_checkpoint(book, site.tiles, read_private_key(site.directory / "club.key"))


def rule_without_a_dispute(site: Site) -> None:
    with site.opened() as book:
        by = book.stream(UUID(GAME)).game.opened.players[0]
    _append(site, RulingMade(dispute=1, by=by, remedies=()))


def rule_for_the_arbiter(site: Site) -> None:
    (by,) = _players(site, ARBITER)
    opened = DisputeOpened(dispute=1, by=by, claim="a slip")
    _append(site, opened, RulingMade(dispute=1, by=by, remedies=()))


def sign_for_the_arbiter(site: Site) -> None:
    rule_for_the_arbiter(site)
    with site.opened() as book:
        stream = book.stream(UUID(GAME))
    signature = b64encode(new_key("other").sign(b"")).decode()
    last, key = stream.version, MARTA.public.full_id
    signed = EntrySigned(first=last, version=last, hash=stream.hash, key=key, signature=signature)
    _append(site, signed)


def record_it_again(site: Site) -> None:
    """All its events but the last, under an id that is not that of its record."""
    with site.opened() as book:
        events = [entry.event for entry in book.stream(UUID(GAME)).entries]
        book.recorder.insert(rows_after(UUID(int=9), 0, "", events[:-1], recorded_at=now()))
        make_checkpoint(book, site.tiles, read_private_key(site.directory / "club.key"))


# -- a witness


def fork(site: Site) -> None:
    """Another log of the same size, in place of the one that the witness has seen."""
    remake(site)
    size = (site.directory / "held.txt").read_text().split("\n")[1]
    for since, name in ((size, "fork.txt"), ("0", "whole.txt")):
        assert site.domino(f"checkpoint --since {since} --output {name}").code == 0


def fork_without_a_state(site: Site) -> None:
    fork(site)
    (site.directory / "kept.txt").unlink()


def put_back_a_state(site: Site) -> None:
    """The witness has seen more since, and forgets it."""
    with site.opened() as book:
        book.append_to_house(book.house(), [CountingChanged(rules=AS_PLAYED)])
    size = (site.directory / "held.txt").read_text().split("\n")[1]
    for line in (
        "checkpoint --key club.key",
        f"checkpoint --since {size} --output more.txt",
        f"witness more.txt {WITNESSED}",
    ):
        assert site.domino(line).code == 0
    shutil.copy(site.directory / "older.txt", site.directory / "kept.txt")


def take_over_a_cosignature(site: Site) -> None:
    seen = (site.directory / "cosigned.txt").read_text().splitlines(keepends=True)[-1]
    remake(site)
    note = (site.tiles / "checkpoint").read_text()
    (site.directory / "cosigned.txt").write_text(note + seen)


def name_a_witness_twice(site: Site) -> None:
    """The same key under two names is one witness, too."""
    key = read_private_key(site.directory / "witness.key")
    other = PrivateKey("witness.example/w2", key.seed, key.kind)
    note = read_note((site.directory / "cosigned.txt").read_text())
    more = note._replace(signatures=(*note.signatures, cosign_note(note.text, other, 1_000_000)))
    (site.directory / "cosigned.txt").write_text(str(more))
    (site.directory / "twice.pub").write_text(f"{other.public}\n")


def _booked(site: Site, game: UUID) -> MoneyBooked:
    with site.opened() as book, book.journal() as entries:
        first = next(entries).event
    assert isinstance(first, MoneyBooked)
    one, two, *_ = first.postings
    return MoneyBooked(
        kind="adjustment",
        game=game,
        round=first.round,
        rules=first.rules,
        after=first.after,
        currency=first.currency,
        postings=tuple(
            PlayerPosting(player=each.player, amount=amount, reason="adjusts-what-was-booked")
            for each, amount in ((one, 1000), (two, -1000))
        ),
    )


def _players(site: Site, *names: str) -> list[UUID]:
    with site.opened() as book:
        return [player_called(book, name) for name in names]


def _merged(site: Site, name: str, into: str) -> PlayersMerged:
    one, other = _players(site, name, into)
    return PlayersMerged(player=one, into=other)


def merge_in_a_circle(site: Site) -> None:
    append_to_house(site, _merged(site, "s1", "s2"))
    append_to_house(site, _merged(site, "s2", "s1"))


def change_rules_of_the_game(site: Site) -> None:
    with site.opened() as book:
        stream = book.stream(UUID(GAME))
        opened_by = stream.game.opened
        rules = changed_rules(opened_by.rules, {"payout.loss_factor": 7})
        opening = replace(opened_by, rules=rules)
        amended = GameAmended(reason="slip", by=None, opening=opening)
        book.append(stream, [amended, *(entry.event for entry in stream.entries[1:])])
    assert site.domino("checkpoint --key club.key").code == 0


# -- files and tables beside the book


def change_a_tile(site: Site) -> None:
    file = site.tiles / "tile/0/000"
    whole = file.read_bytes()
    file.write_bytes(bytes([whole[0] ^ 1]) + whole[1:])


def forge_the_signature(site: Site) -> None:
    file = site.tiles / "checkpoint"
    text, _, line = file.read_text().rpartition("\n\n")
    dash, name, data = line.split(" ")
    junk = b64encode(b64decode(data)[:4] + bytes(64)).decode()
    file.write_text(f"{text}\n\n{dash} {name} {junk}\n")


def redefine_a_view(site: Site) -> None:
    with site.tables() as plain:
        if site.url is None:
            ((definition,),) = plain.execute(
                "SELECT sql FROM sqlite_schema WHERE name = 'statistic'"
            ).fetchall()
            plain.execute("DROP VIEW statistic")
            plain.execute(definition.replace("AS games_won", "* 10 AS games_won"))
            return
        ((definition,),) = plain.execute("SELECT pg_get_viewdef('statistic'::regclass)").fetchall()
        ten = definition.replace("AS games_won", "* 10 AS games_won")
        plain.execute(f"CREATE OR REPLACE VIEW statistic AS {ten}")


Attack = Callable[[Site], None]


def does(where: str, statement: str, *values: object) -> Attack:
    """Executes this on the ``rows`` of the book, its ``structure`` or the ``tables``."""

    def attack(site: Site) -> None:
        with getattr(site, where)() as plain:
            plain.execute(statement, values)

    return attack


def appends(event: Callable[[Site], Decision | MoneyBooked]) -> Attack:
    """Appends this event to the house, and signs the log."""
    return lambda site: append_to_house(site, event(site))


def club_key(site: Site) -> str:
    return given_key(str(site.directory / "club.pub")).full_id


WEAK = PublicKey("club.example/book", bytes([1]) + bytes(31))
OTHER_RULES = changed_rules(PUBLISHED["forced-block@1"], {"payout.loss_factor": 7})
LONG_AGO = "2001-02-03T04:05:06.000007Z"
OF_S1 = "(SELECT player_id FROM player_name WHERE name = 's1')"
ON_BOTH: dict[str, Attack] = {
    "changes the bytes of an event": change_a_byte,
    "removes an event": does(
        "rows", "DELETE FROM stored_events WHERE originator_id = ? AND originator_version = 5", GAME
    ),
    "adds a hash to those that are kept of a game's events": does(
        "rows", "INSERT INTO stream_head VALUES (?, 2, ?)", GAME, "0" * 64
    ),
    "makes all hashes of a game anew, and signs another log": remake,
    "does the same, and keeps the hash of the sheet beside the game": remake_and_note_the_sheet,
    "cuts off the end of a game, and signs another log": cut,
    "removes a whole game, and signs another log": remove_the_game,
    "changes rules that the house added": change_added_rules,
    "adds an index": does("structure", "CREATE INDEX more ON stored_events (topic)"),
    "removes what keeps events from being changed": drop_a_trigger,
    "amends a game to other rules under the same id": change_rules_of_the_game,
    "revokes a key that there is not": appends(
        lambda _: KeyRevoked(key="club.example/book+0a0a0a0a", reason="lost")
    ),
    "signs another log with a revoked key of the log, over its revocation": appends(
        lambda site: KeyRevoked(key=club_key(site), reason="stolen")
    ),
    "registers a key of low order for the log": appends(
        lambda _: KeyRegistered(key=str(WEAK), role="log")
    ),
    "signs the log with another key of its name": sign_with_another_key,
    "sends a witness another log than the one it has seen": fork,
    "takes away what a witness keeps, and sends it another log": fork_without_a_state,
    "puts back an older copy of what a witness keeps": put_back_a_state,
    "puts the signature of a witness under another log": take_over_a_cosignature,
    "names one key of a witness twice": name_a_witness_twice,
    "records an event with an earlier time": lambda site: _append(
        site, PlayPaused(), recorded_at=LONG_AGO
    ),
    "rules on a dispute that nobody opened": rule_without_a_dispute,
    "rules in the name of an arbiter who has a key": rule_for_the_arbiter,
    "does the same, and signs with another key in the name of theirs": sign_for_the_arbiter,
    "records another history of a game under a second id": record_it_again,
    "says that another seat won a game, and signs another log": let_another_win,
    "books money that nobody owes": appends(lambda site: _booked(site, UUID(GAME))),
    "books money of a game that there is not": appends(lambda site: _booked(site, UUID(int=9))),
    "changes a byte of a tile": change_a_tile,
    "puts junk in place of the signature of the checkpoint": forge_the_signature,
    "changes a figure in the tables": does(
        "tables", "UPDATE game_sum SET pips_left = pips_left + 1 WHERE seat = 0"
    ),
    "changes money in the tables": does("tables", "UPDATE posting SET amount = amount * 10"),
    "redefines a view": redefine_a_view,
    "adds rules under an id that is published": appends(lambda _: RulesAdded(rules=OTHER_RULES)),
    "merges two who sat at one table": appends(lambda site: _merged(site, "s1", "s2")),
    "merges two players into each other": merge_in_a_circle,
    "changes the name of a player": does(
        "rows", "UPDATE player_name SET name = 'Zoe' WHERE name = 's1'"
    ),
    "removes the name of a player": does("rows", "DELETE FROM player_name WHERE name = 's1'"),
    "adds a name that was never recorded": does(
        *("rows", "INSERT INTO player_name VALUES (?, 'Zoe', ?)", UUID(int=9).hex, "5a" * 16)
    ),
    "gives a former name to another player": does(
        "rows", f"UPDATE former_name SET player_id = {OF_S1}"
    ),
}
"""By what the table says is done."""
ON_FILES: dict[str, Attack] = {
    "puts back an older copy, and signs another log": put_back_an_older_copy,
    "lets an index show other events than the table": show_others_by_an_index,
    "deletes the tables": lambda site: site.book.with_name("domino.db.tables").unlink(),
}
"""Those that a server does not offer."""
