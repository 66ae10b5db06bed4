"""Attacks on proofs by the house, which has the key of the log and makes files of its own."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from domino_ledger.domain.house import KeyRevoked
from domino_ledger.ledger.log.entries import log_entries
from domino_ledger.ledger.store.rows import now
from tests.projections import naive_proof
from tests.projections.logged import KEY
from tests.projections.naive_proof import History, bundles, key_line, place_of, signed
from tests.projections.random_proofs import chained

from .attacks import NAME, Site

assert KEY.seed == naive_proof.SEED, "what is made naively is signed by the key of the site"


def given(site: Site) -> dict[str, Any]:
    """The proof, without its signature."""
    proof: dict[str, Any] = json.loads((site.directory / "given.proof").read_bytes())
    del proof["signature"]
    return proof


def give(site: Site, proof: dict[str, Any]) -> None:
    (site.directory / "given.proof").write_bytes(signed(proof))


def history_of(events: Sequence[Sequence[str]]) -> History:
    history = History(NAME)
    for topic, state in events:
        history.keep(topic, state, bytes.fromhex(json.loads(state).get("salt", "")))
    return history


def log_of(site: Site) -> list[bytes]:
    with site.opened() as book, log_entries(book, 0) as entries:
        return [each.entry for each in entries]


def with_another_end(events: list[list[str]]) -> list[list[str]]:
    topic, state = events[-1]
    return [*events[:-1], [topic, state.replace('"event":{', '"event":{"more":1,')]]


def alter_an_event(site: Site) -> None:
    """All hashes are made anew."""
    proof = given(site)
    topic, state = proof["events"][4]
    altered = state.replace('"seat":', '"seat":1')
    assert altered != state
    give(site, proof | {"events": chained(proof["events"], 4, topic, altered)})


def leave_out_the_end(site: Site) -> None:
    proof = given(site)
    history = history_of(proof["events"][:-1])
    place = place_of(history.entries[-1], log_of(site), signed_at=now())
    give(site, proof | {"events": proof["events"][:-1], "proof": place})


def log_two_histories(site: Site) -> None:
    """The published tiles have both: the witness of the log sees nothing."""
    proof = given(site)
    events = with_another_end(proof["events"])
    other = history_of(events).entries[-1]
    log = [*log_of(site), other]
    for name, bundle in bundles(log).items():
        (site.tiles / name).parent.mkdir(parents=True, exist_ok=True)
        (site.tiles / name).write_bytes(bundle)
    give(site, proof | {"events": events, "proof": place_of(other, log, signed_at=now())})


def name_another(site: Site) -> None:
    proof = given(site)
    give(site, proof | {"names": proof["names"][::-1]})


def revoke_the_key(site: Site) -> None:
    with site.opened() as book:
        revoked = KeyRevoked(key=KEY.public.full_id, reason="stolen")
        book.append_to_house(book.house(), [revoked])


def prove_by_another_key(site: Site) -> None:
    """Anybody can make a log of their own under the name of the house."""
    seed = bytes(32)
    proof = given(site)
    last = history_of(proof["events"]).entries[-1]
    proof["proof"] = place_of(last, [last], signed_at=now(), seed=seed)
    proof["key"] = key_line(seed)
    (site.directory / "given.proof").write_bytes(signed(proof, seed))


ON_PROOFS: dict[str, Callable[[Site], None]] = {
    "alters an event in a proof, with all hashes, and signs it again": alter_an_event,
    "leaves the last event out of a proof": leave_out_the_end,
    "puts two histories of a game into one log": log_two_histories,
    "says other names in a proof": name_another,
    "gives a proof by a key that was revoked": revoke_the_key,
    "proves another log by a key of its own": prove_by_another_key,
}
"""By what the table says is done."""
