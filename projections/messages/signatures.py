"""Sentences about signatures."""

from typing import assert_never

from ..results.signatures import SignedEntry
from . import text
from .templates import Template, Templates, filled
from .times import moment


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
    params = signed._asdict()
    until = {"until": None if signed.until is None else moment(signed.until)}
    return filled(_STANDINGS[signed.standing], params, params | until)


_STANDINGS: Templates = {
    "not-authorized": "signed with {key}, which has no authority for it",
    "too-early": "signed with {key}, which was not registered yet",
    "too-late": (
        Template(
            "signed with {key}, which had been revoked before, {until}: {reason}",
            {"state": "revoked"},
        ),
        "signed with {key}, which had been replaced before, {until}",
    ),
    "unsigned": "not signed, though {player} had the key {key}",
    "holds": (
        Template("signed by {player} with {key}; the signature holds", {"state": "in force"}),
        Template("signed with {key}; the signature holds", {"state": "in force"}),
        (
            "signed by {player} with {key}; the signature holds; "
            "the key was revoked later, {until}: {reason}"
        ),
        "signed with {key}; the signature holds; the key was revoked later, {until}: {reason}",
        "signed by {player} with {key}; the signature holds; the key was replaced later, {until}",
        "signed with {key}; the signature holds; the key was replaced later, {until}",
    ),
}
