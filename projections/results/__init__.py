"""Rulings: the results of games under a rule set, with the orders of arbiters."""
