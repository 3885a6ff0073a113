"""Facts: memories with a subject, a predicate and an object, true for a time and believed for a time."""
