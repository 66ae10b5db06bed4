"""The licence of each dependency is known, and none is the GPL."""

import re

from .licences import PAGE, licence_of, packages, page


def test_the_page_lists_all_that_is_installed() -> None:
    """`python -m tests.packaging.licences` writes it again."""
    assert PAGE.read_text("utf-8") == page()


def test_nothing_that_the_program_uses_is_under_the_gpl() -> None:
    stated = {package: licence_of(package) for package in packages()}
    assert len(stated) > 40
    assert [each for each, licence in stated.items() if re.search(r"(?<!L)GPL", licence)] == []
