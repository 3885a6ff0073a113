"""Declarations of a tree: symbols, scopes, imports, and names bound to them."""
