"""Evaluation sets about finding code: their checkouts, definitions and texts."""
