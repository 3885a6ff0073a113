"""Edges that other indexers found."""
