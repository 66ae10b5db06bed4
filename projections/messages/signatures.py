"""Sentences about signatures and keys."""

from collections.abc import Mapping
from typing import assert_never

from domain.house import KeyRole
from ledger.registry.keys import KeyState

from ..verification.signatures import SignedEntry
from . import mark, text
from .times import moment

_ROLES: Mapping[KeyRole, str] = {
    "log": mark("log"),
    "arbiter": mark("arbiter"),
    "scribe": mark("scribe"),
    "witness": mark("witness"),
}
_STATES: Mapping[KeyState, str] = {
    "in force": mark("in force"),
    "replaced": mark("replaced"),
    "revoked": mark("revoked"),
}


def role_text(role: KeyRole) -> str:
    """The role of a key in one word."""
    return text(_ROLES[role])


def key_state_text(state: KeyState) -> str:
    """The state of a key."""
    return text(_STATES[state])


def signed_entry_text(signed: SignedEntry) -> str:
    """What was signed, and how the signature stands."""
    said = signature_text(signed)
    match signed.what:
        case "ruling":
            return text(
                "the ruling on dispute {dispute}: {said}", dispute=signed.dispute, said=said
            )
        case "amendment":
            return text("version {version}: {said}", version=signed.amended, said=said)
        case None:
            return text(
                "events {first} to {last}: {said}", first=signed.first, last=signed.last, said=said
            )
        case _:
            assert_never(signed.what)


def signature_text(signed: SignedEntry) -> str:
    """By whom, with which key, and how the signature stands."""
    return text(
        _template(signed),
        key=signed.key,
        player=signed.player,
        until=None if signed.until is None else moment(signed.until),
        reason=signed.reason,
    )


def _template(signed: SignedEntry) -> str:
    match signed.standing:
        case "not-authorized":
            return mark("signed with {key}, which has no authority for it")
        case "too-early":
            return mark("signed with {key}, which was not registered yet")
        case "too-late" if signed.state == "revoked":
            return mark("signed with {key}, which had been revoked before, {until}: {reason}")
        case "too-late":
            return mark("signed with {key}, which had been replaced before, {until}")
        case "unsigned":
            return mark("not signed, though {player} had the key {key}")
        case "holds":
            return _HELD[signed.state, signed.player is not None]
        case _:
            assert_never(signed.standing)


_HELD: Mapping[tuple[KeyState, bool], str] = {
    ("in force", True): mark("signed by {player} with {key}; the signature holds"),
    ("in force", False): mark("signed with {key}; the signature holds"),
    ("replaced", True): mark(
        "signed by {player} with {key}; the signature holds; the key was replaced later, {until}"
    ),
    ("replaced", False): mark(
        "signed with {key}; the signature holds; the key was replaced later, {until}"
    ),
    ("revoked", True): mark(
        "signed by {player} with {key}; the signature holds; "
        "the key was revoked later, {until}: {reason}"
    ),
    ("revoked", False): mark(
        "signed with {key}; the signature holds; the key was revoked later, {until}: {reason}"
    ),
}
"""By the state of the key now, and whether it belongs to a person."""
