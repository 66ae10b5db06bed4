"""The tables of a generation. A rebuild makes a new generation beside the one in use.

Table names end with the number of the generation; views of the plain names show those in use.
"""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeAlias, get_args

from sqlalchemy import (
    ForeignKeyConstraint,
    Index,
    MetaData,
    Select,
    Subquery,
    Table,
    UniqueConstraint,
    select,
)

from .article import ARTICLE, ARTICLE_VIEWS, REFERENCES, UNIQUE
from .column_types import View
from .figures import FIGURES, FIGURES_VIEWS

Model: TypeAlias = Literal["figures", "article"]
"""Tables that are brought up to date and rebuilt together."""
MODELS: tuple[Model, ...] = get_args(Model)

VIEWS: Mapping[Model, Mapping[str, View]] = {"figures": FIGURES_VIEWS, "article": ARTICLE_VIEWS}
_PATTERNS: Mapping[Model, MetaData] = {"figures": FIGURES, "article": ARTICLE}
_INDEXED = {
    "game_seat": "player_id",
    "game_fact": "game",
    "round": "game_id",
}
_INDEXED_ON_SERVER = (
    *(("hand", "round_id"), ("move", "round_id"), ("move", "hand_id")),
    ("player_round_score", "round_id"),
)
"""A server looks there for what refers to a row that is deleted. SQLite declares references, and
enforces them only for programs that ask for it."""


class Generation(dict[str, Table]):
    """The tables of one generation, by plain name."""

    def __init__(self, model: Model, id: int) -> None:
        super().__init__()
        self.model = model
        self.id = id
        self.metadata = MetaData()
        for name, pattern in _PATTERNS[model].tables.items():
            self[name] = pattern.to_metadata(self.metadata, name=f"{name}_{id}")
            if name in _INDEXED:
                Index(f"{name}_{id}_by_{_INDEXED[name]}", self[name].c[_INDEXED[name]])
        if model == "article":
            self._add_keys()

    def _add_keys(self) -> None:
        for name, references in REFERENCES.items():
            for column, other in references.items():
                self[name].append_constraint(ForeignKeyConstraint([column], [self[other].c.id]))
        for name, columns in UNIQUE.items():
            self[name].append_constraint(UniqueConstraint(*columns))
        for name, column in _INDEXED_ON_SERVER:
            index = Index(f"{name}_{self.id}_by_{column}", self[name].c[column])
            index.ddl_if(dialect="postgresql")

    @cached_property
    def shown(self) -> dict[str, Select[Any]]:
        """The views of the plain names when it is in use."""
        tables = {name: select(table) for name, table in self.items()}
        return tables | {name: view.select(self) for name, view in VIEWS[self.model].items()}

    def view(self, name: str) -> Subquery:
        """One of its views, for use in queries."""
        return VIEWS[self.model][name].select(self).subquery()


@lru_cache(maxsize=64)
def generation(model: Model, id: int) -> Generation:
    """The tables of the generation of this number."""
    return Generation(model, id)
