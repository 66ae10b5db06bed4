"""Tests of the book: records in, events as bytes, records out."""
