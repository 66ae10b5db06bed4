"""Benchmarks: rates, each as a ratio to a peer that does equal work in the same process."""
