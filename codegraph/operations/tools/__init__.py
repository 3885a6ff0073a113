"""Tools that agents call, as static data.

Setup, reference pages and the server are made from it.
"""
