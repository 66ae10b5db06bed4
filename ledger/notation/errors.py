"""What is wrong with a text, and where."""

from ..records.format import Unreadable


class NotationError(Unreadable):
    """The text is not in the notation; lines and columns count from 1."""

    def __init__(self, line: int | None, column: int | None, message: str) -> None:
        """``line`` is None where there is but one; ``column`` where the whole line is meant.

        What a text has in it comes out without what a terminal might obey.
        """
        places = (("line", line), ("column", column))
        message = "".join(letter if letter.isprintable() else "?" for letter in message)
        where = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        super().__init__(f"{where}: {message}" if where else message)
        self.line = line
        self.column = column
