"""The tables of the data-model article."""
