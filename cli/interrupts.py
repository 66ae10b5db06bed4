"""Ctrl-C, whatever it comes as."""


def is_interrupt(error: BaseException) -> bool:
    """It is KeyboardInterrupt, or what Python makes of that where a class was being made."""
    return isinstance(error, KeyboardInterrupt) or isinstance(error.__cause__, KeyboardInterrupt)
