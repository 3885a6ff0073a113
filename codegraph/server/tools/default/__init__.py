"""The tools that are served by default."""
