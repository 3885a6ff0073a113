"""Texts: their cost in tokens, their rank by BM25, and patterns in them."""
