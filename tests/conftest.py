"""How the generated examples are run everywhere, and a PostgreSQL for whoever asks for it."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from .postgres import drop_database, fresh_database, postgres_server

# A loaded machine is no failure: only a wrong answer is.
settings.register_profile("steady", deadline=None, print_blob=True)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a PostgreSQL server; see `tests/postgres.py`."""
    with postgres_server() as url:
        yield url


@pytest.fixture
def database(server: str) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    url = fresh_database(server)
    yield url
    drop_database(server, url)
