"""Disputes: claims, answers, rulings, appeals, and the rulings in force."""
