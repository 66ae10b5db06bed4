"""Tests of the rules: examples from the rule text, and properties of random games."""
