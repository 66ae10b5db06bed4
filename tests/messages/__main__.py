"""Rewrite the list of templates."""

from .templates import POT, as_pot, template_catalogue

POT.write_text(as_pot(template_catalogue()), encoding="utf-8")
