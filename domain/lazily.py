"""A dictionary that makes its values when they are first asked for."""

from collections.abc import Callable
from typing import Any, TypeVar

Key = TypeVar("Key")
Made = TypeVar("Made")


class Lazily(dict[Key, Made]):
    """By key, what ``make`` returns for the values in ``of`` and the key.

    To read a known key takes no longer than from any dictionary. Forgets all at ``most`` entries.
    """

    __slots__ = "make", "most", "of"

    def __init__(
        self, make: Callable[..., Made], of: tuple[Any, ...] = (), most: int | None = None
    ) -> None:
        super().__init__()
        self.make, self.of, self.most = make, of, most

    def __missing__(self, key: Key) -> Made:
        if self.most is not None and len(self) >= self.most:
            self.clear()
        self[key] = made = self.make(*self.of, key)
        return made
