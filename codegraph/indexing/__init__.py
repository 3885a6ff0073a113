"""Indexing: from files to a published generation, whole or by what changed."""
