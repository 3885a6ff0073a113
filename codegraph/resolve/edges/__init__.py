"""Emission of references and calls as edges, each with its resolution."""
