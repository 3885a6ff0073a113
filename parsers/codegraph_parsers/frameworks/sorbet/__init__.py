"""Sorbet: signatures that declare types."""
