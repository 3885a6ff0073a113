"""Fleets: many repositories indexed and published by one command."""
