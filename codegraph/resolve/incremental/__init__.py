"""Edits of a resolved program: dependencies, their form on disk, and updates."""
