"""Wiring into coding agents.

It covers their configuration files, an instructions block, and a plugin.
"""
