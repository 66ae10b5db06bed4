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
    _given: ClassVar[dict[str, Field[Any]]]
    """By name, the fields that do not follow from others."""
    _defaults: ClassVar[dict[str, Any]]
    """By name, the values of those that may be left out, but for those that are made anew."""
    _compared: ClassVar["attrgetter[Any]"]
    """The class, and these fields."""

    def __init_subclass__(cls) -> None:
        dataclass(cls, init=False, repr=False, eq=False, kw_only=True)
        cls._given = {each.name: each for each in fields(cls) if each.init}
        optional = ((name, each.default) for name, each in cls._given.items())
        cls._defaults = {name: value for name, value in optional if value is not MISSING}
        cls._compared = attrgetter("__class__", *cls._given)

    def __init__(self, **values: Any) -> None:
        """Raises TypeError if a field without default is missing, or one is unknown."""
        own = {**self._defaults, **values}
        if own.keys() != self._given.keys():
            self._complete(own)
        assign = object.__setattr__  # To update `__dict__` would make every later look-up slow.
        for name, value in own.items():
            assign(self, name, value)
        if hasattr(self, "__post_init__"):
            self.__post_init__()

    def _complete(self, own: dict[str, Any]) -> None:
        """Make the values that are left out."""
        for name, each in self._given.items():
            if name not in own:
                if each.default_factory is MISSING:
                    raise TypeError(f"{type(self).__name__} needs {name}")
                own[name] = each.default_factory()
        unknown = own.keys() - self._given.keys()
        if unknown:
            raise TypeError(f"{type(self).__name__} takes no {', '.join(unknown)}")

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
        shown = (f"{name}={getattr(self, name)!r}" for name in self._given)
        return f"{type(self).__qualname__}({', '.join(shown)})"
