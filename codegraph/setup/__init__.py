"""Wiring into coding agents: their configuration files, an instructions block, and a plugin."""
