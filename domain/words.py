"""Sentences about numbers of things, worded alike everywhere."""


def no_such(thing: str, number: int, there: int, first: int = 0) -> str:
    """The sentence for a number that none of so many things has, which count from ``first``."""
    numbered = f"they are {first} to {first + there - 1}" if there > 1 else f"only {first}"
    return f"there is no {thing} {number}, {numbered if there else 'nor any other'}"


def counted(number: int, noun: str) -> str:
    """A number of things: `1 game`, `2 games`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
