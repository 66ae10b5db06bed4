"""Bring the catalogues up to date: python -m tests.messages

New templates are added without a translation; those that are gone leave.
"""

from .catalogues import TRANSLATED, as_written, catalogue_in, file_of

for language in TRANSLATED:
    file_of(language).parent.mkdir(parents=True, exist_ok=True)
    file_of(language).write_bytes(as_written(catalogue_in(language)))
