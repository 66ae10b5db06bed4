"""Ctrl-C: noted when it is pressed, since libraries may lose its KeyboardInterrupt.

pydantic makes an error of it that keeps only its name, while it writes JSON or builds a validator;
some of these are ValueErrors and can be taken for bad data. In a finalizer Python ignores it, and
prints what came of it as an error that nobody could raise.
"""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_pressed = False


@contextmanager
def interrupts_noted() -> Iterator[None]:
    """Note Ctrl-C in the main thread, and raise KeyboardInterrupt; not if SIGINT is handled."""
    global _pressed  # noqa: PLW0603 - there is one keyboard
    _pressed = False
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    print_ignored = sys.unraisablehook

    def print_others(ignored: "sys.UnraisableHookArgs") -> None:
        if not _pressed:
            print_ignored(ignored)

    sys.unraisablehook = print_others
    signal.signal(signal.SIGINT, _press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = print_ignored


def _press(number: int, frame: FrameType | None) -> None:
    global _pressed  # noqa: PLW0603
    _pressed = True
    signal.default_int_handler(number, frame)


def is_interrupt(error: BaseException) -> bool:
    """True for KeyboardInterrupt, and for what came of it: any error after Ctrl-C was pressed."""
    return _pressed or isinstance(error, KeyboardInterrupt)


def raise_if_interrupted() -> None:
    """Raise KeyboardInterrupt if Ctrl-C was pressed, and a library lost it."""
    if _pressed:
        raise KeyboardInterrupt
