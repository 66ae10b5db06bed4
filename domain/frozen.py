"""Frozen values with named fields, as frozen dataclasses are.

`dataclass` compiles six methods for each frozen class. With fifty classes that was half of the time
that `import click, pydantic` takes. So these share their methods, and `dataclass` finds the fields.
"""

from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, ClassVar, Never, NoReturn, dataclass_transform


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Frozen:
    """Fields are given by name, and never change. Values are equal if class and fields are.

    A subclass is a dataclass: `fields` and `replace` take it, and pydantic reads and writes it. A
    field with ``init=False`` follows from the others: it is neither compared nor shown.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    _given: ClassVar[tuple[Field[Any], ...]]
    """The fields that do not follow from others."""
    _compared: ClassVar["attrgetter[Any]"]
    """The class, and these fields."""

    def __init_subclass__(cls) -> None:
        dataclass(cls, init=False, repr=False, eq=False, kw_only=True)
        cls._given = tuple(each for each in fields(cls) if each.init)
        cls._compared = attrgetter("__class__", *(each.name for each in cls._given))

    def __init__(self, **values: Any) -> None:
        """Raises TypeError if a field without default is missing, or one is unknown."""
        for each in self._given:
            if each.name in values:
                value = values.pop(each.name)
            elif each.default is not MISSING:
                value = each.default
            elif each.default_factory is not MISSING:
                value = each.default_factory()
            else:
                raise TypeError(f"{type(self).__name__} needs {each.name}")
            object.__setattr__(self, each.name, value)
        if values:
            raise TypeError(f"{type(self).__name__} takes no {', '.join(values)}")
        if hasattr(self, "__post_init__"):
            self.__post_init__()

    def __setattr__(self, name: str, value: Never) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return bool(self._compared(self) == self._compared(other))

    def __hash__(self) -> int:
        return hash(self._compared(self))

    def __repr__(self) -> str:
        shown = (f"{each.name}={getattr(self, each.name)!r}" for each in self._given)
        return f"{type(self).__qualname__}({', '.join(shown)})"
