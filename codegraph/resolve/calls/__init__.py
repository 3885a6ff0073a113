"""Calls: signatures, overloads, dispatch, construction, and implicit calls."""
