"""The page on tables agrees with their definition."""

from domino_ledger.projections.tables.connection import FLAG, PARTS_A_ROUND, ROUNDS_A_GAME
from domino_ledger.projections.tables.database import APPLICATION_ID, SUFFIX
from domino_ledger.projections.tables.schema import data_dictionary

from .schema_page import PAGE, with_schema

TEXT = PAGE.read_text(encoding="utf-8")


def test_every_table_is_listed_as_it_is_defined() -> None:
    assert with_schema(TEXT) == TEXT, "renew it: python -m tests.docs.schema_page"


def test_every_table_and_column_has_a_comment() -> None:
    for table in data_dictionary():
        assert table.comment
        assert all(column.comment for column in table.columns)


def test_ids_and_flags_are_described() -> None:
    for number in (ROUNDS_A_GAME, PARTS_A_ROUND):
        assert f"times {number:,}".replace(",", " ") in TEXT
    assert f"0x{APPLICATION_ID:X}" in TEXT
    assert f"`domino.db{SUFFIX}`" in TEXT
    assert f"A flag is '{FLAG}' or null" in TEXT


def test_every_flag_is_described_as_a_flag() -> None:
    for table in data_dictionary():
        for column in table.columns:
            if column.comment.startswith(f"'{FLAG}'"):
                assert column.null
