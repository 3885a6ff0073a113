"""Handlers of the toolset `engram`."""
