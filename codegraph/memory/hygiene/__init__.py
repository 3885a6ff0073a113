"""Hygiene of stored text.

It says what may be stored, what is taken out of summaries, and how stored text is shown without being obeyed.
"""
