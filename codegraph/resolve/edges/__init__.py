"""Mentions to edges, each with how it is known."""
