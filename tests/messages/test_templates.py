"""Templates can be translated."""

import re

import pytest

from .templates import template_catalogue

pytestmark = pytest.mark.unmeasured


def test_the_placeholders_of_templates_are_named() -> None:
    for message in template_catalogue():
        for template in [message.id] if isinstance(message.id, str) else message.id:
            assert re.search(r"\{\W|\{\d", template) is None, template


def test_one_and_many_have_the_same_placeholders() -> None:
    for message in template_catalogue():
        if not isinstance(message.id, str) and "{number}" in message.id[1]:  # Ours, not click's.
            one, many = (set(re.findall(r"\{\w+", each)) for each in message.id)
            assert one - {"{number"} == many - {"{number"}, message.id
