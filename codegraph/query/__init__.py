"""Queries to an index."""
