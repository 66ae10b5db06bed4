"""The list of tables on the page about tables, made from their definition.

    python -m tests.docs.schema_page

rewrites it.
"""

from collections.abc import Iterator

from domino_ledger.projections.tables.schema import (
    ColumnDescription,
    TableDescription,
    data_dictionary,
)

from .pages import ROOT

PAGE = ROOT / "docs" / "tables.md"
_MODELS = {"figures": "Figures", "article": "The article's tables", "kept": "Kept"}


def schema() -> str:
    """Everything from the first heading of the list on."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    model = None
    for table in data_dictionary():
        if table.model != model:
            model = table.model
            yield from (f"## {_MODELS[model]}", "")
        yield from _table(table)


def _table(table: TableDescription) -> Iterator[str]:
    yield from (f"### {table.name}", "", f"{table.comment[0].upper()}{table.comment[1:]}.", "")
    yield from ("| column | type | holds |", "|---|---|---|")
    yield from (
        f"| `{column.name}` | {_type(column)} | {column.comment} |" for column in table.columns
    )
    yield ""


def _type(column: ColumnDescription) -> str:
    return f"{column.type}{', key' if column.key else ''}{' or null' if column.null else ''}"


def with_schema(page: str) -> str:
    """The page with an up-to-date list of tables."""
    by_hand = page.partition(f"## {_MODELS['figures']}\n")[0]
    return by_hand + schema()


if __name__ == "__main__":
    PAGE.write_text(with_schema(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
