"""Tests of reports, with folds of every game as oracles."""
