"""The definition of every table and view: `schema.sql`, read for either database.

The same file gives the data dictionary.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

ColumnType: TypeAlias = Literal["integer", "decimal", "real", "text"]
"""``decimal``: a whole number that 64 bits may not hold."""
Dialect: TypeAlias = Literal["sqlite", "postgresql"]


class ColumnDescription(NamedTuple):
    """Name, type and comment of a column."""

    name: str
    type: ColumnType
    null: bool
    """It may be null."""
    key: bool
    """Part of the key: no two rows are equal in all key columns."""
    comment: str


class TableDescription(NamedTuple):
    """One table or view."""

    name: str
    model: str
    """figures: games, rounds and statistics; article: the published data model; or kept."""
    comment: str
    columns: tuple[ColumnDescription, ...]


Kind: TypeAlias = Literal["table", "view", "index"]
_KINDS: Mapping[str, Kind] = {"TABLE": "table", "VIEW": "view", "INDEX": "index"}


class Statement(NamedTuple):
    """A statement that creates one object."""

    kind: Kind
    name: str
    of: str
    """The table of an index; otherwise the name again."""
    text: str
    """With what differs between the databases in braces."""
    dialects: tuple[Dialect, ...]
    described: TableDescription
    """Empty for an index."""

    def sql(self, dialect: Dialect) -> str:
        """The statement for this database."""
        return sql_for(dialect, self.text)


def sql_for(dialect: Dialect, text: str) -> str:
    """The text with what this database says in place of braces, and its name of a number."""
    return _PLACE.sub(lambda place: _PLACES[place[1]](dialect, place[2] or ""), text)


_PLACE = re.compile(r"\{(\w+)(?:\(([^}]*)\))?\}|\b(bigint)\b")


def _json_text(dialect: Dialect, said: str) -> str:
    column, *path = said.split(", ")
    if dialect == "sqlite":
        return f"json_extract({column}, '$.{'.'.join(path)}')"
    names = ", ".join(f"'{name}'" for name in path)
    return f"json_extract_path_text(CAST({column} AS json), {names})"


def _exact_sum(dialect: Dialect, column: str) -> str:
    """The sum of a column over a group, however large; 0 without rows.

    SQLite has 64-bit integers: billions and remainders are summed separately. A sum that they
    cannot hold is a text of its digits.
    """
    if dialect == "postgresql":
        return f"coalesce(sum({column}), 0)"
    billions, rest = (f"coalesce(sum(({column}) {by} 1000000000), 0)" for by in "/%")
    # The remainder may have the other sign, so two billions are lent to it.
    lent = f"(CASE WHEN {billions} < 0 THEN -{rest} ELSE {rest} END + 2000000000000000000)"
    return (
        f"CASE WHEN abs({billions}) < 8000000000 THEN {billions} * 1000000000 + {rest} "
        f"ELSE printf('%s%d%09d', CASE WHEN {billions} < 0 THEN '-' ELSE '' END, "
        f"abs({billions}) - 2000000000 + {lent} / 1000000000, {lent} % 1000000000) END"
    )


_PLACES = {
    None: lambda dialect, _: "integer" if dialect == "sqlite" else "bigint",
    "without_rowid": lambda dialect, _: "WITHOUT ROWID" if dialect == "sqlite" else "",
    "exact_sum": _exact_sum,
    "json_text": _json_text,
}

# -- reading the file

_BEGINS = re.compile(r"CREATE (TABLE|VIEW|INDEX) (\w+)(?: ON (\w+))?")
_SCHEMA = Path(__file__).with_name("schema.sql")
_COLUMN = re.compile(
    r"^    (\w+) (bigint|text|double precision)([^-\n]*?),?    -- (.*)$", re.MULTILINE
)
_OF_VIEW = re.compile(r"^  (\w+) (integer|decimal|real|text)( key)?: (.*)$")
_TYPES: Mapping[str, ColumnType] = {
    "bigint": "integer",
    "text": "text",
    "double precision": "real",
    "integer": "integer",
    "decimal": "decimal",
    "real": "real",
}
"""Those of tables, and those in the comments on views."""


@cache
def statements() -> tuple[Statement, ...]:
    """Every statement of the file, in order."""
    return tuple(_statements(_SCHEMA.read_text("utf-8")))


def _statements(text: str) -> Iterator[Statement]:
    model, comments = "", list[str]()
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("-- # "):
            model = line.removeprefix("-- # ")
        elif line.startswith("--"):
            comments.append(line[3:])
        elif line:
            body = [line]
            while not body[-1].partition("    -- ")[0].endswith(";"):
                body.append(next(lines))
            yield _statement(model, comments, "\n".join(body))
        if not line.startswith("--"):
            comments = []


def _statement(model: str, comments: list[str], text: str) -> Statement:
    begins = _BEGINS.match(text)
    assert begins is not None, text
    kind, name, of = _KINDS[begins[1]], begins[2], begins[3] or begins[2]
    tags = [each[1:-1] for each in comments if each.startswith("[")]
    said = [each for each in comments if not each.startswith(("[", "  "))]
    columns = list(_columns_of_table(text))
    if kind == "view":
        listed = (found.groups() for each in comments if (found := _OF_VIEW.match(each)))
        columns = [  # A computed column may be null if its comment says so; flags always may be.
            ColumnDescription(column, _TYPES[type], may_be_null, bool(key), comment)
            for column, type, key, comment in listed
            for may_be_null in ["null" in comment or comment.startswith("'Y'")]
        ]
    return Statement(
        kind=kind,
        name=name,
        of=of,
        text=text.rstrip(";"),
        dialects=tuple(each for each in DIALECTS if not tags or each in tags),
        described=TableDescription(name, model, " ".join(said), tuple(columns)),
    )


DIALECTS: Final[tuple[Dialect, ...]] = ("sqlite", "postgresql")


def _columns_of_table(text: str) -> Iterator[ColumnDescription]:
    keys = re.search(r"^    PRIMARY KEY \((.*)\)", text, re.MULTILINE)
    composite = keys[1].split(", ") if keys else []
    for name, type, rest, comment in _COLUMN.findall(text):
        key = "PRIMARY KEY" in rest or name in composite
        yield ColumnDescription(name, _TYPES[type], "NOT NULL" not in rest, key, comment)


# -- what follows


def parts_of_views() -> set[str]:
    """The names that views give to their parts. SQLite takes them for tables that are read."""
    texts = (each.text for each in statements() if each.kind == "view")
    return {
        name
        for text in texts
        for name in re.findall(r"^(?:WITH )?(\w+) AS \($", text, re.MULTILINE)
    }


def created(dialect: Dialect) -> list[Statement]:
    """The statements for this database, in an order in which they can be executed."""
    return [each for each in statements() if dialect in each.dialects]


def defined(dialect: Dialect, *kinds: Kind) -> list[str]:
    """The names of tables or views of this database."""
    return [each.name for each in created(dialect) if each.kind in kinds]


def data_dictionary() -> list[TableDescription]:
    """Every table and view, the kept ones last."""
    found = {each.name: each.described for each in reversed(statements()) if each.kind != "index"}
    each_once = reversed(found.values())
    return sorted(each_once, key=lambda described: SECTIONS.index(described.model))


SECTIONS: Final = ("figures", "article", "kept")
"""The sections of the dictionary."""
KEPT: Final = ("verdict", "posting", "known_alias", "known_name")
"""Tables that are filled from the book, and not from the games alone: a rebuild leaves them."""


@cache
def described(name: str) -> TableDescription:
    """A table or view. Raises KeyError if there is none of this name."""
    return {each.name: each for each in data_dictionary()}[name]
