"""Retrieval of memories: candidates, nine signals, one score and an explanation."""
