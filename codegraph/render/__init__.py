"""Answers to text, JSON, diagrams and graph files. Values in, strings out: nothing here reads an index."""
