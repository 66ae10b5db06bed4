"""Signed rulings and amendments: who may sign, what stands, and what is tampering."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from domino_ledger.domain.disputes.events import Uphold
from domino_ledger.domain.events import EntrySigned, GameAmended
from domino_ledger.domain.house import Decision, KeyRegistered
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.disputes import Step, open_dispute, rule_on_dispute
from domino_ledger.ledger.errors import BadKey, Tampered
from domino_ledger.ledger.records.amend import prepare, write
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.registry.keys import add_key, keys_of, revoke_key, rotate_key
from domino_ledger.ledger.registry.merging import add_merge, mergeable
from domino_ledger.ledger.registry.players import player_called
from domino_ledger.ledger.signing.entries import signing_with
from domino_ledger.ledger.signing.keys import PrivateKey, new_key
from domino_ledger.ledger.store.codec import body_of
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.ledger.store.rows import now
from domino_ledger.ledger.store.stream import continued, rows_after
from domino_ledger.projections.amendments.amend import amend_game
from domino_ledger.projections.audit.audit import Auditor
from domino_ledger.projections.audit.json_format import audit_json
from domino_ledger.projections.feed.feed import Tail
from domino_ledger.projections.messages.signatures import signature_text, signed_entry_text
from domino_ledger.projections.results.disputes import histories, history_json
from domino_ledger.projections.results.signatures import (
    SignedEntry,
    Standing,
    all_signatures,
    signatures_in,
)
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.database import read_models_of
from tests.ledger.games import exported, line, new_book, record, take, take_one
from tests.messages.raises import raises_message

from .tables.modelled import everything
from .tails import news

RECORD = record("payout.jsonl")
OTHER = record("payout.jsonl", 1)
GAME = game_id(RECORD["id"])
MARTA = new_key("club.example/marta")
SCRIBE = new_key("club.example/scribe")


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """A book with a dispute about a game, and the keys of an arbiter and of nobody's scribe."""
    with closing(new_book(tmp_path)) as made:
        take_one(made, RECORD)
        open_dispute(made, GAME, "s1", "no")
        add_key(made, MARTA.public, "arbiter", "Marta")
        add_key(made, SCRIBE.public, "scribe")
        yield made


def rule(book: Book, key: PrivateKey = MARTA, by: str = "Marta") -> Step:
    return rule_on_dispute(book, GAME, 1, by, [Uphold(round=0)], key=key)


def amend(book: Book, key: PrivateKey, by: str | None = None) -> None:
    changed = RECORD | {"source": f"sheet {book.version(GAME)}"}
    amend_game(book, GAME, read_record(line(changed)), "typed wrongly", by, key=key)


def signed(book: Book) -> list[SignedEntry]:
    return list(all_signatures(book))


def test_a_signed_ruling_is_shown_with_its_key_and_changes_nothing(book: Book) -> None:
    before = exported(book)
    assert signatures_in(book, book.stream(GAME)) == ()
    step = rule(book)
    (one,) = signatures_in(book, step.after)
    assert step.after == book.stream(GAME)
    assert (one.what, one.dispute, one.amended, one.standing) == ("ruling", 1, None, "holds")
    assert (one.key, one.player, one.role) == (MARTA.public.full_id, "Marta", "arbiter")
    assert (one.first, one.last) == (step.before.version + 1, step.after.version - 1)
    event = step.after.entries[-1].event
    assert isinstance(event, EntrySigned)
    assert event.hash == step.after.entries[-2].hash
    assert exported(book) == before
    assert take(book, before)[0].outcome == "unchanged"
    assert signed_entry_text(one) == (
        f"the ruling on dispute 1: signed by Marta with {MARTA.public.full_id}; the signature holds"
    )
    report = audit_json(Auditor(book).of_game(step.after))
    assert [each["standing"] for each in report["signatures"]] == ["holds"]
    (history,) = histories(step.after, {})
    said = history_json(history, {one.first: one})["said"]
    assert [each.get("signature", {}).get("key") for each in said] == [None, one.key]


def test_a_signed_amendment_covers_the_whole_version(book: Book) -> None:
    amend(book, SCRIBE)
    amend(book, MARTA, "Marta")
    stream = book.stream(GAME)
    first, second = signed(book)
    assert (first.what, first.amended, first.player) == ("amendment", 2, None)
    assert (second.amended, second.player, second.last) == (3, "Marta", stream.version - 1)
    assert isinstance(stream.entries[second.first - 1].event, GameAmended)
    assert signed_entry_text(first) == (
        f"version 2: signed with {SCRIBE.public.full_id}; the signature holds"
    )
    earlier = Auditor(book).of_game(stream, 2)
    assert [each.amended for each in earlier.signatures] == [2]


def test_a_version_is_signed_again_if_a_new_player_was_added_meanwhile(book: Book) -> None:
    """The ids of players, and so all hashes of the version, are only known when it is written."""
    changed = RECORD | {"players": [*RECORD["players"][:3], "Noa"]}
    amending = prepare(book, GAME, read_record(line(changed)))
    take_one(book, OTHER | {"players": [*OTHER["players"][:3], "Noa"]})
    write(amending, "another player", None, SCRIBE)
    (one,) = signed(book)
    assert one.standing == "holds"
    assert player_called(book, "Noa") in book.stream(GAME).game.opened.players


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("attempt", "code"),
    [
        (lambda book: rule(book, new_key("club.example/marta")), "unregistered-key"),
        (lambda book: rule(book, SCRIBE), "no-ruling-by-key"),
        (lambda book: rule(book, MARTA, "Lucia"), "key-of-another"),
        (lambda book: amend(book, MARTA), "key-of-another"),
        (lambda book: amend(book, MARTA, "s1"), "key-of-another"),
        (lambda book: add_key(book, SCRIBE.public, "arbiter"), "key-in-book"),
        (
            lambda book: add_key(book, SCRIBE._replace(name="other").public, "arbiter"),
            "key-in-book",
        ),
        (lambda book: add_key(book, new_key(SCRIBE.name).public, "scribe"), "key-name-taken"),
        (lambda book: add_key(book, new_key("w").public, "witness"), "no-key-of-witness"),
        (lambda book: add_key(book, new_key("w", 4).public, "log"), "key-of-witness"),
        (lambda book: rotate_key(book, SCRIBE.name, SCRIBE.public), "key-in-book"),
        (lambda book: rotate_key(book, SCRIBE.name, MARTA.public), "key-in-book"),
        (lambda book: rotate_key(book, "nobody", new_key("k").public), "unknown-key"),
        (lambda book: revoke_key(book, "nobody", "lost"), "unknown-key"),
    ],
)
def test_a_key_that_may_not_is_refused_and_nothing_is_written(
    book: Book, attempt: Callable[[Book], object], code: str
) -> None:
    before = book.last_position()
    with pytest.raises(BadKey) as refused:
        attempt(book)
    assert refused.value.code == code
    assert book.last_position() == before


@pytest.mark.parametrize("end", ["revoked", "replaced"])
def test_what_a_key_signed_before_its_end_holds(book: Book, end: str) -> None:
    rule(book)
    amend(book, SCRIBE)
    for key in (MARTA, SCRIBE):
        if end == "revoked":
            revoke_key(book, key.name, "lost")
        else:
            rotate_key(book, key.public.full_id, new_key(key.name).public)
    assert [each.standing for each in signed(book)] == ["holds", "holds"]
    for each, said in zip(signed(book), ("signed by Marta with", "signed with"), strict=True):
        why = ": lost" if end == "revoked" else ""
        assert signature_text(each).startswith(f"{said} {each.key}; the signature holds; the key ")
        assert f" was {end} later, " in signature_text(each)
        assert signature_text(each).endswith(f" UTC{why}")
    before = book.last_position()
    with raises_message(BadKey, "^the key club.example/scribe.* is no longer in force: it ended "):
        amend(book, SCRIBE)
    with pytest.raises(BadKey, match="key-not-in-force"):
        revoke_key(book, SCRIBE.public.full_id, "again")
    assert book.last_position() == before


def test_a_key_that_replaces_another_has_its_role_and_person(book: Book) -> None:
    new = new_key(MARTA.name)
    rotate_key(book, MARTA.name, new.public)
    rule(book, new)
    keys = keys_of(book.house())
    old, newer = keys[MARTA.public.full_id], keys[new.public.full_id]
    assert (old.state, old.ended, newer.state, newer.replaces) == (
        *("replaced", newer.version, "in force"),
        MARTA.public.full_id,
    )
    assert (newer.role, newer.player) == (old.role, old.player)


def test_a_merge_gives_no_key_to_anybody(book: Book) -> None:
    rule_on_dispute(book, GAME, 1, "Martha", [Uphold(round=0)])
    add_merge(book, mergeable(book, "Marta", "Martha"))
    with raises_message(BadKey, "belongs to Marta: nobody signs with it"):
        amend(book, MARTA, "Martha")
    sign_last(book, MARTA)
    assert [(each.standing, each.player) for each in signed(book)] == [("not-authorized", "Marta")]


def test_what_is_not_signed_in_the_name_of_a_person_with_a_key(book: Book) -> None:
    """Only where the key was in force and may sign it: at that place of the log."""
    key = MARTA.public.full_id
    rule_on_dispute(book, GAME, 1, "Marta", [Uphold(round=0)])
    amend_game(book, GAME, read_record(line(RECORD | {"source": "a"})), "slip", "Marta")
    amend_game(book, GAME, read_record(line(RECORD | {"source": "b"})), "slip", "s1")
    amend_game(book, GAME, read_record(line(RECORD | {"source": "c"})), "slip", None)
    add_key(book, new_key("club.example/lena").public, "scribe", "Lena")
    open_dispute(book, GAME, "s1", "no")
    rule_on_dispute(book, GAME, 2, "Lena", [Uphold(round=0)])
    revoke_key(book, key, "lost")
    amend_game(book, GAME, read_record(line(RECORD | {"source": "d"})), "slip", "Marta")
    ruling, amendment = signed(book)
    assert [signed_entry_text(each) for each in (ruling, amendment)] == [
        f"the ruling on dispute 1: not signed, though Marta had the key {key}",
        f"version 2: not signed, though Marta had the key {key}",
    ]
    assert {each.standing for each in (ruling, amendment)} == {"unsigned"}
    assert [each.first for each in (ruling, amendment)] == [ruling.last, amendment.last]
    assert signatures_in(book, book.stream(GAME)) == (ruling, amendment)
    report = audit_json(Auditor(book).of_game(book.stream(GAME)))
    assert [each["standing"] for each in report["signatures"]] == ["unsigned", "unsigned"]


def test_a_merge_does_not_ask_for_the_key_of_another(book: Book) -> None:
    rule_on_dispute(book, GAME, 1, "Martha", [Uphold(round=0)])
    add_merge(book, mergeable(book, "Marta", "Martha"))
    assert signed(book) == []


def test_the_feed_shows_no_hash_and_no_signature_unless_open(book: Book) -> None:
    rule(book)
    shown, whole = (news(Tail(book, 0, open=open)) for open in (False, True))
    assert [line["subject"] for line in shown] == [str(GAME)] * book.version(GAME)
    assert int(shown[0]["sequence"]) == 1
    event = book.stream(GAME).entries[-1].event
    assert isinstance(event, EntrySigned)
    assert shown[-1]["data"] == {
        "first": event.first,
        "version": event.version,
        "key": event.key,
    }
    assert whole[-1]["data"] == json.loads(body_of(event))
    assert shown[0]["source"] == whole[0]["source"]


def test_a_log_that_begins_with_the_house_has_a_source(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as made:
        add_key(made, MARTA.public, "arbiter")
        take_one(made, RECORD)
        first, *_ = news(Tail(made, 0))
    assert first["source"].startswith("urn:uuid:")
    assert int(first["sequence"]) == 2


def test_signatures_change_no_table(book: Book) -> None:
    def figures() -> dict[str, list[tuple[Any, ...]]]:
        with closing(read_models_of(book)) as models:
            list(Keeper(book, models).catch_up())
            return everything(models)

    rule_on_dispute(book, GAME, 1, "Marta", [Uphold(round=0)])
    before = figures()
    sign_last(book, MARTA)
    assert figures() == before


# -- signatures that another program wrote


def sign_last(book: Book, key: PrivateKey) -> None:
    """Sign the last event of the game, whatever it is."""
    stream = book.stream(GAME)
    book.append(stream, [signing_with(key)(GAME, stream.version, stream.version, stream.hash)])


REVOKED = "too-late", r"which had been revoked before, .*: lost$"
REPLACED = "too-late", "which had been replaced before"
UNKNOWN = "too-early", "which was not registered yet$"
NO_AUTHORITY = "not-authorized", "which has no authority for it$"
LATER = new_key("later")


@pytest.mark.parametrize(
    ("by", "before", "key", "said"),
    [
        ("Marta", lambda book: revoke_key(book, MARTA.name, "lost"), MARTA, REVOKED),
        (
            "Marta",
            lambda book: rotate_key(book, MARTA.name, new_key(MARTA.name).public),
            MARTA,
            REPLACED,
        ),
        ("Marta", lambda _: None, LATER, UNKNOWN),
        ("Lucia", lambda _: None, MARTA, NO_AUTHORITY),
        ("Marta", lambda _: None, SCRIBE, NO_AUTHORITY),
    ],
)
def test_a_key_without_force(
    book: Book,
    by: str,
    before: Callable[[Book], object],
    key: PrivateKey,
    said: tuple[Standing, str],
) -> None:
    rule_on_dispute(book, GAME, 1, by, [Uphold(round=0)])
    before(book)
    sign_last(book, key)
    if key is LATER:
        event: Decision = KeyRegistered(key=str(key.public), role="arbiter")
        book.append_to_house(book.house(), [event])
    (one,) = signed(book)
    standing, sentence = said
    assert one.standing == standing
    whole = f"signed with {re.escape(key.public.full_id)}, {sentence}"
    assert re.match(whole, signature_text(one))


def test_only_rulings_and_amendments_are_signed(book: Book) -> None:
    sign_last(book, MARTA)
    (one,) = signed(book)
    at = one.first
    assert (one.what, one.standing) == (None, "not-authorized")
    assert signed_entry_text(one).startswith(f"events {at} to {at}: signed with ")


@pytest.mark.parametrize(
    "change",
    [
        lambda event: replace(event, hash="0" * 64),
        lambda event: replace(event, first=event.first - 1),
        lambda event: replace(event, first=0),
        lambda event: replace(event, first=event.first - 1, version=event.version - 1),
        lambda event: replace(event, first=event.version + 1),
        lambda event: replace(event, key=SCRIBE.public.full_id),
        lambda event: replace(event, key="nobody+00000000"),
        lambda event: replace(event, signature="A" * 86 + "=="),
        lambda event: replace(event, signature="no Base64"),
        lambda event: replace(event, signature="\u00e9"),
        lambda event: replace(event, signature=""),
    ],
)
def test_a_wrong_signature_is_tampering(
    book: Book, change: Callable[[EntrySigned], EntrySigned]
) -> None:
    """Such an event can be appended so that the chain of hashes is whole."""
    rule_on_dispute(book, GAME, 1, "Marta", [Uphold(round=0)])
    stream = book.stream(GAME)
    genuine = signing_with(MARTA)(GAME, stream.version, stream.version, stream.hash)
    book.append(stream, [change(genuine)])
    with pytest.raises(Tampered, match="wrong-entry-signature") as found:
        signatures_in(book, book.stream(GAME))
    assert found.value.params["event"] == stream.version + 1
    with pytest.raises(Tampered):
        Auditor(book).of_game(book.stream(GAME))


def test_a_signature_over_anything_else_is_tampering(book: Book) -> None:
    take_one(book, OTHER)
    rule_on_dispute(book, GAME, 1, "Marta", [Uphold(round=0)])
    stream, sign = book.stream(GAME), signing_with(MARTA)
    last, before = stream.version, stream.entries[-2].hash
    for event in (
        sign(game_id(OTHER["id"]), last, last, stream.hash),
        sign(GAME, last, last, "0" * 64),
        sign(GAME, last - 1, last - 1, before),
        sign(GAME, last - 1, last - 1, stream.hash),
        sign(GAME, last, last - 1, stream.hash),
        sign(GAME, 0, last, stream.hash),
    ):
        rows = rows_after(GAME, last, stream.hash, [event], recorded_at=now())
        with pytest.raises(Tampered, match="wrong-entry-signature"):
            signatures_in(book, continued(stream, rows))
