"""The kinds of hostile input."""

from .evenings import typed_evening
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
}
