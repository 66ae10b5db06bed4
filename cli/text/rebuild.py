"""What a rebuild would change, as a table and as JSON."""

from typing import Any

from projections.messages import text
from projections.tables.rebuild import Comparison

from ..output import print_table


def print_comparison(found: Comparison) -> None:
    """Print the tables, with the number of rows that differ."""
    heads = text("table"), text("rows only in use"), text("rows only in the new")
    print_table(heads, found.differences)


def comparison_json(found: Comparison) -> dict[str, Any]:
    """The comparison for programs (docs/rebuild.md)."""
    return {
        "tables": [each._asdict() for each in found.differences],
        "kept": [each._asdict() for each in found.kept],
        "adjusting": found.adjusting,
        "gone": found.gone,
    }
