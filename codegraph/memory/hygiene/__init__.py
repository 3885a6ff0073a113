"""Hygiene of stored text.

It covers what may be stored, what is removed from summaries, and how stored text is shown without being obeyed.
"""
