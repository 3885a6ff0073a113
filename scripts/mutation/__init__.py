"""Mutation testing: small faults in the source, and the tests that notice them."""
