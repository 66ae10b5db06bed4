"""The kinds of hostile input."""

from tests.projections.random_proofs import proven_log

from .evenings import typed_evening
from .stored import changed_store
from .trials import (
    Kind,
    edited_tables,
    hostile_session,
    mutated_notation,
    mutated_record,
    mutated_rules,
)

KINDS: dict[str, Kind] = {
    "records": mutated_record,
    "texts": mutated_notation,
    "sessions": hostile_session,
    "evenings": typed_evening,
    "rules": mutated_rules,
    "tables": edited_tables,
    "stored": changed_store,
    "proofs": proven_log,
}
