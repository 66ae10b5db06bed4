"""The JSON Schema of records, for other programs: python -m tests.ledger.record_schema"""

import json
from pathlib import Path
from typing import Any

from domino_ledger.ledger.records.format import FORMAT, Record

FILE = Path(__file__).parents[2] / "docs" / "format" / "record.schema.json"


def schema() -> dict[str, Any]:
    """All that a schema can say of a record; what it cannot is in docs/record.md."""
    # Of what is written: reading accepts what any Python type does, such as a tile as a number.
    made = Record.model_json_schema(by_alias=True, mode="serialization")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **made,
        "title": FORMAT,
        "description": "One game of dominoes, move by move.",
    }


def as_file() -> str:
    """The schema as it is kept in the docs."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(as_file(), "utf-8")
