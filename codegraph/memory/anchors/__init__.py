"""Anchors of memories in code, and the state of that code."""
