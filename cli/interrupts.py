"""Recognizes Ctrl-C."""


def is_interrupt(error: BaseException) -> bool:
    """True for KeyboardInterrupt, also if Python wrapped it, as it does in a class body."""
    return isinstance(error, KeyboardInterrupt) or isinstance(error.__cause__, KeyboardInterrupt)
