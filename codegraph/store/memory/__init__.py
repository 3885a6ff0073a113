"""Database of memory: an append-only event log, and projections made from it.

All code that speaks SQL to them is here.
"""
