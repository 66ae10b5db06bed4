"""What an error of the program says to the person who runs it."""


def error_text(error: Exception) -> str:
    """The error as one sentence."""
    return str(error)
