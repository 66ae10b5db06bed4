"""The lanes of the suite, and a PostgreSQL server for the tests that need one."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage

from .lanes import LANES, enter, is_covered, is_quick
from .postgres import drop_database, fresh_database, postgres_server


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--lane", choices=LANES, default="full", help="which tests to run, see docs/testing.md"
    )
    # The conftest of a folder that pytest is given imports tests before the options are known.
    enter("full")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "deep: only in the deep lane")
    config.addinivalue_line("markers", "slow: not in the quick lane, though its file is")
    config.addinivalue_line(
        "markers", "unmeasured: not under coverage, since faster tests reach the same lines"
    )
    # A shell that starts the suite in the background ignores interrupts for it and its children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    enter(config.getoption("lane"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files without a test in the quick lane, without importing them."""
    is_test = collection_path.match("test_*.py")
    if config.getoption("lane") == "quick" and is_test and not is_quick(collection_path):
        return True
    return None  # Other plugins may ignore the file.


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests of slower lanes.

    The tests under coverage run first: a line whose result is already cached in this process, or
    a module that is already imported, would not be measured. With several processes this takes
    ``--dist load``, which hands out the tests in order.
    """
    lane = config.getoption("lane")
    items.sort(key=lambda item: not _is_measured(item))
    out = [item for item in items if not _runs_in(lane, item)]
    config.hook.pytest_deselected(items=out)
    items[:] = [item for item in items if _runs_in(lane, item)]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Stop measuring after the tests under coverage, and before the fixtures of the others.

    With ``--cov-context``, which records what each test reaches, all tests are measured.
    """
    measuring = Coverage.current()
    if measuring is None or item.config.getoption("cov_context", None):
        return
    if not _is_measured(item):
        measuring.stop()


def _is_measured(item: pytest.Item) -> bool:
    return is_covered(item.path) and item.get_closest_marker("unmeasured") is None


def _runs_in(lane: str, item: pytest.Item) -> bool:
    marks = {mark.name for mark in item.iter_markers()}
    if lane == "quick":
        return is_quick(item.path) and not marks & {"slow", "deep"}
    return lane == "deep" or "deep" not in marks


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a PostgreSQL server; see `tests/postgres.py`."""
    with postgres_server() as url:
        yield url


@pytest.fixture
def database(server: str) -> Iterator[str]:
    """The URL of an empty database, dropped afterwards."""
    url = fresh_database(server)
    yield url
    drop_database(server, url)
