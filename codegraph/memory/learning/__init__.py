"""Lessons of runs about memories: deliveries, citations and outcomes."""
