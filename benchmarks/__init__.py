"""Rates, each as a ratio to a peer that does the same work in the same process."""
