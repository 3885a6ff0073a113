"""Facts: memories with a subject, a predicate and an object.

A fact is true for a time and believed for a time.
"""
