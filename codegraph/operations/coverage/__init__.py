"""Recorded test runs: importing them, and what they say of a change."""
