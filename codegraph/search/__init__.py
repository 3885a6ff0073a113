"""Ranking: which chunks of a generation answer a query, and why."""
