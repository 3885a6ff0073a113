"""Calls: signatures, overloads, dispatch, construction, and calls no text names."""
