"""Programs on a whole terminal, run by a test."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from textual.app import App
from textual.pilot import Pilot

Ended = TypeVar("Ended")
Seen = TypeVar("Seen")


def at(app: App[Ended], doing: Callable[[Pilot[Ended]], Coroutine[Any, Any, Seen]]) -> Seen:
    """What somebody sees who does this at the program, on a terminal of 120 by 40."""

    async def run() -> Seen:
        async with app.run_test(size=(120, 40)) as pilot:
            found = await doing(pilot)
            await pilot.pause()
            return found

    # In a thread of its own: a test of pages in this process may hold the loop of this one.
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, run()).result()
