"""Tokens of what agents were served, beside those of the files it names."""
