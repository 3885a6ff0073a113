"""Answers as text, JSON, diagrams and graph files.

It takes values and returns strings: nothing here reads an index.
"""
