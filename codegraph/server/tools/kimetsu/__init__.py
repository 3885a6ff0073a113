"""Handlers of the toolset `kimetsu`."""
