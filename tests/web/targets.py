"""What a thumb has to hit."""

from typing import Any

from playwright.sync_api import Page

_LEAST = 44
"""Pixels: https://www.w3.org/WAI/WCAG22/Understanding/target-size-enhanced.html"""
_SMALL = """(least) => ["a, button, summary, select, input, .pick span"]
    .flatMap((each) => [...document.querySelectorAll(each)])
    .filter((each) => each.checkVisibility() && !each.matches(".pick input, [type=hidden]"))
    .map((each) => [each.outerHTML, each.getBoundingClientRect()])
    .filter(([, box]) => box.right > 0 && box.width > 0 && Math.min(box.width, box.height) < least)
    .map(([text, box]) => [text, box.width, box.height])"""


def small_targets(page: Page) -> list[Any]:
    """What can be tapped on the page, and is small; with its width and height."""
    found: list[Any] = page.evaluate(_SMALL, _LEAST)
    return found
