"""Several indexed repositories that are asked together.

Nothing is copied: each repository keeps its index, and a question follows a symbol from one into the next.
"""
