"""Tables in memory."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from projections.tables.database import ReadModels


@contextmanager
def empty_models() -> Iterator[ReadModels]:
    with closing(ReadModels("in memory")) as models:
        yield models
