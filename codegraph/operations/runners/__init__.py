"""Tests to run, as lists that test runners accept."""
